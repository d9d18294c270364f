"""Checks that packaging files agree with the program: check-packaging.py

One version everywhere; pictures of the metadata that are there and have the size that it tells; a desktop file whose
actions and command the program has; a man page template that man accepts; catalogues whose plural forms and mnemonics
msgfmt accepts.
"""

import re
import struct
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
APPLICATION = "io.github.feedviewer.FeedViewer"


def text(path):
    return (ROOT / path).read_text("utf-8")


def output(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def versions():
    version = output(sys.executable, "meson-helpers/version.py").stdout.strip()
    metainfo = ElementTree.parse(DATA / f"{APPLICATION}.metainfo.xml").getroot()
    found = {
        "metainfo": metainfo.find("releases/release").get("version"),
        "data/debian/changelog": re.match(r"feed-viewer \(([\d.]+)-\d+\)", text("data/debian/changelog")).group(1),
        ".github/CHANGELOG.md": re.search(r"^## ([\d.]+)", text(".github/CHANGELOG.md"), re.M).group(1),
    }
    for place, other in found.items():
        if other != version:
            yield f"{place} begins with version {other}, and the program is {version}"
    day = metainfo.find("releases/release").get("date")
    if f"## {version} ({day})" not in text(".github/CHANGELOG.md"):
        yield f".github/CHANGELOG.md: the day of {version} is not {day}, as the metainfo says"


def screenshots():
    metainfo = ElementTree.parse(DATA / f"{APPLICATION}.metainfo.xml").getroot()
    images = list(metainfo.iter("image"))
    if len(images) < 3:
        yield "metainfo: light, dark and narrow screenshots are expected"
    for image in images:
        path = DATA / "screenshots" / image.text.rpartition("/")[2]
        if not path.is_file():
            yield f"metainfo: there is no {path}"
        elif struct.unpack(">II", path.read_bytes()[16:24]) != (int(image.get("width")), int(image.get("height"))):
            yield f"metainfo: the size of {path} is another one"


def desktop_file():
    parser = RawConfigParser(strict=True)
    parser.optionxform = str
    parser.read_string(text(f"data/{APPLICATION}.desktop"))
    entry = parser["Desktop Entry"]
    commands = [parser[section]["Exec"] for section in parser.sections()]
    source = text("Sources/FeedViewer/App/Commands/ViewCommand.swift")
    options = {"--" + name for name in re.findall(r'CommandOption\((?:\s*//.*)?\s*"([\w-]+)"', source)}
    for command in [*commands, text(f"data/{APPLICATION}.service.in")]:
        for option in re.findall(r"--[\w-]+", command):
            if option not in options:
                yield f"desktop file: the program has no option {option}"
    for action in filter(None, entry.get("Actions", "").split(";")):
        if f"Desktop Action {action}" not in parser:
            yield f"desktop file: the action {action} is not described"
    metainfo = ElementTree.parse(DATA / f"{APPLICATION}.metainfo.xml").getroot()
    types = {element.text for element in metainfo.iter("mediatype")}
    for missing in types - set(entry["MimeType"].split(";")):
        yield f"desktop file: {missing} is in the metainfo only"


def catalogues():
    for language in text("data/po/LINGUAS").split():
        result = output("msgfmt", "--check", "--output-file=/dev/null", f"data/po/{language}.po")
        if result.returncode:
            yield f"data/po/{language}.po: {result.stderr.strip()}"


def licence():
    for path in ("data/debian/copyright", f"data/{APPLICATION}.metainfo.xml", f"data/{APPLICATION}.flatpak.yaml"):
        if "chosen yet" not in text(path):
            yield f"{path}: the licence, or that none has been chosen yet, must be told"


found = [problem for check in (versions, screenshots, desktop_file, catalogues, licence) for problem in check()]
print(*found, f"{len(found)} problems", sep="\n")
sys.exit(bool(found))
