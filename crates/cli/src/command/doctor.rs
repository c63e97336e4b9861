//! `autorpa doctor`: what is installed, what is missing, how to get it.

use autorpa::{Autorpa, Error};

use crate::terminal::print;

/// The command.
pub fn run(rpa: &Autorpa) -> Result<(), Error> {
    for it in rpa.doctor()? {
        let more = it.more.replace('\n', "; ");
        print(&format!("{:<8} {:<18} {more}", it.health, it.what));
    }
    Ok(())
}
