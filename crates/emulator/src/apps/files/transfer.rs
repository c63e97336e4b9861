//! Moving, copying and compressing what was selected, as soon as a folder is picked.

use super::{
    browser::Browser,
    dialogs::is_name,
    paths::{count, name_of, parent},
};
use crate::{
    apps::app::{Context, Document},
    msg::files::{Root, What},
    state::DeviceState,
};

/// The picker, and why it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    pub(super) what: What,
    pub(super) paths: Vec<String>,
    /// What is saved, for an errand of another app.
    pub(super) document: Option<Document>,
    /// What the picker shows.
    pub(super) browser: Browser,
}

impl What {
    /// What the button says.
    pub(super) fn button(self) -> &'static str {
        match self {
            What::Move => "Move",
            What::Copy => "Copy",
            What::Compress => "Compress",
            What::Save => "Save",
        }
    }

    fn going_on(self) -> &'static str {
        match self {
            What::Move => "Moving",
            What::Copy => "Copying",
            What::Compress => "Compressing",
            What::Save => "Saving",
        }
    }
}

impl Errand {
    /// The picker begins with the downloads, wherever the selection is.
    pub(super) fn new(what: What, paths: Vec<String>) -> Self {
        Self {
            what,
            paths,
            document: None,
            browser: Browser::at(Root::Downloads),
        }
    }

    /// For a document of another app.
    pub(super) fn save(document: Document) -> Self {
        Self {
            document: Some(document),
            ..Self::new(What::Save, Vec::new())
        }
    }

    /// Whether the folder that is shown can take it. A folder can't go into itself.
    pub(super) fn is_possible(&self) -> bool {
        if self.document.as_ref().is_some_and(|it| !is_name(&it.name)) {
            return false;
        }
        let into = format!("{}/", self.browser.dir);
        self.browser.root.is_folder() && !self.paths.iter().any(|it| into.starts_with(&format!("{it}/")))
    }

    pub(super) fn carry_out(self, ctx: &mut Context<'_>) {
        let (now, dir) = (ctx.now(), &self.browser.dir);
        if let Some(document) = self.document {
            let mut name = document.name.trim().to_owned();
            if !name.ends_with(document.extension) {
                name.push_str(document.extension);
            }
            let path = free(ctx.device, dir, &name);
            ctx.device.files.write(&path, &document.text, now);
            ctx.unfocus();
            ctx.open(document.back);
            return;
        }
        if self.what == What::Compress {
            let names: Vec<&str> = self.paths.iter().map(|it| name_of(it)).collect();
            let path = free(ctx.device, dir, "archive.zip");
            ctx.device.files.write(&path, &names.join("\n"), now);
        } else {
            for path in &self.paths {
                if self.what == What::Move && parent(path) == dir {
                    continue;
                }
                let to = free(ctx.device, dir, name_of(path));
                if self.what == What::Move {
                    ctx.device.files.rename(path, &to, now);
                } else {
                    ctx.device.files.copy(path, &to, now);
                }
            }
        }
        ctx.toast(format!(
            "{} {}.",
            self.what.going_on(),
            count(self.paths.len(), "file")
        ));
    }
}

/// A path in a folder that is not taken: what would be in the way keeps its name.
fn free(device: &DeviceState, dir: &str, name: &str) -> String {
    let (stem, extension) = match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        Some(_) | None => (name, ""),
    };
    let mut path = format!("{dir}/{name}");
    let mut number = 1;
    while device.files.exists(&path) {
        path = format!("{dir}/{stem} ({number}){extension}");
        number += 1;
    }
    path
}
