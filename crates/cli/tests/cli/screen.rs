//! A task is shown in a browser with a window, by a real pointer and real keys on a screen that nobody sees.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use testkit::Part;

use crate::desk::{Desk, wait_until};

const LONG: Duration = Duration::from_secs(60);

/// A form for the keyboard, with a button that takes the lower half of the window.
const FORM: &str = r#"<!doctype html><title>New customer</title>
<style>#save { position: fixed; left: 0; right: 0; bottom: 0; height: 50vh; font-size: 30px }</style>
<form onsubmit="event.preventDefault(); document.title = 'Saved'; out.textContent = 'Saved ' + who.value + ' of ' + land.value + ' (' + mail.value + ')'">
<label for=who>Full name</label> <input id=who autofocus><label for=mail>E-mail</label> <input id=mail>
<label for=pin>Portal password</label> <input id=pin type=password>
<label for=land>Country</label> <select id=land><option>Netherlands<option>Germany<option>France</select>
<p id=out></p><button id=save>Save customer</button></form>"#;

/// A screen with a window manager; both end with it.
struct Screen {
    server: Child,
    windows: Option<Child>,
    display: String,
}

impl Screen {
    /// `None` where a part of it is missing.
    fn open() -> Option<Self> {
        for program in ["Xvfb", "openbox", "xdotool"] {
            let there = Command::new("sh")
                .args(["-c", &format!("command -v {program}")])
                .output();
            if !there.is_ok_and(|it| it.status.success()) {
                testkit::skip(Part::Screen, format!("there is no {program}"));
                return None;
            }
        }
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x960x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        let mut screen = Self {
            server,
            windows: None,
            display: format!(":{}", number.trim()),
        };
        let windows = Command::new("openbox")
            .env("DISPLAY", &screen.display)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        screen.windows = Some(windows.unwrap());
        Some(screen)
    }

    /// What the hand says, with these words; nothing where it can't do them.
    fn hand(&self, words: &[&str]) -> Option<String> {
        let done = Command::new("xdotool")
            .args(words)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        done.status
            .success()
            .then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
    }

    /// Wait for a window whose title has this in it.
    fn window(&self, title: &str, running: &mut Recording) -> String {
        let mut found = String::new();
        let there = wait_until(LONG, || {
            assert!(!running.ended(), "it ended before a window was there");
            found = self
                .hand(&["search", "--onlyvisible", "--name", title])
                .unwrap_or_default();
            !found.is_empty()
        });
        assert!(there, "no window is called {title}");
        found.lines().next_back().unwrap_or_default().to_owned()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for it in self.windows.iter_mut().chain([&mut self.server]) {
            let _ended = it.kill().and_then(|()| it.wait());
        }
    }
}

/// The command, and what it has said so far.
struct Recording {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Recording {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let (lines, to) = (
            BufReader::new(child.stderr.take().unwrap()).lines(),
            Arc::clone(&said),
        );
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                to.lock().unwrap().push_str(&format!("{line}\n"));
            }
        });
        Self { child, said }
    }

    fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    fn ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Whether it says this before it ends.
    fn says(&mut self, text: &str) -> bool {
        wait_until(LONG, || self.said().contains(text) || self.ended()) && self.said().contains(text)
    }

    /// Its exit code and its output, once it has ended.
    fn end(&mut self) -> (Option<i32>, String) {
        assert!(
            wait_until(LONG, || self.ended()),
            "still running\n{}",
            self.said()
        );
        let mut out = String::new();
        self.child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        (self.child.wait().unwrap().code(), out)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let _ended = self.child.kill().and_then(|()| self.child.wait());
    }
}

#[test]
fn a_person_with_pointer_and_keys_is_understood() {
    if let Err(why) = device_web::find_chromium() {
        return testkit::skip(Part::Web, why);
    }
    let Some(screen) = Screen::open() else { return };
    let desk = Desk::new();
    let page = desk.file("form.html", FORM);
    let url = format!("file://{}", desk.path(&page).display());
    let words = desk.file(
        "words.txt",
        "param \"Ada Lovelace\" full_name\nafter 5: check\ndone\n",
    );
    let profile = desk.path("profile");
    let mut command = desk.command(&[
        "record",
        "--url",
        &url,
        "--name",
        "new_customer",
        "--answers",
        &words,
        "--profile",
    ]);
    command
        .arg(&profile)
        .env("DISPLAY", &screen.display)
        .env_remove("WAYLAND_DISPLAY");
    let mut running = Recording::start(command);
    assert!(running.says("do it in the browser"), "{}", running.said());
    let window = screen.window("New customer", &mut running);
    screen.hand(&["windowactivate", "--sync", &window]);
    let typed = |text: &str| screen.hand(&["type", "--delay", "15", text]).unwrap();
    let key = |name: &str| screen.hand(&["key", "--delay", "15", name]).unwrap();
    let geometry = screen.hand(&["getwindowgeometry", "--shell", &window]).unwrap();
    let of = |name: &str| -> i32 {
        let line = geometry.lines().find_map(|it| it.strip_prefix(name)).unwrap();
        line.trim_start_matches('=').parse().unwrap()
    };
    let (x, y) = (of("X") + of("WIDTH") / 2, of("Y") + of("HEIGHT") * 3 / 4);
    let active = || screen.hand(&["getactivewindow"]).as_deref() == Some(window.as_str());
    assert!(wait_until(LONG, active), "the window is not in front");
    typed("Ada Lovelace");
    key("Tab");
    typed("ada@example.org");
    key("Tab");
    typed("Tr0ub4dor");
    key("Tab");
    key("Down");
    screen
        .hand(&["mousemove", &x.to_string(), &y.to_string()])
        .unwrap();
    screen.hand(&["click", "1"]).unwrap();
    let (code, out) = running.end();
    let said = running.said();
    assert_eq!(code, Some(3), "{said}");
    for line in [
        "1. type \"Ada Lovelace\" into textbox \"Full name\" (#who)",
        "2. type \"ada@example.org\" into textbox \"E-mail\" (#mail)",
        "3. type the secret portal_password into textbox \"Portal password\" (#pin)",
        "4. choose \"Germany\" in combobox \"Country\" (#land)",
        "5. click button \"Save customer\" (#save)",
        "kept as recording",
        "autorpa build --task-type new_customer --from",
    ] {
        assert!(said.contains(line), "no `{line}` in\n{said}");
    }
    let id = out.trim();
    let kept = desk
        .files("home/bank/recordings")
        .into_iter()
        .find(|it| it.to_string_lossy().contains(id))
        .unwrap();
    let text = fs::read_to_string(kept).unwrap();
    assert!(!text.contains("Tr0ub4dor") && text.contains("Saved Ada Lovelace of Germany (ada@example.org)"));
    desk.assert_sound();
}
