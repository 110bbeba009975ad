/* The functions of FMI 3.0, for sources that come without this file. Written for Accordo after the standard.
   A library exports them by their plain names. */
#ifndef fmi3Functions_h
#define fmi3Functions_h

#include "fmi3FunctionTypes.h"

#define fmi3Version "3.0"
#define FMI3_Export __attribute__((visibility("default")))
#define fmi3FullName(name) name

#ifdef __cplusplus
extern "C" {
#endif
#define ACCORDO_FMI3(result, name, parameters) FMI3_Export result fmi3##name parameters;
ACCORDO_FMI3_FUNCTIONS
#undef ACCORDO_FMI3
#ifdef __cplusplus
}
#endif

#endif
