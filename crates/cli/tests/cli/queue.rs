//! The queue: processes that are killed, several at once, and what is refused before a row is added or run.

use std::{fs, time::Duration};

use crate::desk::{Desk, of_user, signal, start, wait_until};

/// Writes nothing for a name with `a` in it; for others it makes a note, which may be cut off anywhere.
pub const SCRIPT: &str = "\
/// Look into Markor.
fn look(name) {
    env_op.open_app(\"Markor\");
    if !name.contains(\"a\") {
        env_op.click(env_op.find_element(#{ content_description: \"Create a new file or folder\" }));
        env_op.input_text(name, env_op.find_element(#{ hint_text: \"my_note\" }), true);
    }
    env_op.answer(name);
    env_op.stop(\"complete\");
}
";

/// The cells of each row of the results.
fn results(desk: &Desk) -> Vec<Vec<String>> {
    let said = desk.run(&["queue", "results", "1"]);
    said.assert(0, &["row,outcome,answer,seconds,run,message,values"]);
    cells(&said.out)
}

/// The cells of each row of results.
pub fn cells(csv: &str) -> Vec<Vec<String>> {
    let lines = csv.lines().skip(1);
    lines
        .map(|it| it.split(',').map(str::to_owned).collect())
        .collect()
}

fn rows(count: usize) -> String {
    let names = (0..count).map(|it| format!("{}{it}\n", if it % 2 == 0 { "a" } else { "b" }));
    "name\n".to_owned() + &names.collect::<String>()
}

#[test]
fn a_job_that_a_newer_program_queued_is_left_out_and_the_others_go_on() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na1\na2\n");
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv", "--duplicates"];
    desk.run(&add).assert(0, &["job 1: 2 rows"]);
    desk.run(&add).assert(0, &["job 2: 2 rows"]);
    let queue = rusqlite::Connection::open(desk.path("home/queue.db")).unwrap();
    let newer =
        "UPDATE job SET how = replace(how, '\"version\":1', '\"version\":2,\"mood\":\"new\"') WHERE id = 1";
    assert_eq!(queue.execute(newer, []).unwrap(), 1);
    drop(queue);
    desk.run(&["queue", "run"])
        .assert(11, &["2 unchecked", "job 1 was left out", "format version 2"]);
    let status = desk.run(&["queue", "status"]);
    status.assert(0, &["look.rhai: 2 waiting", "look.rhai: 2 unchecked"]);
}

#[test]
fn runners_that_are_killed_again_and_again_lose_no_row_and_end_none_twice() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", &rows(60));
    desk.run(&["queue", "add", "look.rhai", "--rows", "names.csv"])
        .assert(0, &["job 1: 60 rows"]);
    for turn in 1..=6 {
        let mut running = start(desk.command(&["queue", "run", "--workers", "2"]));
        // Each time at another moment: so many more runs were begun.
        let begun = desk.files("home/bank/runs").len();
        wait_until(Duration::from_secs(60), || {
            desk.files("home/bank/runs").len() >= begun + turn || running.ended()
        });
        running.kill();
        running.end();
    }
    let others: Vec<_> = (0..2).map(|_| start(desk.command(&["queue", "run"]))).collect();
    for other in others {
        let ran = other.end();
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
    let rows = results(&desk);
    let numbers: Vec<String> = rows.iter().map(|it| it[0].clone()).collect();
    let all: Vec<String> = (1..=60).map(|it| it.to_string()).collect();
    assert_eq!(numbers, all, "each row has its end");
    for row in &rows {
        // What was cut off after it may have written is in doubt, as no check can tell; all else is done.
        let doubt = row[1] == "refused" && row[5..].concat().contains("in doubt");
        assert!(row[1] == "unchecked" || doubt, "{row:?}");
    }
    // A row that may have written was begun once: nothing is written twice.
    for row in rows.iter().skip(1).step_by(2) {
        let wrote = desk.files("home/bank/runs").into_iter().filter(|it| {
            let text = fs::read_to_string(it).unwrap();
            text.contains(&format!("\"row\":{},", row[0])) && text.contains("\"may_write\":true")
        });
        assert!(wrote.count() <= 1, "row {} was written for twice", row[0]);
    }
    assert!(rows.iter().filter(|it| it[1] == "refused").count() <= 12);
    // All locks are gone, and all have their end.
    let locks = desk
        .files("home")
        .into_iter()
        .filter(|it| it.to_string_lossy().contains("-runner-"));
    assert_eq!(locks.count(), 0);
    let runs = desk.files("home/bank/runs").len();
    desk.run(&["queue", "run"]).assert(0, &[]);
    assert_eq!(desk.files("home/bank/runs").len(), runs);
}

#[test]
fn what_is_wrong_is_said_before_a_row_is_added() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    let add = |rows: &str, code: i32, said: &[&str], more: &[&str]| {
        desk.file("names.csv", rows);
        let args = ["queue", "add", "look.rhai", "--rows", "names.csv"];
        desk.run(&[&args[..], more].concat()).assert(code, said);
    };
    add("", 2, &["it is empty"], &[]);
    add("names\nx\n", 2, &["did you mean `name`?"], &[]);
    add("name\nx\n", 2, &["no window of the day"], &["--window", "8-18"]);
    add("name\nx\n", 2, &["no cron line"], &["--cron", "daily"]);
    add(
        "name\nx\n",
        2,
        &["there is no outcome `lost`"],
        &["--retry-on", "lost"],
    );
    add(
        "name\nx\n",
        2,
        &["time zone `Nowhere`"],
        &["--window", "08:00-18:00", "--time-zone", "Nowhere"],
    );
    add(
        "name\nx\n",
        2,
        &["a password in it"],
        &["--url", "http://ann:pw@127.0.0.1/"],
    );
    // One bad row among ten thousand.
    let many = "name\n".to_owned() + &"x\n".repeat(4999) + "x,y\n" + &"z\n".repeat(5000);
    add(&many, 2, &["row 5000", "--skip-bad-rows"], &[]);
    desk.run(&["queue", "status"]).assert(2, &["there is no queue"]);
    add(&many, 0, &["job 1: 3 rows", "not added"], &["--skip-bad-rows"]);
    desk.run(&["queue", "dead", "1"])
        .assert(0, &["row 5000: refused", "2 cells"]);
}

#[test]
fn a_function_that_was_changed_is_not_run() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na\naa\n");
    desk.run(&["queue", "add", "look.rhai", "--rows", "names.csv"])
        .assert(0, &[]);
    desk.file("look.rhai", &format!("{SCRIPT}// Another one.\n"));
    desk.run(&["queue", "run"])
        .assert(11, &["was changed since job 1 was queued", "--new-function"]);
    assert!(results(&desk).is_empty());
    desk.run(&["queue", "retry", "1", "--new-function"])
        .assert(0, &[]);
    desk.run(&["queue", "run"]).assert(3, &["2 unchecked"]);
    desk.run(&["queue", "add", "look.rhai", "--rows", "names.csv"])
        .assert(0, &["job 2: 0 rows", "in job 1 already (unchecked)"]);
    desk.run(&["queue", "cancel", "9"])
        .assert(2, &["there is no job 9"]);
}

#[test]
fn the_value_of_a_secret_is_noticed_in_any_column() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    fs::create_dir(desk.path("tasks")).unwrap();
    desk.file("tasks/pin", "Kx7-correct-horse\n");
    desk.file(
        "tasks/look.task.toml",
        "format = 1\nname = \"Look\"\ngoal = \"Look for {name}.\"\nsandbox = true\n\n[start]\ndevice = \"emulator\"\n\n\
         [params.name]\ntype = \"text\"\nexamples = [\"a\", \"aa\"]\n\n[params.pin]\ntype = \"secret\"\nfile = \"pin\"\n",
    );
    let add = [
        "queue",
        "add",
        "look.rhai",
        "--rows",
        "names.csv",
        "--tasks",
        "tasks",
        "--task-type",
        "Look",
    ];
    desk.file("names.csv", "name\na\nsee Kx7-correct-horse there\n");
    let said = desk.run(&add);
    said.assert(2, &["row 2", "`name`", "{secret:pin}", "nothing was added"]);
    assert!(!said.err.contains("Kx7"), "{}", said.err);
    assert!(!desk.path("home/queue.db").exists());
    // A part of it is none.
    desk.file("names.csv", "name\na\nKx7-correct\n");
    desk.run(&add).assert(0, &["job 1: 2 rows"]);
}

#[test]
fn a_queue_that_another_program_holds_is_waited_for() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na\naa\naaa\n");
    desk.run(&["queue", "add", "look.rhai", "--rows", "names.csv"])
        .assert(0, &[]);
    let held = rusqlite::Connection::open(desk.path("home/queue.db")).unwrap();
    held.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut running = start(desk.command(&["queue", "run"]));
    // It has a lock of its own as soon as it wants a row.
    let is_there = || {
        let mut files = desk.files("home").into_iter();
        files.any(|it| it.to_string_lossy().contains("-runner-"))
    };
    assert!(wait_until(Duration::from_secs(60), is_there));
    assert!(!wait_until(Duration::from_secs(2), || running.ended()));
    assert!(results(&desk).is_empty());
    held.execute_batch("COMMIT").unwrap();
    running.end().assert(3, &["3 unchecked"]);
    assert_eq!(results(&desk).len(), 3);
}

#[test]
fn a_browser_that_rows_are_run_in_is_one_programs() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "name\na\n");
    let add = ["queue", "add", "look.rhai", "--rows", "names.csv"];
    desk.run(&add).assert(0, &[]);
    // No row is for a browser: nobody is spoken to at these ports.
    let run = |port: &str, more: &[&str]| {
        let mut command = desk.command(&[&["queue", "run", "--attach", port], more].concat());
        of_user(&mut command, &desk.path(""));
        start(command)
    };
    let first = run("9222", &["--stay"]);
    let process = first.id().to_string();
    assert!(wait_until(Duration::from_secs(60), || {
        desk.run(&["queue", "status"]).out.contains("1 unchecked")
    }));
    let taken = format!("process {process} works with the browser at port 9222");
    run("9222", &[]).end().assert(20, &[&taken]);
    run("http://localhost:9222", &["--device", "web"])
        .end()
        .assert(20, &["works with the browser"]);
    run("9223", &[]).end().assert(0, &[]);
    signal("TERM", &process);
    first.end();
    run("9222", &[]).end().assert(0, &[]);
}

#[test]
fn a_file_that_is_damaged_or_no_queue_is_said() {
    let desk = Desk::new();
    desk.file("mine.db", &"no database at all\n".repeat(100));
    desk.run(&["queue", "run", "--queue", "mine.db"])
        .assert(2, &["is no queue"]);
}
