//! `autorpa studio`: the library in a browser.

use autorpa::{Autorpa, Error};
use studio::Studio;

use crate::{
    args::StudioArgs,
    terminal::{print, say},
};

/// The command: until Ctrl-C, or the program is ended.
pub fn run(args: &StudioArgs, rpa: Autorpa) -> Result<(), Error> {
    args.metrics.answer(&rpa)?;
    let studio = Studio::open(rpa, args.port)?;
    print(&studio.address());
    say("open this address in a browser of this machine; Ctrl-C ends it, with all that runs");
    studio.serve()
}
