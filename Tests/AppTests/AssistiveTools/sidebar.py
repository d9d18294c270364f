"""Uses the sidebar as an assistive tool does, through AT-SPI and the keyboard: sidebar.py PROCESS FEEDS

The program shows FEEDS feeds of two entries each, titled "Feed 0" and so on, in a window with room for them, which is
the only one of the display. Prints a line for each check that fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, application, begin, check, children, descendants, end, events, focused, has, key, name, pump

FEEDS = int(sys.argv[2])


SMART = ["All Entries", f"Unread, {2 * FEEDS} entries", "Starred, 0 entries", "Today, 0 entries", "Feeds"]


tree = None


def lists():
    """The tree of the lists in the sidebar, which is looked for once."""
    global tree
    if tree is None:
        panes = [each for each in descendants(application()) if name(each) == "Sidebar"]
        trees = [each for pane in panes for each in descendants(pane) if each.get_role() == Atspi.Role.TREE]
        tree = trees[0] if trees else None
    return tree


def rows():
    return [each for each in children(lists()) if each.get_role() == Atspi.Role.LIST_ITEM]


def names():
    return [name(row) for row in rows()]


def wait_for_focus(text):
    return pump(lambda: focused() is not None and name(focused()) == text, 5)


def is_in_sidebar():
    return focused() is not None and focused().get_role() == Atspi.Role.LIST_ITEM and name(focused()) in names()


begin(Atspi.Role.LIST)
pump(lambda: lists() is not None and len(rows()) == FEEDS + 4)
wanted = SMART + [f"Feed {number}, 2 unread" for number in range(FEEDS)]
check("names", names() == wanted, names())
check("name of the tree", name(lists()) == "Feeds", name(lists()))
check("selection", [has(row, Atspi.StateType.SELECTED) for row in rows()] == [True] + [False] * (FEEDS + 3))
buttons = [name(each) for each in descendants(lists()) if each.get_role() == Atspi.Role.PUSH_BUTTON]
check("no buttons", buttons == [], buttons)
relations = [each.get_relation_type() for each in lists().get_relation_set()]
check("relation", Atspi.RelationType.CONTROLLER_FOR in relations, relations)

# Shift+F6 leads from the list of entries to the sidebar; keys pass over the heading.
key("shift+F6")
check("focus", wait_for_focus(wanted[0]), focused() and name(focused()))
for place in (1, 2, 4):
    key("Down")
    check("next list", wait_for_focus(wanted[place]), focused() and name(focused()))
check("selected feed", pump(lambda: has(rows()[4], Atspi.StateType.SELECTED), 5))
key("f")
check("letter", wait_for_focus(wanted[5]), focused() and name(focused()))
key("Up")
check("back", wait_for_focus(wanted[4]), focused() and name(focused()))

# Tab leaves it at once, and comes back to the selected row.
key("Tab")
check("left by Tab", pump(lambda: not is_in_sidebar(), 5), focused() and name(focused()))
key("shift+Tab")
check("entered by Tab", wait_for_focus(wanted[4]), focused() and name(focused()))

# A feed that is closed is gone, and undoing brings it back.
events.clear()
key("Delete")
check("closed", pump(lambda: len(rows()) == FEEDS + 3, 5), names())
alerts = [each for each in descendants(application()) if each.get_role() in (Atspi.Role.ALERT, Atspi.Role.NOTIFICATION)]
check("toast", any("closed" in (name(each) or "") for each in alerts), [name(each) for each in alerts])
key("ctrl+z")
check("undone", pump(lambda: len(rows()) == FEEDS + 4, 5), names())

end()
