# SPDX-License-Identifier: GPL-3.0-or-later
"""What test programs in Python share: @test marks a test, main () runs them all and prints TAP.

A test that returns a text is skipped for this reason. The tests work in one scratch folder.
"""
import os
import sys
import tempfile
import traceback

tests = []


def test(function):
    tests.append(function)
    return function


def main():
    failed = 0
    print(f"1..{len(tests)}")
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for number, function in enumerate(tests, 1):
            try:
                skipped = function()
                print(f"ok {number} - {function.__name__}" + (f" # SKIP {skipped}" if skipped else ""), flush=True)
            except Exception:  # any exception is a failure
                failed += 1
                print("#", traceback.format_exc().rstrip().replace("\n", "\n# "))
                print(f"not ok {number} - {function.__name__}", flush=True)
        os.chdir("/")
    sys.exit(failed > 0)
