"""Writes the man page: man-page.py PROGRAM TEMPLATE VERSION DATE FILE [CATALOGUE...]

Options and commands come from the program itself, so that the two can't differ (Sources/FeedViewer/App/Commands/
CommandTable.swift). With compiled catalogues of translations (LANGUAGE.mo), FILE is a folder, and a page in each language
goes to FILE/LANGUAGE/man1/feed-viewer.1.
"""

import gettext
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


class Command:
    def __init__(self, name, summary, discussion):
        self.name, self.summary, self.discussion = name, summary, discussion
        self.options, self.file = [], None

    def usage(self, words):
        parts = [rf"\fB{escaped(' '.join(words))}\fR"]
        parts += [option.usage() for option in self.options if not option.is_common()]
        if self.file:
            name, need = self.file
            text = rf"\fI{escaped(placeholder(name))}\fR..."
            parts.append(text if need == "required" else f"[{text}]")
        return " ".join(parts) + "\n"


class Option:
    def __init__(self, names, value, completion, need, text):
        self.names, self.value, self.text = names.split(), value, text
        self.is_required = need == "required"

    def value_text(self):
        return "" if self.value == "-" else rf" \fI{escaped(placeholder(self.value))}\fR"

    def entry(self):
        names = ", ".join(rf"\fB{escaped(name)}\fR" for name in self.names)
        return f".TP\n{names}{self.value_text()}\n{escaped(translated(self.text))}\n"

    def usage(self):
        text = rf"\fB{escaped(self.names[-1])}\fR{self.value_text()}"
        return text if self.is_required else f"[{text}]"

    def is_common(self):
        return self.names[-1] in ("--help", "--version")


def placeholder(text):
    """What stands for a value or a file, in the language of the catalogue."""
    return catalogue.pgettext("command line", text)


def commands_of(program):
    """What the program does, and its commands, in English. The first one is that of the window."""
    call = [str(Path(program).resolve()), "--print-commands"]
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    environment.pop("LANGUAGE", None)
    output = subprocess.run(call, env=environment, check=True, capture_output=True, encoding="utf-8").stdout
    summary, commands = "", {}
    for kind, name, *fields in (line.split("\t") for line in output.rstrip("\n").split("\n")):
        match kind:
            case "program":
                [summary] = fields
            case "command":
                commands[name] = Command(name, *fields)
            case "option":
                commands[name].options.append(Option(*fields))
            case "file":
                commands[name].file = fields[:2]
    return summary, list(commands.values())


def options(command, are_common=False):
    return "".join(option.entry() for option in command.options if option.is_common() == are_common)


def main():
    global catalogue
    program, template, version, date, target = sys.argv[1:6]
    summary, commands = commands_of(program)
    if len(sys.argv) == 6:
        Path(target).write_text(page(summary, commands, template, version, date), "utf-8")
        return
    shutil.rmtree(target, ignore_errors=True)
    for path in map(Path, sys.argv[6:]):
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        translation = Path(target) / path.stem / "man1" / "feed-viewer.1"
        translation.parent.mkdir(parents=True)
        translation.write_text(page(summary, commands, template, version, date), "utf-8")


def page(summary, commands, template, version, date):
    """The page in the language of the catalogue."""
    window, *others = commands
    lines = [window.usage(["feed-viewer"])]
    lines += [command.usage(["feed-viewer", command.name]) for command in others]
    sections = ""
    for command in others:
        sections += f".SS {command.name}\n{escaped(translated(command.summary))}\n"
        if command.discussion != "-":
            sections += f".PP\n{escaped(translated(command.discussion))}\n"
        sections += options(command)
    abstract = translated(summary).rstrip(".。।")
    # German nouns begin with capitals.
    if catalogue.info().get("language") != "de":
        abstract = abstract[0].lower() + abstract[1:]
    values = {
        "NAME": escaped(abstract),
        "VERSION": version,
        "DATE": date,
        "SYNOPSIS": ".br\n".join(lines).rstrip("\n"),
        "OPTIONS": (options(window) + options(window, are_common=True)).rstrip("\n"),
        "COMMANDS": sections.rstrip("\n"),
    }
    values["MANUAL"] = escaped(heading("User Commands"))
    text = "\n".join(map(translated_line, Path(template).read_text("utf-8").split("\n")))
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


main()
