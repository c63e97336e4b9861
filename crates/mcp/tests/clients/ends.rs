//! Calls that come to an end before their function does, and servers that are told to end.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use device_web::find_chromium;
use serde_json::{Value as Json, json};
use testkit::{Answer, Asked, Collector, Part, certificate, encrypted, hostile, serve, skip, there};

use super::{Server, server_in};

const SOON: Duration = Duration::from_secs(30);
/// A page that says for as long as it is open that it is.
const BEATS: &str = "<!doctype html><title>Look</title><button>Look</button><script>setInterval(() => fetch('/beat'), 500)</script>";
/// Looks for what never comes, after one step.
const ENDLESS: &str = "/// Look and never find.\nfn endless() {\n    env_op.click(#{ text: \"Look\", target_description: \"Look\" });\n    \
                       loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";
/// The same on the emulator.
const ENDLESS_APP: &str = "/// Look and never find.\nfn endless() {\n    env_op.open_app(\"Markor\");\n    \
                           loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";

/// A folder whose library has that function, on this device.
fn endless(folder: &Path, device: &str) {
    let source = match device {
        "web" => ENDLESS,
        _ => ENDLESS_APP,
    };
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("autorpa.toml", "library = \"library\"\n");
    write("library/mine/endless.rhai", source);
    let receipt = json!({
        "version": 1, "name": "endless", "task_type": "Endless", "suite": device, "device": device,
        "verified": true, "instances": [], "params": [], "explorer": { "kind": "", "episodes": 0, "steps": 0 },
        "script_sha256": library::sha256(source),
    });
    write("library/mine/endless.receipt.json", &receipt.to_string());
}

#[track_caller]
fn wait_until(mut is: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < SOON, "it never comes");
        thread::park_timeout(Duration::from_millis(50));
    }
}

/// How the runs of a home ended.
fn outcomes(home: &Path) -> Vec<String> {
    let Ok(runs) = fs::read_dir(home.join("bank/runs")) else {
        return Vec::new();
    };
    let last = |path: &Path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines().last().unwrap_or_default().to_owned()
    };
    runs.flatten()
        .filter(|it| it.path().extension().is_some_and(|it| it == "jsonl"))
        .map(|it| last(&it.path()))
        .collect()
}

fn call(id: u64, name: &str, arguments: &Json) -> String {
    let params = json!({ "name": name, "arguments": arguments, "_meta": { "progressToken": "steps" } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

#[test]
fn a_cancelled_call_ends_its_function_and_its_page() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let beats = Arc::new(AtomicUsize::new(0));
    let heard = Arc::clone(&beats);
    let address = serve(move |asked: &Asked| {
        if asked.path() == "/beat" {
            heard.fetch_add(1, Ordering::SeqCst);
        }
        Answer::page(BEATS)
    });
    let folder = tempfile::tempdir().unwrap();
    endless(folder.path(), "web");
    let mut server = server_in(folder.path(), Stdio::inherit());
    server.send(&call(
        1,
        "mine__endless",
        &json!({ "page_url": format!("http://{address}/") }),
    ));
    // Once it has done its step it looks for ever.
    let heard = server.next();
    assert_eq!(heard["method"], "notifications/progress", "{heard}");
    let beaten = || beats.load(Ordering::SeqCst);
    wait_until(|| beaten() > 1);
    server.send(
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}"#,
    );
    wait_until(|| {
        outcomes(&folder.path().join("home"))
            .iter()
            .any(|it| it.contains("cancelled"))
    });
    // The browser stays for the next call, and the page is closed.
    wait_until(|| {
        let before = beaten();
        thread::park_timeout(Duration::from_secs(2));
        beaten() == before
    });
    // The server goes on.
    let answer = server.call(2, "find_function", &json!({ "words": "look" }));
    assert_eq!(
        answer["result"]["structuredContent"]["found"][0]["tool"],
        "mine__endless"
    );
}

/// A client over HTTP, typed by hand.
pub(super) struct Client {
    address: String,
    session: String,
}

/// One request, and the connection that waits for its answer.
fn asked(address: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    stream
        .write_all(
            request("here.localhost", headers, body)
                .replace("here.localhost", address)
                .as_bytes(),
        )
        .unwrap();
    stream
}

fn request(host: &str, headers: &str, body: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer open sesame\r\nContent-Type: application/json\r\nAccept: \
         application/json, text/event-stream\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

fn initialize() -> String {
    let params = json!({
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "by hand", "version": "1" },
    });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }).to_string()
}

impl Client {
    pub(super) fn new(url: &str) -> Self {
        let address = url
            .strip_prefix("http://")
            .unwrap()
            .split('/')
            .next()
            .unwrap()
            .to_owned();
        let mut answer = String::new();
        asked(&address, "", &initialize())
            .read_to_string(&mut answer)
            .unwrap();
        let session = answer
            .lines()
            .find_map(|it| {
                it.to_ascii_lowercase()
                    .strip_prefix("mcp-session-id: ")
                    .map(str::to_owned)
            })
            .unwrap_or_else(|| panic!("{answer}"));
        let client = Self { address, session };
        let mut said = String::new();
        client
            .ask(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .read_to_string(&mut said)
            .unwrap();
        assert!(said.starts_with("HTTP/1.1 202"), "{said}");
        client
    }

    /// What a tool answers, which is no refusal.
    pub(super) fn said(&self, tool: &str, arguments: &Json) -> Json {
        let mut text = String::new();
        self.ask(&call(7, tool, arguments))
            .read_to_string(&mut text)
            .unwrap();
        let answers = text
            .lines()
            .filter_map(|it| serde_json::from_str(it.trim_start_matches("data: ")).ok());
        let answer: Option<Json> = answers.into_iter().find(|it: &Json| it["id"] == 7);
        let answer = answer.unwrap_or_else(|| panic!("{text}"));
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        answer["result"]["structuredContent"].clone()
    }

    fn ask(&self, body: &str) -> TcpStream {
        asked(
            &self.address,
            &format!("Mcp-Session-Id: {}\r\n", self.session),
            body,
        )
    }
}

/// The server behind a door, with the endless function.
fn behind_door(folder: &Path) -> (Server, String) {
    endless(folder, "emulator");
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    child
        .args(["--http", "127.0.0.1:0", "--home"])
        .arg(folder.join("home"))
        .current_dir(folder)
        .env("AUTORPA_MCP_TOKEN", "open sesame");
    super::listening(&mut child)
}

/// What a call says until its function has done a step.
fn first_step(stream: &TcpStream) -> BufReader<&TcpStream> {
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    while lines.read_line(&mut line).unwrap() > 0 {
        if line.contains("notifications/progress") {
            return lines;
        }
    }
    panic!("{line}");
}

pub(super) fn told(server: &Server, signal: &str) {
    let status = Command::new("kill")
        .args([signal, &server.child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn a_server_that_is_told_to_end_lets_what_runs_come_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, url) = behind_door(folder.path());
    let client = Client::new(&url);
    let stream = client.ask(&call(1, "mine__endless", &json!({})));
    let mut lines = first_step(&stream);
    told(&server, "-TERM");
    // Nobody else is taken, and what runs goes on.
    wait_until(|| TcpStream::connect(&client.address).is_err());
    thread::park_timeout(Duration::from_millis(300));
    assert!(server.child.try_wait().unwrap().is_none());
    // A second word stops it; it has its end, and who waits for it hears that.
    told(&server, "-TERM");
    let mut rest = String::new();
    let _closed = lines.read_to_string(&mut rest);
    assert!(rest.contains("cancelled"), "{rest}");
    assert!(server.child.wait().unwrap().success());
    assert!(outcomes(&folder.path().join("home"))[0].contains("cancelled"));
}

#[test]
fn a_client_that_vanishes_over_http_takes_nobody_along() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, url) = behind_door(folder.path());
    let client = Client::new(&url);
    let gone = client.ask(&call(1, "mine__endless", &json!({})));
    drop(first_step(&gone));
    drop(gone);
    // Others are served, and it may come back for its session.
    let other = Client::new(&url);
    for it in [&other, &client] {
        let mut said = String::new();
        let found = call(2, "find_function", &json!({ "words": "look" }));
        it.ask(&found).read_to_string(&mut said).unwrap();
        assert!(said.contains("mine__endless"), "{said}");
    }
    // Its run is not left to itself: it can be cancelled, and has its end.
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    client.ask(cancel).read_to_string(&mut String::new()).unwrap();
    wait_until(|| {
        outcomes(&folder.path().join("home"))
            .iter()
            .any(|it| it.contains("cancelled"))
    });
    told(&server, "-TERM");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn with_a_certificate_other_machines_reach_it_by_any_name() {
    let folder = tempfile::tempdir().unwrap();
    if there(Part::Web, certificate(folder.path())).is_none() {
        return;
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    child
        .args([
            "--http",
            "0.0.0.0:0",
            "--certificate",
            "cert.pem",
            "--key",
            "key.pem",
            "--home",
        ])
        .arg(folder.path().join("home"))
        .current_dir(folder.path())
        .env("AUTORPA_MCP_TOKEN", "open sesame");
    let (mut server, url) = super::listening(&mut child);
    let port = url
        .strip_prefix("https://0.0.0.0:")
        .unwrap()
        .split('/')
        .next()
        .unwrap();
    for host in ["rpa.example", "rpa.example:8443", "192.0.2.7"] {
        let said = encrypted(folder.path(), port, &request(host, "", &initialize())).unwrap();
        assert!(
            said.starts_with("HTTP/1.1 200") && said.contains("serverInfo"),
            "{host}: {said}"
        );
    }
    told(&server, "-TERM");
    assert!(server.child.wait().unwrap().success());
}

/// A page of a foreign name that leads here speaks for nobody.
#[test]
fn without_a_certificate_only_this_machine_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, url) = behind_door(folder.path());
    let address = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let typed = request("rpa.example", "", &initialize());
    stream.write_all(typed.as_bytes()).unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).unwrap();
    assert!(said.starts_with("HTTP/1.1 403"), "{said}");
    told(&server, "-TERM");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn hostile_clients_are_closed_on_and_others_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, url) = behind_door(folder.path());
    let client = Client::new(&url);
    let alive = || {
        let mut said = String::new();
        let found = call(2, "find_function", &json!({ "words": "look" }));
        client.ask(&found).read_to_string(&mut said).unwrap();
        assert!(said.contains("mine__endless"), "{said}");
    };
    hostile(
        &client.address,
        "/mcp",
        "Authorization: Bearer open sesame",
        alive,
    );
    // Junk by somebody who knows the token.
    let long = "[".repeat(100_000);
    for junk in [
        "",
        "null",
        "{",
        "[]",
        "[1,2]",
        "\u{0}",
        long.as_str(),
        r#"{"jsonrpc":"2.0","id":{},"method":"tools/call"}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7,"arguments":[]}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"nobody/has/this","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}"#,
    ] {
        let mut said = String::new();
        client.ask(junk).read_to_string(&mut said).unwrap();
        assert!(!said.contains("structuredContent"), "{junk:.80}: {said}");
        let mut bare = String::new();
        asked(&client.address, "Mcp-Session-Id: nobody\r\n", junk)
            .read_to_string(&mut bare)
            .unwrap();
        assert!(bare.starts_with("HTTP/1.1 4"), "{junk:.80}: {bare}");
        alive();
    }
    told(&server, "-TERM");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn a_collector_hears_of_what_clients_run() {
    if !autorpa::sends_traces() {
        skip(Part::Otlp, "the program was built without the feature `otlp`");
        return;
    }
    let (folder, collector) = (tempfile::tempdir().unwrap(), Collector::open());
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    child.arg("--home").arg(folder.path().join("home"));
    child.arg("--library").arg(super::library());
    child.env("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url);
    let mut server = Server::spawn(child.current_dir(folder.path()));
    server.initialize();
    let arguments = json!({ "file_name": "a.md", "text": "Zaphod" });
    let answer = server.call(1, "markor__create_note", &arguments);
    assert_eq!(answer["result"]["structuredContent"]["outcome"], "unchecked");
    // What is left goes out when the client goes.
    drop(server.child.stdin.take());
    assert!(server.child.wait().unwrap().success());
    assert!(collector.has_heard("markor/create_note") && collector.has_heard("input_text"));
    assert!(!collector.has_heard("Zaphod"));
}
