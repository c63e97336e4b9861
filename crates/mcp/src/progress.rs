//! What a run tells, on its way to the client.

use autorpa::{Event, Observer};
use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use trajectory::RunLine;

/// Hears a run from its thread, and hands on each line and each step.
pub struct Lines(UnboundedSender<String>);

impl Observer for Lines {
    fn hear(&self, event: &Event<'_>) {
        let line = match event {
            Event::Line { text } => text.clone(),
            Event::Building { step, .. } => step.to_string(),
            Event::Doing { doing, .. } => doing.to_string(),
            Event::Noted { line, .. } => match line {
                RunLine::Acts(acts) => acts.step.clone(),
                RunLine::Acted(acted) => match &acted.error {
                    Some(error) => format!("it is not done: {error}"),
                    None => return,
                },
                RunLine::Begins(_) | RunLine::Before { .. } | RunLine::Picture(_) | RunLine::Ends(_) => {
                    return;
                }
            },
            Event::Over { .. } | Event::Length { .. } | Event::Done { .. } | Event::Ran { .. } => return,
        };
        // A client that is gone hears nothing; the run's record has it all.
        let _ = self.0.send(line);
    }
}

/// An observer, and what it hears.
pub fn lines() -> (Lines, UnboundedReceiver<String>) {
    let (sender, receiver) = unbounded_channel();
    (Lines(sender), receiver)
}

/// Send each line to a client that asked for progress, until the run is over.
pub async fn report(
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
    mut lines: UnboundedReceiver<String>,
) {
    let mut heard = 0.0;
    while let Some(line) = lines.recv().await {
        let Some(token) = &token else { continue };
        heard += 1.0;
        let note = ProgressNotificationParam::new(token.clone(), heard).with_message(line);
        if let Err(error) = peer.notify_progress(note).await {
            tracing::debug!(%error, "the client hears no progress");
        }
    }
}
