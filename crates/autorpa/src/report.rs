//! A run's record as one HTML page that needs nothing else.

use std::path::Path;

use base64::{Engine, engine::general_purpose::STANDARD};
use minijinja::{AutoEscape, Environment, value::Serde};
use serde::Serialize;
use trajectory::{Bank, BankError, Picture, RunRecord, RunStep, Runs};
use ui::visible;

use crate::{Autorpa, error::Error};

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
    healed: Vec<String>,
    changes: Vec<String>,
    pictures: Vec<Shown>,
}

#[derive(Serialize)]
struct Step {
    at: f64,
    took: String,
    step: String,
    error: Option<String>,
}

#[derive(Serialize)]
struct Shown {
    when: String,
    at: f64,
    /// The PNG file in base64; `None` where it is gone.
    data: Option<String>,
    gone: String,
}

impl Autorpa {
    /// The names of the newest runs, the newest first, so many at most.
    pub fn newest_runs(&self, most: usize) -> Result<Vec<String>, Error> {
        let runs = Runs::of(&self.home.bank).ids().map_err(Error::kept)?;
        Ok(runs.into_iter().rev().take(most).collect())
    }

    /// The record of a run as a page: its name, the beginning of it, or `last`.
    pub fn report(&self, run: &str) -> Result<String, Error> {
        let runs = Runs::of(&self.home.bank);
        let id = runs.resolve(run).map_err(Error::usage)?;
        let mut record = runs.load(&id).map_err(Error::kept)?;
        // A function of the library is called as it is there.
        let file = Path::new(&record.begins.function);
        if let Ok(within) = file.strip_prefix(&self.home.library) {
            record.begins.function = within.with_extension("").display().to_string();
        }
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let picture = |it: &Picture| bank.screenshot(&it.sha256).map(|png| STANDARD.encode(png));
        html(&record, picture).map_err(Error::kept)
    }
}

fn html(
    record: &RunRecord,
    picture: impl Fn(&Picture) -> Result<String, BankError>,
) -> Result<String, minijinja::Error> {
    let mut engine = Environment::new();
    engine.set_auto_escape_callback(|_| AutoEscape::Html);
    engine.add_template("report", include_str!("report.html"))?;
    engine
        .get_template("report")?
        .render(Serde(page(record, picture)))
}

fn page(record: &RunRecord, picture: impl Fn(&Picture) -> Result<String, BankError>) -> Page {
    let text = |it: &str| visible(it).into_owned();
    let texts = |all: &[String]| all.iter().map(|it| text(it)).collect::<Vec<_>>();
    let begins = &record.begins;
    let end = record.end.as_ref();
    let shown = |it: &Picture| {
        let data = picture(it);
        Shown {
            when: match it.after {
                0 => "Before the first step".to_owned(),
                after => format!("After step {after}"),
            },
            at: it.at,
            gone: data.as_ref().err().map(ToString::to_string).unwrap_or_default(),
            data: data.ok(),
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
        steps: record.steps.iter().map(step).collect(),
        healed: end.map(|it| texts(&it.healed)).unwrap_or_default(),
        changes: end.map(|it| texts(&it.changes)).unwrap_or_default(),
        pictures: record.pictures.iter().map(shown).collect(),
    }
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
    }
}

/// Seconds since 1970 as a date and a time.
fn time(at: f64) -> String {
    let at = jiff::Timestamp::from_millisecond((at * 1000.0) as i64).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
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
        let page = html(&record, |_| Ok("AAAA".to_owned())).unwrap();
        for shown in [
            "&lt;script&gt;alert(1)&lt;",
            "\\u001b[2J",
            "cut off",
            "row 3",
            "does not hold",
            "0.250 s",
            "data:image/png;base64,AAAA",
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
        let gone = html(&record, gone).unwrap();
        assert!(
            gone.contains("is not in the bank") && !gone.contains("<img"),
            "{gone}"
        );
    }
}
