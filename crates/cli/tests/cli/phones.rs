//! Phones over adb: which there are, a task shown on one by typed commands, and the function that is made of it.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use adb_door::{Door, Handset, Live};
use emulator::Emulator;
use testkit::{AdbServer, Answer, NatsServer, Part, serve, there};

use crate::desk::{Desk, Ran, Running, of_user, signal, start, wait_until};

/// How long workers may take.
const SOON: Duration = Duration::from_secs(120);

/// The emulator, and the door that makes it a phone.
struct Phone {
    emulator: Arc<Live<Emulator>>,
    door: Door,
}

impl Phone {
    fn new() -> Self {
        let emulator = Arc::new(Live::new(Emulator::new()));
        let door = Door::open(emulator.clone(), 0).unwrap();
        Self { emulator, door }
    }

    fn serial(&self) -> String {
        self.door.address().to_string()
    }

    fn has_file(&self, path: &str) -> bool {
        self.emulator.lock().state().files.exists(path)
    }
}

/// A port of this machine where nothing listens.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// The program, whose adb server is at this port.
fn at(desk: &Desk, port: u16, args: &[&str]) -> Command {
    let mut command = desk.command(args);
    command
        .env("ANDROID_ADB_SERVER_PORT", port.to_string())
        .env("HOME", desk.path(""))
        .env("ANDROID_USER_HOME", desk.path(""))
        // Phones and emulators of whoever runs the test are nothing to it.
        .env("ADB_USB", "0")
        .env("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554");
    command
}

fn typed(mut command: Command, lines: &str) -> Ran {
    command.stdin(Stdio::piped());
    let mut running = start(command);
    running.stdin().write_all(lines.as_bytes()).unwrap();
    running.end()
}

#[test]
fn phones_are_listed_by_the_names_that_a_device_has() {
    let Some(server) = AdbServer::start() else { return };
    let (desk, phone) = (Desk::new(), Phone::new());
    let listed = start(at(&desk, server.port(), &["devices"])).end();
    listed.assert(0, &["emulator", "adb"]);
    assert!(!listed.out.contains("adb:"), "{}", listed.out);
    server.adb(&["connect", &phone.serial()]);
    let listed = start(at(&desk, server.port(), &["devices"])).end();
    listed.assert(0, &[&format!("adb:{} ", phone.serial()), "AutoRPA emulator"]);
}

/// A page that says how wide it is, and takes a name.
const GUESTS: &str = "<meta name=viewport content='width=device-width'><title>Guests</title><p id=size></p><script>size.textContent = 'width ' + innerWidth</script>\
    <label>Guest <input id=guest></label>\
    <button onclick=\"who.textContent = 'Welcome ' + guest.value\">Add</button><p id=who></p>";

const WELCOME: &str = "\
/// Welcome a guest.
fn welcome(guest) {
    env_op.input_text(guest, #{ label: \"Guest\" }, true);
    env_op.click(#{ text: \"Add\" });
    env_op.expect(#{ text: \"Welcome \" + guest });
    env_op.stop(\"complete\");
}
";

/// Chrome on a phone, by its socket there: a real Chromium stands for it, and the real adb server carries it.
#[test]
fn a_page_is_worked_on_in_the_browser_of_a_phone() {
    use device_web::{Browser, Door, Options};
    let Some(server) = AdbServer::start() else { return };
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    let url = format!("http://{}/", serve(|_| Answer::page(GUESTS)));
    let (desk, phone) = (Desk::new(), Phone::new());
    let attach = format!("adb:{}", phone.serial());
    let page = |attach: &str| {
        let args = ["page", "--url", &url, "--attach", attach];
        start(at(&desk, server.port(), &args)).end()
    };
    page(&attach).assert(20, &["no device has the serial"]);
    server.adb(&["connect", &phone.serial()]);
    page(&attach).assert(20, &["`chrome_devtools_remote`", "open Chrome on the phone"]);
    page("adb:").assert(2, &["adb:SERIAL"]);
    let browser = Browser::launch(Options {
        door: Door::Port,
        viewport: (600, 900),
        ..Options::default()
    });
    let browser = browser.unwrap();
    let port = browser.port().unwrap();
    let address = (Ipv4Addr::LOCALHOST, port).into();
    phone.door.set_socket("chrome_devtools_remote", address);
    page(&attach).assert(
        0,
        &[
            "Guest",
            &format!("width {}", browser.page().unwrap().viewport().0),
        ],
    );
    desk.file("welcome.rhai", WELCOME);
    for guest in ["Ada", "Bob"] {
        let value = format!("guest={guest}");
        let args = [
            "exec",
            "welcome.rhai",
            "--url",
            &url,
            "--attach",
            &attach,
            "--param",
            &value,
        ];
        start(at(&desk, server.port(), &args))
            .end()
            .assert(3, &["unchecked in 3 steps"]);
    }
    // Nothing of it stays on the phone's side, and the browser goes on.
    let forwards = server.adb(&["forward", "--list"]);
    assert!(forwards.stdout.trim_ascii().is_empty(), "{forwards:?}");
    assert!(browser.page().is_ok());
}

#[test]
fn a_server_is_started_where_none_listens() {
    let found = Command::new("adb").arg("version").output();
    if there(Part::Adb, found).is_none() {
        return;
    }
    let (desk, port) = (Desk::new(), free_port());
    let listed = start(at(&desk, port, &["devices"])).end();
    listed.assert(0, &["emulator", "adb"]);
    assert!(!listed.err.contains("note:"), "{}", listed.err);
    let port = port.to_string();
    let ended = Command::new("adb").args(["-P", &port, "kill-server"]).status();
    assert!(ended.unwrap().success());
}

#[test]
fn what_would_help_without_adb_is_said_and_other_devices_are_listed() {
    let desk = Desk::new();
    let without = |args: &[&str]| {
        let mut command = at(&desk, free_port(), args);
        command.env("PATH", "");
        start(command).end()
    };
    without(&["devices"]).assert(
        0,
        &[
            "emulator",
            "web",
            "note: no device of `adb`",
            "install adb",
            "--device adb:HOST:PORT",
        ],
    );
    let script = desk.file("home.rhai", "fn go_home() { navigate_home(); }\ngo_home();\n");
    without(&["exec", &script, "--device", "adb"]).assert(20, &["`adb` is not installed", "install adb"]);
}

const LINES: &str = "\
open net.gsantner.markor
click Create a new file or folder
type \"my_note\" plans
click FOLDER
judge
";

#[test]
fn a_task_is_shown_on_a_phone_and_a_function_is_made_of_it() {
    let (desk, phone) = (Desk::new(), Phone::new());
    let device = format!("adb:{}", phone.serial());
    let goal = "Make a folder plans in Markor.";
    let args = [
        "record",
        "--device",
        &device,
        "--goal",
        goal,
        "--name",
        "make_folder",
    ];
    let shown = typed(desk.command(&args), LINES);
    let build = format!(
        "build --task-type make_folder --from {} --device {device}",
        shown.out.trim()
    );
    shown.assert(3, &["task: Make a folder plans in Markor.", "of 5 steps", &build]);
    assert!(phone.has_file("/storage/emulated/0/Documents/Markor/plans"));
    // On a phone all stays: that it is done once more is for a person to say, which nobody is here.
    let built = desk.run(&build.split(' ').chain(["--yes"]).collect::<Vec<_>>());
    built.assert(
        0,
        &["it is not run again: step 2 may write", "built from 1 recording"],
    );
    let calls = [
        "exec",
        "markor/make_folder",
        "--device",
        &device,
        "--param",
        "my_note=cellar",
    ];
    desk.run(&calls).assert(3, &["unchecked in 5 steps"]);
    assert!(phone.has_file("/storage/emulated/0/Documents/Markor/cellar"));
    // The parser of arguments holds what does not go together.
    for (args, why) in [
        (vec!["record", "--goal", "x"], "--task-type"),
        (vec!["record", "--device", "emulator"], "--goal says"),
        (vec!["record", "--device", "web", "--goal", "x"], "URL"),
        (
            vec!["record", "--device", "emulator", "--url", "x"],
            "cannot be used",
        ),
        (
            vec!["record", "--device", "emulator", "--task-type", "x"],
            "cannot be used",
        ),
    ] {
        desk.run(&args).assert(2, &[why]);
    }
}

/// A function that makes a folder.
const FUNCTION: &str = include_str!("../../../../scripts/verified/markor/create_folder.rhai");

/// The task file of [`FUNCTION`], with checks that ask the device.
fn task_on(device: &str) -> String {
    format!(
        r#"
format = 1
name = "MakeFolder"
goal = "Make a folder {{folder_name}} in Markor."
sandbox = true

[start]
device = "{}"

[touch]
apps = ["net.gsantner.markor"]

[params.folder_name]
type = "text"
examples = ["plans", "old ideas"]

[[check]]
adb = ["test", "-d", "/sdcard/Documents/Markor/{{folder_name}}"]

[[check]]
adb = ["ls", "/sdcard/Documents/Markor"]
contains = "{{folder_name}}"

[[check]]
device_file = "/sdcard/Documents/Markor/list.md"
is = "milk"

[[check]]
device_file = "/sdcard/Documents/Markor/{{folder_name}}.md"
absent = true
within = "0s"

[[check]]
unchanged = {{ adb = ["ls", "/sdcard/Documents/Markor"] }}
except = {{ added = ["{{folder_name}}"] }}

[[check]]
unchanged = {{ device_file = "/sdcard/Documents/Markor/list.md" }}
"#,
        device
    )
}

/// The checks of a task are asked of the phone: by its shell, and of its files.
#[test]
fn checks_are_asked_of_the_phone() {
    let (desk, phone) = (Desk::new(), Phone::new());
    let put = |path: &str, text: &str| {
        let path = format!("/storage/emulated/0/Documents/Markor/{path}");
        assert!(phone.emulator.lock().write(&path, text.as_bytes()));
    };
    put("list.md", "milk\n");
    fs::create_dir(desk.path("tasks")).unwrap();
    let task = task_on(&format!("adb:{}", phone.serial()));
    desk.file("tasks/make_folder.task.toml", &task);
    // Of a phone that nobody has looked at, only the packages are known.
    desk.file(
        "make.rhai",
        &FUNCTION.replace("(\"Markor\")", "(\"net.gsantner.markor\")"),
    );
    let run = |seed: &str| {
        desk.run(&[
            "exec",
            "make.rhai",
            "--tasks",
            "tasks",
            "--task-type",
            "MakeFolder",
            "--seed",
            seed,
        ])
    };
    let ran = run("0");
    ran.assert(0, &["reward 1", "read by uiautomator2 server"]);
    let record = desk.run(&["report", "last", "--out", "report.html"]);
    record.assert(0, &[]);
    let page = fs::read_to_string(desk.path("report.html")).unwrap();
    assert!(
        page.contains("How the screen was read") && page.contains("uiautomator2 server"),
        "{page}"
    );
    let recording = desk.files("home/bank/recordings").pop().unwrap();
    let recording = fs::read_to_string(recording).unwrap();
    assert!(
        recording.contains(r#""read_by":["uiautomator2 server"]"#),
        "{recording}"
    );
    // What is on the phone is seen: a file of the folder's name, and another content.
    put("old ideas.md", "x");
    run("1").assert(
        10,
        &["check 4 (device_file): /sdcard/Documents/Markor/old ideas.md is there"],
    );
    // A device without a shell can't be asked.
    desk.file("tasks/make_folder.task.toml", &task_on("emulator"));
    let ran = run("0");
    ran.assert(
        ran.status.code().unwrap(),
        &["this device has no shell", "device = \"adb\""],
    );
    assert!(!ran.status.success());
}

const NOTE: &str = include_str!("../../../../scripts/verified/markor/create_note.rhai");

/// Two phones of one adb server, and a queue on a server with rows for any phone.
struct Pool {
    desk: Desk,
    server: AdbServer,
    nats: NatsServer,
    phones: [Phone; 2],
}

impl Pool {
    /// Two phones, and a queue with a row for nobody.
    fn open() -> Option<Self> {
        let server = AdbServer::start()?;
        let desk = Desk::new();
        let nats = crate::queue_nats::server(&desk)?;
        let phones = [Phone::new(), Phone::new()];
        for phone in &phones {
            server.adb(&["connect", &phone.serial()]);
        }
        desk.file("note.rhai", NOTE);
        let pool = Self {
            desk,
            server,
            nats,
            phones,
        };
        pool.add("emulator", &["nobody"]);
        Some(pool)
    }

    /// Queue a note of each of these names.
    fn add(&self, device: &str, names: &[&str]) {
        let rows: String = names.iter().map(|it| format!("{it}.md,text of {it}\n")).collect();
        self.desk.file("rows.csv", &format!("file_name,text\n{rows}"));
        let add = [
            "queue",
            "add",
            "note.rhai",
            "--rows",
            "rows.csv",
            "--device",
            device,
        ];
        let said = format!(": {} rows", names.len());
        self.start("one", &add).end().assert(0, &[&said]);
    }

    fn start(&self, home: &str, args: &[&str]) -> Running {
        let mut command = at(&self.desk, self.server.port(), args);
        command
            .env("AUTORPA_HOME", self.desk.path(home))
            .env("AUTORPA_ENGINE", self.nats.address())
            .env_remove("XDG_RUNTIME_DIR");
        start(command)
    }

    /// Wait until a command says all of this.
    fn until(&self, args: &[&str], words: &[String]) {
        let mut said = String::new();
        let there = wait_until(SOON, || {
            said = self.start("one", args).end().out;
            words.iter().all(|it| said.contains(it))
        });
        assert!(there, "no {words:?} in\n{said}");
    }

    /// Make a note on a phone.
    fn note_on(&self, phone: &str) -> Ran {
        let values = ["--param", "file_name=x.md", "--param", "text=x"];
        let exec = ["exec", "note.rhai", "--device", phone];
        self.start("three", &[&exec[..], &values].concat()).end()
    }
}

#[test]
fn workers_that_are_started_alike_share_out_the_phones_and_none_drives_that_of_another() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let Some(pool) = Pool::open() else { return };
    let any = ["worker", "--device", "adb"];
    let workers = [pool.start("one", &any), pool.start("two", &any)];
    let serials: Vec<String> = pool.phones.iter().map(Phone::serial).collect();
    pool.until(&["queue", "workers"], &serials);
    // There is no third phone; and that of another is not driven by whoever names it.
    let taken = "works with the phone";
    pool.start("three", &any).end().assert(20, &[taken]);
    let named = format!("adb:{}", serials[0]);
    pool.start("three", &["worker", "--device", &named])
        .end()
        .assert(20, &[taken]);
    pool.note_on(&named).assert(20, &[taken]);
    // Only now is there something to do: who starts first would have done it all.
    pool.add("adb", &names);
    pool.until(&["queue", "status"], &["6 unchecked".to_owned()]);
    for worker in &workers {
        signal("TERM", &worker.id().to_string());
    }
    for worker in workers {
        worker.end().assert(0, &[]);
    }
    let has = |phone: &Phone, name: &str| {
        phone.has_file(&format!("/storage/emulated/0/Documents/Markor/{name}.md"))
    };
    for name in names {
        let there = pool.phones.iter().filter(|it| has(it, name)).count();
        assert_eq!(there, 1, "{name} is on {there} phones");
    }
    for phone in &pool.phones {
        let some = names.iter().any(|it| has(phone, it));
        assert!(some, "{} did nothing", phone.serial());
    }
    // Who is gone has let go of its phone.
    pool.note_on(&named).assert(3, &[]);
}

/// Say something on a server, as any program may.
fn say(nats: &NatsServer, subject: &str, text: &str) {
    let address = nats.address();
    let mut stream = TcpStream::connect(address.strip_prefix("nats://").unwrap()).unwrap();
    let said = format!(
        "CONNECT {{}}\r\nPUB {subject} {}\r\n{text}\r\nPING\r\n",
        text.len()
    );
    stream.write_all(said.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    assert!(lines.any(|it| it == "PONG"), "it is not heard");
}

#[test]
fn a_worker_whose_phone_is_another_ones_by_now_does_nothing_with_it_and_gives_its_row_back() {
    let desk = Desk::new();
    let Some(nats) = crate::queue_nats::server(&desk) else {
        return;
    };
    let phone = Phone::new();
    let port = phone.door.address().port();
    desk.file("note.rhai", NOTE);
    desk.file("rows.csv", "file_name,text\na.md,text of a\n");
    let on = |args: &[&str]| {
        let mut command = desk.command(args);
        command.env("AUTORPA_ENGINE", nats.address());
        of_user(&mut command, &desk.path(""));
        start(command)
    };
    let add = |more: &[&str]| {
        let rows = ["queue", "add", "note.rhai", "--rows", "rows.csv", "--duplicates"];
        on(&[&rows[..], more].concat()).end()
    };
    // A queue, with a row for nobody.
    add(&["--device", "emulator"]).assert(0, &["job 1: 1 rows"]);
    // By an address that is none of this machine's own.
    let device = format!("adb:0.0.0.0:{port}");
    let worker = on(&["worker", "--device", &device]);
    assert!(wait_until(SOON, || on(&["queue", "workers"])
        .end()
        .out
        .contains(&device)));
    let entry = format!("$KV.autorpa-default.device.adb=200=2e0=2e0=2e0=3a{port}");
    let other = r#"{"version":1,"device":"it","worker":"somebody","lease_ms":60000}"#;
    say(&nats, &entry, other);
    add(&["--device", "adb"]).assert(0, &["job 2: 1 rows"]);
    worker.end().assert(1, &["is not its own any more"]);
    let status = on(&["queue", "status"]).end().out;
    let waits = |it: &str| it.starts_with("job 2") && it.ends_with("1 waiting");
    assert!(status.lines().any(waits), "{status}");
    assert!(!phone.has_file("/storage/emulated/0/Documents/Markor/a.md"));
    assert!(desk.files("home/bank/runs").is_empty());
    on(&["worker", "--device", &device])
        .end()
        .assert(20, &["worker somebody works with adb 0.0.0.0:"]);
}
