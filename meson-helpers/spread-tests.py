"""Runs the tests of a test program, spread over three processes with a display and a session bus each.

    spread-tests.py PROGRAM                  every test
    spread-tests.py PROGRAM OPTION...        one process, with options of Swift Testing, such as --filter REGEX

Suites stay whole. The processes take them from one list, those that take longest first, each time a part of what is left.
Tests/durations.json has how long suites took; TEST_DURATIONS=FILE writes that of this run. What a process printed is printed
when its part is done, so that two do not speak at once; what failed is printed again at the end. The last line is
`N passed, N failed`, with `, N skipped` if there were any.

The exit status is 0 only if all tests ran or were skipped, and none failed.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

# Most tests wait for frames: two cores keep three processes of them busy. With four, a touchpad's events came too late once.
PROCESSES = 3
DURATIONS = Path(__file__).parent.parent / "Tests/durations.json"
# Of a suite that was not timed yet, in seconds.
USUAL_DURATION = 2
SCREEN = "1280x1024x24"
# A test without output for this many seconds hangs.
PATIENCE = 300
# The number of slowest tests that are listed.
SLOWEST = 10


def suite(test):
    """The outermost suite of a test; for a function without one, its module."""
    return test.partition("/")[0] if "/" in test else test.partition(".")[0]


def filter_of(suite_name):
    """A regular expression for all tests of a suite and nothing else."""
    quoted = re.sub(r"([^\w` ])", r"\\\1", suite_name)
    return f"^{quoted}/" if "." in suite_name else f"^{quoted}\\.[^/]*\\("


class Display:
    """A virtual X server with an unused display number."""

    def __enter__(self):
        ours, theirs = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(theirs), "-screen", "0", SCREEN, "-nolisten", "tcp"],
            pass_fds=[theirs], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs)
        with os.fdopen(ours) as answer:
            number = answer.readline().strip()
        self.name = f":{number}" if number else None
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Part:
    """The results of one run of the test program."""

    def __init__(self, events, status):
        self.passed, self.failed, self.skipped = [], [], {}
        self.complaints = []
        self.status = status
        self.seconds = {}
        functions, unfinished = set(), {}
        for line in events.read_text(errors="replace").split("\n"):
            try:
                record = json.loads(line)
            except json.JSONDecodeError:
                continue  # The last line of a process that crashed.
            payload = record.get("payload", {})
            if record.get("kind") == "test":
                if payload.get("kind") == "function":
                    functions.add(payload["id"])
                continue
            kind, test = payload.get("kind"), payload.get("testID")
            messages = payload.get("messages", [])
            failure = any(message.get("symbol") == "fail" for message in messages)
            if kind == "issueRecorded" and failure:
                place = payload.get("issue", {}).get("sourceLocation") or {}
                where = f"{place.get('fileID', '')}:{place.get('line', '')}"
                self.complaints.append(f"✘ {name(test)} at {where}: " + "\n  ".join(m["text"] for m in messages))
            elif kind == "testStarted" and test in functions:
                unfinished[test] = payload["instant"]["absolute"]
            elif kind == "testSkipped" and test in functions:
                reason = " ".join(message["text"] for message in messages)
                self.skipped[name(test)] = reason.partition(" skipped: ")[2] or reason
            elif kind == "testEnded" and test in functions:
                self.seconds[name(test)] = payload["instant"]["absolute"] - unfinished.pop(test)
                (self.failed if failure else self.passed).append(name(test))
        self.unfinished = [name(test) for test in unfinished]

    @property
    def done(self):
        return set(self.passed) | set(self.failed) | set(self.skipped)


def name(test):
    """A test's name without its source location."""
    return re.sub(r"/[^/]*\.swift:\d+:\d+$", "", test or "the run")


class Run:
    def __init__(self, program, options):
        self.program, self.options = program, options
        self.lock = threading.Lock()
        self.parts, self.errors = [], []
        self.running, self.is_over = set(), False
        listed = subprocess.run(
            [program, "--testing-library", "swift-testing", "--list-tests"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        self.tests = [line for line in listed.stdout.splitlines() if line]
        if listed.returncode or not self.tests:
            sys.exit(f"{program} does not list its tests.")
        self.left = list(dict.fromkeys(suite(test) for test in self.tests))
        try:
            self.durations = json.loads(DURATIONS.read_text())
        except FileNotFoundError:
            self.durations = {}
        # Short suites come last and fill the gaps.
        self.left.sort(key=self.duration, reverse=True)
        self.processes = 1 if options else min(PROCESSES, len(self.left))
        # Each process gets a share, however long its display takes to start.
        self.first = [self.take() for _ in range(self.processes)]

    def take(self):
        """The suites for an idle process."""
        with self.lock:
            if self.is_over:
                return []
            # Every part costs the start of a process.
            enough = max(3, sum(map(self.duration, self.left)) / (6 * self.processes))
            taken, seconds = [], 0
            while self.left and (not taken or seconds + self.duration(self.left[0]) <= enough):
                taken.append(self.left.pop(0))
                seconds += self.duration(taken[-1])
            return taken

    def duration(self, suite):
        return self.durations.get(suite, USUAL_DURATION)

    def work(self, number):
        with Display() as display, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            if not display.name:
                with self.lock:
                    self.errors.append("✘ Xvfb could not be started.")
                return
            if self.options:
                self.run_part(number, display, Path(home), [])
                return
            suites = self.first[number - 1]
            while suites:
                self.run_part(number, display, Path(home), suites)
                suites = self.take()

    def run_part(self, number, display, home, suites):
        environment = dict(os.environ, DISPLAY=display.name)
        environment.pop("WAYLAND_DISPLAY", None)
        # The user's data are not accessed: recent files, settings, a running Feed Viewer.
        for kind in ("DATA", "CONFIG", "CACHE", "STATE"):
            environment[f"XDG_{kind}_HOME"] = str(home / kind)
            (home / kind).mkdir(exist_ok=True)
        # What tests share until the process ends is removed with the rest.
        environment["TMPDIR"] = str(home / "tmp")
        (home / "tmp").mkdir(exist_ok=True)
        events, log = home / "events", home / "log"
        events.write_text("")
        arguments = [
            self.program, "--testing-library", "swift-testing", os.environ.get("TEST_MODE", "--no-parallel"),
            "--event-stream-output-path", str(events), "--event-stream-version", "0", *self.options]
        for name in suites:
            arguments += ["--filter", filter_of(name)]
        # The session's services write to standard error, even after the tests have ended; the tests do not.
        with open(log, "wb") as output:
            process = subprocess.Popen(
                ["dbus-run-session", "--", "sh", "-c", 'exec "$@" 2>&1', "tests", *arguments], env=environment,
                stdin=subprocess.DEVNULL, stdout=None if self.options else output, stderr=subprocess.DEVNULL,
                start_new_session=True)
            self.running.add(process)
            hung = self.wait(process, events)
            self.running.discard(process)
        part = Part(events, process.returncode)
        with self.lock:
            self.take_in(number, part, suites, hung)
            if not self.options:
                sys.stdout.write(f"--- Process {number}: {', '.join(suites)}\n")
                sys.stdout.write("".join(
                    f"{line}\n" for line in log.read_text(errors="replace").rstrip("\n").split("\n")
                    if not line.startswith("◇ Test ")))
                sys.stdout.flush()

    def wait(self, process, events):
        """Waits for the end of a process.

        Returns whether it had to be ended, since it said nothing any more.
        """
        size = -1
        while True:
            try:
                process.wait(PATIENCE)
                return False
            except subprocess.TimeoutExpired:
                if events.stat().st_size == size:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    return True
                size = events.stat().st_size

    def stop(self):
        """Ends all processes and starts no others."""
        with self.lock:
            self.is_over = True
        for process in list(self.running):
            os.killpg(process.pid, signal.SIGKILL)

    def take_in(self, number, part, suites, hung):
        self.parts.append(part)
        missing = [name for name in suites if name not in {suite(test) for test in part.done}]
        if part.unfinished:
            how = "hung" if hung else f"ended with status {part.status}"
            for test in part.unfinished:
                self.errors.append(f"✘ Process {number} {how} in {test}")
            part.failed += part.unfinished
            # The other tests of the process did not run.
            self.left += [name for name in missing if name not in {suite(test) for test in part.unfinished}]
        elif part.status and not part.failed:
            self.errors.append(
                f"✘ Process {number} ended with status {part.status} after its tests: {', '.join(suites) or 'all'}")

    def report(self):
        parts = self.parts
        passed = sum(len(part.passed) for part in parts)
        failed = sum(len(part.failed) for part in parts)
        skipped = {test: why for part in parts for test, why in part.skipped.items()}
        seconds = {test: time for part in parts for test, time in part.seconds.items()}
        slowest = sorted(seconds, key=seconds.get, reverse=True)[:SLOWEST]
        print(f"--- The slowest of {sum(seconds.values()):.0f} s of tests:")
        for test in slowest:
            print(f"{seconds[test]:6.1f} s  {test}")
        if skipped:
            print(f"--- Left out ({len(skipped)}):", *(f"{test}: {skipped[test]}" for test in sorted(skipped)), sep="\n")
        for part in parts:
            for complaint in part.complaints:
                print(complaint)
        ran = {test for part in parts for test in (*part.done, *part.failed)}
        if not self.options:
            for test in self.tests:
                if test not in ran:
                    self.errors.append(f"✘ {test} was not run.")
        if "TEST_DURATIONS" in os.environ:
            durations = Counter()
            for test in sorted(seconds):
                durations[suite(test)] += seconds[test]
            rounded = {name: round(time, 1) for name, time in durations.items()}
            Path(os.environ["TEST_DURATIONS"]).write_text(json.dumps(rounded, indent=0, ensure_ascii=False) + "\n")
        for error in self.errors:
            print(error)
        print(f"{passed} passed, {failed} failed" + (f", {len(skipped)} skipped" if skipped else ""))
        return 0 if passed and not failed and not self.errors else 1


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    run = Run(sys.argv[1], sys.argv[2:])
    workers = [threading.Thread(target=run.work, args=(number,)) for number in range(1, run.processes + 1)]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            worker.join()
    except KeyboardInterrupt:
        run.stop()
        for worker in workers:
            worker.join()
        return 130
    return run.report()


if __name__ == "__main__":
    sys.exit(main())
