// The C face of CSodium: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CSodium
#define COFFER_SHIM_CSodium

#include <sodium.h>

#endif
