#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-exports.py - compares what the library exports with what its public headers declare.

Usage: test-exports.py LIBRARY HEADER...
"""
import re
import subprocess
import sys

library, *headers = sys.argv[1:]
lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
# "ADDRESS T NAME@@VERSION"; the version itself is of type A.
exported = {line.split()[2].split("@")[0] for line in lines.splitlines() if line.split()[1] != "A"}
declared = set()
for header in headers:
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    for declaration in re.findall(r"TILEWRIGHT_API\s+((?!__attribute__)[^;]*?\))\s*(?:;|\n\n|\Z)", text, re.S):
        final = re.match(r"G_DECLARE_FINAL_TYPE \(\w+, (\w+)", declaration)
        declared.add(final[1] + "_get_type" if final else re.search(r"(\w+) \(", declaration)[1])

print("1..1")
for name in sorted(exported - declared):
    print(f"# exported and not declared: {name}")
for name in sorted(declared - exported):
    print(f"# declared and not exported: {name}")
fine = exported == declared and len(declared) > 30
print("ok 1 exports" if fine else f"not ok 1 exports: {len(exported)} exported, {len(declared)} declared")
sys.exit(0 if fine else 1)
