//! A server of a test's own, on this machine, for as long as the test lasts.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// What a client asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The first line: `POST /save HTTP/1.1`.
    pub line: String,
    /// The headers, a line each.
    pub headers: String,
    /// What was sent with it.
    pub body: String,
    /// The same, as it came.
    pub bytes: Vec<u8>,
}

impl Asked {
    /// The path, with what stands behind it.
    pub fn path(&self) -> &str {
        self.line.split(' ').nth(1).unwrap_or_default()
    }

    /// Whether something is posted.
    pub fn is_post(&self) -> bool {
        self.line.starts_with("POST ")
    }
}

/// What the server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status, as `200 OK`.
    pub status: String,
    /// Further headers, each with its line end.
    pub headers: String,
    /// What is shown.
    pub body: String,
}

impl Answer {
    /// A page that is there.
    pub fn page(body: impl Into<String>) -> Self {
        Self::of("200 OK", "", body)
    }

    /// A status, further headers, and what is shown.
    pub fn of(status: impl Into<String>, headers: impl Into<String>, body: impl Into<String>) -> Self {
        Self {
            status: status.into(),
            headers: headers.into(),
            body: body.into(),
        }
    }
}

/// A collector of OpenTelemetry's spans: where it is, and what it was sent.
pub struct Collector {
    /// What `OTEL_EXPORTER_OTLP_ENDPOINT` says to reach it.
    pub url: String,
    heard: Arc<Mutex<Vec<Asked>>>,
}

impl Collector {
    /// A new one.
    pub fn open() -> Self {
        let heard: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let all = Arc::clone(&heard);
        let address = serve(move |asked| {
            all.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(asked.clone());
            Answer::page("")
        });
        Self {
            url: format!("http://{address}"),
            heard,
        }
    }

    /// What it was sent. Spans come to the path `/v1/traces`, as messages of `ExportTraceServiceRequest`.
    pub fn heard(&self) -> Vec<Asked> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a text is in what it was sent as spans.
    pub fn has_heard(&self, text: &str) -> bool {
        let all = self.heard();
        all.iter()
            .any(|it| it.path() == "/v1/traces" && it.body.contains(text))
    }
}

/// Serve at an address of this machine. Each client is answered on a thread of its own.
///
/// # Panics
///
/// Where no port is free.
pub fn serve(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let answer = Arc::new(answer);
    thread::spawn(move || {
        // Browsers open connections that they may never use.
        for stream in listener.incoming().map_while(Result::ok) {
            let answer = Arc::clone(&answer);
            thread::spawn(move || tell(stream, &*answer));
        }
    });
    address
}

/// Answer one request. Whoever asked may be gone.
fn tell(mut stream: TcpStream, answer: &impl Fn(&Asked) -> Answer) -> Option<()> {
    let asked = read(&stream)?;
    let Answer {
        status,
        headers,
        body,
    } = answer(&asked);
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).ok()
}

fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    if reader.read_line(&mut first).ok()? == 0 {
        return None;
    }
    let (mut headers, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(it) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = it.trim().parse().ok()?;
        }
        headers.push_str(&line);
    }
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body).ok()?;
    Some(Asked {
        line: first.trim().to_owned(),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
        bytes: body,
    })
}
