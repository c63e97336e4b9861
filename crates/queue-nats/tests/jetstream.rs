//! A queue on a server: leases, those who lose them, what is cut off, what it can't do, and formats.
#![cfg(feature = "nats")]
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

#[path = "jetstream/devices.rs"]
mod devices;
#[path = "../../queue/tests/made/mod.rs"]
mod made;
#[path = "jetstream/outside.rs"]
mod outside;

use std::{
    collections::BTreeSet,
    slice::from_mut,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use autorpa_queue_nats::Nats;
use futures_util::TryStreamExt;
use jiff::Timestamp;
use queue::{
    Claim, Claimed, JobId, Keeper, NewJob, NewRow, QueueError, Runner, Server, Shelf, Why, Worker,
    due::Place,
    retry::Retries,
    row::{End, State},
};
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use testkit::{NatsServer, Part, there};
use trajectory::Outcome;

use made::{ended, rows};

/// A server, and its address.
struct Desk {
    _dir: TempDir,
    server: NatsServer,
}

impl Desk {
    /// `None` where there is no server to be had.
    fn new() -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        let server = there(Part::Nats, NatsServer::start(dir.path()))?;
        Some(Self { _dir: dir, server })
    }

    fn address(&self) -> Server {
        self.server.address().parse().unwrap()
    }

    fn queue(&self) -> Nats {
        Nats::create(&self.address()).unwrap()
    }
}

/// A job whose leases end soon.
fn job() -> NewJob {
    NewJob {
        lease: Some(Duration::from_secs(1)),
        ..made::job()
    }
}

fn runner(queue: &Nats) -> Runner {
    queue
        .runner(&Worker {
            name: String::new(),
            version: "0.1.0".to_owned(),
            device: Some("web".to_owned()),
            labels: vec!["eu".to_owned()],
        })
        .unwrap()
}

/// The next row, or what it is waited for; `None` where there is nothing any more.
fn claim(queue: &mut Nats) -> Result<Box<Claim>, Option<Why>> {
    let now = Timestamp::now();
    match queue
        .claim(&Runner::elsewhere(String::new()), &|_| true, now, now)
        .unwrap()
    {
        Claimed::Row(row) => Ok(row),
        Claimed::Later(later) => Err(Some(later.why)),
        Claimed::Unread { job, why } => panic!("job {job}: {why}"),
        Claimed::Nothing => Err(None),
    }
}

/// The next row, however long others have it.
fn wait_for_row(queue: &mut Nats) -> Box<Claim> {
    let began = Instant::now();
    loop {
        if let Ok(row) = claim(queue) {
            return row;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "no row");
        thread::park_timeout(Duration::from_millis(50));
    }
}

/// Wait until nothing is left.
fn drained(queue: &mut Nats) {
    let began = Instant::now();
    while claim(queue).unwrap_err().is_some() {
        assert!(began.elapsed() < Duration::from_secs(20), "something is left");
        thread::park_timeout(Duration::from_millis(50));
    }
}

#[test]
fn each_row_is_one_runners_and_ends_once() {
    let Some(desk) = Desk::new() else { return };
    let keys: Vec<String> = (0..60).map(|it| format!("k{it}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let added = desk.queue().add(&job(), &rows(&keys), Timestamp::now()).unwrap();
    assert_eq!((added.job, added.rows), (JobId(1), 60));
    let work = |queue: Nats| {
        let mut queue = queue;
        let mut mine = Vec::new();
        loop {
            match claim(&mut queue) {
                Ok(row) => {
                    queue
                        .begin(&row, &format!("run-{}", row.number), Timestamp::now())
                        .unwrap();
                    queue.holds(&row, Timestamp::now(), Timestamp::now()).unwrap();
                    queue
                        .end(&row, ended(Outcome::Reached), Timestamp::now())
                        .unwrap();
                    mine.push(row.number);
                }
                Err(Some(_)) => thread::park_timeout(Duration::from_millis(20)),
                Err(None) => return mine,
            }
        }
    };
    let all: Vec<usize> = thread::scope(|scope| {
        let others: Vec<_> = (0..4).map(|_| scope.spawn(|| work(desk.queue()))).collect();
        others.into_iter().flat_map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(all.len(), 60);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 60);
    let queue = desk.queue();
    let status = queue.jobs().unwrap();
    assert_eq!(status[0].ended, [("reached", 60)].into());
    assert!(queue.rows(JobId(1)).unwrap().iter().all(|it| it.row.tries == 1));
}

#[test]
fn a_row_whose_runner_is_silent_is_taken_over_and_its_runner_writes_nothing_more() {
    let Some(desk) = Desk::new() else { return };
    let (mut one, mut other) = (desk.queue(), desk.queue());
    one.add(&job(), &rows(&["a"]), Timestamp::now()).unwrap();
    let held = claim(&mut one).unwrap();
    one.begin(&held, "r1", Timestamp::now()).unwrap();
    one.holds(&held, Timestamp::now(), Timestamp::now()).unwrap();
    assert_eq!(claim(&mut other).unwrap_err(), Some(Why::Others));
    // As long as it is heard of, it keeps its row.
    let runner = runner(&one);
    for _ in 0..6 {
        thread::park_timeout(Duration::from_millis(300));
        one.extend(&runner, Timestamp::now(), Timestamp::now()).unwrap();
        assert!(claim(&mut other).is_err());
    }
    let taken = wait_for_row(&mut other);
    assert_eq!(
        (taken.number, taken.earlier.as_deref(), taken.wrote),
        (1, Some("r1"), true)
    );
    for said in [
        one.holds(&held, Timestamp::now(), Timestamp::now()),
        one.end(&held, ended(Outcome::Reached), Timestamp::now()),
        one.release(&held, Timestamp::now()),
    ] {
        assert!(said.unwrap_err().is_lost_lease());
    }
    // A run that has written nothing says so.
    other.begin(&taken, "r2", Timestamp::now()).unwrap();
    other.release(&taken, Timestamp::now()).unwrap();
    let again = wait_for_row(&mut one);
    assert_eq!(
        (again.earlier.as_deref(), again.wrote, again.tries),
        (Some("r2"), false, 2)
    );
    one.end(&again, ended(Outcome::Refused), Timestamp::now())
        .unwrap();
    drained(&mut other);
    assert_eq!(other.jobs().unwrap()[0].ended, [("refused", 1)].into());
    // A person wants it again, though the job was done.
    assert_eq!(one.retry(JobId(1), &[], false, Timestamp::now()).unwrap(), 1);
    let retried = wait_for_row(&mut other);
    assert_eq!((retried.tries, retried.earlier.as_deref()), (0, Some("r2")));
    other
        .end(&retried, ended(Outcome::Reached), Timestamp::now())
        .unwrap();
    assert!(one.retry(JobId(1), &[1], false, Timestamp::now()).is_err());
    assert!(matches!(
        one.retry(JobId(1), &[7], false, Timestamp::now()),
        Err(QueueError::NoRow { number: 7, .. })
    ));
}

#[test]
fn what_is_there_is_not_added_again() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    let now = Timestamp::now();
    let first = queue.add(&job(), &rows(&["a", "b", "a"]), now).unwrap();
    assert_eq!((first.rows, first.twins.len(), first.twins[0].other), (2, 1, 1));
    let second = queue.add(&job(), &rows(&["c", "b"]), now).unwrap();
    assert_eq!((second.job, second.rows), (JobId(2), 1));
    assert_eq!(
        (second.twins[0].number, second.twins[0].job, second.twins[0].other),
        (2, JobId(1), 2)
    );
    let other = NewJob {
        function: "g".to_owned(),
        ..job()
    };
    assert_eq!(queue.add(&other, &rows(&["a"]), now).unwrap().rows, 1);
    let anyway = NewJob { twins: true, ..job() };
    assert_eq!(queue.add(&anyway, &rows(&["a", "a"]), now).unwrap().rows, 2);
    // What was cancelled before it was begun is not there; what ended is.
    assert_eq!(queue.cancel(JobId(2), now).unwrap(), 1);
    assert_eq!(queue.add(&job(), &rows(&["c"]), now).unwrap().rows, 1);
    let row = claim(&mut queue).unwrap();
    assert_eq!((row.job, row.number), (JobId(1), 1));
    queue.end(&row, ended(Outcome::NotReached), now).unwrap();
    let twin = &queue.add(&job(), &rows(&["b"]), now).unwrap().twins[0];
    assert_eq!(twin.ended, None);
    // A bad row has its end at once.
    let bad = NewRow {
        bad: Some("2 cells".to_owned()),
        ..rows(&["x"]).remove(0)
    };
    let added = queue.add(&job(), &[bad], now).unwrap();
    let kept = queue.rows(added.job).unwrap();
    assert!(matches!(&kept[0].row.state, State::Ended(it) if it.outcome == Outcome::Refused));
}

#[test]
fn jobs_wait_for_their_turn() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    let now = Timestamp::now();
    let with = |function: &str| NewJob {
        function: function.to_owned(),
        lease: Some(Duration::from_secs(60)),
        ..job()
    };
    let slow = NewJob {
        rate: Some("1/h".parse().unwrap()),
        priority: -1,
        ..with("slow")
    };
    queue.add(&slow, &rows(&["a", "b"]), now).unwrap();
    let high = NewJob {
        priority: 5,
        labels: vec!["eu".to_owned()],
        ..with("high")
    };
    queue.add(&high, &rows(&["a"]), now).unwrap();
    queue.add(&with("usual"), &rows(&["a"]), now).unwrap();
    // Only those that fit.
    let without = |queue: &mut Nats| {
        let now = Timestamp::now();
        queue
            .claim(
                &Runner::elsewhere(String::new()),
                &|it| it.new.labels.is_empty(),
                now,
                now,
            )
            .unwrap()
    };
    let Claimed::Row(usual) = without(&mut queue) else {
        panic!("no row")
    };
    assert_eq!(usual.job, JobId(3));
    assert_eq!(claim(&mut queue).unwrap().job, JobId(2));
    assert_eq!(claim(&mut queue).unwrap().job, JobId(1));
    assert!(matches!(
        claim(&mut queue).unwrap_err(),
        Some(Why::Others | Why::Rate)
    ));
    // One that has to be alone where others are is refused by its name.
    let alone = NewJob {
        place: Place {
            scope: "desk".to_owned(),
            alone: true,
        },
        ..with("alone")
    };
    let said = queue.add(&alone, &rows(&["a"]), now).unwrap_err();
    assert!(matches!(said, QueueError::Alone { job: JobId(1), .. }), "{said}");
    let alone = NewJob {
        place: Place {
            scope: "elsewhere".to_owned(),
            alone: true,
        },
        ..with("alone")
    };
    let added = queue.add(&alone, &rows(&["a", "b"]), now).unwrap();
    let one = wait_for_row(&mut queue);
    assert_eq!(one.job, added.job);
    // Its second row is nobody's while the first one is being run, on whichever machine.
    let mut other = desk.queue();
    assert!(claim(&mut other).is_err());
    queue.end(&one, ended(Outcome::Reached), now).unwrap();
    assert_eq!(wait_for_row(&mut other).number, 2);
}

#[test]
fn a_server_that_is_killed_and_comes_back_has_lost_nothing() {
    let Some(mut desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    queue
        .add(&job(), &rows(&["a", "b", "c"]), Timestamp::now())
        .unwrap();
    let first = claim(&mut queue).unwrap();
    queue.begin(&first, "r1", Timestamp::now()).unwrap();
    desk.server.kill();
    let said = thread::scope(|scope| {
        let saying = scope.spawn(|| queue.end(&first, ended(Outcome::Reached), Timestamp::now()));
        thread::park_timeout(Duration::from_secs(2));
        desk.server.again().unwrap();
        saying.join().unwrap()
    });
    said.unwrap();
    let mut other = desk.queue();
    for _ in 0..2 {
        let row = wait_for_row(&mut other);
        assert_ne!(row.number, 1);
        other
            .end(&row, ended(Outcome::Reached), Timestamp::now())
            .unwrap();
    }
    drained(&mut other);
    assert_eq!(other.jobs().unwrap()[0].ended, [("reached", 3)].into());
}

/// The next row at a time, once what is known of schedules and jobs was looked at anew.
fn claim_at(queue: &mut Nats, now: Timestamp) -> Result<Box<Claim>, Option<(Why, Timestamp)>> {
    thread::park_timeout(Duration::from_millis(600));
    match queue
        .claim(&Runner::elsewhere(String::new()), &|_| true, now, now)
        .unwrap()
    {
        Claimed::Row(row) => Ok(row),
        Claimed::Later(later) => Err(Some((later.why, later.at))),
        Claimed::Unread { job, why } => panic!("job {job}: {why}"),
        Claimed::Nothing => Err(None),
    }
}

#[test]
fn a_schedule_queues_its_rows_once_for_each_time_whoever_looks_and_never_beside_themselves() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    // Leases go by the server's clock, windows and schedules by that of whoever looks.
    let noon: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    let hours = |count: i64| noon + jiff::SignedDuration::from_hours(count);
    let daily = NewJob {
        schedule: Some("0 13 * * *".parse().unwrap()),
        lease: Some(Duration::from_secs(60)),
        ..job()
    };
    let added = queue.add(&daily, &rows(&["a", "b"]), noon).unwrap();
    assert_eq!((added.job, added.rows), (JobId(1), 2));
    let waits = claim_at(&mut queue, noon).err().flatten();
    assert_eq!(waits, Some((Why::Schedule, hours(1))));
    let status = &queue.jobs().unwrap()[0];
    assert_eq!((status.planned, status.job.next), (2, Some(hours(1))));
    assert!(queue.rows(JobId(1)).unwrap().is_empty());
    // Six look at once when the time comes: each row is there once.
    let at = hours(1);
    let mut taken: Vec<usize> = thread::scope(|scope| {
        let looking: Vec<_> = (0..6)
            .map(|_| {
                let mut queue = desk.queue();
                scope.spawn(move || {
                    let mut mine = Vec::new();
                    for _ in 0..4 {
                        if let Ok(row) = claim_at(&mut queue, at) {
                            queue.begin(&row, "r", at).unwrap();
                            queue.end(&row, ended(Outcome::Reached), at).unwrap();
                            mine.push(row.number);
                        }
                    }
                    mine
                })
            })
            .collect();
        let found = looking.into_iter().flat_map(|it| it.join().unwrap());
        found.collect()
    });
    taken.sort_unstable();
    assert_eq!(taken, [1, 2]);
    let jobs = queue.jobs().unwrap();
    assert_eq!(jobs.len(), 2, "a schedule, and what it queued: {jobs:?}");
    assert_eq!(jobs[1].job.of, Some(JobId(1)));
    // A row of the next day is still there on the third: nothing is queued beside it, and what was missed comes once.
    let held = wait_at(&mut queue, hours(25));
    assert_eq!(held.job, JobId(3));
    let second = wait_at(&mut queue, hours(49));
    assert_eq!((second.job, second.number), (JobId(3), 2));
    for row in [&held, &second] {
        queue.end(row, ended(Outcome::Reached), hours(49)).unwrap();
    }
    let last = wait_at(&mut queue, hours(24 * 9 + 1));
    assert_eq!(last.job, JobId(4));
    queue
        .end(&last, ended(Outcome::Reached), hours(24 * 9 + 1))
        .unwrap();
    let last = wait_at(&mut queue, hours(24 * 9 + 1));
    queue
        .end(&last, ended(Outcome::Reached), hours(24 * 9 + 1))
        .unwrap();
    // Another connection knows it as well, and who ends it ends it for all.
    let mut other = desk.queue();
    other.cancel(JobId(1), noon).unwrap();
    assert_eq!(claim_at(&mut queue, hours(24 * 20)).err(), Some(None));
    assert_eq!(other.jobs().unwrap()[0].job.next, None);
}

#[test]
fn outside_its_window_a_job_waits_and_says_until_when() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    let at = |time: &str| format!("2026-01-{time}:00Z").parse::<Timestamp>().unwrap();
    let windowed = NewJob {
        window: Some("13:00-14:00".parse().unwrap()),
        zone: Some("UTC".to_owned()),
        lease: Some(Duration::from_secs(60)),
        ..job()
    };
    queue.add(&windowed, &rows(&["a", "b"]), at("01T12:00")).unwrap();
    let waits = |queue: &mut Nats, time: &str| claim_at(queue, at(time)).err().flatten();
    let opens = Some((Why::Window, at("01T13:00")));
    assert_eq!(waits(&mut queue, "01T12:00"), opens);
    assert_eq!(waits(&mut queue, "01T12:59"), opens);
    let row = claim_at(&mut queue, at("01T13:00")).unwrap();
    // Whoever has a row ends it, whatever the time is by then.
    queue.end(&row, ended(Outcome::Reached), at("01T14:30")).unwrap();
    let mut other = desk.queue();
    let next = Some((Why::Window, at("02T13:00")));
    assert_eq!(waits(&mut other, "01T14:00"), next);
    assert_eq!(waits(&mut queue, "01T14:30"), next);
    let second = claim_at(&mut other, at("02T13:59")).unwrap();
    assert_ne!(second.number, row.number);
}

/// The next row at a time, however long it takes to be queued.
fn wait_at(queue: &mut Nats, now: Timestamp) -> Box<Claim> {
    let found = (0..20).find_map(|_| claim_at(queue, now).ok());
    found.expect("a row")
}

#[test]
fn what_a_server_can_not_do_is_said_by_name() {
    let Some(desk) = Desk::new() else { return };
    let missing = Nats::open(&desk.address()).unwrap_err();
    assert!(matches!(missing, QueueError::NoneThere { .. }), "{missing}");
    let mut queue = desk.queue();
    let now = Timestamp::now();
    let large = "x".repeat(2_000_000);
    let said = queue.add(&job(), &rows(&["ok", &large]), now).unwrap_err();
    assert!(matches!(said, QueueError::NotOnAServer { .. }), "{said}");
    assert!(
        queue.jobs().unwrap().is_empty(),
        "a job that was not added is none"
    );
    // Its keys are free again.
    assert_eq!(queue.add(&job(), &rows(&["ok"]), now).unwrap().rows, 1);
    assert!(matches!(queue.job(JobId(9)), Err(QueueError::Unknown { .. })));
    assert!(matches!(queue.rows(JobId(1)), Err(QueueError::Unknown { .. })));
    // What travels comes back as it was.
    assert_eq!(queue.get("function-00").unwrap(), None);
    assert!(!queue.has("function-00").unwrap());
    let bytes: Vec<u8> = (0..400_000_u32).map(|it| it.to_le_bytes()[0]).collect();
    queue.put("function-00", &bytes).unwrap();
    queue.put("function-00", &bytes[1..]).unwrap();
    assert_eq!(queue.get("function-00").unwrap().as_deref(), Some(&bytes[1..]));
    assert!(queue.has("function-00").unwrap());
    // Who works is listed while it is there.
    assert!(queue.workers().unwrap().is_empty());
    let other = desk.queue();
    let named = runner(&other);
    let listed = queue.workers().unwrap();
    assert_eq!(
        (listed.len(), listed[0].name.as_str(), listed[0].labels.as_slice()),
        (1, named.name(), &["eu".to_owned()][..])
    );
    drop(other);
    assert!(queue.workers().unwrap().is_empty());
}

/// The entries of a queue, as another program reads and writes them.
struct Bucket {
    runtime: tokio::runtime::Runtime,
    store: async_nats::jetstream::kv::Store,
}

impl Bucket {
    /// Of a queue that may not be there yet.
    fn of_new(desk: &Desk) -> Self {
        drop(desk.queue());
        Self::of(desk)
    }

    fn of(desk: &Desk) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let store = runtime.block_on(async {
            let client = async_nats::connect(desk.server.address()).await.unwrap();
            let context = async_nats::jetstream::new(client);
            context.get_key_value("autorpa-default").await.unwrap()
        });
        Self { runtime, store }
    }

    fn put(&self, key: &str, value: impl ToString) {
        let value = value.to_string().into();
        self.runtime.block_on(self.store.put(key, value)).unwrap();
    }

    fn get(&self, key: &str) -> Option<Json> {
        let found = self.runtime.block_on(self.store.get(key)).unwrap()?;
        Some(serde_json::from_slice(&found).unwrap())
    }

    /// Put an entry there with other values of some of its names.
    fn change(&self, key: &str, values: &Json) {
        let mut entry = self.get(key).unwrap();
        for (name, value) in values.as_object().unwrap() {
            entry[name] = value.clone();
        }
        self.put(key, entry);
    }

    fn delete(&self, key: &str) {
        self.runtime.block_on(self.store.delete(key)).unwrap();
    }

    fn keys(&self, of: &str) -> Vec<String> {
        let all: Vec<String> = self
            .runtime
            .block_on(async { self.store.keys().await.unwrap().try_collect().await })
            .unwrap();
        all.into_iter().filter(|it| it.starts_with(of)).collect()
    }
}

/// Put something into a bucket as another program would.
fn put(desk: &Desk, key: &str, value: &str) {
    Bucket::of(desk).put(key, value);
}

/// Where a worker is killed that queues the rows of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// It has said that it does.
    Marked,
    /// It has a number for the job.
    Numbered,
    /// The job is there.
    Begun,
    /// So are half of the keys and of the rows.
    Half,
    /// All are there.
    Whole,
    /// The job is open, and nobody has it in sight.
    Open,
    /// Everything is done, and it was not said.
    Unsaid,
}

/// Bring a queue, whose schedule 1 has just queued its rows as job 2, to where it was when a worker was killed.
fn cut_off(bucket: &Bucket, cut: Cut, at: Timestamp) {
    let firing_job = (cut != Cut::Marked).then_some(2);
    let marked = json!({"firing_ms": at.as_millisecond(), "firing_job": firing_job, "last": null});
    bucket.change("schedule.1", &marked);
    if cut == Cut::Unsaid {
        return;
    }
    bucket.change("jobs", &json!({"active": []}));
    if cut == Cut::Open {
        return;
    }
    bucket.change("job.2", &json!({"phase": "adding"}));
    let keep = match cut {
        Cut::Whole => 4,
        Cut::Half => 2,
        _ => 0,
    };
    let (rows, keys) = (bucket.keys("row.2."), bucket.keys("key."));
    assert_eq!((rows.len(), keys.len()), (4, 4));
    for key in rows.iter().skip(keep).chain(keys.iter().skip(keep)) {
        bucket.delete(key);
    }
    if matches!(cut, Cut::Marked | Cut::Numbered) {
        bucket.delete("job.2");
    }
}

/// Have these do all rows that there are at this time, side by side; their names.
fn all_rows_at(queues: &mut [Nats], at: Timestamp, want: usize) -> Vec<String> {
    let done = Mutex::new(Vec::new());
    let began = Instant::now();
    let work = |queue: &mut Nats| {
        let mut whole: Option<Instant> = None;
        // A second longer than all are there, for any that is there twice.
        while whole.is_none_or(|it| it.elapsed() < Duration::from_secs(1)) {
            match claim_once(queue, at) {
                Some(row) => {
                    queue.begin(&row, "r", at).unwrap();
                    queue.end(&row, ended(Outcome::Reached), at).unwrap();
                    done.lock().unwrap().push(row.params["name"].to_string());
                }
                None => thread::park_timeout(Duration::from_millis(50)),
            }
            let over = done.lock().unwrap().len() >= want || began.elapsed() > Duration::from_secs(20);
            whole = whole.or(over.then(Instant::now));
        }
    };
    thread::scope(|scope| {
        for queue in queues {
            scope.spawn(|| work(queue));
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_unstable();
    done
}

fn claim_once(queue: &mut Nats, now: Timestamp) -> Option<Box<Claim>> {
    let nobody = Runner::elsewhere(String::new());
    match queue.claim(&nobody, &|_| true, now, now).unwrap() {
        Claimed::Row(row) => Some(row),
        Claimed::Unread { job, why } => panic!("job {job}: {why}"),
        Claimed::Later(_) | Claimed::Nothing => None,
    }
}

#[test]
fn a_schedule_whose_worker_is_killed_anywhere_loses_no_row_adds_none_twice_and_goes_on() {
    let noon: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    let hours = |count: i64| noon + jiff::SignedDuration::from_hours(count);
    let cuts = [
        Cut::Marked,
        Cut::Numbered,
        Cut::Begun,
        Cut::Half,
        Cut::Whole,
        Cut::Open,
        Cut::Unsaid,
    ];
    thread::scope(|scope| {
        for cut in cuts {
            scope.spawn(move || {
                let Some(desk) = Desk::new() else { return };
                let mut killed = desk.queue();
                let daily = NewJob {
                    schedule: Some("0 13 * * *".parse().unwrap()),
                    ..job()
                };
                killed.add(&daily, &rows(&["a", "b", "c", "d"]), noon).unwrap();
                let nobody = Runner::elsewhere(String::new());
                killed.claim(&nobody, &|_| false, hours(1), hours(1)).unwrap();
                cut_off(&Bucket::of(&desk), cut, hours(1));
                let mut others = [desk.queue(), desk.queue()];
                let done = all_rows_at(&mut others, hours(1), 4);
                assert_eq!(done, ["a", "b", "c", "d"], "{cut:?}");
                // The next day comes.
                assert_eq!(
                    all_rows_at(&mut others, hours(25), 4),
                    ["a", "b", "c", "d"],
                    "{cut:?}"
                );
                let jobs = others[0].jobs().unwrap();
                let queued = jobs.iter().filter(|it| it.job.of.is_some());
                assert!(
                    queued.clone().all(|it| it.ended == [("reached", 4)].into()),
                    "{cut:?}: {jobs:?}"
                );
                assert_eq!(queued.count(), 2, "{cut:?}: {jobs:?}");
            });
        }
    });
}

#[test]
fn whoever_still_adds_a_job_is_not_taken_for_dead() {
    let Some(desk) = Desk::new() else { return };
    let noon: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    let one = noon + jiff::SignedDuration::from_hours(1);
    let mut queue = desk.queue();
    let daily = NewJob {
        schedule: Some("0 13 * * *".parse().unwrap()),
        ..job()
    };
    queue.add(&daily, &rows(&["a", "b", "c", "d"]), noon).unwrap();
    queue
        .claim(&Runner::elsewhere(String::new()), &|_| false, one, one)
        .unwrap();
    let bucket = Bucket::of(&desk);
    cut_off(&bucket, Cut::Half, one);
    let mut queue = [desk.queue()];
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(3) {
        bucket.change("job.2", &json!({}));
        assert!(claim_once(&mut queue[0], one).is_none());
        thread::park_timeout(Duration::from_millis(200));
    }
    assert_eq!(bucket.get("job.2").unwrap()["phase"], "adding");
    assert_eq!(all_rows_at(&mut queue, one, 4), ["a", "b", "c", "d"]);
    assert_eq!(bucket.get("job.2").unwrap()["phase"], "given_up");
}

#[test]
fn adding_may_take_longer_than_silence_may() {
    let Some(desk) = Desk::new() else { return };
    let keys: Vec<String> = (0..25_000).map(|it| format!("k{it}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let (mut queue, mut rival) = (desk.queue(), desk.queue());
    let long = NewJob {
        lease: Some(Duration::from_secs(2)),
        ..job()
    };
    thread::scope(|scope| {
        let adding = scope.spawn(|| queue.add(&long, &rows(&keys), Timestamp::now()).unwrap());
        let bucket = Bucket::of(&desk);
        while bucket.get("row.1.1").is_none() {
            assert!(!adding.is_finished(), "nothing is added");
        }
        while !adding.is_finished() {
            thread::park_timeout(Duration::from_millis(300));
            let added = rival.add(&job(), &rows(&keys[..1]), Timestamp::now()).unwrap();
            assert_eq!((added.rows, added.twins.len()), (0, 1));
        }
        assert_eq!(adding.join().unwrap().rows, 25_000);
    });
}

#[test]
fn a_job_that_is_cut_off_just_before_or_after_it_is_open_is_looked_at() {
    let Some(desk) = Desk::new() else { return };
    let mut worker = desk.queue();
    let bucket = Bucket::of(&desk);
    let now = Timestamp::now();
    desk.queue().add(&job(), &rows(&["a"]), now).unwrap();
    // A worker sees it while it is being added, and nobody says that it is open.
    bucket.change("job.1", &json!({"phase": "adding"}));
    assert!(claim_once(&mut worker, now).is_none());
    bucket.change("job.1", &json!({"phase": "open"}));
    assert_eq!(all_rows_at(from_mut(&mut worker), now, 1), ["a"]);
    // One that is never opened goes from sight, and its rows may be added again.
    desk.queue().add(&job(), &rows(&["b"]), now).unwrap();
    bucket.change("job.2", &json!({"phase": "adding"}));
    let twin = desk.queue().add(&job(), &rows(&["b"]), now).unwrap();
    assert_eq!((twin.rows, twin.twins.len()), (0, 1));
    let began = Instant::now();
    while bucket.get("jobs").unwrap()["active"] != json!([]) {
        assert!(began.elapsed() < Duration::from_secs(20));
        assert!(claim_once(&mut worker, Timestamp::now()).is_none());
        thread::park_timeout(Duration::from_millis(50));
    }
    assert_eq!(bucket.get("job.2").unwrap()["phase"], "given_up");
    assert_eq!(desk.queue().add(&job(), &rows(&["b"]), now).unwrap().rows, 1);
    assert_eq!(all_rows_at(from_mut(&mut worker), Timestamp::now(), 1), ["b"]);
}

#[test]
fn a_job_is_never_open_while_nobody_looks_at_it() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    thread::scope(|scope| {
        let adding = scope.spawn(|| {
            for number in 0..40 {
                let key = format!("k{number}");
                queue.add(&job(), &rows(&[&key]), Timestamp::now()).unwrap();
            }
        });
        let bucket = Bucket::of(&desk);
        let mut id = 1;
        while !adding.is_finished() {
            let open = bucket
                .get(&format!("job.{id}"))
                .is_some_and(|it| it["phase"] == "open");
            if open {
                let active = &bucket.get("jobs").unwrap()["active"];
                assert!(active.as_array().unwrap().contains(&json!(id)), "{id}: {active}");
                id += 1;
            }
        }
    });
}

#[test]
fn a_schedule_with_equal_rows_queues_all_of_them_where_that_is_said() {
    let Some(desk) = Desk::new() else { return };
    let noon: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    let at = |hours: i64| noon + jiff::SignedDuration::from_hours(hours);
    let mut queue = desk.queue();
    let daily = NewJob {
        schedule: Some("0 13 * * *".parse().unwrap()),
        twins: true,
        ..job()
    };
    let added = queue.add(&daily, &rows(&["a", "a", "b"]), noon).unwrap();
    assert_eq!(added.rows, 3);
    for day in 0..2 {
        assert_eq!(
            all_rows_at(from_mut(&mut queue), at(1 + day * 24), 3),
            ["a", "a", "b"],
            "day {day}"
        );
    }
}

#[test]
fn formats_may_differ_by_one() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    queue.add(&job(), &rows(&["a"]), Timestamp::now()).unwrap();
    put(&desk, "meta", r#"{"format":2,"by":"0.2.0"}"#);
    put(
        &desk,
        "row.1.1",
        r#"{"version":2,"key":"a","params":{"name":"a"},"state":{"is":"waiting","from_ms":0},"run":null,"wrote":false,"tries":0,"failures":0,"past":[],"mood":"new"}"#,
    );
    let mut newer = Nats::open(&desk.address()).unwrap();
    let row = claim(&mut newer).unwrap();
    newer.begin(&row, "r", Timestamp::now()).unwrap();
    put(&desk, "meta", r#"{"format":3,"by":"0.3.0"}"#);
    let said = Nats::open(&desk.address()).unwrap_err();
    assert!(matches!(said, QueueError::TooFar { found: 3, .. }), "{said}");
    assert!(said.to_string().contains("0.3.0"), "{said}");
}

/// What is taken, or what is said to be unreadable: the job, and what.
fn claim_or_unread(queue: &mut Nats) -> Result<Box<Claim>, (JobId, String)> {
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < Duration::from_secs(20), "nothing comes");
        let now = Timestamp::now();
        let nobody = Runner::elsewhere(String::new());
        match queue.claim(&nobody, &|_| true, now, now).unwrap() {
            Claimed::Row(row) => return Ok(row),
            Claimed::Unread { job, why } => return Err((job, why)),
            Claimed::Later(_) | Claimed::Nothing => thread::park_timeout(Duration::from_millis(50)),
        }
    }
}

#[test]
fn a_row_that_can_not_be_read_is_a_dead_letter_and_a_runner_goes_on() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    queue
        .add(&job(), &rows(&["a", "b", "c"]), Timestamp::now())
        .unwrap();
    put(&desk, "row.1.1", "junk");
    put(
        &desk,
        "row.1.2",
        r#"{"version":1,"key":"b","params":{"name":"b"},"state":{"is":"lost"},"run":"r7@home","tries":1}"#,
    );
    for turn in 0..2 {
        let mut other = desk.queue();
        let row = wait_for_row(&mut other);
        assert_eq!(row.number, 3, "the runner goes on");
        match turn {
            0 => other.release(&row, Timestamp::now()).unwrap(),
            _ => other
                .end(&row, ended(Outcome::Reached), Timestamp::now())
                .unwrap(),
        }
    }
    drained(&mut queue);
    let counts = &queue.jobs().unwrap()[0].ended;
    assert_eq!(*counts, [("reached", 1), ("refused", 2)].into());
    let kept = queue.rows(JobId(1)).unwrap();
    for row in &kept[..2] {
        let State::Ended(end) = &row.row.state else {
            panic!("{row:?}")
        };
        let why = end.message.as_deref().unwrap_or_default();
        assert!(end.is_dead() && why.contains("can't be read"), "{why}");
    }
    // It is run again where a person wants that, and what it did is looked up.
    assert_eq!(queue.retry(JobId(1), &[2], false, Timestamp::now()).unwrap(), 1);
    let row = wait_for_row(&mut queue);
    assert_eq!(
        (row.number, row.earlier.as_deref(), row.wrote),
        (2, Some("r7@home"), true)
    );
    assert_eq!(row.params["name"], "b".into());
}

#[test]
fn what_only_a_newer_program_can_read_is_left_to_it_and_named_once() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    let long = NewJob {
        lease: Some(Duration::from_secs(60)),
        ..job()
    };
    for keys in [["a"], ["b"], ["c"]] {
        queue.add(&long, &rows(&keys), Timestamp::now()).unwrap();
    }
    let newer = r#"{"version":2,"key":"a","params":{},"state":{"is":"resting"}}"#;
    put(&desk, "row.1.1", newer);
    put(&desk, "job.2", r#"{"version":2,"phase":"resting"}"#);
    let mut other = desk.queue();
    let mut said = Vec::new();
    let row = loop {
        match claim_or_unread(&mut other) {
            Ok(row) => break row,
            Err(it) => said.push(it),
        }
    };
    assert_eq!(row.job, JobId(3), "the runner goes on");
    let jobs: BTreeSet<JobId> = said.iter().map(|it| it.0).collect();
    assert_eq!(jobs, [JobId(1), JobId(2)].into());
    assert_eq!(said.len(), 2, "{said:?}");
    other
        .end(&row, ended(Outcome::Reached), Timestamp::now())
        .unwrap();
    assert_eq!(claim(&mut other).unwrap_err(), Some(Why::Others));
    assert!(matches!(other.rows(JobId(1)), Err(QueueError::Unread { .. })));
}

#[test]
fn who_is_no_server_for_a_queue_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let Some(server) = there(Part::Nats, NatsServer::with(dir.path(), &[])) else {
        return;
    };
    let said = Nats::create(&server.address().parse().unwrap()).unwrap_err();
    assert!(matches!(said, QueueError::NoJetStream { .. }), "{said}");
    let address: Server = server.address().parse().unwrap();
    drop(server);
    let said = Nats::create(&address).unwrap_err();
    assert!(matches!(said, QueueError::NoServer { .. }), "{said}");
    let store = dir.path().join("streams").display().to_string();
    let guarded = ["-js", "-sd", &store, "--user", "ann", "--pass", "hunter2"];
    let server = NatsServer::with(dir.path(), &guarded).unwrap();
    let mut address: Server = server.address().parse().unwrap();
    let said = Nats::create(&address).unwrap_err();
    assert!(matches!(said, QueueError::NotLetIn { .. }), "{said}");
    let file = dir.path().join("who");
    let mut with = |text: &str| {
        std::fs::write(&file, text).unwrap();
        address.credentials = Some(file.clone());
        Nats::create(&address)
    };
    for bad in [
        "",
        "ann",
        "ann:x\nhunter2",
        "-----BEGIN NATS USER JWT-----\nhunter2",
    ] {
        let said = with(bad).unwrap_err();
        assert!(matches!(said, QueueError::Credentials { .. }), "{said}");
        assert!(!said.to_string().contains("hunter2"), "{said}");
    }
    let said = with("ann:hunter3\n").unwrap_err();
    assert!(matches!(said, QueueError::NotLetIn { .. }), "{said}");
    assert!(!said.to_string().contains("hunter3"), "{said}");
    with("ann:hunter2\n").unwrap();
}
