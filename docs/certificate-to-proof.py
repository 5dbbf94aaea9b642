#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""certificate-to-proof.py - writes the dual bound of a certificate (certificate.md) as a proof for
the checkers of other projects.

    certificate-to-proof.py vipr board.twc >board.vipr     model and proof, VIPR 1.0
    certificate-to-proof.py pbp board.twc >board.pbp       proof for VeriPB, version 2.0

The model has a 0/1 variable for each square that fits, from 1 in the order of the cells and by side,
and an equation for each free cell: the model that `tilewright-cli convert --to opb` writes, with the
same numbers. The proof derives each zero-half cut by rounding, then the bound of each component as a
combination of equations and cuts, rounded up, then their sum; "Proofs for other checkers" in
certificate.md says why. Bands have no form in these formats.

Sources: K. Cheung, A. Gleixner, D. Steffy, "Verifying integer programming results", IPCO 2017, and
the specification of VIPR 1.0; the description of version 2 of VeriPB's proof format.
"""
import collections
import fractions
import re
import sys

MAX_SIDE, MAX_VARIABLES, MAX_TERMS = 1000, 1000000, 20000000


class Fault(Exception):
    """What is wrong with the certificate."""


class Words:
    """The words of a text, read one after the other."""

    def __init__(self, text):
        lines = enumerate(text.split("\n"), 1)
        self.words = iter([(n, word) for n, line in lines for word in line.split(" ") if word])
        self.end = (text.count("\n") + 1, "")
        self.line = 1

    def fail(self, reason):
        raise Fault(f"line {self.line}: {reason}")

    def next(self):
        self.line, word = next(self.words, self.end)
        return word

    def expect(self, *choices):
        word = self.next()
        if word not in choices:
            self.fail(f"expected “{choices[0]}”, not “{word[:20]}”")

    def number(self, least, most):
        word = self.next()
        if re.fullmatch("0|-?[1-9][0-9]{0,18}", word) is None or not least <= int(word) <= most:
            self.fail(f"expected a number from {least} to {most}, not “{word[:20]}”")
        return int(word)


Cut = collections.namedtuple("Cut", "weight points")


class Component:
    """A connected set of cells, in the order of the turned board, with its prices and cuts. Positions
    are those of the board."""

    def __init__(self, cells):
        self.prices = dict.fromkeys(cells, 0)
        self.cuts = []


class Certificate:
    """The solution and the dual of a certificate. Whether the prices are valid is not checked."""

    def __init__(self, text):
        words = Words(text)
        words.expect("tilewright-certificate")
        words.expect("2")
        self.read_board(words)
        self.read_solution(words)
        words.expect("unit")
        self.unit = words.number(1, 1 << 30)
        self.components = [Component(cells) for cells in self.connected_cells()]
        for component in self.components:
            self.read_component(words, component)
        words.expect("end")
        words.expect("optimal", "bound")
        self.claim = words.number(0, len(self.solution))
        if words.next():
            words.fail("there is text after the end")

    def read_board(self, words):
        words.expect("board")
        self.width, self.height = words.number(1, MAX_SIDE), words.number(1, MAX_SIDE)
        self.free = {}  # in row-major order
        for y in range(self.height):
            row = words.next()
            if len(row) != self.width or row.strip(".#"):
                words.fail(f"expected a row of {self.width} cells, each . or #")
            self.free.update(((x, y), None) for x in range(self.width) if row[x] == ".")
        if not self.free:
            words.fail("the board has no free cell")

    def read_solution(self, words):
        kind = words.next()
        if kind in ("pieces", "capped"):
            words.fail("only certificates of minimum-square covers can be written as proofs")
        if kind != "squares":
            words.fail(f"expected “squares”, not “{kind[:20]}”")
        words.expect("solution")
        self.solution = [
            (words.number(0, MAX_SIDE), words.number(0, MAX_SIDE), words.number(1, MAX_SIDE))
            for _ in range(words.number(0, len(self.free)))]
        covered = collections.Counter(
            cell for x, y, side in self.solution for cell in cells_of(x, y, side))
        for cell in [*self.free, *covered]:
            if covered[cell] != (cell in self.free):
                words.fail("the solution does not cover cell {} {} once".format(*cell))

    def turn(self, cell):
        """Between the board and the turned board, which is not wider than high."""
        return cell[::-1] if self.width > self.height else cell

    def connected_cells(self):
        """Yields the cells of each component in the order of the turned board."""
        left = set(self.free)
        for first in sorted(left, key=lambda cell: self.turn(cell)[::-1]):
            cells, stack = [], [first]
            while stack:
                x, y = cell = stack.pop()
                if cell in left:
                    left.remove(cell)
                    cells.append(cell)
                    stack += (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)
            if cells:
                yield sorted(cells, key=lambda cell: self.turn(cell)[::-1])

    def read_component(self, words, component):
        columns, rows = zip(*map(self.turn, component.prices))
        left, top = min(columns), min(rows)
        width, height = max(columns) + 1 - left, max(rows) + 1 - top
        words.expect("component")
        if words.number(1, len(self.free)) == 1:
            return
        words.expect("dual")
        n_cuts = words.number(0, 8192)
        for cell in component.prices:
            component.prices[cell] = words.number(-1 << 31, self.unit)
        for _ in range(n_cuts):
            words.expect("cut")
            weight, n_points = words.number(0, self.unit), words.number(1, MAX_VARIABLES)
            points = [(left + words.number(0, width), top + words.number(0, height))
                      for _ in range(n_points)]
            component.cuts.append(Cut(weight, [self.turn(point) for point in points]))
        words.expect("bands")
        for _ in range(words.number(0, width)):
            words.expect("band")
            words.number(0, width)
            words.number(0, width)
            words.number(0, (1 << 50) - 1)


def cells_of(x, y, side):
    return ((i, j) for j in range(y, y + side) for i in range(x, x + side))


class DerivedCut:
    """A cut whose right-hand side is odd before it is halved. `terms` and `rows` are the sums of signs
    of variables and of equations."""

    def __init__(self, weight, terms, rows):
        self.weight, self.terms, self.rows = weight, terms, rows
        self.odd = [v for v, factor in terms.items() if factor % 2]
        self.rhs = (sum(rows.values()) + 1) // 2


class Part:
    """The derivation of the bound of a component: the factors, in units, of equations, of cuts and of
    x >= 0, which are the reduced costs."""

    def __init__(self, proof, component):
        unit, prices = proof.certificate.unit, component.prices
        derived = (proof.derive(cut, prices) for cut in component.cuts)
        cuts = [cut for cut in derived if cut is not None]
        total = sum(prices.values()) + sum(cut.weight for cut in cuts)
        if total <= unit:
            # One square: the equation of the first cell says so.
            total, cuts = unit, []
            prices = {**dict.fromkeys(prices, 0), min(prices, key=proof.row_of.get): unit}
        self.bound = -(-total // unit)
        self.costs = {v: unit - price for v, price in proof.add_prices(prices)}
        self.rows = {proof.row_of[cell]: prices[cell] for cell in sorted(prices, key=proof.row_of.get)}
        self.cuts = {len(proof.cuts) + i: 2 * cut.weight for i, cut in enumerate(cuts)}
        for cut in cuts:
            for v in cut.odd:
                self.costs[v] -= cut.weight
            # Twice the cut is used, so the equations in it are given back.
            for row, factor in cut.rows.items():
                self.rows[row] -= cut.weight * factor
        for v, cost in self.costs.items():
            if cost < 0:
                raise Fault("the square of side {2} at {0} {1} has a negative reduced cost"
                            .format(*proof.squares[v]))
        proof.cuts += cuts


class Proof:
    """The model and the derivations. Variables, equations and cuts count from 0."""

    def __init__(self, certificate):
        self.certificate = certificate
        self.squares = list_squares(certificate.free)
        self.number_of = {square: v for v, square in enumerate(self.squares)}
        self.row_of = {cell: row for row, cell in enumerate(certificate.free)}
        self.solution = [self.number_of[square] for square in certificate.solution]
        self.cuts = []
        self.parts = [Part(self, component) for component in certificate.components]
        self.bound = sum(part.bound for part in self.parts)

    def derive(self, cut, cells):
        """Returns the derived cut, None when the component is even for it."""
        tally = collections.Counter()
        for x, y in cut.points:
            for dx, dy, sign in ((0, 0, 1), (1, 1, 1), (1, 0, -1), (0, 1, -1)):
                side = 1
                # A larger square with the same corner contains the smaller one.
                while (v := self.number_of.get((x - dx * side, y - dy * side, side))) is not None:
                    tally[v] += sign
                    side += 1
        terms = {v: factor for v, factor in sorted(tally.items())
                 if factor != 0 and self.squares[v][:2] in cells}
        rows = {self.row_of[self.squares[v][:2]]: factor for v, factor in terms.items()
                if self.squares[v][2] == 1}
        return DerivedCut(cut.weight, terms, rows) if sum(rows.values()) % 2 else None

    def add_prices(self, prices):
        """Yields each square of a component with the sum of its prices, in the order of numbers."""
        for x, y in sorted(prices, key=self.row_of.get):
            total, last = 0, 0
            while (v := self.number_of.get((x, y, last + 1))) is not None:
                total += sum(prices[x + i, y + last] for i in range(last + 1))
                total += sum(prices[x + last, y + j] for j in range(last))
                last += 1
                yield v, total


def list_squares(free):
    """Returns the squares that fit. The side of the largest one at a cell follows from its
    neighbours."""
    sides = {}
    for x, y in reversed(free):
        sides[x, y] = 1 + min(sides.get(cell, 0) for cell in ((x + 1, y), (x, y + 1), (x + 1, y + 1)))
    n_terms = sum(side * (side + 1) * (2 * side + 1) // 6 for side in sides.values())
    if sum(sides.values()) > MAX_VARIABLES or n_terms > MAX_TERMS:
        raise Fault("the model would be too large")
    return [(x, y, side) for x, y in free for side in range(1, sides[x, y] + 1)]


def summary(proof):
    certificate = proof.certificate
    return (f"Tilewright: {certificate.width} x {certificate.height}, {len(proof.solution)} squares,"
            f" at least {proof.bound}")


# --- VIPR -----------------------------------------------------------------------------------------


def vipr_terms(terms, denominator=1):
    """The terms as VIPR has them, with their number before them."""
    words = [f"{i} {fractions.Fraction(factor, denominator)}" for i, factor in terms if factor != 0]
    return " ".join([str(len(words)), *words])


def write_vipr(proof):
    n, n_rows, n_cuts = len(proof.squares), len(proof.row_of), len(proof.cuts)
    unit = proof.certificate.unit
    yield f"% {summary(proof)}"
    yield f"VER 1.0\nVAR {n}"
    yield from (f"s{side}_{x}_{y}" for x, y, side in proof.squares)
    yield f"INT {n}"
    yield from map(str, range(n))
    yield f"OBJ min\n{n}"
    yield from (f"{v} 1" for v in range(n))
    yield f"CON {n + n_rows} {n}"
    yield from (f"b{v} G 0 1 {v} 1" for v in range(n))
    covering = {cell: [] for cell in proof.row_of}
    for v, square in enumerate(proof.squares):
        for cell in cells_of(*square):
            covering[cell].append((v, 1))
    for row, terms in enumerate(covering.values()):
        yield f"r{row} E 1 {vipr_terms(terms)}"
    yield f"RTP range {proof.bound} {len(proof.solution)}\nSOL 1"
    yield f"tiling {vipr_terms((v, 1) for v in proof.solution)}"
    yield f"DER {n_cuts + len(proof.parts) + 1}"
    for i, cut in enumerate(proof.cuts):
        terms = vipr_terms(((v, factor + factor % 2) for v, factor in cut.terms.items()), 2)
        used = [(v, 1) for v in cut.odd] + [(n + row, factor) for row, factor in cut.rows.items()]
        yield f"c{i} G {cut.rhs} {terms} {{ rnd {vipr_terms(used, 2)} }} -1"
    for k, part in enumerate(proof.parts):
        used = [*part.costs.items(), *((n + row, factor) for row, factor in part.rows.items()),
                *((n + n_rows + i, factor) for i, factor in part.cuts.items())]
        yield (f"p{k} G {part.bound} {vipr_terms((v, 1) for v in part.costs)}"
               f" {{ rnd {vipr_terms(used, unit)} }} -1")
    used = ((n + n_rows + n_cuts + k, 1) for k in range(len(proof.parts)))
    yield f"bound G {proof.bound} OBJ {{ lin {vipr_terms(used)} }} -1"


# --- VeriPB ---------------------------------------------------------------------------------------


def veripb_rows(rows):
    """An equation is two constraints, with >= and <=."""
    return ((2 * row + (1 if factor > 0 else 2), abs(factor)) for row, factor in rows.items())


def veripb_sum(terms):
    """A sum in reverse Polish notation."""
    words = []
    for name, factor in terms:
        if factor != 0:
            words += [str(name), *([str(factor), "*"] if factor != 1 else []), *(["+"] if words else [])]
    return "pol " + " ".join(words)


def write_veripb(proof):
    n_rows, n_cuts = len(proof.row_of), len(proof.cuts)
    yield "pseudo-Boolean proof version 2.0"
    yield f"* {summary(proof)}"
    yield f"f {2 * n_rows}"
    for cut in proof.cuts:
        yield veripb_sum([*veripb_rows(cut.rows), *((f"x{v + 1}", 1) for v in cut.odd)]) + " 2 d"
    for part in proof.parts:
        terms = [*veripb_rows(part.rows),
                 *((2 * n_rows + i + 1, factor) for i, factor in part.cuts.items()),
                 *((f"x{v + 1}", cost) for v, cost in part.costs.items())]
        yield f"{veripb_sum(terms)} {proof.certificate.unit} d"
    first = 2 * n_rows + n_cuts + 1
    end = first + len(proof.parts)
    yield veripb_sum((name, 1) for name in range(first, end))
    chosen = set(proof.solution)
    values = " ".join(f"{'' if v in chosen else '~'}x{v + 1}" for v in range(len(proof.squares)))
    yield "output NONE"
    yield f"conclusion BOUNDS {proof.bound} : {end} {len(proof.solution)} : {values}"
    yield "end pseudo-Boolean proof"


FORMATS = {"vipr": write_vipr, "pbp": write_veripb}


def say(message):
    print(message, file=sys.stderr)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in FORMATS:
        say("Usage: certificate-to-proof.py vipr|pbp CERTIFICATE")
        return 2
    write, name = FORMATS[sys.argv[1]], sys.argv[2]
    try:
        with open(0 if name == "-" else name, encoding="ascii", errors="replace") as file:
            certificate = Certificate(file.read())
        proof = Proof(certificate)
    except OSError as error:
        say(f"{name}: {error.strerror}")
        return 2
    except Fault as fault:
        say(f"{name}: {fault}")
        return 2
    if proof.bound < certificate.claim:
        say(f"{name}: the proof shows that at least {proof.bound} squares are needed; the bands, which show"
            f" {certificate.claim}, cannot be written in this format")
    sys.stdout.writelines(line + "\n" for line in write(proof))
    return 0


sys.exit(main())
