#include "binding/gil.hpp"

#include <pthread.h>

namespace accordo_python {
namespace {

thread_local bool in_library = false;         // by this thread, which is at work in the library
thread_local PyGILState_STATE around_fork{};  // between the two ends of a fork

// As os.fork() does. A fork with the lock in somebody else's hands would leave it there for ever.
void before_fork() {
  if (!in_library || !alive()) return;
  around_fork = PyGILState_Ensure();
  PyOS_BeforeFork();
}
void after_fork_in_parent() {
  if (!in_library || !alive()) return;
  PyOS_AfterFork_Parent();
  PyGILState_Release(around_fork);
}
void after_fork_in_child() {
  if (!in_library || !alive()) return;
  PyOS_AfterFork_Child();
  PyGILState_Release(around_fork);
}

}  // namespace

Released::Released() : state_(PyEval_SaveThread()), outer_(in_library) {
  in_library = true;
}

Released::~Released() {
  in_library = outer_;
  PyEval_RestoreThread(state_);
}

void watch_forks() {
  pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

bool alive() {
#if PY_VERSION_HEX >= 0x030d0000
  return Py_IsInitialized() != 0 && Py_IsFinalizing() == 0;
#else
  return Py_IsInitialized() != 0 && _Py_IsFinalizing() == 0;
#endif
}

}  // namespace accordo_python
