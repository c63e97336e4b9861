//! What is said of files that can't be read: all of it at once, with places and names that may have been meant.

use autorpa_task::{TaskFile, file::Code};

use crate::{WHOLE, whole};

fn problems(text: &str) -> Vec<String> {
    TaskFile::parse(text, "a.task.toml")
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// The lines of all problems of a file whose other half is right.
fn check(rest: &str, expected: &[&str]) {
    let text = format!("format = 1\nname = \"T\"\ngoal = \"Do {{x}}\"\n{rest}");
    let problems = problems(&text);
    let first_lines: Vec<&str> = problems.iter().filter_map(|it| it.lines().next()).collect();
    assert_eq!(first_lines, expected, "\n{text}");
}

const X: &str = "[params.x]\ntype = \"text\"\nexamples = [\"a\"]\n";

#[test]
fn every_problem_is_said_at_once_with_its_place() {
    let text = "format = 1\nname = \"T\"\ngoal = \"Do {x} and {why}\"\nstepbudget = 3\nsandbox = \"no\"\n\
                [params.x]\ntype = \"tekst\"\n[params.y]\ntype = \"text\"\nexamples = [\"a\"]\n\
                [[check]]\nsql = \"a.db\"\nquery = \"select :yy\"\nis = \"{x\"\n";
    let found = problems(text).join("\n");
    assert_eq!(
        found,
        "a.task.toml:3:8: error[task-unknown-parameter]: `why` in `goal` is not a parameter
  = goal: The task as a user says it, with a {slot} for each value.
  = example: goal = \"Create the customer {name}.\"
a.task.toml:4:1: error[task-unknown-key]: `stepbudget` is not a key of a task file
  = did you mean `step_budget`?
  = step_budget: How many steps an agent may take.
  = example: step_budget = 25
a.task.toml:5:11: error[task-wrong-type]: `sandbox` takes true or false, not a text
  = sandbox: Whether exploring may press anything, because nothing here matters.
  = example: sandbox = false
a.task.toml:7:8: error[task-bad-value]: `type` can't be \"tekst\"
  = did you mean `text`?
  = type: What kind of value it is: text, list, number, date, choice, file, secret or totp (the one-time code that a secret gives when it is typed).
  = example: type = \"text\"
a.task.toml:13:9: error[task-unknown-parameter]: `yy` in `query` is not a parameter
  = did you mean `y`?
  = query: The question; `:name` stands for a parameter's value.
  = example: query = \"select count(*) from customer where email = :email\"
a.task.toml:14:6: error[task-bad-value]: `is` has a brace without its partner at character 1; a brace that is meant \
         as text is written twice
  = is: What it must be: the first column of the first row, the nodes of the JSONPath joined by `, `, the whole \
         answer, file or output.
  = example: is = \"1\"",
    );
}

#[test]
fn what_must_be_there_is_missed() {
    let problems = problems("format = 1\n[params.x]\nexamples = []\n");
    let missed: Vec<bool> = ["`name`", "`goal`", "`type`"]
        .iter()
        .map(|key| {
            problems
                .iter()
                .any(|it| it.contains("has no") && it.contains(key))
        })
        .collect();
    assert_eq!(missed, [true; 3], "{problems:?}");
    let none = TaskFile::parse("", "a").unwrap_err();
    assert!(none.iter().all(|problem| problem.code == Code::MissingKey));
}

#[test]
fn another_format_and_no_toml_end_the_reading() {
    assert_eq!(
        problems("format = 2\nwhatever = 1\n")[0].lines().next(),
        Some("a.task.toml:1:10: error[task-format]: this is format 2, and what is read here is format 1")
    );
    let syntax = TaskFile::parse("format = 1\nname = = 3\nnäme = 4\n", "a").unwrap_err();
    assert!(syntax.iter().all(|problem| problem.code == Code::Syntax));
    assert_eq!((syntax[0].line, syntax[0].column), (2, 8));
}

#[test]
fn values_have_the_types_of_their_parameters() {
    check(
        "[params.x]\ntype = \"number\"\nexamples = [1, \"1,5\", 1e3]\n\
         [params.d]\ntype = \"date\"\nexamples = [2026-02-28, \"2026-02-30\"]\n\
         [params.l]\ntype = \"list\"\nexamples = [\"a\"]\n\
         [params.t]\ntype = \"text\"\nexamples = [[\"a\"], \"a\\nb\"]\n\
         [params.s]\ntype = \"secret\"\nenv = \"S\"\nexamples = [\"hunter2\"]\n",
        &[
            "a.task.toml:6:16: error[task-bad-value]: `x` is a number, and \"1,5\" is none",
            "a.task.toml:6:23: error[task-bad-value]: `x` is a number, and \"1e3\" is none",
            "a.task.toml:9:25: error[task-bad-value]: `d` is a date, and \"2026-02-30\" is none; dates are written \
             2026-01-31",
            "a.task.toml:10:9: error[task-missing-key]: `l` has no `examples`, and there are no instances: nothing can \
             be made for it",
            "a.task.toml:12:13: error[task-bad-value]: `l` is a list and takes several values, as in [\"a\", \"b\"]",
            "a.task.toml:13:9: error[task-missing-key]: `t` has no `examples`, and there are no instances: nothing can \
             be made for it",
            "a.task.toml:15:13: error[task-bad-value]: `t` is a text and takes one value, not several",
            "a.task.toml:15:20: error[task-bad-value]: `t` has several lines; say `multiline = true` if that is meant",
            "a.task.toml:19:12: error[task-conflict]: `examples` does not go with the type secret",
        ],
    );
}

#[test]
fn instances_are_compared_with_the_parameters() {
    check(
        &format!("{X}[[instance]]\nX = \"a\"\n[[instance]]\nx = [\"a\"]\n"),
        &[
            "a.task.toml:7:1: error[task-missing-key]: `x` has no value, and is neither optional nor has a default",
            "a.task.toml:8:1: error[task-unknown-parameter]: `X` is not a parameter",
            "a.task.toml:10:5: error[task-bad-value]: `x` is a text and takes one value, not several",
        ],
    );
}

#[test]
fn keys_that_do_not_go_together_are_refused() {
    check(
        &format!(
            "{X}[start]\nurl = \"http://a\"\napp = \"b\"\n[reset]\nnone = true\nfunction = \"f\"\n\
             [[check]]\nsql = \"a.db\"\nquery = \"select 1\"\nis = 1\nshows = [\"a\"]\n\
             [[check]]\nsql = \"a.db\"\nquery = \"select 1\"\n\
             [[check]]\nname = \"nothing\"\n\
             [[check]]\nfile = \"a\"\nabsent = [\"a\"]\n\
             [[check]]\npage = \"/\"\n\
             [[check]]\nunchanged = {{ file = \"a\" }}\nexcept = {{ changed = [\"a\"] }}\n\
             [[check]]\nget = \"/\"\njson = \"name\"\nstatus = 999\nwithin = \"soon\"\n"
        ),
        &[
            "a.task.toml:9:7: error[task-conflict]: a task begins at a `url` or in an `app`, not both",
            "a.task.toml:12:1: error[task-conflict]: `none = true` says that there is no reset, and `function` is one",
            "a.task.toml:17:9: error[task-conflict]: `shows` does not go with a check of `sql`",
            "a.task.toml:18:1: error[task-conflict]: a check of `sql` needs one of `is`, `rows` and `empty`",
            "a.task.toml:21:1: error[task-missing-key]: the check asks nothing: give one of `sql`, `get`, `page`, \
             `shows`, `url`, `file`, `device_file`, `command`, `adb`, `unchanged` and `answer`",
            "a.task.toml:25:10: error[task-wrong-type]: `absent` takes true or false here; texts are for screens",
            "a.task.toml:26:1: error[task-missing-key]: a look at a screen needs one of `shows`, `contains`, `absent` \
             and `row`",
            "a.task.toml:30:22: error[task-conflict]: `changed` is about the files of a `list`; a changed row is one \
             `removed` and one `added`",
            "a.task.toml:33:8: error[task-bad-value]: \"name\" is no JSONPath: they start with `$`",
            "a.task.toml:34:10: error[task-bad-value]: 999 is no HTTP status; they go from 100 to 599",
            "a.task.toml:35:10: error[task-bad-value]: \"soon\" is no length of time; they are written 20s, 500ms or 2m",
        ],
    );
}

#[test]
fn empty_lists_say_nothing() {
    check(
        "[params.x]\ntype = \"text\"\n[[check]]\nshows = []\n",
        &[
            "a.task.toml:4:9: error[task-missing-key]: `x` has no `examples`, and there are no instances: nothing can be \
             made for it",
            "a.task.toml:6:1: error[task-missing-key]: a look at a screen needs one of `shows`, `contains`, `absent` and \
             `row`",
        ],
    );
    let none = "instance = []\n[params.x]\ntype = \"text\"\n";
    check(
        none,
        &[
            "a.task.toml:5:9: error[task-missing-key]: `x` has no `examples`, and there are no instances: nothing can be \
             made for it",
        ],
    );
}

#[test]
fn an_answer_is_known_in_checks_alone() {
    check(
        &format!("{X}[start]\nurl = \"/{{answer}}\"\n[[check]]\nanswer = \"{{answer}}\"\n"),
        &["a.task.toml:8:7: error[task-unknown-parameter]: `answer` in `url` is not a parameter"],
    );
    check(
        &X.replace("[params.x]", "[params.answer]"),
        &[
            "a.task.toml:3:8: error[task-unknown-parameter]: `x` in `goal` is not a parameter",
            "a.task.toml:4:9: error[task-bad-value]: a parameter can't be called `answer`: that name has a meaning of \
             its own",
        ],
    );
}

/// Whatever is cut off, left out or written otherwise: every line is answered with a place in the file.
#[test]
fn a_file_without_one_of_its_lines_is_read_or_answered() {
    let lines: Vec<&str> = WHOLE.lines().collect();
    let mut refused = 0;
    for idx in 0..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(idx);
        if let Err(problems) = TaskFile::parse(&fewer.join("\n"), "a") {
            refused += 1;
            assert!(!problems.is_empty());
            for problem in problems {
                assert!(problem.line >= 1 && problem.line <= lines.len() && problem.column >= 1);
            }
        }
    }
    assert!(refused > lines.len() / 4, "{refused} of {}", lines.len());
    assert_eq!(whole().checks.len(), 14);
}
