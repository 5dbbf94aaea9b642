#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-proof-formats.py - proofs for VIPR and VeriPB that docs/certificate-to-proof.py writes.

Usage: test-proof-formats.py TILEWRIGHT-CLI docs/certificate-to-proof.py

Two small readers derive each constraint again from the text alone, and viprchk and veripb check the
files if they are installed.
"""
import collections
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.append(os.path.join(os.path.dirname(__file__), "../tools"))
from tap import main, test

cli, script = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
scratch = tempfile.TemporaryDirectory()
there = pathlib.Path(scratch.name)
N_PLAIN = 16  # boards of the first test without cuts


def run(*words):
    done = subprocess.run(list(map(str, words)), cwd=there, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def succeed(*words):
    code, out, err = run(*words)
    assert code == 0, err
    return out


def convert(form, name):
    return run(sys.executable, script, form, name)


def refused(form, name, reason):
    code, out, err = convert(form, name)
    assert (code, out) == (2, "") and err.startswith(f"{name}: ") and reason in err, (reason, err)


# --- VIPR ------------------------------------------------------------------------------------------

Constraint = collections.namedtuple("Constraint", "name sense rhs factors")


def expect(words, *expected):
    found = [next(words) for _ in expected]
    assert found == [str(word) for word in expected], found


def read_terms(words, count):
    terms = [(int(next(words)), Fraction(next(words))) for _ in range(count)]
    factors = dict(terms)
    assert len(factors) == count
    return factors


def read_constraint(words, n):
    name, sense, rhs, count = next(words), next(words), Fraction(next(words)), next(words)
    factors = dict.fromkeys(range(n), Fraction(1)) if count == "OBJ" else read_terms(words, int(count))
    assert all(0 <= v < n for v in factors)
    return Constraint(name, sense, rhs, factors)


def derives(words, before, constraint):
    """Does the combination that follows imply the constraint, perhaps after rounding?"""
    expect(words, "{")
    rounds = next(words) == "rnd"
    total, rhs = collections.Counter(), Fraction(0)
    for index, factor in read_terms(words, int(next(words))).items():
        used = before[index]
        if used.sense != "E" and (used.sense != "G" or factor < 0):
            return False
        rhs += factor * used.rhs
        for v, value in used.factors.items():
            total[v] += factor * value
    expect(words, "}", -1)
    total = {v: value for v, value in total.items() if value != 0}
    if rounds:
        rhs = math.ceil(rhs)
    # The sum may say more than the constraint.
    return (constraint.sense == "G" and total == constraint.factors and rhs >= constraint.rhs
            and not (rounds and any(value.denominator != 1 for value in total.values())))


def check_vipr(text, n_free):
    """Returns the proved bound, None when a derivation is wrong; the squares of the solution; the
    number of rounded constraints before those of the components."""
    words = iter(text.split("\n", 1)[1].split())
    expect(words, "VER", "1.0", "VAR")
    n = int(next(words))
    assert len({next(words) for _ in range(n)}) == n
    expect(words, "INT", n, *range(n), "OBJ", "min", n, *(k for v in range(n) for k in (v, 1)))
    expect(words, "CON", n + n_free, n)
    known = [read_constraint(words, n) for _ in range(n + n_free)]
    expect(words, "RTP", "range")
    lower, upper = int(next(words)), int(next(words))
    expect(words, "SOL", 1, "tiling")
    solution = read_terms(words, int(next(words)))
    assert sum(solution.values()) == upper
    for c in known:
        value = sum(factor * solution.get(v, 0) for v, factor in c.factors.items())
        assert value == c.rhs if c.sense == "E" else value >= c.rhs
    expect(words, "DER")
    for _ in range(int(next(words))):
        constraint = read_constraint(words, n)
        if not derives(words, known, constraint):
            return None, upper, 0
        known.append(constraint)
    assert next(words, None) is None
    last, n_cuts = known[-1], sum(c.name[0] == "c" for c in known)
    proved = (last.sense == "G" and last.rhs >= lower
              and last.factors == dict.fromkeys(range(n), Fraction(1)))
    return lower if proved else None, upper, n_cuts


# --- VeriPB ----------------------------------------------------------------------------------------


def read_opb(text):
    """Returns the number of variables, and sums >= a number: (factors, number). An equation is two."""
    lines, sums = text.splitlines(), []
    n = int(lines[0].split()[2])
    for line in lines:
        if line[:1] in "*m" or not line:
            continue
        *terms, relation, rhs, end = line.split()
        assert relation == "=" and end == ";"
        factors = {int(v[1:]): int(factor) for factor, v in zip(terms[::2], terms[1::2])}
        sums.append((factors, int(rhs)))
        sums.append(({v: -factor for v, factor in factors.items()}, -int(rhs)))
    return n, sums


def divide(factors, rhs, divisor):
    """Divides the form in which all factors are positive, with negated variables, and rounds up."""
    negative = [v for v, factor in factors.items() if factor < 0]
    degree = rhs - sum(factors[v] for v in negative)
    divided = {v: -(-factor // divisor) if factor > 0 else factor // divisor for v, factor in factors.items()}
    return divided, -(-degree // divisor) + sum(divided[v] for v in negative)


def compute(sums, line):
    """The result of a line "pol ..."."""
    stack, words = [], line.split()[1:]
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        if word == "+":
            (a, a_rhs), (b, b_rhs) = stack.pop(), stack.pop()
            stack.append(({v: a.get(v, 0) + b.get(v, 0) for v in {**a, **b}}, a_rhs + b_rhs))
        elif word[0] == "x":
            stack.append(({int(word[1:]): 1}, 0))
        elif following == "*":
            factors, rhs = stack.pop()
            assert int(word) > 0
            stack.append(({v: f * int(word) for v, f in factors.items()}, rhs * int(word)))
        elif following == "d":
            stack.append(divide(*stack.pop(), int(word)))
        elif word not in "*d":
            assert 1 <= int(word) <= len(sums)
            stack.append(sums[int(word) - 1])
    [result] = stack
    return result


def check_veripb(opb, text):
    """Returns the proved bound, None when the proof is wrong, and the squares of the solution."""
    n, sums = read_opb(opb)
    n_formula = len(sums)
    head, comment, formula, *lines = text.splitlines()
    assert head == "pseudo-Boolean proof version 2.0" and comment[0] == "*"
    assert formula == f"f {n_formula}"
    *pol, output, conclusion, end = lines
    assert output == "output NONE" and end == "end pseudo-Boolean proof"
    for line in pol:
        assert line.startswith("pol ")
        sums.append(compute(sums, line))
    bounds, hint, values = conclusion.split(" : ")
    assert bounds.startswith("conclusion BOUNDS ")
    lower, (used, upper), values = int(bounds.split()[2]), map(int, hint.split()), values.split()
    assert [int(value.lstrip("~x")) for value in values] == list(range(1, n + 1))
    solution = {v for v, value in enumerate(values, 1) if value[0] != "~"}
    assert len(solution) == upper
    for factors, rhs in sums[:n_formula]:
        assert sum(factor for v, factor in factors.items() if v in solution) >= rhs
    factors, rhs = sums[used - 1]
    return lower if max(factors.values()) <= 1 and rhs >= lower else None, upper


# --- the tests -------------------------------------------------------------------------------------


def ask(program, *files):
    """Runs the program where it is installed."""
    if shutil.which(program) is not None:
        out = run(program, *files)[1]
        assert any(said in out for said in ("uccessfully verified", "erification succeeded", "s VERIFIED")), out


def boards():
    """Small boards with one component or several, then boards that need cuts, upright and lying."""
    for i in range(N_PLAIN):
        yield 3 + i % 11, 3 + i // 3, (0.03, 0.1, 0.25, 0.5)[i % 4], i, False
    for width, height, density, seed in ((9, 11, 0.03, 5), (10, 11, 0.03, 1), (11, 12, 0.03, 4), (14, 14, 0.06, 3)):
        for lying in (False, True):
            yield width, height, density, seed, lying


@test
def derivations():
    n_tight = n_all_cuts = 0
    for width, height, density, seed, lying in boards():
        board = json.loads(succeed(cli, "generate", "--width", width, "--height", height, "--density",
                                   density, "--seed", seed))
        if lying:
            board.update(width=height, height=width, puzzle=list(zip(*board["puzzle"])))
        (there / "b.json").write_text(json.dumps(board))
        succeed(cli, "solve", "b.json", "--threads", 1, "--quiet", "--json", "s.json", "--certificate", "b.twc")
        result = json.loads((there / "s.json").read_text())
        assert result["status"] == "optimal"
        claim = int((there / "b.twc").read_text().split()[-1])
        succeed(cli, "convert", "b.json", "--to", "opb", "-o", "b.opb")
        opb, (_, vipr, said), (_, pbp, _) = ((there / "b.opb").read_text(), convert("vipr", "b.twc"),
                                              convert("pbp", "b.twc"))
        bound, upper, n_cuts = check_vipr(vipr, sum(map(sum, board["puzzle"])))
        assert upper == result["numberOfSquares"]
        assert check_veripb(opb, pbp) == (bound, upper)
        assert bound is not None and bound <= claim and (said == "") == (bound == claim)
        n_tight += bound == claim
        n_all_cuts += n_cuts
        # A larger claim is refused.
        changed = vipr.replace(f"RTP range {bound} ", f"RTP range {bound + 1} ", 1)
        assert changed != vipr and check_vipr(changed, sum(map(sum, board["puzzle"])))[0] is None
        changed = pbp.replace(f"BOUNDS {bound} ", f"BOUNDS {bound + 1} ", 1)
        assert changed != pbp and check_veripb(opb, changed)[0] is None
        (there / "b.vipr").write_text(vipr)
        (there / "b.pbp").write_text(pbp)
        ask("viprchk", "b.vipr")
        ask("veripb", "b.opb", "b.pbp")
    print(f"# {n_tight} bounds are tight; {n_all_cuts} cuts")
    assert n_tight > N_PLAIN and n_all_cuts > 50


HEAD = "tilewright-certificate 2\nboard "
BEGIN = HEAD + "2 1\n..\nsquares\nsolution 2\n0 0 1\n1 0 1\n"
DUAL = BEGIN + "unit 1\ncomponent 2\ndual "
REFUSED = (
    ("", "line 1: expected “tilewright-certificate”"),
    ("tilewright-certificate 1\n", "line 1: expected “2”"),
    (HEAD + "1 1\n.\npieces 1\n", "line 4: only certificates of minimum-square"),
    (HEAD + "2 0\n", "line 2: expected a number from 1 to 1000"),
    (HEAD + "2 1\n.x\n", "line 3: expected a row of 2 cells"),
    (HEAD + "2 1\n##\n", "line 3: the board has no free cell"),
    (HEAD + "2 1\n..\nsquares\nsolution 1\n0 0 1\n", "cell 1 0 once"),
    (HEAD + "2 1\n..\nsquares\nsolution 1\n0 0 2\n", "cell 0 1 once"),
    (BEGIN + "unit 0\n", "line 8: expected a number from 1"),
    (DUAL + "0\n1 2\nbands 0\nend bound 2\n", "line 11: expected a number"),
    (DUAL + "0\n1 99999999999999999999\n", "line 11: expected a number"),
    (DUAL + "1\n1 1\ncut 2 1 0 0\n", "line 12: expected a number from 0 to 1"),
    (DUAL + "0\n1 1\nbands 0\nledger 1\n", "line 13: expected “end”"),
    (DUAL + "0\n1 1\nbands 0\nend bound 3\n", "line 13: expected a number from 0 to 2"),
    (DUAL + "0\n1 1\nbands 0\nend bound 2\nmore\n", "line 14: there is text after the end"),
    # An empty board has too many squares for a model.
    (HEAD + "100 100\n" + ("." * 100 + "\n") * 100 + "squares\nsolution 1\n0 0 100\nunit 1\ncomponent 2\ndual 0\n"
     + "0 " * 10000 + "bands 0\nend bound 1\n", "the model would be too large"),
    # The prices of the square of side 2 are too high.
    (HEAD + "2 2\n..\n..\nsquares\nsolution 1\n0 0 2\nunit 2\ncomponent 2\ndual 0\n1 1 1 0\nbands 0\nend optimal 1\n",
     "side 2 at 0 0 has a negative reduced cost"),
    # The cut is charged to the square in the corner.
    (HEAD + "1 2\n.\n.\nsquares\nsolution 2\n0 0 1\n0 1 1\nunit 2\ncomponent 2\ndual 1\n2 0\ncut 1 1 0 0\n"
     "bands 0\nend optimal 2\n", "side 1 at 0 0 has a negative reduced cost"),
)


@test
def refusals():
    for text, reason in REFUSED:
        (there / "x.twc").write_text(text)
        for form in ("vipr", "pbp"):
            refused(form, "x.twc", reason)


@test
def command_line():
    # Two columns: the dual is empty, and a band shows 3.
    (there / "bands.twc").write_text(
        HEAD + "2 3\n..\n..\n..\nsquares\nsolution 3\n0 0 2\n0 2 1\n1 2 1\nunit 4\ncomponent 3\ndual 0\n"
        "0 0\n0 0\n0 0\nbands 1\nband 0 2 12\nend optimal 3\n")
    (there / "a.txt").write_text(".....\n.#...\n.....\n...#.\n.....\n")
    succeed(cli, "solve", "a.txt", "--certificate", "a.twc", "--quiet")
    assert "VER 1.0\n" in succeed(sys.executable, script, "vipr", "a.twc")
    assert "conclusion BOUNDS 12 " in succeed(sys.executable, script, "pbp", "a.twc")
    code, out, err = convert("vipr", "bands.twc")
    assert code == 0 and "RTP range 1 3\n" in out and "at least 1 squares are needed" in err
    assert run(sys.executable, script, "vipr")[0] == 2
    assert run(sys.executable, script, "opb", "a.twc")[0] == 2
    assert run(sys.executable, script, "vipr", "a.twc", "bands.twc")[0] == 2
    refused("pbp", "none.twc", "No such file")
    refused("pbp", "a.txt", "line 1: expected “tilewright-certificate”")
    for form in ("vipr", "pbp"):
        code, out, err = run(cli, "convert", "a.twc", "--to", form)
        assert code == 2 and out == "" and script.name in err, err


main()
