#!/usr/bin/env python3
"""Measures the queue on this machine: rows a second by workers, and rows whose runners are killed.

    scripts/queue/measure.py AUTORPA [--rows N] [--killed N] [--every SECONDS]

AUTORPA is the command, as it was built (`target/release/autorpa`). Everything else is made in a folder that is gone at the
end. The function opens an app of the built-in emulator, says its value and ends: what a row costs besides is the queue's, the
run's record and the fresh emulator's. A line of JSON for each measurement goes to standard output.
"""

import argparse
import csv
import io
import json
import os
import signal
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

SCRIPT = """/// Say a name.
fn say(name) {
    env_op.open_app("Markor");
    env_op.answer(name);
    env_op.stop("complete");
}
"""


class Desk:
    """A folder with a home of its own."""

    def __init__(self, autorpa: str, folder: Path):
        self.autorpa = autorpa
        self.folder = folder
        (folder / "say.rhai").write_text(SCRIPT)

    def start(self, *arguments: str) -> subprocess.Popen:
        env = {**os.environ, "AUTORPA_HOME": str(self.folder / "home")}
        return subprocess.Popen(
            [self.autorpa, *arguments],
            cwd=self.folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        return self.start(*arguments).communicate()[0]

    def add(self, count: int) -> None:
        lines = "\n".join(f"n{it}" for it in range(count))
        (self.folder / "names.csv").write_text(f"name\n{lines}\n")
        self.run("queue", "add", "say.rhai", "--rows", "names.csv", "--device", "emulator")

    def ends(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.run("queue", "results", "1"))))


def alone(desk: Desk, rows: int) -> dict:
    """The same rows without a queue."""
    lines = "\n".join(f"n{it}" for it in range(rows))
    (desk.folder / "names.csv").write_text(f"name\n{lines}\n")
    began = time.monotonic()
    desk.run("exec", "say.rhai", "--rows", "names.csv", "--device", "emulator")
    seconds = time.monotonic() - began
    return {"measured": "exec --rows", "rows": rows, "rows_a_second": round(rows / seconds, 1)}


def by_workers(desk: Desk, rows: int, workers: int) -> dict:
    desk.add(rows)
    began = time.monotonic()
    desk.run("queue", "run", "--workers", str(workers))
    seconds = time.monotonic() - began
    ended = Counter(it["outcome"] for it in desk.ends())
    return {
        "measured": "queue run",
        "workers": workers,
        "rows": rows,
        "rows_a_second": round(rows / seconds, 1),
        "outcomes": ended,
    }


def killed(desk: Desk, rows: int, every: float) -> dict:
    """Two runners, of which one is killed after so many seconds, again and again."""
    desk.add(rows)
    began = time.monotonic()
    kills = 0
    runners = [desk.start("queue", "run") for _ in range(2)]
    while any(it.poll() is None for it in runners):
        time.sleep(every)
        at = kills % len(runners)
        if runners[at].poll() is None:
            runners[at].send_signal(signal.SIGKILL)
            runners[at].wait()
            kills += 1
            runners[at] = desk.start("queue", "run")
    seconds = time.monotonic() - began
    ends = desk.ends()
    numbers = Counter(it["row"] for it in ends)
    wrong = [it for it in ends if it["outcome"] == "unchecked" and it["answer"] != f"n{int(it['row']) - 1}"]
    return {
        "measured": "killed",
        "rows": rows,
        "kills": kills,
        "seconds": round(seconds, 1),
        "rows_with_one_end": sum(1 for it in numbers.values() if it == 1),
        "rows_with_several_ends": sum(1 for it in numbers.values() if it > 1),
        "wrong_answers": len(wrong),
        "outcomes": Counter(it["outcome"] for it in ends),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autorpa", type=Path)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--killed", type=int, default=10_000)
    parser.add_argument("--every", type=float, default=5.0)
    args = parser.parse_args()
    autorpa = str(args.autorpa.resolve())

    def measured(how, *arguments) -> None:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(how(Desk(autorpa, Path(folder)), *arguments)), flush=True)

    measured(alone, args.rows)
    for workers in (1, 2, 4, 8):
        measured(by_workers, args.rows, workers)
    if args.killed:
        measured(killed, args.killed, args.every)


if __name__ == "__main__":
    main()
