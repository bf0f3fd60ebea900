// The C face of CCurl: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CCurl
#define COFFER_SHIM_CCurl

#include <curl/curl.h>

#endif
