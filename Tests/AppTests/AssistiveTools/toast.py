"""Deletes entries and brings them back as an assistive tool does, through AT-SPI and the keyboard: toast.py PROCESS ROWS

The program shows one feed of ROWS entries, all unread, in the only window of the display. Prints a line for each check
that fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, application, begin, bounds, check, children, descendants, end, focused, has, key, name
from assistive import pump, xdotool

ROWS = int(sys.argv[2])
Role = Atspi.Role


def rows():
    return [each for each in children(entries) if each.get_role() == Role.LIST_ITEM]


def focus_name():
    return focused() and name(focused())


def toast():
    """The message that is on the screen."""
    found = [each for each in descendants(application()) if each.get_role() in (Role.ALERT, Role.NOTIFICATION)]
    return found[0] if found else None


def wait_for_toast(text):
    """Waits for a message, and keeps it on the screen by pointing at it."""
    if not pump(lambda: toast() is not None and text in name(toast()), 5):
        sys.exit(f"There is no message {text}.")
    shown = toast()
    pump(lambda: bounds(shown)[3] > 20 and pump(seconds=0.3) is False, 5)
    x, y, width, height = bounds(shown)
    xdotool("mousemove", x + 10, y + height // 2)
    return shown


def button(shown, text):
    found = [each for each in descendants(shown) if each.get_role() == Role.PUSH_BUTTON and name(each) == text]
    return found[0] if found else None


entries = begin(Role.LIST)
pump(lambda: len(rows()) == ROWS)
key("Down")
pump(lambda: focused() is not None and f"1 of {ROWS}" in focus_name(), 5)
first = focus_name().split(",")[0]

# The message has its text as its name, and buttons with names that take the focus.
key("Delete")
shown = wait_for_toast("Entry removed")
check("name", name(shown) == "Entry removed", name(shown))
check("rows without it", pump(lambda: len(rows()) == ROWS - 1, 5), len(rows()))
labels = [name(each) for each in descendants(shown) if each.get_role() == Role.LABEL]
check("text", "Entry removed" in labels, labels)
undo = button(shown, "Undo")
check("Undo", undo is not None and has(undo, Atspi.StateType.FOCUSABLE))

# Tab reaches the button, and Return undoes.
for _ in range(12):
    key("Tab")
    pump(lambda: focus_name() == "Undo", 0.4)
    if focus_name() == "Undo":
        break
check("focus on the button", focus_name() == "Undo", focus_name())
key("Return")
check("row is back", pump(lambda: len(rows()) == ROWS and first in name(rows()[0]), 5), [name(row) for row in rows()])
check("message goes", pump(lambda: toast() is None, 5))
check("focus returns", pump(lambda: focused() is not None and focused().get_role() == Role.LIST_ITEM, 5), focus_name())

# Marking all as read tells it, and can be undone.
key("shift+a")
check("marked", pump(lambda: not any(", unread, " in name(row) for row in rows()), 5), name(rows()[0]))
shown = wait_for_toast("read")
button(shown, "Undo").do_action(0)
check("unread again", pump(lambda: all(", unread, " in name(row) for row in rows()), 5), name(rows()[0]))

end()
