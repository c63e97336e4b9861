//! Whatever happens to rows, in whatever order: each has at most one end, none is lost, and who lost a lease writes nothing.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_queue::row::{Change, End, Holder, Lease, Row, State};
use jiff::{Timestamp, ToSpan};
use proptest::prelude::*;
use trajectory::Outcome;

fn end(outcome: Outcome) -> End {
    End {
        outcome,
        answer: None,
        seconds: 0.0,
        message: None,
    }
}

/// What is tried on a row; tokens are small, so that old ones are tried too.
#[derive(Clone, Debug)]
enum Try {
    Claim,
    Begin(i64),
    Extend(i64),
    End(i64),
    Again(i64),
    Release(i64),
    Expire(Holder),
    Cancel,
    Pass(i64),
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let token = 0_i64..6;
    let one = prop_oneof![
        Just(Try::Claim),
        token.clone().prop_map(Try::Begin),
        token.clone().prop_map(Try::Extend),
        token.clone().prop_map(Try::End),
        token.clone().prop_map(Try::Again),
        token.prop_map(Try::Release),
        prop_oneof![Just(Holder::Alive), Just(Holder::Gone), Just(Holder::Unknown)].prop_map(Try::Expire),
        Just(Try::Cancel),
        (0_i64..100).prop_map(Try::Pass),
    ];
    prop::collection::vec(one, 0..60)
}

proptest! {
    #[test]
    fn a_row_ends_once_and_by_whoever_has_it(tries in tries()) {
        let mut now = Timestamp::UNIX_EPOCH;
        let mut row = Row::new(now);
        let mut tokens = 0;
        let mut ends = 0;
        let mut begun = 0;
        for it in tries {
            let held = match &row.state {
                State::Leased(lease) => Some(lease.clone()),
                State::Waiting { .. } | State::Ended(_) => None,
            };
            let change = match it {
                Try::Claim => {
                    tokens += 1;
                    Change::Claim(Lease { token: tokens, runner: "r".to_owned(), until: now + 10.seconds() })
                }
                Try::Begin(token) => Change::Begin { token, run: format!("run {begun}") },
                Try::Extend(token) => Change::Extend { token, until: now + 10.seconds() },
                Try::End(token) => Change::End { token, end: end(Outcome::Reached) },
                Try::Again(token) => Change::Again { token, at: now + 5.seconds() },
                Try::Release(token) => Change::Release { token },
                Try::Expire(holder) => Change::TakeBack(holder),
                Try::Cancel => Change::Cancel,
                Try::Pass(seconds) => {
                    now += seconds.seconds();
                    continue;
                }
            };
            let token = match &change {
                Change::Begin { token, .. } | Change::Extend { token, .. } | Change::End { token, .. }
                | Change::Again { token, .. } | Change::Release { token } => Some(*token),
                Change::Claim(_) | Change::TakeBack(_) | Change::Cancel | Change::Retry { .. } => None,
            };
            let after = row.after(change.clone(), now);
            // Who has another lease, or none, changes nothing.
            if let Some(token) = token {
                prop_assert_eq!(after.is_ok(), held.as_ref().is_some_and(|it| it.token == token));
            }
            if let (Change::TakeBack(holder), Ok(_)) = (&change, &after) {
                let lease = held.as_ref().expect("only a held row is taken back");
                prop_assert!(*holder == Holder::Gone || (*holder == Holder::Unknown && lease.until < now));
            }
            let Ok(after) = after else { continue };
            prop_assert!(!matches!(row.state, State::Ended(_)), "it had an end");
            // The record of a run that was begun is never forgotten.
            prop_assert!(row.run.is_none() || after.run.is_some());
            if let Change::Begin { .. } = change {
                begun += 1;
            }
            ends += usize::from(matches!(after.state, State::Ended(_)));
            row = after;
            prop_assert_eq!(row.tries, begun);
        }
        prop_assert!(ends <= 1);
        // Whatever came before: somebody who stays brings it to its end.
        if let State::Leased(_) = row.state {
            row = row.after(Change::TakeBack(Holder::Gone), now).unwrap();
        }
        if let State::Waiting { from } = row.state {
            let lease = Lease { token: 99, runner: "last".to_owned(), until: from + 10.seconds() };
            row = row.after(Change::Claim(lease), from).unwrap();
            row = row.after(Change::End { token: 99, end: end(Outcome::Reached) }, from).unwrap();
        }
        prop_assert!(matches!(row.state, State::Ended(_)));
    }
}

#[test]
fn only_what_was_not_done_is_tried_once_more() {
    let now = Timestamp::UNIX_EPOCH;
    for outcome in Outcome::ALL {
        let row = Row {
            state: State::Ended(end(outcome)),
            run: Some("run".to_owned()),
            tries: 3,
            failures: 2,
        };
        let dead = !matches!(
            outcome,
            Outcome::Reached | Outcome::Unchecked | Outcome::Cancelled
        );
        let again = row.after(Change::Retry { anew: false }, now);
        assert_eq!(again.is_ok(), dead, "{outcome}");
        if let Ok(again) = again {
            // What it did is looked up first, unless somebody has looked.
            assert_eq!((again.run.as_deref(), again.tries), (Some("run"), 0));
            assert_eq!(row.after(Change::Retry { anew: true }, now).unwrap().run, None);
        }
    }
}
