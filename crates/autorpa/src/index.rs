//! The recordings' index, for people: what is found by words, and what is said of the index itself.

use trajectory::{Bank, Filter, Index, Note, Opened, Within};

use crate::{Autorpa, error::Error, shown::line_of};

/// What a look into the recordings came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRecordings {
    /// What fits, best first, where that can be said.
    pub hits: Vec<String>,
    /// What is said of the index, and of what can't be read.
    pub notes: Vec<String>,
}

impl Autorpa {
    /// The recordings, of one task type or of all.
    pub fn list_recordings(&self, task_type: Option<&str>) -> Result<FoundRecordings, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let filter = Filter {
            task_type: task_type.map(str::to_owned),
            ..Filter::default()
        };
        let listing = bank.list(&filter).map_err(Error::kept)?;
        Ok(FoundRecordings {
            hits: listing.entries.iter().map(line_of).collect(),
            notes: listing.skipped.iter().map(ToString::to_string).collect(),
        })
    }

    /// Recordings and steps that have words of a query, so many at most.
    pub fn search_recordings(&self, query: &str, most: usize) -> Result<FoundRecordings, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let opened = Index::open(&bank).map_err(Error::kept)?;
        let hits = opened.index.search(query, most, &Within::default());
        let line = |hit: &trajectory::Hit| {
            let step = hit.step.map_or_else(String::new, |it| format!(" step {it}"));
            format!(
                "{:>6.2}  {}{step}  {} ({:?})\n        {}",
                hit.score, hit.recording, hit.task_type, hit.layer, hit.snippet
            )
        };
        Ok(FoundRecordings {
            hits: hits.map_err(Error::kept)?.iter().map(line).collect(),
            notes: notes(&opened),
        })
    }

    /// Make the index anew; what is said of that.
    pub fn index_recordings(&self) -> Result<Vec<String>, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let opened = Index::rebuild(&bank).map_err(Error::kept)?;
        let count = bank.ids().map_err(Error::kept)?.len() - opened.skipped.len();
        let mut said = notes(&opened);
        said.push(format!("indexed {count} recordings"));
        Ok(said)
    }
}

fn notes(opened: &Opened) -> Vec<String> {
    let mut said = Vec::new();
    for note in &opened.notes {
        match note {
            Note::Updated { .. } => tracing::info!("{note}"),
            Note::Rebuilt { .. } | Note::ReadOnly => said.push(note.to_string()),
        }
    }
    said.extend(opened.skipped.iter().map(ToString::to_string));
    said
}
