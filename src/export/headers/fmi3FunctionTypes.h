/* Types of the functions of FMI 3.0, for sources that come without this file. Written for Accordo after the standard. */
#ifndef fmi3FunctionTypes_h
#define fmi3FunctionTypes_h

#include "fmi3PlatformTypes.h"

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean*, fmi3Float64*);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#define ACCORDO_FMI3_REFERENCES fmi3Instance, const fmi3ValueReference[], size_t
#define ACCORDO_FMI3_VALUES(type)                                                                  \
  ACCORDO_FMI3(fmi3Status, Get##type, (ACCORDO_FMI3_REFERENCES, fmi3##type[], size_t))             \
  ACCORDO_FMI3(fmi3Status, Set##type, (ACCORDO_FMI3_REFERENCES, const fmi3##type[], size_t))

/* ACCORDO_FMI3(result, name, parameters), once for each function. */
#define ACCORDO_FMI3_FUNCTIONS                                                                                         \
  ACCORDO_FMI3(const char*, GetVersion, (void))                                                                        \
  ACCORDO_FMI3(fmi3Status, SetDebugLogging, (fmi3Instance, fmi3Boolean, size_t, const fmi3String[]))                   \
  ACCORDO_FMI3(fmi3Instance, InstantiateModelExchange,                                                                 \
               (fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment,                 \
                fmi3LogMessageCallback))                                                                               \
  ACCORDO_FMI3(fmi3Instance, InstantiateCoSimulation,                                                                  \
               (fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,                \
                const fmi3ValueReference[], size_t, fmi3InstanceEnvironment, fmi3LogMessageCallback,                   \
                fmi3IntermediateUpdateCallback))                                                                       \
  ACCORDO_FMI3(fmi3Instance, InstantiateScheduledExecution,                                                            \
               (fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment,                 \
                fmi3LogMessageCallback, fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,                           \
                fmi3UnlockPreemptionCallback))                                                                         \
  ACCORDO_FMI3(void, FreeInstance, (fmi3Instance))                                                                     \
  ACCORDO_FMI3(fmi3Status, EnterInitializationMode,                                                                    \
               (fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Float64))                        \
  ACCORDO_FMI3(fmi3Status, ExitInitializationMode, (fmi3Instance))                                                     \
  ACCORDO_FMI3(fmi3Status, EnterEventMode, (fmi3Instance))                                                             \
  ACCORDO_FMI3(fmi3Status, Terminate, (fmi3Instance))                                                                  \
  ACCORDO_FMI3(fmi3Status, Reset, (fmi3Instance))                                                                      \
  ACCORDO_FMI3_VALUES(Float32)                                                                                         \
  ACCORDO_FMI3_VALUES(Float64)                                                                                         \
  ACCORDO_FMI3_VALUES(Int8)                                                                                            \
  ACCORDO_FMI3_VALUES(UInt8)                                                                                           \
  ACCORDO_FMI3_VALUES(Int16)                                                                                           \
  ACCORDO_FMI3_VALUES(UInt16)                                                                                          \
  ACCORDO_FMI3_VALUES(Int32)                                                                                           \
  ACCORDO_FMI3_VALUES(UInt32)                                                                                          \
  ACCORDO_FMI3_VALUES(Int64)                                                                                           \
  ACCORDO_FMI3_VALUES(UInt64)                                                                                          \
  ACCORDO_FMI3_VALUES(Boolean)                                                                                         \
  ACCORDO_FMI3_VALUES(String)                                                                                          \
  ACCORDO_FMI3(fmi3Status, GetBinary, (ACCORDO_FMI3_REFERENCES, size_t[], fmi3Binary[], size_t))                       \
  ACCORDO_FMI3(fmi3Status, SetBinary, (ACCORDO_FMI3_REFERENCES, const size_t[], const fmi3Binary[], size_t))           \
  ACCORDO_FMI3(fmi3Status, GetClock, (ACCORDO_FMI3_REFERENCES, fmi3Clock[]))                                           \
  ACCORDO_FMI3(fmi3Status, SetClock, (ACCORDO_FMI3_REFERENCES, const fmi3Clock[]))                                     \
  ACCORDO_FMI3(fmi3Status, GetNumberOfVariableDependencies, (fmi3Instance, fmi3ValueReference, size_t*))               \
  ACCORDO_FMI3(fmi3Status, GetVariableDependencies,                                                                    \
               (fmi3Instance, fmi3ValueReference, size_t[], fmi3ValueReference[], size_t[], fmi3DependencyKind[],      \
                size_t))                                                                                               \
  ACCORDO_FMI3(fmi3Status, GetFMUState, (fmi3Instance, fmi3FMUState*))                                                 \
  ACCORDO_FMI3(fmi3Status, SetFMUState, (fmi3Instance, fmi3FMUState))                                                  \
  ACCORDO_FMI3(fmi3Status, FreeFMUState, (fmi3Instance, fmi3FMUState*))                                                \
  ACCORDO_FMI3(fmi3Status, SerializedFMUStateSize, (fmi3Instance, fmi3FMUState, size_t*))                              \
  ACCORDO_FMI3(fmi3Status, SerializeFMUState, (fmi3Instance, fmi3FMUState, fmi3Byte[], size_t))                        \
  ACCORDO_FMI3(fmi3Status, DeserializeFMUState, (fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState*))               \
  ACCORDO_FMI3(fmi3Status, GetDirectionalDerivative,                                                                   \
               (ACCORDO_FMI3_REFERENCES, const fmi3ValueReference[], size_t, const fmi3Float64[], size_t,              \
                fmi3Float64[], size_t))                                                                                \
  ACCORDO_FMI3(fmi3Status, GetAdjointDerivative,                                                                       \
               (ACCORDO_FMI3_REFERENCES, const fmi3ValueReference[], size_t, const fmi3Float64[], size_t,              \
                fmi3Float64[], size_t))                                                                                \
  ACCORDO_FMI3(fmi3Status, EnterConfigurationMode, (fmi3Instance))                                                     \
  ACCORDO_FMI3(fmi3Status, ExitConfigurationMode, (fmi3Instance))                                                      \
  ACCORDO_FMI3(fmi3Status, GetIntervalDecimal, (ACCORDO_FMI3_REFERENCES, fmi3Float64[], fmi3IntervalQualifier[]))      \
  ACCORDO_FMI3(fmi3Status, GetIntervalFraction,                                                                        \
               (ACCORDO_FMI3_REFERENCES, fmi3UInt64[], fmi3UInt64[], fmi3IntervalQualifier[]))                         \
  ACCORDO_FMI3(fmi3Status, GetShiftDecimal, (ACCORDO_FMI3_REFERENCES, fmi3Float64[]))                                  \
  ACCORDO_FMI3(fmi3Status, GetShiftFraction, (ACCORDO_FMI3_REFERENCES, fmi3UInt64[], fmi3UInt64[]))                    \
  ACCORDO_FMI3(fmi3Status, SetIntervalDecimal, (ACCORDO_FMI3_REFERENCES, const fmi3Float64[]))                         \
  ACCORDO_FMI3(fmi3Status, SetIntervalFraction, (ACCORDO_FMI3_REFERENCES, const fmi3UInt64[], const fmi3UInt64[]))     \
  ACCORDO_FMI3(fmi3Status, SetShiftDecimal, (ACCORDO_FMI3_REFERENCES, const fmi3Float64[]))                            \
  ACCORDO_FMI3(fmi3Status, SetShiftFraction, (ACCORDO_FMI3_REFERENCES, const fmi3UInt64[], const fmi3UInt64[]))        \
  ACCORDO_FMI3(fmi3Status, EvaluateDiscreteStates, (fmi3Instance))                                                     \
  ACCORDO_FMI3(fmi3Status, UpdateDiscreteStates,                                                                       \
               (fmi3Instance, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Float64*))     \
  ACCORDO_FMI3(fmi3Status, EnterContinuousTimeMode, (fmi3Instance))                                                    \
  ACCORDO_FMI3(fmi3Status, CompletedIntegratorStep, (fmi3Instance, fmi3Boolean, fmi3Boolean*, fmi3Boolean*))           \
  ACCORDO_FMI3(fmi3Status, SetTime, (fmi3Instance, fmi3Float64))                                                       \
  ACCORDO_FMI3(fmi3Status, SetContinuousStates, (fmi3Instance, const fmi3Float64[], size_t))                           \
  ACCORDO_FMI3(fmi3Status, GetContinuousStateDerivatives, (fmi3Instance, fmi3Float64[], size_t))                       \
  ACCORDO_FMI3(fmi3Status, GetEventIndicators, (fmi3Instance, fmi3Float64[], size_t))                                  \
  ACCORDO_FMI3(fmi3Status, GetContinuousStates, (fmi3Instance, fmi3Float64[], size_t))                                 \
  ACCORDO_FMI3(fmi3Status, GetNominalsOfContinuousStates, (fmi3Instance, fmi3Float64[], size_t))                       \
  ACCORDO_FMI3(fmi3Status, GetNumberOfEventIndicators, (fmi3Instance, size_t*))                                        \
  ACCORDO_FMI3(fmi3Status, GetNumberOfContinuousStates, (fmi3Instance, size_t*))                                       \
  ACCORDO_FMI3(fmi3Status, EnterStepMode, (fmi3Instance))                                                              \
  ACCORDO_FMI3(fmi3Status, GetOutputDerivatives,                                                                       \
               (ACCORDO_FMI3_REFERENCES, const fmi3Int32[], fmi3Float64[], size_t))                                    \
  ACCORDO_FMI3(fmi3Status, DoStep,                                                                                     \
               (fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,         \
                fmi3Float64*))                                                                                         \
  ACCORDO_FMI3(fmi3Status, ActivateModelPartition, (fmi3Instance, fmi3ValueReference, fmi3Float64))

#define ACCORDO_FMI3(result, name, parameters) typedef result fmi3##name##TYPE parameters;
ACCORDO_FMI3_FUNCTIONS
#undef ACCORDO_FMI3

#endif
