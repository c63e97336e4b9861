//! `autorpa trajectories`: the recordings and their index.

use trajectory::{Bank, Filter, Index, Note, Opened, Within};

use crate::{
    args::{TrajectoriesArgs, TrajectoriesCommand},
    terminal::{print, say},
};
use autorpa::{Autorpa, Error};

/// The command.
pub fn run(args: &TrajectoriesArgs, rpa: &Autorpa) -> Result<(), Error> {
    let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
    match &args.command {
        TrajectoriesCommand::List { task_type } => {
            let filter = Filter {
                task_type: task_type.clone(),
                ..Filter::default()
            };
            let listing = bank.list(&filter).map_err(Error::kept)?;
            for it in &listing.entries {
                print(&autorpa::line_of(it));
            }
            listing.skipped.iter().for_each(|it| say(&it.to_string()));
        }
        TrajectoriesCommand::Search { query, limit } => {
            let opened = Index::open(&bank).map_err(Error::kept)?;
            tell(&opened);
            let hits = opened
                .index
                .search(&query.join(" "), *limit, &Within::default())
                .map_err(Error::kept)?;
            if hits.is_empty() {
                say("nothing fits; `autorpa trajectories list` shows what there is");
            }
            for hit in hits {
                let step = hit.step.map_or_else(String::new, |it| format!(" step {it}"));
                print(&format!(
                    "{:>6.2}  {}{step}  {} ({:?})\n        {}",
                    hit.score, hit.recording, hit.task_type, hit.layer, hit.snippet
                ));
            }
        }
        TrajectoriesCommand::Rebuild => {
            let opened = Index::rebuild(&bank).map_err(Error::kept)?;
            tell(&opened);
            say(&format!(
                "indexed {} recordings",
                bank.ids().map_err(Error::kept)?.len() - opened.skipped.len()
            ));
        }
    }
    Ok(())
}

fn tell(opened: &Opened) {
    for note in &opened.notes {
        match note {
            Note::Updated { .. } => tracing::info!("{note}"),
            Note::Rebuilt { .. } | Note::ReadOnly => say(&note.to_string()),
        }
    }
    opened.skipped.iter().for_each(|it| say(&it.to_string()));
}
