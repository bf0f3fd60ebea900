// The C face of CLibPQ: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CLibPQ
#define COFFER_SHIM_CLibPQ

#include <libpq-fe.h>

#endif
