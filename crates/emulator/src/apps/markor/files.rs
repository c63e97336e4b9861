//! The file list: rows, sorting, selection, and the toolbar over it.

use std::collections::BTreeSet;

use super::{
    By, Dialog, Markor, Msg, NOTEBOOK,
    paths::{name_of, parent},
    row::file_row,
    sort::sorted,
};
use crate::{
    apps::app::Context,
    msg::AppId,
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Gravity, MenuItem, View, date::Date, frame_of, icon, menu_button, scroller, text, toolbar,
        toolbar_title,
    },
};

impl Markor {
    /// The list of the folder that is shown.
    pub(super) fn file_list(&self, device: &DeviceState) -> View {
        let entries = sorted(device, &self.dir, self.sort);
        let mut rows = Vec::with_capacity(entries.len() + 1);
        if self.dir != "/" {
            rows.push(file_row(
                "Folder",
                "..",
                parent(&self.dir).to_owned(),
                Msg::Row("..".to_owned()),
                false,
                true,
            ));
        }
        for it in &entries {
            let picked = self.picked.contains(&it.name);
            let kind = match (picked, it.is_dir) {
                (true, _) => "Selected",
                (false, true) => "Folder",
                (false, false) => "File",
            };
            let date = Date::from_ms(it.modified_ms).stamp();
            rows.push(file_row(
                kind,
                &it.name,
                date,
                Msg::Row(it.name.clone()),
                picked,
                true,
            ));
        }
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "ui__filesystem_dialog__list",
            &self.dir,
            rows,
        );
        let mut parts = vec![list.fill()];
        if entries.is_empty() {
            parts.push(text("¯\\_(ツ)_/¯").id("empty_hint").size(20).at(Gravity::Center));
        }
        frame_of(parts).id("ui__filesystem_dialog__root").fill()
    }

    /// The toolbar over the list; other buttons while something is selected.
    pub(super) fn file_bar(&self) -> View {
        let mut parts = Vec::new();
        if self.picked.is_empty() {
            let title = if self.dir == NOTEBOOK {
                "Markor".to_owned()
            } else {
                format!("> {}", name_of(&self.dir))
            };
            let sort = self.sort;
            let by = |title, by| MenuItem::new(title, Msg::SortBy(by)).checked(sort.by == by);
            parts.push(toolbar_title(title));
            parts.push(
                menu_button(
                    IconName::Folder,
                    "Go to",
                    vec![
                        MenuItem::new("Internal storage", Msg::GoTo("/storage/emulated/0")),
                        MenuItem::new("Notebook", Msg::GoTo(NOTEBOOK)),
                    ],
                )
                .id("action_go_to"),
            );
            parts.push(
                menu_button(
                    IconName::Sort,
                    "Sort by",
                    vec![
                        by("Name", By::Name),
                        by("Date", By::Date),
                        by("Size", By::Size),
                        by("MIME type", By::MimeType),
                        MenuItem::new("Folder first", Msg::FoldersFirst).checked(sort.folders_first),
                        MenuItem::new("Reverse order", Msg::Reverse).checked(sort.reverse),
                        MenuItem::new(".dotfiles", Msg::Dotfiles).checked(sort.dotfiles),
                    ],
                )
                .id("action_sort"),
            );
            parts.push(icon(IconName::Search, "Search", Msg::Search).id("action_search"));
            let more = vec![
                MenuItem::new("Import from device", Msg::Import),
                MenuItem::new("Settings", Msg::Settings),
            ];
            parts.push(menu_button(IconName::More, "More options", more));
        } else {
            let single = self.picked.len() == 1;
            parts.push(toolbar_title(""));
            parts.push(icon(IconName::Star, "Favourite", Msg::Favourite).id("action_favourite"));
            if single {
                parts.push(icon(IconName::Edit, "Rename", Msg::Rename).id("action_rename_selected_item"));
                parts.push(icon(IconName::Info, "Details", Msg::Details).id("action_info_selected_item"));
            }
            parts.push(icon(IconName::Trash, "Delete", Msg::Delete).id("action_delete_selected_items"));
            let mut more = Vec::new();
            if single {
                more.push(MenuItem::new("Clipboard", Msg::ToClipboard));
            }
            more.push(MenuItem::new("Move", Msg::Move));
            more.push(MenuItem::new("Copy", Msg::Copy));
            if single {
                more.push(MenuItem::new("Create shortcut", Msg::Shortcut));
            }
            more.push(MenuItem::new("Share", Msg::ShareFiles));
            parts.push(menu_button(IconName::More, "More options", more));
        }
        toolbar("toolbar", parts)
    }

    /// Select a file, or select it no more.
    pub(super) fn pick(&mut self, name: String) {
        toggle(&mut self.picked, name);
    }

    /// The paths of what is selected.
    pub(super) fn picked_paths(&self) -> Vec<String> {
        self.picked
            .iter()
            .map(|it| format!("{}/{it}", self.dir))
            .collect()
    }

    pub(super) fn in_list(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Row(name) if !self.picked.is_empty() && name != ".." => toggle(&mut self.picked, name),
            Msg::Row(name) => {
                self.picked.clear();
                let path = if name == ".." {
                    parent(&self.dir).to_owned()
                } else {
                    format!("{}/{name}", self.dir)
                };
                if ctx.device.files.is_dir(&path) {
                    self.dir = path;
                } else {
                    self.open(ctx, &path);
                }
            }
            Msg::SortBy(by) => self.sort.by = by,
            Msg::FoldersFirst => self.sort.folders_first = !self.sort.folders_first,
            Msg::Reverse => self.sort.reverse = !self.sort.reverse,
            Msg::Dotfiles => self.sort.dotfiles = !self.sort.dotfiles,
            Msg::GoTo(dir) => self.dir = dir.to_owned(),
            Msg::ClearPicked => self.picked.clear(),
            // What is imported is looked for in the app for files.
            Msg::Import => ctx.open(AppId::Files),
            Msg::Favourite => {
                for path in self.picked_paths() {
                    toggle(&mut self.favourites, path);
                }
                self.picked.clear();
            }
            Msg::ToClipboard => {
                let text = self
                    .picked_paths()
                    .first()
                    .and_then(|it| ctx.device.files.read(it))
                    .map(str::to_owned);
                if text.is_some() {
                    ctx.device.clipboard = text;
                    ctx.toast("Copied to clipboard");
                }
                self.picked.clear();
            }
            Msg::ShareFiles => {
                let texts: Vec<&str> = self
                    .picked_paths()
                    .iter()
                    .filter_map(|it| ctx.device.files.read(it))
                    .collect();
                let text = texts.join("\n");
                self.picked.clear();
                ctx.share(text);
            }
            _ => {}
        }
    }

    /// Move or copy what was selected; what is in the way stops it until it may be replaced.
    pub(super) fn transfer(&mut self, ctx: &mut Context<'_>, copying: bool, dir: &str, overwrite: bool) {
        let now = ctx.now();
        let pairs: Vec<(String, String)> = self
            .picked_paths()
            .into_iter()
            .map(|it| (format!("{dir}/{}", name_of(&it)), it))
            .map(|(to, from)| (from, to))
            .collect();
        let clash = pairs
            .iter()
            .find(|(from, to)| from != to && ctx.device.files.exists(to));
        if let (Some((_, to)), false) = (clash, overwrite) {
            self.dialog = Some(Dialog::Clash {
                name: name_of(to).to_owned(),
                copying,
                dir: dir.to_owned(),
            });
            return;
        }
        for (from, to) in pairs
            .iter()
            .filter(|(from, to)| from != to && !format!("{to}/").starts_with(&format!("{from}/")))
        {
            ctx.device.files.remove(to);
            if copying {
                ctx.device.files.copy(from, to, now);
            } else {
                ctx.device.files.rename(from, to, now);
            }
        }
        self.dialog = None;
        self.picked.clear();
    }
}

/// Put it in, or take it out if it is in.
fn toggle(set: &mut BTreeSet<String>, name: String) {
    if !set.remove(&name) {
        set.insert(name);
    }
}
