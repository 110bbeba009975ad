// A library with the least that FMI 2 Co-Simulation needs; the optional functions are missing.
extern "C" {
const char* fmi2GetVersion() {
  return "2.0";
}
void* fmi2Instantiate(const char*, int, const char*, const char*, const void*, int, int) {
  return nullptr;
}
void fmi2FreeInstance(void*) {}
int fmi2SetupExperiment(void*, int, double, double, int, double) {
  return 0;
}
int fmi2EnterInitializationMode(void*) {
  return 0;
}
int fmi2ExitInitializationMode(void*) {
  return 0;
}
int fmi2Terminate(void*) {
  return 0;
}
int fmi2GetReal(void*, const unsigned*, unsigned long n, double* values) {
  for (unsigned long i = 0; i < n; ++i) values[i] = 42;
  return 1;
}
int fmi2SetReal(void*, const unsigned*, unsigned long, const double*) {
  return 0;
}
int fmi2DoStep(void*, double, double, int) {
  return 2;
}
}
