//! How a function came to be: its codes one after the other, as differences.

use std::{fs, path::Path};

use similar::TextDiff;

use crate::library::Function;

/// One code of a function, told as the difference from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its file in the history, or the script itself where it was changed by hand.
    pub file: String,
    /// Why it was written.
    pub why: String,
    /// Unified difference from the code before; the first has every line as new. Empty where nothing differs.
    pub diff: String,
}

impl Function {
    /// Every code there was, oldest first, and at the end what was changed by hand since.
    /// A file of the history that is gone is said so and passed over.
    pub fn history(&self) -> Vec<Change> {
        let folder = self.path.with_extension("history");
        let mut changes = Vec::new();
        let mut before = (String::from("nothing"), String::new());
        for kept in &self.receipt.history {
            match read(&folder, &kept.file) {
                Some(source) => {
                    let diff = difference((&before.0, &before.1), (&kept.file, &source));
                    changes.push(Change {
                        file: kept.file.clone(),
                        why: kept.why.clone(),
                        diff,
                    });
                    before = (kept.file.clone(), source);
                }
                None => {
                    let why = format!("{} (the file is gone)", kept.why);
                    changes.push(Change {
                        file: kept.file.clone(),
                        why,
                        diff: String::new(),
                    });
                }
            }
        }
        if self.edited {
            let file = format!("{}.rhai", self.name);
            let diff = difference((&before.0, &before.1), (&file, &self.source));
            changes.push(Change {
                file,
                why: "edited since it was verified".to_owned(),
                diff,
            });
        }
        changes
    }
}

/// A file of the history; its name comes from a receipt and must not lead out of the folder.
fn read(folder: &Path, file: &str) -> Option<String> {
    let plain = !file.contains(['/', '\\']) && file != "..";
    plain
        .then(|| fs::read_to_string(folder.join(file)).ok())
        .flatten()
}

/// The unified difference of two texts, each with its name.
pub fn difference((old_name, old): (&str, &str), (new_name, new): (&str, &str)) -> String {
    TextDiff::from_lines(old, new)
        .unified_diff()
        .header(old_name, new_name)
        .to_string()
}
