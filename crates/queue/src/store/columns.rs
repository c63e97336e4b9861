//! A row and its columns.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, params};
use trajectory::Outcome;

use super::rows::KeptRow;
use crate::{
    error::QueueError,
    row::{End, JobId, Lease, Row, State},
};

/// The columns of a row, in the order in which [`row_of`] reads them.
pub const ROW: &str = "id, job, number, key, params, state, due, token, runner, run, tries, failures, outcome, answer, \
                       seconds, message";

/// What stands in the column `state`. Rows that a schedule queues anew are there to be copied.
pub const WAITING: i64 = 0;
pub const LEASED: i64 = 1;
pub const ENDED: i64 = 2;
pub const PLANNED: i64 = 3;

/// A time as it is kept.
pub fn time(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX)
}

/// A row of the file, with its id.
pub fn row_of(row: &rusqlite::Row<'_>, path: &Path) -> Result<(i64, KeptRow), QueueError> {
    let failed = |it| QueueError::of(path, it);
    let damaged = |reason: String| QueueError::Damaged {
        path: path.to_owned(),
        reason,
    };
    let id: i64 = row.get(0).map_err(failed)?;
    let state = match row.get::<_, i64>(5).map_err(failed)? {
        WAITING | PLANNED => State::Waiting {
            from: time(row.get(6).map_err(failed)?),
        },
        LEASED => State::Leased(Lease {
            token: row.get(7).map_err(failed)?,
            runner: row.get(8).map_err(failed)?,
            until: time(row.get(6).map_err(failed)?),
        }),
        ENDED => {
            let outcome: String = row.get(12).map_err(failed)?;
            State::Ended(End {
                outcome: Outcome::from_name(&outcome)
                    .ok_or_else(|| damaged(format!("`{outcome}` is no outcome")))?,
                answer: row.get(13).map_err(failed)?,
                seconds: row.get(14).map_err(failed)?,
                message: row.get(15).map_err(failed)?,
            })
        }
        other => return Err(damaged(format!("`{other}` is no state of a row"))),
    };
    let params: String = row.get(4).map_err(failed)?;
    let number: i64 = row.get(2).map_err(failed)?;
    let kept = KeptRow {
        job: JobId(row.get(1).map_err(failed)?),
        number: usize::try_from(number).map_err(|_| damaged(format!("`{number}` is no number of a row")))?,
        key: row.get(3).map_err(failed)?,
        params: serde_json::from_str(&params).map_err(|it| damaged(format!("the values of a row: {it}")))?,
        row: Row {
            state,
            run: row.get(9).map_err(failed)?,
            tries: row.get(10).map_err(failed)?,
            failures: row.get(11).map_err(failed)?,
        },
    };
    Ok((id, kept))
}

/// Write where a row is.
pub fn set_row(connection: &Connection, id: i64, row: &Row, now: Timestamp) -> rusqlite::Result<()> {
    let (state, due, lease, end) = match &row.state {
        State::Waiting { from } => (WAITING, from.as_millisecond(), None, None),
        State::Leased(lease) => (LEASED, lease.until.as_millisecond(), Some(lease), None),
        State::Ended(end) => (ENDED, now.as_millisecond(), None, Some(end)),
    };
    let sql = "UPDATE row SET state = ?2, due = ?3, token = ?4, runner = ?5, run = ?6, tries = ?7, failures = ?8, \
               outcome = ?9, answer = ?10, seconds = ?11, message = ?12, at = ?13 WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(params![
        id,
        state,
        due,
        lease.map(|it| it.token),
        lease.map(|it| &it.runner),
        row.run,
        row.tries,
        row.failures,
        end.map(|it| it.outcome.name()),
        end.and_then(|it| it.answer.as_ref()),
        end.map(|it| it.seconds),
        end.and_then(|it| it.message.as_ref()),
        now.as_millisecond(),
    ])?;
    Ok(())
}
