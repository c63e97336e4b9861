//! Codes that begin as one that failed do what it did up to there, and fail as it did: they need not be run.

use trajectory::Recording;

use crate::script::Script;

/// How the statements of a function's own body are indented.
const INDENT: &str = "    ";

/// How codes began that failed before they came to their end.
#[derive(Default)]
pub(super) struct Failures(Vec<Vec<String>>);

impl Failures {
    /// Keep how a script began that failed in a run. One that came to its end says nothing of others.
    pub fn keep(&mut self, script: &Script, run: &Recording) {
        let place = run.ending.diagnostic.as_ref().and_then(|it| it.position);
        if let Some(beginning) = place.and_then(|it| beginning(&script.source, it.line)) {
            self.0.push(beginning.into_iter().map(str::to_owned).collect());
        }
    }

    /// Whether a script begins as one of them.
    pub fn begin(&self, script: &Script) -> bool {
        let Some(all) = body(&script.source) else {
            return false;
        };
        self.0
            .iter()
            .any(|it| all.len() >= it.len() && all.iter().zip(it).all(|(a, b)| a == b))
    }
}

/// The lines of a script's only function, without what stands before it; `None` where it has several.
fn body(source: &str) -> Option<Vec<&str>> {
    let lines = source.lines().skip_while(|it| !it.starts_with("fn "));
    let lines: Vec<&str> = lines.collect();
    let functions = lines
        .iter()
        .filter(|it| it.starts_with("fn ") || it.starts_with("private fn "));
    (functions.count() == 1).then_some(lines)
}

/// The first of these lines: up to the end of the statement of the function's own body that a line of the source, from 1, is in.
fn beginning(source: &str, line: usize) -> Option<Vec<&str>> {
    let mut lines = body(source)?;
    let head = source.lines().count() - lines.len();
    let after = line.checked_sub(head)?;
    let begins = |it: &&str| {
        let statement = it.strip_prefix(INDENT);
        statement.is_some_and(|it| it.starts_with(|it: char| !it.is_whitespace() && !"})]".contains(it)))
    };
    let next = lines.iter().skip(after).position(begins);
    lines.truncate(next.map_or(lines.len(), |it| after + it));
    (after > 1).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "/// Words.
fn task(name) {
    env_op.open_app(\"a\");
    for it in name {
        env_op.click(#{
            text: it,
        });
        env_op.wait();
    }
    env_op.stop(\"complete\");
}
";

    fn written(source: &str) -> Script {
        Script::written("task", source)
    }

    fn failed_at(line: usize) -> Failures {
        let lines = beginning(ONE, line).expect("a line of the function");
        Failures(vec![lines.into_iter().map(str::to_owned).collect()])
    }

    #[test]
    fn what_begins_as_it_did_fails_as_it_did() {
        for (line, was, now, alike) in [
            (3, "env_op.stop", "env_op.answer", true),
            (3, "text: it", "label: it", true),
            (3, "open_app(\"a\")", "open_app(\"b\")", false),
            (5, "env_op.stop", "env_op.answer", true),
            // What stands behind it in a loop was done before it.
            (5, "env_op.wait", "env_op.back", false),
            (5, "Words.", "Other words.", true),
            (3, "task(name)", "task(other)", false),
            (10, "env_op.stop", "env_op.answer", false),
        ] {
            let other = written(&ONE.replace(was, now));
            assert_eq!(failed_at(line).begin(&other), alike, "{line} {now}");
        }
    }

    #[test]
    fn functions_that_are_called_may_differ() {
        let other = format!("{ONE}\nprivate fn field() {{ #{{ text: \"b\" }} }}\n");
        assert!(!failed_at(3).begin(&written(&other)));
        assert_eq!(beginning(&other, 4), None);
    }
}
