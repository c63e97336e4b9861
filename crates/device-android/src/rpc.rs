//! The uiautomator2 server on a phone: JSON-RPC over HTTP, each call through a stream of its own.

use std::time::Duration;

use adb::{AdbError, Channel, Link};
use serde_json::{Value, json};
use thiserror::Error;

/// Where it listens on the phone.
const PORT: u16 = 9008;
/// The longest answer.
const MOST: usize = 64 << 20;

/// What a call of the helper or of the uiautomator2 server is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It tells something, and may be asked again.
    ToTell,
    /// It does something, and twice is once too often.
    ToAct,
}

/// Why a call gave no result.
#[derive(Debug)]
pub enum RpcError {
    /// The server, or the way to it, is gone: it was told nothing.
    Gone(AdbError),
    /// It was told, and gave no answer that can be read: nobody can say whether it did it.
    InDoubt(AdbError),
    /// The server says that it does not do it, and why.
    Refused(String),
}

/// Why what came is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum NoAnswer {
    /// Its head can't be read.
    #[error(transparent)]
    Head(#[from] httparse::Error),
    /// Its head says that the server did not do it.
    #[error("the server answers {code}")]
    Status {
        /// The code; 0 where there is none.
        code: u16,
    },
    /// The length that it says is no number.
    #[error("a length that is none")]
    Length,
    /// It comes in pieces, and one is longer than any answer.
    #[error("a piece that is too long")]
    LongPiece,
    /// It comes in pieces, and one does not begin with its length.
    #[error("a piece without a length")]
    Piece,
}

/// Whether the server answers.
pub fn answers(link: &dyn Link) -> bool {
    let asked = request(link, "GET", "/ping", b"", Duration::from_secs(3));
    asked.is_ok_and(|it| it == b"pong")
}

/// Call a method.
pub fn call(link: &dyn Link, method: &str, params: &Value, within: Duration) -> Result<Value, RpcError> {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let said = request(link, "POST", "/jsonrpc/0", body.to_string().as_bytes(), within)?;
    let in_doubt = |found: &str| RpcError::InDoubt(malformed(method, found));
    let answer: Value = serde_json::from_slice(&said).map_err(|it| in_doubt(&it.to_string()))?;
    match (answer.get("error"), answer.get("result")) {
        (Some(error), _) if !error.is_null() => {
            let why = error.get("message").and_then(Value::as_str);
            Err(RpcError::Refused(why.unwrap_or_default().to_owned()))
        }
        (_, Some(result)) => Ok(result.clone()),
        (_, None) => Err(in_doubt("neither a result nor an error")),
    }
}

fn malformed(doing: &str, found: &str) -> AdbError {
    AdbError::Malformed {
        doing: doing.to_owned(),
        found: found.to_owned(),
    }
}

fn request(
    link: &dyn Link,
    method: &str,
    path: &str,
    body: &[u8],
    within: Duration,
) -> Result<Vec<u8>, RpcError> {
    let mut channel = link
        .open(&format!("tcp:{PORT}"), within)
        .map_err(RpcError::Gone)?;
    channel.set_timeout(within);
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let sent = channel.write_all(&[head.as_bytes(), body].concat());
    sent.map_err(|it| AdbError::io(path, it))
        .and_then(|()| receive(channel.as_mut(), path))
        .map_err(RpcError::InDoubt)
}

fn receive(channel: &mut dyn Channel, path: &str) -> Result<Vec<u8>, AdbError> {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = channel.read(&mut buffer).map_err(|it| AdbError::io(path, it))?;
        bytes.extend(&buffer[..count]);
        if bytes.len() > MOST {
            return Err(AdbError::TooLong {
                doing: path.to_owned(),
                limit: MOST,
            });
        }
        match body(&bytes, count == 0).map_err(|it| malformed(path, &it.to_string()))? {
            Some(body) => return Ok(body),
            None if count == 0 => return Err(malformed(path, "the answer ends early")),
            None => {}
        }
    }
}

/// The body of an answer, once it is whole; `ended` where nothing more comes.
fn body(bytes: &[u8], ended: bool) -> Result<Option<Vec<u8>>, NoAnswer> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(begins) = head.parse(bytes)? else {
        return Ok(None);
    };
    if head.code != Some(200) {
        let code = head.code.unwrap_or_default();
        return Err(NoAnswer::Status { code });
    }
    let value = |name: &str| {
        let found = head.headers.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        found.map(|it| String::from_utf8_lossy(it.value).trim().to_ascii_lowercase())
    };
    let rest = &bytes[begins..];
    if value("transfer-encoding").is_some_and(|it| it.contains("chunked")) {
        return pieces(rest);
    }
    match value("content-length").map(|it| it.parse::<usize>()) {
        Some(Ok(length)) => Ok(rest.get(..length).map(<[u8]>::to_vec)),
        Some(Err(_)) => Err(NoAnswer::Length),
        None => Ok(ended.then(|| rest.to_vec())),
    }
}

/// A body that comes in pieces, each with its length in front; `None` until the last is there.
fn pieces(mut rest: &[u8]) -> Result<Option<Vec<u8>>, NoAnswer> {
    let mut all = Vec::new();
    loop {
        match httparse::parse_chunk_size(rest) {
            Ok(httparse::Status::Complete((_, 0))) => return Ok(Some(all)),
            Ok(httparse::Status::Complete((begins, length))) => {
                let length = usize::try_from(length).ok().filter(|it| *it <= MOST);
                let end = begins + length.ok_or(NoAnswer::LongPiece)?;
                // Behind each piece stands the end of a line.
                let (Some(piece), Some(next)) = (rest.get(begins..end), rest.get(end + 2..)) else {
                    return Ok(None);
                };
                all.extend(piece);
                rest = next;
            }
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(_) => return Err(NoAnswer::Piece),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn answers_are_read_when_they_are_whole() {
        let one = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npong";
        let two = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\npo\r\n2\r\nng\r\n0\r\n\r\n";
        for text in [&one[..], &two[..]] {
            assert_eq!(body(text, false).unwrap().as_deref(), Some(&b"pong"[..]));
            assert_eq!(body(&text[..text.len() - 10], false), Ok(None));
        }
        let open = b"HTTP/1.0 200 OK\r\n\r\npong";
        assert_eq!(body(open, false), Ok(None));
        assert_eq!(body(open, true).unwrap().as_deref(), Some(&b"pong"[..]));
        assert!(body(b"HTTP/1.1 404 Not Found\r\n\r\n", true).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..80), ended: bool) {
            let _ = body(&bytes, ended);
            let _ = pieces(&bytes);
            let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
            let _ = body(&[&head[..], &bytes].concat(), ended);
        }
    }
}
