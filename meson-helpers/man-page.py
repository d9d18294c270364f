"""Writes the man page: man-page.py PROGRAM TEMPLATE VERSION DATE FILE [CATALOGUE...]

Options and commands come from the program's own help, so that the two can't differ. With compiled catalogues of
translations (LANGUAGE.mo), FILE is a folder, and a page in each language goes to FILE/LANGUAGE/man1/feed-viewer.1.
"""

import gettext
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


catalogue = gettext.NullTranslations()


def translated(text):
    return catalogue.gettext(text) if text else text


def heading(text):
    return catalogue.pgettext("manual page", text)


def translated_line(line):
    """A line of the template, if it is text or a heading."""
    if line.startswith(".SH "):
        return ".SH " + escaped(heading(line[4:]))
    return line if line[:1] in ("", ".", "@") or "@" in line else escaped(translated(line))


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.split("\n"))


def name_of(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def option(argument):
    names = ", ".join(rf"\fB{escaped(name_of(name))}\fR" for name in argument["names"])
    value = rf" \fI{escaped(argument['valueName'])}\fR" if argument["kind"] == "option" else ""
    return f".TP\n{names}{value}\n{escaped(translated(argument['abstract']))}\n"


def shown(command, kinds):
    return [a for a in command.get("arguments", []) if a["shouldDisplay"] and a["kind"] in kinds]


def options(command, common):
    own = [a for a in shown(command, ("option", "flag")) if a["names"] and a["preferredName"]["name"] not in common]
    return "".join(option(argument) for argument in own)


def synopsis(command, words):
    parts = [rf"\fB{escaped(' '.join(words))}\fR"]
    for argument in shown(command, ("option", "flag", "positional")):
        kind, value = argument["kind"], rf"\fI{escaped(argument.get('valueName', ''))}\fR"
        if kind == "positional":
            text = rf"\fIFILE\fR..."
        elif argument["preferredName"]["name"] in ("help", "version"):
            continue
        else:
            text = rf"\fB{escaped(name_of(argument['preferredName']))}\fR" + (f" {value}" if kind == "option" else "")
        parts.append(f"[{text}]" if argument["isOptional"] else text)
    return " ".join(parts) + "\n"


def main():
    global catalogue
    program, template, version, date, target = sys.argv[1:6]
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    dump = [str(Path(program).resolve()), "--experimental-dump-help"]
    root = json.loads(subprocess.run(dump, env=environment, check=True, capture_output=True, text=True).stdout)["command"]
    if len(sys.argv) == 6:
        Path(target).write_text(page(root, template, version, date), "utf-8")
        return
    shutil.rmtree(target, ignore_errors=True)
    for path in map(Path, sys.argv[6:]):
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        translation = Path(target) / path.stem / "man1" / "feed-viewer.1"
        translation.parent.mkdir(parents=True)
        translation.write_text(page(root, template, version, date), "utf-8")


def page(root, template, version, date):
    """The page in the language of the catalogue, for the root of the program's commands."""
    commands = {c["commandName"]: c for c in root["subcommands"] if c["shouldDisplay"] and c["commandName"] != "help"}
    window = commands.pop(root["defaultSubcommand"])
    common = ("help", "version")
    program_name = root["commandName"]
    lines = [synopsis(window, [program_name])]
    lines += [synopsis(c, [program_name, name]) for name, c in commands.items()]
    sections = ""
    for name, command in commands.items():
        sections += f".SS {name}\n{escaped(translated(command['abstract']))}\n"
        if command.get("discussion"):
            sections += f".PP\n{escaped(translated(command['discussion']))}\n"
        sections += options(command, common)
    abstract = translated(root["abstract"]).rstrip(".。।")
    # German nouns begin with capitals.
    if catalogue.info().get("language") != "de":
        abstract = abstract[0].lower() + abstract[1:]
    values = {
        "NAME": escaped(abstract),
        "VERSION": version,
        "DATE": date,
        "SYNOPSIS": ".br\n".join(lines).rstrip("\n"),
        "OPTIONS": (options(window, common) + options(root, ())).rstrip("\n"),
        "COMMANDS": sections.rstrip("\n"),
    }
    values["MANUAL"] = escaped(heading("User Commands"))
    text = "\n".join(map(translated_line, Path(template).read_text("utf-8").split("\n")))
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


main()
