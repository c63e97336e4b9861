//! Pages and interfaces over HTTP, against a server of a few lines.

use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use autorpa_checks::Destination;
use device::Cancel;
use testkit::{Answer, Asked};

use crate::{Task, said};

/// Serve on this machine, as long as the test runs; answers with a status, further headers and a body.
fn serve(answer: impl Fn(&Asked) -> (u16, String, String) + Send + Sync + 'static) -> String {
    let address = testkit::serve(move |asked| {
        let (status, headers, body) = answer(asked);
        Answer::of(format!("{status} x"), headers, body)
    });
    format!("http://{address}")
}

fn ok(body: &str) -> (u16, String, String) {
    (200, String::new(), body.to_owned())
}

fn at(base: &str, rest: &str) -> String {
    format!("[start]\nurl = \"/new?for={{name}}\"\nbase = \"{base}\"\n{rest}")
}

#[test]
fn nodes_of_json_are_compared() {
    let base = serve(|_| ok(r#"[{"name": "Ada Lovelace", "age": 36}, {"name": "x", "age": null}]"#));
    let check = |expected: &str| format!("[[check]]\nwithin = \"0s\"\nget = \"/api\"\n{expected}\n");
    let task = Task::new(&at(
        &base,
        &[
            check("json = \"$[0].name\"\nis = \"{name}\""),
            check("json = \"$[?@.name == 'x'].age\"\nis = \"null\"\ncount = 1"),
            check("json = \"$[*].age\"\nis = \"36, null\""),
            check("json = \"$[*].name\"\ncontains = [\"Love\", \"x\"]"),
            check("json = \"$[*].email\"\nabsent = true"),
            check("json = \"$[*].name\"\ncount = 1"),
            check("json = \"$[0].email\"\nis = \"\""),
            check("json = \"$[0].age\"\nis = 37"),
            check("contains = \"Grace\""),
            check("status = 404"),
        ]
        .concat(),
    ));
    let said = task.verdict().replace(&base, "");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "not reached 0.50");
    assert_eq!(
        lines[1..6]
            .iter()
            .filter(|line| line.ends_with(": holds"))
            .count(),
        5,
        "{said}"
    );
    assert_eq!(
        lines[6..9],
        [
            "check 6 (get): expected 1 nodes at $[*].name, found 2: \"Ada Lovelace, x\" (/api)",
            "check 7 (get): expected a node at $[0].email, found 0: \"\" (/api)",
            "check 8 (get): expected \"37\", found \"36\" (/api)",
        ]
    );
    assert!(
        lines[9].starts_with("check 9 (get): \"Grace\" is not in "),
        "{said}"
    );
    assert_eq!(lines[10], "check 10 (get): expected status 404, found 200 (/api)");
}

#[test]
fn values_are_encoded_in_addresses_and_sent_in_headers_and_bodies() {
    let (sent, received) = mpsc::channel();
    let base = serve(move |request| {
        let auth = request
            .headers
            .lines()
            .find(|line| line.to_lowercase().starts_with("x-for"));
        let auth = auth.unwrap_or_default().to_owned();
        sent.send(format!("{} [{auth}] {}", request.line, request.body))
            .unwrap();
        (204, String::new(), String::new())
    });
    let task = Task::named(
        "a&b=50%/ü\n\"",
        &at(
            &base,
            "[reset]\nhttp = { url = \"/reset?q={name}\", method = \"PUT\", body = \"{name}\", headers = { X-For = \
             \"{tags}\" }, expect = 204 }\n\
             [[check]]\nget = \"/a/{name}?q={part(name, \\\"&\\\", 2)}\"\nheaders = { X-For = \"{size}\" }\n",
        ),
    );
    let params = task.instance().params;
    let plan = task.plan();
    plan.reset(&params, |_, _| Ok(()), &Cancel::default()).unwrap();
    let encoded = "a%26b%3D50%25%2F%C3%BC%0A%22";
    assert_eq!(
        received.recv().unwrap().to_lowercase(),
        format!("put /reset?q={encoded} http/1.1 [x-for: x, y] a&b=50%/ü\n\"").to_lowercase()
    );
    assert_eq!(task.verdict(), "reached\ncheck 1 (get): holds");
    assert_eq!(
        received.recv().unwrap().to_lowercase(),
        format!("get /a/{encoded}?q=b%3d50%25%2f%c3%bc%0a%22 http/1.1 [x-for: 1] ").to_lowercase()
    );
    let destination = plan.beginning(&params).unwrap().destination.unwrap();
    let Destination::Url(url) = destination else {
        panic!("{destination:?}");
    };
    assert_eq!(url.as_str(), format!("{base}/new?for={encoded}"));
}

#[test]
fn a_late_answer_is_waited_for_and_no_answer_is_unknown() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let base = serve(move |_| match counted.fetch_add(1, Ordering::Relaxed) {
        0 => (503, String::new(), String::new()),
        1 => ok("not yet"),
        _ => ok("done\n"),
    });
    let task = Task::new(&at(
        &base,
        "[[check]]\nwithin = \"20s\"\nget = \"/\"\nis = \"done\"\n",
    ));
    assert_eq!(task.verdict(), "reached\ncheck 1 (get): holds");
    assert_eq!(asked.load(Ordering::Relaxed), 3);

    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let task = Task::new(&format!(
        "[[check]]\nwithin = \"0s\"\nget = \"http://{closed}/x\"\n"
    ));
    let said = task.verdict();
    assert!(
        said.starts_with(&format!(
            "unknown\ncheck 1 (get): can't be checked: http://{closed}/x gives no answer: "
        )),
        "{said}"
    );
    let task = Task::new("[[check]]\nwithin = \"0s\"\nget = \"/relative\"\n");
    assert!(task.verdict().contains("\"/relative\" is no address"));
}

#[test]
fn redirects_are_followed_and_what_is_no_json_is_said() {
    let base = serve(|request| match request.line.as_str() {
        "GET /old HTTP/1.1" => (302, "Location: /new\r\n".to_owned(), String::new()),
        "GET /away HTTP/1.1" => (
            302,
            "Location: https://127.0.0.1:1/\r\n".to_owned(),
            String::new(),
        ),
        _ => ok("<html>"),
    });
    let task = Task::new(&at(
        &base,
        "[[check]]\nget = \"/old\"\nis = \"<html>\"\n\
         [[check]]\nget = \"/away\"\nstatus = 302\n\
         [[check]]\nwithin = \"0s\"\nget = \"/new\"\njson = \"$.a\"\nis = 1\n",
    ));
    let said = task.verdict().replace(&base, "");
    assert_eq!(
        said,
        "not reached 0.67\ncheck 1 (get): holds\ncheck 2 (get): holds\ncheck 3 (get): what comes is no JSON (/new)"
    );
}

#[test]
fn a_list_over_http_may_change_only_as_it_is_said() {
    let asked = Arc::new(AtomicUsize::new(0));
    let base = serve(move |_| {
        ok(match asked.fetch_add(1, Ordering::Relaxed) {
            0 => r#"{"all": [{"n": "Bob"}]}"#,
            1 => r#"{"all": [{"n": "Bob"}, {"n": "Ada Lovelace"}]}"#,
            _ => r#"{"all": [{"n": "Bo"}, {"n": "Ada Lovelace"}]}"#,
        })
    });
    let task = Task::new(&at(
        &base,
        "[[check]]\nwithin = \"0s\"\nunchanged = { get = \"/api\", json = \"$.all[*].n\" }\nexcept = { added = \
         [\"{name}\"] }\n",
    ));
    let before = task.begin();
    assert_eq!(said(&task.judge(&before)), "reached\ncheck 1 (unchanged): holds");
    assert_eq!(
        said(&task.judge(&before)),
        "not reached 0.00\ncheck 1 (unchanged): new: \"Bo\"; gone: \"Bob\""
    );
}
