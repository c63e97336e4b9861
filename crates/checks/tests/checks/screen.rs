//! What a screen shows, after going there: texts, rows, addresses.

use std::time::Duration;

use autorpa_checks::{Destination, Look};
use device::{Cancel, DeviceError, Printed};
use ui::{Element, Rect, Screen};

use crate::{Task, said};

/// A device with one page in front, and another one to go to.
#[derive(Default)]
struct Pages {
    front: Vec<Element>,
    other: Vec<Element>,
    address: Option<String>,
    visited: Vec<String>,
    looks: usize,
    /// How many looks pass before the other page shows what it has.
    late: usize,
}

impl Look for Pages {
    fn visit(&mut self, destination: &Destination) -> Result<(), DeviceError> {
        let to = match destination {
            Destination::Url(url) => url.to_string(),
            Destination::App(app) => app.clone(),
        };
        self.visited.push(to.clone());
        if to == "Nowhere" {
            return Err(DeviceError::NoApp {
                app: to,
                known: vec!["Markor".to_owned()],
            });
        }
        self.front = self.other.clone();
        self.address = Some(to);
        Ok(())
    }

    fn screen(&mut self) -> Result<Screen, DeviceError> {
        self.looks += 1;
        Ok(Screen {
            app: "app".to_owned(),
            activity: "page".to_owned(),
            size: (1000, 1000),
            elements: if self.looks > self.late {
                self.front.clone()
            } else {
                Vec::new()
            },
            today: String::new(),
            in_part: Vec::new(),
        })
    }

    fn address(&mut self) -> Result<Option<String>, DeviceError> {
        Ok(self.address.clone())
    }

    fn file(&mut self, _: &str) -> Result<Option<Vec<u8>>, DeviceError> {
        Err(DeviceError::NoShell)
    }

    fn run(&mut self, _: &[String], _: Duration) -> Result<Printed, DeviceError> {
        Err(DeviceError::NoShell)
    }
}

fn text(text: &str, left: i32, top: i32) -> Element {
    Element {
        text: Some(text.to_owned()),
        bounds: Rect::new(left, top, left + 90, top + 20),
        ..Element::default()
    }
}

fn judge(task: &Task, pages: &mut Pages) -> String {
    let params = task.instance().params;
    let before = task.begin();
    said(
        &task
            .plan()
            .judge(&params, None, Some(pages), &before, &Cancel::default()),
    )
}

#[test]
fn whole_texts_parts_and_absence_are_seen() {
    let task = Task::new(
        "[[check]]\nwithin = \"0s\"\nshows = [\"{name}\"]\ncontains = \"Love\"\nabsent = [\"Ada\"]\n\
         [[check]]\nwithin = \"0s\"\nshows = [\"Ada\", \"Hint\"]\ncontains = [\"Grace\"]\nabsent = [\"{name}\"]\n",
    );
    let mut pages = Pages {
        front: vec![
            text(" Ada Lovelace ", 0, 0),
            Element {
                hint_text: Some("Hint".to_owned()),
                ..text("Hint", 0, 40)
            },
        ],
        ..Pages::default()
    };
    assert_eq!(
        judge(&task, &mut pages),
        "not reached 0.50\ncheck 1 (screen): holds\ncheck 2 (screen): \"Ada\" does not show; \"Hint\" does not show; \
         \"Grace\" stands nowhere; \"Ada Lovelace\" shows"
    );
    assert_eq!(
        task.verdict(),
        "unknown\ncheck 1 (screen): can't be checked: it needs a device, and there is none\ncheck 2 (screen): can't be \
         checked: it needs a device, and there is none"
    );
}

#[test]
fn a_page_is_gone_to_after_what_is_in_front_was_read() {
    let task = Task::new(
        "[start]\nurl = \"http://a.example/new\"\n\
         [[check]]\nname = \"read back\"\nwithin = \"20s\"\npage = \"/customers?q={name}\"\nrow = [\"{name}\", \"NL\"]\ncount = 1\n\
         [[check]]\nname = \"saved\"\nurl = \"/customers/*\"\n\
         [[check]]\nname = \"toast\"\nshows = [\"Saved\"]\n",
    );
    let mut pages = Pages {
        front: vec![text("Saved", 0, 0)],
        other: vec![
            text("Ada Lovelace", 0, 0),
            text("NL", 100, 2),
            text("Ada Lovelace", 0, 30),
            text("DE", 100, 32),
        ],
        address: Some("http://a.example/customers/17".to_owned()),
        ..Pages::default()
    };
    assert_eq!(
        judge(&task, &mut pages),
        "reached\nread back: holds\nsaved: holds\ntoast: holds"
    );
    assert_eq!(pages.visited, ["http://a.example/customers?q=Ada%20Lovelace"]);

    let mut slow = Pages {
        front: vec![text("Saved", 0, 0)],
        address: Some("http://a.example/customers".to_owned()),
        other: pages.other.clone(),
        ..Pages::default()
    };
    let text = task
        .text
        .replace("name = \"saved\"", "name = \"saved\"\nwithin = \"0s\"");
    let late = Task { text, ..task };
    assert_eq!(
        judge(&late, &mut slow),
        "not reached 0.67\nread back: holds\nsaved: expected /customers/*, the address is http://a.example/customers\n\
         toast: holds"
    );
}

#[test]
fn a_late_screen_is_waited_for() {
    let task = Task::new("[[check]]\nwithin = \"20s\"\napp = \"Markor\"\nshows = [\"{name}\"]\n");
    let mut pages = Pages {
        other: vec![text("Ada Lovelace", 0, 0)],
        late: 2,
        ..Pages::default()
    };
    assert_eq!(judge(&task, &mut pages), "reached\ncheck 1 (app): holds");
    assert_eq!(pages.visited, ["Markor"; 3]);

    let nowhere = Task {
        text: task.text.replace("Markor", "Nowhere").replace("20s", "0s"),
        ..task
    };
    assert_eq!(
        judge(&nowhere, &mut pages),
        "unknown\ncheck 1 (app): can't be checked: no app is called \"Nowhere\"; the launcher shows: Markor"
    );
}

#[test]
fn rows_are_those_of_tables_and_lists_or_lines() {
    let row = |role: &str, path: &[u16]| Element {
        role: Some(role.to_owned()),
        path: path.to_vec(),
        ..Element::default()
    };
    let inside = |shown: &str, top: i32, path: &[u16]| Element {
        path: path.to_vec(),
        ..text(shown, 0, top)
    };
    // Cards: what belongs together is not on one line, and what is on one line does not belong together.
    let cards = vec![
        row("listitem", &[0, 0]),
        inside("Ada Lovelace", 0, &[0, 0, 0]),
        inside("NL", 40, &[0, 0, 1]),
        row("listitem", &[0, 1]),
        inside("Bob", 40, &[0, 1, 0]),
        inside("DE", 0, &[0, 1, 1]),
    ];
    let lines = vec![
        inside("Ada Lovelace", 0, &[1]),
        text("NL", 100, 5),
        Element {
            path: vec![0, 0],
            ..text("Ada Lovelace", 0, 30)
        },
        Element {
            path: vec![0, 0, 0],
            ..text("Ada Lovelace", 5, 32)
        },
        text("NL", 100, 35),
    ];
    // A table whose rows are below the screen: nothing of it has an area, and the rows themselves are not listed.
    let cell = |shown: &str, path: &[u16]| Element {
        class_name: Some("td".to_owned()),
        path: path.to_vec(),
        text: Some(shown.to_owned()),
        ..Element::default()
    };
    let table = vec![
        Element {
            class_name: Some("a".to_owned()),
            ..cell("Ada\u{a0}Lovelace", &[3, 0, 0, 0])
        },
        cell("NL", &[3, 0, 1]),
        cell("Bob", &[3, 1, 0]),
        cell("DE", &[3, 1, 1]),
        cell("Ada Lovelace", &[3, 2, 0]),
        cell("NL", &[3, 2, 1]),
    ];
    let task = |cells: &str, count: usize| {
        Task::new(&format!(
            "[[check]]\nwithin = \"0s\"\nrow = [\"{{name}}\", {cells}]\ncount = {count}\n"
        ))
    };
    let found = |task: Task, front: &[Element]| {
        let mut pages = Pages {
            front: front.to_vec(),
            ..Pages::default()
        };
        judge(&task, &mut pages)
    };
    let reached = "reached\ncheck 1 (screen): holds";
    assert_eq!(found(task("\"NL\"", 1), &cards), reached);
    assert_eq!(found(task("\"DE\"", 0), &cards), reached);
    assert_eq!(found(task("\"NL\"", 2), &table), reached);
    assert_eq!(found(task("\"DE\"", 0), &table), reached);
    assert_eq!(found(task("\"NL\"", 2), &lines), reached);
    assert_eq!(
        found(task("\"NL\"", 1), &lines),
        "not reached 0.00\ncheck 1 (screen): expected 1 of the row \"Ada Lovelace | NL\", found 2"
    );
}

#[test]
fn an_address_is_compared_with_its_values_encoded_or_not() {
    let task = Task::named(
        "a b/c*",
        "[[check]]\nwithin = \"0s\"\nurl = \"http://x/*?q={name}\"\n",
    );
    for (address, holds) in [
        ("http://x/list?q=a%20b%2Fc%2A", true),
        ("http://x/list?q=a%20b/c*", true),
        ("http://x/list?q=a+b%2Fc*", true),
        ("http://x/?q=a%20b%2Fc%2A", true),
        ("http://x/list?q=a%20b%2Fcd", false),
        ("http://y/list?q=a%20b%2Fc%2A", false),
    ] {
        let mut pages = Pages {
            address: Some(address.to_owned()),
            ..Pages::default()
        };
        assert_eq!(
            judge(&task, &mut pages).starts_with("reached"),
            holds,
            "{address}"
        );
    }
    assert_eq!(
        judge(&task, &mut Pages::default()),
        "unknown\ncheck 1 (url): can't be checked: the device tells no address"
    );
}
