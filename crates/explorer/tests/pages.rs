//! The ReAct agent on pages of our own in a real browser, with a model that answers by what the list in its question shows.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_explorer::react::{Options, Sight, act};
use device::{Cancel, Device};
use device_web::{Web, find_chromium};
use llm::{Model, ModelError, Reply, Request, Role, about_tokens};
use serde_json::{Value, json};
use task::{Instance, Params};
use testkit::{Part, there};
use trajectory::{Outcome, Recording};

/// Answers from the list in the question alone, and keeps what it was asked.
struct Reader<F> {
    answer: F,
    asked: Vec<String>,
}

impl<F: Fn(&[Value]) -> Vec<Value> + Send> Model for Reader<F> {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        assert_eq!(request.role, Role::React, "nobody else is asked");
        let question = request.render();
        let lines = question.lines().filter_map(|it| serde_json::from_str(it).ok());
        let lines: Vec<Value> = lines.collect();
        let actions: Vec<String> = (self.answer)(&lines).iter().map(Value::to_string).collect();
        self.asked.push(question);
        let text = format!(
            "### Analysis\nA page.\n### Done\n- nothing yet\n### Plan\n- all\n### Reason\nIt is next.\n### Action\n{}",
            actions.join("\n")
        );
        Ok(Reply {
            text,
            ..Reply::default()
        })
    }

    fn describe(&self) -> String {
        "a reader".to_owned()
    }
}

fn open(html: &str) -> Option<Web> {
    there(Part::Web, find_chromium())?;
    let options = device_web::Options {
        viewport: (900, 1000),
        ..device_web::Options::default()
    };
    let mut url = "data:text/html;charset=utf-8,".to_owned();
    for byte in format!("<!DOCTYPE html><title>Page</title>{html}").bytes() {
        url.push_str(&format!("%{byte:02X}"));
    }
    Some(Web::open_with(&url, options).expect("Chromium starts"))
}

/// What the agent does on a page for a goal, the questions that it takes, and what the page says in the end.
fn done(
    web: &mut Web,
    goal: &str,
    answer: impl Fn(&[Value]) -> Vec<Value> + Send,
) -> (Recording, Vec<String>, Vec<String>) {
    let mut model = Reader {
        answer,
        asked: Vec::new(),
    };
    let options = Options {
        sight: Sight::Text,
        sparing: true,
        ..Options::default()
    };
    let instance = Instance::of_no_type("pages", goal, Params::new());
    let it = act(web, &mut model, &instance, &options, &Cancel::default()).unwrap();
    let says = web
        .observe()
        .unwrap()
        .elements
        .into_iter()
        .filter_map(|it| it.text);
    (it.recording, model.asked, says.collect())
}

fn complete() -> Vec<Value> {
    vec![json!({"action_type": "status", "goal_status": "complete"})]
}

fn says(line: &Value, words: &str) -> bool {
    ["text", "label"].iter().any(|it| line[it] == words)
}

/// The fields of a form and what goes into them.
const FIELDS: [(&str, &str, &str); 10] = [
    ("First name", "text", "Ada"),
    ("Last name", "text", "Lovelace"),
    ("Mail", "email", "ada@example.org"),
    ("Phone", "tel", "555 0100"),
    ("Street", "text", "12 Mill Lane"),
    ("Town", "text", "Ely"),
    ("Code", "text", "CB7 4AB"),
    ("Country", "select", "Norway"),
    ("Seats", "number", "3"),
    ("News", "checkbox", "yes"),
];

/// With each input the page draws all other fields anew, under ids that it makes up, and a line more above them.
fn form() -> String {
    let field = |(label, kind, _): &(&str, &str, &str)| match *kind {
        "select" => {
            format!("<label>{label} <select><option>Chile<option>Norway<option>Samoa</select></label>")
        }
        kind => format!("<label>{label} <input type={kind}></label>"),
    };
    let fields: String = FIELDS.iter().map(field).collect();
    format!(
        r#"<style>label {{ display: block; height: 30px }}</style><div id=told></div>
        <form>{fields}<button>Save</button></form><p id=saved></p>
        <script>
        const all = () => [...document.querySelectorAll("input,select")];
        const value = (it) => it.type === "checkbox" ? (it.checked ? "yes" : "no") : it.value;
        document.addEventListener("input", (event) => {{
            told.innerHTML += "<p>Not saved yet</p>";
            for (const it of all().filter((it) => it !== event.target)) {{
                const anew = it.cloneNode(true);
                anew.id = "f" + Math.random().toString(16).slice(2);
                anew.className = "touched";
                if (it.localName === "select") anew.value = it.value;
                it.replaceWith(anew);
            }}
        }});
        document.forms[0].addEventListener("submit", (event) => {{
            event.preventDefault();
            saved.textContent = "Saved: " + all().map(value).join(" | ");
        }});
        </script>"#
    )
}

/// What a person would answer: as many of the fields that are still empty as one answer may have, then the button.
fn fill(lines: &[Value]) -> Vec<Value> {
    if lines
        .iter()
        .any(|it| it["text"].as_str().is_some_and(|it| it.starts_with("Saved: ")))
    {
        return complete();
    }
    let at = |words: &str, kind: (&str, &str)| {
        let mut all = lines.iter();
        all.find(|it| says(it, words) && it[kind.0] == kind.1)
            .unwrap_or_else(|| panic!("no {words} in {lines:#?}"))
    };
    let mut actions: Vec<Value> = Vec::new();
    for (label, kind, value) in FIELDS {
        let line = at(
            label,
            ("class_name", if kind == "select" { kind } else { "input" }),
        );
        let index = &line["index"];
        let action = match kind {
            "select" if line["value"] != value => {
                json!({"action_type": "select_option", "index": index, "option": value})
            }
            "checkbox" if line["checked"] != true => json!({"action_type": "click", "index": index}),
            "select" | "checkbox" => continue,
            _ if line["value"].as_str().unwrap_or_default().is_empty() => {
                json!({"action_type": "input_text", "index": index, "text": value, "clear_text": true})
            }
            _ => continue,
        };
        actions.push(action);
    }
    actions.push(json!({"action_type": "click", "index": at("Save", ("role", "button"))["index"]}));
    actions.truncate(5);
    actions
}

#[test]
fn a_form_of_ten_fields_that_is_drawn_anew_takes_four_questions() {
    let Some(mut web) = open(&form()) else { return };
    let values: Vec<String> = FIELDS.iter().map(|it| format!("{} {}", it.0, it.2)).collect();
    let goal = format!("Save the form with {}.", values.join(", "));
    let (recording, asked, page) = done(&mut web, &goal, fill);
    assert_eq!(
        recording.ending.outcome,
        Outcome::Unchecked,
        "{:?}",
        recording.ending
    );
    let saved: Vec<&str> = FIELDS.iter().map(|it| it.2).collect();
    let saved = format!("Saved: {}", saved.join(" | "));
    assert!(page.contains(&saved), "{page:?}");
    assert_eq!(recording.steps.len(), FIELDS.len() + 2);
    // Ten fields and the button are three answers of five actions at most; the end is one of its own.
    assert_eq!(asked.len(), 4);
}

/// So many rows, all in view, each with a button and a drawing; what is pressed is told below.
const ROWS: usize = 400;

fn table() -> String {
    format!(
        r#"<style>table {{ font-size: 6px; line-height: 2px; border-spacing: 0 }} td {{ padding: 0; height: 2px }}
        button {{ font-size: 2px; line-height: 2px; height: 2px; padding: 0; border: 0 }} svg {{ width: 2px; height: 2px }}</style>
        <p id=told></p><label>Find <input></label><table></table>
        <script>
        const rows = [...Array({ROWS}).keys()].map((it) => `<tr><td><svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg></td>
            <td>A-${{1000 + it}}</td><td>Person ${{it}}</td><td><button>Open</button></td></tr>`);
        document.querySelector("table").innerHTML = rows.join("");
        document.addEventListener("click", (event) => {{
            const row = event.target.closest("tr");
            if (row && event.target.matches("button")) told.textContent = "Opened " + row.cells[1].textContent;
        }});
        </script>"#
    )
}

/// The button that stands behind a cell with these words.
fn button_behind<'l>(lines: &'l [Value], words: &str) -> Option<&'l Value> {
    let cell = lines.iter().position(|it| says(it, words))?;
    lines[cell..].iter().find(|it| says(it, "Open"))
}

#[test]
fn a_page_of_many_rows_is_folded_around_the_row_that_the_goal_names() {
    let Some(mut web) = open(&table()) else { return };
    let answer = |lines: &[Value]| {
        if lines.iter().any(|it| says(it, "Opened A-1217")) {
            return complete();
        }
        let row = button_behind(lines, "A-1217").expect("the row of the goal is shown");
        vec![json!({"action_type": "click", "index": row["index"]})]
    };
    let (_, asked, page) = done(&mut web, "Open A-1217.", answer);
    assert!(page.contains(&"Opened A-1217".to_owned()), "{page:?}");
    let list = list_of(&asked[0]);
    assert!(about_tokens(&list) < 3_000, "{list}");
    assert!(
        list.contains("\"label\":\"Find\"") && list.contains(r#""left_out":214"#),
        "{list}"
    );
    assert!(
        list.contains(r#"{"left_out":400,"of":"graphics without a name"}"#),
        "{list}"
    );
}

/// What no word of the goal names is seen where it is asked for, and acted on by the index that it has there.
#[test]
fn what_is_folded_is_shown_when_it_is_asked_for() {
    let Some(mut web) = open(&table()) else { return };
    let answer = |lines: &[Value]| {
        if lines.iter().any(|it| says(it, "Opened A-1150")) {
            return complete();
        }
        if let Some(button) = button_behind(lines, "A-1150") {
            return vec![json!({"action_type": "click", "index": button["index"]})];
        }
        let behind = |it: &&Value| it["left_out"].is_u64() && it["indices"].is_array();
        let fold = lines.iter().find(behind).expect("it is left out");
        let [first, last] = [0, 1].map(|it| fold["indices"][it].as_u64().unwrap());
        // The third of the rows and a little more is where it must be.
        let index = first + (last - first) * 7 / 20;
        vec![json!({"action_type": "show_more", "index": index})]
    };
    let (recording, asked, page) = done(&mut web, "Open the order after the last of March.", answer);
    assert!(page.contains(&"Opened A-1150".to_owned()), "{page:?}");
    assert_eq!((asked.len(), recording.steps.len()), (3, 2));
    assert!(asked[0].contains("show_more") && list_of(&asked[0]).contains("left_out"));
    assert!(about_tokens(&list_of(&asked[1])) < 2 * 3_000);
}

/// The list in a question, line by line.
fn list_of(question: &str) -> String {
    let (_, list) = question.split_once("\nApp: ").unwrap();
    list.split("\n```").next().unwrap().to_owned()
}
