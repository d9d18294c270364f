"""Writes the completions of a shell: completions.py PROGRAM bash|zsh|fish FILE

The program's argument parser makes them. It offers the options and files of the default subcommand only after its name,
which nobody types, so they are added to the program itself here. Fails if the parser's text is not as expected.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SUBCOMMAND = "view"


def replaced(text, old, new):
    """`text` with one occurrence of `old` replaced, which must be the only one."""
    if text.count(old) != 1:
        sys.exit(f"completions.py: the parser's script has {text.count(old)} times: {old}")
    return text.replace(old, new)


def bash(text):
    body = re.search(rf"^_feed-viewer_{SUBCOMMAND}\(\) {{\n(.*?)^}}", text, re.M | re.S).group(1)
    names = re.findall(r"--[\w-]+", " ".join(re.findall(r"(?:flags|options)=\((.*?)\)", body)))
    offer = "        COMPREPLY+=($(compgen -W 'view inspect export measure help' -- \"${cur}\"))\n"
    options = f"        [[ ${{cur}} != -* ]] || COMPREPLY+=($(compgen -W '{' '.join(names)}' -- \"${{cur}}\"))\n"
    text = replaced(text, offer, offer + options)
    text = text.removeprefix("#!/bin/bash\n").lstrip("\n")  # the shell reads the file, and never runs it
    # Without another completion, the shell offers files.
    return replaced(text, "complete -o filenames -F", "complete -o filenames -o default -F")


def zsh(text):
    body = re.search(rf"^_feed-viewer_{SUBCOMMAND}\(\) {{\n(.*?)^}}", text, re.M | re.S).group(1)
    values = "".join(re.findall(r"^    local -ar ___.*\n", body, re.M))
    options = "".join(
        line for line in re.findall(r"^        '--.*\n", body, re.M) if "--version" not in line
    )
    head = "    local -ar arg_specs=(\n        '--version[Show the version.]'\n        '(-h --help)'{-h,--help}'[Show help information.]'\n        '(-): :->command'"
    text = replaced(text, head, values + head.replace("=(\n", "=(\n" + options, 1))
    offer = "        _describe -V subcommand subcommands && ret=0\n"
    text = replaced(text, offer, offer + "        _files && ret=0\n")
    call = '            "_feed-viewer_${words[1]}" && ret=0\n            ;;\n'
    return replaced(text, call, call + "        *)\n            _files && ret=0\n            ;;\n")


def fish(text):
    lines = []
    for line in re.findall(rf'^complete .*"feed-viewer {SUBCOMMAND}".*$', text, re.M):
        if " -l 'version'" not in line and " -l 'help'" not in line:
            lines.append(line.replace(f'"feed-viewer {SUBCOMMAND}"', '"feed-viewer"'))
    return text.rstrip("\n") + "\n" + "\n".join(lines) + "\n"


def main():
    program, shell, target = sys.argv[1:]
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    command = [str(Path(program).resolve()), "--generate-completion-script", shell]
    text = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    Path(target).write_text({"bash": bash, "zsh": zsh, "fish": fish}[shell](text))


main()
