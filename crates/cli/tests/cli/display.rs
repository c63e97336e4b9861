//! A person at a display: the real browser with its window, a real pointer and real keys. The page itself says what it got, so
//! that a value that was lost on the way to the recording is noticed.

use std::{
    collections::BTreeMap,
    io::Write,
    process::Stdio,
    sync::{Arc, Mutex},
    time::Duration,
};

use testkit::{Answer, Asked, Display, Part, serve, there};

use crate::desk::{Desk, Ran, Running, start, wait_until};

/// How long the browser may take to show the page, and the page to be sent.
const SHOWS: Duration = Duration::from_secs(60);

/// A form, which says where its fields and the pointer are on the display, whenever the pointer moves.
const FORM: &str = r#"<!doctype html><html lang=en><meta charset=utf-8><title>New customer</title>
<style>body { font: 16px sans-serif; margin: 20px } p { margin: 12px 0 }</style>
<form method=post action=/saved>
<p><label>Full name <input name=name></label>
<p><label>City <input name=city></label>
<p><label>Country <select name=country><option>Austria<option>Belgium<option>Germany<option>France</select></label>
<p><label>Date of birth <input type=date name=born></label>
<p><label><input type=checkbox name=news value=yes> Newsletter</label>
<p><label>Discount <input type=range name=discount min=0 max=10 value=2></label>
<p><label>Notes <textarea name=notes></textarea></label>
<p><button name=save>Save</button>
</form>
<script>
addEventListener("mousemove", (event) => {
  const place = (it) => {
    const r = it.getBoundingClientRect();
    const [x, y] = [event.screenX - event.clientX + r.left + r.width / 2, event.screenY - event.clientY + r.top + r.height / 2];
    return it.name + "=" + Math.round(x) + "," + Math.round(y);
  };
  const all = [...document.querySelectorAll("input,select,textarea,button")].map(place).join("&");
  fetch("/places?" + all + "&pointer=" + event.screenX + "," + event.screenY + "&under=" + (event.target.name || ""));
});
addEventListener("pointerdown", (event) => fetch("/pressed?field=" + event.target.name, { keepalive: true }), true);
addEventListener("input", (event) => fetch("/holds?" + new URLSearchParams([[event.target.name, event.target.value]])));
</script>"#;

type Form = BTreeMap<String, String>;

/// What the page has said and sent.
#[derive(Clone, Default)]
struct Site {
    places: Arc<Mutex<Form>>,
    held: Arc<Mutex<Vec<Form>>>,
    pressed: Arc<Mutex<Vec<Form>>>,
    sent: Arc<Mutex<Vec<Form>>>,
}

impl Site {
    fn answer(&self, asked: &Asked) -> Answer {
        if asked.is_post() {
            self.sent.lock().unwrap().push(fields(&asked.body));
            return Answer::page("<!doctype html><title>Saved</title><h1>Saved</h1><p><a href=/>New</a>");
        }
        match asked.path().split_once('?') {
            Some(("/places", places)) => {
                *self.places.lock().unwrap() = fields(places);
                Answer::page("")
            }
            Some(("/pressed", pressed)) => {
                self.pressed.lock().unwrap().push(fields(pressed));
                Answer::page("")
            }
            Some(("/holds", held)) => {
                self.held.lock().unwrap().push(fields(held));
                Answer::page("")
            }
            _ if asked.path() == "/" => Answer::page(FORM),
            _ => Answer::of("404 Not Found", "", ""),
        }
    }

    fn says(&self, name: &str) -> Option<String> {
        self.places.lock().unwrap().get(name).cloned()
    }

    fn place(&self, name: &str) -> Option<(i32, i32)> {
        let said = self.says(name)?;
        let (x, y) = said.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    }

    fn presses(&self, field: &str) -> usize {
        let all = self.pressed.lock().unwrap();
        all.iter().filter(|it| it["field"] == field).count()
    }

    fn sent(&self) -> Vec<Form> {
        self.sent.lock().unwrap().clone()
    }
}

/// The fields of a form as it is sent.
fn fields(text: &str) -> Form {
    let plain = |text: &str| {
        let mut bytes = Vec::new();
        let mut rest = text.bytes();
        while let Some(it) = rest.next() {
            bytes.push(match it {
                b'+' => b' ',
                b'%' => {
                    let digits = [rest.next().unwrap(), rest.next().unwrap()];
                    u8::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap()
                }
                it => it,
            });
        }
        String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
    };
    let pairs = text.split('&').filter_map(|it| it.split_once('='));
    pairs
        .map(|(name, value)| (plain(name), plain(value)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// Somebody who shows a task at a display.
struct Shows {
    // It ends before the display does.
    recording: Running,
    display: Display,
    site: Site,
    url: String,
    desk: Desk,
}

impl Shows {
    fn begin() -> Option<Self> {
        there(Part::Web, device_web::find_chromium())?;
        let display = Display::open()?;
        let site = Site::default();
        let served = site.clone();
        let url = format!("http://{}/", serve(move |it| served.answer(it)));
        let desk = Desk::new();
        let mut command = desk.command(&["record", "--url", &url, "--name", "add_customer"]);
        display.shown(&mut command).stdin(Stdio::piped());
        Some(Self {
            recording: start(command),
            display,
            site,
            url,
            desk,
        })
    }

    /// The pointer goes to a field, until the page says that it is there: the window and what the browser shows above the page
    /// may have moved meanwhile.
    fn point(&self, field: &str) {
        let (mut to, mut tries) = ((400, 500), 0);
        let there = wait_until(SHOWS, || {
            let under = self.site.says("under");
            if under.as_deref() == Some(field) && self.site.place("pointer") == Some(to) {
                return true;
            }
            if tries % 20 == 0 {
                let (x, y) = self.site.place(field).unwrap_or((400, 500));
                // A pointer that stays says nothing.
                to = (x + tries / 20 % 3, y);
                self.display.point(to);
            }
            tries += 1;
            false
        });
        assert!(
            there,
            "the pointer does not come to {field}: {:?}",
            self.site.places
        );
    }

    /// Click a field, and see that it was hit: what manages the windows may hand a press on later than the keys behind it.
    fn click(&self, field: &str) {
        self.point(field);
        let before = self.site.presses(field);
        self.display.click();
        let hit = wait_until(SHOWS, || self.site.presses(field) > before);
        assert!(hit, "{field} is not hit");
    }

    /// A field has had a value: another program takes the clipboard no sooner than the browser has read it.
    fn holds(&self, field: &str, value: &str) {
        let held = || {
            let all = self.site.held.lock().unwrap();
            all.iter().any(|it| it.get(field).is_some_and(|it| it == value))
        };
        assert!(
            wait_until(SHOWS, held),
            "{field} never holds {value}: {:?}",
            self.site.held
        );
    }

    /// The page was sent, and that was all. What was said, and what the page has sent.
    fn done(mut self) -> (Ran, Form, Desk, Site, String) {
        let sent = wait_until(SHOWS, || !self.site.sent().is_empty());
        assert!(sent, "the page was not sent");
        self.recording.stdin().write_all(b"done\n").unwrap();
        let ran = self.recording.end();
        let form = self.site.sent().remove(0);
        (ran, form, self.desk, self.site, self.url)
    }
}

/// The steps that were said, each as it was said last.
fn steps(ran: &Ran) -> Vec<String> {
    let mut steps = BTreeMap::new();
    for line in ran.err.lines() {
        let numbered = line.split_once(". ").and_then(|(number, words)| {
            let number: usize = number.parse().ok()?;
            Some((number, words.to_owned()))
        });
        steps.extend(numbered);
    }
    steps.into_values().collect()
}

/// A hand may let go of Shift too early where the machine is busy: what the page got is compared without it.
#[track_caller]
fn assert_typed(form: &Form, typed: &[(&str, &str)]) {
    for (name, text) in typed {
        let got = form.get(*name).map(|it| it.to_lowercase());
        assert_eq!(got.as_deref(), Some(&*text.to_lowercase()), "{name}");
    }
}

#[test]
fn what_is_done_with_a_real_pointer_and_real_keys_is_a_function_for_other_values() {
    let Some(shows) = Shows::begin() else { return };
    let hand = &shows.display;
    shows.click("name");
    hand.types("Ada Müller");
    hand.keys(&["Tab"]);
    hand.types("Köln");
    // The list is a window of its own.
    shows.click("country");
    hand.hand(&["sleep", "0.3", "key", "--delay", "15", "Down", "Down", "Return"]);
    hand.keys(&["Tab"]);
    hand.types("05141990");
    shows.click("news");
    // A press sets a scale at once.
    shows.click("discount");
    shows.click("save");
    let (ran, form, desk, site, url) = shows.done();
    ran.assert(3, &[]);
    assert_typed(
        &form,
        &[
            ("name", "Ada Müller"),
            ("city", "Köln"),
            ("country", "Germany"),
            ("born", "1990-05-14"),
            ("news", "yes"),
            ("discount", "5"),
        ],
    );
    let expected = [
        format!("type \"{}\" into textbox \"Full name\"", form["name"]),
        format!("type \"{}\" into textbox \"City\"", form["city"]),
        "choose \"Germany\" in combobox \"Country\"".to_owned(),
        "type \"1990-05-14\" into textbox \"Date of birth\"".to_owned(),
        "click checkbox \"Newsletter\"".to_owned(),
        "type \"5\" into slider \"Discount\"".to_owned(),
        "click button \"Save\" (name save)".to_owned(),
    ];
    assert_eq!(steps(&ran)[..7], expected, "{}", ran.err);
    assert!(!ran.err.contains("gap:"), "{}", ran.err);
    // The same for another customer, in a browser without a window.
    let id = ran.out.trim();
    let build = ["build", "--task-type", "add_customer", "--from", id];
    desk.run(&[&build[..], &["--url", &url, "--yes"]].concat())
        .assert(0, &["page/add_customer.rhai"]);
    let values = [
        "full_name=Bob Öz",
        "city=Wien",
        "country=Belgium",
        "date_of_birth=2001-12-31",
        "newsletter=no",
        "discount=9",
    ];
    let mut exec = vec!["exec", "page/add_customer", "--url", &url];
    values.iter().for_each(|it| exec.extend(["--param", it]));
    desk.run(&exec).assert(3, &["unchecked in 7 steps"]);
    let other = site.sent().pop().unwrap();
    let expected = [
        ("born", "2001-12-31"),
        ("city", "Wien"),
        ("country", "Belgium"),
        ("discount", "9"),
        ("name", "Bob Öz"),
    ];
    let sent: Vec<(&str, &str)> = other.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(sent, expected);
    desk.assert_sound();
}

#[test]
fn what_is_copied_pasted_and_undone_is_what_the_page_got() {
    let Some(shows) = Shows::begin() else { return };
    let hand = &shows.display;
    // Within the page, and over a text that was typed before.
    shows.click("name");
    hand.types("Jörg Groß");
    hand.keys(&["ctrl+a", "ctrl+c", "Tab"]);
    hand.types("Graz");
    hand.keys(&["ctrl+a", "ctrl+v"]);
    shows.holds("city", "Jörg Groß");
    // From another program, with something typed behind it; a wrong letter is taken back.
    hand.copies("A line from elsewhere");
    shows.click("notes");
    hand.keys(&["ctrl+v"]);
    hand.types(" and morx");
    hand.keys(&["BackSpace"]);
    hand.types("e");
    // Letters choose in a list that is closed.
    shows.click("city");
    hand.keys(&["Tab"]);
    hand.types("Fra");
    // What was undone is not there.
    shows.click("name");
    hand.keys(&["End"]);
    hand.hand(&["sleep", "0.1", "key", "ctrl+v", "sleep", "0.1", "key", "ctrl+z"]);
    shows.click("save");
    let (ran, form, desk, _, _) = shows.done();
    ran.assert(3, &["the text was pasted"]);
    assert_typed(
        &form,
        &[
            ("name", "Jörg Groß"),
            ("city", "Jörg Groß"),
            ("notes", "A line from elsewhere and more"),
            ("country", "France"),
        ],
    );
    let typed = |value: &str, field: &str| format!("type \"{value}\" into textbox \"{field}\"");
    let steps = steps(&ran);
    for (value, field) in [
        (&form["name"], "Full name"),
        (&form["city"], "City"),
        (&form["notes"], "Notes"),
    ] {
        let step = typed(value, field);
        assert!(
            steps.iter().any(|it| it.starts_with(&step)),
            "no {step} in\n{}",
            ran.err
        );
    }
    let chosen = "choose \"France\" in combobox \"Country\"";
    assert!(steps.iter().any(|it| it == chosen), "{}", ran.err);
    // The goal has each value once, as it was in the end.
    let goal = ran
        .err
        .lines()
        .find(|it| it.contains("kept as recording"))
        .unwrap();
    for name in ["name", "notes", "country"] {
        assert!(goal.contains(&form[name]), "{goal}");
    }
    desk.assert_sound();
}
