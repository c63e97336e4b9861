//! The Studio over the wire: who is answered, what pages show, and what is run by them, with functions of this repository
//! on the emulator.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
};

use autorpa::{Autorpa, Error, Home, Project};
use autorpa_studio::Studio;
use device::Cancel;
use serde_json::json;

/// Looks for what never comes, after one step.
const ENDLESS: &str = "/// Look & never find.\nfn endless() {\n    env_op.open_app(\"Markor\");\n    \
    loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";
/// Says of itself what no page may believe.
const HOSTILE: &str = "/// </p><script>document.title = 'owned'</script> \"quoted\" & 'more'.\nfn hostile(name) {\n    \
    env_op.open_app(name);\n    env_op.stop(\"complete\");\n}\n";

/// A Studio that is open, and a browser that has been let in.
struct Site {
    dir: tempfile::TempDir,
    port: u16,
    cookie: String,
    cancel: Cancel,
    server: Option<JoinHandle<Result<(), Error>>>,
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// What was answered; a slash stands for itself.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).replace("&#x2f;", "/")
    }

    fn header(&self, name: &str) -> &str {
        let line = self
            .head
            .lines()
            .find_map(|it| it.split_once(": ").filter(|it| it.0 == name));
        line.map_or("", |it| it.1)
    }

    fn has(&self, status: u16, words: &[&str]) -> &Self {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.text());
        for it in words {
            assert!(self.text().contains(it), "no {it:?} in\n{}", self.text());
        }
        self
    }
}

fn verified() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified")
}

/// Put a function into a library, with a receipt that was another one's.
fn put(library: &Path, title: &str, source: &str, params: &[&str], lasting: &[&str]) {
    let script = library.join(title).with_extension("rhai");
    fs::create_dir_all(script.parent().unwrap()).unwrap();
    fs::write(&script, source).unwrap();
    let receipt = fs::read(verified().join("markor/create_note.receipt.json")).unwrap();
    let mut receipt: serde_json::Value = serde_json::from_slice(&receipt).unwrap();
    receipt["name"] = json!(Path::new(title).file_name().unwrap().to_str());
    receipt["params"] = params
        .iter()
        .map(|it| json!({ "name": it, "description": "" }))
        .collect();
    receipt["templates"] = json!([]);
    receipt["history"] = json!([]);
    receipt["irreversible"] = json!(lasting);
    receipt["script_sha256"] = json!(library::sha256(source));
    fs::write(script.with_extension("receipt.json"), receipt.to_string()).unwrap();
}

impl Site {
    /// Of the functions of this repository.
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self::of(dir, verified())
    }

    /// Of functions that no build has made.
    fn own() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let library = dir.path().join("library");
        put(&library, "a b/endless", ENDLESS, &[], &[]);
        put(
            &library,
            "a b/hostile",
            HOSTILE,
            &["name"],
            &["delete: Button \"<b>All</b>\""],
        );
        Self::of(dir, library)
    }

    fn of(dir: tempfile::TempDir, library: PathBuf) -> Self {
        let home = Home::new(&dir.path().join("home"), library);
        let mut rpa = Autorpa::new(home);
        rpa.cancel = Cancel::default();
        let cancel = rpa.cancel.clone();
        let studio = Studio::open(rpa, Project::default(), 0).unwrap();
        let address = studio.address();
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, path) = rest.split_once('/').unwrap();
        let mut site = Self {
            dir,
            port: port.parse().unwrap(),
            cookie: String::new(),
            cancel,
            server: Some(thread::spawn(move || studio.serve())),
        };
        let let_in = site.ask("GET", &format!("/{path}"), "", b"");
        let_in.has(200, &["url=/"]);
        let cookie = let_in.header("set-cookie").to_owned();
        assert!(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
            "{cookie}"
        );
        assert!(!path.contains(cookie.split(['=', ';']).nth(1).unwrap()));
        site.cookie = cookie.split(';').next().unwrap().to_owned();
        site
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ask with these headers and no others.
    fn raw(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream.write_all(body).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let at = all.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(all[..at].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = all[at + 4..].to_vec();
        Answer { status, head, body }
    }

    /// Ask as the browser that was let in.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let own = format!("Host: {}\r\nCookie: {}\r\n{headers}", self.host(), self.cookie);
        self.raw(method, path, &own, body)
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"")
    }

    /// Send a form of ours.
    fn post(&self, path: &str, fields: &[(&str, &str)], file: Option<(&str, &str, &str)>) -> Answer {
        let mut body = String::new();
        for (name, value) in fields {
            body += &format!("--xx\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        }
        if let Some((field, name, content)) = file {
            body += &format!(
                "--xx\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
                 Content-Type: text/csv\r\n\r\n{content}\r\n"
            );
        }
        body += "--xx--\r\n";
        let headers = format!(
            "Origin: http://{}\r\nContent-Type: multipart/form-data; boundary=xx\r\n",
            self.host()
        );
        self.ask("POST", path, &headers, body.as_bytes())
    }

    /// Begin something, hear of it until it is over, and see what came of it.
    fn begin(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: Option<(&str, &str, &str)>,
    ) -> (Vec<String>, Answer) {
        let begun = self.post(path, fields, file);
        begun.has(303, &[]);
        let work = begun.header("location").to_owned();
        let heard = self.get(&format!("{work}/events"));
        assert_eq!(heard.header("content-type"), "text/event-stream");
        let text = heard.text();
        let notes = text
            .lines()
            .filter_map(|it| it.strip_prefix("data: "))
            .map(str::to_owned);
        (notes.collect(), self.get(&work))
    }

    fn works(&self) -> usize {
        self.get("/works").text().matches("<a href=\"/works/").count()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.cancel.cancel();
        let served = self.server.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(matches!(served, Some(Ok(Ok(())))), "{served:?}");
        }
    }
}

#[test]
fn who_is_not_let_in_is_told_nothing() {
    let site = Site::new();
    let host = format!("Host: {}\r\n", site.host());
    let cookie = format!("Cookie: {}\r\n", site.cookie);
    let wrong = format!("Cookie: {}x\r\n", &site.cookie[..site.cookie.len() - 1]);
    for path in [
        "/",
        "/studio.css",
        "/runs",
        "/works/1/events",
        "/nowhere",
        "/enter?token=",
        "/enter?token=0",
    ] {
        for headers in [host.clone(), format!("{host}{wrong}")] {
            let answer = site.raw("GET", path, &headers, b"");
            answer.has(403, &[]);
            assert!(!answer.text().contains("markor"), "{answer:?}");
        }
    }
    for foreign in ["Host: studio.example\r\n", "Host: 127.0.0.1:1\r\n", ""] {
        let answer = site.raw("GET", "/", &format!("{foreign}{cookie}"), b"");
        assert!(matches!(answer.status, 400 | 403), "{answer:?}");
    }
    // The token of the address lets nobody in at another host's name.
    let answer = site.raw("GET", "/enter?token=", "Host: studio.example\r\n", b"");
    answer.has(403, &["not that of the Studio"]);
    let known = site.get("/");
    known.has(200, &["markor/create_note"]);
    let policy = known.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
}

#[test]
fn another_page_begins_and_stops_nothing() {
    let site = Site::own();
    let begun = site.post("/functions/a%20b/endless/run", &[], None);
    begun.has(303, &[]);
    let mine = format!("Host: {}\r\nCookie: {}\r\n", site.host(), site.cookie);
    for origin in [
        "",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1:1\r\n",
        "Origin: http://evil.example\r\n",
    ] {
        for path in ["/works/1/stop", "/functions/a%20b/endless/run"] {
            site.raw("POST", path, &format!("{mine}{origin}"), b"")
                .has(403, &[]);
        }
    }
    assert_eq!(site.works(), 1);
    let takes_a_step = || {
        let page = site.get("/works/1");
        page.has(200, &["id=\"stop\""]);
        page.text().contains("id=\"step-1\"")
    };
    while !takes_a_step() {
        thread::yield_now();
    }
    site.post("/works/1/stop", &[], None).has(303, &[]);
    let heard = site.get("/works/1/events").text();
    assert!(
        heard.contains("\"kind\":\"step\"") && heard.contains("\"kind\":\"over\""),
        "{heard}"
    );
    site.get("/works/1").has(200, &["cancelled", "stopped"]);
}

#[test]
fn a_function_is_found_and_run_and_its_run_is_shown() {
    let site = Site::new();
    site.get("/?words=create+a+note").has(
        200,
        &[
            "markor/create_note",
            "verified",
            "altered screens",
            "no judged run yet",
        ],
    );
    site.get("/?words=zzzz")
        .has(200, &["No function has these words"]);
    site.get("/functions/markor/create_note").has(
        200,
        &[
            "value.file_name",
            "fn markor_create_note",
            "15 of 15 instances right",
        ],
    );
    let run = "/functions/markor/create_note/run";
    site.post(run, &[("value.file_name", "a.md")], None)
        .has(422, &["text needs a value", "aria-invalid", "a.md"]);
    assert_eq!(site.works(), 0);

    let hostile = "<img src=x onerror=alert(1)>";
    let values = [("value.file_name", "todo.txt"), ("value.text", hostile)];
    let (notes, page) = site.begin(run, &values, None);
    for kind in ["begins", "picture", "step", "did"] {
        assert!(
            notes
                .iter()
                .any(|it| it.contains(&format!("\"kind\":\"{kind}\""))),
            "{kind}: {notes:?}"
        );
    }
    page.has(
        200,
        &["unchecked in", "todo.txt", "&lt;img src=x onerror=alert(1)&gt;"],
    );
    assert!(!page.text().contains("<img src=x"), "{}", page.text());
    let runs = site.get("/runs?function=markor/create_note");
    runs.has(200, &["1 run<", "unchecked"]);
    let text = runs.text();
    let run = text
        .split("href=\"/runs/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let report = site.get(&format!("/runs/{run}"));
    report.has(200, &["Screens", "&lt;img src=x", "src=\"/pictures/"]);
    assert!(!report.text().contains("data:image"));
    let text = report.text();
    let picture = text
        .split("src=\"")
        .find_map(|it| it.strip_prefix("/pictures/"))
        .unwrap();
    let picture = site.get(&format!("/pictures/{}", picture.split('"').next().unwrap()));
    assert!(
        picture.status == 200 && picture.body.starts_with(b"\x89PNG"),
        "{}",
        picture.head
    );
    let file = site.get(&format!("/runs/{run}/report.html"));
    file.has(200, &["data:image/png"]);
    assert!(file.header("content-security-policy").contains("img-src data:"));
    for nowhere in [
        "/runs/nothing",
        "/pictures/..%2f..%2fx",
        "/functions/markor/nothing",
        "/functions/..%2f/x",
        "/works/9",
    ] {
        site.get(nowhere).has(404, &["That did not work"]);
    }
}

#[test]
fn a_run_on_an_instance_is_judged_and_then_the_function_was_right() {
    let site = Site::new();
    let judged = [("begin", "instance"), ("seed", "7")];
    let (_, page) = site.begin("/functions/markor/create_note/run", &judged, None);
    page.has(200, &["reached in"]);
    let library = site.get("/?words=create+note").text();
    let of = library
        .split("markor/create_note</a>")
        .nth(1)
        .unwrap()
        .split("</li>")
        .next()
        .unwrap();
    assert!(of.contains("<dt>Last right</dt><dd><a href=\"/runs/"), "{of}");
    // Seeds that only a bench may measure are refused, as everywhere.
    let last = [("begin", "instance"), ("seed", "9000")];
    let (_, page) = site.begin("/functions/markor/create_note/run", &last, None);
    page.has(200, &["is a final one"]);
    site.post(
        "/functions/markor/create_note/run",
        &[("begin", "instance"), ("seed", "x")],
        None,
    )
    .has(422, &["is a number"]);
}

#[test]
fn what_nothing_takes_back_is_confirmed_first() {
    let site = Site::own();
    let (name, path) = (("value.name", "Markor"), "/functions/a%20b/hostile/run");
    site.get("/functions/a%20b/hostile").has(
        200,
        &[
            "Nothing takes back what it does",
            "delete: Button &quot;&lt;b&gt;All",
        ],
    );
    site.post(path, &[name], None)
        .has(422, &["Confirm that it may do"]);
    site.post(path, &[name, ("confirm", "no")], None)
        .has(422, &["Confirm that it may do"]);
    assert_eq!(site.works(), 0);
    let (_, page) = site.begin(path, &[name, ("dry", "yes")], None);
    page.has(200, &["unchecked"]);
    let (_, page) = site.begin(path, &[name, ("confirm", "yes")], None);
    page.has(200, &["unchecked"]);
}

#[test]
fn nothing_that_a_function_says_is_markup() {
    let site = Site::own();
    for path in ["/", "/functions/a%20b/hostile", "/?words=hostile+%3Cscript%3E"] {
        let page = site.get(path);
        page.has(200, &["&lt;script&gt;"]);
        let text = page.text();
        let scripts = text.matches("<script").count();
        assert_eq!(
            scripts,
            text.matches("<script src=\"/studio.js\" defer>").count(),
            "{text}"
        );
        assert!(!text.contains(" style=") && !text.contains(" onclick="), "{text}");
    }
    site.post(
        "/functions/a%20b/hostile/run",
        &[("value.<b>", "x"), ("confirm", "yes")],
        None,
    )
    .has(422, &["The function takes no &lt;b&gt;."]);
}

#[test]
fn rows_are_run_each_and_their_results_downloaded() {
    let site = Site::new();
    let path = "/functions/markor/create_note/rows";
    site.post(path, &[], None).has(422, &["Choose a CSV file first"]);
    let csv = "file_name,text\na.md,one\nb.md,\"<b>two</b>\"\n";
    let (notes, page) = site.begin(path, &[], Some(("rows", "../notes.csv", csv)));
    assert!(
        notes.iter().any(|it| it.contains("\"done\":2,\"total\":2")),
        "{notes:?}"
    );
    page.has(200, &["2 unchecked", "Rows", "notes.csv", "href=\"/runs/"]);
    let results = site.get("/works/1/results.csv");
    results.has(200, &["row,outcome", "\n1,unchecked", "\n2,unchecked"]);
    assert!(results.header("content-disposition").starts_with("attachment"));
    let kept = |site: &Site| {
        let rows = fs::read_dir(site.dir.path().join("home/studio/rows")).unwrap();
        rows.flatten()
            .flat_map(|it| fs::read_dir(it.path()).unwrap().flatten())
            .count()
    };
    assert_eq!(kept(&site), 2, "the file and its results");
    // A column that is no parameter: nothing is run, and the file is not kept.
    let wrong = "file_name,text,password\na.md,one,hunter2\n";
    let (_, page) = site.begin(path, &[], Some(("rows", "wrong.csv", wrong)));
    page.has(200, &["the column `password` is no parameter"]);
    assert!(!page.text().contains("hunter2"));
    assert_eq!(kept(&site), 2);
    site.get("/works/2/results.csv").has(404, &["no file of results"]);
}

#[test]
fn what_runs_at_the_end_is_stopped_and_has_its_end() {
    let mut site = Site::own();
    site.post("/functions/a%20b/endless/run", &[], None).has(303, &[]);
    let runs = site.dir.path().join("home/bank/runs");
    let begun = || fs::read_dir(&runs).into_iter().flatten().flatten().next();
    while begun().is_none() {
        thread::yield_now();
    }
    site.cancel.cancel();
    assert!(matches!(site.server.take().unwrap().join(), Ok(Ok(()))));
    let record = fs::read_to_string(begun().unwrap().path()).unwrap();
    assert!(record.lines().last().unwrap().contains("cancelled"), "{record}");
    site.server = Some(thread::spawn(|| Ok(())));
}

#[test]
fn a_port_that_is_taken_is_said() {
    let site = Site::new();
    let home = Home::new(site.dir.path(), verified());
    let error = Studio::open(Autorpa::new(home), Project::default(), site.port)
        .err()
        .unwrap();
    assert_eq!(error.exit_code(), 2);
    assert!(error.to_string().contains("is taken"), "{error}");
}
