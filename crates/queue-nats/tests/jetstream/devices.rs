//! Devices that several machines reach.

use super::*;

const BROWSER: &str = "web 10.0.0.7:9222";

/// Have the worker that has the only device be silent for long, as soon as a second is over.
fn short(bucket: &Bucket) {
    let keys = bucket.keys("device.");
    assert_eq!(keys.len(), 1, "{keys:?}");
    bucket.change(&keys[0], &json!({"lease_ms": 1000}));
}

fn wait_for_device(queue: &mut Nats) {
    let began = Instant::now();
    while let Err(error) = queue.take_device(BROWSER) {
        assert!(matches!(error, QueueError::DeviceTaken { .. }), "{error}");
        assert!(began.elapsed() < Duration::from_secs(20), "{error}");
        thread::park_timeout(Duration::from_millis(50));
    }
}

#[test]
fn a_device_is_one_workers_until_that_ends() {
    let Some(desk) = Desk::new() else { return };
    let mut all: Vec<Nats> = (0..6).map(|_| desk.queue()).collect();
    // All want it at once.
    let taken: Vec<bool> = thread::scope(|scope| {
        let taking: Vec<_> = all
            .iter_mut()
            .map(|it| scope.spawn(|| it.take_device(BROWSER).is_ok()))
            .collect();
        taking.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(taken.iter().filter(|it| **it).count(), 1);
    let owner = all.remove(taken.iter().position(|it| *it).unwrap());
    let name = runner(&owner).name().to_owned();
    let other = &mut all[0];
    let said = other.take_device(BROWSER).unwrap_err();
    let QueueError::DeviceTaken { device, worker, .. } = &said else {
        panic!("{said}")
    };
    assert_eq!((device.as_str(), worker.as_str()), (BROWSER, name.as_str()));
    // Another one is free, and one that was let go of is at once.
    other.take_device("adb 10.0.0.7:5555").unwrap();
    drop(owner);
    other.take_device(BROWSER).unwrap();
    other.take_device(BROWSER).unwrap();
}

#[test]
fn a_device_whose_worker_is_silent_is_another_ones_and_its_worker_does_nothing_more() {
    let Some(desk) = Desk::new() else { return };
    let bucket = Bucket::of_new(&desk);
    let (mut one, mut other) = (desk.queue(), desk.queue());
    let now = Timestamp::now();
    let long = NewJob {
        lease: Some(Duration::from_secs(60)),
        ..job()
    };
    one.add(&long, &rows(&["a", "b"]), now).unwrap();
    one.take_device(BROWSER).unwrap();
    let row = claim(&mut one).unwrap();
    one.begin(&row, "r1", now).unwrap();
    let runner = runner(&one);
    // Each of these touches it: it is kept for a whole lease again.
    for turn in 0..2 {
        short(&bucket);
        match turn {
            0 => drop(one.extend(&runner, now, now).unwrap()),
            _ => one.holds(&row, now, now).unwrap(),
        }
        let said = other.take_device(BROWSER).unwrap_err();
        assert!(
            matches!(said, QueueError::DeviceTaken { seconds: 30.., .. }),
            "{said}"
        );
    }
    short(&bucket);
    wait_for_device(&mut other);
    let gone = |said: Result<(), QueueError>| {
        let said = said.unwrap_err();
        assert!(matches!(said, QueueError::DeviceGone { .. }), "{said}");
    };
    // It has not heard of it yet.
    gone(one.claim(&runner, &|_| true, now, now).map(drop));
    gone(one.holds(&row, now, now));
    gone(one.begin(&row, "r1", now));
    gone(one.end(&row, ended(Outcome::Reached), now));
    gone(one.extend(&runner, now, now).map(drop));
    // Its rows go on where somebody has a device.
    one.release(&row, now).unwrap();
    let mut left = [wait_for_row(&mut other), wait_for_row(&mut other)];
    left.sort_by_key(|it| it.number);
    let seen = left.each_ref().map(|it| (it.earlier.as_deref(), it.wrote));
    assert_eq!(seen, [(Some("r1"), true), (None, false)]);
    // Who has lost it takes nothing from who has it.
    drop((one, runner));
    assert!(desk.queue().take_device(BROWSER).is_err());
}

#[test]
fn threads_of_a_worker_touch_its_device_side_by_side() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    queue.take_device(BROWSER).unwrap();
    let runner = runner(&queue);
    thread::scope(|scope| {
        for _ in 0..4 {
            let mut another = queue.clone();
            let runner = &runner;
            scope.spawn(move || {
                for _ in 0..20 {
                    another
                        .extend(runner, Timestamp::now(), Timestamp::now())
                        .unwrap();
                }
            });
        }
    });
    drop(queue);
    // It was let go of, by what the last of them has written.
    desk.queue().take_device(BROWSER).unwrap();
}
