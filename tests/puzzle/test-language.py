# SPDX-License-Identifier: GPL-3.0-or-later
"""tilewright-cli in every language of po/LINGUAS, in a locale with a decimal comma: help is translated, but options
and files keep the decimal point.

Usage: test-language.py TILEWRIGHT-CLI LINGUAS
"""
import gettext
import json
import locale
import os
import pathlib
import subprocess
import sys
import unicodedata

sys.path.append(os.path.join(os.path.dirname(__file__), "../tools"))
from tap import main, test

cli, linguas = map(os.path.abspath, sys.argv[1:])


def run(language, *words, text=""):
    return subprocess.run([cli, *words], input=text, capture_output=True, check=True, encoding="utf-8",
                          env={**os.environ, "LANGUAGE": language}).stdout


@test
def help_texts():
    """The name of a command is not translated. The catalogue is found: a text of the window, because translators start
    with these, and the summary of the command resolve."""
    assert "\nCommands:\n" in run("C", "--help")
    assert "\nBefehle:\n" in run("de", "--help")
    for language in pathlib.Path(linguas).read_text(encoding="utf-8").split("\n"):
        if not language or language.startswith("#"):
            continue
        assert "\n  practice-server " in run(language, "--help"), language
        words = gettext.translation("tilewright", os.environ["TW_LOCALE_DIR"], [language])
        for text in "_Solve", ", %u better, %u worse than before", " (%lld → %lld squares)":
            assert words.gettext(text) != text, f"{language}: {text}"


@test
def numbers():
    """Of options and files."""
    locale.setlocale(locale.LC_ALL, "")
    if locale.localeconv()["decimal_point"] == ".":
        return "the locale could not be made"
    json.loads(run("de", "solve", "--engine", "greedy", "--time", "2.5", "--json", "-", "-",
                   text='{"width":2,"height":1,"puzzle":[[true,true]]}'))
    return None


@test
def columns():
    """A board of three cells and a piece of three cells: the two numbers are aligned, however long the labels are."""
    wide = {"W": 2, "F": 2}
    for language in "C", "bg", "de", "ja":
        lines = [line for line in run(language, "info", "-", text="###\n\n###\n").splitlines() if line.endswith(" 3")]
        widths = [sum(0 if unicodedata.combining(c) else wide.get(unicodedata.east_asian_width(c), 1) for c in line)
                  for line in lines]
        assert len(lines) == 2 and widths[0] == widths[1], lines


main()
