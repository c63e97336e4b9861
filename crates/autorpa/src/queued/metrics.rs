//! How a queue stands and how runs ended, in Prometheus's text format.

use std::{collections::BTreeMap, fmt::Write};

use queue::JobStatus;
use trajectory::Outcome;

use crate::run_list::{RunFilter, RunList};

/// The rows of each job by what became of them, as a gauge.
pub fn metrics(jobs: &[JobStatus]) -> String {
    let mut text =
        "# HELP autorpa_queue_rows Rows of a queue, by job and state; those that ended by outcome.\n\
                    # TYPE autorpa_queue_rows gauge\n"
            .to_owned();
    for status in jobs {
        let job = format!(
            "job=\"{}\",function=\"{}\"",
            status.job.id,
            label(&status.job.new.function)
        );
        let states = [
            ("waiting", status.waiting),
            ("running", status.running),
            ("planned", status.planned),
        ];
        for (state, count) in states {
            // Writing to memory can't fail.
            let _ = writeln!(
                text,
                "autorpa_queue_rows{{{job},state=\"{state}\",outcome=\"\"}} {count}"
            );
        }
        for (outcome, count) in &status.ended {
            let _ = writeln!(
                text,
                "autorpa_queue_rows{{{job},state=\"ended\",outcome=\"{outcome}\"}} {count}"
            );
        }
    }
    text
}

/// The kept runs by function and outcome, and how long they took, as gauges: a record that is removed counts no more.
pub fn run_metrics(runs: &RunList) -> String {
    let mut counts: BTreeMap<(String, &str), (usize, f64)> = BTreeMap::new();
    for run in runs.page(&RunFilter::default(), 0, usize::MAX).runs {
        let outcome = run.outcome.map_or("", Outcome::name);
        let count = counts.entry((run.function.clone(), outcome)).or_default();
        count.0 += 1;
        count.1 += run.seconds.unwrap_or_default();
    }
    let mut text = String::new();
    let mut gauge = |name: &str, help: &str, value: &dyn Fn(&(usize, f64)) -> String| {
        // Writing to memory can't fail.
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
        for ((function, outcome), it) in &counts {
            let of = label(function);
            let _ = writeln!(
                text,
                "{name}{{function=\"{of}\",outcome=\"{outcome}\"}} {}",
                value(it)
            );
        }
    };
    gauge(
        "autorpa_runs",
        "Kept runs, by function and outcome; none where one goes on or was cut off.",
        &|it| it.0.to_string(),
    );
    gauge(
        "autorpa_run_seconds",
        "How long kept runs took in all, by function and outcome.",
        &|it| it.1.to_string(),
    );
    text
}

/// A label's value: what ends it stands behind a backslash.
fn label(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_its_label() {
        assert_eq!(label("a\\b\"c\nd"), "a\\\\b\\\"c\\nd");
        assert_eq!(metrics(&[]).lines().count(), 2);
    }
}
