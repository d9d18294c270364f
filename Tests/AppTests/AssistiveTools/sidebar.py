"""Uses the feeds at the side as an assistive tool does, through AT-SPI and the keyboard: sidebar.py PROCESS FEEDS

The program shows FEEDS feeds of two entries each, titled "Feed 0" and so on, in a window with room for them, which is
the only one of the display. Prints a line for each check that fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, application, begin, check, children, descendants, end, events, focused, has, key, name, pump

FEEDS = int(sys.argv[2])


def feeds():
    """The list of the feeds."""
    lists = [each for each in descendants(application()) if each.get_role() == Atspi.Role.LIST]
    found = [each for each in lists if name(each) == "Feeds"]
    return found[0] if found else None


def rows():
    return [each for each in children(feeds()) if each.get_role() == Atspi.Role.LIST_ITEM]


def names():
    return [name(row) for row in rows()]


def wait_for_focus(text):
    return pump(lambda: focused() is not None and name(focused()) == text, 5)


begin(Atspi.Role.LIST)
pump(lambda: feeds() is not None and len(rows()) == FEEDS + 1)
wanted = [f"All Feeds, {2 * FEEDS} unread"] + [f"Feed {number}, 2 unread" for number in range(FEEDS)]
check("names", names() == wanted, names())
check("selection", [has(row, Atspi.StateType.SELECTED) for row in rows()] == [True] + [False] * FEEDS)
buttons = [each for each in descendants(feeds()) if each.get_role() == Atspi.Role.PUSH_BUTTON]
closing = [name(each) for each in buttons if name(each)]
check("close buttons", "Close “Feed 0”" in closing, closing)

# Shift+F6 leads from the list of entries to the feeds.
key("shift+F6")
check("focus", wait_for_focus(wanted[0]), focused() and name(focused()))
key("Down")
check("next feed", wait_for_focus(wanted[1]), focused() and name(focused()))
check("selected feed", pump(lambda: has(rows()[1], Atspi.StateType.SELECTED), 5))

# A feed that is closed is gone, and undoing brings it back.
events.clear()
key("Delete")
check("closed", pump(lambda: len(rows()) == FEEDS, 5), names())
alerts = [each for each in descendants(application()) if each.get_role() in (Atspi.Role.ALERT, Atspi.Role.NOTIFICATION)]
check("toast", any("Closed" in (name(each) or "") for each in alerts), [name(each) for each in alerts])
key("ctrl+z")
check("undone", pump(lambda: len(rows()) == FEEDS + 1, 5), names())

end()
