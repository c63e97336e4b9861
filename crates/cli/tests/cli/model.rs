//! Models that fail, each in its own way.

use std::net::TcpListener;

use crate::{
    desk::{Desk, Ran},
    fake_model::{Answer, FakeModel},
};

fn build(desk: &Desk, url: &str) -> Ran {
    desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "--tier",
        "model",
        "--llm",
        "openai:x",
        "--llm-base-url",
        url,
        "--text-only",
        "--llm-timeout",
        "1",
        "-n",
        "1",
        "--reflect",
        "0",
        "--json",
    ])
}

/// Ends as a failed model, with this said; nothing is lost, and no function comes of it.
#[track_caller]
fn case(answer: Answer, texts: &[&str]) {
    let desk = Desk::new();
    let model = FakeModel::new(answer);
    let ran = build(&desk, &model.url);
    ran.assert(21, &[]);
    // Warnings on the way say the same; it is the last word that a person reads.
    let last = ran.err.rsplit("autorpa: ").next().unwrap();
    for text in texts {
        assert!(
            last.contains(text),
            "no `{text}` in the last word of\n{}",
            ran.err
        );
    }
    assert!(model.asked() > 0);
    assert!(desk.files("library").is_empty(), "{:?}", desk.files("library"));
    desk.assert_sound();
}

#[test]
fn nobody_answers() {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let desk = Desk::new();
    build(&desk, &format!("http://127.0.0.1:{port}/v1")).assert(21, &[&format!("127.0.0.1:{port}"), "help:"]);
    desk.assert_sound();
}

#[test]
fn it_is_rate_limited() {
    case(
        Answer::Status(429),
        &["http://127.0.0.1", "is rate limited", "so sorry", "help:"],
    );
}

#[test]
fn it_has_a_fault() {
    case(Answer::Status(500), &["fails with HTTP 500", "so sorry", "help:"]);
}

#[test]
fn it_refuses() {
    case(Answer::Status(401), &["401", "OPENAI_API_KEY"]);
}

#[test]
fn it_closes_the_line() {
    case(Answer::Nothing, &["127.0.0.1"]);
}

#[test]
fn it_stays_silent() {
    case(Answer::Silence, &["127.0.0.1", "--llm-timeout"]);
}

#[test]
fn it_sends_no_json() {
    case(Answer::Body("<html>welcome</html>"), &["not whole JSON"]);
    case(Answer::Body("{}"), &["127.0.0.1"]);
}

#[test]
fn it_answers_with_nothing() {
    case(Answer::Text(""), &["nothing"]);
}

#[test]
fn it_answers_nonsense() {
    case(
        Answer::Text("bananas"),
        &["reply can't be used", "`### Action` is missing"],
    );
    case(
        Answer::Text("```json\n{\"action\": {\"action_type\": \"fly\"}}\n```"),
        &[],
    );
}

#[test]
fn a_budget_is_kept() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Text("bananas"));
    let ran = desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "--tier",
        "model",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
        "-n",
        "1",
        "--budget-tokens",
        "10",
    ]);
    ran.assert(13, &["token budget is spent", "--budget-tokens"]);
    assert_eq!(model.asked(), 0);
    desk.assert_sound();
}

/// A model that is down does not stop what needs none.
#[test]
fn the_free_tier_asks_nobody() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Status(500));
    let ran = desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "--tier",
        "free",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
        "-n",
        "1",
    ]);
    ran.assert(0, &["verified"]);
    assert_eq!(model.asked(), 0);
}
