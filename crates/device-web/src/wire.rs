//! What is under the DevTools protocol: JSON messages out and in, each read with a deadline; over the pipe to a browser of
//! our own, or a websocket to one that listens at a port.

use std::{
    io::ErrorKind,
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::Value;
use tungstenite::{Message, WebSocket, client::client_with_config, protocol::WebSocketConfig};

use crate::{
    cdp::error::CdpError,
    devtools::DevTools,
    pipe::{Pipe, Strand},
};

/// A connection to a browser of this machine.
pub(crate) struct Wire {
    way: Way,
    /// When the last message was sent.
    asked: Instant,
}

enum Way {
    Socket(Box<WebSocket<TcpStream>>),
    Pipe(Strand),
}

impl Wire {
    /// Connect to the socket of this path there.
    pub(crate) fn connect(at: &DevTools, path: &str, deadline: Duration) -> Result<Self, CdpError> {
        let closed = |reason: String| CdpError::Closed {
            method: "connect".to_owned(),
            reason,
        };
        let (stream, called) = at.connect().map_err(|it| closed(it.to_string()))?;
        stream.set_nodelay(true).map_err(|it| closed(it.to_string()))?;
        stream
            .set_read_timeout(Some(deadline))
            .map_err(|it| closed(it.to_string()))?;
        stream
            .set_write_timeout(Some(deadline))
            .map_err(|it| closed(it.to_string()))?;
        let config = WebSocketConfig::default()
            .max_message_size(None)
            .max_frame_size(None);
        let url = format!("ws://{called}{path}");
        let (socket, _) =
            client_with_config(url.as_str(), stream, Some(config)).map_err(|it| closed(it.to_string()))?;
        Ok(Self {
            way: Way::Socket(Box::new(socket)),
            asked: Instant::now(),
        })
    }

    /// One more connection over the pipe to a browser.
    pub(crate) fn over(pipe: &Pipe) -> Self {
        Self {
            way: Way::Pipe(pipe.strand()),
            asked: Instant::now(),
        }
    }

    /// Put a message into the next write.
    pub(crate) fn write(&mut self, message: &Value, method: &str) -> Result<(), CdpError> {
        self.asked = Instant::now();
        match &mut self.way {
            Way::Socket(socket) => socket
                .write(Message::text(message.to_string()))
                .map_err(|it| closed(method, &it)),
            Way::Pipe(strand) => {
                strand.write(message);
                Ok(())
            }
        }
    }

    /// Send what was put there.
    pub(crate) fn flush(&mut self, method: &str) -> Result<(), CdpError> {
        match &mut self.way {
            Way::Socket(socket) => socket.flush().map_err(|it| closed(method, &it)),
            Way::Pipe(strand) => strand.flush(method),
        }
    }

    /// Read one message, where one comes in time; none where what came is no message.
    pub(crate) fn read(&mut self, method: &str, until: Instant) -> Result<Option<Value>, CdpError> {
        let waited = until.saturating_duration_since(self.asked);
        let late = || CdpError::Late {
            method: method.to_owned(),
            seconds: waited.as_secs_f64().round() as u64,
        };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        let socket = match &mut self.way {
            Way::Socket(socket) => socket,
            Way::Pipe(strand) => return strand.read(method, until)?.map(Some).ok_or_else(late),
        };
        socket
            .get_ref()
            .set_read_timeout(Some(left))
            .map_err(|it| closed(method, &it.into()))?;
        let text = match socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(Message::Close(_)) => return Err(closed(method, &tungstenite::Error::ConnectionClosed)),
            Ok(_) => return Ok(None),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                return Err(late());
            }
            // A signal that somebody handles ends a read early; the browser is still there.
            Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => return Ok(None),
            Err(error) => return Err(closed(method, &error)),
        };
        let message = serde_json::from_str::<Value>(&text);
        if message.is_err() {
            tracing::debug!("skipped a message that is not JSON");
        }
        Ok(message.ok())
    }
}

fn closed(method: &str, error: &tungstenite::Error) -> CdpError {
    CdpError::Closed {
        method: method.to_owned(),
        reason: error.to_string(),
    }
}
