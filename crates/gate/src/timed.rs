//! What a client sends, for as long as it may take.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use hyper::body::{Body, Frame, SizeHint};
use thiserror::Error;
use tokio::time::{Sleep, sleep};

/// A body that has to be there within a time.
pub struct Timed<B> {
    body: B,
    over: Pin<Box<Sleep>>,
}

/// Why a body can't be read.
#[derive(Debug, Error)]
pub enum NotRead<E> {
    /// The client takes too long.
    #[error("the request takes too long")]
    Slow,
    /// The connection says why.
    #[error(transparent)]
    Broken(E),
}

impl<B> Timed<B> {
    pub(crate) fn new(body: B, within: Duration) -> Self {
        Self {
            body,
            over: Box::pin(sleep(within)),
        }
    }
}

impl<B: Body + Unpin> Body for Timed<B> {
    type Data = B::Data;
    type Error = NotRead<B::Error>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, NotRead<B::Error>>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|it| it.map_err(NotRead::Broken)));
        }
        let over = self.over.as_mut().poll(context);
        over.map(|()| Some(Err(NotRead::Slow)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
