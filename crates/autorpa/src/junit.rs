//! Runs as a JUnit file, which CI services read.

use std::fmt::Write;

use trajectory::Outcome;
use ui::visible;

use crate::{
    ran::Ran,
    request::Seeds,
    rows::RanRows,
    table::{Report, escape},
};

/// One run.
struct Case {
    name: String,
    seconds: f64,
    /// How it ended, and why, where it was not done.
    failure: Option<(String, String)>,
}

/// Runs that belong together: a name, and what ran.
type Suite = (String, Vec<Case>);

impl Ran {
    /// The run as a JUnit file. One that nobody checked is a failure, too: nothing says that it worked.
    pub fn junit(&self, seconds: f64) -> String {
        let ending = &self.recording.ending;
        let why = ending.for_people().map(|it| it.to_string());
        let case = Case {
            name: self.recording.instance.goal.clone(),
            seconds,
            failure: failure(ending.outcome, why),
        };
        print(&[(self.name.clone(), vec![case])])
    }
}

impl RanRows {
    /// The rows as a JUnit file.
    pub fn junit(&self) -> String {
        let case = |number: usize| {
            let name = format!("row {number}");
            match self.rows.iter().find(|it| it.number == number) {
                Some(row) => Case {
                    name,
                    seconds: row.seconds,
                    failure: failure(row.outcome, row.message.clone()),
                },
                None => Case {
                    name,
                    seconds: 0.0,
                    failure: Some(("not run".to_owned(), self.stopped.clone().unwrap_or_default())),
                },
            }
        };
        let cases = (1..=self.total).map(case).collect();
        print(&[(self.function.clone(), cases)])
    }
}

impl Report {
    /// The measured instances of these seeds as a JUnit file, a suite for each task type and each way of differing.
    pub fn junit(&self, seeds: &Seeds) -> String {
        let mut suites: Vec<Suite> = Vec::new();
        for row in &self.rows {
            let cases = |under: Option<&str>, failed: &[u64], measured: usize, seconds: f64| -> Vec<Case> {
                let mean = seconds / measured.max(1) as f64;
                let case = |seed: &u64| {
                    let told = row
                        .failures
                        .iter()
                        .find(|it| it.seed == *seed && it.under.as_deref() == under);
                    let outcome = told.and_then(|it| it.outcome).map_or("failed", Outcome::name);
                    let why = told.and_then(|it| it.why.clone()).unwrap_or_default();
                    Case {
                        name: format!("seed {seed}"),
                        seconds: mean,
                        failure: failed.contains(seed).then(|| (outcome.to_owned(), why)),
                    }
                };
                let mut cases: Vec<Case> = seeds.0.iter().map(case).collect();
                // A bench that was stopped says how many it measured, not which.
                if measured < seeds.0.len() {
                    cases.retain(|it| it.failure.is_some());
                    cases.push(Case {
                        name: format!("{measured} of {} measured", seeds.0.len()),
                        seconds: 0.0,
                        failure: Some(("not run".to_owned(), row.reason.clone().unwrap_or_default())),
                    });
                }
                cases
            };
            let own = cases(None, &row.failed_seeds, row.seeds, row.seconds);
            suites.push((row.task_type.clone(), own));
            for way in &row.perturbed {
                let name = format!("{} ({})", row.task_type, way.kind);
                let own = cases(Some(&way.kind), &way.failed_seeds, way.seeds, way.seconds);
                suites.push((name, own));
            }
        }
        print(&suites)
    }
}

fn failure(outcome: Outcome, why: Option<String>) -> Option<(String, String)> {
    (outcome != Outcome::Reached).then(|| (outcome.name().to_owned(), why.unwrap_or_default()))
}

fn print(suites: &[Suite]) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for (suite, cases) in suites {
        let failed = cases.iter().filter(|it| it.failure.is_some()).count();
        let seconds: f64 = cases.iter().map(|it| it.seconds).sum();
        let suite = escaped(suite);
        // Writing to a string can't fail.
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{suite}\" tests=\"{}\" failures=\"{failed}\" time=\"{seconds:.3}\">",
            cases.len()
        );
        for case in cases {
            let name = escaped(&case.name);
            let _ = write!(
                xml,
                "    <testcase classname=\"{suite}\" name=\"{name}\" time=\"{:.3}\"",
                case.seconds
            );
            let _ = match &case.failure {
                None => writeln!(xml, "/>"),
                Some((outcome, why)) => writeln!(
                    xml,
                    ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
                    escaped(outcome),
                    escaped(why.lines().next().unwrap_or_default()),
                    escaped(why)
                ),
            };
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

/// A text as XML takes it: characters that it forbids are written out.
fn escaped(text: &str) -> String {
    escape(&visible(text))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::rows::RanRow;

    #[test]
    fn rows_are_cases_and_odd_texts_stay_inside() {
        let row = |number: usize, outcome: Outcome, message: Option<&str>| RanRow {
            number,
            outcome,
            answer: None,
            seconds: 1.5,
            run: None,
            message: message.map(str::to_owned),
        };
        let rows = RanRows {
            function: "add \"<&>\"".to_owned(),
            results: PathBuf::new(),
            rows: vec![
                row(1, Outcome::Reached, None),
                row(2, Outcome::Refused, Some("</failure>\u{1b}[1m & \"so\"")),
            ],
            total: 3,
            stopped: Some("stopped".to_owned()),
        };
        assert_eq!(
            rows.junit(),
            r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="add &quot;&lt;&amp;&gt;&quot;" tests="3" failures="2" time="3.000">
    <testcase classname="add &quot;&lt;&amp;&gt;&quot;" name="row 1" time="1.500"/>
    <testcase classname="add &quot;&lt;&amp;&gt;&quot;" name="row 2" time="1.500">
      <failure type="refused" message="&lt;/failure&gt;\u001b[1m &amp; &quot;so&quot;">&lt;/failure&gt;\u001b[1m &amp; &quot;so&quot;</failure>
    </testcase>
    <testcase classname="add &quot;&lt;&amp;&gt;&quot;" name="row 3" time="0.000">
      <failure type="not run" message="stopped">stopped</failure>
    </testcase>
  </testsuite>
</testsuites>
"#
        );
    }
}
