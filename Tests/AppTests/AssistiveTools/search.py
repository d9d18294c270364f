"""Searches Feed Viewer's entries as an assistive tool does, through AT-SPI and the keyboard: search.py PROCESS ROWS

The program shows one feed of ROWS entries in the only window of the display; two of their titles contain "pie". Prints a
line for each check that fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, application, begin, check, children, descendants, end, events, focused, has, key, listener
from assistive import name, pump, xdotool

ROWS = int(sys.argv[2])
Role = Atspi.Role


def description(accessible):
    accessible.clear_cache()
    return accessible.get_description()


def rows():
    return [each for each in children(entries) if each.get_role() == Role.LIST_ITEM]


def named(text, role=None):
    found = [each for each in descendants(application()) if name(each) == text]
    return [each for each in found if role is None or each.get_role() == role]


def focus_name():
    return focused() and name(focused())


def wait_for_focus(text):
    return pump(lambda: focused() is not None and text in (focus_name() or ""), 5)


entries = begin(Role.LIST)
listener.register("object:property-change:accessible-description")
pump(lambda: len(rows()) > 0)
key("Down")
wait_for_focus(f"1 of {ROWS}")

# The entry has a name, and its description tells how many entries were found and what was not understood.
events.clear()
key("slash")
pump(lambda: any(has(each, Atspi.StateType.EDITABLE) for each in named("Search Entries")))
entry = [each for each in named("Search Entries") if has(each, Atspi.StateType.EDITABLE)][0]
check("search entry", pump(lambda: has(entry, Atspi.StateType.FOCUSED), 5))
check("entry of text", has(entry, Atspi.StateType.EDITABLE), entry.get_role_name())
xdotool("type", "pie")
check("number of matches", pump(lambda: description(entry) == "2 results", 5), description(entry))
told = [event for event in events if event[0].endswith("accessible-description")]
check("number of matches is told", told, [event[0] for event in events])
check("number below the entry", named("2 results", Role.LABEL))
check("filtered rows", pump(lambda: len(rows()) == 2, 5), [name(row) for row in rows()])
check("places of rows", [name(row)[-6:] for row in rows()] == ["1 of 2", "2 of 2"], [name(row) for row in rows()])
check("matching rows", all("pie" in name(row) for row in rows()), [name(row) for row in rows()])
xdotool("type", " before:soon")
refused = pump(lambda: "“before:soon” needs a date" in description(entry), 5)
check("what was not understood", refused, description(entry))
for _ in range(len(" before:soon")):
    key("BackSpace")
check("found again", pump(lambda: description(entry) == "2 results", 5), description(entry))

# Down leads to the matches. Escape ends the search there, and the focus stays on the row.
key("Down")
check("first match", wait_for_focus("1 of 2"), focus_name())
found = focus_name().split(",")[0]
key("Escape")
check("all rows again", pump(lambda: all(name(row).endswith(f"of {ROWS}") for row in rows()), 5))
check("focus stays", wait_for_focus(f"of {ROWS}") and found in focus_name(), found, focus_name())

# Escape in the entry returns to the list.
key("slash")
check("search entry again", pump(lambda: has(entry, Atspi.StateType.FOCUSED), 5))
xdotool("type", "nowhere")
check("nothing found", pump(lambda: description(entry) == "No results", 5), description(entry))
check("page without rows", pump(lambda: named("Clear Search", Role.PUSH_BUTTON), 5))
key("Escape")
check("list again", pump(lambda: has(entries, Atspi.StateType.FOCUSED) or f"of {ROWS}" in focus_name(), 5), focus_name())
check("rows again", pump(lambda: len(rows()) > 2, 5), len(rows()))

end()
