/* Restores and frees the state of a whole FMU, a copy of its memory; included after Fmu, with the names of FMI 2
   unless others are defined. */
#ifndef SET_STATE
#define SET_STATE fmi2SetFMUstate
#define FREE_STATE fmi2FreeFMUstate
#endif

int SET_STATE(void* c, void* state) {
  memcpy(c, state, sizeof(Fmu));
  return 0;
}
int FREE_STATE(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return 0;
}
