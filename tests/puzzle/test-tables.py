# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tilewright-cli as the tables of the folder cli say: test-tables.py PROGRAM TABLE.

Each test has a scratch folder of its own, in which the program works. Lines of a table:

    # TEXT               a comment
    [NAME]               begins a test; lines before the first are part of each test
    let NAME TEXT        $NAME is TEXT from here on; $DIR is the scratch folder, $CLI the program,
                         $CHECK is tilewright-check, $PATH that of the environment, $CODE the
                         last exit code
    take NAME C WORDS    runs the program; $NAME is its output before the first character C
    env NAME TEXT        sets a variable of the environment; without TEXT removes it
    file NAME TEXT       writes a file; its lines may follow instead, each behind "| "
    $ COMMAND            a command of the shell, which has to succeed
    text NAME MARKS      a file, whose text is compared as standard output is
    CODE WORDS MARKS     runs the program, which exits with CODE (two codes: 0|3; -9 is killed)

MARKS are any number of these:

    > TEXT               standard output has TEXT, behind that of the mark before
    >! TEXT              it does not have TEXT there
    >= TEXT              it is TEXT
    >^ TEXT              it begins with TEXT
    >~ TEXT              it has a match of this regular expression
    2> 2>! 2>= 2>^ 2>~   the same for standard error
    < NAME, << TEXT      standard input is this file, this text
    >> NAME              standard output goes to this file
    ~INT ~TERM ~USR1 ~KILL TEXT
                         once a line on standard error has TEXT, the program gets the signal

Words and texts have the escapes \\n, \\t, \\r, \\\\ and octal ones; \\040 is a blank at the end, \\076 a >.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile

MARKS = re.compile(rb' (<<?|>>|2?>[!=^~]?|~[A-Z1]+)(?= |$)')
ESCAPES = {b'n': b'\n', b't': b'\t', b'r': b'\r'}
program, table = (os.path.abspath(path) for path in sys.argv[1:])


def unescape(text):
    return re.sub(rb'\\([0-7]{3}|.)',
                  lambda m: bytes([int(m[1], 8)]) if len(m[1]) == 3 else ESCAPES.get(m[1], m[1]),
                  text)


def split_marks(row):
    """Returns what is before the first mark, and pairs of a mark and its text."""
    parts = MARKS.split(row)
    texts = [unescape(part[1:] if i > 0 else part) for i, part in enumerate(parts[::2])]
    return texts[0], list(zip(parts[1::2], texts[1:]))


def check(text, marks, stream):
    """Compares a text with its marks."""
    place = 0
    for mark, expected in marks:
        how = mark[len(stream):]
        if not mark.startswith(stream) or how not in (b'', b'!', b'=', b'^', b'~'):
            continue
        found = text.find(expected, place)
        ok = {b'': found >= 0, b'!': found < 0, b'=': text == expected,
              b'^': text.startswith(expected), b'~': how == b'~' and re.search(expected, text)}[how]
        assert ok, f'{mark.decode()} {expected}, but there is {text}'
        if how == b'':
            place = found + len(expected)


def run(words, source=None, target=None, stop=None, given=None):
    """Runs the program. With `stop`, a signal and a text, it gets the signal at a line with the text."""
    with open(source or os.devnull, 'rb') as file, open(target or os.devnull, 'wb') as taken:
        process = subprocess.Popen([program] + words.split(b' '), stdin=subprocess.PIPE if given else file,
                                   stdout=taken if target else subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        before = b''
        if stop:
            line = b'-'
            while line and stop[1] not in line:
                line = process.stderr.readline()
                before += line
            assert line, f'no line has {stop[1]}: {before}'
            process.send_signal(stop[0])
        out, err = process.communicate(given)
    return process.returncode, out or b'', before + err


def run_row(codes, row):
    """Returns the exit code."""
    words, marks = split_marks(row)
    files = dict(marks)
    stop = [(signal.Signals[f'SIG{mark[1:].decode()}'], text) for mark, text in marks
            if mark.startswith(b'~')]
    ended, out, err = run(words, files.get(b'<'), files.get(b'>>'), stop[0] if stop else None,
                          files.get(b'<<'))
    ended = str(ended).encode()
    assert ended in codes.split(b'|'), f'the exit code is {ended}: {out} {err}'
    check(out, marks, b'>')
    check(err, marks, b'2>')
    return ended


def run_line(line, rest, variables):
    """Runs a line; `rest` are those after it that begin with "| "."""
    if line.startswith(b'$ '):
        subprocess.run(['sh', '-c', line[2:]], check=True)
        return
    word, name, text = (line.split(b' ', 2) + [b'', b''])[:3]
    if word == b'file':
        with open(name, 'wb') as file:
            file.write(b''.join(part + b'\n' for part in rest) or unescape(text))
    elif word == b'let':
        variables[name] = text
    elif word == b'take':
        variables[name] = run(text[2:])[1].split(text[:1])[0]
    elif word == b'env' and text:
        os.environb[name] = text
    elif word == b'env':
        os.environb.pop(name, None)
    elif word == b'text':
        name, marks = split_marks(line[len('text '):])
        with open(name, 'rb') as file:
            check(file.read(), marks, b'>')
    else:
        variables[b'CODE'] = run_row(word, line[len(word) + 1:])


def run_test(lines, folder):
    """Returns what is wrong, or None."""
    variables = {b'DIR': os.fsencode(folder), b'CLI': os.fsencode(program),
                 b'CHECK': os.environb.get(b'TW_CHECK_PROGRAM', b''), b'PATH': os.environb[b'PATH']}

    def expand(text):
        for name, value in variables.items():
            text = text.replace(b'$' + name, value)
        return text

    os.chdir(folder)
    for i, (number, line) in enumerate(lines):
        if line.startswith(b'| '):
            continue
        rest = []
        for _, other in lines[i + 1:]:
            if not other.startswith(b'| '):
                break
            rest.append(expand(other[2:]))
        try:
            run_line(expand(line), rest, variables)
        except Exception as error:  # pylint: disable=broad-except
            return f'{os.path.basename(table)}:{number}: {line.decode()}: {error!r}'
    return None


def main():
    tests = [('', [])]
    with open(table, 'rb') as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if line.startswith(b'['):
                tests.append((line[1:-1].decode(), []))
            elif line and not line.startswith(b'#'):
                tests[-1][1].append((number, line))
    before = tests.pop(0)[1]
    print(f'1..{len(tests)}')
    for i, (name, lines) in enumerate(tests, 1):
        environment = dict(os.environ)
        with tempfile.TemporaryDirectory() as folder:
            fault = run_test(before + lines, folder)
            os.chdir('/')
        os.environ.clear()
        os.environ.update(environment)
        if fault:
            print('#', fault.replace('\n', '\n# '))
        print('not ok' if fault else 'ok', i, '-', name, flush=True)


main()
