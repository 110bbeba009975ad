/* Types of the functions of FMI 2.0, for sources that come without this file. Written for Accordo after the standard. */
#ifndef fmi2FunctionTypes_h
#define fmi2FunctionTypes_h

#include <stddef.h>

#include "fmi2TypesPlatform.h"

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef void* (*fmi2CallbackAllocateMemory)(size_t, size_t);
typedef void (*fmi2CallbackFreeMemory)(void*);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);

typedef struct {
  const fmi2CallbackLogger logger;
  const fmi2CallbackAllocateMemory allocateMemory;
  const fmi2CallbackFreeMemory freeMemory;
  const fmi2StepFinished stepFinished;
  const fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

/* ACCORDO_FMI2(result, name, parameters), once for each function. */
#define ACCORDO_FMI2_FUNCTIONS                                                                                         \
  ACCORDO_FMI2(const char*, GetTypesPlatform, (void))                                                                  \
  ACCORDO_FMI2(const char*, GetVersion, (void))                                                                        \
  ACCORDO_FMI2(fmi2Status, SetDebugLogging, (fmi2Component, fmi2Boolean, size_t, const fmi2String[]))                  \
  ACCORDO_FMI2(fmi2Component, Instantiate,                                                                             \
               (fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions*, fmi2Boolean, fmi2Boolean)) \
  ACCORDO_FMI2(void, FreeInstance, (fmi2Component))                                                                    \
  ACCORDO_FMI2(fmi2Status, SetupExperiment,                                                                            \
               (fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real))                                \
  ACCORDO_FMI2(fmi2Status, EnterInitializationMode, (fmi2Component))                                                   \
  ACCORDO_FMI2(fmi2Status, ExitInitializationMode, (fmi2Component))                                                    \
  ACCORDO_FMI2(fmi2Status, Terminate, (fmi2Component))                                                                 \
  ACCORDO_FMI2(fmi2Status, Reset, (fmi2Component))                                                                     \
  ACCORDO_FMI2(fmi2Status, GetReal, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]))                   \
  ACCORDO_FMI2(fmi2Status, GetInteger, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Integer[]))             \
  ACCORDO_FMI2(fmi2Status, GetBoolean, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Boolean[]))             \
  ACCORDO_FMI2(fmi2Status, GetString, (fmi2Component, const fmi2ValueReference[], size_t, fmi2String[]))               \
  ACCORDO_FMI2(fmi2Status, SetReal, (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Real[]))             \
  ACCORDO_FMI2(fmi2Status, SetInteger, (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[]))       \
  ACCORDO_FMI2(fmi2Status, SetBoolean, (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Boolean[]))       \
  ACCORDO_FMI2(fmi2Status, SetString, (fmi2Component, const fmi2ValueReference[], size_t, const fmi2String[]))         \
  ACCORDO_FMI2(fmi2Status, GetFMUstate, (fmi2Component, fmi2FMUstate*))                                                \
  ACCORDO_FMI2(fmi2Status, SetFMUstate, (fmi2Component, fmi2FMUstate))                                                 \
  ACCORDO_FMI2(fmi2Status, FreeFMUstate, (fmi2Component, fmi2FMUstate*))                                               \
  ACCORDO_FMI2(fmi2Status, SerializedFMUstateSize, (fmi2Component, fmi2FMUstate, size_t*))                             \
  ACCORDO_FMI2(fmi2Status, SerializeFMUstate, (fmi2Component, fmi2FMUstate, fmi2Byte[], size_t))                       \
  ACCORDO_FMI2(fmi2Status, DeSerializeFMUstate, (fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate*))              \
  ACCORDO_FMI2(fmi2Status, GetDirectionalDerivative,                                                                   \
               (fmi2Component, const fmi2ValueReference[], size_t, const fmi2ValueReference[], size_t,                 \
                const fmi2Real[], fmi2Real[]))                                                                         \
  ACCORDO_FMI2(fmi2Status, EnterEventMode, (fmi2Component))                                                            \
  ACCORDO_FMI2(fmi2Status, NewDiscreteStates, (fmi2Component, fmi2EventInfo*))                                         \
  ACCORDO_FMI2(fmi2Status, EnterContinuousTimeMode, (fmi2Component))                                                   \
  ACCORDO_FMI2(fmi2Status, CompletedIntegratorStep, (fmi2Component, fmi2Boolean, fmi2Boolean*, fmi2Boolean*))          \
  ACCORDO_FMI2(fmi2Status, SetTime, (fmi2Component, fmi2Real))                                                         \
  ACCORDO_FMI2(fmi2Status, SetContinuousStates, (fmi2Component, const fmi2Real[], size_t))                             \
  ACCORDO_FMI2(fmi2Status, GetDerivatives, (fmi2Component, fmi2Real[], size_t))                                        \
  ACCORDO_FMI2(fmi2Status, GetEventIndicators, (fmi2Component, fmi2Real[], size_t))                                    \
  ACCORDO_FMI2(fmi2Status, GetContinuousStates, (fmi2Component, fmi2Real[], size_t))                                   \
  ACCORDO_FMI2(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component, fmi2Real[], size_t))                         \
  ACCORDO_FMI2(fmi2Status, SetRealInputDerivatives,                                                                    \
               (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[], const fmi2Real[]))             \
  ACCORDO_FMI2(fmi2Status, GetRealOutputDerivatives,                                                                   \
               (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[], fmi2Real[]))                   \
  ACCORDO_FMI2(fmi2Status, DoStep, (fmi2Component, fmi2Real, fmi2Real, fmi2Boolean))                                   \
  ACCORDO_FMI2(fmi2Status, CancelStep, (fmi2Component))                                                                \
  ACCORDO_FMI2(fmi2Status, GetStatus, (fmi2Component, const fmi2StatusKind, fmi2Status*))                              \
  ACCORDO_FMI2(fmi2Status, GetRealStatus, (fmi2Component, const fmi2StatusKind, fmi2Real*))                            \
  ACCORDO_FMI2(fmi2Status, GetIntegerStatus, (fmi2Component, const fmi2StatusKind, fmi2Integer*))                      \
  ACCORDO_FMI2(fmi2Status, GetBooleanStatus, (fmi2Component, const fmi2StatusKind, fmi2Boolean*))                      \
  ACCORDO_FMI2(fmi2Status, GetStringStatus, (fmi2Component, const fmi2StatusKind, fmi2String*))

#define ACCORDO_FMI2(result, name, parameters) typedef result fmi2##name##TYPE parameters;
ACCORDO_FMI2_FUNCTIONS
#undef ACCORDO_FMI2

#endif
