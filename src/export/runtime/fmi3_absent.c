/* The functions of FMI 3.0 that must be there and have nothing to do here: other types than Float64, clocks,
 * structural parameters, scheduled execution. */

#define NO_VARIABLES(name, type)                                                                           \
  EXPORT Status FMI3(Get##name)(fmi3Instance c, const fmi3ValueReference r[], size_t count, type values[], \
                                size_t value_count) {                                                      \
    (void)values, (void)value_count;                                                                       \
    return count == 0 ? OK : unknown_reference(c, r[0]);                                                   \
  }                                                                                                        \
  EXPORT Status FMI3(Set##name)(fmi3Instance c, const fmi3ValueReference r[], size_t count,                \
                                const type values[], size_t value_count) {                                 \
    (void)values, (void)value_count;                                                                       \
    return count == 0 ? OK : unknown_reference(c, r[0]);                                                   \
  }
NO_VARIABLES(Float32, float)
NO_VARIABLES(Int8, int8_t)
NO_VARIABLES(UInt8, uint8_t)
NO_VARIABLES(Int16, int16_t)
NO_VARIABLES(UInt16, uint16_t)
NO_VARIABLES(Int32, int32_t)
NO_VARIABLES(UInt32, uint32_t)
NO_VARIABLES(Int64, int64_t)
NO_VARIABLES(UInt64, uint64_t)
NO_VARIABLES(Boolean, fmi3Boolean)
NO_VARIABLES(String, fmi3String)

EXPORT Status FMI3(GetBinary)(fmi3Instance c, const fmi3ValueReference r[], size_t count, size_t sizes[],
                              fmi3Binary values[], size_t value_count) {
  (void)sizes, (void)values, (void)value_count;
  return count == 0 ? OK : unknown_reference(c, r[0]);
}
EXPORT Status FMI3(SetBinary)(fmi3Instance c, const fmi3ValueReference r[], size_t count,
                              const size_t sizes[], const fmi3Binary values[], size_t value_count) {
  (void)sizes, (void)values, (void)value_count;
  return count == 0 ? OK : unknown_reference(c, r[0]);
}

#define NO_CLOCKS(name, ...)                                                                          \
  EXPORT Status FMI3(name)(fmi3Instance c, const fmi3ValueReference r[], size_t count, __VA_ARGS__) { \
    return count == 0 ? OK : unknown_reference(c, r[0]);                                              \
  }
NO_CLOCKS(GetClock, fmi3Clock* v)
NO_CLOCKS(SetClock, const fmi3Clock* v)
NO_CLOCKS(GetIntervalDecimal, fmi3Float64* v, int* qualifiers)
NO_CLOCKS(GetIntervalFraction, uint64_t* counters, uint64_t* resolutions, int* qualifiers)
NO_CLOCKS(GetShiftDecimal, fmi3Float64* v)
NO_CLOCKS(GetShiftFraction, uint64_t* counters, uint64_t* resolutions)
NO_CLOCKS(SetIntervalDecimal, const fmi3Float64* v)
NO_CLOCKS(SetIntervalFraction, const uint64_t* counters, const uint64_t* resolutions)
NO_CLOCKS(SetShiftDecimal, const fmi3Float64* v)
NO_CLOCKS(SetShiftFraction, const uint64_t* counters, const uint64_t* resolutions)

static Status absent(fmi3Instance c) {
  return fail(c, ERROR, "this FMU does not have this function");
}

EXPORT Status FMI3(EnterConfigurationMode)(fmi3Instance c) {
  return absent(c);
}
EXPORT Status FMI3(ExitConfigurationMode)(fmi3Instance c) {
  return absent(c);
}
EXPORT Status FMI3(EvaluateDiscreteStates)(fmi3Instance c) {
  return absent(c);
}
EXPORT Status FMI3(GetNumberOfVariableDependencies)(fmi3Instance c, fmi3ValueReference r, size_t* count) {
  (void)r, (void)count;
  return absent(c);
}
EXPORT Status FMI3(GetVariableDependencies)(fmi3Instance c, fmi3ValueReference r, size_t elements[],
                                            fmi3ValueReference independents[], size_t their_elements[],
                                            int kinds[], size_t count) {
  (void)r, (void)elements, (void)independents, (void)their_elements, (void)kinds, (void)count;
  return absent(c);
}
EXPORT Status FMI3(ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t) {
  (void)clock, (void)t;
  return absent(c);
}
EXPORT fmi3Instance FMI3(InstantiateScheduledExecution)(fmi3String name, fmi3String token,
                                                        fmi3String resources, fmi3Boolean visible,
                                                        fmi3Boolean logging, void* environment,
                                                        LogMessage log, void (*clock_update)(void*),
                                                        void (*lock)(void), void (*unlock)(void)) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clock_update, (void)lock,
      (void)unlock;
  if (log != NULL) log(environment, ERROR, "logStatusError", "this FMU is not made for scheduled execution");
  return NULL;
}
