"""Checks that everything in Feed Viewer's windows has a name of its own: names.py PROCESS ROLE

The program has the only window of the display; ROLE is the role of something that it shows. If the window has a button
for details, its dialog is checked too. Prints a line for each check that fails; the exit status is 1 if there was any.
"""

import re
import sys

from assistive import Atspi, application, begin, check, children, descendants, end, find, name, pump

ROLE = {"button": Atspi.Role.PUSH_BUTTON, "list": Atspi.Role.LIST}[sys.argv[2]]


# Of the other roles, those without a name are groups of what they contain.
NAMED = (Atspi.Role.PUSH_BUTTON, Atspi.Role.LIST, Atspi.Role.LIST_ITEM, Atspi.Role.SCROLL_BAR)


def check_names(root):
    for each in descendants(root):
        text = name(each) or ""
        # Names of classes, and the underscores of mnemonics.
        check("name", not re.match(r"(Gtk|Gdk|FeedViewer)[A-Z]|.*_", text), each.get_role_name(), repr(text))
        words = text.split(" ")
        half = len(words) // 2
        check("name said once", half == 0 or words[:half] != words[half:], each.get_role_name(), repr(text))
        check("no name", text or each.get_role() not in NAMED, each.get_role_name())


def stack_of_pages(window):
    """The stack of the list and of the pages in its place, which have names."""
    for page in descendants(window):
        if page.get_role() == Atspi.Role.PANEL and name(page) in ("Entries", "Welcome"):
            return page.get_parent()
    check("pages have names", False)
    end()


begin(ROLE)
window = children(application())[0]
overlay, header = children(window)
check_names(header)
check_names(stack_of_pages(window))
for bar in [each for each in descendants(overlay) if name(each) == "Dismiss"]:
    check_names(bar.get_parent().get_parent().get_parent())

details = [each for each in descendants(window) if name(each) == "Details"]
if details:
    details[0].do_action(0)
    pump(lambda: len(children(application())) > 1)
    dialog = [each for each in children(application()) if each != window][0]
    pump(lambda: find(dialog, Atspi.Role.LIST_ITEM) is not None)
    check_names(dialog)
    items = [each for each in descendants(dialog) if each.get_role() == Atspi.Role.LIST_ITEM]
    check("repairs", len(items) > 1 and all("Line" in name(each) for each in items), list(map(name, items)))

end()
