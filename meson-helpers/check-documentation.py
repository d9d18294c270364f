"""Checks that every public symbol is documented: check-documentation.py SYMBOL-GRAPH..."""

import json
import sys
from pathlib import Path

# Members that a conformance requires: the protocols of the standard library document them.
CONFORMANCES = {
    "==(_:_:)", "<(_:_:)", "hash(into:)", "hashValue", "description", "rawValue", "init(rawValue:)",
    "init(stringLiteral:)",
}


def undocumented(path):
    for symbol in json.loads(path.read_text("utf-8"))["symbols"]:
        names = symbol["pathComponents"]
        lines = symbol.get("docComment", {}).get("lines", [])
        if symbol["accessLevel"] not in ("public", "open") or names[-1] in CONFORMANCES:
            continue
        if not any(line["text"].strip() for line in lines):
            place = symbol.get("location", {})
            file = place.get("uri", path.name).removeprefix("file://")
            line = place.get("position", {}).get("line", -1) + 1
            yield f"{file}:{line}: {'.'.join(names)} is not documented."


def main():
    found = [problem for path in sys.argv[1:] for problem in undocumented(Path(path))]
    print(*sorted(found), f"{len(found)} public symbols without documentation", sep="\n", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
