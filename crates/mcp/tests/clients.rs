//! Real and hostile clients of `autorpa-mcp`, with the functions of this repository on the emulator.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

#[path = "clients/ends.rs"]
mod ends;
#[path = "clients/inspector.rs"]
mod inspector;
#[path = "clients/recordings.rs"]
mod recordings;
#[path = "clients/tasks.rs"]
mod tasks;

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use serde_json::{Value as Json, json};
use testkit::{NOBODY, Part, shut, there};

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified")
}

/// A server in this folder, whose project file holds.
fn server_in(folder: &Path, stderr: Stdio) -> Server {
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    child.arg("--home").arg(folder.join("home")).stderr(stderr);
    let mut server = Server::spawn(child.current_dir(folder));
    server.initialize();
    server
}

/// What a refused call is told.
#[track_caller]
fn refusal(answer: &Json) -> String {
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_default().to_owned()
}

/// Whether the official client is installed; if not, why.
fn python_has_client() -> Result<(), String> {
    let there = Command::new("python3")
        .args(["-c", "import mcp.client.stdio"])
        .output()
        .map_err(|it| it.to_string())?;
    match there.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&there.stderr).into_owned()),
    }
}

fn python(home: &Path) -> Result<Output, String> {
    python_has_client()?;
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
    assert_eq!(seen["destructive"]["markor__delete_note"], true);
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
    // Each step is heard when it is done.
    let heard = seen["heard"].to_string();
    for step in ["Markor", "todo", "buy milk"] {
        assert!(heard.contains(step), "{heard}");
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
    // It was run, and there is no note.
    assert_eq!(seen["all_yes"]["structured"]["outcome"], "script_fault");
    assert_eq!(seen["asked"].as_array().unwrap().len(), 2);
}

/// A server, spoken to by hand.
struct Server {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn start(home: &Path) -> Self {
        Self::start_in(Path::new("."), home)
    }

    /// In a folder, whose project file holds.
    fn start_in(folder: &Path, home: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
        command.arg("--library").arg(library()).arg("--home").arg(home);
        Self::spawn(command.current_dir(folder).stderr(Stdio::null()))
    }

    fn spawn(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
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

    /// What comes next.
    fn next(&mut self) -> Json {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|it| panic!("{it}: {line}"))
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
fn what_the_project_forbids_is_not_done() {
    let home = tempfile::tempdir().unwrap();
    let project = "[policy]\nforbid = [\"input_text\"]\n";
    std::fs::write(home.path().join("autorpa.toml"), project).unwrap();
    let mut server = Server::start_in(home.path(), home.path());
    server.initialize();
    let arguments = json!({ "file_name": "a.md", "text": "b" });
    let answer = server.call(1, "markor__create_note", &arguments);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let ran = &answer["result"]["structuredContent"];
    assert_eq!(ran["outcome"], "refused", "{answer}");
    let why = ran["why"].as_str().unwrap_or_default();
    assert!(why.contains("not-allowed"), "{answer}");
}

/// Nobody is asked about what the policy lets nobody do, or not now: this client could not ask either, and is told the policy.
#[test]
fn what_the_policy_lets_nobody_do_is_refused_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |policy: &str, tool: &str| {
        let project = folder.path().join("autorpa.toml");
        std::fs::write(project, format!("[policy]\n{policy}\n")).unwrap();
        let mut server = Server::start_in(folder.path(), folder.path());
        server.initialize();
        let arguments = match tool {
            "markor__delete_note" => json!({ "file_name": "a.md" }),
            _ => json!({ "file_name": "a.md", "text": "b" }),
        };
        refusal(&server.call(1, tool, &arguments))
    };
    let delete = "markor__delete_note";
    assert!(refused("", delete).contains("this client asks nobody"));
    let said = refused("irreversible = [\"send\"]", delete);
    assert!(
        said.contains("the policy allows only send") && said.contains("delete:"),
        "{said}"
    );
    assert!(refused("irreversible = []", delete).contains("the policy allows none"));
    assert!(refused("irreversible = [\"delete\"]", delete).contains("this client asks nobody"));
    let said = refused(&shut(), "markor__create_note");
    assert!(said.contains("the policy lets runs begin"), "{said}");
    let said = refused("rows_a_day = 0", "markor__create_note");
    assert!(said.contains("0 runs were begun today"), "{said}");
    let said = refused(&format!("signed_by = [\"{NOBODY}\"]"), "markor__create_note");
    assert!(said.contains("signed functions only"), "{said}");
    // What was refused is in the log.
    let log = std::fs::read_to_string(folder.path().join("audit.jsonl")).unwrap();
    assert!(
        log.contains("\"what\":\"refused\"") && log.contains("markor/delete_note"),
        "{log}"
    );
}

#[test]
fn each_step_is_heard_by_whoever_asks_for_progress() {
    let home = tempfile::tempdir().unwrap();
    let mut server = Server::start(home.path());
    server.initialize();
    let params = json!({
        "name": "markor__create_note", "arguments": { "file_name": "a.md", "text": "buy milk" },
        "_meta": { "progressToken": "mine" },
    });
    server.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string());
    let mut heard = Vec::new();
    let steps = loop {
        let next = server.next();
        if next["id"] == 1 {
            break next["result"]["structuredContent"]["steps"].as_u64().unwrap();
        }
        assert_eq!(next["params"]["progressToken"], "mine", "{next}");
        heard.push(next["params"]["message"].as_str().unwrap().to_owned());
        assert_eq!(next["params"]["progress"].as_f64().unwrap() as usize, heard.len());
    };
    assert!(
        heard.len() >= usize::try_from(steps).unwrap() && steps > 2,
        "{steps}: {heard:?}"
    );
    assert!(heard.iter().any(|it| it.contains("buy milk")), "{heard:?}");
}

/// What the tools say of themselves.
fn tools(server: &mut Server) -> Vec<Json> {
    server.send(r#"{"jsonrpc":"2.0","id":90,"method":"tools/list"}"#);
    server.answer(90)["result"]["tools"].as_array().unwrap().clone()
}

fn named<'a>(tools: &'a [Json], name: &str) -> &'a Json {
    tools.iter().find(|it| it["name"] == name).unwrap()
}

#[test]
fn annotations_say_what_a_call_can_do() {
    let home = tempfile::tempdir().unwrap();
    let mut server = Server::start(home.path());
    server.initialize();
    let all = tools(&mut server);
    // Where the device forgets, a second call leaves what the first one left.
    for (name, destructive) in [("markor__create_note", false), ("markor__delete_note", true)] {
        let said = &named(&all, name)["annotations"];
        assert_eq!(said["readOnlyHint"], false, "{said}");
        assert_eq!(said["destructiveHint"], destructive, "{said}");
        assert_eq!(said["idempotentHint"], true, "{said}");
        assert_eq!(said["openWorldHint"], false, "{said}");
    }
    // A function that does nothing changes nothing.
    let folder = tempfile::tempdir().unwrap();
    let said = named(&tools(&mut of_own_task(folder.path())), "mine__file_note")["annotations"].clone();
    assert_eq!(said["readOnlyHint"], true, "{said}");
    assert_eq!(said["destructiveHint"], false, "{said}");
    // What only the task file names counts as well, and is described.
    let task = format!("{TASK}\n[[irreversible]]\nstep = \"click 'File'\"\nsay = \"files it for good\"\n");
    std::fs::write(folder.path().join("mine/file_note.task.toml"), task).unwrap();
    let mut server = server_in(folder.path(), Stdio::null());
    let all = tools(&mut server);
    let tool = named(&all, "mine__file_note");
    assert_eq!(tool["annotations"]["destructiveHint"], true, "{tool}");
    assert_eq!(tool["annotations"]["readOnlyHint"], false, "{tool}");
    assert!(
        tool["description"].to_string().contains("files it for good"),
        "{tool}"
    );
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

/// A task file with a parameter of each type.
const TASK: &str = r#"
format = 1
name = "FileNote"
goal = "File a note {title} of the kind {kind}."
sandbox = true
[start]
device = "emulator"
[params.title]
type = "text"
about = "what it is called"
examples = ["plans", "ideas"]
[params.kind]
type = "choice"
options = ["work", "home"]
[params.day]
type = "date"
optional = true
[params.pages]
type = "number"
default = "1"
[params.tags]
type = "list"
optional = true
[params.scan]
type = "file"
optional = true
[params.pin]
type = "secret"
env = "PIN_OF_NOTES"
"#;
/// A function of that task that does nothing, which is all that a schema needs.
const SCRIPT: &str = "/// File a note.\nfn file_note(title, kind) {\n    env_op.stop(\"complete\");\n}\n";

/// A folder with the task file, the function that a person accepted, and a project file that names both.
fn own_task(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("autorpa.toml", "tasks = [\"mine\"]\nlibrary = \"library\"\n");
    write("mine/file_note.task.toml", TASK);
    write("library/mine/file_note.rhai", SCRIPT);
    let param = |name: &str| json!({ "name": name, "description": "" });
    let receipt = json!({
        "version": 1, "name": "file_note", "task_type": "FileNote", "suite": "mine", "device": "emulator",
        "verified": true, "instances": [], "params": [param("title"), param("kind")],
        "explorer": { "kind": "", "episodes": 0, "steps": 0 },
        "script_sha256": library::sha256(SCRIPT),
    });
    write("library/mine/file_note.receipt.json", &receipt.to_string());
}

/// A server in the folder of that task.
fn of_own_task(folder: &Path) -> Server {
    own_task(folder);
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    child.arg("--home").arg(folder.join("home"));
    let mut server = Server::spawn(child.current_dir(folder));
    server.initialize();
    server
}

#[test]
fn a_task_file_says_what_arguments_may_be() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = of_own_task(folder.path());
    server.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let answer = server.answer(1);
    let tools = answer["result"]["tools"].as_array().unwrap();
    let tool = tools.iter().find(|it| it["name"] == "mine__file_note");
    let tool = tool.unwrap_or_else(|| panic!("{answer}"));
    let schema = &tool["inputSchema"];
    assert_eq!(schema["required"], json!(["title", "kind"]), "{schema}");
    let properties = &schema["properties"];
    assert_eq!(properties["title"]["description"], "what it is called");
    assert_eq!(properties["title"]["examples"], json!(["plans", "ideas"]));
    assert_eq!(properties["kind"]["enum"], json!(["work", "home"]));
    assert_eq!(properties["day"]["format"], "date");
    assert_eq!(properties["pages"]["default"], "1");
    assert_eq!(properties["tags"]["type"], "array");
    // Its value never comes from an agent.
    assert!(properties["pin"].is_null(), "{schema}");
    let said = tool["description"].as_str().unwrap();
    assert!(
        said.contains("`pin` is a secret: the server takes it from the environment variable PIN_OF_NOTES"),
        "{said}"
    );
}

#[test]
fn what_a_task_file_does_not_take_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = of_own_task(folder.path());
    let wrong = [
        (
            json!({ "title": "a", "kind": "wrk" }),
            "`kind` has no option \"wrk\"; it has work, home",
        ),
        (
            json!({ "title": "a", "kind": "work", "day": "1.2.2026" }),
            "`day` is a date",
        ),
        (
            json!({ "title": "a", "kind": "work", "pages": "many" }),
            "`pages` is a number",
        ),
        (
            json!({ "title": ["a"], "kind": "work" }),
            "`title` is a text and takes one value",
        ),
        (
            json!({ "title": "a", "kind": "work", "scan": "/etc/passwd" }),
            "`scan` is a file elsewhere",
        ),
        (
            json!({ "title": "a", "kind": "work", "scan": "x/../../y" }),
            "`scan` is a file elsewhere",
        ),
        (
            json!({ "title": "a", "kind": "work", "pin": "1234" }),
            "there is no argument `pin`",
        ),
        (
            json!({ "kind": "work" }),
            "the argument `title` is missing: what it is called",
        ),
    ];
    for (id, (arguments, words)) in (2..).zip(wrong) {
        let answer = server.call(id, "mine__file_note", &arguments);
        let text = answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_default();
        assert!(
            text.contains(words) && text.ends_with("nothing was done"),
            "{arguments}: {answer}"
        );
    }
    let answer = server.call(
        50,
        "mine__file_note",
        &json!({ "title": "a", "kind": "work", "pages": 2 }),
    );
    let ran = &answer["result"]["structuredContent"];
    assert_eq!(ran["outcome"], "unchecked", "{answer}");
    // The run's report is a resource, and so is its record.
    let run = ran["run"].as_str().unwrap();
    let mut resource = |id: u64, kind: &str| {
        let uri = format!("autorpa://{kind}/{run}");
        let read =
            json!({ "jsonrpc": "2.0", "id": id, "method": "resources/read", "params": { "uri": uri } });
        server.send(&read.to_string());
        server.answer(id)["result"]["contents"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let report = resource(51, "report");
    assert!(
        report.contains("file_note") && report.contains("unchecked"),
        "{report:.500}"
    );
    let record: Json = serde_json::from_str(&resource(52, "run")).unwrap();
    assert_eq!(record["run"], run, "{record}");
    assert_eq!(record["outcome"], "unchecked", "{record}");
    assert!(
        record["steps"].as_array().is_some_and(|it| !it.is_empty()),
        "{record}"
    );
}

/// The server behind a door: its address, which the test's clients say the token to.
fn over_http(home: &Path) -> (Server, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    child
        .args(["--http", "127.0.0.1:0"])
        .arg("--library")
        .arg(library());
    child
        .arg("--home")
        .arg(home)
        .env("AUTORPA_MCP_TOKEN", "open sesame");
    listening(&mut child)
}

/// A server that says where it listens.
fn listening(child: &mut Command) -> (Server, String) {
    let mut server = Server::spawn(child.stderr(Stdio::piped()));
    let mut said = BufReader::new(server.child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let url = line
        .trim()
        .strip_prefix("listening: ")
        .unwrap_or_else(|| panic!("{line}"));
    (server, url.to_owned())
}

/// The status line of the answer to a request, typed by hand.
fn status(url: &str, path: &str, headers: &str) -> String {
    let address = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: application/json, \
         text/event-stream\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.trim().to_owned()
}

#[test]
fn over_http_nothing_is_said_without_the_token() {
    let home = tempfile::tempdir().unwrap();
    let (mut server, url) = over_http(home.path());
    let token = "Authorization: Bearer open sesame\r\n";
    for (path, headers, code) in [
        ("/mcp", "", "401"),
        ("/mcp", "Authorization: Bearer open sesam\r\n", "401"),
        ("/mcp", "Authorization: Basic open sesame\r\n", "401"),
        ("/", token, "404"),
        // A page that somebody visits speaks for nobody.
        (
            "/mcp",
            "Authorization: Bearer open sesame\r\nOrigin: https://elsewhere.example\r\n",
            "403",
        ),
    ] {
        let line = status(&url, path, headers);
        assert!(line.contains(code), "{path} {headers:?}: {line}");
    }
    let line = status(&url, "/mcp", token);
    assert!(!line.contains("401") && !line.contains("403"), "{line}");
    // Junk ends one connection.
    let address = url.strip_prefix("http://").unwrap().trim_end_matches("/mcp");
    TcpStream::connect(address)
        .unwrap()
        .write_all(b"\x16\x03\x01\x00junk")
        .unwrap();
    assert!(status(&url, "/mcp", "").contains("401"));
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}

#[test]
fn other_machines_do_not_reach_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    let output = child.args(["--http", "0.0.0.0:0"]).output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("can be reached from other machines"), "{said}");
}

#[test]
fn the_official_client_calls_over_http() {
    let home = tempfile::tempdir().unwrap();
    let (mut server, url) = over_http(home.path());
    let client = || {
        python_has_client()?;
        let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/over_http.py");
        let output = Command::new("python3")
            .arg(client)
            .args([&url, "open sesame"])
            .output();
        output.map_err(|it| it.to_string())
    };
    if let Some(output) = there(Part::McpClient, client()) {
        let said = String::from_utf8_lossy(&output.stderr);
        let seen: Json = serde_json::from_slice(&output.stdout).unwrap_or_else(|it| panic!("{it}: {said}"));
        assert_eq!(seen["outcomes"], json!(["unchecked", "unchecked"]), "{seen}");
        assert!(
            seen["names"].to_string().contains("markor__create_note"),
            "{seen}"
        );
        assert_eq!(seen["stranger"], true, "{seen}");
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}
