/* The functions of FMI 2.0. */

static void host_log(Instance* c, Status status, const char* message) {
  if (c->host.logger == NULL) return;
  c->host.logger(c->host.environment, c->name, status,
                 status == DISCARD ? "logStatusDiscard" : "logStatusError", "%s", message);
}

/* From one mode to the next. */
static Status change_mode(fmi2Component component, Mode from, Mode to) {
  Instance* const c = component;
  if (c->now.mode != from) return fail(c, ERROR, "this function cannot be called now");
  c->now.mode = to;
  return OK;
}

EXPORT const char* FMI2(GetTypesPlatform)(void) {
  return "default";
}
EXPORT const char* FMI2(GetVersion)(void) {
  return "2.0";
}

EXPORT Status FMI2(SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count,
                                    const fmi2String categories[]) {
  (void)c, (void)on, (void)count, (void)categories; /* only errors are logged, and they always are */
  return OK;
}

EXPORT fmi2Component FMI2(Instantiate)(fmi2String name, Kind kind, fmi2String guid, fmi2String resources,
                                       const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                                       fmi2Boolean logging) {
  (void)resources, (void)visible, (void)logging;
  Instance* const c = create(name, kind == CO_SIMULATION);
  if (c == NULL) return NULL;
  if (callbacks != NULL) c->host = (Host){callbacks->logger, callbacks->environment};
  const int known = kind == CO_SIMULATION ? HAS_CO_SIMULATION : HAS_MODEL_EXCHANGE;
  if (known && guid != NULL && strcmp(guid, MODEL_TOKEN) == 0) return c;
  fail(c, ERROR,
       known ? "the guid is not that of this FMU" : "this FMU is not made for this kind of simulation");
  destroy(c);
  return NULL;
}

EXPORT void FMI2(FreeInstance)(fmi2Component c) {
  destroy(c);
}

EXPORT Status FMI2(SetupExperiment)(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                    fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
  return enter_initialization(c, has_tolerance, tolerance, start, has_stop, stop);
}

EXPORT Status FMI2(EnterInitializationMode)(fmi2Component c) {
  return change_mode(c, INSTANTIATED, INITIALIZATION);
}
EXPORT Status FMI2(ExitInitializationMode)(fmi2Component c) {
  return change_mode(c, INITIALIZATION, ((Instance*)c)->co_simulation ? STEP : EVENT);
}
EXPORT Status FMI2(Terminate)(fmi2Component c) {
  ((Instance*)c)->now.mode = TERMINATED;
  return OK;
}
EXPORT Status FMI2(Reset)(fmi2Component c) {
  reset(c);
  return OK;
}

EXPORT Status FMI2(GetReal)(fmi2Component c, const fmi2ValueReference r[], size_t count, fmi2Real values[]) {
  return get_values(c, r, count, values);
}
EXPORT Status FMI2(SetReal)(fmi2Component c, const fmi2ValueReference r[], size_t count,
                            const fmi2Real values[]) {
  return set_values(c, r, count, values);
}

/* All variables are real. */
#define NO_VARIABLES(name, type)                                                             \
  EXPORT Status FMI2(Get##name)(fmi2Component c, const fmi2ValueReference r[], size_t count, \
                                type values[]) {                                             \
    (void)values;                                                                            \
    return count == 0 ? OK : unknown_reference(c, r[0]);                                     \
  }                                                                                          \
  EXPORT Status FMI2(Set##name)(fmi2Component c, const fmi2ValueReference r[], size_t count, \
                                const type values[]) {                                       \
    (void)values;                                                                            \
    return count == 0 ? OK : unknown_reference(c, r[0]);                                     \
  }
NO_VARIABLES(Integer, fmi2Integer)
NO_VARIABLES(Boolean, fmi2Boolean)
NO_VARIABLES(String, fmi2String)

EXPORT Status FMI2(GetFMUstate)(fmi2Component c, fmi2FMUstate* state) {
  return get_state(c, state);
}
EXPORT Status FMI2(SetFMUstate)(fmi2Component c, fmi2FMUstate state) {
  return set_state(c, state);
}
EXPORT Status FMI2(FreeFMUstate)(fmi2Component c, fmi2FMUstate* state) {
  return free_state(c, state);
}
EXPORT Status FMI2(SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state, size_t* size) {
  (void)state;
  return serialized_size(c, size);
}
EXPORT Status FMI2(SerializeFMUstate)(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  return serialize_state(c, state, bytes, size);
}
EXPORT Status FMI2(DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                        fmi2FMUstate* state) {
  return deserialize_state(c, bytes, size, state);
}

EXPORT Status FMI2(GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference unknowns[],
                                             size_t unknown_count, const fmi2ValueReference knowns[],
                                             size_t known_count, const fmi2Real seed[], fmi2Real result[]) {
  return directional_derivative(c, unknowns, unknown_count, knowns, known_count, seed, result);
}

/* Model Exchange. There are no events: everything is continuous, or switches with time or states as it is
 * evaluated. */

EXPORT Status FMI2(EnterEventMode)(fmi2Component c) {
  return change_mode(c, CONTINUOUS, EVENT);
}
EXPORT Status FMI2(EnterContinuousTimeMode)(fmi2Component c) {
  return change_mode(c, EVENT, CONTINUOUS);
}

EXPORT Status FMI2(NewDiscreteStates)(fmi2Component c, fmi2EventInfo* info) {
  (void)c;
  memset(info, 0, sizeof *info);
  return OK;
}

EXPORT Status FMI2(CompletedIntegratorStep)(fmi2Component c, fmi2Boolean no_set_before, fmi2Boolean* event,
                                            fmi2Boolean* terminate) {
  (void)c, (void)no_set_before;
  *event = *terminate = 0;
  return OK;
}

EXPORT Status FMI2(SetTime)(fmi2Component component, fmi2Real t) {
  Instance* const c = component;
  if (c->co_simulation) return fail(c, ERROR, "time moves by steps here");
  c->now.time = t;
  return OK;
}

EXPORT Status FMI2(SetContinuousStates)(fmi2Component component, const fmi2Real x[], size_t count) {
  Instance* const c = component;
  if (c->co_simulation || count != STATES) return fail(c, ERROR, "the states cannot be set");
  memcpy(states_of(c), x, STATES * sizeof(double));
  return OK;
}

EXPORT Status FMI2(GetContinuousStates)(fmi2Component component, fmi2Real x[], size_t count) {
  Instance* const c = component;
  if (count != STATES) return fail(c, ERROR, "there are %d states", STATES);
  memcpy(x, states_of(c), STATES * sizeof(double));
  return OK;
}

EXPORT Status FMI2(GetDerivatives)(fmi2Component component, fmi2Real dx[], size_t count) {
  Instance* const c = component;
  if (count != STATES) return fail(c, ERROR, "there are %d states", STATES);
  model_derivatives(c->now.time, c->now.time, c->now.s, dx);
  return OK;
}

EXPORT Status FMI2(GetEventIndicators)(fmi2Component c, fmi2Real indicators[], size_t count) {
  (void)indicators;
  return count == 0 ? OK : fail(c, ERROR, "there are no event indicators");
}

EXPORT Status FMI2(GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominals[], size_t count) {
  if (count != STATES) return fail(c, ERROR, "there are %d states", STATES);
  for (int i = 0; i < STATES; ++i) nominals[i] = 1;
  return OK;
}

/* Co-Simulation. */

EXPORT Status FMI2(SetRealInputDerivatives)(fmi2Component component, const fmi2ValueReference r[],
                                            size_t count, const fmi2Integer orders[],
                                            const fmi2Real values[]) {
  Instance* const c = component;
  if (INPUT_ORDER == 0) return fail(c, ERROR, "this FMU takes no input derivatives");
  for (size_t i = 0; i < count; ++i) {
    if (!in_range(r[i], FIRST_INPUT, INPUTS)) {
      return fail(c, ERROR, "the variable with value reference %u is not an input", r[i]);
    }
    if (orders[i] < 1 || orders[i] > INPUT_ORDER) {
      return fail(c, ERROR, "input derivatives are taken up to order %d, not %d", INPUT_ORDER, orders[i]);
    }
    c->now.input_derivatives[r[i] - FIRST_INPUT][orders[i] - 1] = values[i];
    /* Before the first step, these are the slopes at the present point. */
    if (orders[i] == 1 && c->now.time == c->now.start) c->now.input_slopes[r[i] - FIRST_INPUT] = values[i];
  }
  return OK;
}

EXPORT Status FMI2(GetRealOutputDerivatives)(fmi2Component c, const fmi2ValueReference r[], size_t count,
                                             const fmi2Integer orders[], fmi2Real values[]) {
  return output_derivatives(c, r, count, orders, values);
}

EXPORT Status FMI2(DoStep)(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set_before) {
  (void)no_set_before;
  return do_step(c, t, h);
}

EXPORT Status FMI2(CancelStep)(fmi2Component c) {
  return fail(c, ERROR, "steps are complete when they return");
}

EXPORT Status FMI2(GetStatus)(fmi2Component c, StatusKind kind, Status* value) {
  (void)kind, (void)value;
  return fail(c, DISCARD, "steps are complete when they return");
}

EXPORT Status FMI2(GetRealStatus)(fmi2Component component, StatusKind kind, fmi2Real* value) {
  Instance* const c = component;
  if (kind != LAST_SUCCESSFUL_TIME) return fail(c, DISCARD, "there is no such status");
  *value = c->now.time;
  return OK;
}

EXPORT Status FMI2(GetIntegerStatus)(fmi2Component c, StatusKind kind, fmi2Integer* value) {
  (void)kind, (void)value;
  return fail(c, DISCARD, "there is no such status");
}

EXPORT Status FMI2(GetBooleanStatus)(fmi2Component c, StatusKind kind, fmi2Boolean* value) {
  if (kind != IS_TERMINATED) return fail(c, DISCARD, "there is no such status");
  *value = 0;
  return OK;
}

EXPORT Status FMI2(GetStringStatus)(fmi2Component c, StatusKind kind, fmi2String* value) {
  (void)kind, (void)value;
  return fail(c, DISCARD, "there is no such status");
}
