"""Uses folders in the sidebar as an assistive tool does, through AT-SPI and the keyboard: folders.py PROCESS FEED

The program shows a feed and a file "Mine", in which a folder "News" names a feed FEED that is not open and has one entry.
Prints a line for each check that fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, application, begin, check, children, descendants, end, focused, has, key, name, pump

FEED = sys.argv[2]

FILE, FOLDER, CLOSED = "Mine, 1 feed", "News, folder, 1 feed", f"{FEED}, not open"


def rows():
    panes = [each for each in descendants(application()) if name(each) == "Sidebar"]
    trees = [each for pane in panes for each in descendants(pane) if each.get_role() == Atspi.Role.TREE]
    return [each for tree in trees for each in children(tree) if each.get_role() == Atspi.Role.LIST_ITEM]


def names():
    return [name(row) for row in rows()]


def row(text):
    return next((each for each in rows() if name(each) == text), None)


def is_focused(text):
    return pump(lambda: focused() is not None and name(focused()) == text, 5)


def is_expanded(text):
    """None if that can't be."""
    each = row(text)
    if each is None:
        return f"no row {text}"
    return has(each, Atspi.StateType.EXPANDED) if has(each, Atspi.StateType.EXPANDABLE) else None


begin(Atspi.Role.LIST)
check("names", pump(lambda: FILE in names()), names())
check("collapsed", is_expanded(FILE) is False, is_expanded(FILE))
check("others", [is_expanded(each) for each in names()].count(None) == len(rows()) - 1)

key("shift+F6")
pump(lambda: focused() is not None and name(focused()) in names(), 5)
key("End")
check("file", is_focused(FILE), focused() and name(focused()))
key("Right")
check("expanded file", pump(lambda: is_expanded(FILE) is True and row(FOLDER) is not None, 5), names())
check("collapsed folder", is_expanded(FOLDER) is False, is_expanded(FOLDER))
check("focus stays", is_focused(FILE), focused() and name(focused()))
key("Down")
check("folder", is_focused(FOLDER), focused() and name(focused()))
key("Right")
check("expanded folder", pump(lambda: is_expanded(FOLDER) is True and row(CLOSED) is not None, 5), names())
check("feed", is_expanded(CLOSED) is None)
key("Down")
check("closed feed", is_focused(CLOSED), focused() and name(focused()))
key("Left")
check("folder again", is_focused(FOLDER), focused() and name(focused()))
key("Left")
check("collapsed again", pump(lambda: is_expanded(FOLDER) is False and row(CLOSED) is None, 5), names())
key("Right")
check("expanded again", pump(lambda: row(CLOSED) is not None, 5), names())
key("Down")
check("closed feed again", is_focused(CLOSED), focused() and name(focused()))
key("Return")
# Its entry may have been read already.
check("opened", pump(lambda: names()[-1] in (FEED, f"{FEED}, 1 unread") and row(CLOSED) is None, 5), names())
folders = [each for each in rows() if name(each).startswith(FOLDER)]
check("empty folder", [has(each, Atspi.StateType.EXPANDABLE) for each in folders] == [False], names())

end()
