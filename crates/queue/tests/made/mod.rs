//! Jobs, rows and ends that tests of every keeper use.

use super::{End, NewJob, NewRow, Outcome, Place, Retries};

/// A job that asks for nothing.
pub fn job() -> NewJob {
    NewJob {
        function: "f".to_owned(),
        how: "{}".to_owned(),
        sha256: "0".to_owned(),
        place: Place {
            scope: "desk".to_owned(),
            alone: false,
        },
        priority: 0,
        retries: Retries::default(),
        window: None,
        rate: None,
        schedule: None,
        zone: Some("UTC".to_owned()),
        twins: false,
        labels: Vec::new(),
        device: String::new(),
        package: String::new(),
        lease: None,
    }
}

/// A row for each of these keys, in their order.
pub fn rows(keys: &[&str]) -> Vec<NewRow> {
    let row = |(number, key): (usize, &&str)| NewRow {
        number,
        key: (*key).to_owned(),
        params: task::Params::from_iter([("name".to_owned(), (*key).into())]),
        bad: None,
    };
    (1..).zip(keys).map(row).collect()
}

/// An end that was answered.
pub fn ended(outcome: Outcome) -> End {
    End {
        outcome,
        answer: Some("42".to_owned()),
        seconds: 0.5,
        message: None,
    }
}
