"""Checks that everything in Feed Viewer's windows has a name of its own: names.py PROCESS ROLE

The program has the only window of the display; ROLE is the role of something that it shows. If it shows files, the
information on the first one is checked too. Prints a line for each check that fails; the exit status is 1 if there was any.
"""

import re
import sys

from gi.repository import Gio, GLib

from assistive import Atspi, application, begin, check, children, descendants, end, name, pump

ROLE = {"button": Atspi.Role.PUSH_BUTTON, "list": Atspi.Role.LIST}[sys.argv[2]]


# Of the other roles, those without a name are groups of what they contain.
NAMED = (Atspi.Role.PUSH_BUTTON, Atspi.Role.LIST, Atspi.Role.LIST_ITEM, Atspi.Role.SCROLL_BAR)


def check_names(root):
    for each in descendants(root):
        text = name(each) or ""
        # Names of classes, and the underscores of mnemonics; a path may have any.
        check("name", text.startswith("/") or not re.match(r"(Gtk|Gdk|FeedViewer)[A-Z]|.*_", text), each.get_role_name(), repr(text))
        words = text.split(" ")
        half = len(words) // 2
        check("name said once", half == 0 or words[:half] != words[half:], each.get_role_name(), repr(text))
        check("no name", text or each.get_role() not in NAMED, each.get_role_name())


begin(ROLE)
window = children(application())[0]
check_names(window)

with open(f"/proc/{sys.argv[1]}/cmdline", encoding="utf-8") as line:
    files = [each for each in line.read().split("\0") if each.endswith(".xml")]
if files:
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    actions = Gio.DBusActionGroup.get(bus, "io.github.feedviewer.FeedViewer", "/io/github/feedviewer/FeedViewer/window/1")
    actions.activate_action("feed-info", GLib.Variant("s", files[0]))
    bus.flush_sync()
    check("information", pump(lambda: len(children(application())) > 1))
    dialog = [each for each in children(application()) if each != window][0]
    pump(lambda: any("Line" in (name(each) or "") for each in descendants(dialog)))
    check_names(dialog)
    repairs = [name(each) for each in descendants(dialog) if "Line" in (name(each) or "")]
    check("repairs", len(repairs) > 1, repairs)

end()
