//! `autorpa check`: what can be said of a script without running it, and of its locators on the screens it was
//! made from.

use autorpa::{Autorpa, Error};
use trajectory::Outcome;

use crate::{
    args::CheckArgs,
    refusal::Fault,
    terminal::{print, say},
};

/// `autorpa check`.
pub fn run(args: &CheckArgs, rpa: &Autorpa) -> Result<(), Error> {
    if args.script.extension().is_some_and(|it| it == "toml") {
        return super::own::check(&args.script, rpa);
    }
    let checked = rpa.check_script(&args.script)?;
    checked.notes().iter().for_each(|it| say(it));
    if checked.findings.is_empty() {
        return Ok(());
    }
    let name = checked.path.display().to_string();
    for finding in &checked.findings {
        print(finding.render(&name, &checked.source).trim_end());
    }
    let count = checked.findings.len();
    Err(Error::ended(Outcome::ScriptFault, Fault::Found { name, count }))
}
