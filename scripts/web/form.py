#!/usr/bin/env python3
"""How fast a form of seven actions is filled in, beside Playwright, in turns in one run.

    scripts/web/form.py AUTORPA [--rows N] [--rounds N] [--node-root DIR]

A server of this script has the form. It notes when it has sent the page, and when the form comes back: that is the time of a row.
Both fill in the same rows in one browser; the time of a whole process with one row, start included, is measured as well.
Prints the medians of all rounds and their ratios; `--json FILE` keeps each time.
"""

import argparse
import csv
import http.server
import json
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLAYWRIGHT = "playwright-core@1.60"
FORM = """<!doctype html><title>Customer</title><form method=post action=/form>
<p><label>Name <input name=name></label><p><label>E-mail <input name=email type=email></label>
<p><label>Country <select name=country><option>Austria<option>France<option>Poland</select></label>
<p><label>Newsletter <input name=news type=checkbox></label><p><label>Born <input name=born type=date></label>
<p><label>Notes <textarea name=notes></textarea></label><p><button>Save</button></form>"""


class Server(http.server.ThreadingHTTPServer):
    """The form, and when each was sent and came back."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Page)
        self.sent, self.rows = 0.0, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self):
        """Where the form is."""
        return f"http://127.0.0.1:{self.server_address[1]}/form"


class Page(http.server.BaseHTTPRequestHandler):
    """A request."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Nothing is logged."""

    def answer(self, status, body="", **headers):
        """Send a page."""
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        """The form, or what was saved."""
        at = urllib.parse.urlsplit(self.path)
        if at.path == "/form":
            self.answer(200, FORM)
            self.server.sent = time.monotonic()
        elif at.path == "/saved":
            self.answer(200, f"<!doctype html><title>Saved</title><p>Saved {urllib.parse.parse_qs(at.query)['name'][0]}</p>")
        else:
            self.answer(404)

    def do_POST(self):
        """The form comes back."""
        took = time.monotonic() - self.server.sent
        form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode(), keep_blank_values=True)
        self.server.rows.append((took, {key: value[0] for key, value in form.items()}))
        self.answer(303, Location="/saved?" + urllib.parse.urlencode({"name": form["name"][0]}))


def rows_of(count):
    """What is filled in."""
    countries = ["Austria", "France", "Poland"]
    return [
        {"name": f"Person {n}", "email": f"p{n}@example.net", "country": countries[n % 3], "born": f"19{60 + n % 40}-0{1 + n % 9}-11", "notes": f"Note {n}"}
        for n in range(count)
    ]


def ran(server, command, rows):
    """The seconds of each row, and of the whole; what came is what was to be filled in."""
    server.rows.clear()
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    whole = time.monotonic() - begun
    came = [form for _, form in server.rows]
    expected = [row | {"news": "on"} for row in rows]
    # Nothing here checks a run but what has come.
    if came != expected:
        raise SystemExit(f"{command[0]}: {came} came instead of {expected}\n{done.stdout}\n{done.stderr}")
    return [took for took, _ in server.rows], whole


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autorpa", type=Path, help="the program")
    parser.add_argument("--rows", type=int, default=20, help="rows of a round (20)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--node-root", type=Path, help="a folder with playwright-core in node_modules; made if left out")
    parser.add_argument("--json", type=Path, help="keep all times")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(args, Path(folder))


def measure(args, folder):
    """All rounds, in turns."""
    root = args.node_root or folder
    if not (root / "node_modules/playwright-core").exists():
        subprocess.run(["npm", "i", "--no-audit", "--no-fund", PLAYWRIGHT], cwd=root, check=True, stdout=subprocess.DEVNULL)
    server = Server()
    times = {"autorpa": {"row": [], "start": []}, "playwright": {"row": [], "start": []}}
    for _ in range(args.rounds):
        for count in (args.rows, 1):
            rows = rows_of(count)
            (folder / "rows.json").write_text(json.dumps(rows))
            with open(folder / "rows.csv", "w", newline="") as file:
                writer = csv.DictWriter(file, rows[0].keys())
                writer.writeheader()
                writer.writerows(rows)
            common = ["--home", str(folder / "home"), "--library", str(folder / "library")]
            own = [str(args.autorpa), "exec", str(HERE / "form.rhai"), "--url", server.url(), "--rows", str(folder / "rows.csv")]
            commands = {
                "autorpa": own + ["--results", str(folder / f"results-{time.monotonic_ns()}.csv")] + common,
                "playwright": ["node", str(HERE / "form.mjs"), str(root.resolve()), server.url(), str(folder / "rows.json")],
            }
            for name, command in commands.items():
                took, whole = ran(server, command, rows)
                if count == 1:
                    times[name]["start"].append(whole)
                else:
                    times[name]["row"] += took
    print("| what | AutoRPA | Playwright | ratio |\n| --- | --- | --- | --- |")
    for kind, title in (("row", "from the page to the sent form"), ("start", "a process with one row")):
        own, other = (statistics.median(times[name][kind]) * 1000 for name in ("autorpa", "playwright"))
        print(f"| {title}, median | {own:.0f} ms | {other:.0f} ms | {own / other:.2f} |")
    if args.json:
        args.json.write_text(json.dumps(times, indent=1))


if __name__ == "__main__":
    main()
