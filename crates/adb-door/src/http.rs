//! HTTP through a stream, as far as the uiautomator2 server is spoken to: a request, an answer, and the next.

use std::io::{self, Read, Write};

use adb::transport::Stream;

/// The longest head.
const MOST_HEAD: usize = 64 << 10;
/// The longest body.
const MOST_BODY: usize = 16 << 20;

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST`, ...
    pub method: String,
    /// What is asked for.
    pub path: String,
    /// What is sent with it.
    pub body: Vec<u8>,
    /// Whether more follow.
    pub stays: bool,
}

/// An answer.
pub struct Answer {
    /// 200, 404, ...
    pub status: u16,
    /// What the body is.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

/// The request that bytes begin with, and how many belong to it; `None` where more have to come.
pub fn parse(bytes: &[u8]) -> io::Result<Option<(Request, usize)>> {
    let bad = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Request::new(&mut headers);
    let begins = match head.parse(bytes) {
        Ok(httparse::Status::Complete(at)) => at,
        Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD => return Ok(None),
        Ok(httparse::Status::Partial) | Err(_) => return bad("no request of HTTP"),
    };
    let value = |name: &str| {
        let found = head.headers.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        found.map(|it| String::from_utf8_lossy(it.value).trim().to_owned())
    };
    let length = match value("content-length").map(|it| it.parse::<usize>()) {
        None => 0,
        Some(Ok(length)) if length <= MOST_BODY => length,
        Some(_) => return bad("a body of no or too much length"),
    };
    if value("transfer-encoding").is_some() {
        return bad("a body in pieces");
    }
    let Some(body) = bytes.get(begins..begins + length) else {
        return Ok(None);
    };
    let request = Request {
        method: head.method.unwrap_or_default().to_owned(),
        path: head.path.unwrap_or_default().to_owned(),
        body: body.to_vec(),
        stays: !value("connection").is_some_and(|it| it.eq_ignore_ascii_case("close"))
            && head.version == Some(1),
    };
    Ok(Some((request, begins + length)))
}

/// Answer the requests of a stream until it ends.
pub fn serve(mut stream: Stream, answer: impl Fn(&Request) -> Answer) {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match parse(&bytes) {
            Ok(Some((request, length))) => {
                bytes.drain(..length);
                let answer = answer(&request);
                if stream.write_all(&printed(&answer)).is_err() || !request.stays {
                    return;
                }
            }
            Ok(None) => match stream.read(&mut buffer) {
                Ok(count @ 1..) => bytes.extend(&buffer[..count]),
                Ok(0) | Err(_) => return,
            },
            Err(error) => {
                let answer = Answer {
                    status: 400,
                    kind: "text/plain",
                    body: error.to_string().into_bytes(),
                };
                // Nobody knows where the next request begins.
                let _ = stream.write_all(&printed(&answer));
                return;
            }
        }
    }
}

fn printed(answer: &Answer) -> Vec<u8> {
    let reason = match answer.status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        _ => "Error",
    };
    let head = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: keep-alive\r\n\r\n",
        answer.status,
        answer.kind,
        answer.body.len()
    );
    [head.as_bytes(), &answer.body].concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn requests_are_read_when_they_are_whole() {
        let text = b"POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET";
        for cut in 0..text.len() - 3 {
            assert_eq!(parse(&text[..cut]).unwrap(), None, "{cut}");
        }
        let (request, length) = parse(text).unwrap().unwrap();
        assert_eq!(
            (request.path.as_str(), &request.body[..], length),
            ("/jsonrpc/0", &b"abc"[..], 59)
        );
        assert!(request.stays);
        assert!(parse(b"GET / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n").is_err());
        assert!(parse(b"\x00\x01\x02").is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&bytes);
        }
    }
}
