//! All checks of a task file, each tried until its deadline, and what they say together.

use std::{
    thread,
    time::{Duration, Instant},
};

use device::{Cancel, Finding, Patience, Verdict};
use task::{
    Params,
    file::{Check, Machine, Place, Question},
};

use crate::{
    CheckError, Plan, Snapshot,
    ask::{self, Said},
    fault::Fault,
    lines::{self, Reading},
    screen::Look,
    values::Values,
};

/// How long a check rests before it is asked again.
const EVERY: Duration = Duration::from_millis(200);

/// What one attempt may take at least, however little is left until the deadline.
const ATTEMPT: Duration = Duration::from_secs(1);

/// What is said of a task file without a check.
const NO_CHECK: &str = "the task file has no check";

/// How a check is called: by its name, or by its place and what it asks.
pub fn called(idx: usize, check: &Check) -> String {
    let asks = match &check.question {
        Question::Sql { .. } => "sql",
        Question::Http { .. } => "get",
        Question::Screen {
            place: Place::Here, ..
        } => "screen",
        Question::Screen {
            place: Place::Url(_), ..
        } => "page",
        Question::Screen {
            place: Place::App(_), ..
        } => "app",
        Question::Address(_) => "url",
        Question::File { of, .. } => match of {
            Machine::Computer => "file",
            Machine::Device => "device_file",
        },
        Question::Command { on, .. } => match on {
            Machine::Computer => "command",
            Machine::Device => "adb",
        },
        Question::Unchanged { .. } => "unchanged",
        Question::Answer(_) => "answer",
    };
    match &check.name {
        Some(name) => name.clone(),
        None => format!("check {} ({asks})", idx + 1),
    }
}

/// When a check is asked: what is in front before something else is gone to, and what must not have changed once
/// everything that had to be saved is.
fn turn(check: &Check) -> u8 {
    match &check.question {
        Question::Address(_)
        | Question::Screen {
            place: Place::Here, ..
        } => 0,
        Question::Sql { .. }
        | Question::Http { .. }
        | Question::File { .. }
        | Question::Command { .. }
        | Question::Answer(_) => 1,
        Question::Screen {
            place: Place::Url(_) | Place::App(_),
            ..
        } => 2,
        Question::Unchanged { .. } => 3,
    }
}

/// Whether a check can be asked at any time: it looks at what is kept.
fn is_lasting(check: &Check) -> bool {
    match &check.question {
        Question::Sql { .. }
        | Question::Http { .. }
        | Question::File { .. }
        | Question::Command { .. }
        | Question::Screen {
            place: Place::Url(_) | Place::App(_),
            ..
        } => true,
        Question::Address(_)
        | Question::Answer(_)
        | Question::Unchanged { .. }
        | Question::Screen {
            place: Place::Here, ..
        } => false,
    }
}

impl Plan {
    /// Keep what must not change. To be called when the beginning is set up, before anything is done.
    pub fn begin(
        &self,
        params: &Params,
        mut look: Option<&mut dyn Look>,
        cancel: &Cancel,
    ) -> Result<Snapshot, CheckError> {
        let values = self.values(params, None);
        let mut kept = Vec::new();
        for (idx, check) in self.file.checks.iter().enumerate() {
            if let Question::Unchanged { of, .. } = &check.question {
                let reading = self.reading(&values, check.within.max(ATTEMPT), cancel);
                let look = look.as_deref_mut().map(|look| look as &mut (dyn Look + '_));
                let lines = lines::read(of, &reading, look).map_err(|fault| CheckError {
                    check: called(idx, check),
                    reason: values.told(&fault.to_string()),
                })?;
                kept.push((idx, lines));
            }
        }
        Ok(Snapshot { lines: kept })
    }

    /// Ask every check until it holds or its deadline is over. All must hold.
    pub fn judge(
        &self,
        params: &Params,
        answer: Option<&str>,
        look: Option<&mut dyn Look>,
        before: &Snapshot,
        cancel: &Cancel,
    ) -> Verdict {
        self.judged(params, answer, look, before, cancel, Patience::UntilDeadline)
    }

    /// Ask every check once: what a check says before a run shows whether it says anything.
    pub fn probe(
        &self,
        params: &Params,
        look: Option<&mut dyn Look>,
        before: &Snapshot,
        cancel: &Cancel,
    ) -> Verdict {
        self.judged(params, None, look, before, cancel, Patience::Once)
    }

    /// What the checks say that can be asked at any time, one after the other.
    pub fn findings(
        &self,
        params: &Params,
        mut look: Option<&mut dyn Look>,
        cancel: &Cancel,
        patience: Patience,
    ) -> Vec<Finding> {
        let values = self.values(params, None);
        let lasting = self.file.checks.iter().enumerate();
        let lasting: Vec<Asked<'_>> = lasting.filter(|(_, check)| is_lasting(check)).collect();
        let ask_once = |(_, check): Asked<'_>, limit| {
            let reading = self.reading(&values, limit, cancel);
            let look = look.as_deref_mut().map(|look| look as &mut (dyn Look + '_));
            ask::ask(&check.question, &reading, look, None, None)
        };
        let found = tried(&lasting, ask_once, cancel, patience).into_iter();
        let found = found.map(|((idx, check), said)| Finding {
            check: called(idx, check),
            holds: match said {
                Ok(Said::Holds) => Some(true),
                Ok(Said::Fails(_)) => Some(false),
                Err(_) => None,
            },
        });
        found.collect()
    }

    fn judged(
        &self,
        params: &Params,
        answer: Option<&str>,
        mut look: Option<&mut dyn Look>,
        before: &Snapshot,
        cancel: &Cancel,
        patience: Patience,
    ) -> Verdict {
        let values = self.values(params, answer);
        let checks: Vec<Asked<'_>> = self.file.checks.iter().enumerate().collect();
        let ask_once = |(idx, check): Asked<'_>, limit| {
            let lines = before.lines.iter().find(|(of, _)| *of == idx);
            let lines = lines.map(|(_, lines)| lines.as_slice());
            let reading = self.reading(&values, limit, cancel);
            let look = look.as_deref_mut().map(|look| look as &mut (dyn Look + '_));
            ask::ask(&check.question, &reading, look, lines, answer)
        };
        verdict(tried(&checks, ask_once, cancel, patience), &values)
    }

    fn reading<'a>(&'a self, values: &'a Values<'a>, limit: Duration, cancel: &'a Cancel) -> Reading<'a> {
        Reading {
            values,
            parsed: &self.parsed,
            dir: &self.dir,
            http: &self.http,
            limit,
            cancel,
        }
    }
}

/// A check and its place in the file, from 0.
type Asked<'a> = (usize, &'a Check);

/// What a check says.
type Answered<'a> = (Asked<'a>, Result<Said, Fault>);

/// Ask checks until each holds or its deadline is over, those of a later turn after those of an earlier one; the answers
/// stand in the order of the file.
fn tried<'a>(
    checks: &[Asked<'a>],
    mut ask_once: impl FnMut(Asked<'a>, Duration) -> Result<Said, Fault>,
    cancel: &Cancel,
    patience: Patience,
) -> Vec<Answered<'a>> {
    let mut order = checks.to_vec();
    order.sort_by_key(|(_, check)| turn(check));
    let mut answered = Vec::new();
    for same_turn in order.chunk_by(|(_, a), (_, b)| turn(a) == turn(b)) {
        answered.extend(tried_together(same_turn, &mut ask_once, cancel, patience));
    }
    answered.sort_by_key(|((idx, _), _)| *idx);
    answered
}

/// Ask checks round by round. A deadline counts from when its check was asked first: what a check says depends neither on
/// what another one says nor on their order.
fn tried_together<'a>(
    checks: &[Asked<'a>],
    ask_once: &mut impl FnMut(Asked<'a>, Duration) -> Result<Said, Fault>,
    cancel: &Cancel,
    patience: Patience,
) -> Vec<Answered<'a>> {
    let mut open: Vec<(Asked<'a>, Option<(Instant, Duration)>)> =
        checks.iter().map(|it| (*it, None)).collect();
    let mut answered = Vec::new();
    while !open.is_empty() {
        let mut still = Vec::new();
        let mut rests = EVERY;
        for (asked, before) in open {
            if cancel.is_cancelled() {
                answered.push((asked, Err(Fault::Cancelled)));
                continue;
            }
            let (_, check) = asked;
            let began = Instant::now();
            let (since, took) = before.unwrap_or((began, Duration::ZERO));
            let left = || check.within.saturating_sub(since.elapsed());
            let said = ask_once(asked, limit(left(), took));
            let took = began.elapsed();
            // An answer that was given stays as it is.
            let is_final =
                matches!(check.question, Question::Answer(_)) || matches!(patience, Patience::Once);
            if matches!(said, Ok(Said::Holds)) || is_final || left().is_zero() {
                answered.push((asked, said));
            } else {
                rests = rests.min(left());
                still.push((asked, Some((since, took))));
            }
        }
        open = still;
        if !open.is_empty() {
            #[expect(
                clippy::disallowed_methods,
                reason = "until the checks hold, or their deadlines"
            )]
            thread::sleep(rests);
        }
    }
    answered
}

/// How long an attempt may take: what is left, and never less than an answer needs. One that took so long before would be cut
/// off at the deadline, and a check that has said no would end as one that can't be asked.
fn limit(left: Duration, took: Duration) -> Duration {
    left.max(ATTEMPT).max(2 * took)
}

fn verdict(answered: Vec<Answered<'_>>, values: &Values<'_>) -> Verdict {
    let (mut held, mut failed, mut unknown) = (0_u32, 0_u32, 0_u32);
    let mut evidence = Vec::new();
    for ((idx, check), result) in answered {
        let said = match result {
            Ok(Said::Holds) => {
                held += 1;
                "holds".to_owned()
            }
            Ok(Said::Fails(what)) => {
                failed += 1;
                what
            }
            Err(fault) => {
                unknown += 1;
                format!("can't be checked: {fault}")
            }
        };
        evidence.push(values.told(&format!("{}: {said}", called(idx, check))));
    }
    let evidence = evidence.into();
    match (held, failed, unknown) {
        (0, 0, 0) => Verdict::Unknown {
            evidence: vec![NO_CHECK.to_owned()].into(),
        },
        (_, 0, 0) => Verdict::Reached { evidence },
        (_, 0, _) => Verdict::Unknown { evidence },
        (held, failed, unknown) => Verdict::NotReached {
            credit: f64::from(held) / f64::from(held + failed + unknown),
            evidence,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ATTEMPT, limit};

    #[test]
    fn the_last_attempt_has_the_time_that_an_answer_needs() {
        let of = Duration::from_millis;
        assert_eq!(limit(of(9000), of(10)), of(9000), "all that is left");
        assert_eq!(limit(of(0), of(10)), ATTEMPT, "a quick one");
        assert_eq!(
            limit(of(200), of(1300)),
            of(2600),
            "a slow one is not cut off at the deadline"
        );
    }
}
