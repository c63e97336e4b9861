#!/usr/bin/env python3
"""A golden session as pictures: a task is recorded in the Studio and built, the function is run as a tool by an MCP client, and
for 1,000 rows by four workers, one of which is killed.

    pip install mcp playwright
    scripts/studio/golden.py AUTORPA AUTORPA_MCP FOLDER [--rows N] [--chromium PATH]

AUTORPA and AUTORPA_MCP are the programs as they were built; AUTORPA with the feature `nats`. `nats-server` has to be there. All is
done in a folder that is gone at the end, on the built-in emulator; the pictures are written into FOLDER as golden_1_recording.png
to golden_4_rows.png. What was done is checked on the way: a session that is not as it should be makes no picture.
"""

import argparse
import asyncio
import csv
import html
import io
import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True
from golden import Shop, free_port  # noqa: E402

TASK = "androidworld/MarkorCreateFolder"
SIZE = {"width": 900, "height": 620}
LONGEST = 300_000

TERMINAL = """<!doctype html><meta charset=utf-8><style>
body {{ margin: 0; padding: 14px 18px; background: #14181f; color: #e3e8ef; font: 14px/1.45 ui-monospace, monospace; }}
pre {{ margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }} b {{ color: #8ab8ff; }}
</style><pre>{}</pre>"""


def lines(page: Page, into: Path, said: list[tuple[str, str]]) -> None:
    """What was typed and what was answered, as a picture."""
    parts = [f"<b>$ {html.escape(typed)}</b>\n{html.escape(answer.strip())}\n" for typed, answer in said]
    page.set_content(TERMINAL.format("\n".join(parts)))
    page.screenshot(path=into, full_page=True)


def press(page: Page, name: str) -> None:
    """Press an element of the device by its name, and wait until the step is there."""
    steps = page.locator(".shown > li").count()
    button = page.locator(".elements button", has_text=name).first
    if not button.is_visible():
        page.get_by_text("Press by name").click()
    button.click()
    page.wait_for_function("count => document.querySelectorAll('.shown > li').length > count", arg=steps)


def record_and_build(shop: Shop, page: Page, address: str, out: Path) -> str:
    """Record the task by hand in the Studio and build it; the function's name."""
    page.goto(address)
    page.get_by_role("link", name="Record", exact=True).click()
    page.get_by_label("An instance of a task").check()
    page.get_by_label("Task", exact=True).select_option(TASK)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#screen")
    goal = page.locator("main").inner_text()
    folder = re.search(r"named (\S+?)\.?\s", goal).group(1)
    page.get_by_label("Open an app").fill("Markor")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("document.querySelectorAll('.shown > li').length === 1")
    press(page, "Create a new file or folder")
    page.get_by_label("into", exact=True).select_option(index=1)
    page.get_by_label("Type", exact=True).fill(folder)
    page.get_by_label("instead of what stands there").check()
    page.get_by_role("button", name="Type", exact=True).click()
    page.wait_for_function("document.querySelectorAll('.shown > li').length === 3")
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=out / "golden_1_recording.png")
    press(page, "FOLDER")
    page.get_by_role("button", name="Done: that was all").click()
    page.wait_for_url("**/recorded/**")
    assert "reached" in page.locator("h1").inner_text(), page.locator("h1").inner_text()
    page.get_by_role("button", name="Build", exact=True).click()
    page.wait_for_selector("text=The function", timeout=LONGEST)
    state = page.locator("#state").inner_text()
    assert state == "verified", state
    page.screenshot(path=out / "golden_2_built.png")
    return page.locator("a[href^='/functions/']").first.inner_text()


async def as_a_tool(shop: Shop, program: Path, function: str, value: str) -> list[tuple[str, str]]:
    """The function as an MCP client sees and calls it."""
    words = ["--library", str(shop.library), "--home", str(shop.folder / "home")]
    server = StdioServerParameters(command=str(program), args=words)
    tool = function.replace("/", "__")
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        found = next(it for it in (await session.list_tools()).tools if it.name == tool)
        name = next(iter(found.input_schema["required"]))
        result = await session.call_tool(tool, {name: value})
    assert not result.is_error, result
    shown = {"name": found.name, "description": found.description, "inputSchema": found.input_schema}
    return [
        ("session.list_tools()", json.dumps(shown, indent=1)),
        (f"session.call_tool({tool!r}, {{{name!r}: {value!r}}})", json.dumps(result.structured_content, indent=1)),
    ]


def for_rows(shop: Shop, function: str, rows: int) -> list[tuple[str, str]]:
    """The function for many rows, by four workers of which one is killed."""
    script = next((shop.library / function).parent.glob("*.rhai"))
    name = re.search(r"fn \w+\((\w+)\)", script.read_text()).group(1)
    table = shop.folder / "rows.csv"
    table.write_text(f"{name}\n" + "".join(f"folder_{it}\n" for it in range(1, rows + 1)))
    port = free_port()
    streams = shop.folder / "streams"
    server = subprocess.Popen(
        ["nats-server", "-js", "-sd", str(streams), "-a", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    engine = {"AUTORPA_ENGINE": f"nats://127.0.0.1:{port}"}
    said = []

    def typed(*words: str) -> str:
        answer = shop.run(*words, **engine)
        said.append(("autorpa " + " ".join(words), answer))
        return answer

    try:
        while not typed("queue", "add", function, "--rows", "rows.csv", "--device", "emulator", "--lease", "5"):
            said.clear()
            time.sleep(0.2)
        workers = [
            shop.start("worker", "--device", "emulator", home=f"machine{it}", **engine) for it in range(4)
        ]
        began = time.monotonic()
        killed = None
        while True:
            time.sleep(1)
            status = shop.run("queue", "status", **engine)
            ended = sum(int(it) for it in re.findall(r"(\d+) (?:unchecked|reached)", status))
            if killed is None and ended >= rows // 3:
                workers[1].kill()
                killed = ended
                said.append((f"kill -9 {workers[1].pid}     # one of the four, after {ended} rows", ""))
                typed("queue", "workers")
            if "waiting" not in status and "running" not in status and ended + 3 >= rows:
                break
        seconds = time.monotonic() - began
        for it in workers:
            it.send_signal(signal.SIGTERM)
        for it in workers:
            it.wait(60)
        typed("queue", "status")
        results = list(csv.DictReader(io.StringIO(shop.run("queue", "results", "1", **engine))))
    finally:
        server.kill()
    ends = Counter(it["row"] for it in results)
    assert len(ends) == rows and set(ends.values()) == {1}, "each row has one end"
    outcomes = Counter(it["outcome"] for it in results)
    machines = Counter(it["run"].split("@")[1] for it in results if "@" in it["run"])
    summary = [
        f"{len(ends)} rows, each with one end, in {seconds:.0f} s: " + ", ".join(f"{n} {it}" for it, n in outcomes.items()),
        "by machine: " + ", ".join(str(n) for n in sorted(machines.values())),
    ]
    said.append(("autorpa queue results 1 | count", "\n".join(summary)))
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autorpa", type=Path)
    parser.add_argument("autorpa_mcp", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    args = parser.parse_args()
    out = args.folder.resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        shop = Shop(args.autorpa.resolve(), Path(folder))
        browser = playwright.chromium.launch(executable_path=args.chromium, args=["--no-sandbox"])
        # This program's own scripts are no scripts of the page: its policy holds for the page's.
        page = browser.new_page(viewport=SIZE, color_scheme="light", bypass_csp=True)
        page.set_default_timeout(60_000)
        studio = shop.start("studio")
        try:
            function = record_and_build(shop, page, studio.stdout.readline().strip(), out)
        finally:
            studio.send_signal(signal.SIGTERM)
            studio.wait(30)
        print(f"built {function}")
        # The client has a loop of its own, which this thread has none of.
        answers: list = []

        def call() -> None:
            answers.extend(asyncio.run(as_a_tool(shop, args.autorpa_mcp.resolve(), function, "invoices")))

        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
        assert answers, "the tool was not called"
        lines(page, out / "golden_3_tool.png", answers)
        lines(page, out / "golden_4_rows.png", for_rows(shop, function, args.rows))
        browser.close()
    for it in sorted(out.glob("golden_*.png")):
        print(f"{it.name}: {it.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
