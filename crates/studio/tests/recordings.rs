//! Recording and building in the Studio, over the wire: on the emulator, by hand, as a browser without a script does it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod site;

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use autorpa::{Autorpa, Environment, Error, Home, Pool, Setup, Suite, Terms};
use site::{Answer, Site};
use task::TaskType;

/// Another suite, whose tasks are counted as often as they are looked for.
struct Counted {
    suite: Arc<dyn Suite>,
    looks: Arc<AtomicUsize>,
}

impl Suite for Counted {
    fn name(&self) -> &str {
        self.suite.name()
    }

    fn device(&self) -> &str {
        self.suite.device()
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        self.suite.task_types()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Environment>, Error> {
        self.suite.open(setup)
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        self.suite.pool()
    }

    fn terms(&self) -> Terms {
        self.suite.terms()
    }
}

/// A suite may start a program to find its tasks: the page does not wait for that each time.
#[test]
fn tasks_are_looked_for_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut rpa = Autorpa::new(Home::new(&dir.path().join("home"), site::verified()));
    let looks = Arc::new(AtomicUsize::new(0));
    let suite = rpa.registry.suite("androidworld").unwrap();
    rpa.registry.add_suite(Arc::new(Counted {
        suite,
        looks: Arc::clone(&looks),
    }));
    let site = Site::with(dir, rpa);
    for _ in 0..3 {
        site.get("/record").has(200, &["value=\"androidworld/"]);
    }
    assert_eq!(looks.load(Ordering::SeqCst), 1);
}

/// Begin a recording, and wait until its device is there; its address.
fn begin(site: &Site, fields: &[(&str, &str)]) -> String {
    let begun = site.send("/record", fields);
    begun.has(303, &[]);
    let at = begun.header("location").to_owned();
    while site.get(&at).text().contains("is being opened") {
        thread::yield_now();
    }
    at
}

/// Texts stand in attributes with their signs as words.
fn plain(text: &str) -> String {
    let pairs = [
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    pairs
        .into_iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// What the page offers as the element whose name has this.
fn element(site: &Site, at: &str, name: &str) -> String {
    let page = site.get(at).text();
    let values = page
        .split("value=\"")
        .skip(1)
        .filter_map(|it| it.split('"').next());
    let mut found = values.map(plain).filter(|it| {
        let (number, shown) = it.split_once(' ').unwrap_or_default();
        number.parse::<usize>().is_ok() && shown.contains(name)
    });
    found.next().unwrap_or_else(|| panic!("no {name:?} in\n{page}"))
}

fn touch(site: &Site, at: &str, fields: &[(&str, &str)]) {
    site.send(&format!("{at}/touch"), fields).has(303, &[]);
}

fn press(site: &Site, at: &str, name: &str) {
    let element = element(site, at, name);
    touch(site, at, &[("what", "press"), ("element", &element)]);
}

fn say(site: &Site, at: &str, fields: &[(&str, &str)]) -> Answer {
    let said = site.send(&format!("{at}/say"), fields);
    said.has(303, &[]);
    site.get(at)
}

/// The steps of a page.
fn steps(page: &str) -> usize {
    page.matches("<li id=\"step-").count()
}

const FOLDER: [(&str, &str); 3] = [
    ("on", "task"),
    ("task", "androidworld/MarkorCreateFolder"),
    ("seed", "7"),
];

/// Do the task of [`FOLDER`]; the name is read from the goal, as a person does.
fn make_folder(site: &Site, at: &str) {
    let page = site.get(at).text();
    let name = page.split("Create a new folder in Markor named ").nth(1).unwrap();
    let name = name.split(".<").next().unwrap().trim_end_matches('.').to_owned();
    touch(site, at, &[("what", "open"), ("text", "Markor")]);
    press(site, at, "Create a new file or folder");
    let field = element(site, at, "my_note");
    touch(
        site,
        at,
        &[
            ("what", "type"),
            ("element", &field),
            ("text", &name),
            ("clear", "yes"),
        ],
    );
    press(site, at, "FOLDER");
}

/// The address of the kept recording.
fn finish(site: &Site, at: &str) -> String {
    site.send(&format!("{at}/say"), &[("word", "done")]).has(303, &[]);
    let kept = site.get(at);
    kept.has(303, &[]);
    kept.header("location").to_owned()
}

/// The page of the function that a build came to.
fn function(site: &Site, built: &Answer) -> Answer {
    let text = built.text();
    let name = text
        .split("href=\"/functions/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    site.get(&format!("/functions/{name}"))
}

/// Build, and wait until that is over.
fn build(site: &Site, kept: &str, fields: &[(&str, &str)]) -> Answer {
    let begun = site.send(&format!("{kept}/build"), fields);
    begun.has(303, &[]);
    let work = begun.header("location").to_owned();
    site.get(&format!("{work}/events"))
        .has(200, &["\"kind\":\"over\""]);
    site.get(&work)
}

#[test]
fn a_task_is_shown_by_hand_judged_built_and_listed() {
    let site = Site::own();
    site.get("/record")
        .has(200, &["On a page of the web", "MarkorCreateFolder", "emulator"]);
    let at = begin(&site, &FOLDER);
    site.get(&at).has(
        200,
        &[
            "Create a new folder in Markor named",
            "Press by name",
            "None yet.",
        ],
    );
    let screen = site.get(&format!("{at}/screen.png"));
    assert!(screen.status == 200 && screen.body.starts_with(b"\x89PNG"));
    // A wrong step, which is taken back.
    touch(&site, &at, &[("what", "open"), ("text", "Contacts")]);
    let page = say(&site, &at, &[("word", "undo")]);
    page.has(200, &["the last step is taken back"]);
    assert_eq!(steps(&page.text()), 0);
    make_folder(&site, &at);
    let page = site.get(&at);
    page.has(
        200,
        &[
            "open Markor",
            "type &quot;",
            "into EditText",
            "/pictures/",
            "<rect x=",
        ],
    );
    assert_eq!(steps(&page.text()), 4, "{}", page.text());
    let picture = page.text();
    let picture = picture
        .split("src=\"")
        .find(|it| it.contains("/pictures/"))
        .unwrap();
    let picture = site.get(picture.split('"').next().unwrap());
    assert!(picture.status == 200 && picture.body.starts_with(b"\x89PNG"));

    let kept = finish(&site, &at);
    site.get(&kept).has(
        200,
        &["reached", "MarkorCreateFolder", "src=\"/pictures/", "Build"],
    );
    site.get("/record").has(200, &[kept.as_str()]);
    let built = build(&site, &kept, &[]);
    built.has(
        200,
        &[
            "verified",
            "shown by a person",
            "What was done",
            "href=\"/functions/",
        ],
    );
    function(&site, &built).has(200, &["15 of 15 instances right", "person, 0 steps"]);
}

#[test]
fn what_belongs_to_no_task_is_named_while_it_is_shown_and_built_unjudged() {
    let site = Site::own();
    let at = begin(
        &site,
        &[("on", "device"), ("device", "emulator"), ("name", "new_folder")],
    );
    touch(&site, &at, &[("what", "open"), ("text", "Markor")]);
    press(&site, &at, "Create a new file or folder");
    let field = element(&site, &at, "my_note");
    touch(
        &site,
        &at,
        &[
            ("what", "type"),
            ("element", &field),
            ("text", "plans"),
            ("clear", "yes"),
        ],
    );
    let named = say(
        &site,
        &at,
        &[("word", "param"), ("value", "plans"), ("name", "folder")],
    );
    named.has(200, &["is the parameter folder"]);
    press(&site, &at, "FOLDER");
    let checks = say(&site, &at, &[("word", "check")]);
    checks.has(200, &["looks up whether it worked"]);
    let shown = element(&site, &at, "plans");
    let answered = say(&site, &at, &[("word", "answer"), ("element", &shown)]);
    answered.has(200, &["answer &quot;"]);
    let page = say(&site, &at, &[("word", "undo")]);
    assert_eq!(steps(&page.text()), 4, "{}", page.text());
    let kept = finish(&site, &at);
    site.get(&kept).has(
        200,
        &[
            "unchecked",
            "new folder with folder &quot;plans&quot;",
            "<dt>folder</dt><dd>plans",
            "What was understood",
            "other each time",
        ],
    );
    let answer = |at: &str, word: &str| {
        let address = at.split('?').next().unwrap_or(at);
        site.send(&format!("{address}/answer"), &[("answer", word)])
    };
    let constant = answer(&kept, "constant 1");
    constant.has(303, &[]);
    let constant = constant.header("location").to_owned();
    let page = site.get(&constant);
    page.has(200, &["the same each time"]);
    assert!(!page.text().contains("<dt>folder</dt>"), "{}", page.text());
    let again = answer(&constant, "param 1");
    let again = again.header("location").to_owned();
    site.get(&again).has(200, &["<dd>plans", "other each time"]);
    answer(&kept, "constant 9").has(422, &["there is no value `9`"]);
    answer(&kept, "rows 1").has(422, &["nothing was done to rows of a table"]);
    answer(&kept, "undo").has(422, &["answers none of it"]);
    let built = build(&site, &kept, &[]);
    built.has(
        200,
        &["href=\"/functions/", "came to its end when it was run again"],
    );
    function(&site, &built).has(200, &["value.folder", "nobody judged what it did"]);
}

#[test]
fn a_value_is_called_as_its_field_and_otherwise_afterwards() {
    let site = Site::own();
    let at = begin(
        &site,
        &[("on", "device"), ("device", "emulator"), ("name", "note_it")],
    );
    touch(&site, &at, &[("what", "open"), ("text", "Markor")]);
    press(&site, &at, "Create a new file or folder");
    let field = element(&site, &at, "my_note");
    touch(
        &site,
        &at,
        &[
            ("what", "type"),
            ("element", &field),
            ("text", "plans"),
            ("clear", "yes"),
        ],
    );
    press(&site, &at, "FOLDER");
    let kept = finish(&site, &at);
    site.get(&kept).has(200, &["<dt>my_note</dt><dd>plans"]);
    let built = build(&site, &kept, &[]);
    built.has(200, &["<code>my_note</code>", "href=\"/functions/"]);
    // What no step has is no value of it, and a name is one word.
    let wrong = [("value", "elsewhere"), ("name", "x")];
    site.send(&format!("{kept}/name"), &wrong)
        .has(422, &["no step of recording"]);
    let wrong = [("value", "plans"), ("name", "two words")];
    site.send(&format!("{kept}/name"), &wrong)
        .has(422, &["a name is one word"]);
    let right = [("value", "plans"), ("name", "folder"), ("build", "yes")];
    let begun = site.send(&format!("{kept}/name"), &right);
    begun.has(303, &[]);
    let work = begun.header("location").to_owned();
    site.get(&format!("{work}/events")).has(200, &["over"]);
    site.get(&work)
        .has(200, &["<code>folder</code>", "href=\"/functions/"]);
}

#[test]
fn a_secret_goes_from_pages_and_from_what_is_kept() {
    const SECRET: &str = "Kx7-horse";
    let site = Site::own();
    let at = begin(
        &site,
        &[("on", "device"), ("device", "emulator"), ("name", "hide")],
    );
    touch(&site, &at, &[("what", "open"), ("text", "Markor")]);
    press(&site, &at, "Create a new file or folder");
    let field = element(&site, &at, "my_note");
    touch(
        &site,
        &at,
        &[
            ("what", "type"),
            ("element", &field),
            ("text", SECRET),
            ("clear", "yes"),
        ],
    );
    let page = say(&site, &at, &[("word", "secret")]);
    page.has(200, &["its text is not kept", "the secret"]);
    assert!(!page.text().contains(SECRET), "{}", page.text());
    let named = say(&site, &at, &[("word", "param"), ("value", SECRET), ("name", "x")]);
    named.has(200, &["a secret is no parameter"]);
    let kept = finish(&site, &at);
    let page = site.get(&kept);
    page.has(200, &["a secret"]);
    assert!(!page.text().contains(SECRET), "{}", page.text());
    let mut folders = vec![site.dir.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for it in fs::read_dir(folder).unwrap().flatten() {
            match it.path() {
                path if path.is_dir() => folders.push(path),
                path => {
                    let bytes = fs::read(&path).unwrap();
                    let found = bytes.windows(SECRET.len()).any(|it| it == SECRET.as_bytes());
                    assert!(!found, "{}", path.display());
                }
            }
        }
    }
}

#[test]
fn two_recordings_are_apart_and_a_fifth_is_refused() {
    let site = Site::own();
    let device = |name| [("on", "device"), ("device", "emulator"), ("name", name)];
    let (one, other) = (begin(&site, &device("one")), begin(&site, &device("other")));
    touch(&site, &one, &[("what", "open"), ("text", "Markor")]);
    touch(&site, &other, &[("what", "open"), ("text", "Contacts")]);
    touch(&site, &other, &[("what", "back")]);
    assert_eq!(steps(&site.get(&one).text()), 1);
    assert_eq!(steps(&site.get(&other).text()), 2);
    begin(&site, &device("three"));
    begin(&site, &device("four"));
    site.send("/record", &device("five"))
        .has(422, &["4 recordings go on already", "five"]);
    // What is thrown away leaves nothing, and makes room.
    say(&site, &other, &[("word", "discard")]).has(200, &["nothing of it is kept"]);
    begin(&site, &device("five"));
    let kept = finish(&site, &one);
    site.get(&kept).has(200, &["unchecked"]);
    let page = site.get("/record").text();
    assert_eq!(page.matches("href=\"/recorded/").count(), 1, "{page}");
    assert_eq!(page.matches("href=\"/recordings/").count(), 3, "{page}");
}

#[test]
fn another_page_records_nothing_says_nothing_and_presses_nothing() {
    let site = Site::own();
    let at = begin(&site, &FOLDER);
    let mine = format!("Host: {}\r\nCookie: {}\r\n", site.host(), site.cookie);
    let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
    for origin in ["", "Origin: null\r\n", "Origin: http://evil.example\r\n"] {
        for (path, fields) in [
            ("/record".to_owned(), "on=device&device=emulator"),
            (format!("{at}/say"), "word=done"),
            (format!("{at}/touch"), "what=open&text=Markor"),
            ("/recorded/x/build".to_owned(), ""),
            ("/works/1/answer".to_owned(), "number=1&answer=0"),
        ] {
            site.raw("POST", &path, &format!("{mine}{kind}{origin}"), fields.as_bytes())
                .has(403, &[]);
        }
    }
    let host = format!("Host: {}\r\n", site.host());
    for path in [
        "/record",
        &at,
        &format!("{at}/screen.png"),
        &format!("{at}/events"),
    ] {
        site.raw("GET", path, &host, b"").has(403, &[]);
    }
    let page = site.get(&at);
    page.has(200, &["None yet."]);
}

#[test]
fn junk_in_the_form_is_refused_in_words() {
    let site = Site::own();
    for (fields, words) in [
        (&[][..], "Choose where it is shown"),
        (&[("on", "nowhere")][..], "Choose where it is shown"),
        (&[("on", "page")][..], "Say the address"),
        (
            &[("on", "task"), ("task", "androidworld/Nothing"), ("seed", "1")][..],
            "Nothing",
        ),
        (
            &[("on", "task"), ("task", "x"), ("seed", "1")][..],
            "Choose a task",
        ),
        (
            &[
                ("on", "task"),
                ("task", "androidworld/MarkorCreateFolder"),
                ("seed", "-1"),
            ][..],
            "is a number",
        ),
        (&[("on", "device"), ("device", "<b>")][..], "&lt;b&gt;"),
        (
            &[("on", "device"), ("device", "emulator"), ("name", "../../x")][..],
            "A name has letters",
        ),
    ] {
        site.send("/record", fields)
            .has(422, &["It was not begun", words]);
    }
    // Seeds that only a bench may measure are refused, as everywhere: nothing of it is kept.
    let last = [FOLDER[0], FOLDER[1], ("seed", "9000")];
    let refused = begin(&site, &last);
    site.get(&refused).has(200, &["is a final one"]);
}

#[test]
fn what_no_hand_does_and_no_word_says_is_refused() {
    let site = Site::own();
    let long = "x".repeat(5_000);
    let at = begin(&site, &FOLDER);
    for fields in [
        &[][..],
        &[("what", "fly")][..],
        &[("what", "press"), ("x", "1e9"), ("y", "2")][..],
        &[("what", "press"), ("element", "twelve")][..],
        &[("what", "type"), ("text", "")][..],
        &[("what", "key"), ("key", "Hyper+Q")][..],
        &[("what", "scroll"), ("direction", "inward")][..],
    ] {
        site.send(&format!("{at}/touch"), fields)
            .has(422, &["That did not work"]);
    }
    for fields in [
        &[][..],
        &[("word", "judge")][..],
        &[("word", "param"), ("value", ""), ("name", "x")][..],
    ] {
        site.send(&format!("{at}/say"), fields)
            .has(422, &["That did not work"]);
    }
    for (fields, words) in [
        (
            &[("what", "press"), ("x", "-5"), ("y", "999999")][..],
            "nothing at that place",
        ),
        (
            &[("what", "press"), ("element", "99999 nothing")][..],
            "look again",
        ),
        (
            &[("what", "press"), ("x", "5"), ("y", "5"), ("seen", "77")][..],
            "look again",
        ),
        (
            &[("what", "open"), ("text", long.as_str())][..],
            "no app is called",
        ),
    ] {
        touch(&site, &at, fields);
        site.get(&at).has(200, &[words]);
    }
    assert_eq!(steps(&site.get(&at).text()), 0);
    for path in [
        "/recordings/9",
        "/recordings/9/events",
        "/recordings/x",
        "/recordings/9/screen.png",
        "/recorded/nothing",
        "/recorded/..%2f..%2f..%2fetc%2fpasswd",
    ] {
        let answer = site.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.head);
        assert!(!answer.text().contains("root:"), "{}", answer.text());
    }
    site.send("/works/1/answer", &[("number", "1"), ("answer", "0")])
        .has(404, &[]);
}

#[test]
fn what_goes_on_when_the_studio_ends_is_kept() {
    let mut site = Site::own();
    let at = begin(
        &site,
        &[("on", "device"), ("device", "emulator"), ("name", "going")],
    );
    touch(&site, &at, &[("what", "open"), ("text", "Markor")]);
    site.cancel.cancel();
    assert!(matches!(site.server.take().unwrap().join(), Ok(Ok(()))));
    let mut rpa = autorpa::Autorpa::new(autorpa::Home::new(
        &site.dir.path().join("home"),
        site.dir.path().join("library"),
    ));
    rpa.cancel = device::Cancel::default();
    let (kept, count) = rpa.recorded(10).unwrap();
    assert_eq!((kept.len(), count), (1, 1));
    assert_eq!((kept[0].steps, kept[0].outcome.name()), (1, "cancelled"));
    site.server = Some(thread::spawn(|| Ok(())));
}

#[test]
fn a_build_is_stopped_and_its_recording_stays() {
    let site = Site::own();
    let at = begin(&site, &FOLDER);
    make_folder(&site, &at);
    let kept = finish(&site, &at);
    let begun = site.send(&format!("{kept}/build"), &[]);
    begun.has(303, &[]);
    let work = begun.header("location").to_owned();
    site.send(&format!("{work}/stop"), &[]).has(303, &[]);
    site.get(&format!("{work}/events")).has(200, &["over"]);
    site.get(&work).has(200, &["cancelled", kept.as_str()]);
    site.get(&kept).has(200, &["reached", "Build"]);
    // A recording that is broken off is kept, and says why nothing is built from it.
    let at = begin(&site, &FOLDER);
    touch(&site, &at, &[("what", "open"), ("text", "Markor")]);
    say(&site, &at, &[("word", "stop")]).has(303, &[]);
    let kept = site.get(&at).header("location").to_owned();
    site.get(&kept)
        .has(200, &["cancelled", "does not end with the task done"]);
    site.send(&format!("{kept}/build"), &[])
        .has(422, &["does not end with the task done"]);
}
