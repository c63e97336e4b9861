//! From a task type to the text of its file.

use std::time::Duration;

use indexmap::IndexMap;
use jiff::SignedDuration;
use toml::Value as Toml;

use super::{
    check::{
        self, Check, Document, Except, JsonIs, Machine, OnScreen, Place, Query, Question, RowsAre, Source,
    },
    formula::Formula,
    param::{Param, ParamKind, SecretSource},
    reset::{self, Request, Reset, ResetStep, Script},
    task_file::{FORMAT, Instances, TaskFile},
};
use crate::params::Value;

pub(super) fn print(file: &TaskFile) -> String {
    let mut out = Printer::default();
    out.line("format", i64::try_from(FORMAT).unwrap_or(i64::MAX));
    out.line("name", file.name.as_str());
    out.line("suite", file.suite.as_str());
    out.line("goal", file.goal.to_string());
    out.line("step_budget", whole(file.step_budget));
    out.line("sandbox", file.sandbox);
    if let Instances::Csv(path) = &file.instances {
        out.line("instances", path.as_str());
    }
    start(&mut out, file);
    out.header("[touch]");
    out.list("origins", &file.touch.origins);
    out.list("apps", &file.touch.apps);
    for it in &file.params {
        out.header(&format!("[params.{}]", it.name));
        param(&mut out, it);
    }
    if let Instances::Rows(rows) = &file.instances {
        for row in rows {
            out.header("[[instance]]");
            for (name, value) in row {
                out.line(name, value_of(value));
            }
        }
    }
    print_reset(&mut out, &file.reset);
    for it in &file.irreversible {
        out.header("[[irreversible]]");
        out.line("step", it.step.as_str());
        out.maybe("say", it.say.as_deref());
    }
    for it in &file.checks {
        out.header("[[check]]");
        print_check(&mut out, it);
    }
    out.text
}

/// Lines of a file. A table whose header nothing follows is left out where it says nothing.
#[derive(Default)]
struct Printer {
    text: String,
}

impl Printer {
    fn header(&mut self, header: &str) {
        self.text.push('\n');
        self.text.push_str(header);
        self.text.push('\n');
    }

    fn line(&mut self, key: &str, value: impl Into<Toml>) {
        self.text.push_str(&format!("{key} = {}\n", value.into()));
    }

    fn maybe<T: Into<Toml>>(&mut self, key: &str, value: Option<T>) {
        if let Some(value) = value {
            self.line(key, value);
        }
    }

    fn list(&mut self, key: &str, texts: &[String]) {
        if !texts.is_empty() {
            self.line(key, texts.to_vec());
        }
    }

    fn formulas(&mut self, key: &str, formulas: &[Formula]) {
        if !formulas.is_empty() {
            self.line(key, all(formulas));
        }
    }

    fn map(&mut self, key: &str, map: &IndexMap<String, Formula>) {
        if !map.is_empty() {
            let entry =
                |(name, formula): (&String, &Formula)| (name.clone(), Toml::from(formula.to_string()));
            self.line(key, Toml::Table(map.iter().map(entry).collect()));
        }
    }

    fn duration(&mut self, key: &str, duration: Duration, default: Duration) {
        if duration != default {
            // A length that is too long for its type was never read.
            let duration = SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX);
            self.line(key, format!("{duration:#}"));
        }
    }
}

fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn all(formulas: &[Formula]) -> Vec<String> {
    formulas.iter().map(ToString::to_string).collect()
}

fn value_of(value: &Value) -> Toml {
    match value {
        Value::Text(text) => Toml::from(text.as_str()),
        Value::List(entries) => Toml::from(entries.clone()),
    }
}

fn start(out: &mut Printer, file: &TaskFile) {
    let start = &file.start;
    out.header("[start]");
    out.maybe("device", start.device.as_deref());
    place(out, "url", &start.place);
    out.maybe("base", start.base.as_deref());
    out.maybe("login", start.login.as_deref());
    out.maybe("shows", start.shows.as_ref().map(ToString::to_string));
}

fn place(out: &mut Printer, page: &str, place: &Place) {
    match place {
        Place::Here => {}
        Place::Url(url) => out.line(page, url.to_string()),
        Place::App(app) => out.line("app", app.as_str()),
    }
}

fn param(out: &mut Printer, param: &Param) {
    out.line("type", param.kind.word());
    out.maybe("about", param.about.as_deref());
    match &param.kind {
        ParamKind::Text { multiline: true } => out.line("multiline", true),
        ParamKind::Choice { options } => out.list("options", options),
        ParamKind::Secret(source) | ParamKind::Totp(source) => match source {
            SecretSource::Env(name) => out.line("env", name.as_str()),
            SecretSource::File(path) => out.line("file", path.as_str()),
            SecretSource::Command(command) => out.list("command", command),
        },
        ParamKind::Text { multiline: false }
        | ParamKind::List
        | ParamKind::Number
        | ParamKind::Date
        | ParamKind::File => {}
    }
    for (key, values) in [("examples", &param.examples), ("nasty", &param.nasty)] {
        if !values.is_empty() {
            out.line(key, values.iter().map(value_of).collect::<Vec<_>>());
        }
    }
    out.maybe("default", param.default.as_ref().map(value_of));
    for (key, flag) in [
        ("any_text", param.any_text),
        ("optional", param.optional),
        ("unique", param.unique),
    ] {
        if flag {
            out.line(key, true);
        }
    }
}

fn print_reset(out: &mut Printer, reset: &Reset) {
    match reset {
        Reset::Unsaid => {}
        Reset::None => {
            out.header("[reset]");
            out.line("none", true);
        }
        Reset::Steps { steps, timeout } => {
            out.header("[reset]");
            for step in steps {
                reset_step(out, step);
            }
            out.duration("timeout", *timeout, reset::TIMEOUT);
        }
    }
}

fn reset_step(out: &mut Printer, step: &ResetStep) {
    match step {
        ResetStep::Command(command) => out.formulas("command", command),
        ResetStep::Http(Request {
            url,
            method,
            body,
            headers,
            expect,
        }) => {
            out.line("http.url", url.to_string());
            out.line("http.method", method.as_str());
            out.maybe("http.body", body.as_ref().map(ToString::to_string));
            out.map("http.headers", headers);
            out.maybe("http.expect", expect.map(i64::from));
        }
        ResetStep::Sql { database, script } => {
            out.line("sql.database", database.to_string());
            match script {
                Script::Statements(all) => out.list("sql.statements", all),
                Script::File(path) => out.line("sql.script", path.as_str()),
            }
        }
        ResetStep::Function(name) => out.line("function", name.as_str()),
    }
}

fn print_check(out: &mut Printer, check: &Check) {
    out.maybe("name", check.name.as_deref());
    out.duration("within", check.within, check::WITHIN);
    let text = |formula: &Formula| formula.to_string();
    match &check.question {
        Question::Sql { query: asked, expect } => {
            query(out, "", asked);
            match expect {
                RowsAre::First(is) => out.line("is", text(is)),
                RowsAre::All(rows) => {
                    let rows = rows.iter().map(|row| Toml::from(all(row)));
                    out.line("rows", rows.collect::<Vec<_>>());
                }
                RowsAre::Empty(empty) => out.line("empty", *empty),
            }
        }
        Question::Http {
            document,
            status,
            expect,
        } => {
            print_document(out, "", document);
            out.maybe("status", status.map(i64::from));
            let JsonIs {
                is,
                contains,
                count,
                absent,
            } = expect;
            out.maybe("is", is.as_ref().map(text));
            out.formulas("contains", contains);
            out.maybe("count", count.map(whole));
            out.maybe("absent", *absent);
        }
        Question::Screen { place: at, expect } => {
            place(out, "page", at);
            let OnScreen {
                shows,
                contains,
                absent,
                row,
                count,
            } = expect;
            out.formulas("shows", shows);
            out.formulas("contains", contains);
            out.formulas("absent", absent);
            out.formulas("row", row);
            out.maybe("count", count.map(whole));
        }
        Question::Address(url) => out.line("url", text(url)),
        Question::File { of, path, expect } => {
            out.line(file_of(*of), text(path));
            out.maybe("is", expect.is.as_ref().map(text));
            out.formulas("contains", &expect.contains);
            if expect.absent {
                out.line("absent", true);
            }
        }
        Question::Command {
            on,
            command,
            exit,
            expect,
        } => {
            out.formulas(command_on(*on), command);
            out.line("exit", i64::from(*exit));
            out.maybe("is", expect.is.as_ref().map(text));
            out.formulas("contains", &expect.contains);
        }
        Question::Unchanged { of, except } => unchanged(out, of, except),
        Question::Answer(answer) => out.line("answer", text(answer)),
    }
}

/// The key of a file.
fn file_of(machine: Machine) -> &'static str {
    match machine {
        Machine::Computer => "file",
        Machine::Device => "device_file",
    }
}

/// The key of a command.
fn command_on(machine: Machine) -> &'static str {
    match machine {
        Machine::Computer => "command",
        Machine::Device => "adb",
    }
}

fn query(out: &mut Printer, table: &str, query: &Query) {
    out.line(&format!("{table}sql"), query.database.to_string());
    out.line(&format!("{table}query"), query.sql.as_str());
    out.map(&format!("{table}bind"), &query.bind);
}

fn print_document(out: &mut Printer, table: &str, document: &Document) {
    out.line(&format!("{table}get"), document.url.to_string());
    out.map(&format!("{table}headers"), &document.headers);
    out.maybe(&format!("{table}json"), document.json.as_deref());
}

fn unchanged(out: &mut Printer, of: &Source, except: &Except) {
    match of {
        Source::Sql(asked) => query(out, "unchanged.", asked),
        Source::Http(document) => print_document(out, "unchanged.", document),
        Source::File(of, path) => out.line(&format!("unchanged.{}", file_of(*of)), path.to_string()),
        Source::List(path) => out.line("unchanged.list", path.to_string()),
        Source::Command(on, command) => out.formulas(&format!("unchanged.{}", command_on(*on)), command),
    }
    out.formulas("except.added", &except.added);
    out.formulas("except.removed", &except.removed);
    out.formulas("except.changed", &except.changed);
}
