/* Types of FMI 3.0, and what an instance knows of its importer. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void* fmi3Instance;
typedef void* fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef const char* fmi3String;
typedef const uint8_t* fmi3Binary;
typedef uint8_t fmi3Byte;
typedef bool fmi3Clock;

typedef enum { OK, WARNING, DISCARD, ERROR, FATAL } Status;

typedef void (*LogMessage)(void* environment, Status, fmi3String category, fmi3String message);
typedef void (*IntermediateUpdate)(void* environment, fmi3Float64 t, fmi3Boolean set_requested,
                                   fmi3Boolean get_allowed, fmi3Boolean step_finished,
                                   fmi3Boolean can_return_early, fmi3Boolean* early_return,
                                   fmi3Float64* early_return_time);

typedef struct {
  LogMessage log;
  IntermediateUpdate update;
  void* environment;
} Host;

/* In a library the functions have their plain names; compiled into a program with others, they have the
 * model's name in front. */
#ifdef FMI3_OVERRIDE_FUNCTION_PREFIX
#define FMI3(name) fmi3##name
#else
#define JOIN(a, b) a##_fmi3##b
#define PREFIXED(a, b) JOIN(a, b)
#define FMI3(name) PREFIXED(MODEL_IDENTIFIER, name)
#endif
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
