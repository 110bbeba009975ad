/* The functions of FMI 3.0 that do something here. */

static void host_log(Instance* c, Status status, const char* message) {
  if (c->host.log == NULL) return;
  c->host.log(c->host.environment, status, status == DISCARD ? "logStatusDiscard" : "logStatusError",
              message);
}

/* From one mode to the next. */
static Status change_mode(fmi3Instance instance, Mode from, Mode to) {
  Instance* const c = instance;
  if (c->now.mode != from) return fail(c, ERROR, "this function cannot be called now");
  c->now.mode = to;
  return OK;
}

/* Inside a step: the importer sets the inputs for time t. */
static void intermediate_update(Instance* c, double t, int finished) {
  fmi3Boolean early_return = false;
  double early_return_time = t;
  c->now.mode = INTERMEDIATE;
  c->now.time = t;
  c->host.update(c->host.environment, t, true, false, finished != 0, false, &early_return,
                 &early_return_time);
  c->now.time = c->before.time;
  c->now.mode = STEP;
}

EXPORT const char* FMI3(GetVersion)(void) {
  return "3.0";
}

EXPORT Status FMI3(SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t count,
                                    const fmi3String categories[]) {
  (void)c, (void)on, (void)count, (void)categories; /* only errors are logged, and they always are */
  return OK;
}

/* An instance, or null with the reason logged. */
static Instance* instantiate(fmi3String name, fmi3String token, int co_simulation, Host host) {
  Instance* const c = create(name, co_simulation);
  if (c == NULL) return NULL;
  c->host = host;
  const int known = co_simulation ? HAS_CO_SIMULATION : HAS_MODEL_EXCHANGE;
  if (known && token != NULL && strcmp(token, MODEL_TOKEN) == 0) return c;
  fail(c, ERROR,
       known ? "the token is not that of this FMU" : "this FMU is not made for this kind of simulation");
  destroy(c);
  return NULL;
}

EXPORT fmi3Instance FMI3(InstantiateModelExchange)(fmi3String name, fmi3String token, fmi3String resources,
                                                   fmi3Boolean visible, fmi3Boolean logging,
                                                   void* environment, LogMessage log) {
  (void)resources, (void)visible, (void)logging;
  return instantiate(name, token, 0, (Host){log, NULL, environment});
}

EXPORT fmi3Instance FMI3(InstantiateCoSimulation)(fmi3String name, fmi3String token, fmi3String resources,
                                                  fmi3Boolean visible, fmi3Boolean logging,
                                                  fmi3Boolean event_mode, fmi3Boolean early_return,
                                                  const fmi3ValueReference intermediate[],
                                                  size_t intermediate_count, void* environment,
                                                  LogMessage log, IntermediateUpdate update) {
  (void)resources, (void)visible, (void)logging, (void)early_return;
  Instance* const c = instantiate(name, token, 1, (Host){log, update, environment});
  if (c == NULL) return NULL;
  if (event_mode) {
    fail(c, ERROR, "this FMU has no event mode");
    destroy(c);
    return NULL;
  }
  for (size_t i = 0; i < intermediate_count; ++i) {
    const int input = in_range(intermediate[i], FIRST_INPUT, INPUTS);
    if (input && update != NULL && INPUT_ORDER > 0) c->ask_inputs = intermediate_update;
  }
  return c;
}

EXPORT void FMI3(FreeInstance)(fmi3Instance c) {
  destroy(c);
}

EXPORT Status FMI3(EnterInitializationMode)(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                            fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
  const Status status = enter_initialization(c, has_tolerance, tolerance, start, has_stop, stop);
  return status == OK ? change_mode(c, INSTANTIATED, INITIALIZATION) : status;
}
EXPORT Status FMI3(ExitInitializationMode)(fmi3Instance c) {
  return change_mode(c, INITIALIZATION, ((Instance*)c)->co_simulation ? STEP : EVENT);
}
EXPORT Status FMI3(EnterEventMode)(fmi3Instance c) {
  return change_mode(c, CONTINUOUS, EVENT);
}
EXPORT Status FMI3(Terminate)(fmi3Instance c) {
  ((Instance*)c)->now.mode = TERMINATED;
  return OK;
}
EXPORT Status FMI3(Reset)(fmi3Instance c) {
  reset(c);
  return OK;
}

EXPORT Status FMI3(GetFloat64)(fmi3Instance instance, const fmi3ValueReference r[], size_t count,
                               fmi3Float64 values[], size_t value_count) {
  Instance* const c = instance;
  if (value_count != count) return fail(c, ERROR, "all variables are scalars");
  return get_values(c, r, count, values);
}
EXPORT Status FMI3(SetFloat64)(fmi3Instance instance, const fmi3ValueReference r[], size_t count,
                               const fmi3Float64 values[], size_t value_count) {
  Instance* const c = instance;
  if (value_count != count) return fail(c, ERROR, "all variables are scalars");
  return set_values(c, r, count, values);
}

EXPORT Status FMI3(GetFMUState)(fmi3Instance c, fmi3FMUState* state) {
  return get_state(c, state);
}
EXPORT Status FMI3(SetFMUState)(fmi3Instance c, fmi3FMUState state) {
  return set_state(c, state);
}
EXPORT Status FMI3(FreeFMUState)(fmi3Instance c, fmi3FMUState* state) {
  return free_state(c, state);
}
EXPORT Status FMI3(SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState state, size_t* size) {
  (void)state;
  return serialized_size(c, size);
}
EXPORT Status FMI3(SerializeFMUState)(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  return serialize_state(c, state, bytes, size);
}
EXPORT Status FMI3(DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                        fmi3FMUState* state) {
  return deserialize_state(c, bytes, size, state);
}

EXPORT Status FMI3(GetDirectionalDerivative)(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                             size_t unknown_count, const fmi3ValueReference knowns[],
                                             size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                             fmi3Float64 result[], size_t result_count) {
  Instance* const c = instance;
  if (seed_count != known_count || result_count != unknown_count)
    return fail(c, ERROR, "all variables are scalars");
  return directional_derivative(c, unknowns, unknown_count, knowns, known_count, seed, result);
}

/* result <- seed times the partial derivatives: directional_derivative() from the other side. */
static Status adjoint_derivative(Instance* c, const unsigned* unknowns, size_t unknown_count,
                                 const unsigned* knowns, size_t known_count, const double* seed,
                                 double* result) {
  const Status status = check_sensitivity(c, unknowns, unknown_count, knowns, known_count);
  if (status != OK) return status;
  double rows[ROWS + 1] = {0}, columns[COLUMNS] = {0};
  for (size_t i = 0; i < unknown_count; ++i) {
    if (is_state(unknowns[i])) {
      columns[column_of(unknowns[i])] += seed[i];
    } else {
      rows[row_of(unknowns[i])] += seed[i];
    }
  }
  model_partials(c->now.time, c->now.time, c->now.s, c->partial_values);
  for (int p = 0; p < PARTIALS; ++p)
    columns[partials[p].column] += c->partial_values[p] * rows[partials[p].row];
  for (size_t j = 0; j < known_count; ++j) result[j] = columns[column_of(knowns[j])];
  return OK;
}

EXPORT Status FMI3(GetAdjointDerivative)(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                         size_t unknown_count, const fmi3ValueReference knowns[],
                                         size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                         fmi3Float64 result[], size_t result_count) {
  Instance* const c = instance;
  if (seed_count != unknown_count || result_count != known_count)
    return fail(c, ERROR, "all variables are scalars");
  return adjoint_derivative(c, unknowns, unknown_count, knowns, known_count, seed, result);
}

/* Model Exchange. There are no events: everything is continuous, or switches with time or states as it is
 * evaluated. */

EXPORT Status FMI3(EnterContinuousTimeMode)(fmi3Instance c) {
  return change_mode(c, EVENT, CONTINUOUS);
}

EXPORT Status FMI3(UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean* again, fmi3Boolean* terminate,
                                         fmi3Boolean* nominals_changed, fmi3Boolean* values_changed,
                                         fmi3Boolean* next_event_defined, fmi3Float64* next_event) {
  (void)c;
  *again = *terminate = *nominals_changed = *values_changed = *next_event_defined = false;
  *next_event = 0;
  return OK;
}

EXPORT Status FMI3(CompletedIntegratorStep)(fmi3Instance c, fmi3Boolean no_set_before, fmi3Boolean* event,
                                            fmi3Boolean* terminate) {
  (void)c, (void)no_set_before;
  *event = *terminate = false;
  return OK;
}

EXPORT Status FMI3(SetTime)(fmi3Instance instance, fmi3Float64 t) {
  Instance* const c = instance;
  if (c->co_simulation) return fail(c, ERROR, "time moves by steps here");
  c->now.time = t;
  return OK;
}

EXPORT Status FMI3(SetContinuousStates)(fmi3Instance instance, const fmi3Float64 x[], size_t count) {
  Instance* const c = instance;
  if (c->co_simulation || count != STATES) return fail(c, ERROR, "the states cannot be set");
  memcpy(states_of(c), x, STATES * sizeof(double));
  return OK;
}

EXPORT Status FMI3(GetContinuousStates)(fmi3Instance instance, fmi3Float64 x[], size_t count) {
  Instance* const c = instance;
  if (count != STATES) return fail(c, ERROR, "there are %d states", STATES);
  memcpy(x, states_of(c), STATES * sizeof(double));
  return OK;
}

EXPORT Status FMI3(GetContinuousStateDerivatives)(fmi3Instance instance, fmi3Float64 dx[], size_t count) {
  Instance* const c = instance;
  if (count != STATES) return fail(c, ERROR, "there are %d states", STATES);
  model_derivatives(c->now.time, c->now.time, c->now.s, dx);
  return OK;
}

EXPORT Status FMI3(GetEventIndicators)(fmi3Instance c, fmi3Float64 indicators[], size_t count) {
  (void)indicators;
  return count == 0 ? OK : fail(c, ERROR, "there are no event indicators");
}

EXPORT Status FMI3(GetNominalsOfContinuousStates)(fmi3Instance c, fmi3Float64 nominals[], size_t count) {
  if (count != STATES) return fail(c, ERROR, "there are %d states", STATES);
  for (int i = 0; i < STATES; ++i) nominals[i] = 1;
  return OK;
}

EXPORT Status FMI3(GetNumberOfEventIndicators)(fmi3Instance c, size_t* count) {
  (void)c;
  *count = 0;
  return OK;
}

EXPORT Status FMI3(GetNumberOfContinuousStates)(fmi3Instance c, size_t* count) {
  (void)c;
  *count = STATES;
  return OK;
}

/* Co-Simulation. */

EXPORT Status FMI3(EnterStepMode)(fmi3Instance c) {
  return fail(c, ERROR, "this FMU has no event mode to leave");
}

EXPORT Status FMI3(GetOutputDerivatives)(fmi3Instance instance, const fmi3ValueReference r[], size_t count,
                                         const int32_t orders[], fmi3Float64 values[], size_t value_count) {
  Instance* const c = instance;
  if (value_count != count) return fail(c, ERROR, "all variables are scalars");
  return output_derivatives(c, r, count, orders, values);
}

EXPORT Status FMI3(DoStep)(fmi3Instance instance, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set_before,
                           fmi3Boolean* event_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,
                           fmi3Float64* last_successful_time) {
  (void)no_set_before;
  Instance* const c = instance;
  *event_needed = *terminate = *early_return = false;
  const Status status = do_step(c, t, h);
  *last_successful_time = c->now.time;
  return status;
}
