"""Reads with Feed Viewer for a while, by keyboard and pointer: reading.py PROGRAM ACTIONS SEED [FILE...]

With READING_PAUSE in the environment it waits so many seconds after each action, as a reader does.

First presses every key of the shortcuts window and checks what it changes, then plays ACTIONS random ones, the same for
the same SEED, in a window of changing size: keys, clicks, searches, orders, feeds that are closed and opened again. At
the end the program must still run, be idle, have written nothing to standard error, and not have grown without end.

Needs a display of its own, without a window manager, and a session bus. Prints a line for each check that fails; the exit
status is 1 if there was any.
"""

import atexit
import os
import random
import subprocess
import sys
import tempfile
import time

PROGRAM, ACTIONS, SEED, FILES = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
folder = tempfile.TemporaryDirectory(prefix="reading", ignore_cleanup_errors=True)
ROWS = 12
PAUSE = float(os.environ.get("READING_PAUSE", "0"))


def write(path, text):
    path = os.path.join(folder.name, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def sample(number):
    """A feed whose entries have links, and texts longer than the window."""
    paragraphs = "&lt;p&gt;A &lt;a href='https://a.example/'&gt;link&lt;/a&gt;&lt;/p&gt;" + "".join(f"&lt;p&gt;Paragraph {n} of a text with many words.&lt;/p&gt;" for n in range(80))
    items = "".join(
        f"<item><guid>{number}-{n}</guid><title>Entry {n}</title><link>https://a.example/{number}/{n}</link>"
        f"<description>{paragraphs}</description></item>"
        for n in range(ROWS)
    )
    return f"<rss version='2.0'><channel><title>Feed {number}</title>{items}</channel></rss>"


# What opens links writes their addresses into a file.
browser_log = write("browser.log", "")
write(
    "data/applications/browser.desktop",
    "[Desktop Entry]\nType=Application\nName=Browser\n"
    f"Exec=/bin/sh -c 'echo \"$0\" >> {browser_log}' %u\nMimeType=x-scheme-handler/https;x-scheme-handler/http;\n",
)
kinds = ("https", "http", "mailto")
handlers = "".join(f"x-scheme-handler/{kind}=browser.desktop\n" for kind in kinds)
# A cursor that blinks fast.
write("config/gtk-4.0/settings.ini", "[Settings]\ngtk-cursor-blink-time=300\n")
write("config/mimeapps.list", "[Default Applications]\n" + handlers)
environment = dict(
    os.environ,
    XDG_DATA_HOME=folder.name + "/data",
    XDG_CONFIG_HOME=folder.name + "/config",
    GSETTINGS_BACKEND="memory",
    GDK_BACKEND="x11",
    G_DEBUG="fatal-warnings",
    SWIFT_BACKTRACE="enable=no",
    # GTK's print dialog writes a message if there is no system bus, as in a container.
    DBUS_SYSTEM_BUS_ADDRESS=os.environ.get("DBUS_SESSION_BUS_ADDRESS", ""),
)
samples = [write(f"feeds/{number}.xml", sample(number)) for number in range(2)]
error_file = open(os.path.join(folder.name, "errors"), "w+", encoding="utf-8")
program = subprocess.Popen(
    [PROGRAM, "--size", "1000x700", *samples], env=environment, stdout=subprocess.DEVNULL, stderr=error_file
)
atexit.register(program.kill)
sys.argv[1] = str(program.pid)

import assistive  # noqa: E402
from assistive import Atspi, application, begin, bounds, check, children, end, events  # noqa: E402
from assistive import failures, focused, has, key, name, pump, windows, xdotool  # noqa: E402

Role = Atspi.Role


# What is seen of the program.


def find(role, text=None):
    """The first accessible with a role, and with a name."""
    return assistive.find(application(), role, text)


def rows():
    return [each for each in children(entries) if each.get_role() == Role.LIST_ITEM]


def selected():
    return [name(row) for row in rows() if has(row, Atspi.StateType.SELECTED)]


def states():
    return sorted(name(row) for row in rows())


def row_size():
    return max((bounds(row)[3] for row in rows()), default=0)


def list_width():
    return bounds(entries)[2]


def article():
    document = find(Role.DOCUMENT_TEXT)
    return document and name(document)


def article_place():
    document = find(Role.DOCUMENT_TEXT)
    parts = document and children(document)
    return parts and [(name(part), bounds(part)[1]) for part in parts[:3]]


def feeds():
    found = find(Role.TREE, "Feeds")
    return found and [name(row) for row in children(found)]


def focus():
    return focused() and (focused().get_role_name(), name(focused()))


def title():
    return name(find(Role.FRAME))


def search_entry():
    """The entry that has the focus. A bar that was closed keeps its entry."""
    found = focused()
    if found is None or found.get_role() != Role.ENTRY or not has(found, Atspi.StateType.FOCUSED):
        return None
    return name(found), found.get_description(), Atspi.Text.get_text(found, 0, -1)


def pages_opened():
    with open(browser_log, encoding="utf-8") as log:
        return len(log.readlines())


def window_count():
    return len(windows())


# Every key changes something.


def press(text, observe):
    before = observe()
    key(text)
    changed = pump(lambda: observe() != before, 5)
    check(f"key {text}", changed, "changes nothing:", observe.__name__, before)


def leave_dialog():
    """Closes a window of its own and gives the keyboard focus back, which is a window manager's business."""
    key("Escape")
    if not pump(lambda: window_count() == 1, 5):
        check("dialog closes", False, windows())
    xdotool("windowfocus", "--sync", main_window)
    pump(seconds=0.2)


def check_keys():
    for text in ("Down", "Down", "Up", "End", "Home", "Page_Down", "Page_Up", "shift+Down", "Home"):
        press(text, selected)
    press("ctrl+Down", focus)
    press("ctrl+space", selected)
    press("ctrl+a", selected)
    press("Home", selected)
    for text in ("n", "j", "p", "n", "k", "n"):
        press(text, selected)
    check("article beside the list", pump(lambda: article() == "Entry 2", 5), article(), selected())
    for text in ("space", "shift+space"):
        press(text, article_place)
    for text in ("m", "m", "s", "s", "shift+a", "ctrl+z", "ctrl+shift+z", "ctrl+z"):
        press(text, states)
    for text in ("o", "ctrl+Return"):
        press(text, pages_opened)
    for text in ("ctrl+plus", "ctrl+0", "ctrl+minus", "ctrl+0", "ctrl+equal", "ctrl+0"):
        press(text, row_size)
    for text in ("slash", "ctrl+f"):
        press(text, search_entry)
        key("Escape")
        pump(lambda: search_entry() is None, 5)
    # A search that goes on is selected again; GTK warns of a cursor that blinks over a selection.
    key("slash")
    xdotool("type", "Entry")
    key("Down")
    pump(lambda: search_entry() is None, 5)
    press("slash", search_entry)
    pump(seconds=0.4)
    key("Escape")
    pump(lambda: search_entry() is None, 5)
    # The link that was copied is pasted.
    key("ctrl+c")
    press("slash", search_entry)
    press("ctrl+v", search_entry)
    key("Escape")
    pump(lambda: search_entry() is None, 5)
    for text in ("question", "ctrl+question", "F1", "ctrl+comma", "ctrl+o"):
        press(text, window_count)
        leave_dialog()
    for text in ("F10", "shift+F10", "Menu"):
        press(text, focus)
        key("Escape")
        pump(lambda: focused() is not None and focused().get_role() == Role.LIST_ITEM, 5)
    for text in ("Delete", "ctrl+z", "ctrl+shift+z", "ctrl+z"):
        press(text, states)
    press("F9", feeds)
    press("F9", feeds)
    for text in ("alt+2", "alt+1", "alt+3", "alt+1"):
        press(text, title)
    press("Down", selected)
    press("F6", focus)
    press("shift+F6", focus)
    press("F8", focus)
    for text in ("Right", "Left"):
        press(text, list_width)
    press("Escape", focus)
    # In the article.
    press("Return", focus)
    for text in ("Down", "Page_Down", "Home", "End", "Home", "space", "shift+space"):
        press(text, article_place)
    for text in ("n", "j", "p", "k"):
        press(text, article)
    for text in ("m", "m", "s", "s"):
        press(text, states)
    press("Tab", focus)
    press("o", pages_opened)
    press("ctrl+f", search_entry)
    xdotool("type", "words")
    pump(lambda: " of " in (search_entry() or ("", ""))[1], 5)
    press("ctrl+g", search_entry)
    press("ctrl+shift+g", search_entry)
    press("Escape", search_entry)
    # The match that was found last is selected, which Escape ends before it leaves the article.
    in_article = focus()
    key("Escape")
    pump(lambda: focus() != in_article, 0.5)
    if focus() == in_article:
        press("Escape", focus)
    # The file is read again, though it is the same.
    write("feeds/0.xml", sample(0).replace("Feed 0", "Changed"))
    check("changed file", pump(lambda: library_has("Changed"), 10))
    press("ctrl+F4", title)
    press("ctrl+z", title)


def library_has(text):
    return any(each.startswith(text) for each in feeds() or [])


# Random actions.

played = []


def play_key(text):
    played.append(text)
    key(text)
    # "o" in the menu. What is typed into a file chooser is its own business; GTK 4.8's writes warnings.
    if text == "o":
        leave_file_chooser()


def leave_file_chooser():
    for window in windows():
        asked = subprocess.run(["xdotool", "getwindowname", window], capture_output=True, text=True, check=False)
        if asked.stdout.strip() in FILE_CHOOSERS:
            to_main_window()


def play_pointer(*arguments):
    played.append(" ".join(map(str, arguments)))
    xdotool(*arguments)

KEYS = (
    ["j"] * 8 + ["k"] * 4 + ["n"] * 6 + ["p"] * 3 + ["space"] * 12 + ["shift+space"] * 3
    + ["Down", "Up", "Page_Down", "Page_Up", "Home", "End", "Return", "Return", "Return", "Escape", "Escape"] * 2
    + ["o", "m", "m", "s", "s", "shift+a", "ctrl+z", "ctrl+shift+z", "Delete", "ctrl+a", "Tab", "shift+Tab"]
    + ["ctrl+plus", "ctrl+minus", "ctrl+0", "F9", "F11", "F6", "F6", "shift+F6", "F8", "Left", "Right", "F5"]
    + [f"alt+{digit}" for digit in range(10)] + ["alt+Left", "ctrl+g", "ctrl+c", "F10"]
    + ["ctrl+Return", "shift+Down", "ctrl+Down", "ctrl+space", "alt+shift+Down", "alt+shift+Up", "BackSpace"]
)  # fmt: skip
WORDS = ["the", "of", "a", "title:news", "is:unread", "is:starred", "linux", "é", "-the", '"in the"', "before:2020", "zzz"]
FILE_CHOOSERS = ["Open Feeds", "Save as PDF", "Save as HTML"]
ORDERS = ["f", "n", "d", "t", "u", "m", "e", "a", "o", "s"]


def act(choices):
    kind = choices.random()
    if kind < 0.8:
        play_key(choices.choice(KEYS))
    elif kind < 0.86:
        play_pointer("mousemove", choices.randrange(5, width - 5), choices.randrange(60, 690))
        play_pointer("click", choices.choice(["1", "1", "1", "4", "5", "5", "5", "3"]))
    elif kind < 0.91:
        resize(choices)
    elif kind < 0.95:
        play_key(choices.choice(["slash", "ctrl+f"]))
        play_pointer("type", "--", choices.choice(WORDS))
        play_key(choices.choice(["Escape", "Return", "Down"]))
    elif kind < 0.97:
        for text in ("F10", "s", choices.choice(ORDERS)):
            play_key(text)
            pump(seconds=0.15)
    elif kind < 0.98:
        play_key("ctrl+F4")
    else:
        open_files(choices)


def resize(choices):
    global width
    width = choices.choice([360, 500, 700, 899, 900, 1000, 1249, 1250, 1400, 1600])
    play_pointer("windowsize", main_window, width, 700)


def open_files(choices):
    """Launches the program again, which passes the files to the one that runs."""
    files = choices.sample(FILES, min(len(FILES), 3)) or samples
    played.append(f"open {len(files)} files")
    subprocess.run([PROGRAM, *files], env=environment, stdout=subprocess.DEVNULL, stderr=error_file, timeout=60)


def to_main_window():
    """Closes dialogs and menus that a key has opened."""
    for attempt in range(8):
        others = [window for window in windows() if window != main_window]
        if not others:
            break
        # A menu belongs to the window with the focus: no user can give the focus to its own X window, and GTK would
        # complain of it. A dialog gets the focus from a window manager.
        focus = [] if attempt < 3 else ["windowfocus", others[-1]]
        # A window may be closing already.
        subprocess.run(["xdotool", *focus, "key", "Escape"], capture_output=True, check=False)
        pump(seconds=0.1)
    # If the program has ended, there is no window any more.
    subprocess.run(["xdotool", "windowfocus", main_window], capture_output=True, check=False)


def memory():
    """What the program has in memory, in megabytes."""
    with open(f"/proc/{program.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_time():
    """In seconds."""
    with open(f"/proc/{program.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play():
    choices = random.Random(SEED)
    sizes = []
    for number in range(ACTIONS):
        try:
            act(choices)
        except subprocess.CalledProcessError as error:
            # If the program has ended, there is no window any more.
            check("action", pump(lambda: program.poll() is not None, 5), error, error.stderr, *played[-5:])
        pump(seconds=PAUSE)
        events.clear()
        if number % 10 == 9:
            to_main_window()
        if program.poll() is not None:
            check("still runs", False, f"ended with {program.returncode} after action {number + 1}:", *played[-40:])
            return
        if number % 100 == 99:
            pump(seconds=0.3)
            sizes.append(memory())
            if number % 1_000 == 999:
                print(f"{number + 1} actions, {sizes[-1]:.0f} MB", flush=True)
    to_main_window()

    def is_idle():
        before = processor_time()
        time.sleep(0.5)
        return processor_time() - before < 0.12

    check("idle", pump(is_idle, 10), "still takes the processor after 10 s")
    if len(sizes) >= 20:
        middle, last = (sum(sizes[part : part + 5]) / 5 for part in (len(sizes) // 2, len(sizes) - 5))
        check("memory", last < middle * 1.3 + 30, sizes)


entries = begin(Role.LIST)
main_window = windows()[0]
width = 1000
pump(lambda: len(rows()) > 3)
check_keys()
if ACTIONS and not failures:
    if FILES:
        subprocess.run([PROGRAM, *FILES], env=environment, stdout=subprocess.DEVNULL, stderr=error_file, timeout=60)
        pump(seconds=2)
    play()
if program.poll() is None:
    to_main_window()
    key("ctrl+w" if SEED % 2 else "ctrl+q")
    pump(lambda: program.poll() is not None, 10)
    check("closes", program.poll() == 0, program.poll())
error_file.seek(0)
messages = error_file.read()
check("standard error", not messages, messages)
end()
