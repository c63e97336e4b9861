//! What comes from outside: whose certificate a server has, and what others put on the stream of calls.

use async_nats::jetstream::{self, Context};
use testkit::certificate;

use super::*;

/// A server that speaks over TLS alone, with the certificate of this folder; its port.
fn encrypted(folder: &std::path::Path) -> Option<(NatsServer, String)> {
    there(Part::Nats, certificate(folder))?;
    let store = folder.join("streams").display().to_string();
    let words = [
        "-js",
        "-sd",
        &store,
        "--tls",
        "--tlscert",
        "cert.pem",
        "--tlskey",
        "key.pem",
    ];
    let server = there(Part::Nats, NatsServer::with(folder, &words))?;
    let port = server.address().rsplit(':').next().unwrap().to_owned();
    Some((server, port))
}

#[test]
fn over_tls_alone_rows_are_added_and_done_where_the_certificate_counts() {
    let dir = tempfile::tempdir().unwrap();
    let Some((_server, port)) = encrypted(dir.path()) else {
        return;
    };
    for (host, number) in [
        ("tls://127.0.0.1", 1),
        ("tls://localhost", 2),
        ("nats://127.0.0.1", 3),
    ] {
        let mut address: Server = format!("{host}:{port}").parse().unwrap();
        let said = Nats::create(&address).unwrap_err();
        assert!(matches!(said, QueueError::NotTrusted { .. }), "{host}: {said}");
        assert!(said.to_string().contains("AUTORPA_NATS_ROOTS"), "{said}");
        address.roots = Some(dir.path().join("cert.pem"));
        let mut queue = Nats::create(&address).unwrap();
        let now = Timestamp::now();
        let added = queue.add(&job(), &rows(&[&format!("k{number}")]), now).unwrap();
        assert_eq!((added.job, added.rows), (JobId(number), 1));
        let row = wait_for_row(&mut queue);
        queue.begin(&row, "r", now).unwrap();
        queue.holds(&row, now, now).unwrap();
        queue.end(&row, ended(Outcome::Reached), now).unwrap();
        drained(&mut queue);
    }
}

#[test]
fn a_server_that_proves_nothing_is_told_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let Some((_server, port)) = encrypted(dir.path()) else {
        return;
    };
    let mut address: Server = format!("tls://127.0.0.1:{port}").parse().unwrap();
    let other = dir.path().join("other");
    std::fs::create_dir(&other).unwrap();
    certificate(&other).unwrap();
    std::fs::write(dir.path().join("empty.pem"), "").unwrap();
    let mut with = |roots: &str| {
        address.roots = Some(dir.path().join(roots));
        Nats::create(&address).unwrap_err()
    };
    let said = with("other/cert.pem");
    assert!(matches!(said, QueueError::NotTrusted { .. }), "{said}");
    for bad in ["none.pem", "empty.pem", "key.pem"] {
        let said = with(bad);
        assert!(matches!(said, QueueError::Roots { .. }), "{bad}: {said}");
    }
    // One that does not encrypt, where that is asked for.
    let Some(desk) = Desk::new() else { return };
    let plain = desk.server.address().replace("nats:", "tls:");
    let said = Nats::create(&plain.parse().unwrap()).unwrap_err();
    assert!(matches!(said, QueueError::NotTrusted { .. }), "{said}");
}

/// Somebody who may write to the server.
struct Stranger {
    runtime: tokio::runtime::Runtime,
    context: Context,
}

impl Stranger {
    fn of(desk: &Desk) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let context = runtime.block_on(async {
            let client = async_nats::connect(desk.server.address()).await.unwrap();
            jetstream::new(client)
        });
        Self { runtime, context }
    }

    /// Say this, where a stream keeps it.
    fn says(&self, subject: &str, bytes: &[u8]) {
        let (subject, bytes) = (subject.to_owned(), bytes.to_vec().into());
        self.runtime.block_on(async {
            let kept = self.context.publish(subject, bytes).await.unwrap();
            kept.await.unwrap();
        });
    }

    /// Say this where nobody keeps it.
    fn says_to_nobody(&self, subject: &str, bytes: &[u8]) {
        let (subject, bytes) = (subject.to_owned(), bytes.to_vec().into());
        self.runtime.block_on(async {
            let kept = self.context.publish(subject, bytes).await.unwrap();
            assert!(kept.await.is_err(), "a stream keeps it");
        });
    }
}

/// All that is no call to a row of job 1, where calls to its rows stand, and further calls to its first row.
fn junk(stranger: &Stranger) {
    let at = "autorpa.default.row.1";
    let binary: Vec<u8> = (0..=255).collect();
    let texts: [&[u8]; 13] = [
        b"",
        b"junk",
        b"null",
        b"[]",
        b"{}",
        &binary,
        &[b'x'; 1_000_000],
        br#"{"version":1,"job":"1","row":1}"#,
        br#"{"version":1,"job":1,"row":-1}"#,
        br#"{"version":1,"job":1,"row":99}"#,
        br#"{"version":1,"job":-9223372036854775808,"row":18446744073709551615}"#,
        br#"{"version":1,"job":1,"row":1}"#,
        br#"{"version":99,"job":1,"row":1,"mood":"new"}"#,
    ];
    for text in texts {
        stranger.says(at, text);
    }
    // Nobody is called by these.
    let call = br#"{"version":1,"job":1,"row":1}"#;
    for subject in [
        "autorpa.default.row.x",
        "autorpa.default.row.99",
        "autorpa.default.row.-1",
    ] {
        stranger.says(subject, call);
    }
    for subject in [
        "autorpa.default.row",
        "autorpa.default.row.1.2",
        "autorpa.default.line.1",
    ] {
        stranger.says_to_nobody(subject, call);
    }
}

#[test]
fn junk_among_the_calls_is_passed_over_and_no_row_is_done_twice() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    let stranger = Stranger::of(&desk);
    let now = Timestamp::now();
    junk(&stranger);
    queue.add(&job(), &rows(&["a", "b", "c"]), now).unwrap();
    junk(&stranger);
    let mut others = [desk.queue(), desk.queue()];
    assert_eq!(all_rows_at(&mut others, now, 3), ["a", "b", "c"]);
    junk(&stranger);
    assert!(all_rows_at(&mut others, now, 0).is_empty());
    drained(&mut queue);
    assert_eq!(queue.jobs().unwrap()[0].ended, [("reached", 3)].into());
}

#[test]
fn a_call_to_a_row_of_another_job_calls_nobody_past_what_that_job_asks_for() {
    let Some(desk) = Desk::new() else { return };
    let mut queue = desk.queue();
    let now = Timestamp::now();
    queue.add(&job(), &rows(&["a"]), now).unwrap();
    let office = NewJob {
        labels: vec!["office".to_owned()],
        sha256: "22".to_owned(),
        ..job()
    };
    queue.add(&office, &rows(&["b"]), now).unwrap();
    Stranger::of(&desk).says("autorpa.default.row.1", br#"{"version":1,"job":2,"row":1}"#);
    let nobody = Runner::elsewhere(String::new());
    let mut taken = Vec::new();
    let began = Instant::now();
    loop {
        let fits = |it: &queue::Job| it.new.labels.is_empty();
        match queue.claim(&nobody, &fits, now, now).unwrap() {
            Claimed::Row(row) => {
                queue.end(&row, ended(Outcome::Reached), now).unwrap();
                taken.push(row.job);
            }
            Claimed::Nothing => break,
            Claimed::Later(_) => thread::park_timeout(Duration::from_millis(50)),
            Claimed::Unread { job, why } => panic!("job {job}: {why}"),
        }
        assert!(began.elapsed() < Duration::from_secs(20), "something is left");
    }
    assert_eq!(taken, [JobId(1)]);
    let row = wait_for_row(&mut queue);
    assert_eq!((row.job, row.sha256.as_str()), (JobId(2), "22"));
}
