#!/usr/bin/env python3
"""A golden session on a web page: a task is shown once in a browser, built, and run for the rows of a file.

    pip install playwright pillow
    scripts/web/golden.py AUTORPA DESK [DOCS] [--chromium PATH]

AUTORPA and DESK are the programs as they were built. The desk (examples/desk) is the page; a hand works the browser that `record`
opens, with the pointer and the keys, and the words are typed at a terminal. All is done in a folder that is gone at the end. It
writes DOCS/own_page.md and the pictures DOCS/pictures/own_page_*.png. What was done is checked on the way, on the desk itself: a
session that is not as the page says writes nothing.
"""

import argparse
import csv
import io
import json
import os
import pty
import queue
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
from golden import Shop, free_port  # noqa: E402

# How long a hand needs from one thing to the next, in milliseconds.
PACE = 400
LARGEST = 60_000
FIELDS = ["name", "email", "country", "plan", "newsletter", "born", "notes"]
ADA = ["Ada Lovelace", "ada@example.net", "Belgium", "Team", "yes", "1815-12-10", "met at the fair"]
ROWS = [
    ADA,
    ["Grace Hopper", "grace@example.net", "United Kingdom", "Pro", "yes", "1906-12-09", "wants invoices by post"],
    ["Alan Turing", "alan@example.net", "United Kingdom", "Team", "no", "1912-06-23", "calls back in May"],
    ["Emmy Noether", "emmy.example.net", "Germany", "Team", "no", "1882-03-23", "met at the fair"],
    ["Mary Somerville", "mary@example.net", "France", "Pro", "yes", "1780-12-26", "two addresses, one bill"],
    ["Katherine Johnson", "katherine@example.net", "Netherlands", "Team", "no", "1918-08-26", ""],
    ["Sofia Kovalevskaya", "sofia@example.net", "Côte d'Ivoire", "Pro", "no", "1850-01-15", 'says "Sonya"'],
    ["Annie Easley", "annie@example.net", "Poland", "Basic", "yes", "1933-04-23", "no calls before ten"],
]
WRONG = 4
MENDED = [*ROWS[WRONG - 1]]
MENDED[1] = "emmy@example.net"
PAGE = """# One web page: from a demonstration to the rows of a file

A person adds a customer on a web page once. AutoRPA makes a function of it, and the function adds the customers of a file. No model
is asked. The web page is the desk of `examples/desk`: a list of customers, and a form for a new one.

`scripts/web/golden.py AUTORPA DESK` makes this page. It runs each command and writes down what the command prints. A hand works the
browser with the pointer and the keys, at the port that `record` prints. A line that begins with `>` is typed at the terminal; a line
in square brackets is the exit code, where it is not 0. Folders, ports, ids and hashes are replaced by stable ones; the times are
those of one run. The home and the library are empty when it begins. The script asks the desk itself which customers it has, and
writes nothing where the desk says otherwise.

## Show it once

```text
@record@
```

Each step is said when it is understood. Step 4 is said twice: the arrow key passes Austria on its way to Belgium, and the last
choice counts. After `check`, the hand looks the customer up by her e-mail address and opens her page.

`done` ends the demonstration, and the screen lists what was understood: seven values, each with the steps that it is in. `name 2 email`
gives the second value another name; the list is printed again, and `ok` accepts it. The exit code is 3, `unchecked`: there is no
task file, so nothing has judged the recording.

The recording has a picture from before each step. This one is from before step 1:

![The list of customers, with the button "New customer"](pictures/own_page_list.png)

This one is from before step 9, when the form is filled in:

![The form with the values of Ada Lovelace](pictures/own_page_form.png)

This one is from before step 12. It is part of the check:

![The list after the search, with one customer: Ada Lovelace](pictures/own_page_found.png)

## Build the function

```text
@build@
```

The build asks before it runs the function on a live page. Step 9 sends a POST, and nothing takes back what that does. Ada is a
customer already, so the answer is `n`. The function is built from the recording alone, and the build says so. What was done
after `check` is code of its own: the last line of the build names it.

This is the function:

```rhai
@function@
```

## Run it for a file

`customers.csv` has eight rows:

```text
@rows@
```

```text
@exec@
```

`customers.results.csv` has a line for each row:

```text
@results@
```

- Row 1 is the customer of the demonstration. The check finds her before the run, so nothing is done: `refused`. The exit code
  11 is that of `refused`.
- Row @wrong@ has an e-mail address without `@at@`. The form does not take it, and "Customer saved" does not appear: `script_fault`. The
  customer is not there.
- The check finds the customers of the other six rows on a page that is loaded afresh: `reached`.

## Look at one run

```text
@report@
```

The command prints nothing and writes a page. The page begins with what the function looked for and did not find, and with what the
server said:

```text
@why@
```

![The report of the run: its outcome, the error, the values, and the steps](pictures/own_page_report.png)

The page ends with the last picture of the run. The form says there what is wrong: "This is not an e-mail address."

![The end of the report: what the server refused, and the picture of the form](pictures/own_page_refused.png)

The two pictures show the id and the port that the run had.

## Mend the row

The address in row @wrong@ is mended in the file. This is refused: the results have a line for row @wrong@ with the values
that it had.

```text
@in_place@
```

Row @wrong@ stays as it was, and the mended row goes to the end of the file:

```text
@line@
```

```text
@resume@
```

Row @mended@ runs alone; the eight rows that have an end are not run again. The counts are those of all results. The new line of
`customers.results.csv`:

```text
@resumed@
```
"""


class Stable:
    """What differs from run to run, said in the same way each time."""

    def __init__(self, folder: Path, port: int):
        self.plain = [(str(folder), "~"), (f"127.0.0.1:{port}", "127.0.0.1:8731")]
        self.known: dict[str, str] = {}

    def said(self, text: str) -> str:
        for it, instead in self.plain:
            text = text.replace(it, instead)
        text = re.sub(r"listens at port \d+", "listens at port 9222", text)
        for pattern, name in [(r"[0-9a-f]{16}", "recording"), (r"\d{8}-\d{6}-\d{3}", "run"), (r"[0-9a-f]{12}", "values")]:
            text = re.sub(rf"(?<![\w-]){pattern}(?![\w-])", lambda found: self.name(found[0], name), text)
        return text

    def name(self, it: str, name: str) -> str:
        number = sum(known.startswith(f"{name}-") for known in self.known.values()) + 1
        return self.known.setdefault(it, f"{name}-{number}")


class Desk:
    """The page, and what it has kept."""

    def __init__(self, program: Path, folder: Path):
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.origin}/customers"
        words = [str(program), "--port", str(self.port), "--database", str(folder / "desk.db")]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def kept(self, row: list[str]) -> bool:
        """Whether there is a customer just as this row says."""
        address = f"{self.origin}/api/customers?email={urllib.parse.quote(row[1])}"
        found = json.load(urllib.request.urlopen(address))
        wanted = [*row[:4], row[4] == "yes", *row[5:]]
        return any([one[it] if it == "newsletter" else one[it] or "" for it in FIELDS] == wanted for one in found)


class Typed:
    """A command at a terminal: what it says and what is typed, as they come."""

    def __init__(self, shop: Shop, *words: str):
        self.ours, theirs = pty.openpty()
        mode = termios.tcgetattr(theirs)
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, mode)
        self.lines, self.all = queue.Queue(), [command(*words)]
        self.process = shop.start(*words, stdin=theirs, stderr=subprocess.STDOUT)
        os.close(theirs)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        for line in self.process.stdout:
            self.all.append(line.rstrip())
            self.lines.put(line.rstrip())
        self.lines.put(None)

    def until(self, pattern: str, seconds: float = 30) -> re.Match:
        """The match of the next line that has one."""
        until = time.monotonic() + seconds
        while (line := self.next(until - time.monotonic())) is not None:
            if found := re.search(pattern, line):
                return found
        raise SystemExit(f"/{pattern}/ was not said:\n" + "\n".join(self.all))

    def next(self, seconds: float) -> str | None:
        """The next line; none when it has ended, and when the time is over."""
        try:
            return self.lines.get(timeout=max(seconds, 0.01))
        except queue.Empty:
            return None

    def say(self, line: str) -> None:
        self.all.append(f"> {line}")
        os.write(self.ours, f"{line}\n".encode())

    def end(self, code: int) -> str:
        """What was said, once it has ended with this code."""
        ended = self.process.wait(120)
        while self.next(10) is not None:
            pass
        os.close(self.ours)
        text = "\n".join([*self.all, *([f"[exit code {ended}]"] if ended else [])])
        assert ended == code, f"{ended} instead of {code}:\n{text}"
        return text


def command(*words: str) -> str:
    return "$ " + shlex.join(["autorpa", *words])


def once(shop: Shop, code: int, *words: str) -> str:
    """A command at which nobody sits: it, what it says, and its exit code."""
    process = shop.start(*words, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    said = process.communicate()[0].rstrip()
    ended = process.returncode
    text = "\n".join(it for it in [command(*words), said, f"[exit code {ended}]" if ended else ""] if it)
    assert ended == code, f"{ended} instead of {code}:\n{text}"
    return text


class Hand:
    """The pointer and the keys of a person."""

    def __init__(self, page: Page):
        self.page = page

    def click(self, role: str, name: str) -> None:
        self.page.wait_for_timeout(PACE)
        self.page.get_by_role(role, name=name, exact=True).click()

    def type(self, field: str, text: str) -> None:
        self.page.wait_for_timeout(PACE)
        self.page.get_by_label(field, exact=True).click()
        self.page.keyboard.type(text, delay=25)

    def keys(self, *names: str) -> None:
        for it in names:
            self.page.wait_for_timeout(PACE)
            self.page.keyboard.press(it)


def show(shop: Shop, desk: Desk, chromium) -> tuple[str, str]:
    """Show the task; what was said and typed, and the recording."""
    words = ["--url", desk.url, "--headless", "--name", "add_customer", "--goal", f"Add the customer {ADA[0]}"]
    record = Typed(shop, "record", *words)
    port = record.until(r"listens at port (\d+)")[1]
    record.until("do it in the browser")
    browser = chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
    page = browser.contexts[0].pages[0]
    page.set_default_timeout(15_000)
    hand = Hand(page)
    hand.click("link", "New customer")
    hand.type("Name", ADA[0])
    hand.type("E-mail", ADA[1])
    # From the e-mail address to the list, and to its second country.
    hand.keys("Tab", "ArrowDown", "ArrowDown")
    assert page.get_by_label("Country").input_value() == ADA[2]
    hand.click("radio", ADA[3])
    hand.click("checkbox", "Newsletter")
    # A date is typed as the browser's language writes it: month, day, year.
    hand.keys("Tab")
    page.keyboard.type("12101815", delay=80)
    hand.type("Notes", ADA[6])
    hand.click("button", "Save customer")
    record.until('click button "Save customer"')
    record.say("check")
    record.until("looks up whether it worked")
    hand.type("Search customers", ADA[1])
    hand.keys("Enter")
    hand.click("link", ADA[0])
    page.wait_for_timeout(2 * PACE)
    record.until(f'click link "{ADA[0]}"')
    record.say("done")
    record.until("shows that it worked")
    record.say("name 2 email")
    record.until("shows that it worked")
    record.say("ok")
    recording = record.until(r"kept as recording (\w+)")[1]
    assert desk.kept(ADA)
    return record.end(3), recording


def build(shop: Shop, desk: Desk, recording: str) -> str:
    """Build the function; a trial run is not allowed."""
    build = Typed(shop, "build", "--task-type", "add_customer", "--from", recording, "--url", desk.url)
    build.until("or what is otherwise")
    build.say("ok")
    build.until(r"once more for .*\[y/N\]")
    build.say("n")
    return build.end(0)


def write(file: Path, rows: list[list[str]]) -> None:
    with file.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([FIELDS, *rows])


def outcomes(file: Path) -> list[str]:
    return [it["outcome"] for it in csv.DictReader(io.StringIO(file.read_text()))]


def kept_small(picture: Image.Image, file: Path) -> None:
    """Keep a picture as a file that is small enough for a page of text."""
    picture = picture.convert("RGB")
    for colours in (256, 128, 64, 32):
        picture.quantize(colours, dither=Image.Dither.NONE).save(file, optimize=True)
        if file.stat().st_size <= LARGEST:
            return
    raise SystemExit(f"{file.name} is too large: {file.stat().st_size} bytes")


def pictures(shop: Shop, recording: str, out: Path) -> None:
    """The recording's own pictures: before the first step, before the form is saved, and what was looked up."""
    bank = shop.folder / "home" / "bank"
    steps = json.loads(next(bank.glob(f"recordings/*/*/{recording}.json")).read_text())["steps"]
    for number, name in [(1, "list"), (9, "form"), (12, "found")]:
        sha = steps[number - 1]["screenshot"]
        picture = Image.open(bank / "screenshots" / sha[:2] / f"{sha[2:]}.png")
        kept_small(picture, out / f"own_page_{name}.png")


def photographed(browser: Browser, report: Path, out: Path) -> str:
    """The beginning and the end of a report as they look in a browser; the error that it says."""
    page = browser.new_page(viewport={"width": 1000, "height": 1000}, color_scheme="light")
    page.goto(report.as_uri())
    page.locator("img").last.scroll_into_view_if_needed()
    page.wait_for_function("[...document.images].every(it => it.complete && it.naturalWidth > 100)")
    whole = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    # The steps after the last press are waits; the end begins at the heading behind them.
    tops = "it => scrollY + it.getBoundingClientRect().top"
    waits = page.locator("tr", has_text="waited").nth(2).evaluate(tops)
    end = page.locator("h2", has_text="What servers did not give").evaluate(tops)
    kept_small(whole.crop((0, 0, whole.width, int(waits))), out / "own_page_report.png")
    kept_small(whole.crop((0, int(end) - 10, whole.width, whole.height)), out / "own_page_refused.png")
    why = page.locator("pre").first.inner_text().rstrip()
    page.close()
    return why


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autorpa", type=Path)
    parser.add_argument("desk", type=Path)
    parser.add_argument("docs", type=Path, nargs="?", default=HERE.parents[1] / "docs")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        # What is not good to the end changes no page.
        folder = Path(folder).resolve()
        made = folder / "pictures"
        made.mkdir()
        shop = Shop(args.autorpa.resolve(), folder)
        desk = Desk(args.desk.resolve(), folder)
        try:
            text = session(shop, desk, playwright.chromium, args.chromium, made)
        finally:
            desk.process.terminate()
            desk.process.wait(30)
        for it in sorted(made.iterdir()):
            shutil.copy(it, args.docs / "pictures" / it.name)
            print(f"{it.name}: {it.stat().st_size // 1024} kB")
        (args.docs / "own_page.md").write_text(text)


def session(shop: Shop, desk: Desk, chromium, program: str, made: Path) -> str:
    """Do all of it; the page about it."""
    parts = {"wrong": WRONG, "mended": len(ROWS) + 1, "at": "@"}
    parts["record"], recording = show(shop, desk, chromium)
    pictures(shop, recording, made)
    parts["build"] = build(shop, desk, recording)
    function = shop.library / "page" / "add_customer.rhai"
    parts["function"] = function.read_text().rstrip()
    assert "customer_saved()" in parts["function"]
    receipt = json.loads(function.with_suffix(".receipt.json").read_text())
    assert receipt["tokens"] == {"prompt": 0, "completion": 0} and receipt["read_back"], receipt

    rows, results = shop.folder / "customers.csv", shop.folder / "customers.results.csv"
    run = ["exec", "page/add_customer", "--url", desk.url, "--rows"]
    write(rows, ROWS)
    parts["rows"] = rows.read_text().rstrip()
    parts["exec"] = once(shop, 11, *run, "customers.csv")
    parts["results"] = results.read_text().rstrip()
    ended = outcomes(results)
    wanted = ["refused", *["reached"] * (len(ROWS) - 1)]
    wanted[WRONG - 1] = "script_fault"
    assert ended == wanted, ended
    for number, row in enumerate(ROWS, 1):
        assert desk.kept(row) == (number != WRONG), row

    named = list(csv.DictReader(io.StringIO(results.read_text())))[WRONG - 1]["run"]
    parts["report"] = once(shop, 0, "report", named, "--out", "run.html")
    browser = chromium.launch(executable_path=program, args=["--no-sandbox"])
    parts["why"] = photographed(browser, shop.folder / "run.html", made)
    browser.close()

    write(rows, [*ROWS[: WRONG - 1], MENDED, *ROWS[WRONG:]])
    parts["in_place"] = once(shop, 2, *run, "customers.csv", "--resume")
    assert not desk.kept(MENDED)
    write(rows, [*ROWS, MENDED])
    parts["line"] = rows.read_text().splitlines()[-1]
    parts["resume"] = once(shop, 11, *run, "customers.csv", "--resume")
    parts["resumed"] = results.read_text().splitlines()[-1]
    assert outcomes(results) == [*ended, "reached"]
    assert desk.kept(MENDED)

    stable = Stable(shop.folder, desk.port)
    return re.sub(r"@(\w+)@", lambda it: stable.said(str(parts[it[1]])), PAGE)


if __name__ == "__main__":
    main()
