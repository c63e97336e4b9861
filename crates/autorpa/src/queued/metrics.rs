//! How a queue stands, in Prometheus's text format.

use std::fmt::Write;

use queue::JobStatus;

use crate::counts::label;

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
