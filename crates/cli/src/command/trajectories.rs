//! `autorpa trajectories`: the recordings and their index.

use crate::{
    args::{TrajectoriesArgs, TrajectoriesCommand},
    terminal::{print, say},
};
use autorpa::{Autorpa, Error};

/// The command.
pub fn run(args: &TrajectoriesArgs, rpa: &Autorpa) -> Result<(), Error> {
    match &args.command {
        TrajectoriesCommand::List { task_type } => {
            let found = rpa.list_recordings(task_type.as_deref())?;
            found.hits.iter().for_each(|it| print(it));
            found.notes.iter().for_each(|it| say(it));
        }
        TrajectoriesCommand::Search { query, limit } => {
            let found = rpa.search_recordings(&query.join(" "), *limit)?;
            found.notes.iter().for_each(|it| say(it));
            if found.hits.is_empty() {
                say("nothing fits; `autorpa trajectories list` shows what there is");
            }
            found.hits.iter().for_each(|it| print(it));
        }
        TrajectoriesCommand::Rebuild => rpa.index_recordings()?.iter().for_each(|it| say(it)),
    }
    Ok(())
}
