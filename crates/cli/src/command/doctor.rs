//! `autorpa doctor`: what is installed, what is missing, how to get it.

use autorpa::{Autorpa, Error};

use crate::terminal::print;

/// The command.
pub fn run(rpa: &Autorpa) -> Result<(), Error> {
    for it in rpa.doctor()? {
        print(&format!(
            "{:<8} {:<18} {}",
            it.mark,
            it.what,
            it.more.replace('\n', "; ")
        ));
    }
    Ok(())
}
