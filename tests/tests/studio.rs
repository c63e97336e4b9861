//! The Studio in a real Chromium, by real input events: a function is found, run, watched, stopped and looked at; rows are
//! run; what others put into values and pages does nothing; it works by keyboard, narrow, and in the dark.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;

use std::{
    fs,
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
};

use autorpa::{Autorpa, Error, Home};
use device::Cancel;
use device_web::{Browser, Door, Options, Page};
use hand::Hand;
use serde_json::json;
use studio::Studio;
use testkit::{Answer, Asked, Part, there};

const SECRET: &str = "Kx7-correct-horse";
/// Takes one step, and looks for what never comes.
const ENDLESS: &str = "/// Look and never find.\nfn endless() {\n    env_op.open_app(\"Markor\");\n    \
    loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";
/// Types a secret of its task.
const LOG_IN: &str = "/// Log `user` in.\nfn log_in(user) {\n    \
    env_op.input_text(user, #{ label: \"User\", target_description: \"textbox User\" }, true);\n    \
    env_op.input_text(\"{secret:password}\", #{ label: \"Password\", target_description: \"textbox Password\" }, true);\n    \
    env_op.click(#{ text: \"Log in\", class_name: \"button\", target_description: \"button Log in\" });\n    \
    env_op.stop(\"complete\");\n}\n";

/// Whether the picture shows more than an empty page: nobody presses on what is not seen yet.
const IS_SEEN: &str = "(() => { const it = document.querySelector('#screen'); if (!it?.naturalWidth) return false; \
     const on = new OffscreenCanvas(it.naturalWidth, it.naturalHeight).getContext('2d'); on.drawImage(it, 0, 0); \
     return on.getImageData(0, 0, it.naturalWidth, it.naturalHeight).data.some((it) => it < 250); })()";

/// A Studio, and a browser at it.
struct Desk {
    dir: tempfile::TempDir,
    address: String,
    cancel: Cancel,
    server: Option<JoinHandle<Result<(), Error>>>,
    hand: Hand,
    _page: Page,
    _browser: Browser,
}

fn verified() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/verified")
}

/// Put a function into a library, with a receipt that was another one's.
fn put(library: &Path, title: &str, source: &str, task: (&str, &str, &str), params: &[&str]) {
    let script = library.join(title).with_extension("rhai");
    fs::create_dir_all(script.parent().unwrap()).unwrap();
    fs::write(&script, source).unwrap();
    let receipt = fs::read(verified().join("markor/create_note.receipt.json")).unwrap();
    let mut receipt: serde_json::Value = serde_json::from_slice(&receipt).unwrap();
    (receipt["suite"], receipt["task_type"], receipt["device"]) =
        (json!(task.0), json!(task.1), json!(task.2));
    receipt["params"] = params
        .iter()
        .map(|it| json!({ "name": it, "description": "" }))
        .collect();
    for none in ["templates", "history"] {
        receipt[none] = json!([]);
    }
    receipt["script_sha256"] = json!(library::sha256(source));
    fs::write(script.with_extension("receipt.json"), receipt.to_string()).unwrap();
}

impl Desk {
    /// `None` where there is no Chromium, which is said.
    fn open(library: impl FnOnce(&Path) -> PathBuf, tasks: &[PathBuf]) -> Option<Self> {
        there(Part::Web, device_web::find_chromium())?;
        let dir = tempfile::tempdir().unwrap();
        let home = Home::new(&dir.path().join("home"), library(dir.path()));
        let rpa = Autorpa::new(home).with_tasks(tasks).unwrap();
        let cancel = rpa.cancel.clone();
        let studio = Studio::open(rpa, 0).unwrap();
        let address = studio.address();
        let server = Some(thread::spawn(move || studio.serve()));
        let options = Options {
            door: Door::Port,
            ..Options::default()
        };
        let browser = Browser::launch(options).unwrap();
        let page = browser.page().unwrap();
        let mut hand = Hand::at(&browser);
        hand.call("Page.navigate", json!({ "url": address }));
        hand.until("location.pathname === '/' && document.readyState === 'complete'");
        Some(Self {
            dir,
            address,
            cancel,
            server,
            hand,
            _page: page,
            _browser: browser,
        })
    }

    fn origin(&self) -> &str {
        self.address.split("/enter").next().unwrap()
    }

    fn go(&mut self, path: &str) {
        let url = format!("{}{path}", self.origin());
        self.hand.call("Page.navigate", json!({ "url": url }));
        self.hand.until(&format!(
            "location.pathname + location.search === {path:?} && document.readyState === 'complete'"
        ));
        self.hand.until_drawn();
    }

    /// Press what shows this.
    fn press(&mut self, shows: &str) {
        let at = self.hand.place_by(&format!(
            "(() => {{ const it = [...document.querySelectorAll('a, button, summary, label')].find((it) => it.textContent.trim() === {shows:?}); \
             it.scrollIntoViewIfNeeded(); const r = it.getBoundingClientRect(); return [r.left + Math.min(r.width / 2, 8), r.top + r.height / 2]; }})()"
        ));
        self.hand.click_at(at);
    }

    /// Wait until what was begun is over, and ended so.
    fn ends(&mut self, outcome: &str) {
        self.hand.until(&format!(
            "document.readyState === 'complete' && document.querySelector('#state')?.textContent === {outcome:?}"
        ));
    }

    /// What is wrong with a page for whoever does not see it, or sees little of it.
    fn faults(&mut self) -> serde_json::Value {
        self.hand.value(
            "(() => { const faults = []; const all = (it) => [...document.querySelectorAll(it)]; \
             if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than ${innerWidth}`); \
             for (const it of all('input:not([type=hidden]), select, textarea')) if (!it.labels.length) faults.push(`no label: ${it.name}`); \
             for (const it of all('img')) if (!it.alt) faults.push(`no alt: ${it.src}`); \
             const ids = all('[id]').map((it) => it.id); \
             for (const it of ids) if (ids.indexOf(it) !== ids.lastIndexOf(it)) faults.push(`twice: ${it}`); \
             if (all('h1').length !== 1 || all('main').length !== 1) faults.push('no one heading'); \
             for (const it of all('a, button')) if (!it.textContent.trim() && !it.querySelector('img[alt]')) faults.push(`no name: ${it.outerHTML}`); \
             return faults; })()",
        )
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.cancel.cancel();
        let served = self.server.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(matches!(served, Some(Ok(Ok(())))), "{served:?}");
        }
    }
}

#[test]
fn a_function_is_found_run_and_looked_at() {
    let Some(mut desk) = Desk::open(|_| verified(), &[]) else {
        return;
    };
    assert_eq!(desk.hand.value("location.href.includes('token')"), false);
    desk.hand.click("#words");
    desk.hand.keys("create a note");
    desk.hand.key("Enter", 13, 0);
    desk.hand
        .until("location.search.includes('create') && document.readyState === 'complete'");
    desk.press("markor/create_note");
    desk.hand
        .until("location.pathname === '/functions/markor/create_note' && document.readyState === 'complete'");
    desk.hand.click("[name='value.file_name']");
    desk.hand.keys("todo.txt");
    desk.hand.click("[name='value.text']");
    desk.hand.keys("<img src=x onerror=\"document.title='owned'\">");
    desk.press("Run");
    desk.hand.until("location.pathname === '/works/1'");
    desk.ends("unchecked");
    assert_eq!(
        desk.hand.value(
            "document.body.innerText.includes('todo.txt') && document.body.innerText.includes('onerror')"
        ),
        true
    );
    assert_eq!(
        desk.hand
            .value("document.querySelectorAll('#steps li').length > 4"),
        true
    );
    desk.hand.click("a[href^='/runs/']");
    desk.hand
        .until("location.pathname.startsWith('/runs/') && document.readyState === 'complete'");
    desk.hand.until("[...document.images].length > 4 && (document.images[0].scrollIntoView(), document.images[0].naturalWidth > 0)");
    assert_eq!(
        desk.hand
            .value("document.title.includes('owned') || document.querySelector('img[src=x]') !== null"),
        false
    );
    assert_eq!(desk.faults(), json!([]));
}

/// A library with one function of this repository, which can be changed.
fn one_function(dir: &Path) -> PathBuf {
    let library = dir.join("library");
    fs::create_dir_all(library.join("markor")).unwrap();
    for ending in ["rhai", "receipt.json"] {
        let file = format!("markor/create_note.{ending}");
        fs::copy(verified().join(&file), library.join(&file)).unwrap();
    }
    library
}

#[test]
fn a_function_is_changed_by_its_steps_which_show_their_screens() {
    let Some(mut desk) = Desk::open(one_function, &[]) else {
        return;
    };
    desk.go("/functions/markor/create_note");
    desk.press("Where and how");
    desk.hand.click("[name=begin][value=instance]");
    desk.press("Run");
    desk.hand.until("location.pathname === '/works/1'");
    desk.ends("reached");
    let steps = "/functions/markor/create_note/steps";
    desk.go(steps);
    // Each step that acts has the screen that it was done on, with a mark at its element.
    desk.hand
        .until("document.querySelectorAll('.graph > li .shot img').length >= 6");
    let line = "[...document.querySelectorAll('.graph > li')].find((it) => it.innerText.includes('click(ok_button())')).id";
    let line = desk.hand.value(line);
    let line = line.as_str().unwrap();
    let at = |part: &str| format!("#{line} details.change {part}");
    desk.hand.click(&at("> summary"));
    desk.hand.click(&at("[name=name]"));
    desk.hand.keys("say yes");
    desk.hand.key("Enter", 13, 0);
    desk.hand
        .until("document.querySelector('h1 .outcome')?.textContent === 'edited'");
    desk.hand
        .until("document.querySelector('#source')?.value.includes('// say yes') === true");
    desk.hand
        .until("document.querySelectorAll('.graph > li .shot img').length >= 6");
    assert_eq!(desk.faults(), json!([]));
    desk.press("Run it on its 15 instances again");
    desk.hand.until("location.pathname === '/works/2'");
    desk.ends("verified");
}

#[test]
fn a_run_is_watched_while_it_goes_on_and_stopped() {
    let library = |dir: &Path| {
        put(
            &dir.join("library"),
            "own/endless",
            ENDLESS,
            ("own", "Endless", "emulator"),
            &[],
        );
        dir.join("library")
    };
    let Some(mut desk) = Desk::open(library, &[]) else {
        return;
    };
    desk.go("/functions/own/endless");
    desk.press("Run");
    desk.hand.until("location.pathname === '/works/1'");
    // It came by events, or stood there: either way it is seen without asking again.
    desk.hand.until("document.querySelectorAll('#steps li').length === 1 && document.querySelector('#screen').naturalWidth > 0");
    assert_eq!(desk.faults(), json!([]));

    // A page of another port is the same site, and the browser sends it our cookie.
    let stop = format!("{}/works/1/stop", desk.origin());
    let foreign = testkit::serve(move |_: &Asked| {
        Answer::page(format!(
            "<form method=post action='{stop}'><button>Win</button></form>"
        ))
    });
    let own = desk.origin().to_owned();
    desk.hand
        .call("Page.navigate", json!({ "url": format!("http://{foreign}/") }));
    desk.hand
        .until("document.readyState === 'complete' && document.querySelector('button') !== null");
    desk.press("Win");
    desk.hand.until("location.pathname === '/works/1/stop' && document.body.innerText.includes('Only a page of the Studio')");
    desk.hand
        .call("Page.navigate", json!({ "url": format!("{own}/works/1") }));
    desk.hand
        .until("location.pathname === '/works/1' && document.readyState === 'complete'");
    assert_eq!(
        desk.hand.value("document.querySelector('#state').textContent"),
        "running"
    );

    desk.press("Stop");
    desk.ends("cancelled");
}

#[test]
fn a_file_of_rows_is_run_and_its_results_are_there() {
    let Some(mut desk) = Desk::open(|_| verified(), &[]) else {
        return;
    };
    let csv = desk.dir.path().join("notes.csv");
    fs::write(&csv, "file_name,text\na.md,one\nb.md,<b>two</b>\nc.md,three\n").unwrap();
    desk.go("/functions/markor/create_note");
    desk.hand
        .drop_file("form[data-drop] .field", csv.to_str().unwrap());
    desk.hand
        .until("document.querySelector('#rows').files[0]?.name === 'notes.csv'");
    desk.press("Run all rows");
    desk.ends("unchecked");
    assert_eq!(desk.hand.value("document.querySelectorAll('table tr').length"), 4);
    assert_eq!(desk.faults(), json!([]));
    let results = desk
        .hand
        .value("fetch('/works/1/results.csv').then((it) => it.text())");
    assert_eq!(results.as_str().unwrap().lines().count(), 4, "{results}");
}

/// A task with a parameter of each type.
const SHELF: &str = "format = 1\nname = \"Shelve\"\ngoal = \"Shelve {title} of the kind {kind} on {day}.\"\nsandbox = true\n\
     [start]\ndevice = \"emulator\"\n[params.title]\ntype = \"text\"\nexamples = [\"plans\", \"ideas\"]\n\
     [params.kind]\ntype = \"choice\"\noptions = [\"work\", \"home\"]\n[params.day]\ntype = \"date\"\nexamples = [\"2026-01-31\"]\n\
     [params.pages]\ntype = \"number\"\ndefault = \"1\"\n[params.tags]\ntype = \"list\"\noptional = true\n\
     [params.note]\ntype = \"text\"\nmultiline = true\nexamples = [\"a\"]\n[params.scan]\ntype = \"file\"\noptional = true\n";
/// Answers what it was given.
const SHELVE: &str = "/// Shelve something.\nfn shelve(title, kind, day, pages, tags, note, scan) {\n    env_op.open_app(\"Markor\");\n    \
     env_op.answer(title + \"|\" + kind + \"|\" + day + \"|\" + pages + \"|\" + tags.len() + \"|\" + note + \"|\" + scan);\n    \
     env_op.stop(\"complete\");\n}\n";

#[test]
fn values_of_every_type_are_typed_chosen_and_handed_in() {
    let tasks = tempfile::tempdir().unwrap();
    let folder = tasks.path().join("mine");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("shelve.task.toml"), SHELF).unwrap();
    let library = |dir: &Path| {
        let params = ["title", "kind", "day", "pages", "tags", "note", "scan"];
        let task = ("mine", "Shelve", "emulator");
        put(&dir.join("library"), "mine/shelve", SHELVE, task, &params);
        dir.join("library")
    };
    let Some(mut desk) = Desk::open(library, &[folder]) else {
        return;
    };
    let scan = desk.dir.path().join("a scan.txt");
    fs::write(&scan, "x").unwrap();
    desk.go("/functions/mine/shelve");
    let at = |name: &str| format!("[name='value.{name}']");
    desk.hand.click(&at("title"));
    desk.hand.keys("plans");
    desk.hand
        .value("document.querySelector(\"[name='value.kind']\").focus()");
    desk.hand.keys("h");
    // A day is typed into the browser's own field, in the order of its language.
    desk.hand
        .value("document.querySelector(\"[name='value.day']\").focus()");
    desk.hand.keys("02032027");
    desk.hand.click(&at("pages"));
    desk.hand.key("a", 65, 2);
    desk.hand.keys("12.5");
    desk.hand.click(&at("tags"));
    desk.hand.keys("red");
    desk.hand.key("Enter", 13, 0);
    desk.hand.keys("blue");
    desk.hand.click("[name='empty.note']");
    desk.hand.upload(&at("scan"), scan.to_str().unwrap());
    assert_eq!(desk.faults(), json!([]));
    desk.press("Run");
    desk.ends("unchecked");
    let said = desk.hand.value("document.body.innerText");
    let said = said.as_str().unwrap();
    let answer = said
        .lines()
        .find(|it| it.contains("plans|"))
        .unwrap_or_else(|| panic!("{said}"));
    let values: Vec<&str> = answer[answer.find("plans|").unwrap()..].split('|').collect();
    assert_eq!(
        values[..6],
        ["plans", "home", "2027-02-03", "12.5", "2", ""],
        "{answer}"
    );
    assert!(values[6].trim().ends_with("a scan.txt"), "{answer}");
}

#[test]
fn it_works_by_keyboard_narrow_and_in_the_dark() {
    let Some(mut desk) = Desk::open(|_| verified(), &[]) else {
        return;
    };
    desk.hand.key("Tab", 9, 0);
    assert_eq!(desk.hand.value("document.activeElement.className"), "skip");
    assert_eq!(
        desk.hand
            .value("getComputedStyle(document.activeElement).outlineStyle"),
        "solid"
    );
    desk.hand.key("Enter", 13, 0);
    assert_eq!(desk.hand.value("document.activeElement.id"), "main");
    desk.hand.key("Tab", 9, 0);
    assert_eq!(desk.hand.value("document.activeElement.id"), "words");
    let size = json!({ "width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": false });
    desk.hand.call("Emulation.setDeviceMetricsOverride", size);
    let mut backgrounds = Vec::new();
    for scheme in ["light", "dark"] {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        desk.hand.call("Emulation.setEmulatedMedia", features);
        for path in [
            "/",
            "/functions/markor/create_note",
            "/functions/markor/delete_note",
            "/functions/markor/delete_note/steps",
            "/record",
            "/record?on=device&name=x",
            "/works",
            "/runs",
            "/nowhere",
        ] {
            desk.go(path);
            assert_eq!(desk.faults(), json!([]), "{path}");
        }
        backgrounds.push(desk.hand.value("getComputedStyle(document.body).backgroundColor"));
    }
    assert_ne!(backgrounds[0], backgrounds[1]);
}

/// A page with a field and a button at places that are known, which says what was sent; and how often it was.
fn guests(asked: &Asked) -> Answer {
    let name = asked.body.split_once("name=").map_or("", |it| it.1);
    Answer::page(match asked.path() {
        "/saved" => format!("<title>Saved</title><h1>Saved</h1><p>{name} is a guest</p><a href=/>More</a>"),
        _ => "<title>Guests</title><style>form > * { position: absolute; left: 40px; width: 300px; height: 40px }</style>\
            <form method=post action=/saved><input name=name aria-label=Name style='top: 40px'>\
            <button style='top: 120px'>Save guest</button></form>"
            .to_owned(),
    })
}

impl Desk {
    /// Fill the form of a new recording in, and begin it: in this page, without a window.
    fn record(&mut self, url: &str, name: &str) {
        self.go("/record");
        self.hand.click("#url");
        self.hand.keys(url);
        self.press("here in this page, without a window");
        self.press("What it is called");
        self.hand.click("#name");
        self.hand.keys(name);
        self.press("Begin");
        self.hand.until(&format!(
            "location.pathname.startsWith('/recordings/') && {IS_SEEN}"
        ));
        self.hand.until_drawn();
    }

    /// Press a place of the picture, in pixels of the device.
    fn press_at(&mut self, x: u32, y: u32) {
        let at = self.hand.place_by(&format!(
            "(() => {{ const it = document.querySelector('#screen'); it.scrollIntoView({{ block: 'start' }}); const r = it.getBoundingClientRect(); \
             const [w, h] = [it.getAttribute('width'), it.getAttribute('height')]; \
             return [r.left + it.clientLeft + {x} * it.clientWidth / w, r.top + it.clientTop + {y} * it.clientHeight / h]; }})()"
        ));
        self.hand.click_at(at);
    }

    fn until_step(&mut self, number: usize, words: &str) {
        self.hand.until(&format!(
            "document.querySelector('#step-{number}')?.textContent.includes({words:?}) === true"
        ));
    }
}

#[test]
fn a_task_is_shown_in_the_page_asked_about_and_built() {
    let Some(mut desk) = Desk::open(|dir| dir.join("library"), &[]) else {
        return;
    };
    let url = format!("http://{}/", testkit::serve(guests));
    desk.record(&url, "add_guest");
    assert_eq!(desk.faults(), json!([]));
    desk.press_at(190, 60);
    // Whoever has pressed on the picture types there.
    desk.hand.keys("Ada");
    desk.press_at(190, 140);
    desk.until_step(1, "type \"Ada\" into");
    desk.until_step(2, "Save guest");
    desk.hand
        .until("document.querySelector('#device').textContent.includes('Ada is a guest')");
    // The page is closed and opened again: nothing is lost.
    desk.go("/record");
    desk.hand.click("a[href^='/recordings/']");
    desk.until_step(2, "Save guest");
    desk.press("“Ada” is other each time");
    desk.hand.click("#name-1");
    desk.hand.keys("guest");
    desk.press("Make it a parameter");
    desk.hand
        .until("document.querySelector('#said').textContent.includes('is the parameter guest')");
    assert_eq!(desk.faults(), json!([]));
    desk.press("Done: that was all");
    desk.hand
        .until("location.pathname.startsWith('/recorded/') && document.readyState === 'complete'");
    assert_eq!(
        desk.hand.value("document.querySelector('#url').value"),
        json!(url)
    );
    assert_eq!(desk.faults(), json!([]));
    desk.press("Build");
    // What a run does stays: the build asks before it does it once more.
    desk.hand
        .until("document.querySelector('#question')?.textContent.includes('once more') === true");
    assert_eq!(
        desk.hand.value("document.querySelector('#state').textContent"),
        "asking"
    );
    assert_eq!(desk.faults(), json!([]));
    desk.press("Yes, do it");
    desk.ends("unchecked");
    assert_eq!(desk.faults(), json!([]));
    // The trial run did something that stays: it is in the log.
    let log = fs::read_to_string(desk.dir.path().join("home/audit.jsonl")).unwrap();
    assert!(
        log.contains("\"what\":\"begins\",\"run\":\"acted-") && log.contains("\"outcome\":\"unchecked\""),
        "{log}"
    );
    desk.hand.click("a[href^='/functions/']");
    desk.hand.until(
        "document.readyState === 'complete' && document.querySelector('[name=\"value.guest\"]') !== null",
    );
}

#[test]
fn what_was_shown_is_done_once_more_with_other_values() {
    let Some(mut desk) = Desk::open(|dir| dir.join("library"), &[]) else {
        return;
    };
    let url = format!("http://{}/", testkit::serve(guests));
    desk.record(&url, "add_guest");
    desk.press_at(190, 60);
    desk.hand.keys("Ada");
    desk.press_at(190, 140);
    desk.until_step(2, "Save guest");
    desk.hand
        .until("document.querySelector('#device').textContent.includes('Ada is a guest')");
    desk.press("Do it once more, with other values");
    desk.hand
        .until("document.querySelector('#again textarea')?.value === 'Ada'");
    assert_eq!(desk.faults(), json!([]));
    desk.hand.click("#again textarea");
    desk.hand.key("a", 65, 2);
    desk.hand.keys("Bob");
    desk.press("Do it once more");
    // The page began anew, and what fits was done with the other value at once.
    desk.hand
        .until("document.querySelector('#said').textContent.includes('all that was shown was done')");
    desk.until_step(1, "type \"Bob\" into");
    desk.hand
        .until("document.querySelector('#device').textContent.includes('Bob is a guest')");
    desk.press("Done: that was all");
    desk.hand
        .until("location.pathname.startsWith('/recorded/') && document.readyState === 'complete'");
    let bank = trajectory::Bank::open(desk.dir.path().join("home/bank")).unwrap();
    let kept = bank.list(&trajectory::Filter::default()).unwrap().entries;
    let values: Vec<_> = kept
        .iter()
        .flat_map(|it| it.instance.params.values())
        .map(ToString::to_string)
        .collect();
    assert!(
        values.contains(&"Ada".to_owned()) && values.contains(&"Bob".to_owned()),
        "{values:?}"
    );
}

#[test]
fn a_page_that_crashes_leaves_what_was_shown() {
    let Some(mut desk) = Desk::open(|dir| dir.join("library"), &[]) else {
        return;
    };
    let url = format!("http://{}/", testkit::serve(guests));
    desk.record(&url, "crash");
    desk.press_at(190, 60);
    desk.hand.keys("Ada");
    desk.press_at(190, 140);
    desk.until_step(2, "Save guest");
    desk.hand.click("#open");
    desk.hand.keys("chrome://crash");
    desk.press("Open");
    desk.hand.until(
        "location.pathname.startsWith('/recorded/') && document.body.textContent.includes('device_lost') \
         && document.querySelectorAll('.shown > li').length >= 2",
    );
    desk.hand
        .until("document.body.textContent.includes('does not end with the task done')");
    // A browser that does not get to a page is said as well.
    desk.go("/record");
    desk.hand.click("#url");
    desk.hand.keys("http://127.0.0.1:1/");
    desk.press("here in this page, without a window");
    desk.press("Begin");
    desk.hand
        .until("document.querySelector('#state')?.textContent === 'gone' && document.body.textContent.includes('127.0.0.1:1')");
}

/// Whoever is in is told the password, as bad pages do.
fn log_in(asked: &Asked) -> Answer {
    Answer::page(match asked.path() {
        "/in" => format!("<title>In</title><p>Welcome, your password is {SECRET} indeed</p>"),
        _ => "<title>Log in</title><form method=post action=/in><label>User <input name=user></label> \
            <label>Password <input name=password type=password></label> <button>Log in</button></form>"
            .to_owned(),
    })
}

#[test]
fn a_secret_is_named_and_stands_on_no_page() {
    let port = testkit::serve(log_in).port();
    let kept = tempfile::tempdir().unwrap();
    let tasks = kept.path().join("login");
    fs::create_dir(&tasks).unwrap();
    fs::write(tasks.join("password"), format!("{SECRET}\n")).unwrap();
    let task = format!(
        "format = 1\nname = \"LogIn\"\ngoal = \"Log {{user}} in.\"\n[start]\nurl = \"http://127.0.0.1:{port}/\"\n\
         [params.user]\ntype = \"choice\"\noptions = [\"ada\", \"grace\"]\n[params.password]\ntype = \"secret\"\nfile = \"password\"\n"
    );
    fs::write(tasks.join("login.task.toml"), task).unwrap();
    let library = |dir: &Path| {
        put(
            &dir.join("library"),
            "own/log_in",
            LOG_IN,
            ("login", "LogIn", "web"),
            &["user"],
        );
        dir.join("library")
    };
    let Some(mut desk) = Desk::open(library, &[tasks]) else {
        return;
    };
    desk.go("/functions/own/log_in");
    assert_eq!(
        desk.hand
            .value("document.body.innerText.includes('is a secret: it is taken from a file')"),
        true
    );
    assert_eq!(
        desk.hand.value("document.querySelector('[name*=password]')"),
        json!(null)
    );
    let options = desk
        .hand
        .value("[...document.querySelectorAll('[name=\"value.user\"] option')].map((it) => it.value)");
    assert_eq!(options, json!(["", "ada", "grace"]));
    desk.hand
        .value("document.querySelector('[name=\"value.user\"]').value = 'grace'");
    desk.press("Run");
    desk.hand.until("location.pathname === '/works/1'");
    desk.ends("unchecked");
    let seen = |desk: &mut Desk| {
        desk.hand
            .value("document.documentElement.outerHTML")
            .as_str()
            .unwrap()
            .to_owned()
    };
    let mut pages = vec![seen(&mut desk)];
    assert!(pages[0].contains("{secret:password}"), "{}", pages[0]);
    desk.hand.click("a[href^='/runs/']");
    desk.hand
        .until("location.pathname.startsWith('/runs/') && document.readyState === 'complete'");
    pages.push(seen(&mut desk));
    let events = desk
        .hand
        .value("fetch('/works/1/events').then((it) => it.text())");
    pages.push(events.as_str().unwrap().to_owned());
    for page in pages {
        assert!(!page.contains(SECRET), "{page}");
    }
    let mut folders = vec![desk.dir.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            match entry.path().is_dir() {
                true => folders.push(entry.path()),
                false => {
                    let bytes = fs::read(entry.path()).unwrap_or_default();
                    let found = bytes.windows(SECRET.len()).any(|it| it == SECRET.as_bytes());
                    assert!(!found, "{} has it", entry.path().display());
                }
            }
        }
    }
}

#[test]
fn a_long_list_of_runs_grows_as_it_is_scrolled_and_each_run_stands_there_once() {
    const RUNS: usize = 730;
    let Some(mut desk) = Desk::open(|_| verified(), &[]) else {
        return;
    };
    desk.go("/functions/markor/create_note");
    desk.press("Where and how");
    desk.hand.click("[name=begin][value=instance]");
    desk.press("Run");
    desk.ends("reached");
    let runs = desk.dir.path().join("home/bank/runs");
    let first = fs::read_dir(&runs).unwrap().flatten().next().unwrap().path();
    let ending = first.extension().unwrap().to_string_lossy().into_owned();
    for number in 1..RUNS {
        fs::copy(&first, runs.join(format!("20200101-000000-{number:05}.{ending}"))).unwrap();
    }
    desk.go("/runs");
    let shown = "document.querySelectorAll('#runs td:first-child').length";
    assert!(desk.hand.value(shown).as_u64().unwrap() <= 400, "not all at once");
    assert_eq!(desk.faults(), json!([]));
    desk.hand.until(&format!(
        "(scrollTo(0, document.documentElement.scrollHeight), {shown} >= {RUNS})"
    ));
    let links = "[...document.querySelectorAll('#runs a')].map((it) => it.href)";
    let count = desk.hand.value(&format!("new Set({links}).size"));
    assert_eq!((count, desk.hand.value(shown)), (json!(RUNS), json!(RUNS)));
    assert_eq!(
        desk.hand
            .value("document.querySelector('[data-more] [rel=next]')"),
        json!(null)
    );
    assert_eq!(desk.faults(), json!([]));
}

#[test]
fn a_device_is_opened_pressed_and_typed_into_and_closed_without_a_recording() {
    let Some(mut desk) = Desk::open(|_| verified(), &[]) else {
        return;
    };
    desk.go("/emulator");
    assert_eq!(desk.faults(), json!([]));
    desk.press("Open it");
    desk.hand.until(&format!(
        "location.pathname.startsWith('/recordings/') && {IS_SEEN}"
    ));
    desk.hand.until_drawn();
    assert_eq!(desk.faults(), json!([]));
    // An app by its name, an element by a press on the picture, and a text where the focus is.
    desk.press("Markor");
    desk.hand
        .until("document.querySelector('#device').textContent.includes('Create a new file or folder')");
    desk.hand.until(IS_SEEN);
    desk.press("Press by name");
    desk.press("ImageButton \"Create a new file or folder\"");
    desk.hand
        .until("document.querySelector('#device').textContent.includes('my_note')");
    desk.hand.click("#type-text");
    desk.hand.keys("shopping");
    desk.hand
        .value("(() => { const it = document.querySelector('#type-into'); it.value = [...it.options].find((it) => it.textContent.includes('my_note')).value; })()");
    desk.hand.click("button[name=what][value=type]");
    desk.hand
        .until("document.querySelector('#recorded').textContent.includes('shopping')");
    desk.press("Close it");
    desk.hand.until(
        "document.querySelector('#state')?.textContent === 'gone' && document.readyState === 'complete'",
    );
    desk.go("/record");
    assert_eq!(
        desk.hand
            .value("document.body.textContent.includes('None yet.') && !document.body.textContent.includes('shopping')"),
        true
    );
    // What is done there is kept where that is said.
    desk.go("/emulator");
    desk.press("Open it");
    desk.hand.until(&format!(
        "location.pathname.startsWith('/recordings/') && {IS_SEEN}"
    ));
    desk.hand.until_drawn();
    desk.press("Markor");
    desk.until_step(1, "Markor");
    desk.press("Keep what I did as a recording");
    desk.hand
        .until("location.pathname.startsWith('/recorded/') && document.readyState === 'complete'");
}
