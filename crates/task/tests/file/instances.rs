//! Instances: rows, CSV files, and what is made of examples.

use std::collections::HashSet;

use autorpa_task::{Value, file::Instances};

use crate::{parse, whole};

const TWO: &str = r#"
format = 1
name = "T"
goal = "Say {word} to {who} and {whom}."
[params.word]
type = "text"
examples = ["hello", "bye"]
[params.who]
type = "text"
examples = ["Ada", "Bob", "Cid"]
[params.whom]
type = "choice"
options = ["x", "y"]
"#;

#[test]
fn seeds_differ_until_every_combination_was_there() {
    let file = parse(TWO);
    assert_eq!(file.instance_count(), 12);
    let goals: Vec<String> = (0..13).map(|seed| file.instance(seed).goal).collect();
    // The examples stand side by side first.
    assert_eq!(goals[0], "Say hello to Ada and x.");
    assert_eq!(goals[1], "Say bye to Bob and y.");
    assert_eq!(goals.iter().take(12).collect::<HashSet<_>>().len(), 12);
    assert_eq!(goals[12], goals[0]);
    assert_eq!(file.instance(7), file.instance(7));
}

#[test]
fn an_instance_has_every_parameter_but_no_secret() {
    let file = whole();
    let instance = file.instance(0);
    let names: Vec<&str> = instance.params.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "name", "email", "country", "born", "size", "note", "tags", "picture"
        ]
    );
    assert_eq!(instance.params["note"], Value::from(""));
    assert_eq!(instance.params["picture"], Value::from("a.png"));
    assert_eq!(instance.params["size"], Value::from("3"));
    assert_eq!(instance.params["born"], Value::from("1815-12-10"));
    assert!(
        instance.goal.ends_with("in Netherlands, tagged a and b."),
        "{}",
        instance.goal
    );
    assert!(file.task_type().params.iter().all(|param| param.name != "token"));
    assert_eq!(file.secrets().count(), 1);
}

#[test]
fn a_unique_value_never_comes_twice() {
    let file = whole();
    let emails: HashSet<String> = (0..9)
        .map(|seed| file.instance(seed).params["email"].to_string())
        .collect();
    assert_eq!(emails.len(), 9);
    assert!(emails.contains("grace2@example.org"), "{emails:?}");
}

#[test]
fn rows_are_taken_in_order_and_completed() {
    let file = parse(&format!(
        "{TWO}[params.more]\ntype = \"list\"\noptional = true\n\
         [[instance]]\nwho = \"Eve\"\nword = \"hi\"\nwhom = \"y\"\n\
         [[instance]]\nwho = \"Zoe\"\nword = \"hi\"\nwhom = \"y\"\nmore = [\"a\", 2]\n"
    ));
    assert_eq!(file.instance_count(), 2);
    assert_eq!(file.instance(0).goal, "Say hi to Eve and y.");
    assert_eq!(file.instance(0).params["more"], Value::List(vec![]));
    let more = vec!["a".to_owned(), "2".to_owned()];
    assert_eq!(file.instance(3).params["more"], Value::List(more));
}

#[test]
fn a_csv_gives_rows_and_its_problems_have_places() {
    let text = TWO.replace("format = 1", "format = 1\ninstances = \"rows.csv\"");
    let file = parse(&format!(
        "{text}[params.more]\ntype = \"list\"\noptional = true\n"
    ));
    assert_eq!(file.instances, Instances::Csv("rows.csv".to_owned()));
    let csv = "who,word,whom,more\n\"Eve, \"\"the\"\" first\",hi,y,a; b\nZoe,hi,x,\n";
    let with = file.clone().with_rows(csv, "rows.csv").unwrap();
    assert_eq!(with.instance(0).goal, "Say hi to Eve, \"the\" first and y.");
    assert_eq!(with.instance(0).params["more"].to_string(), "a, b");
    assert_eq!(with.instance(1).params["more"], Value::List(vec![]));

    let wrong = "who,wrod,whom\nEve,hi,y\nZoe,hi,z\nEve\n";
    let problems: Vec<String> = file
        .with_rows(wrong, "rows.csv")
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        problems,
        [
            "rows.csv:1:1: error[task-unknown-parameter]: the column `wrod` is not a parameter\n  = did you mean \
             `word`?",
            "rows.csv:2:1: error[task-missing-key]: `word` has no value, and is neither optional nor has a default",
            "rows.csv:3:1: error[task-bad-value]: `whom` has no option \"z\"; it has x, y",
            "rows.csv:3:1: error[task-missing-key]: `word` has no value, and is neither optional nor has a default",
            "rows.csv:4:1: error[task-syntax]: CSV error: record 3 (line: 4, byte: 32): found record with 1 fields, \
             but the previous record has 3 fields",
        ]
    );
}

const NASTY: &str = r#"
format = 1
name = "T"
goal = "Say {word} to {who}."
[params.word]
type = "text"
examples = ["hello", "bye"]
any_text = true
[params.who]
type = "text"
examples = ["Ada", "Bob", "Cid"]
nasty = ["O'Neill", "Łódź"]
"#;

#[test]
fn each_seldom_value_stands_in_one_adversarial_instance() {
    let file = parse(NASTY);
    let all: Vec<_> = (0..).map_while(|n| file.adversarial(n)).collect();
    let goals: Vec<&str> = all.iter().map(|it| it.goal.as_str()).collect();
    assert_eq!(
        goals[..3],
        [
            "Say hello's \"other\" one to Ada.",
            "Say hello čtvrtek Анна 日本 to Bob.",
            "Say 100% hello <b>&amp;</b> {0} C:\\new to Cid."
        ]
    );
    assert!(goals[3].len() > 100, "{}", goals[3]);
    assert_eq!(goals[4..], ["Say hello to O'Neill.", "Say bye to Łódź."]);
    // The seed says it all: it is made again by that.
    for it in &all {
        assert_eq!(file.instance(it.seed), *it);
    }
    assert_eq!(parse(TWO).adversarial(0), None, "nobody asked for any");
}

#[test]
fn a_seldom_value_is_of_the_parameters_type() {
    let bad = NASTY.replace("nasty = [\"O'Neill\", \"Łódź\"]", "nasty = [\"two\\nlines\"]");
    let problems = autorpa_task::TaskFile::parse(&bad, "s").expect_err("it has two lines");
    assert!(format!("{problems:?}").contains("several lines"), "{problems:?}");
}
