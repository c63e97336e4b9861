//! gRPC, as far as one message goes and one comes: HTTP/2, five bytes in front of each message, and a status behind it.

use std::net::SocketAddr;

use http_body_util::{BodyExt, Full, Limited, combinators::BoxBody};
use hyper::{
    HeaderMap, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    client::conn::http2::{SendRequest, handshake},
    header::{CONTENT_TYPE, HeaderValue, TE},
};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use thiserror::Error;
use tokio::net::TcpStream;

/// The longest message that is taken, in bytes: what clients send is small.
const LONGEST: usize = 4 << 20;
/// What its bodies are called.
const KIND: HeaderValue = HeaderValue::from_static("application/grpc");
/// Where the status stands.
const STATUS: &str = "grpc-status";

/// A body that goes out.
pub type Body = BoxBody<Bytes, std::convert::Infallible>;

/// Why a call is not answered, by gRPC's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// What came is no message, or asks for what is not there.
    Invalid = 3,
    /// There is no such call, or it is packed.
    Unimplemented = 12,
    /// It was tried, and failed.
    Internal = 13,
}

/// A message as it is sent.
fn framed(message: &impl Message) -> Bytes {
    let mut bytes = Vec::with_capacity(message.encoded_len() + 5);
    bytes.push(0);
    bytes.extend((message.encoded_len() as u32).to_be_bytes());
    bytes.extend(message.encode_to_vec());
    bytes.into()
}

/// The message that a body holds.
fn unframed<In: Message + Default>(bytes: &[u8]) -> Result<In, Fault> {
    let (head, message) = bytes.split_first_chunk::<5>().ok_or(Fault::Invalid)?;
    let [packed, length @ ..] = *head;
    match packed {
        0 if u32::from_be_bytes(length) as usize == message.len() => {
            In::decode(message).map_err(|_| Fault::Invalid)
        }
        1 => Err(Fault::Unimplemented),
        _ => Err(Fault::Invalid),
    }
}

fn with_status(status: u8) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(STATUS, HeaderValue::from(u16::from(status)));
    headers
}

/// An answer that is none.
pub fn refused(fault: Fault) -> Response<Body> {
    let mut answer = Response::new(Full::default().boxed());
    answer.headers_mut().insert(CONTENT_TYPE, KIND);
    answer.headers_mut().extend(with_status(fault as u8));
    answer
}

/// Answer a request by what answers its message.
pub async fn unary<In: Message + Default, Out: Message>(
    request: Request<Incoming>,
    answer: impl FnOnce(In) -> Result<Out, Fault>,
) -> Response<Body> {
    let came = Limited::new(request.into_body(), LONGEST).collect().await;
    let answered = came
        .map_err(|_| Fault::Invalid)
        .and_then(|it| unframed(&it.to_bytes()))
        .and_then(answer);
    match answered {
        Ok(message) => {
            let body = Full::new(framed(&message)).with_trailers(async { Some(Ok(with_status(0))) });
            let mut answer = Response::new(body.boxed());
            answer.headers_mut().insert(CONTENT_TYPE, KIND);
            answer
        }
        Err(fault) => refused(fault),
    }
}

/// A call that nobody answers as it should.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// The connection is not made, or broke.
    #[error("the connection broke: {0}")]
    Broken(#[from] std::io::Error),
    /// What came is no HTTP/2.
    #[error("no HTTP/2 came back: {0}")]
    Http(#[from] hyper::Error),
    /// It is no request.
    #[error("the call is none: {0}")]
    Call(#[from] hyper::http::Error),
    /// The other side says that it failed.
    #[error("the call failed with status {status}")]
    Failed {
        /// gRPC's number, or none where nothing came.
        status: String,
    },
}

/// A connection to a server.
pub struct Client(SendRequest<Full<Bytes>>);

impl Client {
    /// Connect; the runtime that this is called in carries the connection.
    pub async fn connect(address: SocketAddr) -> Result<Self, NoAnswer> {
        let socket = TcpStream::connect(address).await?;
        let (client, connection) = handshake(TokioExecutor::new(), TokioIo::new(socket)).await?;
        // Who sends sees that it has ended.
        tokio::spawn(async move { drop(connection.await) });
        Ok(Self(client))
    }

    /// Send a message; what is answered is not read.
    pub async fn send(&mut self, method: &str, message: &impl Message) -> Result<(), NoAnswer> {
        let request = Request::post(method)
            .header(CONTENT_TYPE, KIND)
            .header(TE, HeaderValue::from_static("trailers"))
            .body(Full::new(framed(message)))?;
        self.0.ready().await?;
        let answer = self.0.send_request(request).await?;
        let status_of = |headers: &HeaderMap| {
            let status = headers.get(STATUS).and_then(|it| it.to_str().ok());
            status.map(str::to_owned)
        };
        let (ok, at_once) = (answer.status() == StatusCode::OK, status_of(answer.headers()));
        let whole = answer.into_body().collect().await?;
        let status = whole
            .trailers()
            .and_then(status_of)
            .or(at_once)
            .unwrap_or_default();
        match ok && status == "0" {
            true => Ok(()),
            false => Err(NoAnswer::Failed { status }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Message)]
    struct Text {
        #[prost(string, tag = "1")]
        text: String,
    }

    #[test]
    fn messages_are_framed() {
        let message = Text {
            text: "hello".to_owned(),
        };
        let bytes = framed(&message);
        assert_eq!(&bytes[..5], &[0, 0, 0, 0, 7]);
        assert_eq!(unframed::<Text>(&bytes), Ok(message));
        let mut packed = bytes.to_vec();
        packed[0] = 1;
        assert_eq!(unframed::<Text>(&packed), Err(Fault::Unimplemented));
        for broken in [&bytes[..3], &bytes[..9], b"\x00\x00\x00\x00\x01\xff", b""] {
            assert_eq!(unframed::<Text>(broken), Err(Fault::Invalid), "{broken:?}");
        }
    }
}
