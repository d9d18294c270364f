"""Plays the part of the settings portal on the session bus.

Each line of standard input sets a key of org.freedesktop.appearance to a value in GVariant's text format:
"contrast uint32 1". Those before an empty line are set when the portal appears; it then prints "ready". Ends with its input.
"""

import sys

from gi.repository import Gio, GLib

PATH, INTERFACE, NAMESPACE = (
    "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "org.freedesktop.appearance")
DESCRIPTION = f"""<node><interface name="{INTERFACE}">
  <method name="ReadAll"><arg type="as" direction="in"/><arg type="a{{sa{{sv}}}}" direction="out"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface></node>"""
settings = {}


def set_value(line):
    key, text = line.split(None, 1)
    settings[key] = GLib.Variant.parse(None, text, None, None)
    return key


def answer(_connection, _sender, _path, _interface, _method, parameters, invocation):
    found = {NAMESPACE: settings} if NAMESPACE in parameters.unpack()[0] else {}
    invocation.return_value(GLib.Variant("(a{sa{sv}})", (found,)))


for first in sys.stdin:
    if not first.strip():
        break
    set_value(first)

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(DESCRIPTION).interfaces[0], answer, None, None)
loop = GLib.MainLoop()


def change(*_):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    key = set_value(line)
    bus.emit_signal(None, PATH, INTERFACE, "SettingChanged", GLib.Variant("(ssv)", (NAMESPACE, key, settings[key])))
    return True


Gio.bus_own_name_on_connection(
    bus, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, change)
loop.run()
