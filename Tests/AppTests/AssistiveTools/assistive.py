"""What the scripts that play the part of an assistive tool have in common: AT-SPI, the keyboard, and checks.

The first argument of a script is the process of the program, which has the only window of the display.
"""

import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PROCESS = int(sys.argv[1])
# Seconds; a loaded machine may take long to start the program.
PATIENCE = 60
failures = []
events = []
listener = Atspi.EventListener.new(
    lambda event: events.append((event.type, event.source, event.detail1, event.any_data))
)


def check(name, holds, *details):
    if not holds:
        failures.append(name)
        print(f"{name}: {' '.join(map(str, details))}", flush=True)


def pump(until=lambda: False, seconds=PATIENCE):
    """Handles events until a condition holds. Returns whether it did."""
    end = time.monotonic() + seconds
    # To look takes the processor, and the program's. What is expected comes soon, or takes long.
    pause = 0.005
    context = GLib.MainContext.default()

    def holds():
        # AT-SPI 2.56 raises an error for an object that has gone while it is looked at.
        try:
            return until()
        except GLib.GError:
            return False

    while not holds():
        if time.monotonic() > end:
            return False
        while context.iteration(False):
            pass
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    return True


def xdotool(*arguments):
    return subprocess.run(["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def key(name):
    xdotool("key", "--clearmodifiers", name)


def children(accessible):
    accessible.clear_cache()
    found = (accessible.get_child_at_index(index) for index in range(accessible.get_child_count()))
    return [child for child in found if child is not None]


paths = {}


def find(accessible, role, text=None):
    """The first descendant with a role, and with a name. It is looked for where it was last: to look at all takes long."""

    def is_wanted(each):
        return each.get_role() == role and text in (None, name(each))

    try:
        each = accessible
        for index in paths.get((role, text), ()):
            each.clear_cache()
            each = each.get_child_at_index(index)
            if each is None:
                break
        if each is not None and each is not accessible and is_wanted(each):
            return each
    except GLib.GError:
        pass  # It has gone.
    for each, path in descendants_with_paths(accessible):
        if path and is_wanted(each):
            paths[role, text] = path
            return each
    return None


def descendants_with_paths(accessible, path=()):
    """Each with the numbers of the children that lead to it."""
    yield accessible, path
    accessible.clear_cache()
    for index in range(accessible.get_child_count()):
        child = accessible.get_child_at_index(index)
        if child is not None:
            yield from descendants_with_paths(child, (*path, index))


def descendants(accessible):
    for each, _ in descendants_with_paths(accessible):
        yield each


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


def bounds(accessible):
    accessible.clear_cache()
    extents = accessible.get_extents(Atspi.CoordType.WINDOW)
    return extents.x, extents.y, extents.width, extents.height


def focused():
    """The source of the last focus event."""
    found = [event for event in events if event[0] == "object:state-changed:focused" and event[2] == 1]
    return found[-1][1] if found else None


def begin(role):
    """Waits for an accessible with a role, gives the keyboard focus to the window, and returns the accessible."""
    for kind in ("object:state-changed:focused", "object:property-change:accessible-name"):
        listener.register(kind)
    program = found = None

    def is_found():
        nonlocal program, found
        program = application()
        found = find(program, role) if program else None
        return found is not None

    if not pump(is_found):
        sys.exit(f"There is no {role}." if program else f"Process {PROCESS} is not known to AT-SPI.")
    pump(lambda: windows())
    xdotool("windowfocus", "--sync", windows()[0])
    # Menus that open under the pointer would give the focus to the item there.
    xdotool("mousemove", 9999, 9999)
    return found


def windows():
    search = ["xdotool", "search", "--onlyvisible", "--pid", str(PROCESS)]
    return subprocess.run(search, capture_output=True, text=True).stdout.split()


def end():
    """Ends the script; its exit status is 1 if a check has failed."""
    sys.exit(1 if failures else 0)
