//! What stands in the address of the page in front.

use std::time::Duration;

use trajectory::{Code, Diagnostic};
use ui::in_path;

use crate::{session::Session, stop::Stop, wait::Patience};

/// How long a page may take to come.
const COMES: Duration = Duration::from_secs(10);

impl Session {
    /// What the path of the page's address has where its form has a `*`, once the page has come.
    pub fn read_address(&mut self, form: &str) -> Result<String, Stop> {
        let mut patience = Patience::new(COMES, self.options.find_rounds, self.clock);
        loop {
            let screen = self.screen()?;
            let path = screen.path();
            if let Some(part) = in_path(path, form) {
                return Ok(part.to_owned());
            }
            if !self.goes_on(&mut patience)? {
                let message = format!("the page's address is \"{path}\" and not of the form {form}");
                let diagnostic = Diagnostic::new(Code::AssertionFailed, message);
                return Err(Stop::refused(diagnostic));
            }
        }
    }
}
