#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-schemas.py - compares the JSON that the command line writes with its schema.

Usage: test-schemas.py TILEWRIGHT-CLI SCHEMA PUZZLES

The schema of events is beside SCHEMA. Each output has to be valid. To see that the schema says something, each output is also changed: without
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
events = json.loads(pathlib.Path(schema_path).with_name("tilewright-events.schema.json").read_text(encoding="utf-8"))
events["$defs"]["of results"] = schema
line_validator = jsonschema.Draft202012Validator(events)
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
                   "resolve": ["totals"], "shapes": ["derived"], "merge": ["missing"], "board": ["puzzle"], "tetromino-square": ["signature"]}[name]:
        other = {key: value for key, value in first.items() if key != member}
        yield f"no “{member}”", [other] if isinstance(output, list) else other


(there / "pieces.dlx").write_text("a b c\na b\nc\na\nb c\n", encoding="utf-8")
(there / "obstacle.txt").write_text("...\n.#.\n...\n", encoding="utf-8")
(there / "dominoes.json").write_text(json.dumps({"board": ["#" * 12] * 12, "pieces": [
    {"name": "D", "cells": ["##"], "least": 0, "most": 72}]}), encoding="utf-8")
(there / "odd.json").write_text(json.dumps({"size": 4, "signature": "T1,O3"}), encoding="utf-8")
sample, text = puzzles / "board-5x5.json", puzzles / "pentominoes-5x5.txt"
solution = there / "board-5x5.solution.json"
solution.write_text(run("solve", sample, "--json", "-"), encoding="utf-8")
wrong = json.loads(solution.read_text(encoding="utf-8"))
wrong["squares"].pop()
(there / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
(there / "board-5x5.json").write_bytes(sample.read_bytes())

run("split", "--force", "--units", 4, text, there / "counted")
run("split", "--force", "--units", 4, "--command", "list", text, there / "listed")
run("split", "--force", "--command", "solve", sample, puzzles / "board-8x8.json", there / "batch")
for folder in (there / "listed", there / "batch"):
    for unit in json.loads(run("merge", folder, "--json", "-", codes=(1,)))["missing"]:
        run("work", folder, "--unit", unit)

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
    ("merge", there / "counted"), ("merge", there / "listed"), ("merge", there / "batch"),
    ("shapes", "--height", 6), ("generate", "--width", 7, "--seed", 3), ("generate", "--tetrominoes", 8),
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


def read_events(text):
    """The events of a stream; the first and the last ones are valid."""
    found = [json.loads(line) for line in text.splitlines()]
    for event in found[:20] + found[-20:]:
        line_validator.validate(event)
        for other in (dict(event, unknown=1), {key: event[key] for key in event if key != "event"}):
            if line_validator.is_valid(other):
                raise AssertionError(f"accepted {other}")
    return found


def judge_stream(call, *kinds):
    """The events of a run have these names, and the last is its result."""
    found = read_events(run(*call, "--jsonl", "-", "--json", there / "result.json", codes=(0, 1)))
    result = json.loads((there / "result.json").read_text(encoding="utf-8"))
    assert [found[0]["event"], found[-1]["event"]] == ["start", "end"]
    assert {event["event"] for event in found[1:-1]} - {"progress"} == set(kinds), found
    listed = [event["solution"]["placements"] for event in found if event["event"] == "solution"]
    assert listed == result.pop("solutions", [])
    if listed:
        del result["placements"]
    assert found[-1]["result"] == result
    if kinds == ("bound", "incumbent"):
        best = [event for event in found if event["event"] == "incumbent"][-1]
        assert best["solution"]["squares"] == result["squares"]


def judge_killed(call, name):
    """A run that is killed has written whole lines, with events of this name."""
    stream = there / "killed.jsonl"
    stream.unlink(missing_ok=True)  # of the run before
    process = subprocess.Popen([cli, *map(str, call), "--jsonl", str(stream), "--progress", "--time", "1000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not stream.exists() or f'"{name}"' not in stream.read_text(encoding="utf-8"):
        assert process.stderr.readline(), "the run has ended"  # progress, once a second
    process.kill()
    process.communicate()
    text = stream.read_text(encoding="utf-8")
    assert text.endswith("\n")
    found = read_events(text)
    assert found[0]["event"] == "start" and name in (event["event"] for event in found)
    assert "end" not in (event["event"] for event in found)


def judge_streams():
    judge_stream(("solve", puzzles / "board-16x16.json"), "bound", "incumbent")
    judge_stream(("solve", puzzles / "chequered-5x6.txt", "--all"), "solution")
    judge_stream(("solve", puzzles / "tetrominoes-6.json"), "incumbent")
    judge_stream(("solve", there / "pieces.dlx", "--all"), "incumbent")
    judge_stream(("solve", there / "odd.json"))
    judge_stream(("count", text))
    judge_stream(("count", there / "obstacle.txt"))
    judge_killed(("solve", puzzles / "hexominoes-15x15.json", "--all"), "progress")
    judge_killed(("solve", there / "dominoes.json", "--all"), "solution")
    judge_killed(("count", puzzles / "pentominoes-20x18.json"), "progress")


judge_all = [(" ".join(pathlib.Path(str(word)).name for word in call), judge, (call,)) for call in calls]
judge_all.append(("events", judge_streams, ()))
print(f"1..{len(judge_all)}")
failed = 0
for index, (name, function, words) in enumerate(judge_all, 1):
    try:
        function(*words)
        print(f"ok {index} {name}")
    except (AssertionError, ValueError, jsonschema.ValidationError) as error:
        failed += 1
        print(f"not ok {index} {name}\n# {repr(error).splitlines()[0]}")
sys.exit(1 if failed else 0)
