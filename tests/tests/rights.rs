//! What may be done again on a device that keeps what was done on it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::wall;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use autorpa::{
    Autorpa, BenchRequest, BuildRequest, Demonstration, EmulatorDriver, ExecRequest, Home, ModelOptions, Ran,
    Registry, RunRequest, Seeds, Tier,
};
use task::Params;
use testkit::{Answer, Part, serve, there};
use trajectory::{Bank, Code, Filter, Outcome};
use ui::{Action, Element, ElementId};
use wall::{Person, Site, Walls};

/// A task file without a reset, on the device of this name.
fn on_device(device: &str) -> String {
    format!(
        r#"
        format = 1
        name = "Clear"
        goal = "Clear the wall."
        [start]
        device = "{device}"
        [[irreversible]]
        step = "click 'Delete notes'"
        "#
    )
}

/// AutoRPA with walls, the emulator, and a folder of task files.
fn autorpa(dir: &std::path::Path, walls: &Walls, person: &Arc<Person>, task: &str) -> Autorpa {
    let tasks = dir.join("tasks");
    std::fs::create_dir(&tasks).unwrap();
    std::fs::write(tasks.join("clear.task.toml"), task).unwrap();
    let mut rpa = Autorpa::new(Home::new(dir, dir.join("library"))).watched_by(person.clone());
    rpa.registry = Registry::empty();
    rpa.registry.add_device(Arc::new(walls.clone()));
    rpa.registry.add_device(Arc::new(EmulatorDriver));
    rpa.with_tasks(&[tasks]).unwrap()
}

#[test]
fn what_keeps_what_was_done_needs_a_reset_whether_it_begins_at_an_address_or_not() {
    for (device, forgets) in [("wall", false), ("emulator", true)] {
        let dir = tempfile::tempdir().unwrap();
        let rpa = autorpa(dir.path(), &Walls::default(), &Arc::default(), &on_device(device));
        let rights = rpa.registry.suite("tasks").unwrap().rights("Clear");
        assert_eq!(
            (rights.resets, rights.explores, rights.asks),
            (forgets, forgets, !forgets),
            "{device}"
        );
    }
}

#[test]
fn what_nothing_takes_back_is_not_run_again_to_see_whether_it_works() {
    let dir = tempfile::tempdir().unwrap();
    let (walls, person) = (Walls::default(), Arc::default());
    let rpa = autorpa(dir.path(), &walls, &person, &on_device("wall"));
    let from = walls.show(&rpa, &["Delete notes"]);
    let request = BuildRequest {
        from: vec![from],
        tier: Tier::Free,
        ..BuildRequest::new("clear-wall")
    };
    let built = rpa.build(&request).unwrap();
    assert!(built.function.is_some() && built.unjudged, "{:?}", built.why_not);
    assert_eq!(walls.pressed(), Vec::<String>::new());
    let said = person.heard();
    assert!(said.contains("it is not run again"), "{said}");
}

#[test]
fn what_stays_is_not_done_again_to_measure_it() {
    let measured = |person: &Arc<Person>| {
        let dir = tempfile::tempdir().unwrap();
        let rpa = autorpa(dir.path(), &Walls::default(), person, &on_device("wall"));
        let request = BenchRequest::new("tasks", Seeds(vec![1, 2, 3]));
        rpa.bench(&request)
            .map(|it| it.report.rows.len())
            .map_err(|it| it.to_string())
    };
    let person = Arc::default();
    let refused = measured(&person).unwrap_err();
    assert!(
        refused.contains("Clear is not measured: what its runs do stays"),
        "{refused}"
    );
    let asked = person.heard();
    assert!(
        asked.contains("what a run does stays: run it 3 times to measure it?"),
        "{asked}"
    );
    assert_eq!(measured(&Arc::new(Person::agreeing())), Ok(1));
}

#[test]
fn a_device_that_can_not_tell_what_it_sends_is_asked_for_before_it_is_done_again() {
    let dir = tempfile::tempdir().unwrap();
    let (walls, person) = (Walls::default(), Arc::default());
    let rpa = autorpa(dir.path(), &walls, &person, &on_device("wall"));
    let from = walls.show(&rpa, &["Next"]);
    let request = BuildRequest {
        from: vec![from],
        tier: Tier::Free,
        ..BuildRequest::new("clear-wall")
    };
    rpa.build(&request).unwrap();
    assert_eq!(walls.pressed(), Vec::<String>::new());
    let said = person.heard();
    assert!(
        said.contains("asked: step 1 may write: the device can't tell"),
        "{said}"
    );
}

/// A div whose script posts, a form whose button says nothing of what it does, a form that is sent as a question, and a
/// link. All are without a word of what can't be taken back, and only the link is known to write nothing.
const PAGES: [(&str, Option<&str>); 4] = [
    (
        "<div id=go onclick=\"fetch('/save', { method: 'POST' }).then(() => document.body.append('ok'))\">Onward</div>",
        Some("step 1 sends POST to"),
    ),
    (
        "<form method=post action=/next><button id=go>Onward</button></form>",
        Some("step 1 sends POST to"),
    ),
    (
        "<form action=/find><input name=q value=1><button id=go>Onward</button></form>",
        Some("step 1 submits a form to"),
    ),
    ("<a id=go href=\"/find?q=1\">Onward</a>", None),
];

/// Press the one thing there is to press, and say that it is done.
fn press(mut shown: Demonstration) -> Demonstration {
    let screen = shown.screen();
    let press = screen
        .iter()
        .find(|(_, it)| it.resource_name.as_deref() == Some("go"));
    let (target, _) = press.expect("it is there");
    shown.act(Action::Click { target }).unwrap();
    shown.judge().unwrap();
    shown
}

#[test]
fn what_was_posted_on_a_page_of_no_task_is_not_posted_again_unasked() {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    for (page, asks) in PAGES {
        let dir = tempfile::tempdir().unwrap();
        let (site, person) = (Site::with(page), Arc::new(Person::default()));
        let rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library"))).watched_by(person.clone());
        let shown = press(
            rpa.demonstrate_page(&site.url, "Go onward.", Some("go-on"))
                .unwrap(),
        );
        let (recording, _) = shown.keep_to_build(&rpa).unwrap();
        let request = BuildRequest {
            from: vec![recording.id.to_string()],
            url: Some(site.url.clone()),
            tier: Tier::Free,
            ..BuildRequest::new("go-on")
        };
        rpa.build(&request).unwrap();
        check(&site, &person, page, asks);
    }
}

#[test]
fn what_was_posted_for_a_task_without_a_reset_is_not_posted_again_unasked() {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    for (page, asks) in PAGES {
        let dir = tempfile::tempdir().unwrap();
        let (site, person) = (Site::with(page), Arc::new(Person::default()));
        let tasks = dir.path().join("tasks");
        std::fs::create_dir(&tasks).unwrap();
        let task = format!(
            r#"
            format = 1
            name = "GoOn"
            goal = "Go onward."
            [start]
            device = "web"
            url = "{}"
            [[check]]
            page = "{0}done"
            shows = ["It is done"]
            "#,
            site.url
        );
        std::fs::write(tasks.join("go_on.task.toml"), task).unwrap();
        let rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library")))
            .watched_by(person.clone())
            .with_tasks(&[tasks])
            .unwrap();
        let shown = press(rpa.demonstrate("GoOn", None, 0).unwrap());
        let request = BuildRequest {
            from: vec![shown.keep(&rpa).unwrap().id.to_string()],
            count: 1.try_into().unwrap(),
            held_out: 0,
            tier: Tier::Free,
            ..BuildRequest::new("GoOn")
        };
        let built = rpa.build(&request).unwrap();
        check(&site, &person, page, asks);
        // What was not run is not verified, and nobody says that it came to its end.
        let why_not = built.why_not.map(|it| it.to_string()).unwrap_or_default();
        // What is checked shows here from the beginning, so it tells nothing of a run either.
        assert!(!built.verified, "{page}: {why_not}");
        assert_eq!(
            why_not.contains("it was not run"),
            asks.is_some(),
            "{page}: {why_not}"
        );
    }
}

/// Whether it was asked for, and was posted only when it was shown.
#[track_caller]
fn check(site: &Site, person: &Person, page: &str, asks: Option<&str>) {
    let said = person.heard();
    let posts = asks.is_some_and(|it| it.contains("POST"));
    assert_eq!(site.posts(), usize::from(posts), "{page}\n{said}");
    match asks {
        Some(question) => assert!(
            said.contains("asked: ") && said.contains(question),
            "{page}\n{said}"
        ),
        None => assert!(!said.contains("asked: "), "{page}\n{said}"),
    }
}

const UPLOAD: &str = "<form method=post action=/save enctype=multipart/form-data><input type=file name=letter>\
                      <button id=go>Send it</button></form>";

#[test]
fn a_file_of_a_task_is_looked_for_beside_the_task_file() {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let site = Site::with(UPLOAD);
    let person = Person::agreeing();
    let tasks = dir.path().join("tasks");
    std::fs::create_dir_all(tasks.join("letters")).unwrap();
    let task = format!(
        r#"
        format = 1
        name = "SendLetter"
        goal = "Send the letter {{letter}}."
        [start]
        device = "web"
        url = "{0}"
        [params.letter]
        type = "file"
        [[instance]]
        letter = "letters/ada.txt"
        [[instance]]
        letter = "letters/grace.txt"
        [[check]]
        page = "{0}last"
        shows = ["Dear {{letter}}"]
        "#,
        site.url
    );
    for letter in ["letters/ada.txt", "letters/grace.txt"] {
        std::fs::write(tasks.join(letter), format!("Dear {letter}")).unwrap();
    }
    std::fs::write(tasks.join("letter.task.toml"), task).unwrap();
    let rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library")))
        .watched_by(Arc::new(person))
        .with_tasks(&[tasks])
        .unwrap();
    let mut shown = rpa.demonstrate("SendLetter", None, 0).unwrap();
    let field = |(_, it): &(ElementId, &Element)| it.attributes.get("type").is_some_and(|it| it == "file");
    let target = shown.screen().iter().find(field).expect("a field for a file").0;
    let files = shown.instance().unwrap().params["letter"].to_string();
    shown.act(Action::UploadFiles { target, files }).unwrap();
    let request = BuildRequest {
        from: vec![press(shown).keep(&rpa).unwrap().id.to_string()],
        count: 2.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new("SendLetter")
    };
    let built = rpa.build(&request).unwrap();
    assert!(built.verified, "{:?}", built.why_not);
    // Shown once, and run for each of the two.
    assert!(site.posts() >= 3, "{}", site.posts());
}

/// A page from which it is done at once on another origin, and by two links on its own; and how often the other origin
/// was asked.
fn two_origins() -> (String, String, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&asked);
    let other = serve(move |asked| {
        // Browsers ask for an icon of their own accord.
        let wanted = usize::from(asked.path() == "/done");
        counts.fetch_add(wanted, Ordering::SeqCst);
        Answer::page("<!DOCTYPE html><title>Other</title><p>It is done</p>")
    });
    let other = format!("http://{other}");
    let there = other.clone();
    let own = serve(move |asked| {
        let body = match asked.path() {
            "/" => format!("<a href=\"{there}/done\">Done</a> <a href=\"/more\">More</a>"),
            "/more" => "<a href=\"/done\">Further</a>".to_owned(),
            _ => "<p>It is done</p>".to_owned(),
        };
        Answer::page(format!("<!DOCTYPE html><title>Own</title>{body}"))
    });
    (format!("http://{own}/"), other, asked)
}

/// AutoRPA with the task to get it done on a page, which may be taken to these origins.
fn to_get_it_done(dir: &std::path::Path, url: &str, origins: &[&str]) -> Autorpa {
    let tasks = dir.join("tasks");
    std::fs::create_dir(&tasks).unwrap();
    let task = format!(
        r#"
        format = 1
        name = "GetDone"
        goal = "Get it done."
        sandbox = true
        [start]
        device = "web"
        url = "{url}"
        [touch]
        origins = {origins:?}
        [[check]]
        within = "0s"
        shows = ["It is done"]
        "#
    );
    std::fs::write(tasks.join("get_done.task.toml"), task).unwrap();
    Autorpa::new(Home::new(dir, dir.join("library")))
        .watched_by(Arc::new(Person::agreeing()))
        .with_tasks(&[tasks])
        .unwrap()
}

#[test]
fn a_search_stays_in_the_origins_of_its_task_where_a_link_out_of_them_is_the_short_way() {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    for allows in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let (url, other, asked) = two_origins();
        let origins: &[&str] = if allows { &[other.as_str()] } else { &[] };
        let rpa = to_get_it_done(dir.path(), &url, origins);
        let request = BuildRequest {
            count: 1.try_into().unwrap(),
            held_out: 0,
            tier: Tier::Free,
            ..BuildRequest::new("GetDone")
        };
        let built = rpa.build(&request).unwrap();
        assert!(built.verified, "{:?}", built.why_not);
        assert_eq!(asked.load(Ordering::SeqCst) > 0, allows, "{origins:?}");
    }
}

#[test]
fn a_function_is_refused_what_leaves_the_origins_of_its_task() {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    for allows in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let (url, other, asked) = two_origins();
        let origins: &[&str] = if allows { &[other.as_str()] } else { &[] };
        let rpa = to_get_it_done(dir.path(), &url, origins);
        let script = "fn get_done() {\n    env_op.click(env_op.find_element(#{ text: \"Done\" }));\n    env_op.stop(\"complete\");\n}\n";
        leaves(
            &rpa,
            script,
            "GetDone",
            Params::new(),
            (!allows).then_some("only http://127.0.0.1"),
        );
        assert_eq!(asked.load(Ordering::SeqCst) > 0, allows, "{origins:?}");
    }
}

/// Run a script for an instance of a task type; whether it is refused, with these words, what leaves what may be touched.
#[track_caller]
fn leaves(rpa: &Autorpa, script: &str, task_type: &str, params: Params, refused: Option<&str>) {
    std::fs::create_dir_all(&rpa.home.bank).unwrap();
    let file = rpa.home.bank.join("leaves.rhai");
    std::fs::write(&file, script).unwrap();
    let request = ExecRequest {
        task_type: Some(task_type.to_owned()),
        ..ExecRequest::new(&file, params)
    };
    is_refused(&rpa.exec(&request).unwrap(), refused);
}

#[track_caller]
fn is_refused(ran: &Ran, words: Option<&str>) {
    let ending = &ran.recording.ending;
    match words {
        None => assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}"),
        Some(words) => {
            let said = ending.diagnostic.as_ref().expect("it says why");
            assert_eq!(said.code, Code::NotAllowed, "{ending:?}");
            assert!(said.message.contains(words), "{ending:?}");
        }
    }
}

const OUT_OF_APPS: &str = "`Contacts` is not to be used for this task, only Markor";

/// By hand, by the search of a build, by a script that is run, and by a function that is run by words.
#[test]
fn whoever_acts_is_refused_what_leaves_the_apps_of_the_task() {
    let dir = tempfile::tempdir().unwrap();
    let task = r#"
        format = 1
        name = "MakeFolder"
        goal = "Make a folder {folder} among the notes."
        [start]
        device = "emulator"
        app = "Markor"
        [touch]
        apps = ["Markor"]
        [params.folder]
        type = "text"
        examples = ["plans", "ideas"]
        [[check]]
        app = "Markor"
        shows = ["{folder}"]
        "#;
    let person = Arc::new(Person::agreeing());
    let rpa = autorpa(dir.path(), &Walls::default(), &person, task);

    let mut by_hand = rpa.demonstrate("MakeFolder", None, 0).unwrap();
    let app = "Contacts".to_owned();
    let refused = by_hand.act(Action::OpenApp { app }).unwrap_err().to_string();
    assert!(refused.contains(OUT_OF_APPS), "{refused}");

    let request = BuildRequest {
        count: 2.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new("MakeFolder")
    };
    let built = rpa.build(&request).unwrap();
    assert!(built.verified, "{:?}", built.why_not);
    let bank = Bank::open(&rpa.home.bank).unwrap();
    for it in &bank.list(&Filter::default()).unwrap().entries {
        let recording = bank.load(&it.id).unwrap();
        let opened = recording.steps.iter().filter_map(|it| match &it.action {
            Action::OpenApp { app } => Some(app.as_str()),
            _ => None,
        });
        assert!(opened.into_iter().all(|it| it == "Markor"), "{}", it.id);
    }

    let script =
        "fn make_folder(folder) {\n    env_op.open_app(\"Contacts\");\n    env_op.stop(\"complete\");\n}\n";
    let params: Params = [("folder".to_owned(), "plans".into())].into_iter().collect();
    leaves(&rpa, script, "MakeFolder", params, Some(OUT_OF_APPS));

    // A verified function that somebody has rewritten, receipt and all.
    let function = built.function.unwrap();
    let receipt = function.path.with_extension("receipt.json");
    let text = std::fs::read_to_string(&receipt).unwrap();
    let (old, new) = (library::sha256(&function.source), library::sha256(script));
    std::fs::write(&receipt, text.replace(&old, &new)).unwrap();
    std::fs::write(&function.path, script).unwrap();
    let request = RunRequest {
        text: "Make a folder ideas among the notes.".to_owned(),
        yes: true,
        url: None,
        screenshot: false,
        timeout: 60,
        steps: 50,
        fallback: None,
        build: false,
        model: ModelOptions::default(),
    };
    let done = rpa.run(&request).unwrap();
    is_refused(&done.ran.expect("it ran"), Some(OUT_OF_APPS));
}
