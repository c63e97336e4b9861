//! Tasks of a user's own: `autorpa new-task`, `schema`, `check FILE.task.toml` and `accept`.

use std::path::Path;

use autorpa::{Autorpa, Error};
use task::file::schema as json_schema;

use crate::{
    args::{AcceptArgs, NewTaskArgs},
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
    say(&format!(
        "{}: nothing to say against it: `{}`, {} parameter{}, {} instance{}, {} check{}",
        path.display(),
        file.name,
        file.params.len(),
        plural(file.params.len()),
        file.instance_count(),
        plural(file.instance_count()),
        file.checks.len(),
        plural(file.checks.len()),
    ));
    if file.checks.is_empty() {
        say(
            "note: it has no [[check]]: every run ends `unchecked`, and only a person can say that it worked",
        );
    }
    Ok(())
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
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
