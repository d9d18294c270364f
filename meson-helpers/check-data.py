"""Checks that the XML and JSON files in a data folder are well formed and that the pictures of its samples exist."""

import json
import re
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

MEDIA = "{http://search.yahoo.com/mrss/}"


def pictures_in_html(text):
    return re.findall(r"<img\b[^>]*?\bsrc=[\"']([^\"']+)", unescape(text or ""))


def pictures_in_xml(root):
    for element in root.iter():
        local_name = element.tag.rpartition("}")[2]
        if element.tag in (MEDIA + "thumbnail", MEDIA + "content") or local_name == "enclosure":
            yield element.get("url")
        elif local_name == "link" and element.get("rel") == "enclosure":
            yield element.get("href")
        elif local_name == "img":
            yield element.get("src")
        yield from pictures_in_html(element.text)


def pictures_in_json(value):
    if "feed" in value:
        for item in value["feed"]:
            name = item.get("imageName")
            if name:
                yield name if Path(name).suffix else name + ".png"
    for item in value.get("items", []):
        yield from (item[key] for key in ("image", "banner_image") if key in item)
        yield from pictures_in_html(item.get("content_html"))


def problems(path):
    try:
        if path.suffix in (".json", ".jsonfeed"):
            pictures = pictures_in_json(json.loads(path.read_text("utf-8")))
        else:
            pictures = pictures_in_xml(ElementTree.parse(path).getroot())
        for picture in pictures:
            if "://" not in picture and not (path.parent / picture).is_file():
                yield f"{path}: no picture {picture}"
    except (ValueError, ElementTree.ParseError) as error:
        yield f"{path}: {error}"


def main():
    suffixes = {".json", ".jsonfeed", ".xml", ".rss", ".rdf", ".atom", ".svg"}
    files = sorted(path for path in Path(sys.argv[1]).rglob("*") if path.suffix in suffixes)
    found = [problem for path in files for problem in problems(path)]
    print(*found, f"{len(files)} files read, {len(found)} problems", sep="\n")
    sys.exit(1 if found or not files else 0)


main()
