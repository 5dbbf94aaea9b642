# SPDX-License-Identifier: GPL-3.0-or-later
"""A second method for tests/bench/records: the fewest squares of all rectangles with sides up to a
limit, and of n x n by smaller squares. It needs NumPy and, for star-mesh.c, a C compiler.

A tiling of a rectangle is a network: a part of w x h has the conductance w / h, and the whole,
which is the battery, too. By Tutte's decomposition a rectangle of several squares is cut in two, or
its parts form a net: a 3-connected planar graph of which one edge is the battery and each other
edge a part, which is a rectangle of at least one square. The table grows in layers of 1, 2, 3, ...
squares.

For coprime p and q let c (p : q) be the number of p x q. Enlarged tilings show that multiples of p
x q take no more squares. That they take no fewer is checked in each layer for the rectangles that
it enters, and the program fails if one does. So the c of the parts of an optimal tiling of s
squares add up to s exactly; a part of a net, which has at least five, has at most s - 4. A layer is
complete when all cuts and all choices of parts with the sum s were tried. A dual net turns all
rectangles by 90 degrees, so one of each dual pair suffices, and one battery of those that a
symmetry exchanges.

The nets come from the tetrahedron by splitting faces (D. Barnette and B. Gruenbaum, 1969): a new
edge joins two corners of a face, or new vertices in the middle of its edges. All nets arise in this
way.

The walk chooses the parts edge by edge, and eliminates each vertex as soon as its edges have parts:
a star becomes a mesh, in which neighbours of conductances a and b are joined by a b / (sum of the
star). Such steps add, multiply and divide positive numbers only. So the relative error of the
conductance of the whole is at most their number times 2^-52, and far below 10^-8, while different
fractions of numbers up to 2,000 differ by more than 10^-7 of their value. So no proportion is
missed when the result is looked up among the open ones, and the tiling is verified in integers.

For n x n the conductance of the whole is 1, which determines the last part from the others. A
change d of its conductance w / h changes that of the whole by d (h / n)^2, so the error grows by
less than n^2 / (w h) <= 211^2 in the relative sense, and fractions up to 211 differ by 10^-5."""
import collections
import ctypes
import functools

import numpy

POLYHEDRA = [1, 0, 1, 2, 2, 4, 12, 22, 58, 158, 448, 1342, 4199, 13384, 43708, 144810,
             485704]  # A002840, from 6 edges on


def orbits(turn):
    """The cycles of a permutation of darts, and for each dart the length of its own."""
    cycles, length = [], [0] * len(turn)
    for dart in range(len(turn)):
        if not length[dart]:
            cycle = [dart]
            while turn[cycle[-1]] != dart:
                cycle.append(turn[cycle[-1]])
            cycles.append(cycle)
            for member in cycle:
                length[member] = len(cycle)
    return cycles, length


def faces(turn):
    """The turn around each face: that of the dual map. Darts d and d ^ 1 are an edge."""
    return [turn[dart ^ 1] for dart in range(len(turn))]


def code(turn, start):
    """The darts around each vertex in the order of a walk from `start`."""
    label, out, heads, reached = {}, bytearray(), [start], {start}
    dart = turn[start]
    while dart != start:
        reached.add(dart)
        dart = turn[dart]
    for head in heads:
        dart = head
        while True:
            other = dart ^ 1
            if dart not in label:
                label[dart] = len(label)
                label[other] = len(label)
            if other not in reached:
                heads.append(other)
                while other not in reached:
                    reached.add(other)
                    other = turn[other]
            out.append(label[dart])
            dart = turn[dart]
            if dart == head:
                break
        out[-1] |= 128
    return bytes(out)


def least_code(turn, darts=None):
    """The least code of a map or its mirror image from some darts, and how many walks have it. Of all
    darts only those of the rarest degrees are tried."""
    mirror = [0] * len(turn)
    for dart, after in enumerate(turn):
        mirror[after] = dart
    if darts is not None:
        codes = [code(way, dart) for dart in darts for way in (turn, mirror)]
    else:
        vertex, face = orbits(turn)[1], orbits(faces(turn))[1]
        kinds = collections.defaultdict(list)
        for d in range(len(turn)):
            kinds[vertex[d], vertex[d ^ 1], face[d], face[d ^ 1]].append((turn, d))
            kinds[vertex[d], vertex[d ^ 1], face[d ^ 1], face[d]].append((mirror, d))
        codes = [code(*walk) for walk in min(kinds.items(), key=lambda kind: (len(kind[1]), kind[0]))[1]]
    least = min(codes)
    return least, codes.count(least)


def insert(turn, dart, before):
    """Puts a dart in front of another one at its vertex."""
    turn[turn.index(before)] = dart
    turn[dart] = before


def subdivide(turn, dart):
    """Puts a vertex on an edge; the dart that leaves it in the same direction."""
    new = len(turn)
    turn += [0, 0]
    insert(turn, new + 1, dart ^ 1)
    turn[new + 1], turn[dart ^ 1], turn[new] = turn[dart ^ 1], new, dart ^ 1
    return new


def splits(turn, added):
    """The maps in which a face is split, so that the edges are 1, 2 or 3 more. Corner i of a face is in
    front of its dart i."""
    for face in orbits(faces(turn))[0]:
        for i, x in enumerate(face):
            for j, y in enumerate(face):
                gap = (j - i) % len(face)
                if gap == 0 or (added != 2 and j < i) or (added < 3 and gap == len(face) - 1) \
                        or (added == 1 and gap == 1):
                    continue
                new = list(turn)
                ends = [subdivide(new, x) if added > 2 else x, subdivide(new, y) if added > 1 else y]
                edge = len(new)
                new += [0, 0]
                insert(new, edge, ends[0])
                insert(new, edge + 1, ends[1])
                yield new


@functools.lru_cache(None)
def nets(edges):
    """The nets of so many edges, each with its least code and how many walks have it."""
    if edges == 6:
        maps = [[2, 8, 4, 7, 0, 11, 1, 10, 6, 5, 3, 9]]
    else:
        maps = (new for added in (1, 2, 3) if edges - added >= 6
                for turn, _, _ in nets(edges - added) for new in splits(turn, added))
    found = {}
    for turn in maps:
        least, walks = least_code(turn)
        if least not in found:
            found[least] = turn, least, walks
    if len(found) != POLYHEDRA[edges - 6]:
        raise SystemExit(f'{len(found)} nets of {edges} edges')
    return list(found.values())


def order(turn, battery):
    """The two ends of each other edge of a net. The vertices are numbered in the order of elimination:
    next is one with the fewest neighbours. The ends of the battery are the last two, and an edge to
    one of them is the last."""
    vertex = [0] * len(turn)
    cycles = orbits(turn)[0]
    for number, cycle in enumerate(cycles):
        for dart in cycle:
            vertex[dart] = number
    a, b = vertex[2 * battery], vertex[2 * battery + 1]
    near = [{vertex[dart ^ 1] for dart in cycle} for cycle in cycles]
    last = min(near[a] - {b})
    places = {}
    inner = set(range(len(cycles))) - {a, b, last}
    while inner:
        best = min(inner, key=lambda v: (len(near[v]), v))
        for v in near[best]:
            near[v] = (near[v] | near[best]) - {v, best}
        places[best] = len(places)
        inner.remove(best)
    for v in (last, a, b):
        places[v] = len(places)
    ends = sorted(sorted((places[vertex[2 * e]], places[vertex[2 * e + 1]]))
                  for e in range(len(turn) // 2) if e != battery)
    return bytes(sum(ends, []))


@functools.lru_cache(None)
def networks(edges):
    """The networks of all nets of so many edges, one of each dual pair, with one battery each of those
    that symmetries exchange."""
    made = []
    for turn, least, walks in nets(edges):
        dual, self_dual = faces(turn), False
        vertices, others = len(orbits(turn)[0]), len(orbits(dual)[0])
        if vertices == others:
            other = least_code(dual)[0]
            self_dual = other == least
            if other < least:
                continue
        if vertices > others:
            continue
        seen = set()
        for e in range(edges):
            if walks > 1 or self_dual:
                darts = (2 * e, 2 * e + 1)
                rooted = min([least_code(turn, darts)[0]] + [least_code(dual, darts)[0]] * self_dual)
                if rooted in seen:
                    continue
                seen.add(rooted)
            made.append(order(turn, e))
    return len(made), b''.join(made)


def pointer(array):
    """The address of an array for C."""
    return array.ctypes.data_as(ctypes.c_void_p)


def open_intervals(values):
    """A bit for each interval of numbers that has one of the values, or nearly so."""
    bits = numpy.zeros(1 << 23, dtype=numpy.uint8)
    for factor in (1 - 1e-8, 1, 1 + 1e-8):
        words = (values * factor).view(numpy.uint64) >> numpy.uint64(34)
        bits[words.astype(numpy.int64) - (1007 << 18)] = 1
    return numpy.packbits(bits, bitorder='little').view(numpy.uint64)


def cut(table, squares):
    """Enters the rectangles of so many squares that are cut in two."""
    side = len(table) - 1
    for width in range(1, side + 1):
        row = table[width]
        places = [numpy.flatnonzero(row == s) for s in range(squares)]
        for s in range(1, squares // 2 + 1):
            heights = numpy.add.outer(places[s], places[squares - s]).ravel()
            heights = heights[heights <= side]
            row[heights[row[heights] == 0]] = squares


def complete(table):
    """The table with the long rectangles, or None if others are open.

    A tiling of w x h, h < w, without a full square has at least two squares across each vertical line,
    whose sides add up to h. So the sum of 1 / side over the squares across a line is at least 4 / h.
    Its integral over all lines is the number of squares, which is hence at least 4 w / h. A tiling with
    a full square has at least one square more than (w - h) x h. So if 4 w / h is greater than the number
    of the latter, one more than that is the least number."""
    known = table.copy()
    for width in range(2, len(table)):
        height = numpy.arange(1, width)
        rest = known[height, width - height].astype(numpy.int64)
        is_long = (known[width, height] == 0) & (rest > 0) & (4 * width > rest * height)
        known[width, height[is_long]] = rest[is_long] + 1
        known[height, width] = known[width, height]
    return None if (known[1:, 1:] == 0).any() else known


def fewest_squares(library, side, most=0):
    """The fewest squares of all w x h with sides up to `side`, as a table, and of n x n by at most
    `most` smaller squares (0: there are none). `library` is the compiled star-mesh.c."""
    table = numpy.zeros((side + 1, side + 1), dtype=numpy.uint16)
    numpy.fill_diagonal(table[1:, 1:], 1)
    numbers = numpy.arange(side + 1)
    divisor = numpy.gcd.outer(numbers, numbers)
    widths, heights = numpy.nonzero(divisor == 1)
    widths, heights = widths[(widths > 0) & (heights > 0)], heights[(widths > 0) & (heights > 0)]
    divisor[0, 0] = 1
    least = numbers[:, None] // divisor, numbers[None, :] // divisor

    def walk(layer, is_open, squares=None):
        counts = table[widths, heights]
        by_count = numpy.argsort(counts, kind='stable')
        sizes = numpy.stack([widths, heights], axis=1)[by_count].astype(numpy.int32)
        first = numpy.searchsorted(counts[by_count], numpy.arange(layer + 2)).astype(numpy.int32)
        intervals = open_intervals(widths[is_open] / heights[is_open])
        for edges in range(6, layer + 2):
            count, ends = networks(edges)
            library.star_mesh(side, layer, edges - 1, count, ends, pointer(first), pointer(sizes),
                              pointer(intervals), pointer(table),
                              None if squares is None else pointer(squares))

    for layer in range(2, 1 << 16):
        cut(table, layer)
        numpy.maximum(table, table.T, out=table)
        known = complete(table)
        if known is not None:
            break
        walk(layer, table[widths, heights] == 0)
        numpy.maximum(table, table.T, out=table)
        if (table != table[least]).any():
            raise SystemExit(f'a multiple of a rectangle takes {layer} squares, and the rectangle more')
    table = known
    if (table != table[least]).any():
        raise SystemExit('a multiple of a rectangle takes fewer squares than the rectangle')
    squares = numpy.zeros(side + 1, dtype=numpy.uint16)
    for layer in range(4, most + 1):
        for n in range(2, side + 1):
            if squares[n] == 0 and (table[n, 1:n] + table[n, n - 1:0:-1] == layer).any():
                squares[n] = layer
        if (squares[2:] == 0).any():
            walk(layer, table[widths, heights] > 0, squares)
    return table, squares
