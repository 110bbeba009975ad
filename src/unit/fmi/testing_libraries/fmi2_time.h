/* Of FMUs of FMI 2 that know their time and want no events after steps; included after Fmu. */
void fmi2FreeInstance(void* c) {
  free(c);
}
int fmi2SetupExperiment(void* c, int with_tolerance, double tolerance, double start, int with_stop,
                        double stop) {
  (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  ((Fmu*)c)->time = start;
  return 0;
}
int fmi2CompletedIntegratorStep(void* c, int final, int* enter_event, int* terminate) {
  (void)c, (void) final;
  *enter_event = *terminate = 0;
  return 0;
}
int fmi2SetTime(void* c, double t) {
  ((Fmu*)c)->time = t;
  return 0;
}
