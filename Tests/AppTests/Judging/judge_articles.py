#!/usr/bin/env python3
"""Judges what the page of an article shows by the tree that html5lib makes of its source.

Usage: judge_articles.py FEED.json ARTICLES.jsonl

FEED.json is a JSON Feed with the sources in `content_html`, ARTICLES.jsonl what `feed-viewer article --format json` prints
of it. The tree is walked by the rules of the HTML Living Standard, section 15 (Rendering), and the texts, their line breaks,
the pictures and the targets of links are compared. Each difference is printed as one JSON object per line; the last line is
the number of entries that were compared.

What the page is free to do, by rule:
- marks that it adds: quotation marks, parentheses of ruby, markers of items, signs of boxes, words of gauges;
- the words of formulas, whose notation is the page's own;
- white space beside what is no text: pictures, media, controls, and what was left out;
- media, frames and objects are links, and their content, for programs that do not know them, is not shown;
- of `noscript` only its pictures are shown; everything in `details` is shown; tracking pixels are not;
- content of a table outside its cells is in blocks of its own.

html5lib 1.1 knows neither `template` nor the present rules of `select`, and reads the content of `noscript`: what differs
there, and next to it, has to be judged by a person. For that reason, no test runs this script.
"""

import json
import re
import sys
from collections import Counter
from urllib.parse import urljoin

NOTHING = {
    "area", "base", "basefont", "bgsound", "datalist", "head", "link", "meta", "noembed", "noframes", "param", "rp",
    "script", "style", "template", "title", "source", "track", "col", "frameset", "frame", "keygen",
}
BLOCKS = set(
    """address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section
    summary table tbody tfoot thead tr caption ul xmp td th""".split()
)
MEDIA = {"iframe", "video", "audio", "object", "applet", "embed", "frame"}
LATE = """data-src data-original data-lazy-src data-lazyload data-lazy data-orig-file data-actualsrc data-original-src
    data-hi-res-src data-full-src data-image-src data-url data-img-src data-ll-src data-echo data-delayed-url""".split()
LISTS = ["srcset", "data-srcset", "data-lazy-srcset", "data-original-set"]
SPACE = " \t\n\r\f"
MARKERS = re.compile(r"^(?:(?:•|-?\d+\.|[a-z]{1,3}\.|[A-Z]{1,3}\.|[ivxlcdm]+\.|[IVXLCDM]+\.)(?: |$))+")
# Marks that may be added, and characters that nobody sees.
IGNORED = dict.fromkeys(
    [*range(0x00, 0x09), 0x0B, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0xAD, 0x34F, *range(0x200B, 0x2010),
     *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0xFFFD, *map(ord, "“”‘’«»‹›„‚()•☑☐◉○")]
)


class Node:
    __slots__ = ("tag", "attrs", "children", "foreign")

    def __init__(self, tag, attrs, foreign):
        self.tag, self.attrs, self.foreign, self.children = tag, attrs, foreign, []


def html5lib_tree(html):
    import html5lib

    def convert(element):
        name = element.tag
        space, name = name[1:].split("}") if name.startswith("{") else ("", name)
        node = Node(name.lower(), {str(k): v for k, v in element.attrib.items()}, "xhtml" not in space)
        if element.text:
            node.children.append(element.text)
        for child in element:
            if isinstance(child.tag, str):
                node.children.append(convert(child))
            if child.tail:
                node.children.append(child.tail)
        return node

    return convert(html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=True))


def style_of(node):
    result = {}
    for part in re.sub(r"/\*.*?\*/", "", node.attrs.get("style", ""), flags=re.S).split(";"):
        name, colon, value = part.partition(":")
        if colon:
            result[name.strip().lower()] = value.strip().lower().replace("!important", "").strip()
    return result


def pixels(text):
    found = re.match(r"\s*\+?(\d+)", text or "")
    return int(found.group(1)) if found else None


class Page:
    """What a browser shows, in the order of the page."""

    def __init__(self, base):
        self.base = base
        self.atoms = []  # characters; "\n" line, " " space, "\x00" may be a space
        self.pictures = []
        self.links = {}
        self.link = []
        self.media = set()
        self.alternatives = []
        self.formulas = False

    def character(self, text):
        self.atoms.extend(text)
        if self.link:
            self.links.setdefault(self.link[-1], Counter()).update(visible(text))

    def resolve(self, reference):
        reference = re.sub(r"[\t\n\r]", "", reference).strip("".join(map(chr, range(0x21))))
        try:
            return urljoin(self.base, reference)
        except ValueError:
            return reference

    def walk(self, node, pre="collapse", seen=True, table=None):
        if isinstance(node, str):
            if not seen:
                if node.strip(SPACE):
                    self.atoms.append(" ")
                elif node:
                    self.atoms.append(" ")
                return
            if pre == "keep":
                self.character(re.sub(r"\r\n?", "\n", node))
            elif pre == "lines":
                self.character(re.sub(r"[ \t\f\r]+", " ", re.sub(r"[ \t\f\r]*\n[ \t\f\r]*", "\n", node)))
            else:
                self.character(re.sub(r"[ \t\n\r\f]+", " ", node))
            return
        tag, attrs = node.tag, node.attrs
        if node.foreign:
            return self.walk_foreign(node, pre, seen)
        style = style_of(node)
        display = style.get("display", "").split(" ")[0]
        if display == "none" or ("hidden" in attrs and not display):
            self.break_hidden(node, display)
            return
        if clipped(style):
            self.break_hidden(node, display)
            return
        if style.get("visibility") in ("hidden", "collapse"):
            seen = False
        elif style.get("visibility") == "visible":
            seen = True
        if tag == "noscript":
            return self.walk_noscript(node, seen)
        if tag in NOTHING or (tag == "dialog" and "open" not in attrs):
            self.atoms.append("\x00")
            return
        if tag == "br":
            self.atoms.append("\n")
            return
        if tag in ("img", "image") or (tag == "input" and attrs.get("type", "").lower() == "image"):
            if seen:
                self.picture(node)
            return
        if tag in MEDIA:
            return self.embed(node, pre, seen)
        if tag == "input":
            if seen:
                self.control(attrs)
            return
        if tag in ("meter", "progress"):
            self.atoms.append("\x00")
            for child in node.children:
                self.walk(child, pre, seen)
            self.atoms.append("\x00")
            return
        if tag == "select":
            return self.choice(node, pre, seen)
        if tag == "wbr":
            return
        if tag == "picture":
            children = [c for c in node.children if isinstance(c, Node) and c.tag == "source"]
            self.alternatives = [c.attrs["srcset"].split()[0] for c in children if c.attrs.get("srcset", "").split()]
        block = tag in BLOCKS or display in ("block", "flex", "grid", "list-item", "flow-root", "table")
        if tag in BLOCKS and display in ("inline", "contents", "inline-block"):
            block = True  # The page keeps elements apart that are blocks in all other documents.
        kept = {"pre": "keep", "listing": "keep", "plaintext": "keep", "xmp": "keep", "textarea": "keep"}.get(tag, pre)
        white = style.get("white-space", style.get("white-space-collapse", "")).split(" ")[0]
        if white in ("pre", "pre-wrap", "break-spaces", "preserve"):
            kept = "keep"
        elif white in ("pre-line", "preserve-breaks"):
            kept = "lines"
        elif white in ("normal", "nowrap", "collapse"):
            kept = "collapse"
        if tag in ("td", "th"):
            kept = "collapse" if not white and pre == "collapse" else kept
        if block:
            self.atoms.append("\n")
        if tag in ("textarea", "button", "label"):
            self.atoms.append("\x00")
        target = self.target(attrs.get("href")) if tag == "a" and "href" in attrs else None
        if target:
            self.link.append(target)
        children = self.ordered(node) if tag == "table" else node.children
        for child in children:
            if tag == "ruby" or tag == "rtc":
                if isinstance(child, Node) and child.tag == "rp":
                    for part in child.children:
                        self.walk(part, pre, seen)
                    continue
            self.walk(child, kept, seen)
        if target:
            self.link.pop()
        if tag in ("textarea", "button", "label"):
            self.atoms.append("\x00")
        if block:
            self.atoms.append("\n")

    def break_hidden(self, node, display):
        self.atoms.append("\x00")

    def ordered(self, table):
        """Captions above, the first head first, the first foot last (CSS 2.2, section 17.2)."""
        captions, head, foot, rest = [], [], [], []
        for child in table.children:
            tag = getattr(child, "tag", None)
            if tag == "caption":
                captions.append(child)
            elif tag == "thead" and not head:
                head.append(child)
            elif tag == "tfoot" and not foot:
                foot.append(child)
            else:
                rest.append(child)
        return captions + head + rest + foot

    def walk_noscript(self, node, seen):
        self.atoms.append("\x00")
        for child in node.children:
            if isinstance(child, Node):
                if child.tag == "img" and seen:
                    self.picture(child, optional=True)
                else:
                    self.walk_noscript(child, seen)

    def walk_foreign(self, node, pre, seen):
        if node.tag == "math":
            self.atoms.append("\x00")
            self.formulas = True
            return
        self.atoms.append("\x00")
        self.drawing(node, pre, seen)
        self.atoms.append("\x00")

    def drawing(self, node, pre, seen):
        style = style_of(node)
        if style.get("display") == "none":
            return
        if style.get("visibility") == "hidden":
            seen = False
        for child in node.children:
            if isinstance(child, str):
                continue
            if not child.foreign:
                self.walk(child, pre, seen)
            elif child.tag == "text":
                self.words(child, seen)
            elif child.tag == "foreignobject":
                for part in child.children:
                    self.walk(part, pre, seen)
            elif child.tag not in ("defs", "symbol", "title", "desc", "metadata", "style", "script"):
                self.drawing(child, pre, seen)
            self.atoms.append("\x00")

    def words(self, node, seen):
        for child in node.children:
            if isinstance(child, str):
                if seen:
                    self.character(re.sub(r"[ \t\n\r\f]+", " ", child))
            elif child.tag not in ("title", "desc", "style", "script"):
                self.words(child, seen)
                self.atoms.append("\x00")

    def target(self, reference):
        if not reference.strip(SPACE):
            return None
        if "#" == reference.strip(SPACE)[:1]:
            return normalized(self.base + reference.strip(SPACE))
        address = self.resolve(reference)
        scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", address)
        return normalized(address) if scheme and scheme.group(1).lower() in ("http", "https", "mailto") else None

    def picture(self, node, optional=False):
        self.atoms.append("\x00")
        attrs = node.attrs
        style = style_of(node)
        for side in ("width", "height"):
            size = pixels(attrs.get(side))
            declared = pixels(style.get(side)) if style.get(side, "").endswith("px") or style.get(side) == "0" else None
            if (size is not None and size <= 2) or (declared is not None and declared <= 2):
                return
        found = [attrs[name] for name in ["src"] + LATE if attrs.get(name, "").strip()]
        found += self.alternatives
        self.alternatives = []
        for name in LISTS:
            for candidate in re.split(r",\s+|\s+[\d.]+[wx]\s*,?", attrs.get(name, "")):
                if candidate.strip(" ,\t\n"):
                    found.append(candidate.strip(" ,\t\n").split()[0])
        words = attrs.get("alt", "").strip(SPACE) or attrs.get("title", "").strip(SPACE)
        self.pictures.append(({self.resolve(f) for f in found}, words, optional))
        if self.link:
            self.links.setdefault(self.link[-1], Counter()).update(visible(words))
        self.atoms.append("\x00")

    def embed(self, node, pre, seen):
        self.atoms.append("\x00")
        tag, attrs = node.tag, node.attrs
        found = [attrs[n] for n in ("src", "data", "data-src", "data-lazy-src") if attrs.get(n, "").strip()]
        shows_content = tag in ("object", "applet") and not found
        if not found:

            def search(inner):
                for child in inner.children:
                    if isinstance(child, Node):
                        for name in ("src", "data-src", "value", "href", "data"):
                            if child.tag in ("source", "embed", "param", "a") and child.attrs.get(name):
                                found.append(child.attrs[name])
                        search(child)

            search(node)
        if seen:
            self.media.update(self.resolve(f) for f in found)
            if attrs.get("poster"):
                self.pictures.append(({self.resolve(attrs["poster"])}, "", True))
        if shows_content:
            for child in node.children:
                self.walk(child, pre, seen)
        self.atoms.append("\x00")

    def control(self, attrs):
        kind = attrs.get("type", "").strip().lower()
        self.atoms.append("\x00")
        if kind in ("hidden", "password", "file", "color", "range", "checkbox", "radio"):
            words = ""
        elif kind in ("submit", "reset", "button"):
            words = attrs.get("value", "")
        else:
            words = attrs.get("value", "").strip(SPACE) or attrs.get("placeholder", "")
        self.character(words.replace("\n", " "))
        self.atoms.append("\x00")

    def choice(self, node, pre, seen):
        self.atoms.append("\x00")
        several = "multiple" in node.attrs or (pixels(node.attrs.get("size")) or 1) > 1
        if several:
            for child in node.children:
                self.walk(child, pre, seen)
            return
        options = []

        def search(inner):
            for child in inner.children:
                if isinstance(child, Node):
                    if child.tag == "option":
                        options.append(child)
                    else:
                        search(child)

        search(node)
        chosen = [o for o in options if "selected" in o.attrs]
        shown = chosen[-1:] or [o for o in options if "disabled" not in o.attrs][:1] or options[:1]
        for option in shown:
            for child in option.children:
                self.walk(child, pre, seen)
        self.atoms.append("\x00")


def normalized(address):
    """An address by which links are compared: scheme and host in lower case, and no difference between forms of its path."""
    found = re.match(r"([^:/?#]+:(?://[^/?#]*)?)(.*)", address, re.S)
    return found.group(1).lower() + found.group(2).rstrip("/;") if found else address


def clipped(style):
    hides = any(style.get(n, "").startswith(("hidden", "clip")) for n in ("overflow", "overflow-x", "overflow-y"))
    none = any(re.fullmatch(r"0+(\.0*)?(px|em|rem|pt|%)?", style.get(n, "")) for n in ("height", "max-height", "width", "max-width"))
    return hides and none


def visible(text):
    return [c for c in text.translate(IGNORED) if not c.isspace() and c != "\x00"]


def boundaries(atoms):
    """The visible characters, and what is before each: nothing, maybe a space, a space, a line break."""
    characters, before = [], []
    last = 3
    for atom in atoms:
        if ord(atom) in IGNORED and atom != "\x00":
            continue
        level = 3 if atom in "\n\t" else 1 if atom == "\x00" else 2 if atom.isspace() else 0
        if level:
            last = max(last, level)
        else:
            characters.append(atom)
            before.append(last)
            last = 0
    return characters, before


def shown_text(blocks):
    """The text of a page without its marks, and without the words of pictures."""
    texts = []
    for block in blocks:
        if block["kind"] in ("picture", "media", "attachment", "rule"):
            continue
        text = block["text"]
        for picture in block["pictures"]:
            if picture["alt"]:
                text = text.replace(picture["alt"], "\x00", 1)
        if block["kind"] == "item":
            text = MARKERS.sub("", text)
        if block["kind"] == "summary" and text == "Details":
            text = ""
        texts.append(text)
    return "\n".join(texts)


def judge(html, blocks, base, tree):
    page = Page(base)
    page.walk(tree(html))
    faults = []
    found, found_before = boundaries(shown_text(blocks))
    wanted, wanted_before = boundaries(page.atoms)
    if found != wanted and not page.formulas:
        index = next((i for i, (a, b) in enumerate(zip(found, wanted)) if a != b), min(len(found), len(wanted)))
        kind = "order" if Counter(found) == Counter(wanted) else "lost" if len(found) < len(wanted) else "extra"
        faults.append((kind, "page: %s | tree: %s" % ("".join(found[max(0, index - 9):index + 24]), "".join(wanted[max(0, index - 9):index + 24]))))
    elif not page.formulas:
        for index, (a, b) in enumerate(zip(found_before, wanted_before)):
            if index == 0 or a == b or (a, b) in ((1, 2), (0, 1), (2, 1), (3, 1), (1, 0)):
                continue
            kind = {(0, 2): "joined", (0, 3): "joined lines", (1, 3): "joined lines", (2, 3): "space for line",
                    (2, 0): "split", (3, 0): "split lines", (3, 2): "line for space"}[(a, b)]
            faults.append((kind, "".join(found[max(0, index - 9):index]) + " / " + "".join(found[index:index + 9])))
            break
    pictures = [(p["source"], p["alt"]) for b in blocks for p in b["pictures"]]
    rest = list(page.pictures)
    for source, words in pictures:
        match = next((p for p in rest if source in p[0] and visible(words) == visible(p[1])), None) or next(
            (p for p in rest if source in p[0]), None)
        if match is None:
            if source not in page.media:
                faults.append(("picture extra", source))
            continue
        if visible(words) != visible(match[1]) and not match[2]:
            faults.append(("words of picture", "%s: %s | %s" % (source, words, match[1])))
        rest.remove(match)
    for sources, words, optional in rest:
        if sources and not optional:
            if not any(s in sources for s, _ in pictures):
                faults.append(("picture lost", "%s %s" % (sorted(sources), words)))
    links = {}
    for block in blocks:
        sources = {p["source"] for p in block["pictures"]}
        for link in block["links"]:
            target = link["target"]
            # A picture that is not on this computer says where it would be.
            if block["kind"] == "picture" and target in sources and target not in page.links:
                continue
            target = normalized(base + target if target.startswith("#") else target)
            if block["kind"] in ("media", "attachment"):
                if target not in page.media and target not in page.links and target != "https:" + target:
                    faults.append(("media extra", target))
                continue
            words = link["text"]
            if block["kind"] == "picture" and not any(p["alt"] for p in block["pictures"]):
                words = ""
            links.setdefault(target, Counter()).update(visible(words))
    for target in set(links) | set(page.links):
        wanted = page.links.get(target)
        if wanted is None:
            faults.append(("link extra", "%s %s" % (target, "".join(links[target]))))
        elif target not in links:
            if sum(wanted.values()):
                faults.append(("link lost", "%s %s" % (target, "".join(wanted))))
        elif links[target] != wanted and not page.formulas:
            lost, extra = wanted - links[target], links[target] - wanted
            faults.append(("link words", "%s lost %s extra %s" % (target, "".join(lost), "".join(extra))))
    return faults


def main():
    tree = html5lib_tree
    items = json.load(open(sys.argv[1]))["items"]
    count = 0
    for item, line in zip(items, open(sys.argv[2])):
        blocks = json.loads(line)["blocks"]
        count += 1
        for kind, detail in judge(item["content_html"], blocks, item["url"], tree):
            print(json.dumps({"id": item["id"], "kind": kind, "detail": detail}, ensure_ascii=False))
    print(count)


if __name__ == "__main__":
    main()
