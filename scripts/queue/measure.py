#!/usr/bin/env python3
"""Measures the queue on this machine: rows a second by workers, and rows whose runners are killed.

    scripts/queue/measure.py AUTORPA [--engine] [--rows N] [--forms N] [--killed N] [--killed-forms N] [--every SECONDS]

AUTORPA is the command, as it was built (`target/release/autorpa`). Everything else is made in a folder that is gone at the
end. Two kinds of rows are run. `say` opens an app of the built-in emulator, says its value and ends: what a row costs besides
is the queue's, the run's record and the fresh emulator's. `form` fills a form in of an application on the web that this script
serves, with a database of its own that takes a name as often as it is sent: it is asked at the end how often each is there.
A line of JSON for each measurement goes to standard output. Each begins with `exec --rows`, which has no queue: what one worker
takes longer for a row is what the queue costs.

With `--engine` the queue is on a `nats-server` that this script starts on loopback, each worker is a process with a home of its
own, and the server is killed and started again twice while runners are killed. AUTORPA has to be built with the feature `nats`.
"""

import argparse
import csv
import io
import json
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

SAY = """/// Say a name.
fn say(name) {
    env_op.open_app("Markor");
    env_op.answer(name);
    env_op.stop("complete");
}
"""

ADD = """/// Add an entry.
fn add_entry(name) {
    env_op.input_text(name, env_op.find_element(#{ label: "Name" }), true);
    env_op.click(env_op.find_element(#{ text: "Add entry" }));
    env_op.find_element(#{ text: "Entry added" });
    env_op.stop("complete");
}
"""

FORM = b"<form method=post><label>Name <input name=name></label><button>Add entry</button></form>"

TASK = """format = 1
name = "AddEntry"
goal = "Add the entry {name}."
step_budget = 10

[start]
device = "web"
url = "ORIGIN/"
shows = "Add entry"

[touch]
origins = ["ORIGIN"]

[params.name]
type = "text"
examples = ["a", "b"]

[[check]]
name = "stored once"
sql = "entries.db"
query = "select count(*) from entry where name = :name"
is = "1"
"""


class Application:
    """A form on the web, and the database that it writes to."""

    def __init__(self, database: Path):
        self.database = database
        with self.open() as opened:
            opened.execute("pragma journal_mode = wal")
            opened.execute("create table entry (name text)")
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.database, timeout=30)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        application = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(FORM)

            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
                with application.open() as opened:
                    opened.execute("insert into entry values (?)", (parse_qs(sent)["name"][0],))
                opened.close()
                self.answer(b"<p>Entry added</p>")

            def answer(self, page: bytes) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                try:
                    self.wfile.write(page)
                except OSError:
                    pass  # Its browser was killed.

            def log_message(self, *_) -> None:
                pass

        return Handler

    def stored(self) -> Counter[str]:
        with self.open() as opened:
            return Counter(name for (name,) in opened.execute("select name from entry"))


class Server:
    """A NATS server on loopback that keeps what it has when it is killed."""

    def __init__(self, folder: Path):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        words = ["nats-server", "-js", "-sd", "streams", "-a", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(
            words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Desk:
    """A folder with a home of its own, and rows of one kind."""

    def __init__(self, autorpa: str, folder: Path, kind: str, engine: bool):
        self.autorpa = autorpa
        self.folder = folder
        self.kind = kind
        self.server = Server(folder) if engine else None
        self.application = None
        self.how = ["say.rhai", "--device", "emulator"]
        (folder / "say.rhai").write_text(SAY)
        if kind == "form":
            tasks = folder / "tasks"
            tasks.mkdir()
            self.application = Application(tasks / "entries.db")
            (folder / "add_entry.rhai").write_text(ADD)
            (tasks / "add_entry.task.toml").write_text(TASK.replace("ORIGIN", self.application.origin))
            self.how = ["add_entry.rhai", "--task-type", "AddEntry"]

    def start(self, *arguments: str, home: str = "home") -> subprocess.Popen:
        tasks = [] if self.application is None else ["--tasks", "tasks"]
        env = {**os.environ, "AUTORPA_HOME": str(self.folder / home)}
        if self.server is not None:
            env["AUTORPA_ENGINE"] = f"nats://127.0.0.1:{self.server.port}"
        return subprocess.Popen(
            [self.autorpa, *arguments, *tasks],
            cwd=self.folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        return self.start(*arguments).communicate()[0]

    def write_rows(self, count: int) -> None:
        lines = "\n".join(f"n{it}" for it in range(1, count + 1))
        (self.folder / "names.csv").write_text(f"name\n{lines}\n")

    def add(self, count: int) -> None:
        self.write_rows(count)
        lease = [] if self.server is None else ["--lease", "3"]
        self.run("queue", "add", *self.how, "--rows", "names.csv", *lease)

    def runners(self, count: int) -> list[subprocess.Popen]:
        """As many workers: threads of one process on one machine, processes with homes of their own on several."""
        if self.server is None:
            return [self.start("queue", "run", "--workers", str(count))]
        return [self.start("queue", "run", home=f"home{it}") for it in range(count)]

    def end(self) -> None:
        if self.server is not None:
            self.server.kill()

    def ends(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.run("queue", "results", "1"))))

    def came_of_it(self, rows: int) -> dict:
        """What the rows ended as; for forms also what the application has."""
        ends = self.ends()
        numbers = Counter(it["row"] for it in ends)
        found = {
            "rows_with_one_end": sum(1 for it in numbers.values() if it == 1),
            "rows_with_several_ends": sum(1 for it in numbers.values() if it > 1),
            "outcomes": Counter(it["outcome"] for it in ends),
        }
        if self.application is None:
            said = [it for it in ends if it["outcome"] == "unchecked"]
            found["wrong_answers"] = sum(1 for it in said if it["answer"] != f"n{it['row']}")
            return found
        stored = self.application.stored()
        found["stored_once"] = sum(1 for it in range(1, rows + 1) if stored[f"n{it}"] == 1)
        found["stored_several_times"] = sum(1 for it in stored.values() if it > 1)
        done = [it for it in ends if it["outcome"] == "reached"]
        found["said_done_and_not_stored"] = sum(1 for it in done if stored[f"n{it['row']}"] == 0)
        return found


def alone(desk: Desk, rows: int) -> dict:
    """The same rows without a queue."""
    desk.write_rows(rows)
    began = time.monotonic()
    desk.run("exec", *desk.how, "--rows", "names.csv")
    seconds = time.monotonic() - began
    return {"measured": "exec --rows", "kind": desk.kind, "rows": rows, "rows_a_second": round(rows / seconds, 2)}


def by_workers(desk: Desk, rows: int, workers: int) -> dict:
    desk.add(rows)
    began = time.monotonic()
    for runner in desk.runners(workers):
        runner.communicate()
    seconds = time.monotonic() - began
    return {
        "measured": "queue run",
        "engine": "file" if desk.server is None else "nats",
        "kind": desk.kind,
        "workers": workers,
        "rows": rows,
        "rows_a_second": round(rows / seconds, 2),
        **desk.came_of_it(rows),
    }


def killed(desk: Desk, rows: int, every: float) -> dict:
    """Two runners, of which one is killed after so many seconds, again and again."""
    desk.add(rows)
    began = time.monotonic()
    kills = restarts = 0
    homes = ["home", "home" if desk.server is None else "other"]
    runners = [desk.start("queue", "run", home=it) for it in homes]
    while any(it.poll() is None for it in runners):
        time.sleep(every)
        for at, runner in enumerate(runners):
            # One that was started while the server was away has ended with that.
            if runner.poll() == 1:
                runners[at] = desk.start("queue", "run", home=homes[at])
        at = kills % len(runners)
        if runners[at].poll() is None:
            runners[at].send_signal(signal.SIGKILL)
            runners[at].wait()
            kills += 1
            if desk.server is not None and kills in (2, 4):
                desk.server.kill()
                desk.server.start()
                restarts += 1
            runners[at] = desk.start("queue", "run", home=homes[at])
    seconds = time.monotonic() - began
    return {
        "measured": "killed",
        "engine": "file" if desk.server is None else "nats",
        "kind": desk.kind,
        "rows": rows,
        "kills": kills,
        "server_restarts": restarts,
        "seconds": round(seconds, 1),
        **desk.came_of_it(rows),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autorpa", type=Path)
    parser.add_argument("--engine", action="store_true", help="on a NATS server instead of in a file")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4, 8])
    parser.add_argument("--rows", type=int, default=1000, help="rows of `say` for each number of workers")
    parser.add_argument("--forms", type=int, default=100, help="rows of `form` for each number of workers")
    parser.add_argument("--killed", type=int, default=10_000, help="rows of `say` whose runners are killed")
    parser.add_argument("--killed-forms", type=int, default=300, help="rows of `form` whose runners are killed")
    parser.add_argument("--every", type=float, default=5.0)
    args = parser.parse_args()
    autorpa = str(args.autorpa.resolve())

    def measured(how, kind: str, rows: int, *arguments, without: float | None = None) -> float | None:
        """Rows a second, where it is about that. `without` is what they are without a queue."""
        if rows == 0:
            return None
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            desk = Desk(autorpa, Path(folder), kind, args.engine and how is not alone)
            found = how(desk, rows, *arguments)
            desk.end()
        speed = found.get("rows_a_second")
        if without and speed:
            found["ms_a_row_more_than_exec"] = round(1000 / speed - 1000 / without, 2)
        print(json.dumps(found), flush=True)
        return speed

    for kind, rows in (("say", args.rows), ("form", args.forms)):
        without = measured(alone, kind, rows)
        for workers in args.workers:
            # What one worker takes longer is what the queue costs; several do their rows at once.
            measured(by_workers, kind, rows, workers, without=without if workers == 1 else None)
    measured(killed, "say", args.killed, args.every)
    measured(killed, "form", args.killed_forms, args.every)


if __name__ == "__main__":
    main()
