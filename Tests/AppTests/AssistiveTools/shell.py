"""Looks at Feed Viewer's window as an assistive tool does, through AT-SPI, the keyboard and the pointer: shell.py PROCESS ROWS

The program shows two feeds, the first one of ROWS entries, in a window of 1,100 pixels, the only one of the display. Prints
a line for each check that fails; the exit status is 1 if there was any.
"""

import re
import sys

from assistive import Atspi, application, begin, bounds, check, children, descendants, end, events, find, focused, has, key
from assistive import name, pump, windows, xdotool

ROWS = int(sys.argv[2])
Role = Atspi.Role
PANES = ["Sidebar", "Entries", "Article"]


def rows():
    return [each for each in children(entries) if each.get_role() == Role.LIST_ITEM]


def selected():
    return [name(row) for row in rows() if has(row, Atspi.StateType.SELECTED)]


def document():
    """The name of the article that is shown."""
    found = find(application(), Role.DOCUMENT_TEXT)
    return found and name(found)


def named(text, role):
    found = [each for each in descendants(application()) if each.get_role() == role and name(each) == text]
    return found[0] if found else None


def panes():
    """The panes by their names, in the order in which they are read."""
    for parent in descendants(application()):
        found = [each for each in children(parent) if name(each) in PANES and each.get_role() == Role.PANEL]
        if len(found) > 1 or found and find(found[0], Role.LIST):
            return {name(each): bounds(each) for each in found}
    return {}


def title():
    return name(find(application(), Role.FRAME))


def said(text):
    """How often a text was part of a new name of the window."""
    new = [event for event in events if event[0].endswith("accessible-name") and event[1].get_role() == Role.FRAME]
    return sum(text in str(event[3]) for event in new)


entries = begin(Role.LIST)
pump(lambda: len(rows()) > 3)

# Three panes stand side by side, in this order.
check("panes", list(panes()) == PANES and all(place[2] > 0 for place in panes().values()), panes())
relations = [each.get_relation_type() for each in entries.get_relation_set()]
check("list controls article", Atspi.RelationType.CONTROLLER_FOR in relations, relations)

# Nothing is called after its class, and what is not shown is not there.
for each in descendants(application()):
    text = name(each) or ""
    check("class name", not re.match(r"(Gtk|Gdk|FeedViewer)[A-Z]", text), each.get_role_name(), text)
check("no hidden page", not named("Nothing yet", Role.PANEL) and not find(application(), Role.ENTRY))

# A click shows the entry, and the focus is on its row.
x, y, width, height = bounds(rows()[2])
xdotool("mousemove", "--window", windows()[0], x + width // 2, y + height // 2, "click", 1)
check("click", pump(lambda: document() == "Title of e2", 5), document())
check("focus on the row", pump(lambda: focused() is not None and focused().get_role() == Role.LIST_ITEM, 5), focused())
check("title first", name(focused()).startswith("Title of e2, "), name(focused()))

# Each Down shows the next one.
for number in (3, 4, 5):
    key("Down")
    check("Down", pump(lambda: document() == f"Title of e{number}", 5), number, document())
    check("row", pump(lambda: [row.split(",")[0] for row in selected()] == [f"Title of e{number}"], 5), selected())
    check("focus stays", focused().get_role() == Role.LIST_ITEM, focused().get_role_name())

# Buttons of the article are pressed while it has the mark; their names stay.
for text, letter in (("Star", "s"), ("Unread", "u")):
    button = next(each for each in descendants(application()) if name(each) == text and "button" in each.get_role_name())
    before = has(button, Atspi.StateType.PRESSED)
    key(letter)
    check(f"{text} pressed", pump(lambda: has(button, Atspi.StateType.PRESSED) != before, 5), before)
    check(f"name of {text}", name(button) == text, name(button))

# A pressed button changes the row and the count of the list in the sidebar, too.
star = next(each for each in descendants(application()) if name(each) == "Star" and "button" in each.get_role_name())
for count, is_starred in (("0 entries", False), ("1 entry", True)):
    star.do_action(0)
    check("star of the row", pump(lambda: (", starred" in selected()[0]) == is_starred, 5), selected())
    check("count of stars", pump(lambda: named(f"Starred, {count}", Role.LIST_ITEM) is not None, 5), count)

# A message, and the list that a key has chosen, are told once.
events.clear()
key("Delete")
check("message told", pump(lambda: said("Entry removed") > 0, 5), title())
pump(seconds=0.3)
check("once", said("Entry removed") == 1, said("Entry removed"))
key("ctrl+z")
pump(lambda: document() == "Title of e5", 5)
events.clear()
key("alt+2")
check("list told", pump(lambda: said("Unread, ") > 0, 5), title())
pump(seconds=0.3)
check("once", said("Unread, ") == 1, [str(event[3]) for event in events if event[1].get_role() == Role.FRAME])
check("name of the list", name(entries).startswith("Unread, "), name(entries))
key("alt+1")
pump(lambda: name(entries).startswith("All Entries, "), 5)

# A search tells what it has found, after a while.
events.clear()
key("slash")
pump(lambda: focused() is not None and focused().get_role() != Role.LIST_ITEM, 5)
xdotool("type", "e1")
check("result told", pump(lambda: said("result") > 0, 5), title())
key("Escape")
pump(lambda: len(rows()) > 3, 5)

# In a window with room for two panes or one, the sidebar comes over them by its button, and goes by Escape.
for size, shown in ((700, 2), (360, 1)):
    xdotool("windowsize", windows()[0], size, 720)
    check("panes", pump(lambda: len(panes()) == shown and "Sidebar" not in panes(), 5), size, panes())
    button = None

    def has_button():
        global button
        found = (each for each in descendants(application()) if name(each) == "Show Sidebar")
        button = next((each for each in found if "button" in each.get_role_name()), None)
        return button is not None

    check("button", pump(has_button, 5), size)
    if button is None:
        continue
    button.do_action(0)
    check("sidebar", pump(lambda: "Sidebar" in panes(), 5), size, panes())
    key("Escape")
    check("sidebar goes", pump(lambda: "Sidebar" not in panes(), 5), size, panes())

end()
