//! What can be said about a script without running it: findings with a place, each with a stable code.

use rhai::Engine;
use task::Instance;
use trajectory::{Diagnostic, Position};

use crate::script::Script;

/// What would keep this script from working at all. Empty is good.
pub fn check(script: &Script, _seen: &[Instance]) -> Vec<Diagnostic> {
    let engine = Engine::new_raw();
    match engine.compile(&script.source) {
        Ok(_) => Vec::new(),
        Err(error) => {
            let place = error.position();
            let position = place.line().map(|line| Position {
                line,
                column: place.position().unwrap_or(1),
            });
            vec![Diagnostic::new("syntax", error.err_type().to_string()).at(position)]
        }
    }
}
