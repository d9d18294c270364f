"""Prints the version of the program, or with --date the day of its release.

The version has one place: the program's `ApplicationInfo`. The day is that of the release with this version in the
AppStream metadata.
"""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
INFO = ROOT / "Sources/FeedViewer/App/CommandLine/ApplicationInfo.swift"
METAINFO = ROOT / "data/io.github.feedviewer.FeedViewer.metainfo.xml"

version = re.search(r'static let version = "(\d+\.\d+\.\d+)"', INFO.read_text("utf-8")).group(1)
if sys.argv[1:] == ["--date"]:
    releases = ElementTree.parse(METAINFO).getroot().iter("release")
    print(next(r.get("date") for r in releases if r.get("version") == version))
else:
    print(version)
