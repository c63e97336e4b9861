//! What a user's own page may do to a run or a recording: it is said by name, the run has a named ending, nothing is
//! half-written, and the browser is gone.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use testkit::{Answer, Asked, Part, serve, there};

use crate::desk::{Desk, Ran, start, wait_until};

const SOON: Duration = Duration::from_secs(20);

/// A desk with a place for browsers of its own; none where there is no browser.
fn desk() -> Option<Desk> {
    there(Part::Web, device_web::find_chromium())?;
    let desk = Desk::new();
    fs::create_dir(desk.path("tmp")).unwrap();
    Some(desk)
}

fn run(desk: &Desk, args: &[&str]) -> Ran {
    let mut command = desk.command(args);
    command.env("TMPDIR", desk.path("tmp"));
    let ran = start(command).end();
    let own = desk.path("tmp").display().to_string();
    let browsers = || {
        let all = fs::read_dir("/proc").unwrap().flatten();
        all.filter(|it| {
            let line = fs::read(it.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&own)
        })
        .count()
    };
    assert!(
        wait_until(SOON, || browsers() == 0),
        "the browser goes on\n{}",
        ran.err
    );
    desk.assert_sound();
    ran
}

/// A function of these lines.
fn function(desk: &Desk, lines: &[&str]) {
    let lines: String = lines.iter().map(|it| format!("    {it}\n")).collect();
    let source = format!("/// Does it.\nfn f() {{\n{lines}    env_op.stop(\"complete\");\n}}\n");
    desk.file("f.rhai", &source);
}

fn exec(desk: &Desk, url: &str, more: &[&str]) -> Ran {
    let args = ["exec", "f.rhai", "--url", url, "--json"];
    run(desk, &[&args[..], more].concat())
}

fn record(desk: &Desk, url: &str) -> Ran {
    desk.file("words", "done\n");
    let args = [
        "record",
        "--url",
        url,
        "--headless",
        "--goal",
        "Do it.",
        "--answers",
        "words",
    ];
    run(desk, &args)
}

const PRESS: &str = "env_op.click(#{ text: \"Press\", target_description: \"Press\" });";

fn page(body: &'static str) -> String {
    format!("http://{}/", serve(move |_| Answer::page(body)))
}

#[test]
fn a_page_that_is_too_large_is_read_by_nobody() {
    let Some(desk) = desk() else { return };
    let url = page(
        "<button>Press</button><div id=all></div><script>\
         all.innerHTML = '<p>x</p>'.repeat(60001)</script>",
    );
    run(&desk, &["page", "--url", &url]).assert(20, &["more than 60000 elements"]);
    function(&desk, &[PRESS]);
    let ran = exec(&desk, &url, &[]);
    ran.assert(14, &["screen-too-large", "more than 60000 elements"]);
    assert_eq!(ran.json()["changes"].to_string(), "[]", "{}", ran.out);
}

/// A server whose certificate nobody has signed.
struct Unsigned(Child);

impl Drop for Unsigned {
    fn drop(&mut self) {
        let _gone = self.0.kill().and_then(|()| self.0.wait().map(drop));
    }
}

#[test]
fn a_certificate_that_is_wrong_is_named() {
    let Some(desk) = desk() else { return };
    let made = Command::new("openssl")
        .args(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem"
                .split(' '),
        )
        .current_dir(desk.path(""))
        .stderr(Stdio::null())
        .status();
    if !made.is_ok_and(|it| it.success()) {
        testkit::skip(Part::Web, "openssl is missing");
        return;
    }
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let accept = port.to_string();
    let server = Command::new("openssl")
        .args([
            "s_server", "-quiet", "-www", "-key", "key.pem", "-cert", "cert.pem", "-accept", &accept,
        ])
        .current_dir(desk.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _server = Unsigned(server.unwrap());
    let answers = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    assert!(wait_until(SOON, answers), "no server");
    let url = format!("https://127.0.0.1:{port}/");
    let said = ["its certificate is not trusted", "ERR_CERT_"];
    run(&desk, &["page", "--url", &url]).assert(12, &said);
    function(&desk, &[PRESS]);
    run(&desk, &["exec", "f.rhai", "--url", &url]).assert(12, &said);
    record(&desk, &url).assert(12, &said);
    assert!(desk.files("home/bank/recordings").is_empty());
}

/// A server whose file begins and never ends.
fn without_end() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let mut asked = [0; 4096];
                let length = stream.read(&mut asked).unwrap_or_default();
                let file = asked[..length].starts_with(b"GET /file");
                let page = "<a href=/file>Press</a>";
                let answer = match file {
                    true => "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"long.bin\"\r\n\
                         Content-Length: 1000000\r\n\r\nhello"
                        .to_owned(),
                    false => format!(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
                        page.len()
                    ),
                };
                let _sent = stream.write_all(answer.as_bytes());
                // The rest never comes: who waits for it has closed at last.
                while file && stream.read(&mut asked).is_ok_and(|it| it > 0) {}
            });
        }
    });
    url
}

#[test]
fn a_file_that_never_ends_is_not_saved() {
    let Some(desk) = desk() else { return };
    function(&desk, &[PRESS]);
    let ran = exec(&desk, &without_end(), &["--timeout", "8"]);
    // The run's own time is over while it waits for the file.
    ran.assert(13, &["time-limit"]);
    assert_eq!(ran.json()["files"].to_string(), "[]", "{}", ran.out);
    assert!(desk.files("home/downloads").is_empty());
}

#[test]
fn a_page_that_goes_away_in_the_middle_of_a_run_is_named() {
    let Some(desk) = desk() else { return };
    // It closes itself, as the popups of some applications do.
    let closes =
        page("<button onclick=\"window.close()\">Press</button><script>window.open('', '_self')</script>");
    function(
        &desk,
        &[
            PRESS,
            "env_op.click(#{ text: \"More\", target_description: \"More\" });",
        ],
    );
    let ran = exec(&desk, &closes, &["--timeout", "20"]);
    let outcome = ran.json()["outcome"].clone();
    assert!(
        outcome == "device_lost" || outcome == "script_fault",
        "{}",
        ran.out
    );
    // It goes to another site, where nobody wanted to go.
    let other = page("<button>More</button>");
    let leaves = serve(move |_: &Asked| {
        Answer::page(format!(
            "<button onclick=\"setTimeout(() => {{ location = '{other}' }}, 50)\">Press</button>"
        ))
    });
    let leaves = format!("http://{leaves}/");
    let ran = exec(&desk, &leaves, &[]);
    assert_ne!(ran.status.code(), Some(3), "{}\n{}", ran.out, ran.err);
    assert!(ran.err.contains("--allow-origin"), "{}\n{}", ran.out, ran.err);
    // It logs whoever is there out: what is asked for is not there any more.
    let out = page(
        "<button onclick=\"document.body.innerHTML = '<form><label>Password <input type=password></label></form>'\">Press</button>",
    );
    let ran = exec(&desk, &out, &[]);
    ran.assert(14, &["More", "Password"]);
}

#[test]
fn a_page_that_blocks_while_it_is_shown_keeps_nobody() {
    let Some(desk) = desk() else { return };
    let url = page("<p>Busy</p><script>setTimeout(() => { for (;;) {} }, 300)</script>");
    let ran = record(&desk, &url);
    // Nothing was done on it, and that is all that is kept.
    ran.assert(3, &[]);
    assert_eq!(desk.files("home/bank/recordings").len(), 1);
}

#[test]
fn a_file_of_ten_thousand_rows_with_one_bad_row_runs_nothing() {
    let Some(desk) = desk() else { return };
    desk.file(
        "f.rhai",
        "/// Does it.\nfn f(name) {\n    env_op.answer(name);\n    env_op.stop(\"complete\");\n}\n",
    );
    let mut rows = String::from("name\n");
    for number in 1..=10_000 {
        rows.push_str(&match number {
            9_999 => "a,b\n".to_owned(),
            _ => format!("n{number}\n"),
        });
    }
    desk.file("names.csv", &rows);
    let url = page("<p>x</p>");
    let args = ["exec", "f.rhai", "--url", &url, "--rows", "names.csv"];
    let ran = run(&desk, &args);
    ran.assert(
        2,
        &["names.csv:10000: row 9999", "nothing was run", "--skip-bad-rows"],
    );
    assert!(!desk.path("names.results.csv").exists());
    assert!(desk.files("home/bank/runs").is_empty());
}
