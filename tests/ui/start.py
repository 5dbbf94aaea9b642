#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the start: the time from starting the program to the first frame of its window, and the processor time
until then. Each start is a new process; the first one has colder caches. Prints figures without limits.

    meson test -C build --benchmark ui-start --verbose
"""
import os
import statistics
import subprocess
import sys
import time

STARTS = 11

wall, processor = [], []
for _ in range(STARTS):
    begin = time.monotonic()
    child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
    if child.stdout.read(1) != b".":
        sys.exit("a start showed no frame")
    wall.append(1e3 * (time.monotonic() - begin))
    usage = os.wait4(child.pid, 0)[2]
    processor.append(1e3 * (usage.ru_utime + usage.ru_stime))
print(f"# first start: {wall[0]:.0f} ms, processor {processor[0]:.0f} ms")
print(f"# {STARTS} starts: median {statistics.median(wall):.0f} ms, fastest {min(wall):.0f} ms, "
      f"slowest {max(wall):.0f} ms; processor median {statistics.median(processor):.0f} ms")
