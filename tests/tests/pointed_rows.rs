//! Rows of a list that show what can be done with them while the pointer is on them. A person points at one, wherever in it, and presses
//! what comes out; the function does so with the row that is named, and with no other.
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

/// What comes out at once while the pointer is on its row.
const AT_ONCE: &str = "tr:hover .acts { left: 0 }";
/// What comes out half a second after the pointer has come, and stays for a while after it has gone: at first in the first row.
const LATE: &str = "tr.out .acts { left: 0 }";

/// A list of posts. `Trash` comes out in the row that is pointed at, and leads to the list without that post.
fn page(posts: &[&str], comes: &str) -> String {
    format!(
        "<!doctype html><title>Posts</title><style>td {{ width: 200px; height: 44px; border: 1px solid }}\
         .acts {{ position: relative; left: -9999px }} {comes}</style>\
         <h1>Posts</h1><table></table><p id=left></p><script>\
         const gone = new URLSearchParams(location.search).getAll('gone');\
         const posts = {posts:?}.filter((it) => !gone.includes(it));\
         document.querySelector('#left').textContent = 'Left: ' + posts.join(', ');\
         for (const post of posts) {{ const row = document.querySelector('table').insertRow();\
           row.innerHTML = '<td><b></b><div class=acts><a href=>Edit</a> <a class=t>Trash</a></div></td><td></td><td>Ann</td>';\
           row.querySelector('b').textContent = post;\
           row.querySelector('.t').href = '?' + [...gone, post].map((it) => 'gone=' + encodeURIComponent(it)).join('&');\
           row.onmouseenter = () => setTimeout(() => row.classList.add('out'), 500);\
           row.onmouseleave = () => setTimeout(() => row.classList.remove('out'), 1500); }}\
         const first = document.querySelector('tr'); first.classList.add('out');\
         document.onmouseover = (it) => {{ if (!first.contains(it.target)) setTimeout(() => first.classList.remove('out'), 1500); }};</script>"
    )
}

const POSTS: [&str; 4] = ["Spring plans", "Plans", "Plans for May", "Accounts"];

/// Somebody points at the last row, between its texts, and trashes its post.
fn shown(office: &Office, url: &str) -> Recording {
    let request = ListenRequest {
        ears: Ears::Own {
            window: Window::Hidden,
            profile: None,
        },
        url: Some(url.to_owned()),
        goal: Some("Trash the post \"Accounts\"".to_owned()),
        name: Some("trash_post".to_owned()),
        task: None,
        secrets: Vec::new(),
        login: None,
    };
    let mut listening = office.rpa.listen(&request).unwrap();
    let port = listening.port().unwrap();
    let hand = thread::spawn(move || {
        let mut hand = Hand::at_port(port);
        let rests = "new Promise((done) => setTimeout(() => done(true), 400))";
        hand.until("document.readyState === 'complete'");
        hand.until(rests);
        let at = hand.place("tr:last-child td:nth-child(2)");
        hand.move_to(at);
        hand.until(rests);
        hand.click("tr:last-child .t");
        hand.until("document.querySelectorAll('tr').length === 3");
    });
    while !hand.is_finished() {
        listening.listen(Duration::from_millis(20));
    }
    hand.join().unwrap();
    let mut words = Words::parse("param Accounts post\ndone\nok\n").unwrap();
    for _ in 0..2 {
        listening.say(words.next(0).unwrap());
    }
    listening.keep_asked(&office.rpa, words, &mut || None).unwrap()
}

#[test]
fn what_comes_out_under_the_pointer_is_pressed_in_the_row_that_is_named() {
    let Some(office) = Office::open(&[]) else {
        return;
    };
    let file = office.path("posts.html");
    std::fs::write(&file, page(&POSTS, AT_ONCE)).unwrap();
    let url = format!("file://{}", file.display());
    let recording = shown(&office, &url);
    let (built, source) = office.built_from(&recording, &url, "trash_post");
    let function = built.function.unwrap();
    let left = |comes: &str, posts: &[&str], post: &str| {
        std::fs::write(&file, page(posts, comes)).unwrap();
        let values: Params = [("post".to_owned(), Value::from(post))].into_iter().collect();
        let request = ExecRequest {
            url: Some(url.clone()),
            ..ExecRequest::new(&function.path, values)
        };
        let ran = office.rpa.exec(&request).unwrap().recording;
        let texts = ran.last.elements.iter().filter_map(|it| it.text.as_deref());
        let left = texts
            .filter_map(|it| it.strip_prefix("Left: "))
            .next()
            .unwrap_or_default();
        (ran.ending.outcome, left.to_owned())
    };
    let done = |it: &str| (Outcome::Unchecked, it.to_owned());
    let long: Vec<String> = (1..40).map(|it| format!("Note {it}")).collect();
    let mut long: Vec<&str> = long.iter().map(String::as_str).collect();
    long.push("Below the fold");
    for comes in [AT_ONCE, LATE] {
        for post in ["Plans", "Spring plans", "Accounts"] {
            let others: Vec<&str> = POSTS.into_iter().filter(|it| *it != post).collect();
            assert_eq!(left(comes, &POSTS, post), done(&others.join(", ")), "{source}");
        }
        let (_, after) = left(comes, &long, "Below the fold");
        assert!(after.ends_with("Note 39"), "{after}\n{source}");
        // None, and two of that name.
        let none = ["Plans for May", "Spring"];
        let two = ["Plans", "Spring", "Plans"];
        assert_eq!(
            left(comes, &none, "Plans"),
            (Outcome::ScriptFault, none.join(", ")),
            "{source}"
        );
        assert_eq!(
            left(comes, &two, "Plans"),
            (Outcome::Refused, two.join(", ")),
            "{source}"
        );
    }
}
