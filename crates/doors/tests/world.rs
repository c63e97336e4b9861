//! The HTTP door answers as the original's server: status codes and bodies were taken from it, with its own phone
//! replaced by one that does nothing.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::Arc,
    thread,
    time::Duration,
};

use adb_door::{DoorError, Live};
use autorpa_doors::{Doors, Ports, world::Door};
use emulator::Emulator;
use serde_json::{Value, json};

fn door() -> (Arc<Live<Emulator>>, Door) {
    let phone = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(phone.clone(), 0).expect("a free port");
    (phone, door)
}

/// What is sent, and all that comes back.
fn raw(door: &Door, request: &[u8]) -> Vec<u8> {
    let mut socket = TcpStream::connect(door.address()).expect("it listens");
    let long = Some(Duration::from_secs(60));
    socket.set_read_timeout(long).expect("a socket");
    socket.write_all(request).expect("it is taken");
    let mut all = Vec::new();
    // A connection that is reset has ended as well.
    let _ = socket.read_to_end(&mut all);
    all
}

/// Status, head and body of an answer.
fn ask(door: &Door, method: &str, target: &str, headers: &str, body: &str) -> (u16, String, Vec<u8>) {
    let length = body.len();
    let request = format!(
        "{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    let all = raw(door, request.as_bytes());
    let at = all.windows(4).position(|it| it == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&all[..at]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
    (status.expect("a status"), head, all[at + 4..].to_vec())
}

#[track_caller]
fn answers(door: &Door, method: &str, target: &str, status: u16, body: &Value) {
    let (got, head, said) = ask(door, method, target, "", "");
    let said: Value = serde_json::from_slice(&said).expect("JSON");
    assert_eq!((got, &said), (status, body), "{method} {target}");
    assert!(head.contains("content-type: application/json"), "{head}");
}

/// Do an action; its answer has to be this.
#[track_caller]
fn executes(door: &Door, action: &str, status: u16, expected: &str) {
    let headers = "Content-Type: application/json\r\n";
    let (got, _, said) = ask(door, "POST", "/execute_action", headers, action);
    let said = String::from_utf8_lossy(&said).into_owned();
    assert_eq!((got, said.as_str()), (status, expected), "{action}");
}

fn value(door: &Door, method: &str, target: &str, field: &str) -> Value {
    let (status, _, said) = ask(door, method, target, "", "");
    assert_eq!(status, 200, "{target}: {}", String::from_utf8_lossy(&said));
    let said: Value = serde_json::from_slice(&said).expect("JSON");
    said[field].clone()
}

fn missing(name: &str) -> Value {
    json!({"type": "missing", "loc": ["query", name], "msg": "Field required", "input": null})
}

#[test]
fn bodies_and_status_codes_are_the_originals() {
    let (_phone, door) = door();
    let done = |message: &str| json!({"status": "success", "message": message});
    answers(&door, "GET", "/health", 200, &json!({"status": "success"}));
    answers(&door, "POST", "/close", 200, &json!({"status": "success"}));
    answers(&door, "GET", "/nothing", 404, &json!({"detail": "Not Found"}));
    answers(
        &door,
        "GET",
        "/reset",
        405,
        &json!({"detail": "Method Not Allowed"}),
    );
    answers(
        &door,
        "POST",
        "/reset",
        422,
        &json!({"detail": [missing("go_home")]}),
    );
    answers(
        &door,
        "POST",
        "/reset?go_home=True",
        200,
        &done("Environment reset with go_home=True."),
    );
    answers(
        &door,
        "POST",
        "/reset?go_home=0",
        200,
        &done("Environment reset with go_home=False."),
    );
    let odd = json!({
        "type": "bool_parsing", "loc": ["query", "go_home"],
        "msg": "Input should be a valid boolean, unable to interpret input", "input": "zz",
    });
    answers(&door, "POST", "/reset?go_home=zz", 422, &json!({"detail": [odd]}));
    let odd = json!({
        "type": "int_parsing", "loc": ["query", "max_index"],
        "msg": "Input should be a valid integer, unable to parse string as an integer", "input": "x",
    });
    answers(
        &door,
        "GET",
        "/suite/task_list?max_index=x",
        422,
        &json!({"detail": [odd]}),
    );
    answers(
        &door,
        "GET",
        "/suite/task_list?max_index=0",
        200,
        &json!({"task_list": []}),
    );
}

#[test]
fn what_is_said_of_tasks_is_the_originals() {
    let (_phone, door) = door();
    let done = |message: &str| json!({"status": "success", "message": message});
    let both = json!({"detail": [missing("task_type"), missing("task_idx")]});
    answers(&door, "GET", "/task/goal", 422, &both);
    answers(
        &door,
        "GET",
        "/suite/task_length?task_type=MarkorCreateNote",
        200,
        &json!({"length": 2}),
    );
    let made = done("Task suite re-initialized with n_task_combinations=1, seed=7.");
    answers(
        &door,
        "GET",
        "/suite/reinitialize?n_task_combinations=1&seed=7",
        200,
        &made,
    );
    let family = json!({"detail": "Invalid task family: zzz"});
    answers(&door, "GET", "/suite/reinitialize?task_family=zzz", 400, &family);
    let slots =
        json!({"template": "Create a new note in Markor named {file_name} with the following text: {text}"});
    answers(
        &door,
        "GET",
        "/task/template?task_type=MarkorCreateNote&task_idx=-1",
        200,
        &slots,
    );
    for failing in [
        "/suite/task_length?task_type=X",
        "/task/goal?task_type=MarkorCreateNote&task_idx=1",
        "/task/score?task_type=MarkorCreateNote&task_idx=0",
    ] {
        let (status, head, said) = ask(&door, "GET", failing, "", "");
        assert_eq!(
            (status, &said[..]),
            (500, &b"Internal Server Error"[..]),
            "{failing}"
        );
        assert!(head.contains("content-type: text/plain; charset=utf-8"), "{head}");
    }
}

#[test]
fn actions_are_answered_as_the_original_does() {
    let (_phone, door) = door();
    executes(
        &door,
        r#"{"action_type":"click","x":100,"y":200}"#,
        200,
        r#"{"status":"success","message":"Action JSONAction(action_type='click', x=100, y=200) executed."}"#,
    );
    executes(
        &door,
        r#"{"action_type":"answer","text":"it's"}"#,
        200,
        r#"{"status":"success","message":"Action JSONAction(action_type='answer', text=\"it's\") executed."}"#,
    );
    for wrong in [r#"{"action_type":"fly"}"#, r#"{"action_type":"click"}"#] {
        executes(&door, wrong, 500, "Internal Server Error");
    }
    executes(
        &door,
        "[1]",
        422,
        r#"{"detail":[{"type":"dict_type","loc":["body"],"msg":"Input should be a valid dictionary","input":[1]}]}"#,
    );
    executes(
        &door,
        r#"{"a":1}x"#,
        422,
        r#"{"detail":[{"type":"json_invalid","loc":["body",7],"msg":"JSON decode error","input":{},"ctx":{"error":"Extra data"}}]}"#,
    );
    executes(
        &door,
        r#"{"a":"#,
        422,
        r#"{"detail":[{"type":"json_invalid","loc":["body",5],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting value"}}]}"#,
    );
    executes(
        &door,
        "",
        422,
        r#"{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}"#,
    );
    // What is not said to be JSON is a text.
    let (status, _, said) = ask(&door, "POST", "/execute_action", "", r#"{"a":1}"#);
    let text = r#"{"detail":[{"type":"dict_type","loc":["body"],"msg":"Input should be a valid dictionary","input":"{\"a\":1}"}]}"#;
    assert_eq!((status, String::from_utf8_lossy(&said).as_ref()), (422, text));
}

#[test]
fn a_task_is_set_up_done_judged_and_taken_away() {
    let (_phone, door) = door();
    let of = "task_type=SystemWifiTurnOff&task_idx=0";
    let score = format!("/task/score?{of}");
    value(&door, "POST", &format!("/task/initialize?{of}"), "status");
    // Twice is an error of the original.
    let twice = ask(&door, "POST", &format!("/task/initialize?{of}"), "", "");
    assert_eq!(twice.0, 500);
    assert_eq!(value(&door, "GET", &score, "score"), json!(0.0));
    let goal = value(&door, "GET", &format!("/task/goal?{of}"), "goal");
    assert_eq!(goal, json!("Turn wifi off."));
    // The radio's switch, as the shade has it: done by who sees nothing but pixels it is a tap; here adb does it.
    {
        let mut phone = _phone.lock();
        adb_door::Handset::set(&mut *phone, "global", "wifi_on", Some("0"));
    }
    assert_eq!(value(&door, "GET", &score, "score"), json!(1.0));
    value(&door, "POST", &format!("/task/tear_down?{of}"), "status");
    assert_eq!(ask(&door, "GET", &score, "", "").0, 500);
    // What the task left is gone.
    value(
        &door,
        "POST",
        "/task/initialize?task_type=SystemWifiTurnOnVerify&task_idx=0",
        "status",
    );
}

#[test]
fn an_answer_is_kept_for_the_judge_until_the_phone_is_reset() {
    let (phone, door) = door();
    executes(
        &door,
        r#"{"action_type":"answer","text":"42"}"#,
        200,
        r#"{"status":"success","message":"Action JSONAction(action_type='answer', text='42') executed."}"#,
    );
    assert_eq!(phone.lock().state().answer.as_deref(), Some("42"));
    value(&door, "POST", "/reset?go_home=false", "status");
    assert_eq!(phone.lock().state().answer, None);
}

#[test]
fn pixels_are_the_screens_own() {
    let (phone, door) = door();
    let (status, _, said) = ask(&door, "GET", "/screenshot?wait_to_stabilize=false", "", "");
    assert_eq!(status, 200);
    assert!(said.starts_with(b"{\"pixels\":[[[") && said.ends_with(b"]]]}"));
    let rows = said.windows(5).filter(|it| *it == b"]],[[").count() + 1;
    let (_, height) = adb_door::Handset::size(&*phone.lock());
    assert_eq!(rows, height as usize);
    // All numbers, in their order: a reader of JSON takes half a minute here where nothing is optimized.
    let numbers = said.split(|it| !it.is_ascii_digit()).filter(|it| !it.is_empty());
    let number = |digits: &[u8]| digits.iter().fold(0, |all, it| all * 10 + u32::from(it - b'0'));
    let own = phone.lock().pixels();
    let own = own.chunks_exact(4).flat_map(|it| &it[..3]);
    assert!(numbers.map(number).eq(own.map(|it| u32::from(*it))));
    let accept = "Accept: image/png\r\n";
    let (status, head, file) = ask(&door, "GET", "/screenshot?wait_to_stabilize=0", accept, "");
    assert_eq!(status, 200);
    assert!(
        head.contains("content-type: image/png") && file.starts_with(b"\x89PNG"),
        "{head}"
    );
}

#[test]
fn what_is_no_request_disturbs_nobody() {
    let (_phone, door) = door();
    let mut half = TcpStream::connect(door.address()).expect("it listens");
    half.write_all(b"POST /execute_action HTTP/1.1\r\nContent-Len")
        .expect("it is taken");
    for junk in [&b"\x00\xff\x00\xff\r\n\r\n"[..], b"CNXN\r\n\r\n"] {
        assert!(raw(&door, junk).starts_with(b"HTTP/1.1 400"));
    }
    let large = format!(
        "POST /execute_action HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{{}}",
        1 << 30
    );
    assert!(raw(&door, large.as_bytes()).starts_with(b"HTTP/1.1 413"));
    answers(&door, "GET", "/health", 200, &json!({"status": "success"}));
}

/// Each is answered as if it were alone; whose task is set up is the last one's.
#[test]
fn clients_that_fight_are_each_answered() {
    let (_phone, door) = door();
    thread::scope(|scope| {
        for name in ["SystemWifiTurnOff", "SystemBluetoothTurnOff", "MarkorCreateNote"] {
            let door = &door;
            scope.spawn(move || {
                for _ in 0..5 {
                    let of = format!("task_type={name}&task_idx=0");
                    for (method, path) in [("POST", "initialize"), ("GET", "score"), ("POST", "tear_down")] {
                        let (status, ..) = ask(door, method, &format!("/task/{path}?{of}"), "", "");
                        assert!(matches!(status, 200 | 500), "{status}");
                    }
                }
            });
        }
    });
    answers(&door, "GET", "/health", 200, &json!({"status": "success"}));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let (phone, door) = door();
    let port = door.address().port();
    let taken = Door::open(phone.clone(), port).err().expect("it is taken");
    assert!(
        matches!(taken, DoorError::Taken { port: it } if it == port),
        "{taken}"
    );
    drop(door);
    let ports = Ports {
        adb: 0,
        http: Some(port),
        ..Ports::default()
    };
    let all = Doors::open(&phone, &ports).expect("the port is free again");
    assert_eq!(all.http().map(|it| it.port()), Some(port));
    assert!(all.adb().ip().is_loopback());
}

/// A page of the web that a browser of this machine shows may not use the phone, under whatever name it reaches the port.
#[test]
fn a_page_of_the_web_is_refused() {
    let (_, door) = door();
    let status = |headers: &str| {
        let request = format!("GET /health HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
        let all = String::from_utf8_lossy(&raw(&door, request.as_bytes())).into_owned();
        all.split(' ').nth(1).map(str::to_owned).unwrap_or_default()
    };
    for here in [
        "Host: localhost:5000",
        "Host: 127.0.0.1",
        "Host: [::1]:5000",
        "Host: localhost\r\nOrigin: http://localhost:3000",
    ] {
        assert_eq!(status(&format!("{here}\r\n")), "200", "{here}");
    }
    for web in [
        "Host: evil.example:5000",
        "Host: localhost\r\nOrigin: https://evil.example",
        "Host: localhost\r\nOrigin: null",
        "Host: localhost.evil.example",
    ] {
        assert_eq!(status(&format!("{web}\r\n")), "403", "{web}");
    }
}
