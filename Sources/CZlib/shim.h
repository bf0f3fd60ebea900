// The C face of CZlib: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CZlib
#define COFFER_SHIM_CZlib

#include <zlib.h>

/// A macro. 15: the largest window; and 16: gzip's header and trailer are wanted and checked, nothing else is taken.
static inline int coffer_zlib_inflate_gzip(z_stream *stream)
{
    return inflateInit2(stream, 15 + 16);
}

#endif
