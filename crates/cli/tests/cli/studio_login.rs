//! A run in the Studio that needs a login: it asks, somebody logs in on the page's picture meanwhile, and it goes on; and the same
//! once the login has ended.
#![cfg(target_os = "linux")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use testkit::{Answer, Asked, serve};

use crate::desk::{Desk, signal, wait_until};

const SOON: Duration = Duration::from_secs(60);
const PASSWORD: &str = "Qz8-wrong-staple";
const LOGIN: &str = "<!DOCTYPE html><title>Log in</title><form method=post action=/login style='margin: 0'>\
    <input type=password name=p aria-label=Password autofocus style='position: absolute; left: 0; top: 0; width: 300px; height: 80px'>\
    <button style='position: absolute; left: 0; top: 100px; width: 300px; height: 80px'>Log in</button></form>";
const HOME: &str = "<!DOCTYPE html><title>Shop</title><p id=said>Nothing ordered</p><button onclick=\"said.textContent = 'Ordered'\">Order</button>";
const ORDER: &str = "/// Order.\nfn order() {\n    env_op.click(env_op.find_element(#{ text: \"Order\", target_description: \"Order\" }));\n    \
    env_op.answer(env_op.read_text(env_op.find_element(#{ text: \"Ordered\", target_description: \"said\" })));\n}\n";
const TASK: &str = "format = 1\nname = \"Order\"\ngoal = \"Order.\"\n[start]\ndevice = \"web\"\nurl = \"ORIGIN/\"\nlogin = \"shop\"\n\
    [touch]\norigins = [\"ORIGIN\"]\n";

/// Sessions have a number; only the newest holds.
fn shop(session: Arc<AtomicU32>) -> String {
    let answer = move |asked: &Asked| {
        let newest = session.load(Ordering::SeqCst);
        let known = newest > 0 && asked.headers.contains(&format!("sid={newest}"));
        match asked.path() {
            "/login" if asked.is_post() && asked.body.contains(PASSWORD) => {
                let new = session.fetch_add(1, Ordering::SeqCst) + 1;
                let headers = format!("Location: /\r\nSet-Cookie: sid={new}; Path=/; HttpOnly\r\n");
                Answer::of("303 See Other", headers, "")
            }
            "/login" => Answer::page(LOGIN),
            "/" if known => Answer::page(HOME),
            "/" => Answer::of("302 Found", "Location: /login\r\n", ""),
            _ => Answer::of("404 Not Found", "", ""),
        }
    };
    format!("http://{}", serve(answer))
}

/// A Studio, and a browser that has been let in.
struct Studio {
    child: Child,
    port: String,
    cookie: String,
}

impl Studio {
    fn open(desk: &Desk) -> Self {
        let mut command = desk.command(&["studio", "--tasks", "tasks"]);
        command.env("AUTORPA_LOGIN_KEY", "5a".repeat(32));
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://127.0.0.1:").expect(&line);
        let (port, path) = rest.split_once('/').unwrap();
        let mut studio = Self {
            child,
            port: port.to_owned(),
            cookie: String::new(),
        };
        let (head, _) = studio.ask("GET", &format!("/{path}"), "");
        let cookie = head.split("set-cookie: ").nth(1).unwrap();
        studio.cookie = cookie.split(';').next().unwrap().to_owned();
        studio
    }

    /// What is answered: the head, and the body with slashes as they are.
    fn ask(&self, method: &str, path: &str, form: &str) -> (String, String) {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        let host = format!("127.0.0.1:{}", self.port);
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{form}",
            self.cookie,
            form.len()
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).replace("&#x2f;", "/");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "").1
    }

    /// Send a form; where that leads.
    fn post(&self, path: &str, form: &str) -> String {
        let (head, body) = self.ask("POST", path, form);
        let to = head.lines().find_map(|it| it.strip_prefix("location: "));
        to.unwrap_or_else(|| panic!("{head}\n{body}")).to_owned()
    }

    fn run(&self) -> String {
        let mut body = String::new();
        body += "--xx\r\nContent-Disposition: form-data; name=\"url\"\r\n\r\n\r\n--xx--\r\n";
        let host = format!("127.0.0.1:{}", self.port);
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(
            stream,
            "POST /functions/own/order/run HTTP/1.1\r\nHost: {host}\r\nCookie: {}\r\nOrigin: http://{host}\r\n\
             Content-Type: multipart/form-data; boundary=xx\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.cookie,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let to = answer.lines().find_map(|it| it.strip_prefix("location: "));
        to.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Wait until a page shows this.
    fn until(&self, path: &str, shows: &str) -> String {
        let mut page = String::new();
        let there = wait_until(SOON, || {
            page = self.get(path);
            page.contains(shows)
        });
        assert!(there, "no {shows:?} in\n{page}");
        page
    }

    /// Log in on the page's picture, and keep it.
    fn log_in(&self, origin: &str) {
        let session = self.post("/logins", &format!("name=shop&window=hidden&url={origin}/login"));
        self.until(&session, "id=\"screen\"");
        let touch = format!("{session}/touch");
        self.post(&touch, "what=press&how=once&x=100&y=40");
        self.post(&touch, &format!("what=type&text={PASSWORD}"));
        self.post(&touch, "what=press&how=once&x=100&y=140");
        // The page behind the login shows once it is in.
        self.until(&session, "id=\"screen\"");
        let is_in = wait_until(SOON, || {
            thread::park_timeout(Duration::from_millis(100));
            self.get(&format!("{session}/screen.png")).len() > 100 && self.get(&session).contains("Order")
        });
        assert!(is_in, "{}", self.get(&session));
        assert!(!self.get(&session).contains(PASSWORD));
        self.post(&format!("{session}/say"), "word=done");
        let kept = self.ask("GET", &session, "").0;
        assert!(kept.contains("location: /logins?kept=shop"), "{kept}");
        assert!(self.get("/logins?kept=shop").contains("can go on"));
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        signal("TERM", &self.child.id().to_string());
        let _ended = wait_until(SOON, || self.child.try_wait().is_ok_and(|it| it.is_some()));
    }
}

#[test]
fn a_run_that_needs_a_login_asks_for_it_and_goes_on() {
    if !crate::web::ready() {
        return;
    }
    let desk = Desk::new();
    let sessions = Arc::new(AtomicU32::new(0));
    let origin = shop(Arc::clone(&sessions));
    for folder in ["tasks", "library/own"] {
        std::fs::create_dir_all(desk.path(folder)).unwrap();
    }
    desk.file("tasks/order.task.toml", &TASK.replace("ORIGIN", &origin));
    desk.file("library/own/order.rhai", ORDER);
    let receipt = receipt();
    desk.file("library/own/order.receipt.json", &receipt);
    let studio = Studio::open(&desk);
    let work = studio.run();
    let asks = studio.until(&work, "It asks you");
    for words in [
        "needs the login `shop`, and none is kept",
        "/logins?name=shop",
        "I have logged in: go on",
    ] {
        assert!(asks.contains(words), "no {words:?} in\n{asks}");
    }
    // Who has not logged in is asked again.
    studio.post(&format!("{work}/answer"), "number=1&answer=0");
    studio.until(&work, "name=\"number\" value=\"2\"");
    studio.log_in(&origin);
    studio.post(&format!("{work}/answer"), "number=2&answer=0");
    studio.until(&work, "Ordered");
    // The shop forgets who was there: the run has written nothing, is kept, and begins again after a new login.
    sessions.fetch_add(1, Ordering::SeqCst);
    let work = studio.run();
    studio.until(&work, "needs the login `shop`, and it has ended");
    studio.log_in(&origin);
    studio.post(&format!("{work}/answer"), "number=1&answer=0");
    studio.until(&work, "Ordered");
    // Whoever does not log in ends the run.
    sessions.fetch_add(1, Ordering::SeqCst);
    let work = studio.run();
    studio.until(&work, "it has ended");
    studio.post(&format!("{work}/answer"), "number=1&answer=1");
    studio.until(&work, "device_lost");
    drop(studio);
    for file in desk.files("home") {
        let bytes = std::fs::read(&file).unwrap_or_default();
        let found = bytes.windows(PASSWORD.len()).any(|it| it == PASSWORD.as_bytes());
        assert!(!found, "{} has the password", file.display());
    }
}

/// A receipt of a function of a user's own task.
fn receipt() -> String {
    let sha256 = library::sha256(ORDER);
    format!(
        r#"{{"version": 1, "name": "order", "task_type": "Order", "suite": "tasks", "device": "web",
    "verified": true, "instances": [], "params": [], "templates": [], "refinements": 0,
    "tokens": {{"prompt": 0, "completion": 0}}, "tiers": {{}}, "explorer": {{"kind": "", "episodes": 0, "steps": 0}},
    "recordings": [], "script_sha256": "{sha256}", "history": []}}"#
    )
}
