//! A server that speaks just enough HTTP to be taken for a model, and answers as badly as a test wants.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// How it answers.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// A whole answer with this text.
    Text(&'static str),
    /// Whole answers with these texts, one after the other; when they are used up, the last again.
    Each(&'static [&'static str]),
    /// This status, with an error as such servers send it.
    Status(u16),
    /// This body, as JSON or not.
    Body(&'static str),
    /// A refusal in these words.
    BadRequest(&'static str),
    /// A stream of events, where a whole answer was asked for.
    Stream,
    /// So many words.
    Words(usize),
    /// The connection is closed.
    Nothing,
    /// The connection stays open and nothing comes.
    Silence,
}

/// The server. It lives as long as the process of the tests.
pub struct FakeModel {
    pub url: String,
    asked: Arc<AtomicUsize>,
}

impl FakeModel {
    pub fn new(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming().flatten() {
                let before = match read(&stream) {
                    true => count.fetch_add(1, Ordering::Relaxed),
                    false => count.load(Ordering::Relaxed),
                };
                match answer {
                    Answer::Silence => held.push(stream),
                    Answer::Each(texts) => reply(stream, Answer::Text(texts[before.min(texts.len() - 1)])),
                    _ => reply(stream, answer),
                }
            }
        });
        Self { url, asked }
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

/// Read one whole request; a client that closes before its end has none.
fn read(stream: &TcpStream) -> bool {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return false,
        }
        let line = line.trim().to_ascii_lowercase();
        if let Some(text) = line.strip_prefix("content-length:") {
            length = text.trim().parse().unwrap();
        }
        if line.is_empty() {
            return reader.read_exact(&mut vec![0; length]).is_ok();
        }
    }
}

fn reply(mut stream: TcpStream, answer: Answer) {
    let (status, body) = match answer {
        Answer::Text(_) | Answer::Words(_) => {
            let text = match answer {
                Answer::Words(count) => "word ".repeat(count),
                Answer::Text(text) => text.to_owned(),
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
        Answer::Body(body) => (200, body.to_owned()),
        Answer::BadRequest(said) => (
            400,
            serde_json::json!({ "error": { "message": said } }).to_string(),
        ),
        Answer::Stream => (200, "data: {\"choices\": []}\n\ndata: [DONE]\n\n".to_owned()),
        Answer::Nothing | Answer::Silence | Answer::Each(_) => return,
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
