/* Passes for Python's library. */
int Py_AccordoTest(void);
int Py_AccordoTest(void) { return 3; }
