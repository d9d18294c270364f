"""Runs the tests of a test program, spread over three processes with a display and a session bus each.

    spread-tests.py PROGRAM                  every test
    spread-tests.py PROGRAM OPTION...        one process, with options of Swift Testing, such as --filter REGEX

Suites stay whole. The processes take them by recorded times, those that take longest first, each time a part of what is left:
half of the processes begin with suites that compute, the others with those that wait, so that two cores are never all idle or
all wanted. What a process printed is printed when its part is done, so that two do not speak at once; what failed is printed
again at the end. The last line is `N passed, N failed`, with `, N skipped` if there were any.

With TEST_QUICK=1 the tests take small data, and those that take longer than half a second even so are left out, and of the
others the slowest until the rest is done in a minute on two cores.

Tests/durations.json has the recorded times: of each suite the seconds that passed and those of a processor, with data of the
usual size and of what quick runs run with small data, and the seconds of the functions that these leave out. It is written only by runs of all
tests that TEST_DURATIONS=1 asks for: with TEST_QUICK=1, which leaves nothing out then, what was taken with small data, else
the other part.

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
import time
from collections import Counter
from pathlib import Path

# Most tests wait for frames: two cores keep three processes of them busy. Four take turns so long that what comes in time on a
# desktop does not.
PROCESSES = 3
DURATIONS = Path(__file__).parent.parent / "Tests/durations.json"
IS_RECORDED = os.environ.get("TEST_DURATIONS") == "1"
IS_QUICK = os.environ.get("TEST_QUICK") == "1"
# Of a suite that was not timed yet: the seconds that pass, and those of a processor.
USUAL_DURATION = [2, 1]
# A function that takes longer, in seconds, is no quick one.
QUICK = 0.5
# All functions of a quick run together take at most so many seconds of its processes, which take a minute for that: they do not
# end together, and to start them takes time.
QUICK_TOTAL = 140
# Between two looks at the processor time of a part, in seconds.
LOOK = 0.2
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
    return f"^{quoted(suite_name)}/" if "." in suite_name else f"^{quoted(suite_name)}\\.[^/]*\\("


def quoted(name):
    """A regular expression for a name as it is."""
    return re.sub(r"([^\w` ])", r"\\\1", name)


class Durations:
    """What Tests/durations.json says."""

    def __init__(self):
        try:
            self.parts = json.loads(DURATIONS.read_text())
        except FileNotFoundError:
            self.parts = {}

    @property
    def suites(self):
        everything = self.parts.get("all", {})
        return self.parts.get("quick", everything) if IS_QUICK else everything

    @property
    def left_out(self):
        """The functions that a quick run leaves out, and their seconds."""
        return self.parts.get("leftOut", {}) if IS_QUICK and not IS_RECORDED else {}

    def record(self, parts):
        passed, kept, taken = Counter(), Counter(), Counter()
        functions = {test: time for part in parts for test, time in part.seconds.items()}
        slow = self.slow(functions) if IS_QUICK else {}
        for part in parts:
            taken.update(part.processor)
        for test, seconds in functions.items():
            passed[suite(test)] += seconds
            kept[suite(test)] += 0 if test in slow else seconds
        # The processor is taken as much of what is kept as of all.
        suites = {
            name: [round(kept[name], 1), round(taken[name] * (kept[name] / passed[name] if passed[name] else 1), 1)]
            for name in sorted(passed)}
        if IS_QUICK:
            self.parts.update(quick=suites, leftOut=dict(sorted(slow.items())))
        else:
            self.parts["all"] = suites
        groups = (
            f"{json.dumps(group)}: {{\n" + ",\n".join(
                f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(value)}" for name, value in entries.items()) + "\n}"
            for group, entries in sorted(self.parts.items()))
        DURATIONS.write_text("{" + ",\n".join(groups) + "}\n")

    def slow(self, functions):
        """The functions that quick runs leave out."""
        total, slow = sum(functions.values()), {}
        for test in sorted(functions, key=functions.get, reverse=True):
            if functions[test] <= QUICK and total <= QUICK_TOTAL:
                break
            total -= functions[test]
            slow[test] = round(functions[test], 1)
        return slow


def processor_seconds(session):
    """The processor time that the processes of a session, and those that they waited for, have taken."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # It has ended.
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


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

    def __init__(self, events, status, processor=None):
        self.processor = processor or Counter()
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
    def __init__(self, program, options, shared):
        self.program, self.options, self.shared = program, options, shared
        self.lock = threading.Lock()
        self.parts, self.errors = [], []
        self.running, self.is_over = set(), False
        listed = subprocess.run(
            [program, "--testing-library", "swift-testing", "--list-tests"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        self.tests = [line for line in listed.stdout.splitlines() if line]
        if listed.returncode or not self.tests:
            sys.exit(f"{program} does not list its tests.")
        self.durations = Durations()
        self.left_out = {test: time for test, time in self.durations.left_out.items() if test in self.tests}
        kept = [test for test in self.tests if options or test not in self.left_out]
        # Short suites come last and fill the gaps.
        self.left = sorted(dict.fromkeys(map(suite, kept)), key=self.seconds, reverse=True)
        self.processes = 1 if options else min(PROCESSES, len(self.left))
        # Each process gets a share, however long its display takes to start.
        self.first = [self.take(number) for number in range(1, self.processes + 1)]

    def take(self, number):
        """The suites for an idle process."""
        with self.lock:
            if self.is_over:
                return []
            # Every part costs the start of a process.
            share = sum(map(self.seconds, self.left)) / self.processes
            enough = max(min(6, share), share / 4)
            taken, seconds = [], 0
            while self.left:
                # Of those that this process prefers the longest; the others when there are no more of them.
                next = min(self.left, key=lambda name: self.waits(name) != (number % 2 == 0))
                if taken and seconds + self.seconds(next) > enough:
                    break
                self.left.remove(next)
                taken.append(next)
                seconds += self.seconds(next)
            return taken

    def seconds(self, suite):
        return self.durations.suites.get(suite, USUAL_DURATION)[0]

    def waits(self, suite):
        """Whether a suite leaves the processor to others most of the time."""
        passed, taken = self.durations.suites.get(suite, USUAL_DURATION)
        return taken < passed / 2

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
                suites = self.take(number)

    def run_part(self, number, display, home, suites):
        environment = dict(os.environ, DISPLAY=display.name)
        environment.pop("WAYLAND_DISPLAY", None)
        # For what is made once.
        environment["TEST_SHARED_FOLDER"] = self.shared
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
        if not self.options:
            for test in self.left_out:
                if suite(test) in suites:
                    arguments += ["--skip", f"^{quoted(test)}"]
        # The session's services write to standard error, even after the tests have ended; the tests do not.
        with open(log, "wb") as output:
            process = subprocess.Popen(
                ["dbus-run-session", "--", "sh", "-c", 'exec "$@" 2>&1', "tests", *arguments], env=environment,
                stdin=subprocess.DEVNULL, stdout=None if self.options else output, stderr=subprocess.DEVNULL,
                start_new_session=True)
            self.running.add(process)
            processor = Counter()
            hung = self.wait(process, events, processor)
            self.running.discard(process)
        part = Part(events, process.returncode, processor)
        with self.lock:
            self.take_in(number, part, suites, hung)
            if not self.options:
                sys.stdout.write(f"--- Process {number}: {', '.join(suites)}\n")
                sys.stdout.write("".join(
                    f"{line}\n" for line in log.read_text(errors="replace").rstrip("\n").split("\n")
                    if not line.startswith("◇ Test ")))
                sys.stdout.flush()

    def wait(self, process, events, processor):
        """Waits for the end of a process, and adds its processor time to the suites that run in it where that is recorded.

        Returns whether it had to be ended, since it said nothing any more.
        """
        size, since = -1, time.monotonic()
        told, seen, running = None, 0, None
        while True:
            try:
                process.wait(LOOK if IS_RECORDED else PATIENCE)
                return False
            except subprocess.TimeoutExpired:
                pass
            if IS_RECORDED:
                now = processor_seconds(process.pid)
                if running:
                    processor[running] += max(0, now - seen)
                told, seen = told or events.open("rb"), now
                for line in told.read().split(b"\n"):
                    if b'"testStarted"' in line and line.endswith(b"}"):
                        running = suite(name(json.loads(line)["payload"]["testID"]))
            if events.stat().st_size != size:
                size, since = events.stat().st_size, time.monotonic()
            elif time.monotonic() - since >= PATIENCE:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return True

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
        if not self.options:
            skipped |= {test: f"takes {time} s with small data" for test, time in self.left_out.items()}
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
                if test not in ran and test not in self.left_out:
                    self.errors.append(f"✘ {test} was not run.")
        if IS_RECORDED and not self.options:
            self.durations.record(parts)
        for error in self.errors:
            print(error)
        print(f"{passed} passed, {failed} failed" + (f", {len(skipped)} skipped" if skipped else ""))
        return 0 if passed and not failed and not self.errors else 1


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as shared:
        return spread(Run(sys.argv[1], sys.argv[2:], shared))


def spread(run):
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
