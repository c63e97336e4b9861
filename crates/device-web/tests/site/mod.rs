//! A few pages served over http on this machine, for as long as the test lasts.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// Pages by name. One whose content is empty is never answered. Files (`.bin`) are given to save; `endless.bin` stops in
/// the middle and is never gone on with, and `short.bin` breaks off there.
pub struct Site {
    port: u16,
    pages: Arc<Mutex<Vec<(&'static str, String)>>>,
}

impl Site {
    /// Pages that may name addresses of the site itself.
    pub fn with(pages: impl FnOnce(&Site) -> Vec<(&'static str, String)>) -> Self {
        let listener = TcpListener::bind("0.0.0.0:0").expect("a port");
        let site = Self {
            port: listener.local_addr().expect("an address").port(),
            pages: Arc::default(),
        };
        *site.pages.lock().expect("not poisoned") = pages(&site);
        let pages = Arc::clone(&site.pages);
        thread::spawn(move || {
            // Browsers open connections that they may never use.
            for stream in listener.incoming().map_while(Result::ok) {
                let pages = pages.lock().expect("not poisoned").clone();
                thread::spawn(move || answer(stream, &pages));
            }
        });
        site
    }

    /// The address of a page under one of the names of this machine.
    pub fn url(&self, host: &str, page: &str) -> String {
        format!("http://{host}:{}/{page}", self.port)
    }
}

fn answer(mut stream: TcpStream, pages: &[(&'static str, String)]) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().expect("clones"));
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut line = String::new();
    while reader.read_line(&mut line).ok()? > 2 {
        line.clear();
    }
    let name = first
        .split(' ')
        .nth(1)
        .unwrap_or_default()
        .trim_start_matches('/')
        .to_owned();
    let Some((_, content)) = pages.iter().find(|(it, _)| *it == name) else {
        stream
            .write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            .ok()?;
        return None;
    };
    if content.is_empty() {
        // Until the browser gives up.
        reader.read_line(&mut line).ok()?;
        return None;
    }
    let kind = if name.ends_with(".bin") {
        "application/octet-stream\r\nContent-Disposition: attachment"
    } else {
        "text/html; charset=utf-8"
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        match name.as_str() {
            "endless.bin" | "short.bin" => 1_000_000,
            _ => content.len(),
        }
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(content.as_bytes()).ok()?;
    if name == "endless.bin" {
        // Until the browser gives up.
        reader.read_line(&mut line).ok()?;
    }
    Some(())
}
