//! Clients of `autorpa-serve`, with the functions of this repository on the emulator.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
};

use serde_json::{Value as Json, json};
use testkit::{
    Answer, Asked, Collector, NOBODY, Part, certificate, encrypted, hostile, serve, shut, skip, there,
};

const TOKEN: &str = "open sesame";
const NOTE: &str = "/functions/markor/create_note/runs";

/// A server, until the test ends.
struct Server {
    child: Child,
    url: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill().and_then(|()| self.child.wait().map(drop));
    }
}

fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_autorpa-serve"));
    let library: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified");
    command.arg("--library").arg(library).arg("--home").arg(home);
    command.env("AUTORPA_SERVE_TOKEN", TOKEN);
    command
}

fn started(command: &mut Command) -> Server {
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let url = line
        .trim()
        .strip_prefix("listening: ")
        .unwrap_or_else(|| panic!("{line}"));
    let url = url.to_owned();
    Server { child, url }
}

/// What a client says that knows the token, with these headers besides.
fn request(method: &str, path: &str, headers: &[&str], body: &str) -> String {
    let mut text = format!(
        "{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: {}\r\n",
        body.len()
    );
    for it in headers {
        text.push_str(it);
        text.push_str("\r\n");
    }
    format!("{text}\r\n{body}")
}

impl Server {
    fn address(&self) -> &str {
        self.url.split("://").nth(1).unwrap()
    }

    /// The answer to what is typed by hand: its status and its body.
    fn typed(&self, text: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok());
        let body = answer.split_once("\r\n\r\n").map(|it| it.1.to_owned());
        (
            status.unwrap_or_else(|| panic!("{answer}")),
            body.unwrap_or_default(),
        )
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.typed(&request("GET", path, &[], ""))
    }

    fn post(&self, path: &str, headers: &[&str], body: &Json) -> (u16, Json) {
        let (status, said) = self.typed(&request("POST", path, headers, &body.to_string()));
        let json = serde_json::from_str(&said).unwrap_or_else(|it| panic!("{it}: {said}"));
        (status, json)
    }
}

fn note(name: &str) -> Json {
    json!({ "file_name": name, "text": "buy milk" })
}

#[test]
fn a_program_calls_what_the_document_describes() {
    let home = tempfile::tempdir().unwrap();
    let server = started(&mut program(home.path()));
    let (status, document) = server.get("/openapi.json");
    assert_eq!(status, 200);
    let document: Json = serde_json::from_str(&document).unwrap();
    let call = &document["paths"][NOTE]["post"];
    let schema = &call["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(schema["required"], json!(["file_name", "text"]), "{document}");
    let delete = &document["paths"]["/functions/markor/delete_note/runs"]["post"];
    assert_eq!(delete["parameters"][1]["name"], "confirm", "{delete}");

    // Nobody judges a run on a device as it is.
    let (status, ran) = server.post(NOTE, &[], &note("todo.txt"));
    assert_eq!((status, &ran["outcome"]), (200, &json!("unchecked")), "{ran}");
    assert!(ran["changes"].to_string().contains("todo.txt"), "{ran}");
    let run = ran["run"].as_str().unwrap();
    let (status, report) = server.get(&format!("/runs/{run}/report.html"));
    assert!(status == 200 && report.contains("create_note"), "{report:.300}");
    let (_, record) = server.get(&format!("/runs/{run}"));
    let record: Json = serde_json::from_str(&record).unwrap();
    assert_eq!(record["run"], run, "{record}");
    assert_eq!(record["outcome"], "unchecked", "{record}");
    assert_eq!(record["params"]["file_name"], "todo.txt", "{record}");
    assert!(
        record["steps"].as_array().is_some_and(|it| it.len() > 2),
        "{record}"
    );
    // What the document names is there.
    let paths = document["paths"].as_object().unwrap();
    let looks: Vec<&String> = paths
        .iter()
        .filter(|it| it.1.get("get").is_some())
        .map(|it| it.0)
        .collect();
    assert_eq!(looks.len(), 6, "{looks:?}");
    for path in looks {
        let (status, said) = server.get(&path.replace("{run}", run));
        assert_eq!(status, 200, "{path}: {said:.300}");
    }
    let (_, runs) = server.get("/runs?outcome=unchecked&most=5");
    assert!(runs.contains(run), "{runs}");
    let (_, metrics) = server.get("/metrics");
    assert!(
        metrics.contains("autorpa_runs_total{function=\"markor/create_note\",outcome=\"unchecked\"} 1"),
        "{metrics}"
    );
    assert!(metrics.contains("autorpa_calls 0"), "{metrics}");
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_done() {
    let home = tempfile::tempdir().unwrap();
    let server = started(&mut program(home.path()));
    let delete = "/functions/markor/delete_note/runs";
    for (path, body, status, words) in [
        (
            NOTE,
            json!({ "file_name": "a" }),
            400,
            "the argument `text` is missing",
        ),
        (NOTE, json!({ "txt": "a" }), 400, "did you mean text?"),
        (NOTE, json!(["a"]), 400, "no JSON object"),
        (
            "/functions/markor/create_notes/runs",
            json!({}),
            404,
            "did you mean markor/create_note",
        ),
        (
            "/functions/..%2F..%2Fetc/passwd/runs",
            json!({}),
            404,
            "GET /functions",
        ),
        ("/nothing", json!({}), 404, "/openapi.json"),
        (delete, json!({ "file_name": "a.md" }), 428, "confirm=true"),
    ] {
        let (found, said) = server.post(path, &[], &body);
        let why = said["error"].as_str().unwrap_or_default();
        assert!(
            found == status && why.contains(words),
            "{path} {body}: {found} {said}"
        );
    }
    let (status, said) = server.post(NOTE, &["Idempotency-Key: "], &note("a"));
    assert_eq!(status, 400, "{said}");
    assert!(server.get("/runs").1.contains("\"total\":0"));
    // It is run once somebody has agreed: there is no such note.
    let (status, ran) = server.post(
        &format!("{delete}?confirm=true"),
        &[],
        &json!({ "file_name": "a.md" }),
    );
    assert_eq!((status, &ran["outcome"]), (200, &json!("script_fault")), "{ran}");
    assert!(!ran["why"].is_null());
}

#[test]
fn what_the_policy_forbids_is_not_done() {
    let folder = tempfile::tempdir().unwrap();
    let under = |policy: &str| {
        std::fs::write(
            folder.path().join("autorpa.toml"),
            format!("[policy]\n{policy}\n"),
        )
        .unwrap();
        started(program(folder.path()).current_dir(folder.path()))
    };
    let (status, ran) = under("forbid = [\"input_text\"]").post(NOTE, &[], &note("a.md"));
    assert_eq!((status, &ran["outcome"]), (200, &json!("refused")), "{ran}");
    assert!(ran["why"].to_string().contains("not-allowed"), "{ran}");
    for (policy, words) in [
        (shut(), "the policy lets runs begin"),
        ("rows_a_day = 0".to_owned(), "and the policy allows 0"),
        (format!("signed_by = [\"{NOBODY}\"]"), "signed functions only"),
    ] {
        let (status, said) = under(&policy).post(NOTE, &[], &note("a.md"));
        assert!(
            status == 403 && said["error"].to_string().contains(words),
            "{policy}: {status} {said}"
        );
    }
    // Nobody is asked to agree to what nobody may do.
    let delete = "/functions/markor/delete_note/runs";
    for path in [delete.to_owned(), format!("{delete}?confirm=true")] {
        let (status, said) =
            under("irreversible = [\"send\"]").post(&path, &[], &json!({ "file_name": "a.md" }));
        assert!(
            status == 403 && said["error"].to_string().contains("the policy allows only send"),
            "{status} {said}"
        );
    }
}

#[test]
fn a_call_with_a_key_is_done_once() {
    let home = tempfile::tempdir().unwrap();
    let key = ["Idempotency-Key: order 7"];
    let first = {
        let server = started(&mut program(home.path()));
        let (status, first) = server.post(NOTE, &key, &note("once.txt"));
        assert_eq!(status, 200, "{first}");
        assert_eq!(server.post(NOTE, &key, &note("once.txt")), (200, first.clone()));
        let (status, other) = server.post(NOTE, &key, &note("twice.txt"));
        assert!(
            status == 422 && other.to_string().contains("another call"),
            "{other}"
        );
        // What does not fit takes no key.
        assert_eq!(
            server.post(NOTE, &["Idempotency-Key: order 8"], &json!({})).0,
            400
        );
        assert_eq!(
            server
                .post(NOTE, &["Idempotency-Key: order 8"], &note("eight.txt"))
                .0,
            200
        );
        first
    };
    // The next server of this home knows it as well.
    let server = started(&mut program(home.path()));
    assert_eq!(server.post(NOTE, &key, &note("once.txt")), (200, first));
    assert!(server.get("/runs").1.contains("\"total\":2"));
}

#[test]
fn many_at_once_have_a_device_each() {
    let home = tempfile::tempdir().unwrap();
    let server = started(&mut program(home.path()));
    let names: Vec<String> = (0..8).map(|it| format!("{it}.txt")).collect();
    std::thread::scope(|scope| {
        let calls: Vec<_> = names
            .iter()
            .map(|name| scope.spawn(|| server.post(NOTE, &[], &note(name))))
            .collect();
        for (call, name) in calls.into_iter().zip(&names) {
            let (status, ran) = call.join().unwrap();
            assert!(
                status == 200 && ran["changes"].to_string().contains(name),
                "{ran}"
            );
        }
    });
}

#[test]
fn nothing_is_said_without_the_token_and_junk_ends_one_connection() {
    let home = tempfile::tempdir().unwrap();
    let server = started(&mut program(home.path()));
    for (headers, status) in [
        ("", 401),
        ("Authorization: Bearer open sesam\r\n", 401),
        (
            "Authorization: Bearer open sesame\r\nOrigin: https://elsewhere.example\r\n",
            403,
        ),
    ] {
        let typed = format!("GET /functions HTTP/1.1\r\nHost: here\r\nConnection: close\r\n{headers}\r\n");
        let (found, said) = server.typed(&typed);
        assert!(found == status && said.is_empty(), "{headers}: {found} {said}");
    }
    for junk in [
        "\u{16}\u{3}\u{1}junk",
        "POST",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    ] {
        TcpStream::connect(server.address())
            .unwrap()
            .write_all(junk.as_bytes())
            .unwrap();
    }
    let large = format!("{{\"text\":\"{}\"}}", "a".repeat(5 << 20));
    let mut stream = TcpStream::connect(server.address()).unwrap();
    // It may be answered before all of it is read.
    let _early = stream.write_all(request("POST", NOTE, &[], &large).as_bytes());
    drop(stream);
    assert_eq!(server.get("/functions").0, 200);
}

#[test]
fn other_machines_do_not_reach_it_without_a_certificate() {
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path()).args(["--at", "0.0.0.0:0"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && said.contains("can be reached from other machines"),
        "{said}"
    );
    let pair = ["--certificate", "none.pem", "--key", "none.pem"];
    let output = program(home.path()).args(pair).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("none.pem"), "{said}");
}

#[test]
fn with_a_certificate_all_is_encrypted() {
    let home = tempfile::tempdir().unwrap();
    if there(Part::Web, certificate(home.path())).is_none() {
        return;
    }
    let pair = [
        "--at",
        "0.0.0.0:0",
        "--certificate",
        "cert.pem",
        "--key",
        "key.pem",
    ];
    let server = started(program(home.path()).current_dir(home.path()).args(pair));
    assert!(server.url.starts_with("https://0.0.0.0:"), "{}", server.url);
    let port = server.address().split(':').nth(1).unwrap();
    let typed = request("POST", NOTE, &[], &note("far.txt").to_string());
    let said = encrypted(home.path(), port, &typed).unwrap();
    assert!(
        said.starts_with("HTTP/1.1 200") && said.contains("far.txt"),
        "{said}"
    );
    // Who does not encrypt is told nothing.
    let mut plain = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    plain
        .write_all(request("GET", "/functions", &[], "").as_bytes())
        .unwrap();
    let mut answer = Vec::new();
    let _closed = plain.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP"), "{answer:?}");
}

#[test]
fn hostile_clients_are_closed_on_and_others_are_answered() {
    let home = tempfile::tempdir().unwrap();
    let server = started(&mut program(home.path()));
    let let_in = format!("Authorization: Bearer {TOKEN}");
    hostile(server.address(), NOTE, &let_in, || {
        assert_eq!(server.get("/functions").0, 200);
    });
    assert!(server.get("/runs").1.contains("\"total\":0"));
}

#[cfg(unix)]
#[test]
fn whoever_is_to_be_told_hears_of_a_run() {
    let home = tempfile::tempdir().unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let address = serve(move |asked: &Asked| {
        ears.lock().unwrap().push(asked.body.clone());
        Answer::page("")
    });
    let webhook = format!("http://{address}/T0KEN");
    let tell = ["--tell", "tee -a told.jsonl", "--webhook", &webhook];
    let call = |more: &[&str], name: &str| {
        let mut server = started(
            program(home.path())
                .current_dir(home.path())
                .args(tell)
                .args(more),
        );
        let (status, ran) = server.post(NOTE, &[], &note(name));
        assert_eq!((status, &ran["outcome"]), (200, &json!("unchecked")), "{ran}");
        // It ends when all is told.
        let told = Command::new("kill").arg(server.child.id().to_string()).status();
        assert!(told.unwrap().success() && server.child.wait().unwrap().success());
        ran["run"].as_str().unwrap().to_owned()
    };
    let told = || std::fs::read_to_string(home.path().join("told.jsonl")).unwrap_or_default();
    // What was done is told to nobody, unless that is said.
    call(&[], "quiet.txt");
    assert_eq!((told(), heard.lock().unwrap().len()), (String::new(), 0));
    let run = call(&["--tell-on", "unchecked"], "said.txt");
    let line: Json = serde_json::from_str(&told()).unwrap();
    assert_eq!(
        (&line["what"], &line["function"], &line["outcome"], &line["run"]),
        (
            &json!("run"),
            &json!("markor/create_note"),
            &json!("unchecked"),
            &json!(run)
        )
    );
    let heard = heard.lock().unwrap();
    assert_eq!(heard.as_slice(), [told().trim_end()]);
}

#[cfg(unix)]
#[test]
fn told_to_end_it_ends() {
    let home = tempfile::tempdir().unwrap();
    let mut server = started(&mut program(home.path()));
    assert_eq!(server.post(NOTE, &[], &note("last.txt")).0, 200);
    let told = Command::new("kill")
        .arg(server.child.id().to_string())
        .status()
        .unwrap();
    assert!(told.success());
    assert!(server.child.wait().unwrap().success());
    assert!(TcpStream::connect(server.address()).is_err());
}

#[cfg(unix)]
#[test]
fn a_collector_hears_of_what_programs_run() {
    if !autorpa::sends_traces() {
        skip(Part::Otlp, "the program was built without the feature `otlp`");
        return;
    }
    let (home, collector) = (tempfile::tempdir().unwrap(), Collector::open());
    let mut command = program(home.path());
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url);
    let mut server = started(&mut command);
    assert_eq!(server.post(NOTE, &[], &note("Zaphod.md")).0, 200);
    let asked = Command::new("kill")
        .args(["-TERM", &server.child.id().to_string()])
        .status();
    assert!(asked.unwrap().success());
    assert!(server.child.wait().unwrap().success());
    assert!(collector.has_heard("markor/create_note") && collector.has_heard("input_text"));
    assert!(!collector.has_heard("Zaphod"));
}
