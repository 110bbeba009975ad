// Which names the shared library shows, and the version of its interface.
#pragma once

#define ACCORDO_EXPORT __attribute__((visibility("default")))

// The library itself has classes of the same names inside: there these ones are v0::Unit, and so on.
#ifdef ACCORDO_INSIDE
#define ACCORDO_INLINE
#else
#define ACCORDO_INLINE inline
#endif
