// A library that another one needs, and that is not there when it is loaded.
extern "C" int accordo_test_dependency() {
  return 1;
}
