//! A hand at a page, by the browser's own input events on a connection of its own: the page trusts them as a person's.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::time::{Duration, Instant};

use device_web::{Browser, Cdp};
use serde_json::{Value, json};

/// How long anything may take.
const MOST: Duration = Duration::from_secs(20);

/// The hand.
pub struct Hand {
    port: u16,
    target: String,
    cdp: Cdp,
}

impl Hand {
    /// At the first page of a browser.
    pub fn at(browser: &Browser) -> Self {
        Self::at_port(browser.port().expect("a port"))
    }

    /// At the first page of the browser that listens there.
    pub fn at_port(port: u16) -> Self {
        let target = pages(port).into_iter().next().expect("a page");
        Self::on(port, target)
    }

    fn on(port: u16, target: String) -> Self {
        let cdp = Cdp::connect(&port.into(), &format!("/devtools/page/{target}"), MOST).expect("connects");
        Self { port, target, cdp }
    }

    pub fn call(&mut self, method: &'static str, params: Value) -> Value {
        self.cdp
            .call(method, params)
            .unwrap_or_else(|it| panic!("{method}: {it}"))
    }

    /// Where a script of the page says that something is.
    pub fn place(&mut self, selector: &str) -> (f64, f64) {
        // A window that has just come may have nothing on it yet.
        if self.value(&format!("!document.querySelector({selector:?})")) == Value::Bool(true) {
            self.until(&format!("!!document.querySelector({selector:?})"));
        }
        let script = format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoViewIfNeeded(); const r = it.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
        );
        self.place_by(&script)
    }

    pub fn place_by(&mut self, script: &str) -> (f64, f64) {
        let answer = self.call(
            "Runtime.evaluate",
            json!({ "expression": script, "returnByValue": true }),
        );
        let at = answer
            .pointer("/result/value")
            .unwrap_or_else(|| panic!("{script}: {answer}"));
        (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"))
    }

    pub fn value(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        self.call("Runtime.evaluate", params)
            .pointer("/result/value")
            .cloned()
            .unwrap_or_default()
    }

    /// Wait until a script of the page says true.
    pub fn until(&mut self, script: &str) {
        let looks = format!("new Promise((done) => setTimeout(() => done({script}), 20))");
        let until = Instant::now() + MOST;
        while Instant::now() < until {
            let params = json!({ "expression": looks, "returnByValue": true, "awaitPromise": true });
            // The page may go away meanwhile.
            let answer = self.cdp.call("Runtime.evaluate", params).unwrap_or_default();
            if answer.pointer("/result/value") == Some(&Value::Bool(true)) {
                return;
            }
        }
        let shown = self.value("location.href + '\\n' + document.body.innerText.slice(0, 3000)");
        panic!(
            "never: {script}\nof {}",
            shown.as_str().unwrap_or("a page that is gone")
        );
    }

    /// Wait until the page was drawn: what a hand does before that is dropped by the browser.
    pub fn until_drawn(&mut self) {
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    pub fn mouse(&mut self, kind: &str, (x, y): (f64, f64), button: &str, count: u32, modifiers: u32) {
        let buttons = u32::from(kind != "mouseReleased" && button == "left");
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": count, "modifiers": modifiers }),
        );
    }

    pub fn move_to(&mut self, at: (f64, f64)) {
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": "mouseMoved", "x": at.0, "y": at.1 }),
        );
    }

    pub fn click_at(&mut self, at: (f64, f64)) {
        self.move_to(at);
        self.mouse("mousePressed", at, "left", 1, 0);
        self.mouse("mouseReleased", at, "left", 1, 0);
    }

    pub fn click(&mut self, selector: &str) {
        let at = self.place(selector);
        self.click_at(at);
    }

    pub fn double_click(&mut self, selector: &str) {
        let at = self.place(selector);
        self.click_at(at);
        self.mouse("mousePressed", at, "left", 2, 0);
        self.mouse("mouseReleased", at, "left", 2, 0);
    }

    pub fn right_click(&mut self, selector: &str) {
        let at = self.place(selector);
        self.mouse("mousePressed", at, "right", 1, 0);
        self.mouse("mouseReleased", at, "right", 1, 0);
    }

    /// Characters, one key each.
    pub fn keys(&mut self, text: &str) {
        for it in text.chars() {
            let key = it.to_string();
            self.call(
                "Input.dispatchKeyEvent",
                json!({ "type": "keyDown", "key": key, "text": key, "unmodifiedText": key }),
            );
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
        }
    }

    /// A key with a name, as `Enter` with 13.
    pub fn key(&mut self, key: &str, code: u32, modifiers: u32) {
        let text = match key {
            "Enter" => "\r",
            _ => "",
        };
        let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        self.call(
            "Input.dispatchKeyEvent",
            json!({ "type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code, "modifiers": modifiers }),
        );
        self.call(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers }),
        );
    }

    pub fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        self.move_to(from);
        self.mouse("mousePressed", from, "left", 1, 0);
        let between = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        for at in [between, to, to] {
            self.mouse("mouseMoved", at, "left", 0, 0);
        }
        self.mouse("mouseReleased", to, "left", 1, 0);
    }
}

impl Hand {
    /// Drag what the browser itself drags.
    pub fn drag_and_drop(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        self.call("Input.setInterceptDrags", json!({ "enabled": true }));
        self.move_to(from);
        self.mouse("mousePressed", from, "left", 1, 0);
        for by in [4.0, 8.0, 12.0] {
            self.mouse("mouseMoved", (from.0 + by, from.1 + by), "left", 0, 0);
        }
        let begun = self
            .cdp
            .wait_event("Input.dragIntercepted", MOST)
            .expect("a drag begins");
        for kind in ["dragEnter", "dragOver", "drop"] {
            let params = json!({ "type": kind, "x": to.0, "y": to.1, "data": begun["data"] });
            self.call("Input.dispatchDragEvent", params);
        }
        self.mouse("mouseReleased", to, "left", 1, 0);
        self.call("Input.setInterceptDrags", json!({ "enabled": false }));
    }

    /// Click what asks for files, and choose one.
    pub fn upload(&mut self, selector: &str, file: &str) {
        self.call("Page.enable", json!({}));
        self.call("Page.setInterceptFileChooserDialog", json!({ "enabled": true }));
        self.click(selector);
        let asked = self
            .cdp
            .wait_event("Page.fileChooserOpened", MOST)
            .expect("it asks for files");
        let params = json!({ "files": [file], "backendNodeId": asked["backendNodeId"] });
        self.call("DOM.setFileInputFiles", params);
        self.call("Page.setInterceptFileChooserDialog", json!({ "enabled": false }));
    }

    /// Drop a file of this machine on an element, as from a file manager.
    pub fn drop_file(&mut self, selector: &str, file: &str) {
        let (x, y) = self.place(selector);
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
            let params = json!({ "type": kind, "x": x, "y": y, "data": data });
            self.call("Input.dispatchDragEvent", params);
        }
    }

    /// Agree to dialogs from now on, with what they offer.
    pub fn agrees(&mut self) {
        self.call("Page.enable", json!({}));
    }

    /// Do something whose answer may never come.
    pub fn post(&mut self, method: &'static str, params: Value) {
        self.cdp.post(method, params).expect("is sent");
    }

    /// A hand at the other page, once there is one.
    pub fn at_other(&self) -> Self {
        let until = Instant::now() + MOST;
        loop {
            let other = pages(self.port).into_iter().find(|it| *it != self.target);
            if let Some(other) = other {
                return Self::on(self.port, other);
            }
            assert!(Instant::now() < until, "there is no other page");
        }
    }
}

/// The ids of the pages of a browser.
fn pages(port: u16) -> Vec<String> {
    let mut all = Vec::new();
    let path = browser_path(port);
    let mut cdp = Cdp::connect(&port.into(), &path, MOST).expect("connects");
    let answer = cdp.call("Target.getTargets", json!({})).expect("answers");
    for it in answer["targetInfos"].as_array().expect("targets") {
        if it["type"] == "page" {
            all.push(it["targetId"].as_str().expect("an id").to_owned());
        }
    }
    all
}

pub fn browser_path(port: u16) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("listens");
    write!(
        stream,
        "GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    )
    .expect("writes");
    let mut head = Vec::new();
    let mut text = String::new();
    let mut buffer = [0; 4096];
    stream.set_read_timeout(Some(MOST)).expect("sets");
    while !text.contains("webSocketDebuggerUrl") {
        let read = stream.read(&mut buffer).expect("reads");
        assert!(read > 0, "{text}");
        head.extend_from_slice(&buffer[..read]);
        text = String::from_utf8_lossy(&head).into_owned();
    }
    let path = text.split("/devtools/browser/").nth(1).expect("a path");
    let id: String = path.chars().take_while(|it| *it != '"').collect();
    format!("/devtools/browser/{id}")
}
