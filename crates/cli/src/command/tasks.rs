//! `autorpa tasks`: the task types, and for which of them there is a function; `autorpa devices`: what they are done on.

use autorpa::{Autorpa, Error};

use crate::{
    args::TasksArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &TasksArgs, rpa: &Autorpa) -> Result<(), Error> {
    let lines = rpa.task_lines(args.suite.as_deref())?;
    lines.iter().for_each(|it| print(it));
    Ok(())
}

/// `autorpa devices`: by the names that `--device` takes.
pub fn devices(rpa: &Autorpa) -> Result<(), Error> {
    for driver in rpa.registry.devices() {
        let begins = if driver.needs_url() { "with --url URL" } else { "" };
        print(format!("{:<28} {begins}", driver.name()).trim_end());
        match driver.present() {
            Ok(all) => all
                .iter()
                .for_each(|(name, what)| print(&format!("  {name:<26} {what}"))),
            Err(missing) => say(&format!("note: no device of `{}`: {missing}", driver.name())),
        }
    }
    Ok(())
}
