/* Types of FMI 2.0, and what an instance knows of its importer. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void* fmi2Component;
typedef void* fmi2FMUstate;
typedef unsigned fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef const char* fmi2String;
typedef char fmi2Byte;

typedef enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING } Status;
typedef enum { MODEL_EXCHANGE, CO_SIMULATION } Kind;
typedef enum { DO_STEP_STATUS, PENDING_STATUS, LAST_SUCCESSFUL_TIME, IS_TERMINATED } StatusKind;

typedef void (*Logger)(void* environment, fmi2String instance, Status, fmi2String category,
                       fmi2String message, ...);

typedef struct {
  Logger logger;
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, Status);
  void* environment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean new_discrete_states_needed, terminate, nominals_changed, values_changed, next_event_defined;
  fmi2Real next_event;
} fmi2EventInfo;

typedef struct {
  Logger logger;
  void* environment;
} Host;

/* In a library the functions have their plain names; compiled into a program with others, they have the
 * model's name in front. */
#ifdef FMI2_OVERRIDE_FUNCTION_PREFIX
#define FMI2(name) fmi2##name
#else
#define JOIN(a, b) a##_fmi2##b
#define PREFIXED(a, b) JOIN(a, b)
#define FMI2(name) PREFIXED(MODEL_IDENTIFIER, name)
#endif
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
