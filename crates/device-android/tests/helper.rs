//! The helper for phones where no phone is: its bytecode runs in a JVM, against stand-ins for Android (`tests/phone/`).
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod before;

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use adb_door::{Door, Live};
use autorpa_device_android::Rung;
use before::Before;
use device::Device;
use emulator::Emulator;
use testkit::{HelperTools, helper_tools};
use ui::{Action, Direction, Element, ElementId, Screen};

const JAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/helper/helper.jar");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/android/helper.py");
const STAND_INS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/phone");

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// The classes that are run, and where their phones write.
struct Classes {
    path: String,
    folder: tempfile::TempDir,
}

/// A helper that runs in a JVM.
struct Helper {
    process: Child,
    said: BufReader<Box<dyn Read + Send>>,
    folder: PathBuf,
}

impl Classes {
    fn new(tools: &HelperTools) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = tools.classes(Path::new(JAR), Path::new(STAND_INS), folder.path());
        Self { path, folder }
    }

    /// Start a helper on a phone of its own, which has these properties.
    fn start(&self, phone: &str, properties: &[&str], arguments: &[&str]) -> Helper {
        let folder = self.folder.path().join(phone);
        fs::create_dir_all(&folder).unwrap();
        let mut process = Command::new("java")
            .args(["-Xverify:all", "-XX:TieredStopAtLevel=1"])
            .arg(format!("-Dautorpa.folder={}", folder.display()))
            .args(properties)
            .args(["-cp", &self.path, "autorpa.Helper"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said: Box<dyn Read + Send> = Box::new(process.stdout.take().unwrap());
        Helper {
            process,
            said: BufReader::new(said),
            folder,
        }
    }
}

impl Helper {
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Connect to the socket that stands for the abstract one of this name.
    fn connect(&self, name: &str) -> TcpStream {
        let text = fs::read_to_string(self.folder.join("port")).unwrap();
        let (named, port) = text.split_once(' ').unwrap();
        assert_eq!(named, name);
        let stream = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Wait for its end; answers what it said meanwhile.
    fn ended(mut self) -> String {
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).unwrap();
        assert!(self.process.wait().unwrap().success());
        rest
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What was done on a phone, a line each.
fn events(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("events")).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// A request, and its answer: whether it is done, and what is said.
fn ask(stream: &mut TcpStream, body: &str) -> (bool, String) {
    let length = (body.len() as u32).to_be_bytes();
    stream
        .write_all(&[&length[..], body.as_bytes()].concat())
        .unwrap();
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut said = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut said).unwrap();
    let text = String::from_utf8_lossy(&said[1..]).into_owned();
    (said[0] == 0, text)
}

#[test]
fn the_jar_is_what_the_smali_gives() {
    let Some(tools) = helper_tools() else { return };
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("helper.jar");
    tools.assemble(Path::new(SCRIPT), &made);
    assert!(
        fs::read(made).unwrap() == fs::read(JAR).unwrap(),
        "helper.jar is not what its sources give: run scripts/android/helper.py"
    );
}

/// Each request on a phone of today and on an older one, whose classes lack some methods.
#[test]
fn requests_are_done_as_the_protocol_says() {
    let Some(tools) = helper_tools() else { return };
    let classes = Classes::new(&tools);
    for (sdk, cleared, by) in [
        (34, "clear", "InputManagerGlobal"),
        (28, "service 82", "InputManager"),
    ] {
        let mut helper = classes.start(
            &format!("api-{sdk}"),
            &[&format!("-Dautorpa.sdk={sdk}")],
            &["autorpa_x", "60000"],
        );
        assert_eq!(helper.line(), "ready");
        let mut stream = helper.connect("autorpa_x");
        let mut done = |body: &str| {
            let (done, said) = ask(&mut stream, body);
            assert!(done, "{body}: {said}");
            said
        };
        assert_eq!(done(r#"{"do":"hello"}"#), format!("autorpa 1 {sdk}"));
        let tree = done(r#"{"do":"tree","width":1080,"height":2400}"#);
        assert!(
            tree.starts_with("<hierarchy><node") && tree.ends_with("</hierarchy>"),
            "{tree}"
        );
        assert_eq!(
            done(r#"{"do":"touch","points":[0,0,1,2,2,100,3,4,1,200,5,6]}"#),
            ""
        );
        assert_eq!(done(r#"{"do":"keys","keys":[29,12288,66,0]}"#), "");
        assert_eq!(done(r#"{"do":"type","text":"a "}"#), "");
        assert_eq!(done(r#"{"do":"fill","text":"é 日\n😀"}"#), "");
        assert_eq!(done(r#"{"do":"idle","still":1,"most":2}"#), "");
        assert!(done(r#"{"do":"screenshot"}"#).contains("PNG"));
        for (body, why) in [
            (
                r#"{"do":"touch","points":[0,0,13,13]}"#,
                "the phone does not take the event",
            ),
            (r#"{"do":"touch","points":[0,0]}"#, "JSONException"),
            (r#"{"do":"type","text":"é"}"#, "no keyboard has these letters"),
            (r#"{"do":"idle","still":2,"most":1}"#, "TimeoutException"),
            (r#"{"do":"tree"}"#, "JSONException"),
            (r#"{"do":"dance"}"#, "dance"),
            ("no JSON", "JSONException"),
            ("", "JSONException"),
        ] {
            let (done, said) = ask(&mut stream, body);
            assert!(!done && said.contains(why), "{body}: {said}");
        }
        let seen = events(&helper.folder);
        drop(stream);
        let folder = helper.folder.clone();
        assert_eq!(helper.ended(), "");
        let expected = format!(
            "connect 1\nservice 82\n{cleared}\n\
             touch 0 0 1.0 2.0 by {by}, 2\ntouch 2 100 3.0 4.0 by {by}, 0\ntouch 1 200 5.0 6.0 by {by}, 2\n\
             key 0 29 12288 by {by}, 2\nkey 1 29 12288 by {by}, 2\nkey 0 66 0 by {by}, 2\nkey 1 66 0 by {by}, 2\n\
             key 0 97 0 by {by}, 2\nkey 1 97 0 by {by}, 2\nkey 0 32 0 by {by}, 2\nkey 1 32 0 by {by}, 2\n\
             fill é 日\n😀\nidle 1 2\ntouch 0 0 13.0 13.0 by {by}, 2\nidle 2 1"
        );
        assert_eq!(seen.join("\n"), expected);
        assert_eq!(events(&folder).last().map(String::as_str), Some("disconnect"));
    }
}

#[test]
fn the_helper_ends_by_itself() {
    let Some(tools) = helper_tools() else { return };
    let classes = Classes::new(&tools);
    // Nobody comes.
    let mut alone = classes.start("alone", &[], &["autorpa_a", "600"]);
    assert_eq!(alone.line(), "ready");
    assert_eq!(alone.ended(), "");
    // Somebody comes and asks nothing more.
    let mut idle = classes.start("idle", &[], &["autorpa_b", "3000"]);
    assert_eq!(idle.line(), "ready");
    let mut stream = idle.connect("autorpa_b");
    assert!(ask(&mut stream, r#"{"do":"hello"}"#).0);
    assert_eq!(idle.ended(), "");
    // Another app finds its socket: it is sent away.
    let mut found = classes.start("found", &["-Dautorpa.uid=10123"], &["autorpa_c", "3000"]);
    assert_eq!(found.line(), "ready");
    let mut stream = found.connect("autorpa_c");
    assert_eq!(stream.read(&mut [0; 9]).unwrap_or_default(), 0);
    assert_eq!(found.ended(), "");
    // Another program has what it needs.
    let mut taken = classes.start("taken", &["-Dautorpa.taken=true"], &["autorpa_d", "60000"]);
    assert_eq!(
        taken.line(),
        "java.lang.IllegalStateException: UiAutomationService already registered!"
    );
    assert_eq!(taken.ended(), "");
    // A request that is longer than any.
    let mut long = classes.start("long", &[], &["autorpa_e", "60000"]);
    assert_eq!(long.line(), "ready");
    let mut stream = long.connect("autorpa_e");
    stream.write_all(&[0x7f, 0, 0, 0]).unwrap();
    assert_eq!(long.ended(), "");
}

/// What a phone's shell would print, through a socket.
fn printed(mut said: BufReader<Box<dyn Read + Send>>) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut from, _) = listener.accept().unwrap();
    thread::spawn(move || {
        let _ = std::io::copy(&mut said, &mut from);
    });
    to
}

/// A phone whose helper runs in a JVM; all else is the emulator's.
fn phone(
    classes: Classes,
    properties: &'static [&'static str],
    running: &Arc<Mutex<Option<Helper>>>,
) -> (Door, Arc<Before>) {
    let emulator = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(emulator, 0).unwrap();
    let running = Arc::clone(running);
    let other = move |service: &str| {
        if let Some(name) = service.strip_prefix("localabstract:") {
            return running.lock().unwrap().as_ref().map(|it| it.connect(name));
        }
        let command = service.strip_prefix(
            "exec:CLASSPATH=/data/local/tmp/autorpa_helper.jar app_process / autorpa.Helper ",
        )?;
        let arguments: Vec<&str> = command.split(' ').collect();
        let mut helper = classes.start("phone", properties, &arguments);
        let said = std::mem::replace(&mut helper.said, BufReader::new(Box::new(std::io::empty())));
        *running.lock().unwrap() = Some(helper);
        Some(printed(said))
    };
    let before = Before::new(&door, other);
    (door, before)
}

fn id(screen: &Screen, is: impl Fn(&Element) -> bool) -> ElementId {
    screen.iter().find(|(_, it)| is(it)).expect("an element").0
}

/// Our client and the bytecode that a phone would run, with adb between them.
#[test]
fn a_phone_is_read_and_acted_on_by_the_helper() {
    let Some(tools) = helper_tools() else { return };
    let running = Arc::default();
    let (_door, before) = phone(Classes::new(&tools), &[], &running);
    let mut phone = before.phone(Some(Rung::Helper));
    assert_eq!(phone.read_by(), ["autorpa helper: experimental"]);
    let folder = running.lock().unwrap().as_ref().unwrap().folder.clone();
    let left = phone
        .run(&["ls".to_owned(), "/data/local/tmp".to_owned()], LONG)
        .unwrap();
    assert_eq!(left.out, "", "nothing of it stays");

    let screen = phone.observe().unwrap();
    let shown: Vec<_> = (screen.elements.iter())
        .map(|it| {
            (
                it.text.as_deref(),
                it.hint_text.as_deref(),
                it.held_text(),
                it.path[0],
            )
        })
        .collect();
    let save = "Save <\"it\"> & go\n. 😀 日";
    assert_eq!(
        shown,
        [
            (None, Some("Write here"), "", 0),
            (Some(save), None, save, 0),
            (None, None, "", 0),
            (None, None, "", 1),
            (Some("Copy"), None, "Copy", 1)
        ]
    );
    let button = id(&screen, |it| it.text.as_deref() == Some(save));
    let field = id(&screen, |it| it.editable);
    let before_acts = events(&folder).len();
    phone.act(&Action::Click { target: button }).unwrap();
    phone.act(&Action::DoubleTap { target: button }).unwrap();
    phone.act(&Action::LongPress { target: button }).unwrap();
    let direction = Direction::Down;
    phone.act(&Action::Swipe { direction }).unwrap();
    phone.act(&Action::NavigateBack).unwrap();
    let mut type_it = |text: &str| {
        let (text, target, clear) = (text.to_owned(), Some(field), true);
        phone.act(&Action::InputText { target, text, clear }).unwrap();
    };
    type_it("a");
    type_it("é 日");
    assert!(phone.screenshot().unwrap().starts_with(b"\x89PNG"));
    let by = " by InputManagerGlobal, ";
    let done: Vec<String> = (events(&folder)[before_acts..].iter())
        .filter(|it| !it.starts_with("touch 2 ") && *it != "clear")
        .map(|it| it.split(by).next().unwrap().to_owned())
        .collect();
    let tap = ["touch 0 0 540.0 2350.0", "touch 1 0 540.0 2350.0"];
    let field = ["touch 0 0 540.0 1200.0", "touch 1 0 540.0 1200.0"];
    let key = |code: u32, held: u32| [0, 1].map(|it| format!("key {it} {code} {held}"));
    let mut expected: Vec<String> = [tap, tap, tap].concat().into_iter().map(str::to_owned).collect();
    expected.extend(["touch 0 0 540.0 2350.0", "touch 1 1000 540.0 2350.0"].map(str::to_owned));
    expected.extend(["touch 0 0 540.0 0.0", "touch 1 500 540.0 2400.0"].map(str::to_owned));
    expected.extend(key(4, 0));
    for letters in [Some(97), None] {
        expected.extend(field.map(str::to_owned));
        expected.extend([key(29, 0x3000), key(67, 0)].concat());
        expected.extend(letters.map(|it| key(it, 0)).into_iter().flatten());
        expected.extend(letters.is_none().then(|| "fill é 日".to_owned()));
        expected.extend(key(66, 0));
    }
    assert_eq!(done, expected);
    let opened = before.opened.lock().unwrap().join("\n");
    assert!(
        !opened.contains("input ") && !opened.contains("uiautomator dump"),
        "{opened}"
    );
}

/// It is ended: the phone is read on by the next rung, and says so.
#[test]
fn a_helper_that_ends_is_followed_by_the_next_rung() {
    let Some(tools) = helper_tools() else { return };
    let running = Arc::default();
    let (_door, before) = phone(Classes::new(&tools), &[], &running);
    let mut phone = before.phone(Some(Rung::Helper));
    phone.observe().unwrap();
    running.lock().unwrap().take();
    phone.observe().unwrap();
    let [_, second] = phone.read_by() else {
        panic!("{:?}", phone.read_by())
    };
    assert!(
        second.starts_with("uiautomator2 server: the autorpa helper answers no more ("),
        "{second}"
    );
}

#[test]
fn a_helper_that_can_not_be_started_is_no_rung() {
    let Some(tools) = helper_tools() else { return };
    let running = Arc::default();
    let (_door, before) = phone(Classes::new(&tools), &["-Dautorpa.taken=true"], &running);
    let mut phone = before.phone(Some(Rung::Helper));
    assert_eq!(
        phone.read_by(),
        [
            "uiautomator2 server: the autorpa helper can't be started (the phone says: \
         java.lang.IllegalStateException: UiAutomationService already registered!)"
        ]
    );
    assert!(!phone.observe().unwrap().elements.is_empty());
}

/// The helper is gone with whoever asked for it.
#[test]
fn nothing_of_the_helper_stays() {
    let Some(tools) = helper_tools() else { return };
    let running: Arc<Mutex<Option<Helper>>> = Arc::default();
    let (_door, before) = phone(Classes::new(&tools), &[], &running);
    let phone = before.phone(Some(Rung::Helper));
    let begun = Instant::now();
    drop(phone);
    let helper = running.lock().unwrap().take().unwrap();
    let folder = helper.folder.clone();
    helper.ended();
    assert!(begun.elapsed() < LONG);
    assert_eq!(events(&folder).last().map(String::as_str), Some("disconnect"));
}
