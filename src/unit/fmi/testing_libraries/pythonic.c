/* Calls Python without being linked with it, as PythonFMU's libraries do. */
int Py_AccordoTest(void);
int accordo_test_pythonic(void) { return Py_AccordoTest(); }
