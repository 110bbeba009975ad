/* The functions of FMI 2.0, for sources that come without this file. Written for Accordo after the standard.
   A library exports them by their plain names. */
#ifndef fmi2Functions_h
#define fmi2Functions_h

#include "fmi2FunctionTypes.h"

#define fmi2Version "2.0"
#define FMI2_Export __attribute__((visibility("default")))
#define fmi2FullName(name) name

#ifdef __cplusplus
extern "C" {
#endif
#define ACCORDO_FMI2(result, name, parameters) FMI2_Export result fmi2##name parameters;
ACCORDO_FMI2_FUNCTIONS
#undef ACCORDO_FMI2
#ifdef __cplusplus
}
#endif

#endif
