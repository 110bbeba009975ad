/* One instance of the model: its state, its variables, and what they are at the present point. Knows nothing
 * of the version of FMI; `Host` and `Status` come from it. */

/* Value references: time, then parameters, inputs, outputs, states and derivatives. */
enum {
  SYMBOLS = PARAMETERS + STATES + INPUTS, /* the array s of model.c */
  FIRST_PARAMETER = 1,
  FIRST_INPUT = FIRST_PARAMETER + PARAMETERS,
  FIRST_OUTPUT = FIRST_INPUT + INPUTS,
  FIRST_STATE = FIRST_OUTPUT + OUTPUTS,
  FIRST_DERIVATIVE = FIRST_STATE + STATES,
  REFERENCES = FIRST_DERIVATIVE + STATES,
  COLUMNS = STATES + INPUTS + 1, /* of the partial derivatives: states, inputs, time */
  ROWS = STATES + OUTPUTS,       /* of the partial derivatives: derivatives, outputs */
  MOST_DERIVATIVES = 3           /* of an input */
};

typedef enum { INSTANTIATED, INITIALIZATION, EVENT, CONTINUOUS, STEP, INTERMEDIATE, TERMINATED } Mode;

/* All that a step changes: what is saved and restored. Plain numbers, one more where an array may be empty.
 */
typedef struct {
  double time, start, stop, tolerance;
  double s[SYMBOLS + 1];                                  /* parameters, states, inputs */
  double input_derivatives[INPUTS + 1][MOST_DERIVATIVES]; /* for the coming step, at its start */
  double input_slopes[INPUTS + 1];                        /* at the end of the last step */
  double internal_step;                                   /* length of the next one; 0: not known yet */
  double fixed_step; /* length of the first step, where all must be alike; 0: none made yet */
  Mode mode;
} State;

typedef struct Instance {
  State now;
  State before; /* the start of the present step, to return to when it fails */
  int co_simulation;
  char* name;
  Host host;
  /* Lets the importer set inputs for a time inside a step; null where it does not. */
  void (*ask_inputs)(struct Instance*, double t, int finished);
  /* Working memory. */
  double work[SYMBOLS + 1], x[STATES + 1], x_new[STATES + 1], k[7][STATES + 1];
  double partial_values[PARTIALS + 1];
  double first_switch, last_switch; /* what switches on time sees times in between */
} Instance;

static void host_log(Instance* c, Status status, const char* message);

/* Tells the importer what is wrong, and passes the status on. */
static Status fail(Instance* c, Status status, const char* format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  host_log(c, status, message);
  return status;
}

static double* states_of(Instance* c) {
  return c->now.s + PARAMETERS;
}
static double* inputs_of(Instance* c) {
  return c->now.s + PARAMETERS + STATES;
}

/* Parameters and initial states that are given in terms of other parameters. */
static void recalculate(Instance* c) {
  double values[CALCULATED + 1];
  model_calculate(0, 0, c->now.s, values);
  for (int i = 0; i < CALCULATED; ++i) c->now.s[calculated[i]] = values[i];
}

static void reset(Instance* c) {
  memset(&c->now, 0, sizeof c->now);
  memcpy(c->now.s, start_values, SYMBOLS * sizeof(double));
  c->now.stop = HUGE_VAL;
  c->now.tolerance = 1e-10;
  c->now.mode = INSTANTIATED;
  recalculate(c);
}

static Instance* create(const char* name, int co_simulation) {
  Instance* const c = calloc(1, sizeof(Instance));
  if (c == NULL) return NULL;
  const size_t length = strlen(name == NULL ? "" : name) + 1;
  c->name = calloc(length, 1);
  if (c->name == NULL) {
    free(c);
    return NULL;
  }
  if (name != NULL) memcpy(c->name, name, length);
  c->co_simulation = co_simulation;
  reset(c);
  return c;
}

static void destroy(Instance* c) {
  if (c == NULL) return;
  free(c->name);
  free(c);
}

/* As accurate as a unit inside Accordo: a hundred times as fine as what is asked for, and at least 1e-8. */
static Status enter_initialization(Instance* c, int has_tolerance, double tolerance, double start,
                                   int has_stop, double stop) {
  if (c->now.mode != INSTANTIATED) return fail(c, ERROR, "initialization must come first, and once");
  if (has_tolerance && tolerance > 0) c->now.tolerance = fmax(1e-14, fmin(1e-8, tolerance / 100));
  c->now.time = c->now.start = start;
  c->now.stop = has_stop ? stop : HUGE_VAL;
  return OK;
}

static int is_calculated(int symbol) {
  for (int i = 0; i < CALCULATED; ++i) {
    if (calculated[i] == symbol) return 1;
  }
  return 0;
}

static int in_range(unsigned reference, int first, int count) {
  return reference >= (unsigned)first && reference - (unsigned)first < (unsigned)count;
}

static Status unknown_reference(Instance* c, unsigned reference) {
  return fail(c, ERROR, "there is no variable with value reference %u", reference);
}

static Status get_values(Instance* c, const unsigned* references, size_t count, double* values) {
  double y[OUTPUTS + 1], dx[STATES + 1];
  int has_y = 0, has_dx = 0;
  const double t = c->now.time;
  for (size_t i = 0; i < count; ++i) {
    const unsigned r = references[i];
    if (in_range(r, FIRST_OUTPUT, OUTPUTS)) {
      if (!has_y) model_outputs(t, t, c->now.s, y);
      has_y = 1;
      values[i] = y[r - FIRST_OUTPUT];
    } else if (in_range(r, FIRST_DERIVATIVE, STATES)) {
      if (!has_dx) model_derivatives(t, t, c->now.s, dx);
      has_dx = 1;
      values[i] = dx[r - FIRST_DERIVATIVE];
    } else if (in_range(r, FIRST_PARAMETER, PARAMETERS)) {
      values[i] = c->now.s[r - FIRST_PARAMETER];
    } else if (in_range(r, FIRST_INPUT, INPUTS)) {
      values[i] = inputs_of(c)[r - FIRST_INPUT];
    } else if (in_range(r, FIRST_STATE, STATES)) {
      values[i] = states_of(c)[r - FIRST_STATE];
    } else if (r == 0) {
      values[i] = t;
    } else {
      return unknown_reference(c, r);
    }
  }
  return OK;
}

/* Where in s the variable stands if it may be set now; null if not. */
static double* settable(Instance* c, unsigned reference) {
  const Mode mode = c->now.mode;
  const int before_run = mode == INSTANTIATED || mode == INITIALIZATION;
  if (in_range(reference, FIRST_INPUT, INPUTS) && mode != TERMINATED) {
    return inputs_of(c) + (reference - FIRST_INPUT);
  }
  if (in_range(reference, FIRST_PARAMETER, PARAMETERS)) {
    const int symbol = (int)reference - FIRST_PARAMETER;
    return before_run && !is_calculated(symbol) ? c->now.s + symbol : NULL;
  }
  if (in_range(reference, FIRST_STATE, STATES)) {
    const int symbol = (int)reference - FIRST_STATE + PARAMETERS;
    const int given = before_run && !is_calculated(symbol);
    const int by_solver = !c->co_simulation && (mode == EVENT || mode == CONTINUOUS);
    return given || by_solver ? c->now.s + symbol : NULL;
  }
  return NULL;
}

static Status set_values(Instance* c, const unsigned* references, size_t count, const double* values) {
  for (size_t i = 0; i < count; ++i) {
    double* const place = settable(c, references[i]);
    if (references[i] >= REFERENCES) return unknown_reference(c, references[i]);
    if (place == NULL) {
      return fail(c, ERROR, "the variable with value reference %u cannot be set (now)", references[i]);
    }
    *place = values[i];
  }
  if (c->now.mode == INSTANTIATED || c->now.mode == INITIALIZATION) recalculate(c);
  return OK;
}

/* Rows and columns of the partial derivatives; -1 where a variable is none. */
static int row_of(unsigned reference) {
  if (in_range(reference, FIRST_DERIVATIVE, STATES)) return (int)reference - FIRST_DERIVATIVE;
  if (in_range(reference, FIRST_OUTPUT, OUTPUTS)) return (int)reference - FIRST_OUTPUT + STATES;
  return -1;
}

static int column_of(unsigned reference) {
  if (in_range(reference, FIRST_STATE, STATES)) return (int)reference - FIRST_STATE;
  if (in_range(reference, FIRST_INPUT, INPUTS)) return (int)reference - FIRST_INPUT + STATES;
  return reference == 0 ? COLUMNS - 1 : -1;
}

/* An output may be a state, which is its own derivative's direction. */
static int is_state(unsigned reference) {
  return in_range(reference, FIRST_STATE, STATES);
}

static Status check_sensitivity(Instance* c, const unsigned* unknowns, size_t unknown_count,
                                const unsigned* knowns, size_t known_count) {
  if (!HAS_DIRECTIONAL_DERIVATIVES) return fail(c, ERROR, "this FMU has no directional derivatives");
  for (size_t i = 0; i < unknown_count; ++i) {
    if (row_of(unknowns[i]) < 0 && !is_state(unknowns[i])) {
      return fail(c, ERROR, "no derivatives of the variable with value reference %u", unknowns[i]);
    }
  }
  for (size_t j = 0; j < known_count; ++j) {
    if (column_of(knowns[j]) < 0) {
      return fail(c, ERROR, "no derivatives with respect to the variable with value reference %u", knowns[j]);
    }
  }
  return OK;
}

/* rows <- the partial derivatives at the present point, times a direction. */
static void multiply_partials(Instance* c, const double* direction, double* rows) {
  double* const values = c->partial_values;
  model_partials(c->now.time, c->now.time, c->now.s, values);
  for (int i = 0; i < ROWS; ++i) rows[i] = 0;
  for (int p = 0; p < PARTIALS; ++p) rows[partials[p].row] += values[p] * direction[partials[p].column];
}

static Status directional_derivative(Instance* c, const unsigned* unknowns, size_t unknown_count,
                                     const unsigned* knowns, size_t known_count, const double* seed,
                                     double* result) {
  const Status status = check_sensitivity(c, unknowns, unknown_count, knowns, known_count);
  if (status != OK) return status;
  double direction[COLUMNS] = {0}, rows[ROWS + 1];
  for (size_t j = 0; j < known_count; ++j) direction[column_of(knowns[j])] += seed[j];
  multiply_partials(c, direction, rows);
  for (size_t i = 0; i < unknown_count; ++i) {
    result[i] = is_state(unknowns[i]) ? direction[column_of(unknowns[i])] : rows[row_of(unknowns[i])];
  }
  return OK;
}

/* y' = g_t + C f + D u'. An output that is a state has the derivative f. */
static Status output_derivatives(Instance* c, const unsigned* references, size_t count, const int* orders,
                                 double* values) {
  if (!HAS_OUTPUT_DERIVATIVES) return fail(c, ERROR, "this FMU has no output derivatives");
  double direction[COLUMNS], rows[ROWS + 1];
  model_derivatives(c->now.time, c->now.time, c->now.s, direction);
  memcpy(direction + STATES, c->now.input_slopes, INPUTS * sizeof(double));
  direction[COLUMNS - 1] = 1;
  multiply_partials(c, direction, rows);
  for (size_t i = 0; i < count; ++i) {
    const int output = in_range(references[i], FIRST_OUTPUT, OUTPUTS);
    if (!output && !is_state(references[i])) {
      return fail(c, ERROR, "the variable with value reference %u is not an output", references[i]);
    }
    if (orders[i] != 1)
      return fail(c, ERROR, "output derivatives are there up to order 1, not %d", orders[i]);
    values[i] = output ? rows[row_of(references[i])] : direction[column_of(references[i])];
  }
  return OK;
}
