//! A Studio that is open, and a browser that has been let in: what it asks, byte by byte.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
};

use autorpa::{Autorpa, Error, Home, PageOptions, Project};
use autorpa_studio::Studio;
use device::Cancel;
use serde_json::json;

/// Looks for what never comes, after one step.
pub const ENDLESS: &str = "/// Look & never find.\nfn endless() {\n    env_op.open_app(\"Markor\");\n    \
    loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";
/// Says of itself what no page may believe.
pub const HOSTILE: &str = "/// </p><script>document.title = 'owned'</script> \"quoted\" & 'more'.\nfn hostile(name) {\n    \
    env_op.open_app(name);\n    env_op.stop(\"complete\");\n}\n";

/// Presses one of many that its words do not tell apart.
pub const SEVERAL: &str = "/// Press one of them.\nfn several() {\n    env_op.open_app(\"Markor\");\n    \
    env_op.click(#{ class_name: \"ImageView\", target_description: \"it\" });\n    env_op.stop(\"complete\");\n}\n";

/// A Studio that is open, and a browser that has been let in.
pub struct Site {
    pub dir: tempfile::TempDir,
    pub port: u16,
    pub cookie: String,
    pub cancel: Cancel,
    pub server: Option<JoinHandle<Result<(), Error>>>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// What was answered; a slash stands for itself.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).replace("&#x2f;", "/")
    }

    pub fn header(&self, name: &str) -> &str {
        let line = self
            .head
            .lines()
            .find_map(|it| it.split_once(": ").filter(|it| it.0 == name));
        line.map_or("", |it| it.1)
    }

    pub fn has(&self, status: u16, words: &[&str]) -> &Self {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.text());
        for it in words {
            assert!(self.text().contains(it), "no {it:?} in\n{}", self.text());
        }
        self
    }
}

pub fn verified() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified")
}

/// Put a function into a library, with a receipt that was another one's.
pub fn put(library: &Path, title: &str, source: &str, params: &[&str], lasting: &[&str]) {
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
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self::of(dir, verified())
    }

    /// Of functions that no build has made.
    pub fn own() -> Self {
        Self::under("")
    }

    /// Of functions that no build has made, in a project with this file.
    pub fn under(project: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let library = dir.path().join("library");
        put(&library, "a b/endless", ENDLESS, &[], &[]);
        put(&library, "a b/several", SEVERAL, &[], &[]);
        put(
            &library,
            "a b/hostile",
            HOSTILE,
            &["name"],
            &["delete: Button \"<b>All</b>\""],
        );
        fs::write(dir.path().join("autorpa.toml"), project).unwrap();
        let project = Project::of(dir.path()).unwrap();
        let home = Home::new(&dir.path().join("home"), library);
        let rpa = Autorpa::new(home).in_project(project, PageOptions::default(), &[]);
        Self::with(dir, rpa.unwrap())
    }

    pub fn of(dir: tempfile::TempDir, library: PathBuf) -> Self {
        let home = Home::new(&dir.path().join("home"), library);
        Self::with(dir, Autorpa::new(home))
    }

    /// Of a library that is open, in this folder.
    pub fn with(dir: tempfile::TempDir, mut rpa: Autorpa) -> Self {
        rpa.cancel = Cancel::default();
        let cancel = rpa.cancel.clone();
        let studio = Studio::open(rpa, 0).unwrap();
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

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ask with these headers and no others.
    pub fn raw(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
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
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let own = format!("Host: {}\r\nCookie: {}\r\n{headers}", self.host(), self.cookie);
        self.raw(method, path, &own, body)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"")
    }

    /// Send a form of ours that takes no files, as browsers do.
    pub fn send(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encoded = |text: &str| -> String { text.bytes().map(|it| format!("%{it:02X}")).collect() };
        let pairs: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
            .collect();
        let headers = format!(
            "Origin: http://{}\r\nContent-Type: application/x-www-form-urlencoded\r\n",
            self.host()
        );
        self.ask("POST", path, &headers, pairs.join("&").as_bytes())
    }

    /// Send a form of ours that takes files.
    pub fn post(&self, path: &str, fields: &[(&str, &str)], file: Option<(&str, &str, &str)>) -> Answer {
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
    pub fn begin(
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

    pub fn works(&self) -> usize {
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
