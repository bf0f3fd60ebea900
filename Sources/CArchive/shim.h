// The C face of CArchive: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CArchive
#define COFFER_SHIM_CArchive

#include <archive.h>
#include <archive_entry.h>

#endif
