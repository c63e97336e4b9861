//! Runs on pages of our own: what a page gives to save, and how a browser is asked for.

use std::fs;

use serde_json::Value;
use testkit::{Answer, Asked, Part, serve, there};

use crate::desk::{Desk, Ran};

/// The address of a site, where there is a browser to look at it with.
fn site(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Option<String> {
    there(Part::Web, device_web::find_chromium())?;
    Some(format!("http://{}/", serve(answer)))
}

/// A function that clicks these texts, one after the other.
fn clicking(desk: &Desk, texts: &[&str]) -> String {
    let click = |it: &&str| {
        format!("    env_op.click(#{{ text: \"{it}\", target_description: \"the text {it}\" }});\n")
    };
    let steps: String = texts.iter().map(click).collect();
    desk.file(
        "f.rhai",
        &format!("/// Clicks.\nfn f() {{\n{steps}    env_op.stop(\"complete\");\n}}\n"),
    )
}

fn exec(desk: &Desk, url: &str, more: &[&str]) -> Ran {
    desk.run(
        &[
            &["exec", "f.rhai", "--device", "web", "--url", url, "--json"],
            more,
        ]
        .concat(),
    )
}

fn file(name: &str, headers: &str, body: &str) -> Answer {
    let save = format!("Content-Disposition: attachment; filename=\"{name}\"\r\n{headers}");
    Answer::of("200 OK", save, body)
}

/// A page with files: a table, twice the same name, one that wants out of its folder, and one that breaks off.
fn files(asked: &Asked) -> Answer {
    let links = ["table", "other", "out", "broken"].map(|it| format!("<p><a href=/{it}>{it}</a></p>"));
    match asked.path() {
        "/" => Answer::page(links.concat()),
        "/table" => file("table.csv", "", "a;b\n1;2\n"),
        "/other" => file("table.csv", "", "c\n"),
        "/out" => file("../../out.txt", "", "x"),
        "/broken" => file("broken.bin", "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n"),
        _ => Answer::of("404 Not Found", "", ""),
    }
}

#[test]
fn what_a_click_saves_stays_in_a_folder_of_the_run() {
    let Some(url) = site(files) else { return };
    let desk = Desk::new();
    clicking(&desk, &["table", "other", "out"]);
    let ran = exec(&desk, &url, &[]);
    ran.assert(3, &["saved table.csv (8 bytes)", "saved table (2).csv (2 bytes)"]);
    let json = ran.json();
    let saved: Vec<(String, u64)> = json["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["name"].as_str().unwrap().to_owned(),
                it["bytes"].as_u64().unwrap(),
            )
        })
        .collect();
    let named = |name: &str, bytes: u64| saved.contains(&(name.to_owned(), bytes));
    assert!(named("table.csv", 8) && named("table (2).csv", 2), "{json}");
    assert_eq!(saved.len(), 3, "{json}");
    let run = json["run"].as_str().unwrap();
    let folder = desk.path("home/downloads").join(run).canonicalize().unwrap();
    for it in json["files"].as_array().unwrap() {
        let path = fs::canonicalize(it["path"].as_str().unwrap()).unwrap();
        assert_eq!(path.parent(), Some(folder.as_path()));
    }
    assert_eq!(
        fs::read_to_string(folder.join("table.csv")).unwrap(),
        "a;b\n1;2\n"
    );
    desk.run(&["report", run])
        .assert(0, &["saved table.csv (8 bytes)"]);
    // Again, into a folder that is named: nothing that is there is written over.
    desk.file("table.csv", "mine");
    exec(&desk, &url, &["--downloads", "."]).assert(3, &["saved table (3).csv (2 bytes)"]);
    assert_eq!(fs::read_to_string(desk.path("table.csv")).unwrap(), "mine");
    assert_eq!(
        fs::read_to_string(desk.path("table (2).csv")).unwrap(),
        "a;b\n1;2\n"
    );
    desk.assert_sound();
}

#[test]
fn a_run_whose_file_does_not_come_whole_says_so() {
    let Some(url) = site(files) else { return };
    let desk = Desk::new();
    clicking(&desk, &["table", "broken"]);
    let ran = exec(&desk, &url, &[]);
    ran.assert(20, &["not-saved", "broken.bin"]);
    assert_eq!(
        ran.json()["files"].as_array().map(Vec::len),
        Some(1),
        "{}",
        ran.out
    );
    let names: Vec<String> = desk
        .files("home/downloads")
        .iter()
        .map(|it| it.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["table.csv"]);
    assert_eq!(ran.json()["changes"].as_array().map(Vec::len), Some(1));
    assert_ne!(ran.json()["diagnostic"], Value::Null);
}

/// A page that says what the browser says of itself, and what it was asked with.
fn mirror(asked: &Asked) -> Answer {
    let header = |name: &str| {
        let mut lines = asked.headers.lines();
        let line = lines.find_map(|it| it.to_lowercase().strip_prefix(name).map(str::to_owned));
        line.unwrap_or_default().trim_start_matches(": ").to_owned()
    };
    Answer::page(format!(
        "<p>asked as {}</p><p>asked for {}</p><p>host {}</p><p id=size></p><p id=number></p><p id=me></p>\
         <button onclick=\"me.textContent = 'pressed'\">Press</button><script>\
         size.textContent = 'size ' + innerWidth + 'x' + innerHeight;\
         number.textContent = 'number ' + (1234.5).toLocaleString() + ' ' + navigator.language;\
         me.textContent = 'I am ' + navigator.userAgent;</script>",
        header("user-agent"),
        header("accept-language"),
        header("host"),
    ))
}

#[test]
fn a_browser_is_what_it_is_asked_to_be() {
    let Some(url) = site(mirror) else { return };
    let desk = Desk::new();
    let options = [
        "--user-agent",
        "Testing/1.0",
        "--viewport",
        "640x480",
        "--locale",
        "de-DE",
    ];
    let shown = [
        "asked as testing/1.0",
        "I am Testing/1.0",
        "asked for de-de",
        "size 640x480",
        "number 1.234,5 de-DE",
    ];
    desk.run(&[&["page", "--url", &url], &options[..]].concat())
        .assert(0, &shown);
    // The project file says the same, and what is typed comes first.
    desk.file(
        "autorpa.toml",
        "[pages]\nuser_agent = \"Testing/2.0\"\nviewport = \"640x480\"\nlocale = \"de-DE\"\n",
    );
    let ran = desk.run(&["page", "--url", &url, "--user-agent", "Testing/3.0"]);
    ran.assert(
        0,
        &["asked as testing/3.0", "size 640x480", "number 1.234,5 de-DE"],
    );
    for (option, value, said) in [
        ("--viewport", "wide", "1280x800"),
        ("--locale", "german", "de-DE"),
        ("--proxy", "http://ada:pw@127.0.0.1:1", "a name or a password"),
    ] {
        let refused = desk.run(&["page", "--url", &url, option, value]);
        refused.assert(2, &[said]);
    }
}

#[test]
fn pages_are_reached_through_a_proxy() {
    let Some(proxy) = site(mirror) else { return };
    let desk = Desk::new();
    // Nobody has this name: only the proxy answers for it.
    let url = "http://shop.example/";
    desk.run(&["page", "--url", url, "--proxy", &proxy])
        .assert(0, &["host shop.example"]);
    desk.run(&["page", "--url", url, "--proxy", "http://127.0.0.1:9"])
        .assert(12, &["the proxy can't be reached"]);
}

/// A page that knows who was there before.
const REMEMBERS: &str = "<title>Ours</title><p id=who></p><a href=/next target=_blank>Next</a><script>\
    who.textContent = 'seen ' + (localStorage.seen || 'never'); localStorage.seen = 'before';</script>";

#[test]
fn pages_of_a_profile_and_of_a_running_browser_are_the_user_s() {
    use device_web::{Browser, Door, Options};
    let Some(url) = site(|_| Answer::page(REMEMBERS)) else {
        return;
    };
    let desk = Desk::new();
    let page = |more: &[&str]| desk.run(&[&["page", "--url", &url], more].concat());
    page(&["--profile", "mine"]).assert(0, &["seen never"]);
    page(&["--profile", "mine"]).assert(0, &["seen before"]);
    page(&[]).assert(0, &["seen never"]);
    let browser = Browser::launch(Options {
        door: Door::Port,
        profile: Some(desk.path("mine")),
        ..Options::default()
    });
    let browser = browser.unwrap();
    page(&["--profile", "mine"]).assert(20, &["in use", "--attach"]);
    // In the browser that runs: among the user's tabs, which stay as they are.
    let mut tab = browser.page().unwrap();
    tab.open("data:text/html,<title>Mine</title><p>my own</p>")
        .unwrap();
    let port = browser.port().unwrap().to_string();
    clicking(&desk, &["Next"]);
    page(&["--attach", &port]).assert(0, &["seen before"]);
    exec(&desk, &url, &["--attach", &port]).assert(3, &[]);
    let shown = tab.observe().unwrap();
    assert!(
        shown
            .elements
            .iter()
            .any(|it| it.text.as_deref() == Some("my own")),
        "{shown:?}"
    );
    page(&["--attach", &port, "--headed"]).assert(2, &["--headed"]);
    drop((tab, browser));
    page(&["--attach", &port]).assert(20, &["no browser to attach to"]);
}

#[test]
fn a_browser_with_a_window_needs_a_screen_and_is_slow_where_that_is_wanted() {
    let Some(url) = site(mirror) else { return };
    let desk = Desk::new();
    let mut command = desk.command(&["page", "--url", &url, "--headed"]);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    crate::desk::start(command)
        .end()
        .assert(20, &["no screen to show a browser on"]);
    clicking(&desk, &["Press", "Press"]);
    let began = std::time::Instant::now();
    exec(&desk, &url, &["--slow", "1500"]).assert(3, &[]);
    assert!(began.elapsed().as_millis() >= 3_000);
}

/// A page behind the browser's own login.
fn guarded(asked: &Asked) -> Answer {
    // "ada:pass-1" in Base64.
    match asked
        .headers
        .to_lowercase()
        .contains("authorization: basic ywrhonbhc3mtmq==")
    {
        true => Answer::of("200 OK", "Set-Cookie: seen=1; Path=/\r\n", "<p>Hello, Ada</p>"),
        false => Answer::of(
            "401 Unauthorized",
            "WWW-Authenticate: Basic realm=\"Shop\"\r\n",
            "<p>no</p>",
        ),
    }
}

#[test]
fn a_site_that_asks_the_browser_itself_is_given_a_name_and_a_password() {
    let Some(url) = site(guarded) else { return };
    let desk = Desk::new();
    desk.file("password", "pass-1\n");
    let page = |more: &[&str], variable: &str| {
        let mut command = desk.command(&[&["page", "--url", &url], more].concat());
        command.env("SHOP_PASSWORD", variable);
        crate::desk::start(command).end()
    };
    page(&["--auth", "ada=env:SHOP_PASSWORD"], "pass-1").assert(0, &["Hello, Ada"]);
    page(&["--auth", "ada=file:password"], "").assert(0, &["Hello, Ada"]);
    page(&[], "").assert(12, &["HTTP 401", "--auth"]);
    let wrong = page(&["--auth", "ada=env:SHOP_PASSWORD"], "pass-2");
    wrong.assert(12, &["HTTP 401", "does not take"]);
    assert!(!wrong.err.contains("pass-2") && !wrong.out.contains("pass-2"));
    page(&["--auth", "ada=env:NOT_THERE"], "").assert(2, &["NOT_THERE"]);
    for wrong in ["ada=pass-1", "pass-1", "ada=pass-1:x", "=env:pass-1"] {
        let typed = page(&["--auth", wrong], "");
        typed.assert(2, &["NAME=env:VARIABLE"]);
        assert!(!typed.err.contains("pass-1") && !typed.out.contains("pass-1"));
    }
    // Who shows a task and who logs in is let in the same way.
    desk.file("words", "answer Hello, Ada\ndone\n");
    let auth = ["--url", &url, "--headless", "--auth", "ada=file:password"];
    let shown = ["record", "--goal", "Say who it is.", "--answers", "words"];
    desk.run(&[&shown[..], &auth].concat())
        .assert(3, &["answer \"Hello, Ada\""]);
    desk.run(&[&["login", "shop", "--shows", "Hello, Ada"], &auth[..]].concat())
        .assert(0, &["kept as `shop`"]);
    desk.run(&["login", "shop", "--shows", "x", "--url", &url, "--headless"])
        .assert(12, &["HTTP 401", "--auth"]);
    // Another site is given nothing, although the page is taken there.
    let asked = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let heard = std::sync::Arc::clone(&asked);
    let other = site(move |asked: &Asked| {
        heard.lock().unwrap().push_str(&asked.headers);
        Answer::of(
            "401 Unauthorized",
            "WWW-Authenticate: Basic realm=\"Evil\"\r\n",
            "<p>no</p>",
        )
    });
    let other = other.unwrap();
    let leads = site(move |_| Answer::of("302 Found", format!("Location: {other}\r\n"), ""));
    let leads = leads.unwrap();
    let args = [
        "page",
        "--url",
        &leads,
        "--allow-origin",
        "*",
        "--auth",
        "ada=file:password",
    ];
    desk.run(&args).assert(12, &["HTTP 401"]);
    let asked = asked.lock().unwrap();
    assert!(
        !asked.is_empty() && !asked.to_lowercase().contains("authorization"),
        "{asked}"
    );
}

/// A page that saves, by a form and by a script, on a server that does so no more.
fn broken(asked: &Asked) -> Answer {
    match asked.path() {
        "/" => Answer::page(
            "<form method=post action=/form><button>By form</button></form>\
             <button onclick=\"fetch('/script', { method: 'POST' }).then(() => { said.textContent = 'Sent' })\">By script</button>\
             <button onclick=\"fetch('/part?name=Ada').then(() => { said.textContent = 'Looked' })\">A part</button>\
             <p id=said></p><p><a href=/gone>A link</a></p>",
        ),
        "/form" => Answer::of("503 Service Unavailable", "", "<p>later</p>"),
        "/script" => Answer::of("422 Unprocessable Content", "", "no"),
        it if it.starts_with("/part") => Answer::of("500 Internal Server Error", "", ""),
        _ => Answer::of("404 Not Found", "", "<p>nothing</p>"),
    }
}

#[test]
fn what_a_server_does_not_give_after_a_click_is_named() {
    let Some(url) = site(broken) else { return };
    let desk = Desk::new();
    for (clicks, exit, says) in [
        (
            &["By form"][..],
            3,
            "after step 1: POST {}form: the server has a fault (HTTP 503)",
        ),
        (
            &["By script"],
            3,
            "after step 1: POST {}script: the server refuses it (HTTP 422)",
        ),
        (
            &["A link"],
            3,
            "after step 1: GET {}gone: the server refuses it (HTTP 404)",
        ),
        // Where the run fails for it, the fault says so too.
        (
            &["By form", "A link"],
            14,
            "after step 1: POST {}form: the server has a fault (HTTP 503)",
        ),
    ] {
        clicking(&desk, clicks);
        let ran = exec(&desk, &url, &[]);
        let says = says.replace("{}", &url);
        ran.assert(exit, &[&says]);
        let json = ran.json();
        assert_eq!(json["network"][0], says.as_str(), "{json}");
        if exit != 3 {
            let notes = json["diagnostic"]["notes"].to_string();
            assert!(notes.contains("HTTP 503"), "{json}");
        }
        let run = json["run"].as_str().unwrap();
        desk.run(&["report", run])
            .assert(0, &["What servers did not give", "HTTP"]);
    }
    // A word that says it was taken does not come: the reason stands beside it.
    let body = "    env_op.click(#{ text: \"By script\" });\n    env_op.expect(#{ text: \"Saved\" });\n";
    desk.file("f.rhai", &format!("/// Saves.\nfn f() {{\n{body}}}\n"));
    let says = format!("not on the screen (POST {url}script: the server refuses it (HTTP 422))");
    exec(&desk, &url, &[]).assert(14, &[&says]);
    // What is a mere part of the page stands in the record, and not in what is said.
    clicking(&desk, &["A part", "By script"]);
    let ran = exec(&desk, &url, &[]);
    ran.assert(3, &[]);
    let json = ran.json();
    assert_eq!(json["network"].as_array().map(Vec::len), Some(1), "{json}");
    let report = desk.run(&["report", json["run"].as_str().unwrap()]);
    report.assert(0, &["part: the server has a fault (HTTP 500)"]);
    assert!(!report.out.contains("name=Ada"), "{}", report.out);
}
