//! Messages that go away by themselves.

/// A message that goes away by itself.
#[derive(Clone, Debug)]
pub(super) struct Toast {
    pub text: String,
    pub until_ms: i64,
    pub package: &'static str,
}
