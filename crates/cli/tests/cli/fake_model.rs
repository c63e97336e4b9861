//! A server that speaks just enough HTTP to be taken for a model, and answers as badly as a test wants.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::Value;

/// How it answers. Where a text of its says `{key}`, it says the key that it was asked with.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// A whole answer with this text.
    Text(&'static str),
    /// Whole answers with these texts, one after the other; when they are used up, the last again.
    Each(&'static [&'static str]),
    /// A whole answer with the text of the first agent whose words stand in what was asked: what the agent is called, its
    /// words, its text.
    By(&'static [(&'static str, &'static str, &'static str)]),
    /// This status, with an error as such servers send it.
    Status(u16),
    /// This body, as JSON or not.
    Body(&'static str),
    /// A status that refuses, in these words.
    Refusal(u16, &'static str),
    /// Whoever sends a picture is refused in these words; others get a whole answer with this text.
    NoImages(&'static str, &'static str),
    /// A stream of events, where a whole answer was asked for.
    Stream,
    /// So many words.
    Words(usize),
    /// The connection is closed.
    Nothing,
    /// The connection stays open and nothing comes.
    Silence,
}

/// What it was asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// First line and headers.
    pub head: String,
    /// The body.
    pub body: Value,
}

impl Asked {
    /// The key that came with it, or nothing.
    pub fn key(&self) -> &str {
        let is_key = |it: &str| it.to_ascii_lowercase().starts_with("authorization:");
        let line = self.head.lines().find(|it| is_key(it)).unwrap_or_default();
        line.rsplit(' ').next().unwrap_or_default()
    }
}

/// The server. It lives as long as the process of the tests.
pub struct FakeModel {
    pub url: String,
    all: Arc<Mutex<Vec<Asked>>>,
}

/// A build of a small task type.
pub const FOLDER: [&str; 3] = ["build", "--task-type", "MarkorCreateFolder"];

/// What has a model at this address do all the work.
pub fn by_model(url: &str) -> [&str; 6] {
    ["--tier", "model", "--llm", "openai:x", "--llm-base-url", url]
}

impl FakeModel {
    pub fn new(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let all = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&all);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming().flatten() {
                let Some(asked) = read(&stream) else { continue };
                let before = {
                    let mut heard = heard.lock().unwrap();
                    heard.push(asked.clone());
                    heard.len() - 1
                };
                match answer {
                    Answer::Silence => held.push(stream),
                    Answer::Each(texts) => {
                        reply(stream, Answer::Text(texts[before.min(texts.len() - 1)]), &asked);
                    }
                    Answer::By(agents) => {
                        let body = asked.body.to_string();
                        let own = agents.iter().find(|it| body.contains(it.1));
                        reply(stream, Answer::Text(own.map_or("", |it| it.2)), &asked);
                    }
                    _ => reply(stream, answer, &asked),
                }
            }
        });
        Self { url, all }
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        self.all.lock().unwrap().len()
    }

    /// What it was asked, in order.
    pub fn all(&self) -> Vec<Asked> {
        self.all.lock().unwrap().clone()
    }
}

/// Read one whole request; a client that closes before its end has none.
fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = text.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            let mut body = vec![0; length];
            reader.read_exact(&mut body).ok()?;
            let body = serde_json::from_slice(&body).unwrap();
            return Some(Asked { head, body });
        }
        head.push_str(&line);
    }
}

fn reply(mut stream: TcpStream, answer: Answer, asked: &Asked) {
    let answer = match answer {
        Answer::NoImages(refusal, _) if asked.body.to_string().contains("image_url") => {
            Answer::Refusal(400, refusal)
        }
        Answer::NoImages(_, text) => Answer::Text(text),
        other => other,
    };
    let said = |text: &str| text.replace("{key}", asked.key());
    let (status, body) = match answer {
        Answer::Text(_) | Answer::Words(_) => {
            let text = match answer {
                Answer::Words(count) => "word ".repeat(count),
                Answer::Text(text) => said(text),
                _ => String::new(),
            };
            let message = serde_json::json!({ "role": "assistant", "content": text });
            let choice = serde_json::json!({ "index": 0, "message": message, "finish_reason": "stop" });
            let usage =
                serde_json::json!({ "prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107 });
            let whole = serde_json::json!({
                "id": "1", "object": "chat.completion", "created": 1, "model": "x", "choices": [choice], "usage": usage,
            });
            (200, whole.to_string())
        }
        Answer::Status(status) => (
            status,
            serde_json::json!({ "error": { "message": "so sorry" } }).to_string(),
        ),
        Answer::Body(body) => (200, said(body)),
        Answer::Refusal(status, words) => (
            status,
            serde_json::json!({ "error": { "message": said(words) } }).to_string(),
        ),
        Answer::Stream => (200, "data: {\"choices\": []}\n\ndata: [DONE]\n\n".to_owned()),
        Answer::Nothing | Answer::Silence | Answer::Each(_) | Answer::By(_) | Answer::NoImages(..) => return,
    };
    let kind = match answer {
        Answer::Stream => "text/event-stream",
        _ => "application/json",
    };
    let head = format!(
        "HTTP/1.1 {status} Said\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // A client that went away is what some of the tests are about.
    let _gone = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body.as_bytes()));
}
