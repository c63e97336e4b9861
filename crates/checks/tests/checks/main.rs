//! Resets and checks against real parts: SQLite files, a server on this machine, programs, files and screens.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod command;
mod file;
mod http;
#[cfg(feature = "postgres")]
mod postgres;
mod screen;
mod sql;

use std::{fs, path::Path};

use autorpa_checks::{Plan, Snapshot};
use device::{Cancel, Verdict};
use rusqlite::Connection;
use task::{Instance, TaskFile, file::SUFFIX};
use tempfile::TempDir;

/// A directory with a task file in it.
struct Task {
    dir: TempDir,
    text: String,
}

impl Task {
    /// A task about a name and a text, with these tables besides.
    fn new(rest: &str) -> Self {
        Self::named("Ada Lovelace", rest)
    }

    fn named(name: &str, rest: &str) -> Self {
        let name = toml_text(name);
        let text = format!(
            "format = 1\nname = \"T\"\ngoal = \"Save {{name}}, tagged {{tags*}}\"\n\
             [params.name]\ntype = \"text\"\nmultiline = true\nexamples = [{name}]\n\
             [params.tags]\ntype = \"list\"\nexamples = [[\"x\", \"y\"]]\n\
             [params.size]\ntype = \"number\"\nexamples = [1]\n{rest}"
        );
        let dir = TempDir::new().expect("there is a temporary directory");
        Self { dir, text }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn plan(&self) -> Plan {
        Plan::new(&self.file(), self.path()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn file(&self) -> TaskFile {
        TaskFile::parse(&self.text, "a.task.toml").unwrap_or_else(|problems| {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("{}\n{}", problems.join("\n"), self.text)
        })
    }

    fn instance(&self) -> Instance {
        self.file().instance(0)
    }

    fn begin(&self) -> Snapshot {
        let plan = self.plan();
        plan.begin(&self.instance().params, None, &Cancel::default())
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Judge without a device.
    fn judge(&self, before: &Snapshot) -> Verdict {
        let params = self.instance().params;
        self.plan().judge(&params, None, None, before, &Cancel::default())
    }

    /// What is said where nothing was kept before.
    fn verdict(&self) -> String {
        said(&self.judge(&self.begin()))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a directory")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    /// A database with customers.
    fn database(&self, rows: &[(&str, &str)]) -> Connection {
        let connection = Connection::open(self.path().join("crm.db")).expect("it can be opened");
        connection
            .execute_batch("create table customer (id integer primary key, name text, email text, size int)")
            .expect("it is a statement");
        for (name, email) in rows {
            add(&connection, name, email);
        }
        connection
    }
}

fn add(connection: &Connection, name: &str, email: &str) {
    connection
        .execute(
            "insert into customer (name, email, size) values (?, ?, 1)",
            [name, email],
        )
        .expect("it can be added");
}

fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A verdict and its evidence, a line each.
fn said(verdict: &Verdict) -> String {
    let (word, evidence) = match verdict {
        Verdict::Reached { evidence } => ("reached".to_owned(), evidence),
        Verdict::NotReached { credit, evidence } => (format!("not reached {credit:.2}"), evidence),
        Verdict::Unknown { evidence } => ("unknown".to_owned(), evidence),
    };
    [word]
        .iter()
        .chain(evidence.for_people())
        .cloned()
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn without_a_check_nobody_can_tell() {
    assert_eq!(Task::new("").verdict(), "unknown\nthe task file has no check");
}

#[test]
fn expressions_and_paths_are_read_before_anything_runs() {
    let task = Task::new(
        "[start]\nurl = \"http://a/{uper_case(name)}\"\n\
         [[check]]\nname = \"named\"\nget = \"/\"\njson = \"$[\"\nis = \"{part(name)}\"\n",
    );
    let error = Plan::new(&task.file(), task.path()).unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(
        lines[0],
        "start and reset: `{uper_case(name)}`: there is no function `uper_case`; did you mean `upper_case` or \
         `lower_case` or `number_as`?"
    );
    assert!(
        lines[1].starts_with("named: `{part(name)}`: `part` takes other arguments"),
        "{error}"
    );
    assert!(lines[2].starts_with("named: \"$[\" is no JSONPath"), "{error}");
}

#[test]
fn the_examples_can_be_read_and_planned() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tasks");
    let mut read = 0;
    for suite in fs::read_dir(examples).unwrap().map(Result::unwrap) {
        if !suite.path().is_dir() {
            continue;
        }
        for entry in fs::read_dir(suite.path()).unwrap().map(Result::unwrap) {
            let path = entry.path();
            let name = path.display().to_string();
            if !name.ends_with(SUFFIX) {
                continue;
            }
            let file = TaskFile::parse(&fs::read_to_string(&path).unwrap(), &name)
                .unwrap_or_else(|problems| panic!("{}", problems[0]));
            assert_eq!(file.suite, suite.file_name().to_string_lossy());
            assert_eq!(TaskFile::parse(&file.to_toml(), &name).as_ref(), Ok(&file));
            Plan::new(&file, &suite.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(file.instance_count() >= 2, "{name}");
            read += 1;
        }
    }
    assert!(read >= 6, "{read}");
}

#[test]
fn a_cancelled_judge_ends_at_once() {
    let task = Task::new("[[check]]\nwithin = \"60s\"\nfile = \"never\"\n");
    let cancel = Cancel::default();
    cancel.cancel();
    let verdict = task
        .plan()
        .judge(&task.instance().params, None, None, &task.begin(), &cancel);
    assert_eq!(
        said(&verdict),
        "unknown\ncheck 1 (file): can't be checked: it was cancelled"
    );
}

#[test]
fn an_answer_is_compared_with_what_is_expected() {
    let task = Task::new("[[check]]\nanswer = \"{upper_case(name)}\"\n");
    let before = task.begin();
    let params = task.instance().params;
    let judge = |answer| {
        let cancel = Cancel::default();
        said(&task.plan().judge(&params, answer, None, &before, &cancel))
    };
    assert_eq!(judge(Some(" ADA LOVELACE\n")), "reached\ncheck 1 (answer): holds");
    assert_eq!(
        judge(Some("Ada")),
        "not reached 0.00\ncheck 1 (answer): expected \"ADA LOVELACE\", the answer is \"Ada\""
    );
    assert_eq!(
        judge(None),
        "not reached 0.00\ncheck 1 (answer): expected \"ADA LOVELACE\", nothing was answered"
    );
}

/// Where the part is required, a run without the feature is no run of its test.
#[cfg(not(feature = "postgres"))]
#[test]
fn postgres_is_built_where_it_is_required() {
    if testkit::is_required(testkit::Part::Postgres) {
        testkit::skip(
            testkit::Part::Postgres,
            "the crate was built without the feature `postgres`",
        );
    }
}
