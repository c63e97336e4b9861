#!/usr/bin/env python3
"""Measures functions that are built from demonstrations on real web applications.

    scripts/realapps/measure.py DIR --app NAME [--task T] [--drift D] [--demonstrations 1|2] [--instances N]

DIR holds applications: `apps/NAME` with `start.sh`, `reset.sh`, `tasks.json` (task types and instances), `judge.py` (reads the
application's own data) and `oracle.js` (does an instance with Playwright). It is copied to a folder of its own first (`--out`).

For each task type: the application is put back; `autorpa record` listens to a browser in which `hand.js` does with the pointer and
the keys what the oracle does; a function is built from one or two such recordings and run on every instance. Under a drift the
functions that were built before are run on the changed application. Recordings are kept: `--rebuild` builds again from them.

The table says for each task type what came of its instances: right, refused (the run ended by itself and said why), wrong (the
function said complete, and the judge says no), unjudged. Beside it lies the same as JSON, with what each run said.
"""

import argparse
import http.server
import importlib.util
import json
import os
import queue
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLAYWRIGHT = "playwright-core@1.60"
# A login is kept encrypted; what is logged in to here is no secret.
LOGIN_KEY = "0" * 64
# Ports that an application may use, from its first one.
PORTS = 3


def options():
    """What can be typed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path, help="the folder with the applications")
    parser.add_argument("--app", required=True, help="the application's name")
    parser.add_argument("--task", action="append", help="a task type, again for others; all if left out")
    parser.add_argument("--drift", default="", help="the application differs so; functions that are there are run")
    parser.add_argument("--demonstrations", type=int, action="append", choices=[1, 2], help="again for both, which is usual")
    parser.add_argument("--instances", type=int, default=1000, help="at most so many instances are run")
    parser.add_argument("--rebuild", action="store_true", help="build again from the recordings that are kept")
    parser.add_argument("--no-runs", action="store_true", help="build, and run nothing")
    parser.add_argument("--no-builds", action="store_true", help="run the functions that are there, as under a drift")
    parser.add_argument("--built-on", type=int, default=3, help="instances a function must do to be verified (3)")
    parser.add_argument("--held-out", type=int, default=0, help="further instances that it must hold on (0)")
    parser.add_argument("--seconds", type=int, default=900, help="how long a build may take (900)")
    parser.add_argument("--hands", type=Path, help="a folder with NAME.js, whose tasks are done in place of the oracle's")
    parser.add_argument("--autorpa", type=Path, default=HERE.parents[1] / "target/release/autorpa", help="the program")
    parser.add_argument("--out", type=Path, default=Path("target/realapps"), help="where all of it is kept")
    parser.add_argument("--port", type=int, help="the application's first port")
    return parser.parse_args()


def copied(folder, out):
    """The suite of applications in a folder of its own, with what it needs to drive a browser."""
    suite = out / "suite"
    if not suite.exists():
        # What the applications wrote while others ran them is theirs: data of their databases, sockets.
        own = [str(folder / name) for name in ("data", "log", "results")]
        shutil.copytree(folder, suite, ignore=lambda within, names: [it for it in names if os.path.join(within, it) in own])
    for name in ("env/node", "log", "data"):
        (suite / name).mkdir(parents=True, exist_ok=True)
    if not (suite / "env/node/node_modules/playwright-core").exists():
        commands = (["npm", "init", "-y"], ["npm", "i", "--no-audit", "--no-fund", PLAYWRIGHT])
        for command in commands:
            subprocess.run(command, cwd=suite / "env/node", check=True, stdout=subprocess.DEVNULL)
    return suite


class App:
    """An application that runs, with its judge."""

    def __init__(self, suite, name, drift, port):
        self.suite, self.name, self.port = suite, name, port
        self.folder = suite / "apps" / name
        self.data = suite / "data" / f"{name}-{port}"
        self.base = f"http://127.0.0.1:{port}"
        self.plan = json.loads((self.folder / "tasks.json").read_text())
        self.env = dict(os.environ, DRIFT=drift)
        self.log = open(suite / "log" / f"{name}-{port}.log", "w")
        self.before = None
        sys.path.insert(0, str(suite / "lib"))
        spec = importlib.util.spec_from_file_location(f"judge_{name}", self.folder / "judge.py")
        self.judge_of = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.judge_of)
        self.state = self.data.parent / f"{self.data.name}.state.json"

    def __enter__(self):
        for port in range(self.port, self.port + PORTS):
            with socket.socket() as door:
                if door.connect_ex(("127.0.0.1", port)) == 0:
                    raise SystemExit(f"port {port} is taken; --port names another one")
        command = ["bash", str(self.folder / "start.sh"), str(self.port), str(self.data)]
        self.server = subprocess.Popen(
            command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, env=self.env, start_new_session=True
        )
        self.await_ready()
        time.sleep(self.plan.get("settle", 0))
        if self.plan.get("login"):
            self.log_in()
        return self

    def __exit__(self, *_):
        for kind in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.server.pid, kind)
                self.server.wait(10)
                break
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue

    def await_ready(self):
        """Wait until it answers."""
        until = time.time() + 300
        while time.time() < until and self.server.poll() is None:
            try:
                urllib.request.urlopen(self.base + self.plan.get("ready", "/"), timeout=5).read()
                return
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    return
            except OSError:
                pass
            time.sleep(0.3)
        raise SystemExit(f"{self.name} did not start: {self.log.name} says why")

    def log_in(self):
        """Log in once; the session is a part of what a reset puts back."""
        command = ["node", str(HERE / "login.js"), str(self.suite), str(self.folder / "oracle.js"), self.base, str(self.state)]
        subprocess.run(command, input=json.dumps(self.plan["login"]), text=True, check=True, timeout=120)
        keeps = f'. "{self.suite}/lib/sh.sh"; pristine "{self.data}"'
        subprocess.run(["bash", "-c", keeps, str(self.folder / "start.sh")], check=True)

    def reset(self):
        """Put everything back; what is judged is the difference from here."""
        command = ["bash", str(self.folder / "reset.sh"), str(self.data)]
        subprocess.run(command, check=True, env=self.env, stdout=self.log, stderr=self.log, timeout=60)
        if hasattr(self.judge_of, "wait_ready"):
            self.judge_of.wait_ready(self.port)
        self.before = self.judge_of.before(str(self.data), self.port)

    def judge(self, task, values, answer):
        """Whether an instance is done, and why not. What is saved a moment later counts."""
        for pause in (self.plan.get("flush", 0), 0.8):
            time.sleep(pause)
            try:
                done, why = self.judge_of.judge(task, str(self.data), self.port, values, self.before, answer)
            except Exception as error:  # A judge that can't read a state does not take it.
                done, why = 0, repr(error)
            if done:
                break
        return bool(done), str(why)

    def touched(self):
        """Whether anything differs from what the last reset put there."""
        return self.judge_of.before(str(self.data), self.port) != self.before

    def answer_of(self, task, values):
        """What the oracle answers."""
        self.reset()
        order = dict(id=0, task=task["id"], start=task.get("start"), params=values, login=self.plan.get("login"))
        command = ["node", str(self.suite / "lib/worker.js"), str(self.folder / "oracle.js"), self.base]
        told = subprocess.run(command, input=json.dumps(order) + "\n", text=True, capture_output=True, env=self.env, timeout=120)
        return str(json.loads(told.stdout.splitlines()[-1])["answer"]).strip()


class Court(http.server.ThreadingHTTPServer):
    """Resets and judges an application over HTTP, for task files."""

    def __init__(self, app):
        self.app, self.lock, self.said = app, threading.Lock(), None
        court = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def tell(self, body):
                body = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except BrokenPipeError:
                    pass  # Who asked does not wait any more.

            def do_POST(self):
                with court.lock:
                    court.app.reset()
                    court.said = None
                self.tell({})

            def do_GET(self):
                asked = urllib.parse.urlsplit(self.path)
                values = dict(urllib.parse.parse_qsl(asked.query, keep_blank_values=True))
                answer, task = values.pop("_answer", None), asked.path.strip("/")
                with court.lock:
                    done, why = court.app.judge(task, values, answer)
                    court.said = {"done": done, "why": why}
                self.tell({"done": "yes" if done else "no", "why": why})

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


def values_of(instance):
    """An instance without what is said about it."""
    return {name: value for name, value in instance.items() if not name.startswith("_")}


def task_file(app, task, court):
    """A task type as a task file."""
    text = lambda it: json.dumps(it, ensure_ascii=False)
    slots = "&".join(f"{name}={{{name}}}" for name in task["params"])
    asked = slots + ("&_answer={answer}" if task.get("answer") else "")
    lines = [
        "format = 1",
        f"name = {text(task['id'])}",
        f"suite = {text(app.name)}",
        f"goal = {text(task['goal'])}",
        "step_budget = 120",
        "[start]",
        'device = "web"',
        f"url = {text(app.base + task['start'])}",
    ]
    if app.plan.get("login"):
        lines.append(f"login = {text(app.name)}")
    instances = [values_of(it) for it in task["instances"]]
    for name in task["params"]:
        given = [it[name] for it in instances]
        lines += [f"[params.{name}]", 'type = "text"']
        lines += ["optional = true"] if "" in given else []
        lines += ["multiline = true"] if any("\n" in it for it in given) else []
    for values in instances:
        lines.append("[[instance]]")
        lines += [f"{name} = {text(value)}" for name, value in values.items()]
    lines += ["[reset]", f"http = {{ method = \"POST\", url = {text(court.address + '/reset')} }}", 'timeout = "90s"']
    lines += ["[[check]]", f"get = {text(court.address + '/' + task['id'] + '?' + asked)}"]
    lines += ['json = "$.done"', 'is = "yes"', 'within = "12s"']
    return "\n".join(lines) + "\n"


class Told:
    """The lines of a program that runs, as they come."""

    def __init__(self, command, env):
        self.lines, self.all = queue.Queue(), []
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1, env=env
        )
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, pattern, seconds):
        """The match of the next line that has one; none when the program ends or the time is over."""
        until = time.time() + seconds
        while time.time() < until:
            try:
                line = self.lines.get(timeout=max(until - time.time(), 0.01))
            except queue.Empty:
                return None
            if line is None:
                return None
            self.all.append(line)
            if found := re.search(pattern, line):
                return found
        return None

    def end(self, seconds):
        """Its exit code, once it has ended or was made to."""
        self.until(r"(?!)", seconds)
        try:
            return self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Measure:
    """Task types of one application."""

    def __init__(self, args, app, court):
        self.args, self.app, self.court = args, app, court
        self.out = args.out / app.name
        self.tasks = self.out / "tasks" / app.name
        self.tasks.mkdir(parents=True, exist_ok=True)
        self.env = dict(os.environ, AUTORPA_LOGIN_KEY=LOGIN_KEY)
        for task in app.plan["tasks"]:
            (self.tasks / f"{task['id']}.task.toml").write_text(task_file(app, task, court))

    def common(self, home):
        """The options that name a home and the tasks; it knows the login."""
        at = ["--home", str(home), "--library", str(home / "library"), "--tasks", str(self.tasks)]
        home.mkdir(parents=True, exist_ok=True)
        if self.app.plan.get("login"):
            command = [str(self.args.autorpa), "login", self.app.name, "--import", str(self.app.state), *at]
            subprocess.run(command, check=True, env=self.env, capture_output=True)
        return at

    def record(self, task, seed):
        """A demonstration of an instance: the recording's file, or none and why not."""
        home = self.out / "shown" / f"{task['id']}.{seed}"
        if self.args.rebuild and (kept := recording_in(home)):
            return kept, ""
        shutil.rmtree(home, ignore_errors=True)
        values = values_of(task["instances"][seed])
        order = {"task": task["id"], "params": values}
        if task.get("answer"):
            order["answer"] = self.app.answer_of(task, values)
        command = [str(self.args.autorpa), "record", "--headless", "--task-type", task["id"], "--seed", str(seed), *self.common(home)]
        ears = Told(command, self.env)
        port = ears.until(r"listens at port (\d+)", 60)
        if not port:
            ears.end(5)
            return None, "\n".join(ears.all)
        ears.until(r"do it in the browser", 10)
        failed = self.show(order, port[1], ears)
        ears.say("done")
        ears.end(60)
        (home / "said.txt").write_text("\n".join(ears.all + [failed]))
        kept = recording_in(home)
        if failed or ears.process.returncode:
            # What was not done is no demonstration.
            shutil.move(home, unused(home.with_suffix(f"{home.suffix}.failed")))
            return None, failed or "\n".join(ears.all)
        return kept, ""

    def show(self, order, port, ears):
        """Have the instance done in a browser that is listened to; what went wrong."""
        oracle = self.app.folder / "oracle.js"
        command = ["node", str(HERE / "hand.js"), str(self.app.suite), str(oracle), self.app.base, port]
        if self.args.hands and (self.args.hands / f"{self.app.name}.js").exists():
            command.append(str(self.args.hands / f"{self.app.name}.js"))
        hand = Told(command, self.env)
        hand.say(json.dumps(order))
        while found := hand.until(r"^\{.*\}$", 120):
            said = json.loads(found[0])
            if "ask" in said:
                answer(ears, said["ask"])
                hand.say("{}")
                continue
            hand.end(10)
            return said.get("error", "")
        hand.end(1)
        return "the hand did not come to an end: " + "\n".join(hand.all)

    def build(self, task, count):
        """Build from so many demonstrations; what came of it."""
        home = self.out / "built" / f"{task['id']}.{count}"
        shutil.rmtree(home, ignore_errors=True)
        files = []
        for seed in range(count):
            kept, why = self.record(task, seed)
            if not kept:
                return {"verified": False, "reason": f"no demonstration of instance {seed}: {why}"}
            files += ["--from", str(kept)]
        command = [str(self.args.autorpa), "build", "--task-type", task["id"], *files, "--again", "--json", "--tier", "free"]
        command += ["-n", str(self.args.built_on), "--held-out", str(self.args.held_out), *self.common(home)]
        begun = time.time()
        ran = finished(command, self.env, self.args.seconds)
        (home / "said.txt").write_text(ran["errors"])
        try:
            built = json.loads(ran["output"].splitlines()[-1])
        except (ValueError, IndexError):
            built = {"verified": False, "reason": ran["errors"][-1500:]}
        built["seconds"] = round(time.time() - begun, 1)
        (home / "built.json").write_text(json.dumps(built))
        return built

    def built(self, task, count):
        """What an earlier build came to."""
        kept = self.out / "built" / f"{task['id']}.{count}" / "built.json"
        if not kept.exists():
            raise SystemExit(f"{kept}: nothing is built yet; measure without --drift and --no-builds first")
        return json.loads(kept.read_text())

    def run(self, task, count, seed, script):
        """Run a function on an instance."""
        home = self.out / "built" / f"{task['id']}.{count}"
        command = [str(self.args.autorpa), "exec", script, "--task-type", task["id"], "--seed", str(seed), "--json", "--pictures", "none"]
        begun = time.time()
        ran = finished(command + self.common(home), self.env, 180)
        row = {"seed": seed, "seconds": round(time.time() - begun, 2)}
        try:
            told = json.loads(ran["output"].splitlines()[-1])
        except (ValueError, IndexError):
            return row | {"came": "unjudged", "why": ran["errors"][-800:]}
        verdict = self.court.said
        row |= {"outcome": told["outcome"], "answer": told["answer"], "verdict": verdict}
        row["why"] = (told["diagnostic"] or {}).get("message", "") or (verdict or {}).get("why", "")
        if told["outcome"] == "reached":
            row["came"] = "right"
        elif told["outcome"] == "not_reached":
            row["came"] = "wrong"
        elif told["outcome"] in ("unchecked", "device_lost"):
            row["came"] = "unjudged"
        else:
            row |= {"came": "refused", "touched": self.app.touched()}
        return row

    def measure(self, task, count):
        """One row of the table."""
        built = self.built(task, count) if self.args.drift or self.args.no_builds else self.build(task, count)
        row = {"task": task["id"], "demonstrations": count, "built": built, "runs": []}
        runs = built.get("verified") and not self.args.no_runs
        for seed in range(min(len(task["instances"]), self.args.instances) if runs else 0):
            row["runs"].append(self.run(task, count, seed, built["script"]))
        return row


def unused(path):
    """A path that nothing has."""
    shutil.rmtree(path, ignore_errors=True)
    return path


def recording_in(home):
    """The recording that a home of one demonstration has."""
    return min(home.glob("bank/recordings/*/*/*.json"), default=None)


def answer(ears, asked):
    """Say which element shows the answer: where several do, which of them. What was just opened shows a moment later."""
    for _ in range(10):
        ears.say(f'answer "{asked["text"]}"')
        told = ears.until(r'answer "|give the number of the one that is meant \((.*)\)|nothing on the page', 10)
        numbers = told[1].split(", ") if told and told[1] else []
        if numbers and asked["of"] == len(numbers):
            ears.say(f"answer {numbers[asked['at']]}")
            ears.until(r'answer "', 10)
        if not told or not told[0].startswith("nothing"):
            return
        time.sleep(0.5)


def finished(command, env, seconds):
    """What a program printed, once it has ended or its time is over."""
    try:
        ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=seconds)
        return {"output": ran.stdout, "errors": ran.stderr}
    except subprocess.TimeoutExpired as late:
        errors = (late.stderr or b"").decode(errors="replace")
        return {"output": "", "errors": f"{errors}\nit took longer than {seconds} s"}


def line_of(row):
    """A row of the table as it is printed."""
    counts = {came: sum(it["came"] == came for it in row["runs"]) for came in ("right", "refused", "wrong", "unjudged")}
    fresh = [it for it in row["runs"] if it["seed"] >= row["demonstrations"]]
    unseen = f"{sum(it['came'] == 'right' for it in fresh)}/{len(fresh)}" if fresh else "-"
    times = sorted(it["seconds"] for it in row["runs"])
    median = f"{times[len(times) // 2]:.1f}" if times else "-"
    verified = "yes" if row["built"].get("verified") else "no"
    cells = [row["task"], row["demonstrations"], verified, *counts.values(), unseen, row["built"].get("seconds", "-"), median]
    return "| " + " | ".join(str(it) for it in cells) + " |"


HEAD = """| task type | demonstrations | verified | right | refused | wrong | unjudged | unseen right | build s | run s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def main():
    args = options()
    # What was started is ended as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    args.out, args.autorpa = args.out.resolve(), args.autorpa.resolve()
    suite = copied(args.dir, args.out)
    names = sorted(it.name for it in (suite / "apps").iterdir() if (it / "tasks.json").exists())
    if args.app not in names:
        raise SystemExit(f"there is no application {args.app}; there are: {', '.join(names)}")
    port = args.port or 19300 + 10 * names.index(args.app)
    with App(suite, args.app, args.drift, port) as app:
        court = Court(app)
        measure = Measure(args, app, court)
        known = [it["id"] for it in app.plan["tasks"]]
        if unknown := set(args.task or []) - set(known):
            raise SystemExit(f"there is no task type {', '.join(unknown)}; there are: {', '.join(known)}")
        kept = measure.out / f"results{'.' + args.drift if args.drift else ''}.json"
        rows = {(it["task"], it["demonstrations"]): it for it in (json.loads(kept.read_text()) if kept.exists() else [])}
        print(HEAD, flush=True)
        for task in app.plan["tasks"]:
            for count in args.demonstrations or [1, 2]:
                if args.task and task["id"] not in args.task:
                    continue
                row = measure.measure(task, count)
                print(line_of(row), flush=True)
                if not row["built"].get("verified"):
                    print(f"    {str(row['built'].get('reason'))[:400]}", file=sys.stderr, flush=True)
                rows[task["id"], count] = row
                kept.write_text(json.dumps(list(rows.values()), indent=1, ensure_ascii=False))
        court.shutdown()
    print(f"{kept}", file=sys.stderr)


if __name__ == "__main__":
    main()
