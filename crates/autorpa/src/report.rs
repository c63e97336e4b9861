//! A run's record as one HTML page that needs nothing else.

use base64::{Engine, engine::general_purpose::STANDARD};
use minijinja::{AutoEscape, Environment, value::Serde};
use queue::Server;
use serde::Serialize;
use settings::{Call, Request};
use trajectory::{Bank, BankError, Outcome, Picture, RunRecord, RunStep, Runs};
use ui::visible;

use crate::{
    Autorpa,
    error::Error,
    shown::{time, title_in},
};

/// How reports look: colours for light and dark, and all of [`Autorpa::report_part`].
pub const REPORT_STYLE: &str = include_str!("report.css");

/// What the page shows. Every text is escaped where it is put in.
#[derive(Serialize)]
struct Page {
    id: String,
    function: String,
    goal: String,
    began: String,
    seconds: Option<f64>,
    row: Option<usize>,
    resumes: Option<String>,
    suite: String,
    task_type: String,
    outcome: String,
    ended: bool,
    why: Option<String>,
    answer: Option<String>,
    params: Vec<(String, String)>,
    before: Vec<(String, &'static str)>,
    steps: Vec<Step>,
    /// Why it did not go on after the last step, where no step failed.
    stopped: Option<String>,
    healed: Vec<String>,
    /// What proposes it as an update of the function.
    heal: String,
    changes: Vec<String>,
    network: Vec<String>,
    read_by: Vec<String>,
    pictures: Vec<ReportPicture>,
}

#[derive(Serialize)]
struct Step {
    at: f64,
    took: String,
    step: String,
    error: Option<String>,
    /// Whether the run ended with it.
    failed: bool,
}

#[derive(Serialize)]
struct ReportPicture {
    when: String,
    at: f64,
    /// The PNG file, or where it is; `None` where it is gone.
    source: Option<String>,
    gone: String,
}

impl Autorpa {
    /// The names of the newest runs, the newest first, so many at most.
    pub fn newest_runs(&self, most: usize) -> Result<Vec<String>, Error> {
        let runs = Runs::of(&self.home.bank).ids().map_err(Error::kept)?;
        Ok(runs.into_iter().rev().take(most).collect())
    }

    /// The record of a run as a page: its name, the beginning of it, or `last`; of a row of a queue on a server the name that
    /// its results say, `RUN@HOME`.
    pub fn report(&self, run: &str) -> Result<String, Error> {
        self.report_of(self.record_of(run, None)?)
    }

    /// The same. A record of another machine is fetched from this server.
    pub fn report_from(&self, run: &str, server: Option<&Server>) -> Result<String, Error> {
        self.report_of(self.record_of(run, server)?)
    }

    fn report_of(&self, record: RunRecord) -> Result<String, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let inside = |it: &Picture| {
            let png = bank.screenshot(&it.sha256)?;
            Ok(format!("data:image/png;base64,{}", STANDARD.encode(png)))
        };
        html("report", &record, inside).map_err(Error::kept)
    }

    /// The same without its screens, as a part of another page, which has [`REPORT_STYLE`].
    pub fn report_part(&self, run: &str) -> Result<String, Error> {
        let unseen = |it: &Picture| Ok(it.sha256.clone());
        html("body", &self.record_of(run, None)?, unseen).map_err(Error::kept)
    }

    /// A picture that a record names, as a PNG file.
    pub fn picture(&self, sha256: &str) -> Result<Vec<u8>, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        bank.screenshot(sha256).map_err(Error::usage)
    }

    pub(crate) fn record_of(&self, run: &str, server: Option<&Server>) -> Result<RunRecord, Error> {
        let (runs, id) = match run.split_once('@') {
            Some(_) => self.record_of_row(run, server)?,
            None => {
                let runs = Runs::of(&self.home.bank);
                let id = runs.resolve(run).map_err(Error::usage)?;
                (runs, id)
            }
        };
        let mut record = runs.load(&id).map_err(Error::kept)?;
        record.begins.function = title_in(&self.home.library, &record.begins.function);
        Ok(record)
    }
}

fn html(
    template: &str,
    record: &RunRecord,
    picture: impl Fn(&Picture) -> Result<String, BankError>,
) -> Result<String, minijinja::Error> {
    let mut engine = Environment::new();
    engine.set_auto_escape_callback(|_| AutoEscape::Html);
    engine.add_template("report", include_str!("report.html"))?;
    engine.add_template("body", include_str!("report_body.html"))?;
    engine.add_template("style", REPORT_STYLE)?;
    engine
        .get_template(template)?
        .render(Serde(page(record, picture)))
}

fn page(record: &RunRecord, picture: impl Fn(&Picture) -> Result<String, BankError>) -> Page {
    let text = |it: &str| visible(it).into_owned();
    let texts = |all: &[String]| all.iter().map(|it| text(it)).collect::<Vec<_>>();
    let begins = &record.begins;
    let end = record.end.as_ref();
    let shown = |it: &Picture| {
        let source = picture(it);
        ReportPicture {
            when: match it.after {
                0 => "Before the first step".to_owned(),
                after => format!("After step {after}"),
            },
            at: it.at,
            gone: source.as_ref().err().map(ToString::to_string).unwrap_or_default(),
            source: source.ok(),
        }
    };
    let says = |holds: Option<bool>| match holds {
        Some(true) => "holds",
        Some(false) => "does not hold",
        None => "can't be asked",
    };
    Page {
        id: record.id.clone(),
        function: text(&begins.function),
        goal: text(&begins.instance.goal),
        began: time(begins.at),
        seconds: end.map(|it| it.at),
        row: begins.row,
        resumes: begins.resumes.clone(),
        suite: text(&begins.instance.suite),
        task_type: text(&begins.instance.task_type),
        outcome: end.map_or("cut off", |it| it.outcome.name()).to_owned(),
        ended: end.is_some(),
        why: end
            .and_then(|it| it.diagnostic.as_ref())
            .map(|it| text(&it.render(&begins.function, ""))),
        answer: end.and_then(|it| it.answer.as_deref()).map(text),
        params: (begins.instance.params.iter())
            .map(|(name, value)| (text(name), text(&value.to_string())))
            .collect(),
        before: (record.before.iter().flatten())
            .map(|it| (text(&it.check), says(it.holds)))
            .collect(),
        steps: steps(record),
        stopped: stopped(record).map(|it| text(&it)),
        healed: end.map(|it| texts(&it.healed)).unwrap_or_default(),
        heal: text(&Call::new(Request::Heal).of(&begins.function).to_string()),
        changes: end.map(|it| texts(&it.changes)).unwrap_or_default(),
        network: end.map(|it| texts(&it.network)).unwrap_or_default(),
        read_by: end.map(|it| texts(&it.read_by)).unwrap_or_default(),
        pictures: record.pictures.iter().map(shown).collect(),
    }
}

/// The steps; the last is marked where the run ended with it, and not well.
fn steps(record: &RunRecord) -> Vec<Step> {
    let mut steps: Vec<Step> = record.steps.iter().map(step).collect();
    if let Some(last) = steps.last_mut() {
        last.failed = in_last(record);
    }
    steps
}

/// Whether a run ended with its last step, and not well. One without an end may go on.
fn in_last(record: &RunRecord) -> bool {
    let wrong = record.end.as_ref().is_some_and(|it| went_wrong(it.outcome));
    let refused = |it: &RunStep| it.acted.as_ref().is_none_or(|it| it.error.is_some());
    wrong && record.steps.last().is_some_and(refused)
}

/// Why a run did not go on, where none of its steps failed: an element was not found, say.
fn stopped(record: &RunRecord) -> Option<String> {
    let end = record.end.as_ref().filter(|it| went_wrong(it.outcome))?;
    let diagnostic = end.diagnostic.as_ref().filter(|_| !in_last(record))?;
    Some(diagnostic.message.clone())
}

/// Whether a run did not come to its own end.
pub(crate) fn went_wrong(outcome: Outcome) -> bool {
    !matches!(
        outcome,
        Outcome::Reached | Outcome::Unchecked | Outcome::NotReached
    )
}

fn step(it: &RunStep) -> Step {
    let took = it.acted.as_ref().map(|acted| acted.at - it.acts.at);
    Step {
        at: it.acts.at,
        took: took.map_or_else(|| "cut off".to_owned(), |it| format!("{it:.3} s")),
        step: visible(&it.acts.step).into_owned(),
        error: it
            .acted
            .as_ref()
            .and_then(|it| it.error.as_deref())
            .map(|it| visible(it).into_owned()),
        failed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stands_alone_and_nothing_in_it_is_markup() {
        let lines = r#"{"what":"begins","version":1,"at":1.5,"function":"f.rhai","script_sha256":"","instance":{"suite":"s","task_type":"T","seed":0,"goal":"<script>alert(1)</script>","params":{"name":"\" onload=\"x\u001b[2J"}},"row":3}
{"what":"before","findings":[{"check":"stored","holds":false}]}
{"what":"picture","at":0.1,"after":0,"sha256":"00"}
{"what":"acts","at":0.25,"step":"clicked button \"<b>\"","may_write":true}
{"what":"acted","at":0.5,"error":"<i>covered</i>"}
{"what":"acts","at":1.0,"step":"clicked OK","may_write":true}
"#;
        let record = RunRecord::parse("r1", lines).unwrap();
        let page = html("report", &record, |_| Ok("data:image/png;base64,AAAA".to_owned())).unwrap();
        for shown in [
            "&lt;script&gt;alert(1)&lt;",
            "\\u001b[2J",
            "cut off",
            "row 3",
            "does not hold",
            "0.250 s",
            "data:image&#x2f;png;base64,AAAA",
            "1970-01-01 00:00:01 UTC",
        ] {
            assert!(page.contains(shown), "no {shown} in\n{page}");
        }
        for markup in [
            "<script",
            "<b>",
            "<i>",
            "onload=\"",
            "http://",
            "https://",
            "\u{1b}",
        ] {
            assert!(!page.contains(markup), "{markup} in\n{page}");
        }
        let gone = |it: &Picture| {
            Err(BankError::Screenshot {
                hash: it.sha256.clone(),
                problem: "is not in the bank",
            })
        };
        let gone = html("report", &record, gone).unwrap();
        assert!(
            gone.contains("is not in the bank") && !gone.contains("<img"),
            "{gone}"
        );
    }

    #[test]
    fn where_a_run_stopped_is_marked_and_a_step_that_was_done_is_not() {
        let begins = r#"{"what":"begins","version":1,"at":1.5,"function":"f.rhai","script_sha256":"","instance":{"suite":"s","task_type":"T","seed":0,"goal":"g","params":{}}}
{"what":"acts","at":0.25,"step":"clicked OK","may_write":true}
"#;
        let ended = |outcome: Outcome, acted: &str| {
            let mut record = RunRecord::parse("r1", &format!("{begins}{acted}\n")).unwrap();
            record.end = Some(trajectory::End {
                at: 1.0,
                outcome,
                diagnostic: Some(trajectory::Diagnostic::new(
                    trajectory::Code::NotRun,
                    "no such <element>",
                )),
                answer: None,
                healed: Vec::new(),
                changes: Vec::new(),
                network: Vec::new(),
                read_by: Vec::new(),
                recording: None,
            });
            html("body", &record, |_| Ok(String::new())).unwrap()
        };
        let done = r#"{"what":"acted","at":0.5}"#;
        let refused = r#"{"what":"acted","at":0.5,"error":"it is covered"}"#;
        let failed = ended(Outcome::ScriptFault, refused);
        assert!(
            failed.contains("<strong>Failed here:</strong> clicked OK"),
            "{failed}"
        );
        assert!(!failed.contains("Stopped here"), "{failed}");
        let stopped = ended(Outcome::ScriptFault, done);
        assert!(
            stopped.contains("<strong>Stopped here:</strong> no such &lt;element&gt;"),
            "{stopped}"
        );
        assert!(!stopped.contains("Failed here"), "{stopped}");
        for whole in [Outcome::Reached, Outcome::Unchecked, Outcome::NotReached] {
            let page = ended(whole, refused);
            assert!(
                !page.contains("Stopped here") && !page.contains("Failed here"),
                "{page}"
            );
        }
    }
}
