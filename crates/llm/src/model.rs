//! Whoever answers a [`Request`].

use crate::{
    error::ModelError,
    request::{Reply, Request},
};

/// A language model. Blocking: whoever asks has nothing else to do until the answer is there.
pub trait Model: Send {
    /// Answer. Transient failures have been retried by then.
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError>;

    /// What it is, for receipts and messages (`openai:gpt-4o`). Never holds a secret.
    fn describe(&self) -> String;
}

impl<M: Model + ?Sized> Model for &mut M {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        (**self).complete(request)
    }

    fn describe(&self) -> String {
        (**self).describe()
    }
}

impl<M: Model + ?Sized> Model for Box<M> {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        (**self).complete(request)
    }

    fn describe(&self) -> String {
        (**self).describe()
    }
}
