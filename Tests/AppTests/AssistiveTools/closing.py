"""Closes and quits Feed Viewer from its dialogs and menus, with real keys: closing.py PROGRAM FILE TITLE

The title is that of the feed in the file. Needs a display of its own, without a window manager, and a session bus. Prints a line for each check that fails; the exit
status is 1 if there was any.
"""

import os
import subprocess
import sys
import tempfile
import time

PROGRAM, FILE, TITLE = sys.argv[1:]
PATIENCE = 30
folder = tempfile.TemporaryDirectory(prefix="closing", ignore_cleanup_errors=True)
environment = dict(
    os.environ,
    XDG_DATA_HOME=folder.name,
    XDG_CONFIG_HOME=folder.name,
    GSETTINGS_BACKEND="memory",
    GDK_BACKEND="x11",
    SWIFT_BACKTRACE="enable=no",
)
failures = []


def wait(until, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not until():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Program:
    """The program with its window in front."""

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM, FILE], env=environment, stdout=subprocess.DEVNULL)
        wait(self.windows)
        self.main = self.windows()[0]
        self.focus(self.main)
        # The list takes the focus with its first rows, in the next frames.
        wait(lambda: TITLE in self.title())
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def windows(self):
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)]
        return subprocess.run(search, capture_output=True, text=True).stdout.split()

    def title(self):
        asked = ["xdotool", "getwindowname", self.main]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout

    def focus(self, window):
        subprocess.run(["xdotool", "windowfocus", "--sync", window], capture_output=True, check=True)

    def key(self, name):
        subprocess.run(["xdotool", "key", "--clearmodifiers", name], check=True)

    def open(self, key):
        """Opens a dialog or a menu. Returns whether it is there."""
        self.key(key)
        return wait(lambda: len(self.windows()) > 1)

    def press(self, key, in_dialog, until):
        """Presses a key until it has an effect: a window that has just opened may not get keys yet. A dialog gets the
        focus, which it has from a window manager; a menu keeps that of its window."""
        for _ in range(5):
            if in_dialog:
                for window in [window for window in self.windows() if window != self.main][:1]:
                    subprocess.run(["xdotool", "windowfocus", window], capture_output=True, check=False)
            time.sleep(0.15)
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], capture_output=True, check=False)
            if wait(until, 2):
                return True
        return False


def check(name, holds):
    if not holds:
        failures.append(name)
        print(name, flush=True)


def check_end(program, opening, closing):
    ended = program.press(closing, opening not in MENUS, lambda: program.process.poll() is not None)
    check(f"{closing} does nothing in {opening}", ended and program.process.poll() == 0)


MENUS = ("F10", "shift+F10")

# One program for all that leaves it open, until the last key: the window of shortcuts is also closed by the keys that open it; F1 opens it, too.
with Program() as program:
    for opening, closings in (
        ("ctrl+question", ("Escape", "ctrl+question", "F1", "ctrl+w")),
        ("F1", ("Escape", "ctrl+question", "F1")),
        ("ctrl+comma", ("ctrl+w", "ctrl+q")),
    ):
        for closing in closings:
            check(f"{opening} opens nothing", program.open(opening))
            if closing == "ctrl+q":
                check_end(program, opening, closing)
                break
            closed = program.press(closing, True, lambda: program.windows() == [program.main])
            check(f"{closing} leaves {opening} open", closed)
            check(f"{closing} in {opening} ends the program", program.process.poll() is None)
            program.focus(program.main)

for opening, closing in (("ctrl+question", "ctrl+q"), *((menu, key) for menu in MENUS for key in ("ctrl+q", "ctrl+w"))):
    with Program() as program:
        check(f"{opening} opens nothing", program.open(opening))
        check_end(program, opening, closing)
sys.exit(1 if failures else 0)
