"""Tests spread-tests.py: its report of tests that pass, fail, crash, hang or are skipped, and how it deals suites out."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).parent / "spread-tests.py"

# A fake test program: the name of each test says what it does.
PROGRAM = '''#!/usr/bin/python3
import json, os, re, signal, sys
tests = os.environ["TESTS"].split()
if "--list-tests" in sys.argv:
    print("\\n".join(tests))
    sys.exit()
values = lambda option: [b for a, b in zip(sys.argv, sys.argv[1:]) if a == option]
filters = values("--filter")
[path] = values("--event-stream-output-path")
stream = open(path, "a", buffering=1)
def tell(record, payload):
    stream.write(json.dumps({"kind": record, "payload": payload}, ensure_ascii=False) + "\\n")
def event(kind, test, *messages, **rest):
    messages = [{"symbol": symbol, "text": text} for symbol, text in messages]
    tell("event", dict(rest, kind=kind, testID=test, instant={"absolute": now}, messages=messages))
failed, now = False, 0
for test in tests:
    if filters and not any(re.search(regex, test) for regex in filters):
        continue
    if any(re.search(regex, test) for regex in values("--skip")):
        continue
    id = test + "/File.swift:1:2"
    tell("test", {"kind": "function", "id": id})
    if "skips" in test:
        event("testSkipped", id, ("skip", 'Test x() skipped: "a reason"'))
        continue
    event("testStarted", id)
    print("in", test, os.environ["DISPLAY"], os.environ["DBUS_SESSION_BUS_ADDRESS"] != "")
    if "lasts" in test:
        now += float(re.search("lasts([0-9.]+)", test)[1])
    if "crashes" in test:
        os.kill(os.getpid(), signal.SIGSEGV)
    fails = "fails" in test
    failed = failed or fails
    if fails:
        event("issueRecorded", id, ("fail", "one\\u2028line"), issue={"sourceLocation": {"fileID": "A/B.swift", "line": 7}})
    event("testEnded", id, ("fail" if fails else "pass", "Test x() ended."))
    if "exits" in test:
        sys.exit(3)
sys.exit(1 if failed else 0)
'''


# Displays and session buses take longer to start than all else here.
STAND_INS = {
    "Xvfb": '#!/bin/bash\necho $$ >&"$2"\nexec sleep 60\n',
    "dbus-run-session": '#!/bin/sh\nshift\nDBUS_SESSION_BUS_ADDRESS=none exec "$@"\n',
}


class SpreadTests(unittest.TestCase):
    def run_tests(self, *tests, options=(), durations=None, has_displays=False, **variables):
        """Runs the runner in a tree of its own. Returns its exit status and the lines of its output."""
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder)
            (tree / "meson-helpers").mkdir()
            (tree / "Tests").mkdir()
            runner = shutil.copy(RUNNER, tree / "meson-helpers")
            record = tree / "Tests/durations.json"
            if durations is not None:
                record.write_text(json.dumps(durations))
            program = tree / "program"
            program.write_text(PROGRAM)
            program.chmod(0o755)
            inherited = {name: value for name, value in os.environ.items() if not name.startswith("TEST_")}
            if not has_displays:
                for name, text in STAND_INS.items():
                    (tree / name).write_text(text)
                    (tree / name).chmod(0o755)
                inherited["PATH"] = f"{tree}:{inherited['PATH']}"
            result = subprocess.run(
                [sys.executable, runner, program, *options],
                env=dict(inherited, TESTS=" ".join(tests), **variables),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.recorded = json.loads(record.read_text()) if record.exists() else None
        return result.returncode, result.stdout.rstrip("\n").split("\n")

    def test_all_pass(self):
        status, lines = self.run_tests(
            "A.S/one()", "A.S/two()", "A.T/three()", "B.free()", "B.other()", has_displays=True)
        self.assertEqual((status, lines[-1]), (0, "5 passed, 0 failed"))
        displays = {line.split()[2] for line in lines if line.startswith("in ")}
        self.assertEqual(len(displays), 3)  # One for each suite.
        self.assertEqual([line.split()[3] for line in lines if line.startswith("in ")], ["True"] * 5)

    def test_suites_with_a_common_name_prefix_run_once(self):
        status, lines = self.run_tests("A.S/one()", "A.SS/one()", "AA.S/one()")
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed"))

    def test_failures_are_reported_last(self):
        status, lines = self.run_tests("A.S/fails()", *(f"A.T{number}/one()" for number in range(5)))
        self.assertEqual((status, lines[-1]), (1, "5 passed, 1 failed"))
        self.assertIn("✘ A.S/fails() at A/B.swift:7: one\u2028line", lines[-2])

    def test_a_crash_is_attributed_and_the_other_tests_run(self):
        status, lines = self.run_tests(
            "A.S/one()", "A.S/crashes()", "A.S/never()", *(f"A.T{number}/one()" for number in range(5)))
        self.assertEqual((status, lines[-1]), (1, "6 passed, 1 failed"))
        self.assertTrue(any(line.startswith("✘ ") and "A.S/crashes()" in line for line in lines[-4:]), lines[-4:])
        self.assertIn("✘ A.S/never() was not run.", lines)

    def test_skipped_tests_are_listed(self):
        status, lines = self.run_tests("A.S/one()", "A.S/skips()", "A.T/one()")
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed, 1 skipped"))
        self.assertIn('A.S/skips(): "a reason"', lines)

    def test_durations_are_written_only_where_they_are_asked_for(self):
        tests = ["A.S/lasts2()", "A.S/lasts1()", "B.free()"]
        self.run_tests(*tests)
        self.assertIsNone(self.recorded)
        self.run_tests(*tests, options=["--filter", "A"], TEST_DURATIONS="1")
        self.assertIsNone(self.recorded)
        old = {"all": {"A.Gone": [5, 5]}, "quick": {"A.S": [1, 1]}, "leftOut": {"A.S/lasts2()": 2}}
        self.run_tests(*tests, durations=old, TEST_DURATIONS="1")
        self.assertEqual({name: seconds[0] for name, seconds in self.recorded["all"].items()}, {"A.S": 3, "B": 0})
        self.assertEqual((self.recorded["quick"], self.recorded["leftOut"]), (old["quick"], old["leftOut"]))

    def test_quick_runs_leave_out_what_was_slow_and_say_so(self):
        tests = ["A.S/lasts2()", "A.S/one()", "A.T/lasts1()", "B.free()"]
        durations = {"leftOut": {"A.S/lasts2()": 2.0, "A.T/lasts1()": 1.0, "A.T/gone()": 9.0}}
        status, lines = self.run_tests(*tests, durations=durations, TEST_QUICK="1")
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed, 2 skipped"))
        self.assertIn("--- Left out (2):", lines)
        self.assertIn("A.S/lasts2(): takes 2.0 s with small data", lines)
        # Others run all of them.
        self.assertEqual(self.run_tests(*tests, durations=durations)[1][-1], "4 passed, 0 failed")
        status, lines = self.run_tests(*tests, durations=durations, options=["--filter", "A.T"], TEST_QUICK="1")
        self.assertEqual((status, lines[-1]), (0, "1 passed, 0 failed"))

    def test_what_quick_runs_leave_out_is_recorded(self):
        tests = ["A.S/lasts2()", "A.S/one()", "A.T/one()"]
        durations = {"all": {"A.S": [9, 9]}, "leftOut": {"A.S/one()": 2, "A.T/one()": 2}}
        _, lines = self.run_tests(*tests, durations=durations, TEST_QUICK="1", TEST_DURATIONS="1")
        self.assertEqual(lines[-1], "3 passed, 0 failed", lines)
        self.assertEqual(self.recorded["leftOut"], {"A.S/lasts2()": 2})
        self.assertEqual(self.recorded["all"], {"A.S": [9, 9]})
        # Suites are dealt out by what is left of them.
        self.assertEqual({name: seconds[0] for name, seconds in self.recorded["quick"].items()}, {"A.S": 0, "A.T": 0})

    def test_quick_runs_leave_out_the_slowest_until_the_rest_is_done_in_a_minute(self):
        tests = ["A.S/lasts0.45()", *(f"A.T/lasts0.{3 + number % 2}()#{number}" for number in range(420))]
        _, lines = self.run_tests(*tests, durations={}, TEST_QUICK="1", TEST_DURATIONS="1")
        self.assertEqual(lines[-1], "421 passed, 0 failed", lines[-3:])
        left_out = self.recorded["leftOut"]
        self.assertEqual({test.partition("#")[0] for test in left_out}, {"A.S/lasts0.45()", "A.T/lasts0.4()"})
        [kept] = [seconds[0] for seconds in self.recorded["quick"].values() if seconds[0]]
        self.assertTrue(139.5 < kept <= 140, kept)

    def test_processes_begin_with_the_longest_suites_half_of_them_with_waiting_ones(self):
        tests = [f"A.{kind}{number}/one()" for kind in ("Works", "Waits") for number in range(5)]
        seconds = {f"A.{kind}{number}": [100 + number, 100 if kind == "Works" else 1]
                   for kind in ("Works", "Waits") for number in range(5)}
        status, lines = self.run_tests(*tests, durations={"all": seconds})
        self.assertEqual((status, lines[-1]), (0, "10 passed, 0 failed"))
        first = {}
        for line in lines:
            if line.startswith("--- Process "):
                process, _, suites = line.removeprefix("--- Process ").partition(": ")
                first.setdefault(process, suites.split(", ")[0])
        self.assertEqual(
            [first[process] for process in "123"], ["A.Works4", "A.Waits4", "A.Works3"])

    def test_an_early_exit_is_a_failure(self):
        status, lines = self.run_tests("A.S/exits()", "A.S/never()", "A.T/one()")
        self.assertEqual((status, lines[-1]), (1, "2 passed, 0 failed"))
        self.assertIn("✘ A.S/never() was not run.", lines)

    def test_options_run_one_process(self):
        status, lines = self.run_tests("A.S/one()", "A.T/two()", options=["--filter", "two"])
        self.assertEqual((status, lines[-1]), (0, "1 passed, 0 failed"))
        status, lines = self.run_tests("A.S/one()", options=["--filter", "nothing"])
        self.assertEqual((status, lines[-1]), (1, "0 passed, 0 failed"))


if __name__ == "__main__":
    unittest.main()
