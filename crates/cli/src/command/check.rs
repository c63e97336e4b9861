//! `autorpa check`: what can be said of a script without running it, and of its locators on the screens it was
//! made from.

use autorpa::{Autorpa, Error, NotHeld};
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
    let name = checked.path.display().to_string();
    if let Some(why) = checked.not_held {
        say(&format!(
            "{name}: its locators were not held against recorded screens: {why}"
        ));
        if why == NotHeld::NoRecordings {
            say(&format!("{name}: not played with altered screens: {why}"));
        }
    }
    for why in &checked.left_out {
        say(&format!("{name}: not played with altered screens: {why}"));
    }
    if let Some(score) = checked.score {
        say(&format!("{name}: {score}"));
    }
    if checked.findings.is_empty() {
        say(&format!("{name}: nothing to say against it"));
        return Ok(());
    }
    for finding in &checked.findings {
        print(finding.render(&name, &checked.source).trim_end());
    }
    let count = checked.findings.len();
    Err(Error::ended(Outcome::ScriptFault, Fault::Found { name, count }))
}
