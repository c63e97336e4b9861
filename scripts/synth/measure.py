#!/usr/bin/env python3
"""How many problems of texts by examples `autorpa synth` solves.

    scripts/synth/measure.py DIR [--autorpa PROGRAM] [--examples 1,2,3] [--json FILE]

DIR holds problems: `*.sl` files of the SyGuS competition's track PBE_SLIA (examples are their constraints; of those with the
same inputs the first counts), or `*.json` files `{"rows": [{"inputs": ["..", ..], "output": ".."}, ..]}`. The first N rows of a
problem are the examples, the inputs of all others are asked for. A problem with fewer than four rows, or with constraints that are no examples, is left out.

  solved   all outputs are right
  refused  none is wrong, and there is at least one that the program does not say
  wrong    one is wrong
  failed   no answer within a minute

Only counts are printed: who tunes on what is measured measures nothing. `--json` keeps them.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERDICTS = ("solved", "refused", "wrong", "failed")
FEWEST_ROWS = 4
LIMIT = 60
TOKEN = re.compile(r'"(?:[^"]|"")*"|[()]|[^\s()"]+')


def parsed(text):
    """The lists of a file in S-expressions."""
    text = re.sub(r";.*", "", text)
    stack = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def text_of(it):
    """A value as a spreadsheet's cell shows it. ValueError where it is a term."""
    if isinstance(it, list):
        if len(it) == 2 and it[0] == "-" and isinstance(it[1], str):
            return "-" + it[1]
        raise ValueError("a term")
    return it[1:-1].replace('""', '"') if it.startswith('"') else it


def rows_of_sygus(text):
    """The examples of a file."""
    rows, seen = [], set()
    for it in parsed(text):
        if not (isinstance(it, list) and it and it[0] == "constraint"):
            continue
        _, call, output = it[1]
        if not isinstance(call, list):
            raise ValueError("no example")
        texts = [text_of(value) for value in [*call[1:], output]]
        if tuple(texts[:-1]) not in seen:
            seen.add(tuple(texts[:-1]))
            rows.append({"inputs": texts[:-1], "output": texts[-1]})
    return rows


def problems(folder):
    """Each problem's rows."""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".sl":
            try:
                rows = rows_of_sygus(path.read_text(errors="replace"))
            except ValueError:
                continue
        elif path.suffix == ".json":
            rows = json.loads(path.read_text()).get("rows", [])
        else:
            continue
        if len(rows) >= FEWEST_ROWS:
            yield rows


def verdict(program, rows, examples):
    """What comes of a problem with so many examples."""
    rest = rows[examples:]
    asked = {"examples": rows[:examples], "tests": [{"inputs": it["inputs"]} for it in rest]}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(asked, file)
        file.flush()
        try:
            run = subprocess.run([program, "synth", file.name], capture_output=True, text=True, timeout=LIMIT)
            outputs = json.loads(run.stdout)["outputs"]
        except (subprocess.TimeoutExpired, ValueError, KeyError):
            return "failed"
    wrong = any(said is not None and said != it["output"] for said, it in zip(outputs, rest))
    return "wrong" if wrong else "refused" if None in outputs else "solved"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path, help="the folder with the problems")
    parser.add_argument("--autorpa", default=HERE.parents[1] / "target/release/autorpa", help="the program")
    parser.add_argument("--examples", default="1,2,3", help="numbers of examples (1,2,3)")
    parser.add_argument("--json", type=Path, help="keep the counts in this file")
    args = parser.parse_args()
    all_rows = list(problems(args.dir))
    if not all_rows:
        sys.exit(f"{args.dir} has no problem that can be measured")
    table = {}
    with ThreadPoolExecutor(2) as pool:
        for examples in map(int, args.examples.split(",")):
            found = list(pool.map(lambda rows, n=examples: verdict(args.autorpa, rows, n), all_rows))
            table[examples] = {it: found.count(it) for it in VERDICTS}
    print(f"{len(all_rows)} problems")
    print("| examples |", " | ".join(VERDICTS), "|")
    print("| --- |", " | ".join("---" for _ in VERDICTS), "|")
    for examples, counts in table.items():
        print(f"| {examples} |", " | ".join(str(counts[it]) for it in VERDICTS), "|")
    if args.json:
        args.json.write_text(json.dumps({"problems": len(all_rows), "examples": table}, indent=1) + "\n")


if __name__ == "__main__":
    main()
