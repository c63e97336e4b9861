#!/usr/bin/env python3
"""What is built from one demonstration, or a few, of each of the emulator's task types.

The demonstrations are what the tests of the emulator do by hand. They are kept by

    AUTORPA_DEMONSTRATIONS=DIR cargo nextest run -p autorpa-emulator

Then

    scripts/emulator/demonstrations.py DIR --autorpa BIN [--demonstrations 2] [--seconds 20] [--out FILE]

builds each task type from the demonstrations of its first instances: no model is asked, and with `--seconds 0`, which is the default,
nothing is searched either. A type counts where its function is verified: right on instances that it was not built on, adversarial ones
included. What is printed: a line for each type, then how many of them are verified.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile


def build(bin: str, task_type: str, shown: list[pathlib.Path], seconds: float) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        call = [bin, "--home", f"{folder}/home", "--library", f"{folder}/library", "build", "--json"]
        call += ["--task-type", task_type, "--seconds", str(seconds)]
        for it in shown:
            call += ["--from", str(it)]
        try:
            ran = subprocess.run(call, capture_output=True, text=True, timeout=900)
        except subprocess.TimeoutExpired:
            return {"task_type": task_type, "verified": False, "reason": "not built in 900 s"}
        try:
            said = json.loads(ran.stdout)
        except json.JSONDecodeError:
            return {"task_type": task_type, "verified": False, "reason": ran.stderr.strip().split("\n")[-1]}
        kept = ("verified", "reason", "refinements", "understood")
        return {"task_type": task_type} | {it: said.get(it) for it in kept}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where the demonstrations are, as TYPE.SEED.json")
    parser.add_argument("--autorpa", required=True, help="the program")
    parser.add_argument("--demonstrations", type=int, default=1, help="how many of each type are used")
    parser.add_argument("--seconds", type=float, default=0, help="how long it may search for what nobody has shown")
    parser.add_argument("--types", default="", help="these types only, with commas")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, help="a file for the result as JSON")
    args = parser.parse_args()

    shown: dict[str, list[pathlib.Path]] = {}
    for it in sorted(args.folder.glob("*.json"), key=lambda it: int(it.name.split(".")[1])):
        shown.setdefault(it.name.split(".")[0], []).append(it)
    named = [it for it in args.types.split(",") if it]
    jobs = {it: all[: args.demonstrations] for it, all in sorted(shown.items()) if not named or it in named}
    with concurrent.futures.ThreadPoolExecutor(args.workers) as pool:
        rows = list(pool.map(lambda it: build(args.autorpa, it[0], it[1], args.seconds), jobs.items()))
    for it in rows:
        print(f"{it['task_type']}: {'verified' if it['verified'] else 'not verified: ' + str(it['reason'])}")
    verified = sum(bool(it["verified"]) for it in rows)
    print(f"{verified} of {len(rows)} task types verified from {args.demonstrations} demonstrations each")
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
