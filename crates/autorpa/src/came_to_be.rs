//! How a function came to be.

use library::Library;

use crate::{Autorpa, error::Error};

impl Autorpa {
    /// How a function came to be, a part each: every refinement as a difference, what each phase of the last build did, and
    /// what altered screens showed.
    pub fn history(&self, name: &str) -> Result<Vec<String>, Error> {
        let function = Library::open(&self.home.library).get(name).map_err(Error::kept)?;
        let changes = function.history().into_iter();
        let mut parts: Vec<String> = changes
            .map(|it| format!("## {}: {}\n{}", it.file, it.why, it.diff))
            .collect();
        let receipt = &function.receipt;
        if !receipt.phases.is_empty() {
            parts.push(format!("## the last build\n{}", receipt.phases.join("\n")));
        }
        parts.extend(
            receipt
                .mutation
                .map(|it| format!("## on altered screens of its recordings\n{it}")),
        );
        Ok(parts)
    }
}
