//! The Studio over the wire: who is answered, what pages show, and what is run by them, with functions of this repository
//! on the emulator.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod site;

use std::{fs, thread};

use autorpa::{Autorpa, Home};
use autorpa_studio::Studio;
use site::{Site, verified};
use testkit::{NOBODY, hostile, shut};

#[test]
fn who_is_not_let_in_is_told_nothing() {
    let site = Site::new();
    let host = format!("Host: {}\r\n", site.host());
    let cookie = format!("Cookie: {}\r\n", site.cookie);
    let wrong = format!("Cookie: {}x\r\n", &site.cookie[..site.cookie.len() - 1]);
    for path in [
        "/",
        "/studio.css",
        "/runs",
        "/works/1/events",
        "/nowhere",
        "/enter?token=",
        "/enter?token=0",
    ] {
        for headers in [host.clone(), format!("{host}{wrong}")] {
            let answer = site.raw("GET", path, &headers, b"");
            answer.has(403, &[]);
            assert!(!answer.text().contains("markor"), "{answer:?}");
        }
    }
    for foreign in ["Host: studio.example\r\n", "Host: 127.0.0.1:1\r\n", ""] {
        let answer = site.raw("GET", "/", &format!("{foreign}{cookie}"), b"");
        assert!(matches!(answer.status, 400 | 403), "{answer:?}");
    }
    // The token of the address lets nobody in at another host's name.
    let answer = site.raw("GET", "/enter?token=", "Host: studio.example\r\n", b"");
    answer.has(403, &["not that of the Studio"]);
    let known = site.get("/");
    known.has(200, &["markor/create_note"]);
    let policy = known.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
}

#[test]
fn hostile_clients_are_closed_on_and_others_are_answered() {
    let site = Site::own();
    let let_in = format!("Cookie: {}\r\nOrigin: http://{}", site.cookie, site.host());
    hostile(&site.host(), "/functions/a%20b/endless/run", &let_in, || {
        site.get("/").has(200, &["a b/endless"]);
    });
    assert_eq!(site.works(), 0);
}

#[test]
fn another_page_begins_and_stops_nothing() {
    let site = Site::own();
    let begun = site.post("/functions/a%20b/endless/run", &[], None);
    begun.has(303, &[]);
    let mine = format!("Host: {}\r\nCookie: {}\r\n", site.host(), site.cookie);
    for origin in [
        "",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1:1\r\n",
        "Origin: http://evil.example\r\n",
    ] {
        for path in ["/works/1/stop", "/functions/a%20b/endless/run"] {
            site.raw("POST", path, &format!("{mine}{origin}"), b"")
                .has(403, &[]);
        }
    }
    assert_eq!(site.works(), 1);
    let takes_a_step = || {
        let page = site.get("/works/1");
        page.has(200, &["id=\"stop\""]);
        page.text().contains("id=\"step-1\"")
    };
    while !takes_a_step() {
        thread::yield_now();
    }
    site.post("/works/1/stop", &[], None).has(303, &[]);
    let heard = site.get("/works/1/events").text();
    assert!(
        heard.contains("\"kind\":\"step\"") && heard.contains("\"kind\":\"over\""),
        "{heard}"
    );
    site.get("/works/1").has(200, &["cancelled", "stopped"]);
}

/// What the page of a run shows of its steps.
const FILM: [&str; 7] = [
    "Step by step",
    "Found as the function says",
    "The screen before step 1",
    "The screen after step 1",
    "&lt;img src=x",
    "src=\"/pictures/",
    "class=\"did\"",
];

#[test]
fn a_function_is_found_and_run_and_its_run_is_shown() {
    let site = Site::new();
    site.get("/?words=create+a+note").has(
        200,
        &[
            "markor/create_note",
            "verified",
            "altered screens",
            "no judged run yet",
        ],
    );
    site.get("/?words=zzzz")
        .has(200, &["No function has these words"]);
    site.get("/functions/markor/create_note").has(
        200,
        &[
            "value.file_name",
            "fn markor_create_note",
            "15 of 15 instances right",
        ],
    );
    let run = "/functions/markor/create_note/run";
    site.post(run, &[("value.file_name", "a.md")], None)
        .has(422, &["text needs a value", "aria-invalid", "a.md"]);
    assert_eq!(site.works(), 0);

    let hostile = "<img src=x onerror=alert(1)>";
    let values = [("value.file_name", "todo.txt"), ("value.text", hostile)];
    let (notes, page) = site.begin(run, &values, None);
    for kind in ["begins", "picture", "step", "did"] {
        assert!(
            notes
                .iter()
                .any(|it| it.contains(&format!("\"kind\":\"{kind}\""))),
            "{kind}: {notes:?}"
        );
    }
    page.has(
        200,
        &["unchecked in", "todo.txt", "&lt;img src=x onerror=alert(1)&gt;"],
    );
    assert!(!page.text().contains("<img src=x"), "{}", page.text());
    let runs = site.get("/runs?function=markor/create_note");
    runs.has(200, &["1 run<", "unchecked"]);
    let text = runs.text();
    let run = text
        .split("href=\"/runs/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let report = site.get(&format!("/runs/{run}"));
    report.has(200, &FILM);
    assert!(!report.text().contains("data:image"));
    let text = report.text();
    let picture = text
        .split("src=\"")
        .find_map(|it| it.strip_prefix("/pictures/"))
        .unwrap();
    let picture = site.get(&format!("/pictures/{}", picture.split('"').next().unwrap()));
    assert!(
        picture.status == 200 && picture.body.starts_with(b"\x89PNG"),
        "{}",
        picture.head
    );
    let file = site.get(&format!("/runs/{run}/report.html"));
    file.has(200, &["data:image/png"]);
    assert!(file.header("content-security-policy").contains("img-src data:"));
    for nowhere in [
        "/runs/nothing",
        "/pictures/..%2f..%2fx",
        "/functions/markor/nothing",
        "/functions/..%2f/x",
        "/works/9",
    ] {
        site.get(nowhere).has(404, &["That did not work"]);
    }
}

#[test]
fn a_run_on_an_instance_is_judged_and_then_the_function_was_right() {
    let site = Site::new();
    let judged = [("begin", "instance"), ("seed", "7")];
    let (_, page) = site.begin("/functions/markor/create_note/run", &judged, None);
    page.has(200, &["reached in"]);
    let library = site.get("/?words=create+note").text();
    let of = library
        .split("markor/create_note</a>")
        .nth(1)
        .unwrap()
        .split("</li>")
        .next()
        .unwrap();
    assert!(of.contains("<dt>Last right</dt><dd><a href=\"/runs/"), "{of}");
    // Seeds that only a bench may measure are refused, as everywhere.
    let last = [("begin", "instance"), ("seed", "9000")];
    let (_, page) = site.begin("/functions/markor/create_note/run", &last, None);
    page.has(200, &["is a final one"]);
    site.post(
        "/functions/markor/create_note/run",
        &[("begin", "instance"), ("seed", "x")],
        None,
    )
    .has(422, &["is a number"]);
}

#[test]
fn what_nothing_takes_back_is_confirmed_first() {
    let site = Site::own();
    let (name, path) = (("value.name", "Markor"), "/functions/a%20b/hostile/run");
    site.get("/functions/a%20b/hostile").has(
        200,
        &[
            "Nothing takes back what it does",
            "delete: Button &quot;&lt;b&gt;All",
        ],
    );
    site.post(path, &[name], None)
        .has(422, &["Confirm that it may do"]);
    site.post(path, &[name, ("confirm", "no")], None)
        .has(422, &["Confirm that it may do"]);
    assert_eq!(site.works(), 0);
    let (_, page) = site.begin(path, &[name, ("dry", "yes")], None);
    page.has(200, &["unchecked"]);
    let (_, page) = site.begin(path, &[name, ("confirm", "yes")], None);
    page.has(200, &["unchecked"]);
}

/// What the policy of a project lets nobody do is not begun from a page either, and leaves no run.
#[test]
fn what_the_policy_lets_nobody_do_is_not_begun() {
    for (policy, words) in [
        (shut(), "the policy lets runs begin"),
        ("rows_a_day = 0".to_owned(), "0 runs were begun today"),
        (format!("signed_by = [\"{NOBODY}\"]"), "signed functions only"),
    ] {
        let site = Site::under(&format!("[policy]\n{policy}\n"));
        let path = "/functions/a%20b/hostile/run";
        let (_, page) = site.begin(path, &[("value.name", "Markor"), ("confirm", "yes")], None);
        page.has(200, &[words]);
        site.get("/runs").has(200, &["0 runs"]);
        let log = fs::read_to_string(site.dir.path().join("home/audit.jsonl")).unwrap();
        assert!(
            log.contains("\"what\":\"refused\"") && !log.contains("\"what\":\"begins\""),
            "{policy}: {log}"
        );
    }
    // A step that the policy lets nobody do ends the run before it, whatever was agreed to.
    let site = Site::under("[policy]\nforbid = [\"open_app\"]\n");
    let path = "/functions/a%20b/hostile/run";
    let (_, page) = site.begin(path, &[("value.name", "Markor"), ("confirm", "yes")], None);
    page.has(200, &["refused", "not-allowed"]);
}

/// Begin a run, and wait until it asks; the page that asks.
fn until_it_asks(site: &Site, path: &str, fields: &[(&str, &str)]) -> site::Answer {
    let begun = site.post(path, fields, None);
    begun.has(303, &[]);
    let work = begun.header("location").to_owned();
    loop {
        let page = site.get(&work);
        if page.text().contains("It asks you") {
            return page;
        }
        assert!(page.text().contains("id=\"stop\""), "{}", page.text());
        thread::yield_now();
    }
}

fn answer(site: &Site, work: usize, number: usize, answer: usize) -> site::Answer {
    let path = format!("/works/{work}/answer");
    let (number, answer) = (number.to_string(), answer.to_string());
    site.send(&path, &[("number", &number), ("answer", &answer)])
}

/// Wait for the end of a piece of work, and see what came of it.
fn ended(site: &Site, work: usize) -> site::Answer {
    site.get(&format!("/works/{work}/events"))
        .has(200, &["\"kind\":\"over\""]);
    site.get(&format!("/works/{work}"))
}

#[test]
fn a_run_asks_which_of_several_elements_is_meant() {
    let site = Site::own();
    let path = "/functions/a%20b/several/run";
    let asks = until_it_asks(&site, path, &[]);
    asks.has(
        200,
        &[
            "elements fit what is looked for next",
            "None of them",
            "asking",
            "class=\"answers\"",
        ],
    );
    let picture = site.get("/works/1/question.png");
    assert!(
        picture.status == 200 && picture.body.starts_with(b"\x89PNG"),
        "{}",
        picture.head
    );
    for (number, given) in [(2, 0), (1, 99), (0, 0)] {
        answer(&site, 1, number, given).has(409, &["not open any more"]);
    }
    answer(&site, 1, 1, 0).has(303, &[]);
    ended(&site, 1).has(200, &["unchecked in"]);
    answer(&site, 1, 1, 0).has(409, &[]);
    site.get("/works/1/question.png").has(404, &[]);

    // None of them: the run is refused, as where nobody is asked.
    let asks = until_it_asks(&site, path, &[]).text();
    let none = asks.matches("name=\"answer\"").count() - 1;
    answer(&site, 2, 1, none).has(303, &[]);
    ended(&site, 2).has(200, &["refused", "element-ambiguous"]);

    // Whoever is asked may stop it.
    until_it_asks(&site, path, &[]);
    site.post("/works/3/stop", &[], None).has(303, &[]);
    ended(&site, 3).has(200, &["cancelled"]);
}

#[test]
fn a_run_asks_before_what_nothing_takes_back() {
    let site = Site::new();
    let path = "/functions/markor/delete_note/run";
    let judged = [("begin", "instance"), ("seed", "7"), ("confirm", "ask")];
    until_it_asks(&site, path, &judged).has(200, &["Nothing takes that back", "Yes, do it"]);
    answer(&site, 1, 1, 1).has(303, &[]);
    ended(&site, 1).has(200, &["refused", "the person does not want it done"]);
    until_it_asks(&site, path, &judged);
    // It may ask more than once: each time it is wanted.
    for number in 1.. {
        answer(&site, 2, number, 0).has(303, &[]);
        loop {
            let page = site.get("/works/2").text();
            let asks_on = page.contains(&format!("name=\"number\" value=\"{}\"", number + 1));
            if asks_on || !page.contains("id=\"stop\"") {
                break;
            }
            thread::yield_now();
        }
        if !site.get("/works/2").text().contains("It asks you") {
            break;
        }
    }
    ended(&site, 2).has(200, &["reached in"]);
}

#[test]
fn nothing_that_a_function_says_is_markup() {
    let site = Site::own();
    for path in ["/", "/functions/a%20b/hostile", "/?words=hostile+%3Cscript%3E"] {
        let page = site.get(path);
        page.has(200, &["&lt;script&gt;"]);
        let text = page.text();
        let scripts = text.matches("<script").count();
        assert_eq!(
            scripts,
            text.matches("<script src=\"/studio.js\" defer>").count(),
            "{text}"
        );
        assert!(!text.contains(" style=") && !text.contains(" onclick="), "{text}");
    }
    site.post(
        "/functions/a%20b/hostile/run",
        &[("value.<b>", "x"), ("confirm", "yes")],
        None,
    )
    .has(422, &["The function takes no &lt;b&gt;."]);
}

#[test]
fn rows_are_run_each_and_their_results_downloaded() {
    let site = Site::new();
    let path = "/functions/markor/create_note/rows";
    site.post(path, &[], None).has(422, &["Choose a CSV file first"]);
    let csv = "file_name,text\na.md,one\nb.md,\"<b>two</b>\"\n";
    let (notes, page) = site.begin(path, &[], Some(("rows", "../notes.csv", csv)));
    assert!(
        notes.iter().any(|it| it.contains("\"done\":2,\"total\":2")),
        "{notes:?}"
    );
    page.has(200, &["2 unchecked", "Rows", "notes.csv", "href=\"/runs/"]);
    let results = site.get("/works/1/results.csv");
    results.has(200, &["row,outcome", "\n1,unchecked", "\n2,unchecked"]);
    assert!(results.header("content-disposition").starts_with("attachment"));
    let kept = |site: &Site| {
        let rows = fs::read_dir(site.dir.path().join("home/studio/rows")).unwrap();
        rows.flatten()
            .flat_map(|it| fs::read_dir(it.path()).unwrap().flatten())
            .count()
    };
    assert_eq!(kept(&site), 2, "the file and its results");
    // A column that is no parameter: nothing is run, and the file is not kept.
    let wrong = "file_name,text,password\na.md,one,hunter2\n";
    let (_, page) = site.begin(path, &[], Some(("rows", "wrong.csv", wrong)));
    page.has(200, &["the column `password` is no parameter"]);
    assert!(!page.text().contains("hunter2"));
    assert_eq!(kept(&site), 2);
    site.get("/works/2/results.csv").has(404, &["no file of results"]);
}

#[test]
fn what_runs_at_the_end_is_stopped_and_has_its_end() {
    let mut site = Site::own();
    site.post("/functions/a%20b/endless/run", &[], None).has(303, &[]);
    let runs = site.dir.path().join("home/bank/runs");
    let begun = || fs::read_dir(&runs).into_iter().flatten().flatten().next();
    while begun().is_none() {
        thread::yield_now();
    }
    site.cancel.cancel();
    assert!(matches!(site.server.take().unwrap().join(), Ok(Ok(()))));
    let record = fs::read_to_string(begun().unwrap().path()).unwrap();
    assert!(record.lines().last().unwrap().contains("cancelled"), "{record}");
    site.server = Some(thread::spawn(|| Ok(())));
}

#[test]
fn a_port_that_is_taken_is_said() {
    let site = Site::new();
    let home = Home::new(site.dir.path(), verified());
    let error = Studio::open(Autorpa::new(home), site.port).err().unwrap();
    assert_eq!(error.exit_code(), 2);
    assert!(error.to_string().contains("is taken"), "{error}");
}
