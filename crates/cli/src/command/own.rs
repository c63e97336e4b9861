//! Tasks of a user's own: `autorpa new-task`, `schema`, `check FILE.task.toml`, `heal` and `accept`.

use std::path::Path;

use autorpa::{Autorpa, Error, HealRequest};
use task::file::schema as json_schema;

use crate::{
    args::{AcceptArgs, HealArgs, NewTaskArgs},
    terminal::{print, say},
};

/// `autorpa new-task`: a commented file that can be checked at once.
pub fn new_task(args: &NewTaskArgs) -> Result<(), Error> {
    let path = autorpa::new_task(&args.name, &args.folder)?;
    print(&path.display().to_string());
    say(&format!(
        "next: write down how it is seen that the task is done, then `autorpa check {}`",
        path.display()
    ));
    Ok(())
}

/// `autorpa schema`: for editors that complete and check TOML by a JSON Schema.
pub fn schema() -> Result<(), Error> {
    print(&format!("{:#}", json_schema()));
    Ok(())
}

/// `autorpa check` of a task file: every problem with its place, else what the file says.
pub fn check(path: &Path, rpa: &Autorpa) -> Result<(), Error> {
    let file = rpa.check_task_file(path)?;
    autorpa::in_short(&file, path).iter().for_each(|it| say(it));
    Ok(())
}

/// `autorpa heal`: what the last runs found otherwise than a function says, as an update that a person accepts.
pub fn heal(args: &HealArgs, rpa: &Autorpa) -> Result<(), Error> {
    let healing = rpa.heal(&HealRequest::new(&args.function))?;
    print(&healing.to_string());
    let agreed = || args.accept || rpa.told.agrees("keep this update?") == Some(true);
    if healing.updates.is_empty() || !agreed() {
        return Ok(());
    }
    let healed = rpa.accept_healing(&healing)?;
    say(&format!(
        "{} is updated: {}",
        healed.title(),
        healed.standing().meaning()
    ));
    Ok(())
}

/// `autorpa accept`: a person's word for what nobody could check.
pub fn accept(args: &AcceptArgs, rpa: &Autorpa) -> Result<(), Error> {
    let accepted = rpa.accept(&args.function, args.run.as_deref())?;
    say(&format!(
        "{} is accepted by your word, for the run {}; `autorpa run` takes it from now on",
        accepted.function.title(),
        accepted.run
    ));
    Ok(())
}
