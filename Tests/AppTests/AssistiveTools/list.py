"""Uses Feed Viewer's list as an assistive tool does, through AT-SPI and the keyboard: list.py PROCESS ROWS

The program shows one feed of ROWS entries in the only window of the display. Prints a line for each check that
fails; the exit status is 1 if there was any.
"""

import re
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PROCESS, ROWS = int(sys.argv[1]), int(sys.argv[2])
PATIENCE = 10
failures = []
events = []


def check(name, holds, *details):
    if not holds:
        failures.append(name)
        print(f"{name}: {' '.join(map(str, details))}", flush=True)


def pump(until=lambda: False, seconds=PATIENCE):
    """Handles events until a condition holds. Returns whether it did."""
    end = time.monotonic() + seconds
    context = GLib.MainContext.default()
    while not until():
        if time.monotonic() > end:
            return False
        while context.iteration(False):
            pass
        time.sleep(0.005)
    return True


def xdotool(*arguments):
    return subprocess.run(["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def key(name):
    xdotool("key", "--clearmodifiers", name)


def children(accessible):
    accessible.clear_cache()
    found = (accessible.get_child_at_index(index) for index in range(accessible.get_child_count()))
    return [child for child in found if child is not None]


def find(accessible, role):
    for child in children(accessible):
        if child.get_role() == role:
            return child
        found = find(child, role)
        if found:
            return found
    return None


def application():
    for child in children(Atspi.get_desktop(0)):
        if child.get_process_id() == PROCESS:
            return child
    return None


def has(accessible, state):
    accessible.clear_cache()
    return accessible.get_state_set().contains(state)


def name(accessible):
    accessible.clear_cache()
    return accessible.get_name()


def place(accessible):
    """The number in "…, n of N", and N."""
    found = re.search(r", (\d+) of (\d+)$", name(accessible) or "")
    return (int(found[1]), int(found[2])) if found else (0, 0)


def bounds(accessible):
    accessible.clear_cache()
    extents = accessible.get_extents(Atspi.CoordType.WINDOW)
    return extents.x, extents.y, extents.width, extents.height


def rows(accessible):
    return [child for child in children(accessible) if child.get_role() == Atspi.Role.LIST_ITEM]


def focused():
    """The source of the last focus event."""
    found = [event for event in events if event[0] == "object:state-changed:focused" and event[2] == 1]
    return found[-1][1] if found else None


def wait_for_focus(number):
    return pump(lambda: focused() is not None and place(focused())[0] == number, 5)


def selected(accessible):
    return sorted(place(row)[0] for row in rows(accessible) if has(row, Atspi.StateType.SELECTED))


listener = Atspi.EventListener.new(lambda event: events.append((event.type, event.source, event.detail1, event.any_data)))
for kind in ("object:state-changed:focused", "object:property-change:accessible-name"):
    listener.register(kind)

pump(lambda: application() is not None and find(application(), Atspi.Role.LIST) is not None)
window = find(application(), Atspi.Role.LIST)
if window is None:
    sys.exit("There is no list.")
xdotool("windowfocus", "--sync", xdotool("search", "--onlyvisible", "--pid", PROCESS).split()[0])
pump(lambda: len(rows(window)) > 0)

# The rows have names and positions, are in order, one below the other, under the heading of their section.
heading = [child for child in children(window) if child.get_role() == Atspi.Role.HEADING]
check("heading", len(heading) == 1 and "entries" in heading[0].get_name(), [child.get_name() for child in heading])
shown = rows(window)
check("first rows", [place(row) for row in shown] == [(n + 1, ROWS) for n in range(len(shown))], list(map(name, shown)))
check("names", name(shown[0]).startswith("Title of e0, "), name(shown[0]))
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
xdotool("mousemove", "--window", xdotool("search", "--onlyvisible", "--pid", PROCESS).split()[0], 200, 300)
row = focused()
for _ in range(40):
    xdotool("click", 5)
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
key("End")
check("End", wait_for_focus(ROWS), focused() and name(focused()))
check("last row", pump(lambda: rows(window)[-1] == focused(), 3), list(map(name, rows(window))))
key("Home")
check("Home", wait_for_focus(1), focused() and name(focused()))

# When the focused row is deleted, its neighbour gets the focus.
number = 5
for _ in range(number - 1):
    key("Down")
wait_for_focus(number)
title = name(focused()).split(",")[0]
key("Delete")
neighbour = f"Title of e{number}, "
check("neighbour", pump(lambda: focused() and name(focused()).startswith(neighbour), 5), title, focused() and name(focused()))
check("one less", pump(lambda: place(focused()) == (number, ROWS - 1), 5), name(focused()))

sys.exit(1 if failures else 0)
