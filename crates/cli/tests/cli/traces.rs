//! Spans to a collector of OpenTelemetry: what is in them, what is not, and a collector that is not there.

use testkit::{Collector, Part, skip};

use crate::{
    desk::{Desk, Ran, start},
    fake_model::{Answer, FakeModel},
};

/// What a run types, which no span has.
const VALUE: &str = "Zaphod Beeblebrox";

const SCRIPT: &str = "\
/// Make a note, and ask about it.
fn note(name) {
    env_op.open_app(\"Markor\");
    env_op.click(env_op.find_element(#{ content_description: \"Create a new file or folder\" }));
    env_op.input_text(name, env_op.find_element(#{ hint_text: \"my_note\" }), true);
    env_op.ask_mllm(\"Is it there?\", \"bool\");
    env_op.stop(\"complete\");
}
";

/// A field of a message: what it is by its number, and what it holds.
enum Held<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a protobuf message.
fn fields(mut bytes: &[u8]) -> Vec<(u64, Held<'_>)> {
    fn number(bytes: &mut &[u8]) -> u64 {
        let mut all = 0;
        for shift in (0..).step_by(7) {
            let (first, rest) = bytes.split_first().unwrap();
            *bytes = rest;
            all |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return all;
            }
        }
        all
    }
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let tag = number(&mut bytes);
        let length = match tag & 7 {
            0 => {
                found.push((tag >> 3, Held::Number(number(&mut bytes))));
                continue;
            }
            1 => 8,
            2 => usize::try_from(number(&mut bytes)).unwrap(),
            5 => 4,
            other => panic!("wire type {other}"),
        };
        let (held, rest) = bytes.split_at(length);
        found.push((tag >> 3, Held::Bytes(held)));
        bytes = rest;
    }
    found
}

/// The messages or texts of a field.
fn all(bytes: &[u8], field: u64) -> Vec<&[u8]> {
    let held = fields(bytes).into_iter().filter_map(|(number, held)| match held {
        Held::Bytes(it) if number == field => Some(it),
        Held::Bytes(_) | Held::Number(_) => None,
    });
    held.collect()
}

fn text(bytes: &[u8], field: u64) -> String {
    let held = all(bytes, field).first().copied().unwrap_or_default();
    String::from_utf8(held.to_vec()).unwrap()
}

/// A span, as far as it matters here.
#[derive(Debug)]
struct Span {
    name: String,
    id: Vec<u8>,
    parent: Vec<u8>,
    attributes: Vec<(String, String)>,
}

impl Span {
    fn says(&self, name: &str) -> &str {
        let said = self.attributes.iter().find(|it| it.0 == name);
        said.map_or("", |it| &it.1)
    }
}

/// Attributes: a key and its value each.
fn attributes(bytes: &[u8], field: u64) -> Vec<(String, String)> {
    let one = |it: &[u8]| {
        let value = all(it, 2).first().copied().unwrap_or_default().to_vec();
        let said = fields(&value).into_iter().next().map(|(_, held)| match held {
            Held::Number(it) => it.to_string(),
            Held::Bytes(it) => String::from_utf8_lossy(it).into_owned(),
        });
        (text(it, 1), said.unwrap_or_default())
    };
    all(bytes, field).into_iter().map(one).collect()
}

/// What is attributed to all spans of requests, and the spans.
fn heard(collector: &Collector) -> (Vec<(String, String)>, Vec<Span>) {
    let (mut resource, mut spans) = (Vec::new(), Vec::new());
    for asked in collector.heard() {
        assert_eq!(asked.path(), "/v1/traces");
        assert!(!asked.body.contains(VALUE), "a value is in a span");
        for of_resource in all(&asked.bytes, 1) {
            resource.extend(all(of_resource, 1).into_iter().flat_map(|it| attributes(it, 1)));
            for span in all(of_resource, 2).into_iter().flat_map(|it| all(it, 2)) {
                let bytes = |field| all(span, field).first().copied().unwrap_or_default().to_vec();
                spans.push(Span {
                    name: text(span, 5),
                    id: bytes(2),
                    parent: bytes(4),
                    attributes: attributes(span, 9),
                });
            }
        }
    }
    (resource, spans)
}

fn run(desk: &Desk, url: &str, more: &[&str]) -> Ran {
    desk.file("note.rhai", SCRIPT);
    let name = format!("name={VALUE}");
    let args = ["exec", "note.rhai", "--device", "emulator", "--param", &name];
    let mut command = desk.command(&[&args[..], more].concat());
    command
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", url)
        .env("OTEL_SERVICE_NAME", "front desk")
        .env("OPENAI_API_KEY", "sk-x");
    start(command).end()
}

fn is_built() -> bool {
    if !cfg!(feature = "otlp") {
        skip(Part::Otlp, "the program was built without the feature `otlp`");
    }
    cfg!(feature = "otlp")
}

#[test]
fn a_collector_hears_of_a_run_its_steps_and_its_questions_and_of_no_value() {
    if !is_built() {
        return;
    }
    let (desk, collector) = (Desk::new(), Collector::open());
    let model = FakeModel::new(Answer::Text("I can't say."));
    let ran = run(
        &desk,
        &collector.url,
        &["--llm", "openai:x", "--llm-base-url", &model.url],
    );
    assert!(model.asked() > 0, "{}", ran.err);
    let (resource, spans) = heard(&collector);
    let service = ("service.name".to_owned(), "front desk".to_owned());
    assert!(resource.contains(&service), "{resource:?}");
    let named = |name: &str| -> Vec<&Span> { spans.iter().filter(|it| it.name == name).collect() };
    let runs = named("run");
    assert_eq!(runs.len(), 1, "{spans:#?}");
    let run = runs[0];
    assert_eq!(run.says("function"), "note.rhai");
    assert_eq!(run.says("outcome"), "model_failed");
    let steps = named("step");
    let actions: Vec<&str> = steps.iter().map(|it| it.says("action")).collect();
    assert!(
        actions.starts_with(&["open_app", "click", "input_text"]),
        "{actions:?}"
    );
    assert!(steps[1].says("element").contains("Create a new file or folder"));
    let questions = named("model question");
    assert_eq!(questions[0].says("role"), "ask");
    assert_eq!(questions[0].says("prompt_tokens"), "100");
    for of_run in steps.iter().chain(&questions) {
        assert_eq!(of_run.parent, run.id, "{of_run:?}");
    }
}

#[test]
fn a_collector_hears_of_the_rows_of_a_queue() {
    if !is_built() {
        return;
    }
    let (desk, collector) = (Desk::new(), Collector::open());
    desk.file(
        "note.rhai",
        &SCRIPT.replace("    env_op.ask_mllm(\"Is it there?\", \"bool\");\n", ""),
    );
    desk.file("names.csv", &format!("name\n{VALUE}\n{VALUE} 2\n"));
    desk.run(&[
        "queue",
        "add",
        "note.rhai",
        "--rows",
        "names.csv",
        "--device",
        "emulator",
    ])
    .assert(0, &["2 rows"]);
    let mut command = desk.command(&["queue", "run"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url);
    start(command).end().assert(3, &["2 unchecked"]);
    let (_, spans) = heard(&collector);
    let rows: Vec<&str> = spans
        .iter()
        .filter(|it| it.name == "run")
        .map(|it| it.says("row"))
        .collect();
    assert_eq!(rows, ["1", "2"], "{spans:#?}");
}

#[test]
fn a_collector_that_is_not_there_changes_nothing_of_a_run() {
    if !is_built() {
        return;
    }
    let desk = Desk::new();
    let without = run(&desk, "", &[]);
    let with = run(&desk, "http://127.0.0.1:1", &[]);
    assert_eq!(without.status, with.status);
    assert_eq!(
        without.err.lines().count(),
        with.err.lines().count(),
        "{}",
        with.err
    );
}
