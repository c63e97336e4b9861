//! A small HTTP server on this machine that says what it is told to, in order.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    thread::JoinHandle,
};

use serde_json::Value;

/// What a request is answered with.
pub enum Say {
    /// A whole response: status, further header lines, content type, body.
    Whole(u16, String, &'static str, String),
    /// Nothing, until the client hangs up.
    Nothing,
    /// The connection is closed without a word.
    HangUp,
}

impl Say {
    /// JSON with a status.
    pub fn json(status: u16, body: Value) -> Self {
        Say::Whole(status, String::new(), "application/json", body.to_string())
    }

    /// A refusal that says when to come again, in a header.
    pub fn later(status: u16, header: &str) -> Self {
        let body = r#"{"error":{"message":"slow down"}}"#;
        Say::Whole(
            status,
            format!("{header}\r\n"),
            "application/json",
            body.to_owned(),
        )
    }
}

/// What was asked.
pub struct Asked {
    /// First line and headers, lower case.
    pub head: String,
    /// The body.
    pub body: Value,
}

/// The server; it ends when all was said.
pub struct Server {
    /// Its base URL, up to `/v1`.
    pub url: String,
    asked: mpsc::Receiver<Asked>,
    thread: JoinHandle<()>,
}

impl Server {
    /// Answer the next requests so, one after the other.
    pub fn new(script: Vec<Say>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on this machine");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let (send, asked) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            for say in script {
                let (stream, _) = listener.accept().expect("a connection");
                if let Some(it) = serve(stream, say) {
                    send.send(it).expect("the test still listens");
                }
            }
        });
        Self { url, asked, thread }
    }

    /// Everything that was asked; waits until all was said.
    pub fn asked(self) -> Vec<Asked> {
        self.thread.join().expect("the server did not fail");
        self.asked.try_iter().collect()
    }
}

fn serve(stream: TcpStream, say: Say) -> Option<Asked> {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).expect("a line") == 0 || line == "\r\n" {
            break;
        }
        let line = line.to_ascii_lowercase();
        if let Some(it) = line.strip_prefix("content-length:") {
            length = it.trim().parse().expect("a length");
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let asked = Asked {
        head,
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
    };
    let mut stream = stream;
    match say {
        Say::Whole(status, headers, content_type, body) => {
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
                body.len()
            );
            stream
                .write_all(head.as_bytes())
                .and_then(|()| stream.write_all(body.as_bytes()))
                .expect("the client reads");
        }
        Say::Nothing => {
            // Ends when the client gives up and closes its end.
            let _ = reader.read(&mut [0]);
        }
        Say::HangUp => {}
    }
    Some(asked)
}
