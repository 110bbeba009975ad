// A library that needs another one.
extern "C" int accordo_test_dependency();
extern "C" int fmi2Terminate(void*) {
  return accordo_test_dependency();
}
