"""Opens and leaves Feed Viewer's menus by keyboard, as an assistive tool sees it: menus.py PROCESS ROWS

The program shows one feed of ROWS entries in the only window of the display. Prints a line for each check that
fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, begin, check, end, events, focused, key, name, pump

ROWS = int(sys.argv[2])


def wait_for(text):
    """Waits until what has the focus has a name with a text in it. Returns whether it has."""
    return pump(lambda: focused() is not None and text in name(focused()), 5)


def expect(text, what):
    check(what, wait_for(text), text, focused() and name(focused()))


def press(*keys):
    """Presses keys one after the other, each after the focus has moved."""
    for each in keys:
        events.clear()
        key(each)
        pump(lambda: focused() is not None, 3)


begin(Atspi.Role.LIST)
press("Down", "Down")
expect(f"2 of {ROWS}", "second row")

press("shift+F10")
expect("Open", "menu of the row")
press("Escape")
expect(f"2 of {ROWS}", "after the menu of the row")
press("shift+F10", "Down", "Return")
expect(f"2 of {ROWS}", "after an item of the row's menu")
press("Down")
expect(f"3 of {ROWS}", "next row")

press("F10")
expect("Open…", "primary menu")
press("Escape")
expect(f"3 of {ROWS}", "after the primary menu")

press("F10", "v")
expect("Developer", "submenu")
press("Escape")
expect(f"3 of {ROWS}", "after a submenu")
press("Down")
expect(f"4 of {ROWS}", "next row after a submenu")

press("F10", "v", "Down", "Return")
expect(f"4 of {ROWS}", "after an item of a submenu")
press("Down")
expect(f"5 of {ROWS}", "next row after an item")

end()
