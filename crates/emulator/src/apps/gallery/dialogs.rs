//! What is asked and said about pictures.

use super::media::{name_of, parent, split};
use crate::{
    apps::app::Context,
    msg::gallery::{Conflict, Msg},
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Gravity, Ink, View, Window, button, check_row, column, date::Date, dialog, edit, parts::message, text,
    },
};

/// A dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    Delete(Vec<String>),
    Rename {
        path: String,
        stem: String,
        ending: String,
    },
    Properties(String),
}

impl Dialog {
    pub(super) fn rename(path: &str) -> Self {
        let (stem, ending) = split(name_of(path));
        Self::Rename {
            path: path.to_owned(),
            stem: stem.to_owned(),
            ending: ending.to_owned(),
        }
    }

    pub(super) fn typed(&mut self, field: &Msg, text: String) {
        if let Self::Rename { stem, ending, .. } = self {
            match field {
                Msg::Extension => *ending = text,
                _ => *stem = text,
            }
        }
    }

    /// Give a picture its new name; answers its path, or the dialog again where that can't be.
    pub(super) fn renamed(self, ctx: &mut Context<'_>) -> Result<String, Self> {
        let Self::Rename { path, stem, ending } = &self else {
            return Err(self);
        };
        let name = match ending.trim() {
            "" => stem.trim().to_owned(),
            ending => format!("{}.{ending}", stem.trim()),
        };
        let to = format!("{}/{name}", parent(path));
        if stem.trim().is_empty() || name.contains('/') {
            ctx.toast("Please enter a valid name");
            return Err(self);
        }
        let now = ctx.now();
        if to != *path && !ctx.device.files.rename(path, &to, now) {
            ctx.toast("A file or folder with that name already exists");
            return Err(self);
        }
        Ok(to)
    }

    pub(super) fn window(&self, device: &DeviceState) -> Window {
        match self {
            Self::Delete(paths) => {
                let what = match &paths[..] {
                    [one] => format!("\"{}\"", name_of(one)),
                    several => format!("{} items", several.len()),
                };
                let question = message(format!(
                    "Are you sure you want to move {what} into the Recycle Bin?"
                ));
                let ask = check_row("Do not ask again in this session", false, Msg::Nothing);
                dialog(
                    "",
                    vec![
                        question.id("delete_remember_title"),
                        ask.id("delete_remember_checkbox"),
                    ],
                    None,
                    Some(button("No", Msg::Keep)),
                    Some(button("Yes", Msg::DeleteDone)),
                )
            }
            Self::Rename { stem, ending, .. } => dialog(
                "Rename",
                vec![
                    edit(Msg::Stem, "Title", stem.clone()).id("rename_item_name"),
                    edit(Msg::Extension, "Extension", ending.clone()).id("rename_item_extension"),
                ],
                None,
                Some(button("Cancel", Msg::Keep)),
                Some(button("OK", Msg::RenameDone)),
            ),
            Self::Properties(path) => {
                let size = device.files.bytes(path).map_or(0, <[u8]>::len);
                let modified = device.files.times(path).map_or(0, |it| it.1);
                let said = [
                    ("Name", name_of(path).to_owned()),
                    ("Path", parent(path).to_owned()),
                    ("Size", format!("{:.1} kB", size as f64 / 1000.0)),
                    ("Last modified", Date::from_ms(modified).stamp()),
                ];
                let said = said.map(|(label, value)| {
                    column([
                        text(label).id("property_label").ink(Ink::Dim).wide(),
                        text(value).id("property_value").size(16).wide(),
                    ])
                    .wide()
                    .pad(0, 4)
                });
                dialog(
                    "Properties",
                    said.into(),
                    None,
                    None,
                    Some(button("OK", Msg::Keep)),
                )
            }
        }
    }
}

/// What can become of a file whose name is taken.
pub(super) fn choices(chosen: Conflict) -> View {
    let all = [
        (Conflict::Skip, "conflict_dialog_radio_skip", "Skip"),
        (
            Conflict::Overwrite,
            "conflict_dialog_radio_overwrite",
            "Overwrite",
        ),
        (Conflict::KeepBoth, "conflict_dialog_radio_keep_both", "Keep both"),
    ];
    let all = all.map(|(choice, id, words)| {
        let on = choice == chosen;
        text(words)
            .class("android.widget.RadioButton")
            .id(id)
            .checked(on)
            .tap(Msg::Conflict(choice))
            .picture(if on { IconName::RadioOn } else { IconName::RadioOff })
            .size(16)
            .at(Gravity::Start)
            .wide()
            .high(48)
    });
    column(all)
        .class("android.widget.RadioGroup")
        .id("conflict_dialog_radio_group")
        .wide()
}
