"""Tests spread-tests.py: its report of tests that pass, fail, crash, hang or are skipped."""

import json
import os
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
    tell("event", dict(rest, kind=kind, testID=test, instant={"absolute": 1}, messages=messages))
failed = False
for test in tests:
    if filters and not any(re.search(regex, test) for regex in filters):
        continue
    id = test + "/File.swift:1:2"
    tell("test", {"kind": "function", "id": id})
    if "skips" in test:
        event("testSkipped", id, ("skip", 'Test x() skipped: "a reason"'))
        continue
    event("testStarted", id)
    print("in", test, os.environ["DISPLAY"], os.environ["DBUS_SESSION_BUS_ADDRESS"] != "")
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


class SpreadTests(unittest.TestCase):
    def run_tests(self, *tests, options=()):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            program.write_text(PROGRAM)
            program.chmod(0o755)
            result = subprocess.run(
                [sys.executable, RUNNER, program, *options], env=dict(os.environ, TESTS=" ".join(tests)),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return result.returncode, result.stdout.rstrip("\n").split("\n")

    def test_all_pass(self):
        status, lines = self.run_tests("A.S/one()", "A.S/two()", "A.T/three()", "B.free()", "B.other()")
        self.assertEqual((status, lines[-1]), (0, "5 passed, 0 failed"))
        displays = {line.split()[2] for line in lines if line.startswith("in ")}
        self.assertEqual(len(displays), 3)
        self.assertEqual([line.split()[3] for line in lines if line.startswith("in ")], ["True"] * 5)

    def test_suites_with_a_common_name_prefix_run_once(self):
        status, lines = self.run_tests("A.S/one()", "A.SS/one()", "AA.S/one()")
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed"))

    def test_failures_are_reported_last(self):
        status, lines = self.run_tests("A.S/fails()", *(f"A.T{number}/one()" for number in range(30)))
        self.assertEqual((status, lines[-1]), (1, "30 passed, 1 failed"))
        self.assertIn("✘ A.S/fails() at A/B.swift:7: one\u2028line", lines[-2])

    def test_a_crash_is_attributed_and_the_other_tests_run(self):
        status, lines = self.run_tests(
            "A.S/one()", "A.S/crashes()", "A.S/never()", *(f"A.T{number}/one()" for number in range(30)))
        self.assertEqual((status, lines[-1]), (1, "31 passed, 1 failed"))
        self.assertTrue(any(line.startswith("✘ ") and "A.S/crashes()" in line for line in lines[-4:]), lines[-4:])
        self.assertIn("✘ A.S/never() was not run.", lines)

    def test_skipped_tests_are_listed(self):
        status, lines = self.run_tests("A.S/one()", "A.S/skips()", "A.T/one()")
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed, 1 skipped"))
        self.assertIn('A.S/skips(): "a reason"', lines)

    def test_durations_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "durations.json"
            os.environ["TEST_DURATIONS"] = str(file)
            try:
                self.run_tests("A.S/one()", "A.S/two()", "B.free()")
            finally:
                del os.environ["TEST_DURATIONS"]
            self.assertEqual(json.loads(file.read_text()), {"A.S": 0, "B": 0})

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
