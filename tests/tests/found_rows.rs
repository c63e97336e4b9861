//! A list on a page has entries that are meant: those that stand there twice, or on whose page a value of the task stands. A person takes
//! one of them away; the function takes away all that are meant, and nothing that only looks so.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;
use crate::hand;

use std::{thread, time::Duration};

use autorpa::{ExecRequest, ListenRequest, Recording, Words};
use desk::Office;
use device_web::{Ears, Window};
use hand::Hand;
use task::{Params, Value};
use trajectory::Outcome;

/// A list of contacts: name, city, phone. `opens`: each has a page of its own, which shows its phone and deletes it; else its row
/// does. What is deleted goes so many milliseconds later; where they are none, it never does.
fn page(contacts: &[[&str; 3]], opens: bool, gone_after: Option<u32>) -> String {
    let rows: Vec<String> = contacts.iter().map(|it| format!("{it:?}")).collect();
    let goes = match gone_after {
        Some(ms) => format!("setTimeout(() => {{ all = all.filter((it) => it !== row); show(); }}, {ms});"),
        None => String::new(),
    };
    format!(
        "<!doctype html><title>Contacts</title><h1>Contacts</h1><div id=view></div><p id=left></p><script>\
         let all = [{}]; const made = all.slice();\
         const view = document.querySelector('#view');\
         const button = (text, does) => {{ const it = document.createElement('button'); it.textContent = text; it.onclick = does; return it; }};\
         const remove = (row) => {{ {goes} location.hash = ''; }};\
         const show = () => {{\
           const at = Number(location.hash.slice(1)); view.textContent = '';\
           document.querySelector('#left').textContent = at ? '' : 'Phones: ' + all.map((it) => it[2]).join(' ');\
           if (at) {{ for (const text of made[at - 1]) {{ const p = document.createElement('p'); p.textContent = text; view.append(p); }}\
             const row = made[at - 1]; view.append(button('Delete', () => remove(row))); return; }}\
           const table = document.createElement('table'); view.append(table);\
           table.innerHTML = '<tr><th>Name</th><th>City</th><th></th></tr>';\
           all.forEach((row) => {{ const tr = table.insertRow(); tr.insertCell().textContent = row[0]; tr.insertCell().textContent = row[1];\
             tr.insertCell().append({opens} ? button('Open', () => {{ location.hash = made.indexOf(row) + 1; }}) : button('Delete', () => remove(row))); }}); }};\
         onhashchange = show; show();</script>",
        rows.join(",")
    )
}

/// Somebody takes the entry in this line away, says what it was for, and what there is to say about it.
fn shown(office: &Office, url: &str, task: &Task) -> Recording {
    let (line, opens) = (task.line, task.opens);
    let request = ListenRequest {
        ears: Ears::Own {
            window: Window::Hidden,
            profile: None,
        },
        url: Some(url.to_owned()),
        goal: Some(task.goal.to_owned()),
        name: Some("delete_contacts".to_owned()),
        task: None,
        secrets: Vec::new(),
        login: None,
    };
    let mut listening = office.rpa.listen(&request).unwrap();
    let port = listening.port().unwrap();
    let button = format!("tr:nth-child({line}) button");
    let hand = thread::spawn(move || {
        let mut hand = Hand::at_port(port);
        hand.until("document.readyState === 'complete'");
        hand.click(&button);
        if opens {
            hand.until("!!document.querySelector('#view > button')");
            hand.click("#view > button");
        }
        hand.until("document.querySelectorAll('tr').length === 4");
    });
    while !hand.is_finished() {
        listening.listen(Duration::from_millis(20));
    }
    hand.join().unwrap();
    let mut words = Words::parse(&format!("{}done\nok\n", task.said)).unwrap();
    for _ in 0..=task.said.lines().count() {
        listening.say(words.next(0).unwrap());
    }
    listening.keep_asked(&office.rpa, words, &mut || None).unwrap()
}

/// What somebody shows, and how the function does it.
struct Task {
    /// The line of the table that is taken away.
    line: usize,
    opens: bool,
    goal: &'static str,
    said: &'static str,
    method: &'static str,
}

const OPENED: Task = Task {
    line: 4,
    opens: true,
    goal: "Delete the duplicate contacts",
    said: "",
    method: "open_duplicate",
};
const IN_LIST: Task = Task {
    opens: false,
    method: "press_duplicate",
    ..OPENED
};
const SAYING: Task = Task {
    line: 3,
    opens: true,
    goal: "Delete the contacts whose phone is 777",
    said: "param 777 phone\n",
    method: "open_row_saying",
};

const CONTACTS: [[&str; 3]; 4] = [
    ["Ann", "Paris", "555"],
    ["Ben", "Rome", "777"],
    ["Ann", "Paris", "555"],
    ["Cat", "Oslo", "888"],
];

/// What a function that was shown once does on these pages, with these values: how each run ends, and whose phones are left.
fn left(
    task: &Task,
    values: &[(&str, &str)],
    pages: &[(&[[&str; 3]], Option<u32>)],
) -> Option<Vec<(Outcome, String)>> {
    let office = Office::open(&[])?;
    let file = office.path("contacts.html");
    std::fs::write(&file, page(&CONTACTS, task.opens, Some(0))).unwrap();
    let url = format!("file://{}", file.display());
    let recording = shown(&office, &url, task);
    let (built, source) = office.built_from(&recording, &url, "delete_contacts");
    let function = built.function.unwrap();
    assert!(
        source.contains(&format!("while env_op.{}(", task.method)),
        "{source}"
    );
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Value::from(*value)));
    let values: Params = values.collect();
    let ran = pages.iter().map(|(contacts, gone_after)| {
        std::fs::write(&file, page(contacts, task.opens, *gone_after)).unwrap();
        let request = ExecRequest {
            url: Some(url.clone()),
            ..ExecRequest::new(&function.path, values.clone())
        };
        let ran = office.rpa.exec(&request).unwrap().recording;
        let texts = ran.last.elements.iter().filter_map(|it| it.text.as_deref());
        let phones = texts
            .filter_map(|it| it.strip_prefix("Phones: "))
            .next()
            .unwrap_or_default();
        (ran.ending.outcome, phones.to_owned())
    });
    Some(ran.collect())
}

const SEVERAL: [[&str; 3]; 6] = [
    ["Dan", "Bern", "1"],
    ["Eve", "Kyiv", "2"],
    ["Dan", "Bern", "3"],
    ["Dan", "Bern", "1"],
    ["Eve", "Lviv", "2"],
    ["Dan", "Bern", "3"],
];

#[test]
fn what_the_page_of_a_row_says_as_well_is_a_duplicate() {
    let none = [["Dan", "Bern", "1"], ["Dan", "Bern", "2"], ["Eve", "Bern", "1"]];
    let pages: [(&[[&str; 3]], Option<u32>); 4] = [
        (&SEVERAL, Some(0)),
        (&none, Some(0)),
        (&SEVERAL, Some(700)),
        (&SEVERAL, None),
    ];
    let Some(ran) = left(&OPENED, &[], &pages) else {
        return;
    };
    assert_eq!(ran[0], (Outcome::Unchecked, "1 2 3 2".to_owned()));
    assert_eq!(ran[1], (Outcome::Unchecked, "1 2 1".to_owned()), "other phones");
    assert_eq!(
        ran[2],
        (Outcome::Unchecked, "1 2 3 2".to_owned()),
        "it goes later"
    );
    assert_eq!(ran[3].0, Outcome::Refused, "nothing was deleted");
}

#[test]
fn what_a_row_says_alone_is_a_duplicate_where_it_has_no_page() {
    let pages: [(&[[&str; 3]], Option<u32>); 3] =
        [(&SEVERAL, Some(0)), (&SEVERAL, Some(700)), (&SEVERAL, None)];
    let Some(ran) = left(&IN_LIST, &[], &pages) else {
        return;
    };
    // The rows show no phones.
    assert_eq!(ran[0], (Outcome::Unchecked, "1 2 2".to_owned()));
    assert_eq!(ran[1], (Outcome::Unchecked, "1 2 2".to_owned()), "it goes later");
    assert_eq!(ran[2].0, Outcome::Refused, "nothing was deleted");
}

#[test]
fn a_row_whose_page_says_a_value_is_meant() {
    // Twice, in the list's last row, within another number, and on no page.
    let pages: [(&[[&str; 3]], Option<u32>); 6] = [
        (
            &[
                ["Dan", "Bern", "31"],
                ["Eve", "Kyiv", "12"],
                ["Fay", "Bern", "31"],
            ],
            Some(0),
        ),
        (
            &[
                ["Dan", "Bern", "31"],
                ["Eve", "Kyiv", "12"],
                ["Fay", "Bern", "31"],
            ],
            Some(700),
        ),
        (
            &[
                ["Dan", "Bern", "31"],
                ["Dan", "Bern", "12"],
                ["Dan", "Bern", "13"],
            ],
            Some(0),
        ),
        (
            &[
                ["Dan", "Bern", "310"],
                ["Eve", "Kyiv", "12"],
                ["Fay", "Bern", "31"],
            ],
            Some(0),
        ),
        (
            &[
                ["Dan", "Bern", "11"],
                ["Eve", "Kyiv", "12"],
                ["Fay", "Bern", "13"],
            ],
            Some(0),
        ),
        (
            &[
                ["Dan", "Bern", "31"],
                ["Eve", "Kyiv", "12"],
                ["Fay", "Bern", "13"],
            ],
            None,
        ),
    ];
    let Some(ran) = left(&SAYING, &[("phone", "31")], &pages) else {
        return;
    };
    assert_eq!(ran[0], (Outcome::Unchecked, "12".to_owned()));
    assert_eq!(ran[1], (Outcome::Unchecked, "12".to_owned()), "it goes later");
    assert_eq!(
        ran[2],
        (Outcome::Unchecked, "12 13".to_owned()),
        "all look the same"
    );
    assert_eq!(ran[3].0, Outcome::Refused, "310 has 31 in it");
    assert_eq!(
        ran[4],
        (Outcome::Unchecked, "11 12 13".to_owned()),
        "none is meant"
    );
    assert_eq!(ran[5].0, Outcome::Refused, "nothing was deleted");
}
