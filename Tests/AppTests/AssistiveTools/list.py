"""Uses Feed Viewer's list as an assistive tool does, through AT-SPI and the keyboard: list.py PROCESS ROWS

The program shows one feed of ROWS entries in the only window of the display. Prints a line for each check that
fails; the exit status is 1 if there was any.
"""

import re
import sys

from assistive import Atspi, begin, bounds, check, children, end, events, focused, has, key, name, pump
from assistive import windows, xdotool

ROWS = int(sys.argv[2])


def place(accessible):
    """The number in "…, n of N", and N."""
    found = re.search(r", (\d+) of (\d+)$", name(accessible) or "")
    return (int(found[1]), int(found[2])) if found else (0, 0)


def rows(accessible):
    return [child for child in children(accessible) if child.get_role() == Atspi.Role.LIST_ITEM]


def wait_for_focus(number):
    return pump(lambda: focused() is not None and place(focused())[0] == number, 5)


def selected(accessible):
    return sorted(place(row)[0] for row in rows(accessible) if has(row, Atspi.StateType.SELECTED))


window = begin(Atspi.Role.LIST)
pump(lambda: len(rows(window)) > 0)

# The rows have names and positions, are in order, one below the other, under the heading of their section.
heading = [child for child in children(window) if child.get_role() == Atspi.Role.HEADING]
# A single feed is named in the header bar only.
check("heading", not heading, [child.get_name() for child in heading])
shown = rows(window)
check("first rows", [place(row) for row in shown] == [(n + 1, ROWS) for n in range(len(shown))], list(map(name, shown)))
check("names", name(shown[0]).startswith("Title of e0, unread, "), name(shown[0]))
tops = [bounds(row) for row in shown]
check("bounds", all(a[1] + a[3] == b[1] and a[2] == b[2] > 0 for a, b in zip(tops, tops[1:])), tops)
check("states", all(has(row, Atspi.StateType.FOCUSABLE) and has(row, Atspi.StateType.SELECTABLE) for row in shown))
check("no empty rows", all(name(row) for row in shown))

# Down moves the focus through all rows, also beyond those that were on screen.
for number in range(1, len(shown) + 6):
    key("Down")
    arrived = wait_for_focus(number)
    check("Down", arrived, number, focused() and name(focused()))
    if not arrived:
        break
    row = focused()
    check("focused row", has(row, Atspi.StateType.FOCUSED) and has(row, Atspi.StateType.SELECTED), number)
check("focus in view", 0 < bounds(focused())[1] and bounds(focused())[3] > 0, bounds(focused()))
around = [place(row)[0] for row in rows(window)]
check("rows around the focus", {number - 1, number, number + 1} <= set(around), around)

# A row keeps its object while it is on screen; an object that is reused for another row reports its new name.
pump(seconds=0.4)
before = {place(row)[0]: row for row in rows(window)}
events.clear()
for _ in range(3):
    key("Down")
    number += 1
    wait_for_focus(number)
pump(seconds=0.4)
after = {place(row)[0]: row for row in rows(window)}
common = before.keys() & after.keys()
check("objects stay", common and all(before[n] == after[n] for n in common), common)
renamed = [event[1] for event in events if event[0].endswith("accessible-name")]
changed = [n for n, row in after.items() if n not in before and row in before.values()]
check("reused objects report their names", all(after[n] in renamed for n in changed), changed)
order = [place(row)[0] for row in rows(window)]
check("order", order == sorted(order), order)

# Shift selects a range; moving without Shift clears it.
key("shift+Down")
key("shift+Down")
check("range moves the focus", wait_for_focus(number + 2), focused() and name(focused()))
check("range", pump(lambda: selected(window) == [number, number + 1, number + 2], 3), selected(window))
key("Up")
check("range cleared", wait_for_focus(number + 1) and selected(window) == [number + 1], selected(window))
number += 1

# A focused row that is scrolled out of sight keeps the focus; an arrow key scrolls back to it.
xdotool("mousemove", "--window", windows()[0], 200, 300)
row = focused()
xdotool("click", "--repeat", 40, "--delay", 5, 5)
check("out of sight", pump(lambda: bounds(row)[1] < 0, 5), bounds(row))
check("focus kept", has(row, Atspi.StateType.FOCUSED) and place(row)[0] == number, name(row))
check("other rows are there", any(place(row)[0] > number + 8 for row in rows(window)), list(map(name, rows(window))))
key("Down")
number += 1
check("focus advances", wait_for_focus(number), focused() and name(focused()))
check("back in view", pump(lambda: 0 < bounds(focused())[1] < 700, 5), bounds(focused()))

# Tab leaves the list, and Shift+Tab returns to the row.
events.clear()
key("Tab")
check("Tab leaves", pump(lambda: focused() is not None and place(focused()) == (0, 0), 5), focused() and name(focused()))
events.clear()
key("shift+Tab")
check("Shift+Tab returns", wait_for_focus(number), focused() and name(focused()))
events.clear()
key("shift+Tab")
check("Shift+Tab leaves", pump(lambda: focused() is not None and place(focused()) == (0, 0), 5), focused() and name(focused()))
key("Tab")
check("Tab returns", wait_for_focus(number), focused() and name(focused()))

# End and Home move to the last and the first row.
def went_through_the_list():
    return any(event[0] == "object:state-changed:focused" and event[1] == window for event in events)


events.clear()
key("End")
check("End", wait_for_focus(ROWS), focused() and name(focused()))
check("last row", pump(lambda: rows(window)[-1] == focused(), 3), list(map(name, rows(window))))
key("Home")
check("Home", wait_for_focus(1), focused() and name(focused()))
check("straight to the row", not went_through_the_list(), [(event[0], name(event[1])) for event in events])

# When the focused row is deleted, its neighbour gets the focus.
number = 5
for _ in range(number - 1):
    key("Down")
wait_for_focus(number)
title = name(focused()).split(",")[0]
key("Delete")
neighbour = f"Title of e{number}, unread, "
check("neighbour", pump(lambda: focused() and name(focused()).startswith(neighbour), 5), title, focused() and name(focused()))
check("one less", pump(lambda: place(focused()) == (number, ROWS - 1), 5), name(focused()))

end()
