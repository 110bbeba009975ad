"""Runs: settings, interrupts, steps by hand, several at once, and what wrong arguments are told."""

import contextlib
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import accordo as ac
from conftest import mass_in_python, masses_with, two_masses
from test_units import Accumulator, decay


def test_stepping_by_hand_is_a_run(masses):
    whole = ac.run(masses, stop=2, tolerance=1e-4)
    with ac.open(masses, stop=2, tolerance=1e-4) as run:
        assert run.time == 0 and run["left.x"] == -1
        run.advance_to(2)
        assert np.array_equal(run.result()["left.x"], whole["left.x"])
    with pytest.raises(ValueError, match="closed"):
        run.advance_to(2)


def test_snapshots(masses):
    with ac.open(masses, stop=2, tolerance=1e-6) as run:
        run.advance_to(0.5)
        state, x = run.save(), run["left.x"]
        assert state.time == 0.5
        run.set("right.push", 1e5)
        run.advance_to(1)
        pushed = run["left.x"]
        run.restore(state)
        assert run.time == 0.5 and run["left.x"] == x
        run.set("right.push", 1e5)
        run.advance_to(1)
        assert run["left.x"] == pytest.approx(pushed, abs=1e-5)
        with pytest.raises(ac.ScenarioError, match="not-free"):
            run.set("left.F", 1)


def test_a_function_can_be_saved_an_object_without_states_cannot():
    with ac.open(masses_with(mass_in_python()), stop=1) as run:
        run.advance_to(0.2)
        run.restore(run.save())
    with ac.open(decay(Accumulator()), stop=1, step=0.1) as run, pytest.raises(ac.ScenarioError, match="'integral'"):
        run.save()


def test_an_object_is_for_one_run_at_a_time():
    system = decay(Accumulator())
    with ac.open(system, stop=1, step=0.1):
        with pytest.raises(ValueError, match="unit 'integral' is in use"):
            ac.run(system, stop=1, step=0.1)
        assert ac.run(system.copy(), stop=1, step=0.1).done
    assert ac.run(system, stop=1, step=0.1).done


def test_runs_in_threads_do_not_disturb_each_other():
    system, expected = masses_with(mass_in_python()), None
    with ThreadPoolExecutor(4) as pool:
        for r in pool.map(lambda _: ac.run(system, stop=0.3, tolerance=1e-4), range(8)):
            expected = r["left.x"] if expected is None else expected
            assert np.array_equal(r["left.x"], expected)


def test_other_threads_go_on_during_a_run(masses):
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    ac.run(masses, stop=60, step=1e-3, method="jacobi", dense=False)
    over.set()
    thread.join()
    assert len(ticks) > 3


def test_forked_processes_run(masses):
    expected = ac.run(masses, stop=0.2)["left.x"]
    ac.run(masses_with(mass_in_python()), stop=0.05, isolate=True, step=0.01)
    child = os.fork()
    if child == 0:
        same = np.array_equal(ac.run(masses, stop=0.2)["left.x"], expected)
        same = same and ac.run(masses_with(mass_in_python()), stop=0.05).done
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_keyboard_interrupt_returns_the_rows(masses):
    long = {"stop": 1e9, "step": 1e-3, "method": "jacobi", "dense": False}
    for system in (masses, masses_with(mass_in_python())):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        r = ac.run(system, **long)
        assert r.status == "interrupted" and not r.done and r.failure is None and len(r) > 10


def test_interrupts_within_a_unit():
    def slow(t, x, u):
        for _ in range(1000):
            time.sleep(0.01)
        return {"x": 1.0}

    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    r = ac.run(ac.System().add("slow", ac.unit(states={"x": 0.0})(slow)), stop=1, step=0.1, method="jacobi")
    assert r.status == "interrupted" and r.failure is None


def test_progress_is_told_and_may_raise(masses):
    times = []
    with pytest.warns(ac.RunFailed, match="budget"):
        ac.run(masses, stop=1e9, max_seconds=0.4, step=1e-3, method="jacobi", progress=times.append, dense=False)
    assert times == sorted(times) and times

    def stop(t):
        raise LookupError("that will do")

    with pytest.raises(LookupError, match="that will do"):
        ac.run(masses, stop=1e9, step=1e-3, method="jacobi", progress=stop, dense=False)


def test_a_process_ends_in_order_whatever_is_left(tmp_path):
    script = tmp_path / "left_over.py"
    script.write_text("""
import accordo as ac
from conftest import mass_in_python, masses_with
system = masses_with(mass_in_python())
run = ac.open(system, stop=1)
run.advance_to(0.1)
state, result = run.save(), run.result()
x = result["left.x"]
system.me = system
""")
    folders = [os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    subprocess.run([sys.executable, script], check=True, env=environment)


WRONG = [
    (lambda s: ac.run(s, stop="2"), TypeError, "stop: '2' is of type str; give a number"),
    (lambda s: ac.run(s, stop=1, tolerence=1e-4), TypeError, "no argument 'tolerence'; did you mean 'tolerance'?"),
    (lambda s: ac.run(s, stop=1, tolerance=-1), ac.ScenarioError, "tolerance must be greater than 0, not -1"),
    (lambda s: ac.run(s, stop=1, method="jacoby"), ac.ScenarioError, "jacoby.*\n.*jacobi"),
    (lambda s: ac.run(s, stop=1, threads="many"), ValueError, "threads: 'many'.*'auto'"),
    (lambda s: ac.run(s, stop=1, max_steps=1.5), TypeError, "max_steps: 1.5.*whole number"),
    (lambda s: ac.run(s, stop=1, record=["left.z"]), ac.ScenarioError, "left.*no variable 'z'"),
    (lambda s: ac.run(s, stop=1, options=[1]), TypeError, r"options: \[1\].*dict"),
    (lambda s: ac.run(s, stop=1, progress=3), TypeError, "progress: 3"),
    (lambda s: ac.run(3, stop=1), TypeError, "system: 3 is of type int; give an accordo.System"),
    (lambda s: ac.run("none.yaml", stop=1), ac.ScenarioError, "none.yaml"),
    (lambda s: s.add("left", ac.Equations()), ValueError, "there is a unit called 'left'"),
    (lambda s: s.add("a", lambda t, x, u: 0), TypeError, "decorate the function with accordo.unit"),
    (lambda s: s.connect(3), TypeError, "connection: 3"),
    (lambda s: s.set("leftt.m", 3), ValueError, "no unit 'leftt'; did you mean 'left'?"),
    (lambda s: s.set("left.m", "x"), TypeError, "left.m: 'x'"),
    (lambda s: s.event(None), TypeError, "t: None"),
    (lambda s: ac.Fmu("a.fmu", kind="me"), ValueError, "kind: 'me'.*model-exchange"),
    (lambda s: ac.Equations(states={"x": "one"}), TypeError, r"states\['x'\]: 'one'"),
    (lambda s: ac.Equations(der="x"), TypeError, "der: 'x'"),
    (lambda s: ac.unit(states={"x": 1}, feedthrough={"x": ["q"]})(lambda t, x, u: x), ValueError, "no input 'q'"),
    (lambda s: ac.unit(jac=3)(lambda t, x, u: x), TypeError, "jac: 3"),
    (lambda s: ac.open(s, stop=1).restore(3), TypeError, "snapshot: 3"),
    (lambda s: ac.open(s, stop=1).advance_to("1"), TypeError, "t: '1'"),
    (lambda s: ac.open(s, stop=1)["left.z"], ac.ScenarioError, "left.*'z'"),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_wrong_arguments_are_named(case):
    call, kind, message = WRONG[case]
    with pytest.raises(kind) as caught:
        call(two_masses())
    assert re.search(message, str(caught.value)), str(caught.value)


def test_all_problems_come_at_once():
    system = ac.System().add("a", ac.Equations(states={"x": 0}, der={"x": "-y"}))
    system.connect("a.z -> b.u", "c -> d")
    with pytest.raises(ac.ScenarioError) as caught:
        ac.run(system, tolerance=-1)
    problems = caught.value.problems
    assert len(problems) >= 3 and all(p.id and p.message for p in problems)
    assert all(p.message in str(caught.value) for p in problems)


def _memory():
    """Of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_runs_leave_no_memory_behind():
    bad = ac.System().add("bad", ac.unit(states={"x": 0.0})(lambda t, x, u: 1 / 0))
    python = masses_with(mass_in_python())

    def runs():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ac.RunFailed)
            ac.run(bad, stop=1, step=0.1, method="jacobi")
        r = ac.run(python, stop=0.01)
        r.at(0.005, "left.x")
        with ac.open(python, stop=0.01) as run:
            run.restore(run.save())
        with contextlib.suppress(ac.UnitError), ac.open(bad, stop=1, step=0.1, method="jacobi") as run:
            run.advance_to(1)

    for _ in range(100):
        runs()
    gc.collect()  # failed runs and their tracebacks refer to each other
    before = _memory()
    for _ in range(1000):
        runs()
    gc.collect()
    assert _memory() - before < 1000 * 1024, "less than a kilobyte per run"
