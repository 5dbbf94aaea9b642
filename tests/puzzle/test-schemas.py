#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-schemas.py - compares the JSON that the command line writes with its schema.

Usage: test-schemas.py TILEWRIGHT-CLI SCHEMA PUZZLES

Each output has to be valid. To see that the schema says something, each output is also changed: without
one of the required members, with a member more, with a member of another type. These have to be refused.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP python3-jsonschema is missing")
    sys.exit(0)

cli, schema_path, puzzles = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
scratch = tempfile.TemporaryDirectory()
there = pathlib.Path(scratch.name)


def validator(name):
    whole = {"$schema": schema["$schema"], "$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
    return jsonschema.Draft202012Validator(whole)


def run(*arguments, codes=(0,)):
    """What a command wrote to standard output."""
    done = subprocess.run([cli, *map(str, arguments)], capture_output=True, check=False)
    if done.returncode not in codes:
        raise AssertionError(f"{arguments}: exit code {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


def changed(output):
    """Yields values that no schema of this output may accept."""
    first = output[0] if isinstance(output, list) else output
    for name in first:
        other = copy.deepcopy(first)
        other[name] = {"not": "this"}
        yield f"“{name}” is an object of other members", [other] if isinstance(output, list) else other
    other = dict(first, unknown=1)
    yield "a member more", [other] if isinstance(output, list) else other
    yield "a number", 1


def required(name, output):
    """The same without a member that each such output has."""
    first = output[0] if isinstance(output, list) else output
    for member in {"solve": ["kind", "status", "engine"], "count": ["kind", "status"],
                   "info": ["kind", "free"], "check": ["verdict"], "bench": ["runs"],
                   "resolve": ["totals"], "board": ["puzzle"], "tetromino-square": ["signature"]}[name]:
        other = {key: value for key, value in first.items() if key != member}
        yield f"no “{member}”", [other] if isinstance(output, list) else other


(there / "pieces.dlx").write_text("a b c\na b\nc\na\nb c\n", encoding="utf-8")
(there / "odd.json").write_text(json.dumps({"size": 4, "signature": "T1,O3"}), encoding="utf-8")
sample, text = puzzles / "board-5x5.json", puzzles / "pentominoes-5x5.txt"
solution = there / "board-5x5.solution.json"
solution.write_text(run("solve", sample, "--json", "-"), encoding="utf-8")
wrong = json.loads(solution.read_text(encoding="utf-8"))
wrong["squares"].pop()
(there / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
(there / "board-5x5.json").write_bytes(sample.read_bytes())

calls = [
    ("solve", sample), ("solve", sample, puzzles / "board-8x8.json"), ("solve", sample, "--engine", "greedy"),
    ("solve", text), ("solve", text, "--all"), ("solve", puzzles / "quadrillion.txt"),
    ("solve", puzzles / "tetrominoes-6.json"), ("solve", there / "odd.json"),
    ("solve", puzzles / "capped-9.json"), ("solve", puzzles / "fewest-11.json"),
    ("solve", "--capped", "4", "--cap", "4", "--goal", "all"),
    ("solve", there / "pieces.dlx"), ("solve", there / "pieces.dlx", "--all"),
    ("count", text), ("count", there / "pieces.dlx"), ("count", sample), ("count", sample, "--fewest"),
    ("count", "--empty", "5x4"), ("count", "--empty", "12"), ("count", text, puzzles / "chequered-5x6.txt"),
    ("info", sample), ("info", sample, text, puzzles / "capped-9.json", puzzles / "tetrominoes-6.json"),
    ("check", sample, solution), ("check", sample, there / "wrong.json"),
    ("bench", sample, "--engines", "auto,greedy"), ("bench", text),
    ("resolve", there / "board-5x5.json", solution), ("resolve", there / "board-5x5.json"),
    ("generate", "--width", 7, "--seed", 3), ("generate", "--tetrominoes", 8),
]


def definition(call):
    if call[0] != "generate":
        return call[0]
    return "tetromino-square" if "--tetrominoes" in call else "board"


def judge(call):
    """Raises an exception with the reason when something is wrong."""
    name = definition(call)
    options = () if call[0] == "generate" else ("--json", "-")
    output = json.loads(run(*call, *options, codes=(0, 1)))
    validator(name).validate(output)
    for what, value in [*changed(output), *required(name, output)]:
        if validator(name).is_valid(value):
            raise AssertionError(f"accepted with {what}")


print(f"1..{len(calls)}")
failed = 0
for index, call in enumerate(calls, 1):
    name = " ".join(pathlib.Path(str(word)).name for word in call)
    try:
        judge(call)
        print(f"ok {index} {name}")
    except (AssertionError, ValueError, jsonschema.ValidationError) as error:
        failed += 1
        print(f"not ok {index} {name}\n# {str(error).splitlines()[0]}")
sys.exit(1 if failed else 0)
