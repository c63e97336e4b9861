//! The file: several runners, those that are gone, what is due, and what is no queue.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod made;

use std::{collections::BTreeSet, fs, path::Path, time::Duration};

use autorpa_queue::{
    Claim, Claimed, JobId, Later, NewJob, NewRow, Queue, QueueError, Runner, Why,
    due::Place,
    retry::Retries,
    row::{End, State},
};
use jiff::{Timestamp, ToSpan};
use proptest::prelude::*;
use tempfile::TempDir;
use trajectory::Outcome;

use made::{ended, job, rows};

fn end() -> End {
    ended(Outcome::Reached)
}

/// A file of version 1, as SQL.
const V1: &str = include_str!("samples/queue-v1.sql");

/// What a file is made of: its tables and indices.
fn shape(path: &Path) -> Vec<String> {
    let file = rusqlite::Connection::open(path).unwrap();
    let mut asked = file
        .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
        .unwrap();
    let found = asked.query_map([], |row| row.get(0)).unwrap();
    found.map(Result::unwrap).collect()
}

#[test]
fn a_kept_file_of_version_1_is_read_and_gone_on_with() {
    let desk = Desk::new();
    let file = rusqlite::Connection::open(desk.path()).unwrap();
    file.execute_batch(V1).unwrap();
    drop(file);
    let mut queue = Queue::open(&desk.path()).unwrap();
    queue.check().unwrap();
    let schedule = queue.job(JobId(1)).unwrap();
    assert_eq!(
        (
            schedule.new.place.scope.as_str(),
            schedule.new.place.alone,
            schedule.new.priority
        ),
        ("desk", true, -3)
    );
    assert_eq!(
        schedule.new.retries,
        Retries {
            most: 5,
            pause: Duration::from_millis(1500),
            on: vec![Outcome::DeviceLost, Outcome::OverBudget],
        }
    );
    let said = |it: Option<String>| it.unwrap_or_default();
    assert_eq!(
        [
            said(schedule.new.window.as_ref().map(ToString::to_string)),
            said(schedule.new.rate.map(|it| it.to_string())),
            said(schedule.new.schedule.as_ref().map(ToString::to_string)),
            said(schedule.new.zone.clone()),
        ],
        ["mon,fri 08:30-17:00", "12/h", "0 7 * * *", "Europe/Amsterdam"]
    );
    let at = |ms| Timestamp::from_millisecond(ms).unwrap();
    assert_eq!(schedule.next, Some(at(1_795_680_000_000)));
    let job = queue.job(JobId(2)).unwrap();
    assert_eq!((job.of, job.slot), (Some(JobId(1)), Some(at(1_795_600_000_250))));
    assert_eq!(
        (job.added, job.new.retries.on),
        (at(1_795_600_000_001), Vec::new())
    );
    let rows = queue.rows(JobId(2)).unwrap();
    let keys: Vec<&str> = rows.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys, ["waits", "leased", "ended"]);
    assert_eq!(
        rows[0].row.state,
        State::Waiting {
            from: at(1_795_600_001_000)
        }
    );
    assert_eq!(
        (
            rows[0].row.run.as_deref(),
            rows[0].row.tries,
            rows[0].row.failures
        ),
        (Some("run-1"), 2, 1)
    );
    assert_eq!(rows[0].params["name"], task::Value::from("Ada \"Lovelace\""));
    assert!(
        matches!(&rows[1].row.state, State::Leased(lease) if lease.token == 7 && lease.runner == "runner-a")
    );
    assert_eq!(
        rows[2].row.state,
        State::Ended(End {
            outcome: Outcome::Stuck,
            answer: Some("42".to_owned()),
            seconds: 1.5,
            message: Some("it's gone".to_owned()),
        })
    );
    assert_eq!(queue.jobs().unwrap()[0].planned, 1);
    // It is gone on with as what it is.
    let runner = desk.runner();
    let claim = claim(&mut queue, &runner, at(1_795_600_001_000)).unwrap();
    assert_eq!((claim.earlier.as_deref(), claim.number), (Some("run-1"), 1));
    drop(queue);
    // A file that is made now is of this version as long as it has this shape.
    let new = Desk::new();
    drop(new.open());
    assert_eq!(shape(&new.path()), shape(&desk.path()));
}

fn now() -> Timestamp {
    "2026-11-27T12:00:00Z".parse().unwrap()
}

/// A queue in a folder of its own.
struct Desk {
    dir: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self) -> std::path::PathBuf {
        self.dir.path().join("queue.db")
    }

    fn open(&self) -> Queue {
        Queue::create(&self.path()).unwrap()
    }

    fn runner(&self) -> Runner {
        Runner::new(&self.path()).unwrap()
    }
}

fn claim(queue: &mut Queue, runner: &Runner, at: Timestamp) -> Result<Box<Claim>, Option<Later>> {
    match queue.claim(runner, &|_| true, at, at + 60.seconds()).unwrap() {
        Claimed::Row(claim) => Ok(claim),
        Claimed::Later(later) => Err(Some(later)),
        Claimed::Unread { job, why } => panic!("job {job}: {why}"),
        Claimed::Nothing => Err(None),
    }
}

/// What may happen beside each other.
#[derive(Clone, Debug)]
enum Act {
    Claim,
    Begin,
    End,
    Again,
    Release,
    Killed,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whoever_is_killed_when_each_row_ends_once(
        acts in prop::collection::vec((0_usize..3, prop_oneof![
            Just(Act::Claim), Just(Act::Begin), Just(Act::End), Just(Act::Again), Just(Act::Release), Just(Act::Killed),
        ]), 0..80),
    ) {
        let desk = Desk::new();
        let mut queue = desk.open();
        let added = queue.add(&job(), &rows(&["a", "b", "c", "d"]), now()).unwrap();
        let mut runners: Vec<(Runner, Option<Box<Claim>>)> = (0..3).map(|_| (desk.runner(), None)).collect();
        // What a runner that was killed still believes to have.
        let mut lost: Vec<Box<Claim>> = Vec::new();
        let mut ends = 0;
        let mut at = now();
        for (who, act) in acts {
            at += 11.seconds();
            let (runner, held) = &mut runners[who];
            match (act, held.take()) {
                (Act::Claim, None) => *held = claim(&mut queue, runner, at).ok(),
                (Act::Begin, Some(row)) => {
                    queue.begin(&row, "run", at).unwrap();
                    *held = Some(row);
                }
                (Act::End, Some(row)) => {
                    queue.end(&row, end(), at).unwrap();
                    ends += 1;
                }
                (Act::Again, Some(row)) => queue.again(&row, &end(), at + 30.seconds(), at).unwrap(),
                (Act::Release, Some(row)) => queue.release(&row, at).unwrap(),
                (Act::Killed, row) => {
                    lost.extend(row);
                    // The lock goes with the process.
                    *runner = desk.runner();
                }
                (_, row) => *held = row,
            }
            let held: Vec<usize> = runners.iter().filter_map(|it| Some(it.1.as_ref()?.number)).collect();
            prop_assert_eq!(held.iter().collect::<BTreeSet<_>>().len(), held.len(), "a row has two holders");
        }
        drop(runners);
        let last = desk.runner();
        at += 3600.seconds();
        while let Ok(row) = claim(&mut queue, &last, at) {
            queue.end(&row, end(), at).unwrap();
            ends += 1;
        }
        for row in lost {
            prop_assert!(queue.end(&row, end(), at).unwrap_err().is_lost_lease());
        }
        let kept = queue.rows(added.job).unwrap();
        prop_assert_eq!((kept.len(), ends), (4, 4));
        prop_assert!(kept.iter().all(|it| matches!(it.row.state, State::Ended(_))));
    }
}

#[test]
fn a_row_of_one_that_lives_is_not_taken_however_late_it_is() {
    let desk = Desk::new();
    let mut queue = desk.open();
    queue.add(&job(), &rows(&["a"]), now()).unwrap();
    let (first, second) = (desk.runner(), desk.runner());
    let held = claim(&mut queue, &first, now()).unwrap();
    queue.begin(&held, "run 1", now()).unwrap();
    let late = now() + 90.minutes();
    let why = claim(&mut queue, &second, late).unwrap_err().map(|it| it.why);
    assert_eq!(why, Some(Why::Others));
    queue.holds(&held, late, late + 60.seconds()).unwrap();
    drop(first);
    let taken = claim(&mut queue, &second, late).unwrap();
    assert_eq!(taken.earlier.as_deref(), Some("run 1"));
    // Whoever comes back writes nothing.
    assert!(
        queue
            .holds(&held, late, late + 60.seconds())
            .unwrap_err()
            .is_lost_lease()
    );
}

#[test]
fn a_key_is_added_once() {
    let desk = Desk::new();
    let mut queue = desk.open();
    let first = queue.add(&job(), &rows(&["a", "b", "b"]), now()).unwrap();
    assert_eq!((first.rows, first.twins.len()), (2, 1));
    let runner = desk.runner();
    let row = claim(&mut queue, &runner, now()).unwrap();
    queue.end(&row, end(), now()).unwrap();
    assert_eq!(queue.cancel(first.job, now()).unwrap(), 1);
    // What ended stays known; what was cancelled and never begun does not.
    let second = queue.add(&job(), &rows(&["a", "b"]), now()).unwrap();
    assert_eq!(
        second
            .twins
            .iter()
            .map(|it| (it.number, it.ended))
            .collect::<Vec<_>>(),
        [(1, Some(Outcome::Reached))]
    );
    let other = NewJob {
        function: "g".to_owned(),
        ..job()
    };
    assert!(queue.add(&other, &rows(&["a"]), now()).unwrap().twins.is_empty());
    let anyway = NewJob { twins: true, ..job() };
    assert_eq!(queue.add(&anyway, &rows(&["a", "a"]), now()).unwrap().rows, 2);
}

#[test]
fn what_is_due_goes_by_priority_window_rate_and_place() {
    let desk = Desk::new();
    let mut queue = desk.open();
    let low = queue.add(&job(), &rows(&["a", "b"]), now()).unwrap().job;
    let high = NewJob {
        priority: 5,
        rate: Some("30/min".parse().unwrap()),
        ..job()
    };
    let high = queue.add(&high, &rows(&["c", "d"]), now()).unwrap().job;
    let night = NewJob {
        priority: 9,
        window: Some("22:00-06:00".parse().unwrap()),
        ..job()
    };
    let night = queue.add(&night, &rows(&["e"]), now()).unwrap().job;
    let runner = desk.runner();
    let mut take = |at: Timestamp| {
        let row = claim(&mut queue, &runner, at)?;
        queue.end(&row, end(), at).unwrap();
        Ok::<(JobId, usize), Option<Later>>((row.job, row.number))
    };
    assert_eq!(take(now()), Ok((high, 1)));
    assert_eq!(take(now()), Ok((low, 1)));
    assert_eq!(take(now() + 1.second()), Ok((low, 2)));
    let rate = take(now() + 1.second()).unwrap_err().unwrap();
    assert_eq!((rate.at, rate.why), (now() + 2.seconds(), Why::Rate));
    assert_eq!(take(now() + 2.seconds()), Ok((high, 2)));
    let window = take(now() + 2.seconds()).unwrap_err().unwrap();
    assert_eq!((window.at, window.why), (now() + 10.hours(), Why::Window));
    assert_eq!(take(now() + 10.hours()), Ok((night, 1)));
    assert_eq!(take(now() + 10.hours()), Err(None));

    let alone = NewJob {
        place: Place {
            scope: "desk".to_owned(),
            alone: true,
        },
        function: "g".to_owned(),
        ..job()
    };
    queue.add(&alone, &rows(&["a", "b"]), now()).unwrap();
    let held = claim(&mut queue, &runner, now()).unwrap();
    let other = desk.runner();
    assert_eq!(
        claim(&mut queue, &other, now()).unwrap_err().map(|it| it.why),
        Some(Why::Others)
    );
    queue.end(&held, end(), now()).unwrap();
    assert_eq!(claim(&mut queue, &other, now()).unwrap().number, 2);
}

#[test]
fn a_schedule_queues_its_rows_anew_and_never_beside_themselves() {
    let desk = Desk::new();
    let mut queue = desk.open();
    let daily = NewJob {
        schedule: Some("0 13 * * *".parse().unwrap()),
        ..job()
    };
    let daily = queue.add(&daily, &rows(&["a", "b"]), now()).unwrap().job;
    let runner = desk.runner();
    let later = claim(&mut queue, &runner, now()).unwrap_err().unwrap();
    assert_eq!((later.at, later.why), (now() + 1.hour(), Why::Schedule));
    let first = claim(&mut queue, &runner, now() + 1.hour()).unwrap();
    assert_ne!(first.job, daily);
    // Three days nobody was there: one time is made up for, once the last one is done.
    let at = now() + 73.hours();
    let second = claim(&mut queue, &runner, at).unwrap();
    assert_eq!((second.job, second.number), (first.job, 2));
    for row in [&first, &second] {
        queue.end(row, end(), at).unwrap();
    }
    assert_eq!(
        claim(&mut queue, &runner, at).unwrap_err().unwrap().why,
        Why::Schedule
    );
    let next = claim(&mut queue, &runner, at + 24.hours()).unwrap();
    assert_ne!(next.job, first.job);
    queue.cancel(daily, at).unwrap();
    assert_eq!(queue.jobs().unwrap().len(), 3);
}

#[test]
fn pauses_double_and_end() {
    let retries = Retries {
        most: 3,
        pause: Duration::from_secs(10),
        on: vec![Outcome::DeviceLost],
    };
    let pauses: Vec<_> = (0..5)
        .map(|it| {
            retries
                .next(Outcome::DeviceLost, it, now())
                .map(|at| at.duration_since(now()).as_secs())
        })
        .collect();
    assert_eq!(pauses, [Some(10), Some(20), Some(40), None, None]);
    assert_eq!(retries.next(Outcome::Refused, 0, now()), None);
    let long = Retries {
        most: 99,
        pause: Duration::from_secs(u64::MAX),
        ..retries
    };
    assert!(
        long.next(Outcome::DeviceLost, 50, now())
            .is_some_and(|it| it <= now() + 1.hour())
    );
}

fn refused(path: &Path) -> QueueError {
    Queue::open(path).map(drop).unwrap_err()
}

#[test]
fn what_is_no_queue_is_left_alone() {
    let desk = Desk::new();
    let path = desk.path();
    assert!(matches!(refused(&path), QueueError::None { .. }));
    fs::write(&path, "name,email\n".repeat(100)).unwrap();
    assert!(matches!(refused(&path), QueueError::NotOne { .. }));
    assert!(matches!(Queue::create(&path), Err(QueueError::NotOne { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), "name,email\n".repeat(100));
    fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(matches!(refused(&path), QueueError::NotOne { .. }));
    fs::remove_file(&path).unwrap();
    drop(desk.open());
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(newer);
    assert!(matches!(refused(&path), QueueError::TooNew { found: 99, .. }));
}

#[test]
fn a_damaged_file_is_said_before_a_row_is_begun() {
    let desk = Desk::new();
    let keys: Vec<String> = (0..2000).map(|it| format!("key {it}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    desk.open().add(&job(), &rows(&keys), now()).unwrap();
    let mut bytes = fs::read(desk.path()).unwrap();
    assert!(bytes.len() > 100_000, "the file has all rows");
    for byte in &mut bytes[20_000..60_000] {
        *byte = 0xa5;
    }
    fs::write(desk.path(), bytes).unwrap();
    let said = Queue::open(&desk.path()).and_then(|it| it.check()).unwrap_err();
    assert!(matches!(said, QueueError::Damaged { .. }), "{said}");
}
