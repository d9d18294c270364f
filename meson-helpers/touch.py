#!/usr/bin/python3
"""Touches the screen of a headless mutter, and takes pictures of it.

Reads a command a line, and repeats the line when it was done:
    tap X Y                          a finger for a moment
    drag X1 Y1 X2 Y2 [HOLD]          a finger that moves within 160 ms, and rests for HOLD seconds before it leaves
    picture FILE                     a PNG file of the screen

Only what asks for a remote desktop can touch: mutter makes a touch screen at the first touch. Programs learn of it then,
so that the first touch itself reaches none of them.
"""
import subprocess
import sys
import time

from gi.repository import Gio, GLib

DESKTOP, CAST = "org.gnome.Mutter.RemoteDesktop", "org.gnome.Mutter.ScreenCast"
STEP = 0.016
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(name, path, interface, method, arguments=None):
    return bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000, None).unpack()


def wait_until(condition):
    end = time.monotonic() + 10
    while not condition():
        if time.monotonic() > end:
            sys.exit("Mutter shows no screen.")
        GLib.MainContext.default().iteration(False)
        time.sleep(0.02)


session, = call(DESKTOP, "/org/gnome/Mutter/RemoteDesktop", DESKTOP, "CreateSession")
identifier, = call(DESKTOP, session, "org.freedesktop.DBus.Properties", "Get",
                   GLib.Variant("(ss)", (DESKTOP + ".Session", "SessionId")))
cast, = call(CAST, "/org/gnome/Mutter/ScreenCast", CAST, "CreateSession",
             GLib.Variant("(a{sv})", ({"remote-desktop-session-id": GLib.Variant("s", identifier)},)))
stream, = call(CAST, cast, CAST + ".Session", "RecordMonitor", GLib.Variant("(sa{sv})", ("Meta-0", {})))
nodes = []
bus.signal_subscribe(None, CAST + ".Stream", "PipeWireStreamAdded", stream, None, Gio.DBusSignalFlags.NONE,
                     lambda *signal: nodes.append(signal[5].unpack()[0]))
call(DESKTOP, session, DESKTOP + ".Session", "Start")
wait_until(lambda: nodes)


def touch(method, form, *values):
    call(DESKTOP, session, DESKTOP + ".Session", method, GLib.Variant(form, values))


def tap(x, y):
    touch("NotifyTouchDown", "(sudd)", stream, 0, x, y)
    time.sleep(4 * STEP)
    touch("NotifyTouchUp", "(u)", 0)


def drag(x1, y1, x2, y2, hold=0.0):
    touch("NotifyTouchDown", "(sudd)", stream, 0, x1, y1)
    for step in range(1, 11):
        time.sleep(STEP)
        touch("NotifyTouchMotion", "(sudd)", stream, 0, x1 + (x2 - x1) * step / 10, y1 + (y2 - y1) * step / 10)
    time.sleep(hold)
    touch("NotifyTouchUp", "(u)", 0)


def picture(path):
    subprocess.run(["timeout", "10", "gst-launch-1.0", "-q", "pipewiresrc", f"path={nodes[0]}", "num-buffers=1", "!",
                    "videoconvert", "!", "pngenc", "!", "filesink", f"location={path}"], check=True, stdout=sys.stderr)


tap(1, 1)
time.sleep(1)
for line in sys.stdin:
    word, *values = line.split()
    if word == "picture":
        picture(*values)
    else:
        {"tap": tap, "drag": drag}[word](*map(float, values))
    print(line, end="", flush=True)
