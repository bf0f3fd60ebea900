// The C face of CMicroHTTPD: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CMicroHTTPD
#define COFFER_SHIM_CMicroHTTPD

#include <microhttpd.h>

#endif
