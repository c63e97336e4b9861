//! The pages of Retro Music, and its dialogs.

use super::{
    Msg, Music, Over, PLAYLISTS, Page, SONGS, Tab, listed, number,
    store::{length, queue, songs},
};
use crate::{
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, Window, bottom_bar, button, column, dialog, edit, fab, frame_of,
        icon, image, image_button, menu_button, parts::message, row, scroller, spacer, text, toolbar,
        toolbar_title, view::Enter,
    },
};

impl Music {
    pub(super) fn page(&self, device: &DeviceState) -> View {
        let (bar, body) = match self.pages.last() {
            None => (self.bar(), self.tab(device)),
            Some(Page::Search) => (self.search_bar(), self.found(device)),
            Some(Page::List(id)) => (list_bar(device, *id), playlist(device, *id, &self.picked)),
            Some(Page::Queue) => (up("Playing queue"), the_queue(device)),
        };
        let bar = if self.picked.is_empty() {
            bar
        } else {
            self.selection_bar()
        };
        let mut parts = vec![bar, frame_of([body.fill()]).wide().height(Dim::Share(1))];
        parts.extend(mini_player(device));
        parts.push(self.tabs());
        column(parts).fill()
    }

    fn bar(&self) -> View {
        let title = match self.tab {
            Tab::Home => "Retro Music",
            Tab::Songs => "Songs",
            Tab::Albums => "Albums",
            Tab::Artists => "Artists",
            Tab::Playlists => "Playlists",
        };
        let new = MenuItem::new("New playlist", Msg::NewList);
        let mut parts = vec![
            image_button(IconName::Search, "Search", Msg::Search),
            toolbar_title(title),
        ];
        if self.tab == Tab::Playlists {
            parts.push(menu_button(IconName::More, "More options", vec![new]));
        }
        toolbar("toolbar", parts)
    }

    fn search_bar(&self) -> View {
        let field = edit(Msg::SearchText, "Search", self.query.clone())
            .id("searchView")
            .enter(Enter::Submit)
            .width(Dim::Share(1));
        let back = image_button(IconName::Back, "Navigate up", Msg::Up);
        toolbar("toolbar", [back, field])
    }

    fn selection_bar(&self) -> View {
        let picked = || self.picked.clone();
        let count = toolbar_title(format!("{} selected", self.picked.len()));
        let more = menu_button(
            IconName::More,
            "More options",
            vec![
                MenuItem::new("Share", Msg::Nothing),
                MenuItem::new("Delete from device", Msg::Nothing),
                MenuItem::new("Select all", Msg::PickAll),
            ],
        );
        let close = image_button(IconName::Close, "Done", Msg::Unpick).id("action_mode_close_button");
        let next = icon(IconName::Forward, "Play next", Msg::PlayNext(picked())).id("action_play_next");
        let queue = icon(IconName::List, "Add to playing queue", Msg::Enqueue(picked()));
        let list = icon(IconName::Plus, "Add to playlist", Msg::AddTo(picked()));
        toolbar(
            "action_mode_bar",
            [
                close,
                count,
                next,
                queue.id("action_add_to_current_playing"),
                list.id("action_add_to_playlist"),
                more,
            ],
        )
    }

    fn tabs(&self) -> View {
        let tabs = [
            ("action_home", "For you", IconName::Home, Tab::Home),
            ("action_song", "Songs", IconName::Music, Tab::Songs),
            ("action_album", "Albums", IconName::Circle, Tab::Albums),
            ("action_artist", "Artists", IconName::Person, Tab::Artists),
            ("action_playlist", "Playlists", IconName::List, Tab::Playlists),
        ];
        let tabs = tabs.map(|(id, title, icon, tab)| {
            let here = tab == self.tab && self.pages.is_empty();
            (id, title, icon, Msg::Tab(tab).into(), here)
        });
        bottom_bar("navigationView", tabs)
    }

    fn tab(&self, device: &DeviceState) -> View {
        match self.tab {
            Tab::Home => {
                let buttons = ["History", "Last added", "Most played", "Shuffle"];
                let buttons = buttons.map(|it| button(it, Msg::Nothing).wide());
                column(buttons).id("container").pad(16, 16)
            }
            Tab::Songs => list("songs", songs(device).into_iter().map(|it| self.song(it, None))),
            Tab::Albums => names(device, "album"),
            Tab::Artists => names(device, "artist"),
            Tab::Playlists => {
                let rows = device.tables.rows(PLAYLISTS).iter().map(|it| {
                    let count = listed(device, it.id).len();
                    let more = playlist_menu(device, it.id);
                    let songs = format!("{count} {}", if count == 1 { "Song" } else { "Songs" });
                    item(it.get("playlist_name"), &songs, more).tap(Msg::List(it.id))
                });
                list("playlists", rows)
            }
        }
    }

    fn found(&self, device: &DeviceState) -> View {
        let query = self.query.trim().to_lowercase();
        let mut found = songs(device);
        found.retain(|it| {
            let said = ["title", "artist"].map(|column| it.get(column).to_lowercase());
            !query.is_empty() && said.iter().any(|it| it.contains(&query))
        });
        list(&query, found.into_iter().map(|it| self.song(it, None)))
    }

    /// A song of a list; one of a playlist can be taken out of it.
    fn song(&self, it: &Row, within: Option<i64>) -> View {
        song(it, within, &self.picked)
    }

    pub(super) fn dialog(&self, device: &DeviceState) -> Option<Window> {
        let cancel = || button("Cancel", Msg::Keep);
        Some(match &self.over {
            Over::Nothing => return None,
            Over::AddTo(_) => {
                let new = std::iter::once(("New playlist".to_owned(), Msg::NewList));
                let rows = device.tables.rows(PLAYLISTS).iter();
                let lists = rows.map(|it| (it.get("playlist_name").to_owned(), Msg::AddToList(it.id)));
                let lines = new.chain(lists).map(|(name, msg)| {
                    text(name)
                        .id("android:id/text1")
                        .size(16)
                        .tap(msg)
                        .wide()
                        .high(48)
                        .pad(8, 12)
                });
                let lines = lines.collect();
                dialog("Add to playlist", lines, None, Some(cancel()), None)
            }
            Over::Name { name, list, .. } => {
                let field = edit(Msg::ListName, "Playlist name", name.clone())
                    .id("actionNewPlaylist")
                    .enter(Enter::Submit);
                let (title, yes) = match list {
                    None => ("New playlist", button("Create", Msg::CreateList)),
                    Some(_) => ("Rename playlist", button("Rename", Msg::RenameDone)),
                };
                dialog(title, vec![field], None, Some(cancel()), Some(yes))
            }
            Over::Details(id) => {
                let song = device.tables.row(SONGS, *id);
                let get = |column: &str| song.map_or("", |it| it.get(column));
                let name = get("path").rsplit('/').next().unwrap_or_default();
                let lines = [
                    format!("File name: {name}"),
                    format!("Title: {}", get("title")),
                    format!("Artist: {}", get("artist")),
                    format!(
                        "Track length: {}",
                        length(song.map_or(0, |it| number(it, "duration_ms")))
                    ),
                ];
                let lines = lines.map(|it| text(it).size(16).wide().pad(0, 4));
                let ok = button("OK", Msg::Keep);
                dialog("Details", lines.to_vec(), None, None, Some(ok))
            }
            Over::Delete(id) => {
                let row = device.tables.row(PLAYLISTS, *id);
                let name = row.map_or("", |it| it.get("playlist_name"));
                let question = message(format!("Delete the playlist {name}?"));
                let yes = button("Delete", Msg::DeleteDone);
                dialog("Delete playlist", vec![question], None, Some(cancel()), Some(yes))
            }
        })
    }
}

fn song(it: &Row, within: Option<i64>, picked: &[i64]) -> View {
    let only = || vec![it.id];
    let mut lines = vec![
        MenuItem::new("Play next", Msg::PlayNext(only())),
        MenuItem::new("Add to playing queue", Msg::Enqueue(only())),
        MenuItem::new("Add to playlist", Msg::AddTo(only())),
    ];
    for words in ["Go to album", "Go to artist", "Share", "Tag editor"] {
        lines.push(MenuItem::new(words, Msg::Nothing));
    }
    lines.push(MenuItem::new("Details", Msg::Details(it.id)));
    lines.push(MenuItem::new("Set as ringtone", Msg::Nothing));
    match within {
        None => {
            lines.push(MenuItem::new("Add to Blacklist", Msg::Nothing));
        }
        Some(row) => lines.insert(0, MenuItem::new("Remove from playlist", Msg::Drop(row))),
    }
    lines.push(MenuItem::new("Delete from device", Msg::Nothing));
    let row = item(it.get("title"), it.get("artist"), lines);
    row.tap(Msg::Song(it.id))
        .hold(Msg::Song(it.id))
        .selected(picked.contains(&it.id))
}

/// A row with its menu.
fn item(title: &str, words: &str, menu: Vec<MenuItem>) -> View {
    let words = column([
        text(title.to_owned()).id("title").size(16).wide(),
        text(words.to_owned()).id("text").ink(Ink::Dim).wide(),
    ]);
    row([
        image(IconName::Music),
        words.width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
        menu_button(IconName::More, "", menu).id("menu"),
    ])
    .class("android.view.ViewGroup")
    .wide()
    .high(64)
    .pad(16, 4)
}

fn list(content: &str, rows: impl Iterator<Item = View>) -> View {
    let rows: Vec<View> = rows.collect();
    if rows.is_empty() {
        let empty = text("Empty").id("emptyText").size(16);
        return column([empty]).id("empty").at(Gravity::Center);
    }
    let class = "androidx.recyclerview.widget.RecyclerView";
    scroller(class, "recycler_view", content, rows)
}

/// The artists or albums of the songs, each once.
fn names(device: &DeviceState, column: &'static str) -> View {
    let mut all: Vec<&str> = songs(device).iter().map(|it| it.get(column)).collect();
    all.retain(|it| !it.is_empty());
    all.sort_unstable();
    all.dedup();
    let rows = all.into_iter().map(|it| {
        let name = text(it.to_owned()).id("title").size(16);
        row([name])
            .class("android.view.ViewGroup")
            .wide()
            .high(64)
            .pad(16, 16)
    });
    list(column, rows)
}

fn up(title: &'static str) -> View {
    let back = image_button(IconName::Back, "Navigate up", Msg::Up);
    toolbar("toolbar", [back, toolbar_title(title)])
}

fn playlist_menu(device: &DeviceState, id: i64) -> Vec<MenuItem> {
    let songs = || listed(device, id).iter().map(|it| it.1.id).collect();
    vec![
        MenuItem::new("Play", Msg::Play(songs())),
        MenuItem::new("Play next", Msg::PlayNext(songs())),
        MenuItem::new("Add to playing queue", Msg::Enqueue(songs())),
        MenuItem::new("Add to playlist", Msg::AddTo(songs())),
        MenuItem::new("Rename", Msg::RenameList(id)),
        MenuItem::new("Delete", Msg::DeleteList(id)),
        MenuItem::new("Save as file", Msg::SaveList(id)),
    ]
}

fn list_bar(device: &DeviceState, id: i64) -> View {
    let back = image_button(IconName::Back, "Navigate up", Msg::Up);
    let more = menu_button(IconName::More, "More options", playlist_menu(device, id));
    toolbar("toolbar", [back, spacer(), more])
}

fn playlist(device: &DeviceState, id: i64, picked: &[i64]) -> View {
    let songs = listed(device, id);
    let row = device.tables.row(PLAYLISTS, id);
    let name = row.map_or("", |it| it.get("playlist_name")).to_owned();
    let sum = songs.iter().map(|it| number(it.1, "duration_ms")).sum();
    let count = format!("{} Songs • {}", songs.len(), length(sum));
    let head = column([
        text(name).id("title").size(24).bold().wide(),
        text(count).id("subtitle").ink(Ink::Dim).wide(),
    ]);
    let rows = songs.into_iter().map(|(row, it)| song(it, Some(row), picked));
    let rows = std::iter::once(head.wide().pad(16, 16)).chain(rows);
    scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "recyclerView",
        &format!("list {id}"),
        rows,
    )
    .ordered()
}

fn the_queue(device: &DeviceState) -> View {
    let rows = queue(device);
    let rows = rows.iter().filter_map(|it| device.tables.row(SONGS, *it));
    let songs = rows.map(|it| song(it, None, &[]));
    let clear = fab("clearQueue", "", IconName::Trash, Msg::ClearQueue)
        .class("android.widget.Button")
        .text("Clear queue")
        .across(140);
    frame_of([list("queue", songs).ordered().fill(), clear])
}

/// What is played, above the tabs.
fn mini_player(device: &DeviceState) -> Option<View> {
    let first = *queue(device).first()?;
    let song = device.tables.row(SONGS, first)?;
    let title = text(song.get("title").to_owned())
        .id("miniPlayerTitle")
        .width(Dim::Share(1))
        .at(Gravity::Center);
    let player = row([image(IconName::Music), title, image(IconName::Play)]);
    Some(player.id("miniPlayerFragment").tap(Msg::Queue).wide().high(56))
}
