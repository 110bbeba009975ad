/* Saving, restoring and serializing the state of an instance. */

/* As bytes: the token of the FMU, then the state as this machine holds it. */
enum { SERIALIZED_SIZE = sizeof MODEL_TOKEN + sizeof(State) };

static Status get_state(Instance* c, void** state) {
  if (!CAN_ROLL_BACK) return fail(c, ERROR, "this FMU cannot save its state");
  if (*state == NULL) *state = malloc(sizeof(State));
  if (*state == NULL) return fail(c, ERROR, "no memory for the state");
  memcpy(*state, &c->now, sizeof(State));
  return OK;
}

static Status set_state(Instance* c, const void* state) {
  if (!CAN_ROLL_BACK) return fail(c, ERROR, "this FMU cannot restore a state");
  if (state == NULL) return fail(c, ERROR, "there is no state to restore");
  memcpy(&c->now, state, sizeof(State));
  return OK;
}

static Status free_state(Instance* c, void** state) {
  if (!CAN_ROLL_BACK) return fail(c, ERROR, "this FMU has no saved states");
  if (state == NULL) return OK;
  free(*state);
  *state = NULL;
  return OK;
}

static Status serialized_size(Instance* c, size_t* size) {
  if (!CAN_SERIALIZE) return fail(c, ERROR, "this FMU cannot serialize its state");
  *size = SERIALIZED_SIZE;
  return OK;
}

static Status serialize_state(Instance* c, const void* state, void* bytes, size_t size) {
  if (!CAN_SERIALIZE) return fail(c, ERROR, "this FMU cannot serialize its state");
  if (state == NULL || size < SERIALIZED_SIZE) return fail(c, ERROR, "no state, or too few bytes for it");
  memcpy(bytes, MODEL_TOKEN, sizeof MODEL_TOKEN);
  memcpy((char*)bytes + sizeof MODEL_TOKEN, state, sizeof(State));
  return OK;
}

static Status deserialize_state(Instance* c, const void* bytes, size_t size, void** state) {
  if (!CAN_SERIALIZE) return fail(c, ERROR, "this FMU cannot serialize its state");
  if (size != SERIALIZED_SIZE || memcmp(bytes, MODEL_TOKEN, sizeof MODEL_TOKEN) != 0) {
    return fail(c, ERROR, "these bytes are not a state of this FMU");
  }
  if (*state == NULL) *state = malloc(sizeof(State));
  if (*state == NULL) return fail(c, ERROR, "no memory for the state");
  memcpy(*state, (const char*)bytes + sizeof MODEL_TOKEN, sizeof(State));
  return OK;
}
