//! The real `adb` against the door.

use std::{
    fs,
    process::{Output, Stdio},
    sync::Arc,
    thread,
};

use autorpa_adb_door::{Door, DoorError, Live};
use device::Device;
use emulator::Emulator;
use testkit::AdbServer;

/// A phone, a door to it, and a server that has it.
struct Reached {
    phone: Arc<Live<Emulator>>,
    server: AdbServer,
    serial: String,
    _door: Door,
}

fn reach() -> Option<Reached> {
    let server = AdbServer::start()?;
    let phone = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(phone.clone(), 0).expect("a free port");
    let serial = door.address().to_string();
    let said = server.adb(&["connect", &serial]);
    assert!(text(&said).starts_with("connected to"), "{said:?}");
    Some(Reached {
        phone,
        server,
        serial,
        _door: door,
    })
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// All that was said: versions of adb tell errors in different places.
fn all(output: &Output) -> String {
    text(output) + &String::from_utf8_lossy(&output.stderr)
}

impl Reached {
    fn adb(&self, arguments: &[&str]) -> Output {
        self.server.adb(&[&["-s", &self.serial], arguments].concat())
    }

    /// What a command says, and how it ends.
    #[track_caller]
    fn shell(&self, command: &str, expected: &str, code: i32) {
        let output = self.adb(&["shell", command]);
        let said = all(&output);
        assert_eq!(
            (said.as_str(), output.status.code()),
            (expected, Some(code)),
            "{command}"
        );
    }
}

#[test]
fn a_phone_is_listed_and_has_a_shell() {
    let Some(it) = reach() else { return };
    let listed = text(&it.server.adb(&["devices", "-l"]));
    assert!(
        listed.contains(&it.serial) && listed.contains("model:AutoRPA_emulator"),
        "{listed}"
    );
    it.shell("wm size", "Physical size: 1080x2400\n", 0);
    it.shell(
        "foo --bar",
        "/system/bin/sh: foo: inaccessible or not found\n",
        127,
    );
    it.shell("echo 'a", "/system/bin/sh: no closing quote\n", 1);
    it.shell("false || echo a && false", "a\n", 1);
    it.shell("X='a b'; echo \"$X\"$X | wc -w; echo $?", "3\n0\n", 0);
    it.shell("echo $(getprop ro.build.version.sdk) `whoami`", "33 root\n", 0);
    it.shell("echo one 1>&2 | cat; (cd /sdcard; exit 7)", "one\n", 7);
    it.shell(
        "cd /sdcard && mkdir -p a/b && touch a/x.md a/y.txt && ls a/*.md a",
        "a/x.md\na:\nb\nx.md\ny.txt\n",
        0,
    );
    it.shell("ls /nothing", "ls: /nothing: No such file or directory\n", 1);
    it.shell("cat /sdcard/a", "cat: /sdcard/a: Is a directory\n", 1);
    it.shell(
        "echo x > /system/y",
        "/system/bin/sh: can't create /system/y: Read-only file system\n",
        1,
    );
    it.shell(
        "if [ -d \"/sdcard/a\" ]; then\n echo Exists\nelse echo no\nfi",
        "Exists\n",
        0,
    );
    it.shell(
        "printf '%s-%s\\n' a b; printf x | md5sum",
        "a-b\n9dd4e461268c8034f5c8564e155c67a6  -\n",
        0,
    );
    it.shell(
        "date 1015153423.00 > /dev/null; date +%Y-%m-%dT%H:%M",
        "2023-10-15T15:34\n",
        0,
    );
    it.shell(
        "settings put global zen_mode 2; settings get global zen_mode; settings get secure none",
        "2\nnull\n",
        0,
    );
    it.shell("settings delete global zen_mode", "Deleted 1 rows\n", 0);
    it.shell("sleep 0.1 & echo done", "done\n", 0);
    let typed = it
        .server
        .command("adb")
        .args(["-s", &it.serial, "shell", "cat; echo $?"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut typed = typed.unwrap();
    std::io::Write::write_all(&mut typed.stdin.take().unwrap(), b"typed\n").unwrap();
    assert_eq!(text(&typed.wait_with_output().unwrap()), "typed\n0\n");
}

#[test]
fn fingers_keys_and_apps_do_what_they_do_on_a_phone() {
    let Some(it) = reach() else { return };
    it.shell(
        "am start -W -n net.gsantner.markor/.activity.MainActivity | head -2",
        "Starting: Intent { cmp=net.gsantner.markor/.activity.MainActivity }\nStatus: ok\n",
        0,
    );
    it.shell(
        "am start -n no.such/.App 2>&1 | tail -1",
        "Error: Activity class {no.such/.App} does not exist.\n",
        0,
    );
    it.shell("pm list packages | grep -c markor", "1\n", 0);
    let focus = "dumpsys window | grep -E mCurrentFocus | cut -d ' ' -f 5";
    it.shell(focus, "net.gsantner.markor/.activity.MainActivity}\n", 0);
    it.shell(
        "uiautomator dump /sdcard/ui.xml",
        "UI hierchary dumped to: /sdcard/ui.xml\n",
        0,
    );
    let dumped = text(&it.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]));
    assert!(
        dumped.starts_with("<?xml") && dumped.contains("net.gsantner.markor:id/fab_add_new_item"),
        "{dumped}"
    );
    // The button's middle, then a name typed into the dialog's field, which has the focus.
    let button = dumped
        .split("fab_add_new_item")
        .nth(1)
        .and_then(|it| it.split("bounds=\"[").nth(1))
        .unwrap();
    let numbers: Vec<i32> = button
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty())
        .take(4)
        .map(|it| it.parse().unwrap())
        .collect();
    let (x, y) = ((numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2);
    it.shell(&format!("input tap {x}.5 {y}"), "", 0);
    it.shell(
        "input text a%snote; input keyevent 67 KEYCODE_DEL KEYCODE_E",
        "",
        0,
    );
    it.shell("uiautomator dump /dev/tty | grep -c 'text=\"a noe\"'", "1\n", 0);
    it.shell(
        "input keycombination 113 29; input keyevent DEL; uiautomator dump /dev/tty | grep -c noe",
        "0\n",
        1,
    );
    it.shell(
        "input keyevent HOME; dumpsys activity activities | grep -c topResumedActivity=.*Launcher",
        "1\n",
        0,
    );
    it.shell(
        "input fly",
        &String::from_utf8_lossy(&it.adb(&["shell", "input fly"]).stderr),
        255,
    );
    it.shell(
        "am force-stop net.gsantner.markor; pidof net.gsantner.markor",
        "",
        1,
    );
    let png = it.adb(&["exec-out", "screencap", "-p"]).stdout;
    assert!(png == it.phone.lock().screenshot().unwrap());
    let raw = it.adb(&["exec-out", "screencap"]).stdout;
    assert_eq!(raw.len(), 16 + 4 * 1080 * 2400);
}

#[test]
fn files_go_in_and_out() {
    let Some(it) = reach() else { return };
    let here = tempfile::tempdir().unwrap();
    let (from, to) = (here.path().join("x.bin"), here.path().join("y.bin"));
    let data: Vec<u8> = (0..3_000_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    fs::write(&from, &data).unwrap();
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    let pushed = it.adb(&["push", from, "/sdcard/Download/"]);
    assert!(text(&pushed).contains("1 file pushed"), "{pushed:?}");
    let pulled = it.adb(&["pull", "/storage/emulated/0/Download/x.bin", to]);
    assert!(text(&pulled).contains("1 file pulled"), "{pulled:?}");
    assert!(fs::read(to).unwrap() == data);
    it.shell("stat -c %s /sdcard/Download/x.bin", "3000000\n", 0);
    it.shell(
        "cp /sdcard/Download/x.bin /data/local/tmp/z && rm /sdcard/Download/x.bin && ls /data/local/tmp",
        "z\n",
        0,
    );
    // What is in a folder is copied with `/.`, and the databases of an app with what it keeps.
    it.shell(
        "cd /data/local/tmp; mkdir -p all; cp -a /data/data/org.tasks/. all/; ls all/databases; rm -r all z",
        "database\n",
        0,
    );
    it.shell(
        "rm -r /data/data/org.tasks/*; ls /data/data/org.tasks; restorecon -RD /data/data/org.tasks",
        "databases\n",
        0,
    );
    let missing = it.adb(&["pull", "/sdcard/none", to]);
    assert!(!missing.status.success(), "{missing:?}");
    let refused = it.adb(&["push", from, "/system/x"]);
    assert!(all(&refused).contains("Read-only file system"), "{refused:?}");
    let refused = it.adb(&["install", from]);
    assert!(!refused.status.success(), "{refused:?}");
}

/// A rename changes no content and no time but one, and the graders' `ls -ll -au` says when a file was made: what is the
/// newest by it is the newest for the emulator's own judge.
#[test]
fn a_file_has_three_times() {
    let Some(it) = reach() else { return };
    it.shell(
        "mkdir /sdcard/Times && cd /sdcard/Times && echo 1 > a && echo 1 > b",
        "",
        0,
    );
    let now = || {
        text(&it.adb(&["shell", "date +%s"]))
            .trim()
            .parse::<i64>()
            .unwrap()
    };
    let made = now();
    let later = |shell: &str| {
        autorpa_adb_door::Handset::pass(&mut *it.phone.lock(), 60_000);
        it.shell(shell, "", 0);
        now()
    };
    let written = later("echo 2 >> /sdcard/Times/a");
    let renamed = later("mv /sdcard/Times/b /sdcard/Times/c");
    let times = |name: &str| -> Vec<i64> {
        let said = text(&it.adb(&["shell", &format!("stat -c '%X %Y %Z' /sdcard/Times/{name}")]));
        said.split_whitespace().map(|it| it.parse().unwrap()).collect()
    };
    // The phone's clock goes on between the commands.
    let near = |found: Vec<i64>, expected: [i64; 3]| {
        let close = found
            .iter()
            .zip(expected)
            .all(|(found, expected)| (found - expected).abs() < 30);
        assert!(found.len() == 3 && close, "{found:?} instead of {expected:?}");
    };
    near(times("a"), [made, written, written]);
    near(times("c"), [made, made, renamed]);
    it.shell(
        "cd /sdcard/Times; ls -t; ls -tc; ls -tcr",
        "a\nc\nc\na\na\nc\n",
        0,
    );
    let seconds = |options: &str| -> Vec<String> {
        let said = text(&it.adb(&["shell", &format!("ls /sdcard/Times {options}")]));
        let lines = said.lines().filter(|it| it.starts_with('-'));
        lines
            .map(|it| it.split_whitespace().nth(6).unwrap().to_owned())
            .collect()
    };
    let (accessed, modified) = (seconds("-ll -au"), seconds("-ll"));
    let own = |it: &emulator::state::Entry| it.created_ms;
    let state: Vec<i64> = it
        .phone
        .lock()
        .state()
        .files
        .list("/storage/emulated/0/Times")
        .iter()
        .map(own)
        .collect();
    let of_day = |ms: i64| {
        let of_day = ms.rem_euclid(86_400_000);
        format!(
            "{:02}:{:02}:{:02}.{:03}000000",
            of_day / 3_600_000,
            of_day / 60_000 % 60,
            of_day / 1000 % 60,
            of_day % 1000
        )
    };
    assert_eq!(accessed, state.into_iter().map(of_day).collect::<Vec<_>>());
    assert_ne!(accessed[0], modified[0]);
}

/// A finger that is told in parts does what it does in one.
#[test]
fn gestures_are_told_in_parts() {
    let Some(it) = reach() else { return };
    let shade = "uiautomator dump /dev/tty | grep -c -i bluetooth";
    it.shell(shade, "0\n", 1);
    let down = "input motionevent DOWN 540 2; input motionevent MOVE 540 900; ";
    it.shell(&format!("{down}input motionevent CANCEL; {shade}"), "0\n", 1);
    it.shell(&format!("{down}input motionevent UP 540 1500; {shade}"), "1\n", 0);
    // There is no ball to roll, and a part that is none is refused.
    for (line, why) in [
        ("input press", "Error: Unknown command: press"),
        ("input roll 1 1", "Error: Unknown command: roll"),
        (
            "input motionevent HOVER 1 1",
            "Error: Invalid arguments for command: motionevent",
        ),
        (
            "input motionevent DOWN 1",
            "Error: Invalid arguments for command: motionevent",
        ),
    ] {
        let said = it.adb(&["shell", line]);
        assert!(
            all(&said).starts_with(why) && said.status.code() == Some(255),
            "{said:?}"
        );
    }
    it.shell(
        "input keyevent --delay 10 HOME; input keyevent --longpress 3",
        "",
        0,
    );
}

/// ADBKeyBoard types what it is told, as long as it is the method that is used.
#[test]
fn any_text_is_typed_by_broadcasts() {
    const KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";
    let Some(it) = reach() else { return };
    let usual = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";
    it.shell(
        "ime list -s; settings get secure default_input_method",
        &format!("{usual}\n{usual}\n"),
        0,
    );
    it.shell("ime list -a -s", &format!("{usual}\n{KEYBOARD}\n"), 0);
    let refused = format!("Unknown input method {KEYBOARD} cannot be selected for user #0\n");
    it.shell(&format!("ime set {KEYBOARD}"), &refused, 255);
    it.shell(
        "ime enable x/.Y",
        "Unknown input method x/.Y cannot be enabled for user #0\n",
        255,
    );
    // A field that has the focus.
    it.adb(&[
        "shell",
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact",
    ]);
    let field = |it: &Reached| {
        let screen = it.phone.lock().observe().unwrap();
        let (id, _) = screen.iter().find(|(_, it)| it.editable).expect("a field");
        let text = screen.get(id).unwrap().held_text().to_owned();
        (screen.get(id).unwrap().bounds.center(), text)
    };
    let ((x, y), _) = field(&it);
    it.shell(&format!("input tap {x} {y}"), "", 0);
    let broadcast = |what: &str| {
        let said = text(&it.adb(&["shell", &format!("am broadcast -a {what}")]));
        assert!(said.ends_with("Broadcast completed: result=0\n"), "{said}");
        field(&it).1
    };
    assert_eq!(broadcast("ADB_INPUT_TEXT --es msg nobody"), "");
    it.shell(
        &format!("ime enable {KEYBOARD}; ime enable {KEYBOARD}; ime set {KEYBOARD}; settings get secure default_input_method"),
        &format!(
            "Input method {KEYBOARD}: now enabled for user #0\nInput method {KEYBOARD}: already enabled for user #0\n\
             Input method {KEYBOARD} selected for user #0\n{KEYBOARD}\n"
        ),
        0,
    );
    assert_eq!(broadcast("ADB_INPUT_TEXT --es msg 'é 日本 a'"), "é 日本 a");
    // A word that belongs to no option is the package that alone gets it.
    it.shell(
        "am broadcast -a ADB_INPUT_TEXT --es msg two words",
        "Broadcasting: Intent { act=ADB_INPUT_TEXT flg=0x400000 pkg=words (has extras) }\nBroadcast completed: result=0\n",
        0,
    );
    assert_eq!(field(&it).1, "é 日本 a");
    assert_eq!(broadcast("ADB_INPUT_B64 --es msg 8J+YgA=="), "é 日本 a😀");
    assert_eq!(broadcast("ADB_INPUT_B64 --es msg '*'"), "é 日本 a😀");
    assert_eq!(
        broadcast("ADB_INPUT_CHARS --eia chars 128512,32,67"),
        "é 日本 a😀😀 C"
    );
    assert_eq!(broadcast("ADB_INPUT_CODE --ei code 67"), "é 日本 a😀😀 ");
    assert_eq!(broadcast("ADB_CLEAR_TEXT"), "");
    it.shell(
        &format!("ime disable {KEYBOARD}; settings get secure default_input_method"),
        &format!("Input method {KEYBOARD}: now disabled for user #0\n{usual}\n"),
        0,
    );
    assert_eq!(broadcast("ADB_INPUT_TEXT --es msg nobody"), "");
}

/// What is too much for the phone is refused, and everything else goes on.
#[test]
fn more_than_the_phone_keeps_is_refused() {
    let Some(it) = reach() else { return };
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("much");
    fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    thread::scope(|scope| {
        let push = scope.spawn(|| it.adb(&["push", path.to_str().unwrap(), "/sdcard/much"]));
        it.shell("echo meanwhile", "meanwhile\n", 0);
        let pushed = push.join().unwrap();
        assert!(
            !pushed.status.success() && all(&pushed).contains("No space left on device"),
            "{pushed:?}"
        );
    });
    it.shell(
        "ls /sdcard/much",
        "ls: /sdcard/much: No such file or directory\n",
        1,
    );
}

/// Two that write the same file: one of them has written it whole.
#[test]
fn clients_that_fight_over_a_file_leave_a_whole_one() {
    let Some(it) = reach() else { return };
    let here = tempfile::tempdir().unwrap();
    let contents = [vec![b'a'; 4 << 20], vec![b'b'; 3 << 20]];
    thread::scope(|scope| {
        for (n, content) in contents.iter().enumerate() {
            let path = here.path().join(n.to_string());
            fs::write(&path, content).unwrap();
            let it = &it;
            scope.spawn(move || {
                for _ in 0..3 {
                    let pushed = it.adb(&["push", path.to_str().unwrap(), "/sdcard/both"]);
                    assert!(pushed.status.success(), "{pushed:?}");
                }
            });
        }
    });
    let to = here.path().join("back");
    it.adb(&["pull", "/sdcard/both", to.to_str().unwrap()]);
    assert!(contents.contains(&fs::read(to).unwrap()));
}

/// What graders do: a database is pulled, changed and pushed, and the app shows it.
#[test]
fn databases_are_pulled_and_pushed() {
    const FILE: &str = "/data/data/com.arduia.expense/databases/accounting.db";
    let Some(it) = reach() else { return };
    let fields = [("name", "Taxi"), ("amount", "1250"), ("category", "3")];
    it.phone.lock().phone_mut().state.tables.insert("expense", fields);
    it.shell("ls /data/data/com.arduia.expense/databases", "accounting.db\n", 0);
    it.shell(
        &format!("sqlite3 {FILE} 'SELECT name, amount FROM expense'"),
        "Taxi|1250\n",
        0,
    );
    let here = tempfile::tempdir().unwrap();
    let own = here.path().join("accounting.db");
    let own = own.to_str().unwrap();
    it.adb(&["pull", FILE, own]);
    let connection = rusqlite::Connection::open(own).unwrap();
    let statement = "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES ('Gym', 900, 9, '', 0, 0)";
    connection.execute(statement, []).unwrap();
    connection.close().unwrap();
    it.shell("rm -r /data/data/com.arduia.expense/databases/*", "", 0);
    assert!(it.phone.lock().state().tables.rows("expense").is_empty());
    let pushed = it.adb(&["push", own, FILE]);
    assert!(pushed.status.success(), "{pushed:?}");
    let names = |it: &Reached| -> Vec<String> {
        let phone = it.phone.lock();
        let rows = phone.state().tables.rows("expense").iter();
        rows.map(|it| it.get("name").to_owned()).collect()
    };
    assert_eq!(names(&it), ["Taxi", "Gym"]);
    // What is none of the app's, or lacks its table, changes nothing.
    let connection = rusqlite::Connection::open(own).unwrap();
    connection.execute_batch("DROP TABLE expense").unwrap();
    connection.close().unwrap();
    let refused = it.adb(&["push", own, FILE]);
    assert!(all(&refused).contains("no such table: expense"), "{refused:?}");
    fs::write(own, b"junk").unwrap();
    let refused = it.adb(&["push", own, FILE]);
    assert!(all(&refused).contains("file is not a database"), "{refused:?}");
    assert_eq!(names(&it), ["Taxi", "Gym"]);
}

/// A client asks the file of the people for names and numbers with its own SQLite, changes it, and puts it back.
#[test]
fn people_are_pulled_and_pushed() {
    const FILE: &str = "/data/data/com.android.providers.contacts/databases/contacts2.db";
    let Some(it) = reach() else { return };
    let fields = [("display_name", "Ada"), ("phone", "555-0100")];
    it.phone
        .lock()
        .phone_mut()
        .state
        .tables
        .insert("contacts", fields);
    let here = tempfile::tempdir().unwrap();
    let own = here.path().join("contacts2.db");
    let own = own.to_str().unwrap();
    it.adb(&["pull", FILE, own]);
    let connection = rusqlite::Connection::open(own).unwrap();
    let question =
        "SELECT view_data.display_name, normalized_number FROM phone_lookup JOIN view_data ON _id = data_id";
    let said = connection.query_row(question, [], |row| Ok([row.get::<_, String>(0)?, row.get(1)?]));
    assert_eq!(said.unwrap(), ["Ada", "5550100"]);
    let numbers = "mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype LIKE '%/phone_v2')";
    let statement = format!("UPDATE data SET data1 = '555-0199' WHERE {numbers}");
    connection.execute(&statement, []).unwrap();
    connection.close().unwrap();
    let pushed = it.adb(&["push", own, FILE]);
    assert!(pushed.status.success(), "{pushed:?}");
    let people = "content query --uri content://contacts/phones/ --projection display_name:number";
    it.shell(people, "Row: 0 display_name=Ada, number=555-0199\n", 0);
}

/// A song of silence as encoders write it: what it is called, who plays it, and pieces of 26 ms.
fn silence(title: &str, artist: &str, pieces: usize) -> Vec<u8> {
    let frame = |name: &str, text: &str| {
        let head = [0, 0, 0, text.len() as u8 + 1, 0, 0, 3];
        [name.as_bytes(), &head, text.as_bytes()].concat()
    };
    let tag = [frame("TIT2", title), frame("TPE1", artist)].concat();
    let mut piece = vec![0; 417];
    piece[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0x64]);
    [
        &b"ID3\x04\0\0\0\0\0"[..],
        &[tag.len() as u8],
        &tag,
        &piece.repeat(pieces),
    ]
    .concat()
}

/// As the original's Retro tasks do it: songs are pushed and scanned, and playlists and queue are read from the databases.
#[test]
fn songs_are_pushed_and_playlists_are_read() {
    const PLAYLISTS: &str = "/data/data/code.name.monkey.retromusic/databases/playlist.db";
    const QUEUE: &str = "/data/data/code.name.monkey.retromusic/databases/music_playback_state.db";
    let Some(it) = reach() else { return };
    let here = tempfile::tempdir().unwrap();
    for (file, title) in [("one.mp3", "Night Drive"), ("two.mp3", "Moments")] {
        let own = here.path().join(file);
        fs::write(&own, silence(title, "Ann", 8000)).unwrap();
        let pushed = it.adb(&["push", own.to_str().unwrap(), "/storage/emulated/0/Music/"]);
        assert!(pushed.status.success(), "{pushed:?}");
    }
    let scan =
        "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file:///storage/emulated/0/Music";
    it.adb(&["shell", scan]);
    it.adb(&["shell", "mv /sdcard/Music/two.mp3 /sdcard/Music/three.mp3"]);
    it.adb(&[
        "shell",
        "am start -n code.name.monkey.retromusic/.activities.MainActivity",
    ]);
    let dump = |it: &Reached| text(&it.adb(&["exec-out", "uiautomator dump /dev/tty"]));
    let tap = |what: &str| {
        let screen = it.phone.lock().observe().unwrap();
        let fits = |it: &&ui::Element| it.words().any(|it| it.trim() == what);
        let (x, y) = screen
            .elements
            .iter()
            .rev()
            .find(fits)
            .expect(what)
            .bounds
            .center();
        it.shell(&format!("input tap {x} {y}"), "", 0);
    };
    tap("Songs");
    let shown = dump(&it);
    for song in ["Night Drive", "Moments", "Ann"] {
        assert!(shown.contains(song), "no {song} in {shown}");
    }
    // What the app writes is in its databases, in the columns that the graders ask for.
    {
        let mut phone = it.phone.lock();
        let tables = &mut phone.phone_mut().state.tables;
        let list = tables.insert("playlists", [("playlist_name", "Mix")]).to_string();
        for (id, title) in [("2", "Moments"), ("1", "Night Drive")] {
            let of_list = [
                ("playlist_creator_id", list.as_str()),
                ("id", id),
                ("title", title),
                ("duration", "208979"),
            ];
            tables.insert("playlist_songs", of_list);
            tables.insert("playing_queue", [("_id", id), ("title", title)]);
        }
    }
    let question = "SELECT pe.playlist_name, se.title, se.duration FROM PlaylistEntity pe \
                    JOIN SongEntity se ON pe.playlist_id = se.playlist_creator_id ORDER BY se.song_key";
    it.shell(
        &format!("sqlite3 {PLAYLISTS} '{question}'"),
        "Mix|Moments|208979\nMix|Night Drive|208979\n",
        0,
    );
    it.shell(
        &format!("sqlite3 {QUEUE} 'SELECT title from playing_queue;'"),
        "Moments\nNight Drive\n",
        0,
    );
    let known = it.phone.lock().state().tables.rows("songs").to_vec();
    assert_eq!(known[0].get("duration_ms"), "208500");
    assert_eq!(known[1].get("path"), "/storage/emulated/0/Music/three.mp3");
    // And what a grader empties is empty in the app.
    it.shell(
        &format!("sqlite3 {PLAYLISTS} 'DELETE FROM PlaylistEntity; DELETE FROM SongEntity'"),
        "",
        0,
    );
    let phone = it.phone.lock();
    let tables = &phone.state().tables;
    assert!(tables.rows("playlists").is_empty() && tables.rows("playlist_songs").is_empty());
}

#[test]
fn messages_and_people_are_asked_for() {
    let Some(it) = reach() else { return };
    it.shell("content query --uri content://sms/inbox", "No result found.\n", 0);
    autorpa_adb_door::Handset::receive(&mut *it.phone.lock(), "+1555", "Hi, you");
    let said = text(&it.adb(&["shell", "content query --uri content://sms/inbox"]));
    assert!(
        said.starts_with("Row: 0 _id=1, thread_id=1, address=+1555"),
        "{said}"
    );
    assert!(said.contains("body=Hi, you"), "{said}");
    it.shell("content query --uri content://sms/sent", "No result found.\n", 0);
    let database = "/data/data/com.android.providers.telephony/databases/mmssms.db";
    it.shell(&format!("sqlite3 {database} \"DELETE FROM sms;\""), "", 0);
    it.shell("content query --uri content://sms", "No result found.\n", 0);
    let insert = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name 'Ada Lovelace' -e phone 5550100";
    it.adb(&["shell", insert]);
    let shown = text(&it.adb(&["exec-out", "uiautomator dump /dev/tty"]));
    assert!(shown.contains("Lovelace") && shown.contains("5550100"), "{shown}");
    let people = "content query --uri content://contacts/phones/ --projection display_name:number";
    it.shell(people, "No result found.\n", 0);
    it.shell(
        "am start -a android.intent.action.VIEW -d content://contacts/people/ | grep -c Error",
        "0\n",
        1,
    );
    it.shell("am stack list | grep -c 'visible=true.*contacts'", "1\n", 0);
    for (address, shown) in [
        ("http://", "chrome"),
        ("content://media/external/images/media/", "gallery"),
    ] {
        it.adb(&[
            "shell",
            &format!("am start -a android.intent.action.VIEW -d {address}"),
        ]);
        it.shell(
            &format!("am stack list | grep -c 'visible=true.*{shown}'"),
            "1\n",
            0,
        );
    }
    it.shell(
        "am start -a android.intent.action.VIEW -d http://a.example >/dev/null 2>&1",
        "",
        1,
    );
    for monkey in [
        "-p org.tasks 1",
        "-p org.videolan.vlc -candroid.intent.category.LAUNCHER 1",
    ] {
        it.shell(&format!("monkey {monkey} | head -1"), "Events injected: 1\n", 0);
    }
    it.shell(
        "monkey -p org.tasks 500 2>&1",
        "monkey: only the launching of an app is taken here\n",
        1,
    );
    let message = "am start -a android.intent.action.SENDTO -d sms:+15550100 --es sms_body 'On my way'";
    it.adb(&["shell", message]);
    it.shell(
        "am stack list | grep -c 'visible=true.*smsmessenger.*ThreadActivity'",
        "1\n",
        0,
    );
    let shown = text(&it.adb(&["exec-out", "uiautomator dump /dev/tty"]));
    assert!(
        shown.contains("On my way") && shown.contains("15550100"),
        "{shown}"
    );
    it.shell("pm clear com.android.providers.contacts", "Success\n", 0);
    it.shell("find /sdcard -mindepth 1 -type f -delete", "", 0);
    it.shell("content delete --uri content://media/external/downloads", "", 0);
}

#[test]
fn a_hundred_shells_and_a_killed_push_do_not_disturb_each_other() {
    let Some(it) = reach() else { return };
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("some");
    fs::File::create(&path).unwrap().set_len(200 << 20).unwrap();
    let mut push = it.server.command("adb");
    push.args(["-s", &it.serial, "push", path.to_str().unwrap(), "/sdcard/some"]);
    let mut push = push.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::scope(|scope| {
        for n in 0..100 {
            let it = &it;
            scope.spawn(move || it.shell(&format!("sleep 0.2; echo {n}"), &format!("{n}\n"), 0));
        }
    });
    push.kill().unwrap();
    push.wait().unwrap();
    it.shell("wm density", "Physical density: 420\n", 0);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let phone = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(phone.clone(), 0).unwrap();
    let port = door.address().port();
    let taken = Door::open(phone.clone(), port).err().unwrap();
    assert!(
        matches!(taken, DoorError::Taken { port: it } if it == port),
        "{taken}"
    );
    drop(door);
    Door::open(phone, port).expect("the port is free again");
}
