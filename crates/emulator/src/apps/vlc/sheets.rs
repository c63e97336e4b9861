//! What comes up over VLC's pages: what else can be done, where something is added, and questions.

use super::{
    Msg, Over, Target, Vlc,
    pages::{name_of_list, tracks},
    store::{self, listed, name_of, playlists},
};
use crate::{
    state::DeviceState,
    toolkit::{
        Dim, View, Window, WindowKind, button, column, dialog, edit, parts::message, scroller, text,
        view::Enter,
    },
};

impl Vlc {
    pub(super) fn sheet(&self, device: &DeviceState) -> Option<Window> {
        let cancel = || button("Cancel", Msg::Keep);
        Some(match &self.over {
            Over::Nothing => return None,
            Over::Media(path) => sheet(
                name_of(path).to_owned(),
                [
                    ("Play", Msg::Media(path.clone())),
                    ("Append", Msg::Nothing),
                    ("Add to playlist", Msg::AddTo(vec![path.clone()])),
                    ("Information", Msg::Details(path.clone())),
                    ("Delete", Msg::Delete(vec![path.clone()])),
                ],
            ),
            Over::List(id) => {
                let files = listed(device, *id).into_iter();
                let paths = files.map(|it| it.1.get("path").to_owned());
                sheet(
                    name_of_list(device, *id),
                    [
                        ("Play", Msg::Nothing),
                        ("Append", Msg::Nothing),
                        ("Add to playlist", Msg::AddTo(paths.collect())),
                        ("Rename", Msg::RenameList(*id)),
                        ("Delete", Msg::DeleteList(*id)),
                    ],
                )
            }
            Over::Entry(id) => {
                let lists = device.tables.rows(super::PLAYLISTS).iter();
                let entry = lists.flat_map(|it| listed(device, it.id)).find(|it| it.0 == *id);
                let (title, path) = entry.map_or(("", ""), |it| (it.1.get("title"), it.1.get("path")));
                sheet(
                    title.to_owned(),
                    [
                        ("Play", Msg::Media(path.to_owned())),
                        ("Add to playlist", Msg::AddTo(vec![path.to_owned()])),
                        ("Information", Msg::Details(path.to_owned())),
                        ("Remove from playlist", Msg::Drop(*id)),
                    ],
                )
            }
            Over::AddTo { paths, name } => add_to(device, paths.len(), name),
            Over::Rename { name, .. } => {
                let field = edit(Msg::ListName, "New title", name.clone()).enter(Enter::Submit);
                let ok = button("OK", Msg::SaveList);
                dialog("Rename", vec![field], None, Some(cancel()), Some(ok))
            }
            Over::Details(path) => {
                let size = device.files.read(path).map_or(0, str::len);
                let lines = [
                    text(name_of(path).to_owned()).id("audio_title").size(18).wide(),
                    text(path.clone()).id("path_value").wide().pad(0, 6),
                    text(format!("{size} B")).id("size_value").wide(),
                ];
                let ok = button("OK", Msg::Keep);
                dialog("Information", lines.to_vec(), None, None, Some(ok))
            }
            Over::Delete(target) => {
                let question = match target {
                    Target::Files(paths) => match &paths[..] {
                        [one] => format!("Delete the file '{}'?", name_of(one)),
                        _ => format!("Delete {} files?", paths.len()),
                    },
                    Target::List(id) => format!("Delete the playlist '{}'?", name_of_list(device, *id)),
                };
                let yes = button("Delete", Msg::DeleteDone);
                dialog("", vec![message(question)], None, Some(cancel()), Some(yes))
            }
        })
    }
}

/// A sheet of what else can be done with something.
fn sheet<const N: usize>(title: String, lines: [(&'static str, Msg); N]) -> Window {
    let lines = lines.map(|(words, msg)| {
        text(words)
            .id("contextual_item_title")
            .size(16)
            .tap(msg)
            .wide()
            .high(48)
            .pad(16, 12)
    });
    let title = text(title).id("ctx_title").size(18).bold().wide().pad(16, 12);
    let list = column(lines).id("ctx_list").wide();
    Window::over(WindowKind::Sheet, column([title, list]).wide())
}

/// Where files are put: a new playlist, or one of those that are there.
fn add_to(device: &DeviceState, count: usize, name: &str) -> Window {
    let heading =
        |id: &'static str, words: &'static str| text(words).id(id).size(16).bold().wide().pad(16, 8);
    let files = |id: &'static str| text(tracks(count)).id(id).wide().pad(16, 0);
    let field = edit(Msg::ListName, "Playlist name", name.to_owned()).enter(Enter::Submit);
    let rows = playlists(device).into_iter().map(|it| {
        let words = column([
            text(it.get("name").to_owned()).id("title").size(16).wide(),
            text(tracks(store::listed(device, it.id).len()))
                .id("description")
                .wide(),
        ]);
        words
            .class("android.view.ViewGroup")
            .tap(Msg::AddToList(it.id))
            .wide()
            .high(56)
            .pad(16, 4)
    });
    let rows: Vec<View> = rows.collect();
    let existing = if rows.is_empty() {
        text("No playlist found.").id("empty").wide().pad(16, 12)
    } else {
        let list = scroller("androidx.recyclerview.widget.RecyclerView", "list", "", rows);
        list.height(Dim::Share(1))
    };
    let parts = [
        heading("textView9", "Add to new playlist"),
        files("medias2"),
        column([field]).id("dialog_playlist_name").wide().pad(16, 0),
        heading("textView8", "Add to existing playlist"),
        files("medias"),
        existing,
        button("Add", Msg::SaveList).id("dialog_playlist_save").wide(),
    ];
    Window::over(WindowKind::Sheet, column(parts).wide())
}
