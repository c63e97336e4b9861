//! Real and hostile clients of `autorpa-mcp`, with the functions of this repository on the emulator.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use serde_json::{Value as Json, json};
use testkit::{Part, there};

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified")
}

fn python(home: &Path) -> Result<Output, String> {
    let there = Command::new("python3")
        .args(["-c", "import mcp.client.stdio"])
        .output()
        .map_err(|it| it.to_string())?;
    if !there.status.success() {
        return Err(String::from_utf8_lossy(&there.stderr).into_owned());
    }
    Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/official.py"))
        .arg(env!("CARGO_BIN_EXE_autorpa-mcp"))
        .args([&library(), home])
        .output()
        .map_err(|it| it.to_string())
}

#[test]
fn the_official_client_calls_functions() {
    let home = tempfile::tempdir().unwrap();
    let Some(output) = there(Part::McpClient, python(home.path())) else {
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    let seen: Json = serde_json::from_slice(&output.stdout).unwrap_or_else(|it| panic!("{it}: {said}"));

    let names: Vec<&str> = seen["names"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Json::as_str)
        .collect();
    assert!(
        names.contains(&"markor__create_note") && names.contains(&"find_function"),
        "{names:?}"
    );
    assert_eq!(seen["required"], json!(["file_name", "text"]));
    assert_eq!(seen["destructive"]["markor__delete_all_notes"], true);
    assert_eq!(seen["destructive"]["markor__create_note"], false);

    // Nobody judges a run on a device as it is: that is no success, and no error either.
    assert_eq!(seen["note"]["structured"]["outcome"], "unchecked");
    assert_eq!(seen["note"]["error"], false);
    let changes = seen["note"]["structured"]["changes"].to_string();
    assert!(
        changes.contains("todo.txt") && changes.contains("buy milk"),
        "{changes}"
    );
    assert_eq!(
        seen["several"],
        json!(["unchecked", "unchecked", "unchecked", "unchecked"])
    );

    let refusals = [
        ("missing", "the argument `text` is missing"),
        ("unknown", "there is no argument `txt`; did you mean text"),
        ("kind", "the argument `file_name` is an object"),
        (
            "nested",
            "the argument `file_name` is a list of other things than texts",
        ),
    ];
    for (case, words) in refusals {
        assert_eq!(seen[case]["error"], true, "{case}");
        let text = seen[case]["text"].as_str().unwrap();
        assert!(
            text.starts_with(words) && text.ends_with("nothing was done"),
            "{text}"
        );
    }
    let nobody = seen["nobody"].as_str().unwrap();
    assert!(nobody.contains("did you mean markor__create_note"), "{nobody}");
    let found = &seen["found"]["structured"]["found"][0]["tool"];
    assert!(found.as_str().unwrap().contains("delete"), "{found}");
    assert!(seen["script"].as_str().unwrap().contains("fn markor_create_note"));

    // What nothing takes back waits for the person's word.
    assert_eq!(seen["all"]["error"], true);
    assert!(
        seen["all"]["text"]
            .as_str()
            .unwrap()
            .contains("this client asks nobody")
    );
    assert_eq!(seen["all_no"]["error"], true);
    assert!(
        seen["all_no"]["text"]
            .as_str()
            .unwrap()
            .contains("does not want it")
    );
    assert_eq!(seen["all_yes"]["structured"]["outcome"], "unchecked");
    assert_eq!(seen["asked"].as_array().unwrap().len(), 2);
}

/// A server, spoken to by hand.
struct Server {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn start(home: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"))
            .arg("--library")
            .arg(library())
            .arg("--home")
            .arg(home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    fn initialize(&mut self) {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "by hand", "version": "1" },
        });
        self.send(
            &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }).to_string(),
        );
        let answer = self.answer(0);
        assert_eq!(answer["result"]["serverInfo"]["name"], "autorpa", "{answer}");
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }

    /// The answer to a request; what else comes before is passed over.
    fn answer(&mut self, id: u64) -> Json {
        let mut line = String::new();
        while self.lines.read_line(&mut line).unwrap() > 0 {
            let json: Json = serde_json::from_str(&line).unwrap();
            if json["id"] == id {
                return json;
            }
            line.clear();
        }
        panic!("the server ended before it answered {id}");
    }

    fn call(&mut self, id: u64, name: &str, arguments: &Json) -> Json {
        let params = json!({ "name": name, "arguments": arguments });
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string(),
        );
        self.answer(id)
    }
}

#[test]
fn junk_is_survived() {
    let home = tempfile::tempdir().unwrap();
    let mut server = Server::start(home.path());
    server.initialize();
    for junk in [
        "",
        "{",
        "null",
        "[1,2",
        "\u{0}\u{1b}[2J",
        r#"{"jsonrpc":"2.0","id":"x"}"#,
        &"[".repeat(5_000),
    ] {
        server.send(junk);
    }
    let long = "x".repeat(1_000_000);
    let answer = server.call(
        7,
        "markor__create_note",
        &json!({ "file_name": long, "text": "\u{202e}\u{0}" }),
    );
    let outcome = answer["result"]["structuredContent"]["outcome"].as_str();
    // A phone takes no such name: it is a fault of the run, and nothing breaks.
    assert!(outcome.is_some_and(|it| it != "reached"), "{answer:.300}");
    let answer = server.call(
        8,
        "markor__create_note",
        &json!({ "file_name": "a.md", "text": "b" }),
    );
    assert_eq!(
        answer["result"]["structuredContent"]["outcome"], "unchecked",
        "{answer}"
    );
    let answer = server.call(9, "find_function", &json!({}));
    assert_eq!(answer["result"]["isError"], true);
}

#[test]
fn a_client_that_vanishes_ends_the_server() {
    let home = tempfile::tempdir().unwrap();
    let mut server = Server::start(home.path());
    server.initialize();
    let params = json!({ "name": "markor__create_note", "arguments": { "file_name": "a.md", "text": "b" } });
    server.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string());
    drop(server.child.stdin.take());
    drop(server.lines);
    // It ends by itself; a server that stayed would hang this test until its runner ends it.
    server.child.wait().unwrap();
}
