"""Reads an article of Feed Viewer as an assistive tool does, through AT-SPI and the keyboard: article.py PROCESS TITLE

The program shows a list whose first entry, with the title TITLE, is the article of AssistiveToolTests. Prints a line for
each check that fails; the exit status is 1 if there was any.
"""

import sys

from assistive import Atspi, begin, bounds, check, children, descendants, end, focused, has, key, name, pump
from assistive import windows, xdotool

TITLE = sys.argv[2]
Role = Atspi.Role
CONTENT = (Role.HEADING, Role.LABEL, Role.LIST_ITEM, Role.CAPTION, Role.IMAGE)
CONTENT += (Role.SEPARATOR, Role.LINK, Role.PUSH_BUTTON)


def description(accessible):
    accessible.clear_cache()
    return accessible.get_description()


def shown():
    """What is read of the article, in order."""
    return [each for each in descendants(document) if each.get_role() in CONTENT]


def named(text, role=None):
    found = [each for each in shown() if name(each) == text and (role is None or each.get_role() == role)]
    return found[0] if found else None


def unit(accessible, offset, granularity):
    found = Atspi.Text.get_string_at_offset(accessible, offset, granularity)
    return found.start_offset, found.end_offset, found.content


def waits_for_focus(text):
    return pump(lambda: focused() is not None and name(focused()) == text, 5)


# The document has the article's title when it gets the focus.
begin(Role.LIST)
pump(lambda: focused() is not None)
key("Down")
pump(lambda: focused() is not None and focused().get_role() == Role.LIST_ITEM)
names = []
listener = Atspi.EventListener.new(lambda event: event.detail1 and names.append(event.source.get_name()))
listener.register("object:state-changed:focused")
key("Return")
pump(lambda: focused() is not None and focused().get_role() == Role.DOCUMENT_TEXT)
document = focused()
check("document", document.get_role() == Role.DOCUMENT_TEXT and names[-1] == TITLE, names)
pump(lambda: named("Last row of the first page") is not None)

# Every block has its role, name and description.
expected = [
    (Role.HEADING, TITLE, "Level 1"),
    (Role.HEADING, "A heading", "Level 2"),
    (Role.LIST_ITEM, "1. One item", "1 of 2"),
    (Role.LIST_ITEM, "\u25e6 Inner", "1 of 1, level 2"),
    (Role.LIST_ITEM, "2. Two", "2 of 2"),
    (Role.LINK, "Two", "https://two.example/"),
    (Role.LABEL, "Quoted", ""),
    (Role.LABEL, "let x = 1", "Code"),
    (Role.LABEL, "Name", "Column header"),
    (Role.LABEL, "Age", "Column header"),
    (Role.LABEL, "Name: Ann", ""),
    (Role.LABEL, "Age: 7", ""),
    (Role.SEPARATOR, "", ""),
    (Role.LABEL, "More", ""),
    (Role.PUSH_BUTTON, "More", ""),
    (Role.IMAGE, "A windmill", ""),
    (Role.LINK, "A windmill", "https://mill.example/"),
    (Role.IMAGE, "A cat", ""),
    (Role.PUSH_BUTTON, "A cat", "Animation, paused"),
]
found = [(each.get_role(), name(each), description(each)) for each in shown()]
for each in expected:
    check("block", each in found, each, found if each == expected[0] else "")
places = [found.index(each) for each in expected if each in found]
check("reading order", places == sorted(places), found)
check("quotation", any(name(each) == "Quotation" for each in children(document)), list(map(name, children(document))))
rows = [name(each) for each in children(document) if name(each).startswith("Row ")]
check("table rows", rows == ["Row 1 of 2", "Row 2 of 2"], rows)

# Text is read by character, word and line; each line ends where it does on screen, and all are inside the window.
paragraph = [each for each in shown() if name(each).startswith("A paragraph")][0]
length = Atspi.Text.get_character_count(paragraph)
text = Atspi.Text.get_text(paragraph, 0, length)
check("text", text == name(paragraph) and "Gr\u00f6\u00dfe" in text, text)
check("character", unit(paragraph, text.index("\u00f6"), Atspi.TextGranularity.CHAR)[2] == "\u00f6")
word = unit(paragraph, text.index("\u00f6"), Atspi.TextGranularity.WORD)[2]
check("word", word.strip(" ,") == "Gr\u00f6\u00dfe", repr(word))
lines, offset = [], 0
while offset < length:
    # At the first character of a line GTK 4.8 answers with the line before.
    start, stop, content = unit(paragraph, offset + 1, Atspi.TextGranularity.LINE)
    check("line", start == offset and stop > start, start, stop, offset)
    lines.append(content)
    offset = max(stop, offset + 1)
check("lines", "".join(lines) == text and len(lines) >= 2, lines)
one = bounds(named("Last row of the first page"))[3]
# There is room between lines, but none around them.
least = len(lines) * one
check("height of the lines", least <= bounds(paragraph)[3] <= 1.25 * least, bounds(paragraph), one)
width, height = [int(each.split()[-1]) for each in xdotool("getwindowgeometry", "--shell", windows()[0]).replace("=", " ").split("\n")[3:5]]
for each in (named(TITLE), paragraph, named("Name"), named("One item") or named("1. One item")):
    x, y, w, h = bounds(each)
    check("inside the window", 0 <= x < x + w <= width and 0 <= y < y + h <= height, name(each), (x, y, w, h))

# Links can be focused and have an action. Tab goes through them and the summary in reading order, also to those that are
# not on screen yet, and then leaves the page. Shift+Tab returns to the last one.
link = named("a link", Role.LINK)
actions = [Atspi.Action.get_action_name(link, n) for n in range(Atspi.Action.get_n_actions(link))]
check("link", has(link, Atspi.StateType.FOCUSABLE) and "link.activate" in actions, actions)
inside, around = bounds(link), bounds(paragraph)
check("place of a link", around[1] <= inside[1] and inside[1] + inside[3] <= around[1] + around[3], inside, around)
animated, playing = "Animation, paused", "Animation, playing"
order = ["a link", "the last row", "Two", "More", "A windmill", "A cat", "far away"]
for text in order:
    key("Tab")
    check("Tab", waits_for_focus(text), text, focused() and name(focused()))
    x, y, w, h = bounds(focused())
    check("focus in view", 0 < y and y + h <= height and w > 0, text, (x, y, w, h))
check("focused link", has(focused(), Atspi.StateType.FOCUSED) and focused().get_role() == Role.LINK)
key("Tab")
check("Tab leaves", pump(lambda: focused().get_role() == Role.PUSH_BUTTON, 5), name(focused()))
key("shift+Tab")
check("Shift+Tab returns", waits_for_focus("far away"), name(focused()))

# A focused link keeps its object and the focus wherever the page is scrolled to.
link = focused()
key("Home")
check("scrolled", pump(lambda: named(TITLE) is not None, 5))
pump(seconds=0.4)
check("focus kept", has(link, Atspi.StateType.FOCUSED) and name(link) == "far away", name(link))
key("shift+Tab")
check("Shift+Tab", waits_for_focus("A cat"), name(focused()))

# An animated picture is played and pauses by key, and by an assistive tool.
picture = focused()
key("Return")
check("plays", pump(lambda: description(picture) == playing, 5), description(picture))
key("space")
check("pauses", pump(lambda: description(picture) == animated, 5), description(picture))
Atspi.Action.do_action(picture, 0)
check("plays again", pump(lambda: description(picture) == playing, 5), description(picture))
key("space")
check("pauses again", pump(lambda: description(picture) == animated, 5), description(picture))
key("shift+Tab")
check("Shift+Tab", waits_for_focus("A windmill"), name(focused()))

# A summary opens and closes, and what it hides is not there.
key("shift+Tab")
check("summary", waits_for_focus("More") and focused().get_role() == Role.PUSH_BUTTON, name(focused()))
check("closed", not has(focused(), Atspi.StateType.EXPANDED) and named("Hidden") is None)
key("Return")
check("opened", pump(lambda: named("Hidden") is not None and has(focused(), Atspi.StateType.EXPANDED), 5))
Atspi.Action.do_action(focused(), 0)
check("closed again", pump(lambda: named("Hidden") is None and not has(focused(), Atspi.StateType.EXPANDED), 5))

# An assistive tool follows a link to a place in the article. (GTK 4.8 lets none move the focus.)
key("Home")
pump(lambda: named("the last row", Role.LINK) is not None)
Atspi.Action.do_action(named("the last row", Role.LINK), 0)
check("link followed", pump(lambda: named("The end") is not None, 5), list(map(name, shown())))
# The selected text on screen is told with the document.
key("Home")
pump(lambda: named(TITLE) is not None)
key("ctrl+a")
told = f"Selected: {TITLE}"
check("selection", pump(lambda: (description(document) or "").startswith(told), 5), description(document))
key("Escape")
check("no selection", pump(lambda: not description(document), 5), description(document))

# After scrolling, what is read is what is on screen, once.
key("End")
check("end", pump(lambda: named("The end") is not None and named(TITLE) is None, 5), list(map(name, shown())))
texts = [name(each) for each in shown() if each.get_role() == Role.LABEL]
check("each text once", len(texts) == len(set(texts)), texts)

end()
