#!/usr/bin/env python3
"""Measures the Studio: when its pages are painted first, how a page of 10,000 runs scrolls, and what axe-core finds wrong.

    pip install playwright
    npm install axe-core
    scripts/studio/measure.py AUTORPA [--runs N] [--axe node_modules/axe-core/axe.min.js] [--chromium PATH]

AUTORPA is the command, as it was built. The Studio works on a home that is gone at the end: a function of the repository has run
once there, and the record of that run is there N times. A line of JSON for each measurement goes to standard output.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

LIBRARY = Path(__file__).resolve().parents[2] / "scripts" / "verified"
FUNCTION = "markor/create_note"
# How often each page is loaded; the median counts.
TIMES = 7
# A page of the Studio that is pressed is one with a form, a list, a picture or a script.
PAGES = {
    "library": "/",
    "function": f"/functions/{FUNCTION}",
    "steps": f"/functions/{FUNCTION}/steps",
    "record": "/record",
    "running": "/works",
    "runs": "/runs",
    "run": "/runs/RUN",
    "devices": "/emulator",
    "logins": "/logins",
}

PAINTED = """new Promise((done) => new PerformanceObserver((list) => {
  const first = list.getEntries().find((it) => it.name === 'first-contentful-paint');
  if (first) done(first.startTime);
}).observe({ type: 'paint', buffered: true }))"""

# Scrolls to the end of the list, again and again as more of it comes; the longest times between two frames.
SCROLL = """async (rows) => {
  const frames = [];
  let last = performance.now();
  const began = last;
  const shown = () => document.querySelectorAll('#runs td:first-child').length;
  while ((shown() < rows || scrollY + innerHeight + 5 < document.documentElement.scrollHeight) && last - began < 300000) {
    scrollBy(0, 400);
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  frames.sort((a, b) => a - b);
  const at = (part) => Math.round(frames[Math.floor(part * (frames.length - 1))]);
  return { rows: shown(), seconds: Math.round((last - began) / 100) / 10, frames: frames.length,
    median_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99), longest_ms: at(1) };
}"""


def said(**what) -> None:
    print(json.dumps(what), flush=True)


def filled(autorpa: str, home: Path, runs: int) -> str:
    """A home in which a function has run; its record is there so many times. The name of the run."""
    env = {**os.environ, "AUTORPA_HOME": str(home), "AUTORPA_LIBRARY": str(LIBRARY)}
    words = [autorpa, "exec", FUNCTION, "--task-type", "MarkorCreateNote", "--seed", "7", "--pictures", "each"]
    subprocess.run(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    folder = home / "bank" / "runs"
    first = next(folder.iterdir())
    for number in range(runs - 1):
        copy = f"20260101-{number // 3600:02}{number // 60 % 60:02}{number % 60:02}-000-{number:04x}{first.suffix}"
        shutil.copyfile(first, folder / copy)
    return first.stem


def opened(autorpa: str, home: Path) -> tuple[subprocess.Popen, str]:
    env = {**os.environ, "AUTORPA_HOME": str(home), "AUTORPA_LIBRARY": str(LIBRARY)}
    studio = subprocess.Popen(
        [autorpa, "studio"], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return studio, studio.stdout.readline().strip()


def first_paint(page: Page, origin: str, name: str, path: str) -> None:
    taken = []
    for _ in range(TIMES):
        page.goto(origin + path)
        taken.append(page.evaluate(PAINTED))
    taken.sort()
    said(measured="first paint", page=name, median_ms=round(taken[TIMES // 2]), longest_ms=round(taken[-1]))


def accessible(page: Page, origin: str, name: str, path: str, axe: Path, dark: bool) -> None:
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.goto(origin + path)
    page.evaluate(axe.read_text())
    found = page.evaluate("axe.run(document)")
    wrong = [
        {"rule": it["id"], "impact": it["impact"], "nodes": [node["html"][:160] for node in it["nodes"][:3]]}
        for it in found["violations"]
    ]
    look = "dark" if dark else "light"
    said(measured="axe-core", version=found["testEngine"]["version"], page=name, look=look,
         passes=len(found["passes"]), violations=wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autorpa", type=Path)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    args = parser.parse_args()
    autorpa = str(args.autorpa.resolve())
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        home = Path(folder) / "home"
        run = filled(autorpa, home, args.runs)
        said(load=[round(it, 1) for it in os.getloadavg()], cores=os.cpu_count())
        studio, address = opened(autorpa, home)
        origin = address.split("/enter")[0]
        browser = playwright.chromium.launch(executable_path=args.chromium, args=["--no-sandbox"])
        # Scripts of this program are no scripts of the page: its policy holds for the page's own.
        context = browser.new_context(bypass_csp=True)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(address)
        page.wait_for_url(origin + "/")
        began = time.monotonic()
        page.goto(origin + "/runs")
        said(measured="the first page of runs, which reads all records", runs=args.runs,
             seconds=round(time.monotonic() - began, 1))
        for name, path in PAGES.items():
            first_paint(page, origin, name, path.replace("RUN", run))
        page.goto(origin + "/runs")
        said(measured="scrolling", **page.evaluate(SCROLL, args.runs))
        if args.axe is not None:
            for dark in (False, True):
                for name, path in PAGES.items():
                    accessible(page, origin, name, path.replace("RUN", run), args.axe, dark)
        browser.close()
        studio.send_signal(signal.SIGTERM)
        studio.wait(30)


if __name__ == "__main__":
    main()
