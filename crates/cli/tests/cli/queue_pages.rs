//! Rows that an application on the web keeps in a database of its own, and runners that are killed while it does.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

use rusqlite::Connection;
use testkit::{Answer, Asked, Part, serve, there};

use crate::{
    desk::{Desk, Running, start},
    queue::cells,
};

const ROWS: usize = 16;

/// How long the application takes to store what was sent by somebody who is gone by then.
const SLOW: Duration = Duration::from_secs(1);

const SCRIPT: &str = "\
/// Add an entry.
fn add_entry(name) {
    env_op.input_text(name, env_op.find_element(#{ label: \"Name\" }), true);
    env_op.click(env_op.find_element(#{ text: \"Add entry\" }));
    env_op.find_element(#{ text: \"Entry added\" });
    env_op.stop(\"complete\");
}
";

const FORM: &str =
    "<form method=post action=/add><label>Name <input name=name></label><button>Add entry</button></form>";

/// When a runner is killed, as the application sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The form is about to be shown.
    Asked,
    /// The form was sent, and nothing is stored yet.
    Sent,
    /// It is stored, and nothing was answered yet.
    Stored,
}

/// Who is told of the next such moment. The application goes on once the killer has said so.
pub type Armed = Arc<Mutex<Option<(Moment, Sender<Sender<()>>)>>>;

/// Tell of a moment, and wait; whether somebody was told.
fn pass(armed: &Armed, moment: Moment) -> bool {
    let told = armed.lock().unwrap().take_if(|it| it.0 == moment);
    let Some((_, told)) = told else { return false };
    let (go_on, wait) = channel();
    told.send(go_on).unwrap();
    // A killer that is gone has failed, and says so itself.
    let _gone = wait.recv();
    true
}

/// An application that stores each name that it is sent, as often as it is sent.
fn application(database: &Path, armed: &Armed) -> String {
    let (database, armed) = (database.to_owned(), Arc::clone(armed));
    let open = move || {
        let opened = Connection::open(&database).unwrap();
        opened.busy_timeout(Duration::from_secs(20)).unwrap();
        opened
    };
    open()
        .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE entry (name TEXT)")
        .unwrap();
    let address = serve(move |asked: &Asked| {
        if !asked.is_post() {
            pass(&armed, Moment::Asked);
            return Answer::page(FORM);
        }
        let name = asked.body.strip_prefix("name=").unwrap();
        if pass(&armed, Moment::Sent) {
            #[expect(clippy::disallowed_methods, reason = "the application is slow to store")]
            thread::sleep(SLOW);
        }
        open().execute("INSERT INTO entry VALUES (?1)", [name]).unwrap();
        pass(&armed, Moment::Stored);
        Answer::page("<p>Entry added</p>")
    });
    format!("http://{address}/")
}

/// A task of which a check says whether it is done.
fn task(desk: &Desk, url: &str) {
    let origin = url.trim_end_matches('/');
    let text = format!(
        "format = 1\nname = \"AddEntry\"\ngoal = \"Add the entry {{name}}.\"\nstep_budget = 10\n\n\
         [start]\ndevice = \"web\"\nurl = \"{url}\"\nshows = \"Add entry\"\n\n[touch]\norigins = [\"{origin}\"]\n\n\
         [params.name]\ntype = \"text\"\nexamples = [\"a\", \"b\"]\n\n\
         [[check]]\nname = \"stored once\"\nsql = \"entries.db\"\n\
         query = \"select count(*) from entry where name = :name\"\nis = \"1\"\n"
    );
    desk.file("tasks/add_entry.task.toml", &text);
}

fn database(desk: &Desk) -> PathBuf {
    fs::create_dir(desk.path("tasks")).unwrap();
    desk.path("tasks/entries.db")
}

/// An application, a task of it, its function and its rows, where there is a browser.
pub fn application_and_task(desk: &Desk) -> Option<Armed> {
    there(Part::Web, device_web::find_chromium())?;
    let armed = Armed::default();
    task(desk, &application(&database(desk), &armed));
    desk.file("add_entry.rhai", SCRIPT);
    let names: String = (1..=ROWS).map(|it| format!("n{it}\n")).collect();
    desk.file("names.csv", &format!("name\n{names}"));
    Some(armed)
}

/// Every row has the end that it is done, and the application has each name once.
pub fn each_is_stored_once(desk: &Desk, results: &str) {
    let ends: Vec<(&str, &str)> = results
        .lines()
        .skip(1)
        .filter_map(|it| it.split_once(','))
        .map(|(row, rest)| (row, rest.split(',').next().unwrap_or_default()))
        .collect();
    let all: Vec<String> = (1..=ROWS).map(|it| it.to_string()).collect();
    let expected: Vec<(&str, &str)> = all.iter().map(|it| (it.as_str(), "reached")).collect();
    assert_eq!(ends, expected, "{results}");
    // What the application has is what counts.
    let mut stored: Vec<String> = Connection::open(desk.path("tasks/entries.db"))
        .unwrap()
        .prepare("SELECT name FROM entry")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    stored.sort_by_key(|it| it[1..].parse::<usize>().unwrap());
    let once: Vec<String> = (1..=ROWS).map(|it| format!("n{it}")).collect();
    assert_eq!(stored, once);
    // Some were looked up, and found done.
    assert!(results.contains("the checks say that it is done"), "{results}");
}

/// Kill a runner at the next such moment.
pub fn kill_at(armed: &Armed, moment: Moment, running: impl FnOnce() -> Running) {
    let (told, hear) = channel();
    armed.lock().unwrap().replace((moment, told));
    let mut running = running();
    let go_on: Sender<()> = hear
        .recv_timeout(Duration::from_secs(120))
        .unwrap_or_else(|_| panic!("{moment:?} never came"));
    running.kill();
    running.end();
    go_on.send(()).unwrap();
}

#[test]
fn an_application_that_is_written_to_has_each_row_once_whenever_its_runners_are_killed() {
    let desk = Desk::new();
    let Some(armed) = application_and_task(&desk) else {
        return;
    };
    let queue = |args: &[&str]| desk.command(&[&["queue"], args, &["--tasks", "tasks"]].concat());
    let add = [
        "add",
        "add_entry.rhai",
        "--task-type",
        "AddEntry",
        "--rows",
        "names.csv",
    ];
    start(queue(&add)).end().assert(0, &["job 1: 16 rows"]);

    use Moment::{Asked, Sent, Stored};
    for moment in [Sent, Stored, Asked, Sent, Stored, Sent] {
        kill_at(&armed, moment, || start(queue(&["run", "--workers", "2"])));
    }
    let others: Vec<_> = (0..2).map(|_| start(queue(&["run"]))).collect();
    for other in others {
        other.end().assert(0, &[]);
    }

    let said = start(queue(&["results", "1"])).end();
    said.assert(0, &["row,outcome,answer,seconds,run,message,values"]);
    each_is_stored_once(&desk, &said.out);
}

/// Looks for what is there once a run has ended.
const LOOKS: &str = "\
/// Look whether it is open.
fn look(name) {
    env_op.require(#{ text: \"Open\" });
    env_op.answer(name);
    env_op.stop(\"complete\");
}
";

/// The records of all runs.
fn records(runs: &Path) -> Vec<String> {
    let files = fs::read_dir(runs).into_iter().flatten().flatten();
    files
        .filter_map(|it| fs::read_to_string(it.path()).ok())
        .collect()
}

/// An application that is shut until the first run has ended, and stores what it is sent without a word; how often something
/// was sent.
fn shut_at_first(runs: PathBuf) -> (String, Arc<AtomicUsize>) {
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    let address = serve(move |asked: &Asked| match asked.path() {
        "/add" => {
            counted.fetch_add(1, Ordering::SeqCst);
            Answer::page("<p>Shut</p>")
        }
        "/form" => Answer::page(FORM),
        _ => match records(&runs).iter().any(|it| it.contains("\"what\":\"ends\"")) {
            true => Answer::page("<p>Open</p>"),
            false => Answer::page("<p>Shut</p>"),
        },
    });
    (format!("http://{address}/"), sent)
}

/// Rows that fail with what is to be tried again: one that only looks is run twice and has one end, one that may have written is in
/// doubt, and sent once. `on` is the program on a machine.
pub fn tried_again(desk: &Desk, on: &dyn Fn(&str, &[&str]) -> Command) {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    let runs = || records(&desk.path("home/bank/runs")).len();
    let (url, sent) = shut_at_first(desk.path("home/bank/runs"));
    desk.file("look.rhai", LOOKS);
    // What it has sent is not heard of.
    desk.file(
        "add_entry.rhai",
        &SCRIPT.replace("find_element(#{ text", "require(#{ text"),
    );
    desk.file("names.csv", "name\nada\n");
    let queue = |script: &str, url: &str| {
        let add = [
            "queue",
            "add",
            script,
            "--rows",
            "names.csv",
            "--device",
            "web",
            "--url",
            url,
            "--retries",
            "1",
            "--retry-after",
            "1",
            "--retry-on",
            "script_fault",
        ];
        start(on("home", &add)).end().assert(0, &["1 rows"]);
        start(on("home", &["queue", "run"])).end()
    };
    let results = |job: &str| {
        let said = start(on("home", &["queue", "results", job])).end();
        cells(&said.out)
    };
    queue("look.rhai", &url).assert(3, &["job 1 row 1", "it is tried again at", "1 unchecked"]);
    let ends = results("1");
    assert_eq!(ends.len(), 1, "{ends:?}");
    assert_eq!((ends[0][1].as_str(), ends[0][2].as_str()), ("unchecked", "ada"));
    assert_eq!((runs(), sent.load(Ordering::SeqCst)), (2, 0));
    // It says of itself that it is not done. What it has sent, nobody can look up.
    queue("add_entry.rhai", &format!("{url}form")).assert(11, &["it is tried again at", "1 refused"]);
    let ends = results("2");
    assert_eq!(ends.len(), 1, "{ends:?}");
    assert!(
        ends[0][1] == "refused" && ends[0].concat().contains("in doubt"),
        "{ends:?}"
    );
    assert_eq!((runs(), sent.load(Ordering::SeqCst)), (3, 1));
    start(on("home", &["queue", "run"])).end().assert(0, &[]);
}

#[test]
fn rows_that_fail_are_tried_again_unless_they_may_have_written() {
    let desk = Desk::new();
    tried_again(&desk, &|_, args| desk.command(args));
}
