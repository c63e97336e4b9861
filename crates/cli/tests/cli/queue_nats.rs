//! A queue on a server: workers of several machines (here: homes), one that is killed, a server that is killed, functions that
//! travel, and what is refused by name.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use testkit::{NatsServer, Part, shut, skip, there};

use crate::{
    desk::{Desk, Running, of_user, signal, start, wait_until},
    queue::{SCRIPT, cells},
    queue_pages::{Moment, application_and_task, each_is_stored_once, kill_at, tried_again},
};

/// A server, where there is one and the program can speak to it.
pub fn server(desk: &Desk) -> Option<NatsServer> {
    let said = desk.run(&["queue", "status", "--engine", "nats://127.0.0.1:1"]);
    if said.err.contains("built without queues on servers") {
        skip(Part::Nats, "the program was built without the feature `nats`");
        return None;
    }
    there(Part::Nats, NatsServer::start(&desk.path("")))
}

/// The program in a home of its own, as on another machine.
fn on(desk: &Desk, home: &str, args: &[&str], engine: &str) -> Command {
    let mut command = desk.command(args);
    command
        .env("AUTORPA_HOME", desk.path(home))
        .env("AUTORPA_ENGINE", engine);
    command
}

/// The results, as another machine sees them.
fn results_text(desk: &Desk, engine: &str) -> String {
    let said = start(on(desk, "elsewhere", &["queue", "results", "1"], engine)).end();
    said.assert(0, &["row,outcome,answer,seconds,run,message,values"]);
    said.out
}

/// The cells of each of their rows.
fn results(desk: &Desk, engine: &str) -> Vec<Vec<String>> {
    cells(&results_text(desk, engine))
}

fn ask_to_end(running: &Running) {
    signal("TERM", &running.id().to_string());
}

/// Rows for these names, queued from the first machine.
fn queued(desk: &Desk, engine: &str, names: &str) {
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", &format!("name\n{names}\n"));
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv"];
    start(on(desk, "home", &add, engine)).end().assert(0, &[]);
}

#[test]
fn workers_and_a_server_that_are_killed_lose_no_row_and_end_none_twice() {
    let desk = Desk::new();
    let Some(mut server) = server(&desk) else { return };
    let engine = server.address();
    desk.file("look.rhai", SCRIPT);
    let names = (0..40).map(|it| format!("{}{it}\n", if it % 2 == 0 { "a" } else { "b" }));
    desk.file("names.csv", &("name\n".to_owned() + &names.collect::<String>()));
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv", "--lease", "2"];
    start(on(&desk, "home", &add, &engine))
        .end()
        .assert(0, &["job 1: 40 rows"]);
    start(on(&desk, "other", &add, &engine)).end().assert(
        0,
        &["job 2: 0 rows", "40 rows are in job 1 already (not ended yet)"],
    );
    // The function travels: where it was is no matter.
    fs::remove_file(desk.path("look.rhai")).unwrap();
    let worker = |home: &str| start(on(&desk, home, &["worker", "--device", "emulator"], &engine));
    let begun = |home: &str| desk.files(&format!("{home}/bank/runs")).len();
    let (mut one, other) = (worker("one"), worker("two"));
    for turn in 1..=3 {
        let before = begun("one");
        wait_until(Duration::from_secs(5), || {
            begun("one") >= before + turn || one.ended()
        });
        one.kill();
        one.end();
        one = worker("one");
        if turn == 2 {
            server.kill();
            server.again().unwrap();
        }
    }
    let all_ended = || {
        let said = start(on(&desk, "home", &["queue", "status"], &engine)).end();
        !said.out.contains("running") && !said.out.contains("waiting") && said.out.contains("unchecked")
    };
    assert!(wait_until(Duration::from_secs(120), all_ended));
    for worker in [&one, &other] {
        ask_to_end(worker);
    }
    for worker in [one, other] {
        let ran = worker.end();
        ran.assert(0, &[]);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
    let rows = results(&desk, &engine);
    let numbers: Vec<String> = rows.iter().map(|it| it[0].clone()).collect();
    let all: Vec<String> = (1..=40).map(|it| it.to_string()).collect();
    assert_eq!(numbers, all, "each row has its end");
    for row in &rows {
        let doubt = row[1] == "refused" && row[5..].concat().contains("in doubt");
        assert!(row[1] == "unchecked" || doubt, "{row:?}");
    }
    assert!(rows.iter().filter(|it| it[1] == "refused").count() <= 4);
    // A row that may have written was begun once, over all homes: nothing is written twice.
    for row in rows.iter().skip(1).step_by(2) {
        let runs = ["one", "two"]
            .into_iter()
            .flat_map(|it| desk.files(&format!("{it}/bank/runs")));
        let wrote = runs.filter(|it| {
            let text = fs::read_to_string(it).unwrap();
            text.contains(&format!("\"row\":{},", row[0])) && text.contains("\"may_write\":true")
        });
        assert!(wrote.count() <= 1, "row {} was written for twice", row[0]);
    }
    // Both did something, and a server that is asked again has nothing left.
    assert!(begun("two") > 0);
    start(on(&desk, "home", &["queue", "run"], &engine))
        .end()
        .assert(0, &[]);
}

#[test]
fn an_application_has_each_row_once_whichever_machine_goes_on_with_it() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    let Some(armed) = application_and_task(&desk) else {
        return;
    };
    let add = |args: &[&str]| {
        on(
            &desk,
            "home",
            &[&["queue", "add"], args, &["--tasks", "tasks"]].concat(),
            &engine,
        )
    };
    let rows = [
        "add_entry.rhai",
        "--task-type",
        "AddEntry",
        "--rows",
        "names.csv",
        "--lease",
        "2",
    ];
    start(add(&rows)).end().assert(0, &["job 1: 16 rows"]);
    let run = |home: &str| on(&desk, home, &["queue", "run", "--tasks", "tasks"], &engine);
    for (moment, home) in [
        (Moment::Sent, "one"),
        (Moment::Stored, "two"),
        (Moment::Asked, "three"),
        (Moment::Sent, "two"),
    ] {
        kill_at(&armed, moment, || start(run(home)));
    }
    // A machine that has seen none of this.
    start(run("four")).end().assert(0, &["reached"]);
    each_is_stored_once(&desk, &results_text(&desk, &engine));
}

#[test]
fn a_worker_takes_what_it_can_do_and_ends_when_it_is_asked_to() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na1\na2\n");
    let add = |more: &[&str]| {
        let args = [
            &["queue", "add", "look.rhai", "--rows", "names.csv", "--duplicates"],
            more,
        ]
        .concat();
        start(on(&desk, "home", &args, &engine)).end()
    };
    add(&["--labels", "office,eu"]).assert(0, &["job 1: 2 rows"]);
    add(&[]).assert(0, &["job 2: 2 rows"]);
    let worker = |args: &[&str]| start(on(&desk, "one", &[&["worker"], args].concat(), &engine));
    let status = || start(on(&desk, "home", &["queue", "status"], &engine)).end().out;
    let workers = || start(on(&desk, "home", &["queue", "workers"], &engine)).end().out;
    let elsewhere = worker(&["--device", "web", "--labels", "office,eu"]);
    let here = worker(&["--device", "emulator", "--labels", "eu"]);
    assert!(wait_until(Duration::from_secs(60), || status()
        .contains("job 2  ")
        && status()
            .lines()
            .any(|it| it.starts_with("job 2") && it.contains("2 unchecked"))));
    assert!(
        status()
            .lines()
            .any(|it| it.starts_with("job 1") && it.contains("2 waiting")),
        "{}",
        status()
    );
    let listed = workers();
    assert!(
        listed.contains("emulator, eu, AutoRPA ") && listed.contains("web, office, eu"),
        "{listed}"
    );
    for worker in [elsewhere, here] {
        ask_to_end(&worker);
        worker.end().assert(0, &[]);
    }
    assert_eq!(workers(), "");
    let able = worker(&["--labels", "eu,office,more"]);
    assert!(wait_until(Duration::from_secs(60), || !status().contains("waiting")));
    ask_to_end(&able);
    able.end().assert(0, &["2 unchecked"]);
}

/// What an address of this machine answers to who says a token.
fn asked(address: &str, token: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!(
        "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_worker_answers_collectors_of_metrics_with_counts_that_last() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    queued(&desk, &engine, "a1\nb2");
    start(on(&desk, "one", &["queue", "run"], &engine))
        .end()
        .assert(3, &["2 unchecked"]);
    // Another process of the same home.
    let mut command = on(&desk, "one", &["worker", "--metrics", "127.0.0.1:0"], &engine);
    command
        .env("AUTORPA_METRICS_TOKEN", "open sesame")
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut worker = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(worker.stderr.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line
        .trim()
        .strip_prefix("listening: ")
        .unwrap_or_else(|| panic!("{line}"));
    let told = asked(address, "open sesame");
    for part in [
        "HTTP/1.1 200",
        "outcome=\"unchecked\"} 2",
        "autorpa_waited_seconds_total{",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let steps = told
        .lines()
        .find(|it| it.starts_with("autorpa_steps_total{"))
        .unwrap();
    assert!(!steps.ends_with(" 0"), "{steps}");
    assert!(asked(address, "close sesame").starts_with("HTTP/1.1 401"));
    assert!(asked(&address.replace("/metrics", "/"), "open sesame").starts_with("HTTP/1.1 404"));
    signal("TERM", &worker.id().to_string());
    assert!(worker.wait().unwrap().success());
    let open = ["worker", "--metrics", "0.0.0.0:0"];
    start(on(&desk, "one", &open, &engine))
        .end()
        .assert(2, &["can be reached from other machines"]);
}

#[test]
fn a_worker_that_is_asked_to_end_ends_its_row_first() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    queued(&desk, &engine, "b1\nb2\nb3\nb4");
    let mut worker = start(on(&desk, "one", &["worker"], &engine));
    // It is asked between the first word of a row's record and the last.
    let runs = || desk.files("one/bank/runs");
    let is_begun = || worker_has_begun(&runs());
    assert!(wait_until(Duration::from_secs(60), is_begun));
    ask_to_end(&worker);
    assert!(wait_until(Duration::from_secs(60), || worker.ended()));
    worker.end().assert(0, &["unchecked"]);
    let begun = runs();
    assert!(begun.len() < 4, "it goes on: {begun:?}");
    for run in &begun {
        let text = fs::read_to_string(run).unwrap();
        assert!(text.contains("\"what\":\"ends\""), "{text}");
        assert!(!text.contains("cancelled"), "{text}");
    }
    let said = start(on(&desk, "home", &["queue", "status"], &engine)).end().out;
    let left = format!("{} waiting", 4 - begun.len());
    assert!(said.contains(&left) && !said.contains("running"), "{said}");
}

fn worker_has_begun(runs: &[PathBuf]) -> bool {
    let texts = runs.iter().filter_map(|it| fs::read_to_string(it).ok());
    texts.into_iter().any(|it| it.contains("\"what\":\"acts\""))
}

/// A worker whose lines are read while it works.
struct Heard {
    child: std::process::Child,
    lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

impl Heard {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Wait until it says this.
    fn says(&mut self, text: &str) {
        let mut all = Vec::new();
        for line in self.lines.by_ref().map_while(Result::ok) {
            if line.contains(text) {
                return;
            }
            all.push(line);
        }
        panic!("it ends without {text:?}: {all:?}");
    }

    /// Ask it to end, and wait; what it says until then.
    fn end(mut self) -> String {
        signal("TERM", &self.child.id().to_string());
        let rest: Vec<String> = self.lines.by_ref().map_while(Result::ok).collect();
        assert!(self.child.wait().unwrap().success(), "{rest:?}");
        rest.join("\n")
    }
}

#[test]
fn a_worker_whose_policy_shuts_the_hours_begins_no_row_and_says_why() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    queued(&desk, &engine, "a1\nb2");
    fs::create_dir(desk.path("strict")).unwrap();
    desk.file("strict/autorpa.toml", &format!("[policy]\n{}\n", shut()));
    let mut strict = on(&desk, "one", &["worker"], &engine);
    strict.current_dir(desk.path("strict"));
    let mut worker = Heard::start(strict);
    worker.says("waits: the policy lets runs begin");
    let status = || start(on(&desk, "home", &["queue", "status"], &engine)).end();
    status().assert(0, &["2 waiting"]);
    let rest = worker.end();
    assert!(!rest.contains("the policy"), "it is said once: {rest}");
    status().assert(0, &["2 waiting"]);
    assert!(desk.files("one/bank/runs").is_empty());
    // The policy is that of this worker alone.
    start(on(&desk, "two", &["queue", "run"], &engine))
        .end()
        .assert(3, &["2 unchecked"]);
}

#[test]
fn a_browser_or_phone_that_several_machines_reach_is_one_workers() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    queued(&desk, &engine, "a1");
    // What is locked on a machine is not locked on the next one. No row is for these devices: none of them is spoken to.
    let worker = |home: &str, device: &[&str]| {
        let mut command = on(&desk, home, &[&["worker"], device].concat(), &engine);
        of_user(&mut command, &desk.path(home));
        start(command)
    };
    let names = || -> Vec<String> {
        let listed = start(on(&desk, "home", &["queue", "workers"], &engine)).end();
        let lines = listed.out.lines();
        lines
            .filter_map(|it| Some(it.split(' ').nth(1)?.to_owned()))
            .collect()
    };
    let works = |count: usize| wait_until(Duration::from_secs(60), || names().len() == count);
    let here = ["--device", "web", "--attach", "9222"];
    for device in [
        &["--device", "web", "--attach", "http://192.0.2.1:9222"][..],
        &["--device", "adb:192.0.2.1:5555"],
    ] {
        let one = worker("one", device);
        assert!(works(1));
        let name = names().remove(0);
        let taken = format!("worker {name} works with ");
        worker("two", device).end().assert(20, &[&taken, "192.0.2.1:"]);
        // What each machine calls so is another one on each.
        let own = [worker("two", &here), worker("three", &here)];
        assert!(works(3));
        ask_to_end(&one);
        one.end().assert(0, &[]);
        let next = worker("two", device);
        assert!(works(3));
        for worker in own.into_iter().chain([next]) {
            ask_to_end(&worker);
            worker.end().assert(0, &[]);
        }
    }
}

#[test]
fn rows_that_fail_are_tried_again_by_whoever_takes_them_unless_they_may_have_written() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    tried_again(&desk, &|home, args| on(&desk, home, args, &engine));
}

#[test]
fn a_function_travels_with_its_signature_and_is_run_as_it_was_queued() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na1\n");
    let here = |home: &str, args: &[&str]| start(on(&desk, home, args, &engine)).end();
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv", "--duplicates"];
    here("home", &add).assert(0, &["job 1: 1 rows"]);
    let signed = here("home", &["sign", "look.rhai"]);
    let key = signed.out.split("signed by ").nth(1).unwrap().trim().to_owned();
    here("home", &add).assert(0, &["job 2: 1 rows"]);
    // The worker's own policy asks for a signature; the first job has none.
    fs::create_dir(desk.path("strict")).unwrap();
    desk.file(
        "strict/autorpa.toml",
        &format!("[policy]\nsigned_by = [\"{key}\"]\n"),
    );
    let mut strict = on(&desk, "one", &["queue", "run"], &engine);
    strict.current_dir(desk.path("strict"));
    start(strict)
        .end()
        .assert(11, &["1 unchecked", "job 1 is left out", "it is not signed"]);
    // Another script under the same name is another function: it is taken when somebody says so.
    desk.file(
        "look.rhai",
        &SCRIPT.replace("env_op.answer(name)", "env_op.answer(\"new\")"),
    );
    here("home", &["queue", "retry", "1", "--new-function"]).assert(0, &["0 rows"]);
    here("two", &["queue", "run"]).assert(3, &["1 unchecked"]);
    assert_eq!(results(&desk, &engine)[0][2], "new");
    // No path and no secret of this machine is on the server.
    let mut kept = String::new();
    for file in desk.files("streams") {
        kept.push_str(&String::from_utf8_lossy(&fs::read(file).unwrap()));
    }
    assert!(kept.contains("Look into Markor"), "what is kept is not read");
    assert!(
        !kept.contains(&desk.path("").display().to_string()),
        "a path of this machine is on the server"
    );
}

#[test]
fn a_row_s_run_is_found_by_the_name_that_its_results_say() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na1\nb2\n");
    let here = |home: &str, args: &[&str]| start(on(&desk, home, args, &engine)).end();
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv"];
    here("home", &add).assert(0, &["job 1: 2 rows"]);
    here("one", &["queue", "run"]).assert(3, &["2 unchecked"]);
    let runs: Vec<String> = results(&desk, &engine)
        .into_iter()
        .map(|it| it[4].clone())
        .collect();
    let [read, wrote] = &runs[..] else {
        panic!("{runs:?}")
    };
    for run in &runs {
        here("one", &["report", run]).assert(0, &["<title>", "unchecked"]);
    }
    // Of another machine's what lies on the server, and what was fetched once.
    let without = |run: &str| {
        let mut command = on(&desk, "home", &["report", run], &engine);
        command.env_remove("AUTORPA_ENGINE");
        start(command).end()
    };
    without(wrote).assert(2, &["another machine", "--engine"]);
    here("home", &["report", wrote]).assert(0, &["<title>", "unchecked"]);
    without(wrote).assert(0, &["<title>"]);
    here("home", &["report", read]).assert(2, &["the server has no record of", "the machine whose home"]);
    let (name, _) = wrote.split_once('@').unwrap();
    without(&format!("{name}@../../one")).assert(2, &["another machine"]);
    fs::remove_dir_all(desk.path("one/bank/runs")).unwrap();
    here("one", &["report", wrote]).assert(2, &["this home has no record"]);
}

#[test]
fn the_pictures_of_a_row_that_was_not_done_are_seen_on_other_machines() {
    let desk = Desk::new();
    let Some(server) = server(&desk) else { return };
    let engine = server.address();
    desk.file(
        "look.rhai",
        &SCRIPT.replace(
            "env_op.answer(name);",
            "env_op.click(env_op.find_element(#{ text: name }));",
        ),
    );
    desk.file("names.csv", "name\na1\na2\n");
    let here = |home: &str, args: &[&str]| start(on(&desk, home, args, &engine)).end();
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv", "--duplicates"];
    here("home", &add).assert(0, &["job 1: 2 rows"]);
    let ran = here("one", &["queue", "run"]);
    assert!(
        !ran.status.success() && !ran.err.contains("do not travel"),
        "{}",
        ran.err
    );
    let rows = results(&desk, &engine);
    let page = |home: &str, run: &str| {
        let said = here(home, &["report", run]);
        said.assert(0, &["<title>"]);
        said.out
    };
    for row in &rows {
        let (own, other) = (page("one", &row[4]), page("two", &row[4]));
        assert!(own.contains("png;base64,"), "{own}");
        assert_eq!(own, other);
    }
    assert_eq!(
        desk.files("two/bank/screenshots").len(),
        desk.files("one/bank/screenshots").len()
    );
    // None where none is wanted.
    here("home", &[&add[..], &["--pictures", "none"]].concat()).assert(0, &["job 2: 2 rows"]);
    here("one", &["queue", "run"]);
    let said = here("two", &["queue", "results", "2"]);
    let run = &cells(&said.out)[0][4];
    assert!(!page("two", run).contains("png;base64,"));
}

#[test]
fn what_can_not_be_is_said_by_name() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na1\n");
    let add =
        |more: &[&str]| desk.run(&[&["queue", "add", "look.rhai", "--rows", "names.csv"], more].concat());
    add(&["--labels", "eu"]).assert(2, &["a queue in a file has no labels"]);
    add(&["--lease", "5"]).assert(2, &["a queue in a file has no lease"]);
    for (engine, said) in [
        ("nats://ann:pw@127.0.0.1", "AUTORPA_NATS_CREDENTIALS"),
        ("http://127.0.0.1", "no address of a queue's server"),
        ("nats://127.0.0.1/a.b", "a queue's name has letters"),
    ] {
        add(&["--engine", engine]).assert(2, &[said]);
    }
    add(&["--engine", "nats://127.0.0.1", "--queue", "x.db"]).assert(2, &["cannot be used with"]);
    let Some(mut server) = server(&desk) else { return };
    let engine = server.address();
    add(&["--engine", &engine, "--cron", "0 8 * * *"]).assert(0, &["job 1: 1 rows"]);
    add(&["--engine", &engine, "--cron", "every day"]).assert(2, &["every day"]);
    desk.run(&["queue", "status", "--engine", &format!("{engine}/other")])
        .assert(2, &["there is no queue", "/other"]);
    server.kill();
    for args in [&["queue", "status"][..], &["queue", "run"], &["worker"]] {
        let said = desk.run(&[args, &["--engine", &engine]].concat());
        said.assert(1, &["no server answers", "nats-server -js"]);
    }
    drop(server);
    let bare = NatsServer::with(&desk.path(""), &[]).unwrap();
    let said = desk.run(&["worker", "--engine", &bare.address()]);
    said.assert(1, &["has no JetStream"]);
}
