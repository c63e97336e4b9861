//! The pages of VLC: the tabs, folders, a playlist, and the player.

use super::{
    Msg, Page, Player, Tab, Vlc,
    store::{self, STORAGE, frames, inside, is_song, is_video, length, listed, name_of, playlists, title_of},
};
use crate::{
    paint::{Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, bottom_bar, column, frame_of, icon, image, image_button,
        menu_button, row, scroller, search_bar, text, toolbar, toolbar_title,
    },
};

const LIST: &str = "androidx.recyclerview.widget.RecyclerView";

impl Vlc {
    pub(super) fn page(&self, device: &DeviceState) -> View {
        let body = match (self.pages.last(), self.tab) {
            (Some(Page::Folder(path)), _) => self.folder(device, path),
            (Some(Page::List(id)), _) => self.playlist(device, *id),
            (None, Tab::Video | Tab::Audio) => {
                let rows: Vec<View> = self
                    .shown(device)
                    .iter()
                    .map(|it| self.card(device, it))
                    .collect();
                list("media", &self.said(), rows)
            }
            (None, Tab::Browse) => storages(),
            (None, Tab::Playlists) => self.all_playlists(device),
            (None, Tab::More) => more(),
        };
        column([
            self.bar(device),
            frame_of([body.fill()]).wide().height(Dim::Share(1)),
            self.tabs(),
        ])
        .fill()
    }

    /// The files that are listed now, in their order.
    pub(super) fn shown(&self, device: &DeviceState) -> Vec<String> {
        let (mut all, by_name) = match (self.pages.last(), self.tab) {
            (Some(Page::Folder(path)), _) => (inside(device, path).1, true),
            (None, Tab::Video) => (store::all(device, is_video), false),
            (None, Tab::Audio) => (store::all(device, is_song), false),
            (Some(Page::List(_)), _) | (None, Tab::Browse | Tab::Playlists | Tab::More) => (Vec::new(), true),
        };
        all.retain(|it| match by_name {
            true => self.lets_through(name_of(it)),
            false => self.lets_through(&title_of(it)),
        });
        all
    }

    fn said(&self) -> String {
        format!("{:?} {:?} {:?}", self.tab, self.pages.last(), self.query)
    }

    fn lets_through(&self, words: &str) -> bool {
        let query = self.query.as_deref().unwrap_or_default().trim().to_lowercase();
        words.to_lowercase().contains(&query)
    }

    fn bar(&self, device: &DeviceState) -> View {
        if !self.picked.is_empty() {
            return self.selection_bar();
        }
        if let Some(query) = &self.query {
            let parts = search_bar("Search…", query, [Msg::Up, Msg::SearchText, Msg::ClearSearch]);
            return toolbar("main_toolbar", parts);
        }
        let title = match (self.pages.last(), self.tab) {
            (Some(Page::Folder(path)), _) if path == STORAGE => "Internal memory".to_owned(),
            (Some(Page::Folder(path)), _) => name_of(path).to_owned(),
            (Some(Page::List(id)), _) => name_of_list(device, *id),
            (None, Tab::Video) => "Video".to_owned(),
            (None, Tab::Audio) => "Audio".to_owned(),
            (None, Tab::Browse) => "Browse".to_owned(),
            (None, Tab::Playlists) => "Playlists".to_owned(),
            (None, Tab::More) => "More".to_owned(),
        };
        let mut parts = Vec::new();
        if !self.pages.is_empty() {
            parts.push(image_button(IconName::Back, "Navigate up", Msg::Up));
        }
        parts.push(toolbar_title(title));
        if self.tab != Tab::More {
            parts.push(icon(IconName::Search, "Search…", Msg::Search).id("ml_menu_filter"));
        }
        if let Some(Page::Folder(_)) = self.pages.last() {
            let whole = vec![
                MenuItem::new("Add this folder", Msg::AddFolder(false)),
                MenuItem::new("Add this folder and subfolders", Msg::AddFolder(true)),
            ];
            let lines = vec![
                MenuItem::submenu("Add to playlist", whole),
                MenuItem::new("Refresh", Msg::Nothing),
            ];
            parts.push(menu_button(IconName::More, "More options", lines));
        }
        toolbar("main_toolbar", parts)
    }

    fn selection_bar(&self) -> View {
        let of_folder = matches!(self.pages.last(), Some(Page::Folder(_)));
        let ids = match of_folder {
            true => [
                "action_mode_file_info",
                "action_mode_file_play",
                "action_mode_file_append",
                "action_mode_file_delete",
                "action_mode_file_add_playlist",
            ],
            false => [
                "action_video_info",
                "action_video_play",
                "action_video_append",
                "action_video_delete",
                "action_mode_audio_add_playlist",
            ],
        };
        let play = if of_folder { "Play all" } else { "Play" };
        let mut parts = vec![
            image_button(IconName::Close, "Done", Msg::Unpick).id("action_mode_close_button"),
            toolbar_title(format!("{} selected", self.picked.len())).id("action_bar_title"),
        ];
        if let [one] = &self.picked[..] {
            parts.push(icon(IconName::Eye, "Information", Msg::Details(one.clone())).id(ids[0]));
        }
        parts.extend([
            icon(IconName::Play, play, Msg::Nothing).id(ids[1]),
            icon(IconName::Plus, "Append", Msg::Nothing).id(ids[2]),
            icon(IconName::Trash, "Delete", Msg::Delete(self.picked.clone())).id(ids[3]),
            icon(IconName::List, "Add to playlist", Msg::AddPicked).id(ids[4]),
        ]);
        toolbar("action_mode_bar", parts)
    }

    fn tabs(&self) -> View {
        let tabs = [
            ("nav_video", "Video", IconName::Camera, Tab::Video),
            ("nav_audio", "Audio", IconName::Music, Tab::Audio),
            ("nav_directories", "Browse", IconName::Folder, Tab::Browse),
            ("nav_playlists", "Playlists", IconName::List, Tab::Playlists),
            ("nav_more", "More", IconName::More, Tab::More),
        ];
        let tabs =
            tabs.map(|(id, title, icon, tab)| (id, title, icon, Msg::Tab(tab).into(), tab == self.tab));
        bottom_bar("navigation", tabs)
    }

    /// A video or a song, by its title.
    fn card(&self, device: &DeviceState, path: &str) -> View {
        let mut words = vec![text(title_of(path)).id("ml_item_title").size(16).wide()];
        let ms: i64 = frames(device.files.read(path).unwrap_or_default())
            .iter()
            .map(|it| it.0)
            .sum();
        if ms > 0 {
            words.push(text(length(ms)).id("ml_item_time").ink(Ink::Dim).wide());
        }
        let card = [
            image(IconName::Play).id("ml_item_thumbnail"),
            column(words).width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
            more_button(Msg::More(path.to_owned())),
        ];
        self.line(row(card), path)
    }

    /// A row of a file, which can be selected.
    fn line(&self, row: View, path: &str) -> View {
        row.class("android.view.ViewGroup")
            .tap(Msg::Media(path.to_owned()))
            .hold(Msg::Media(path.to_owned()))
            .selected(self.picked.iter().any(|it| it == path))
            .wide()
            .high(64)
            .pad(16, 4)
    }

    fn folder(&self, device: &DeviceState, path: &str) -> View {
        let (folders, _) = inside(device, path);
        let folders = folders.iter().filter(|it| self.lets_through(name_of(it)));
        let folders = folders.map(|it| {
            let (below, files) = inside(device, it);
            let count = |count: usize, one: &str| match count {
                0 => None,
                1 => Some(format!("1 {one}")),
                _ => Some(format!("{count} {one}s")),
            };
            let counts = [count(below.len(), "subfolder"), count(files.len(), "media file")];
            let counts: Vec<String> = counts.into_iter().flatten().collect();
            browsed(IconName::Folder, name_of(it), &counts.join(", "), None)
                .desc(format!("Folder: {}", name_of(it)))
                .tap(Msg::Folder(it.clone()))
        });
        let files = self.shown(device);
        let files = files.iter().map(|it| {
            let row = browsed(IconName::Play, name_of(it), "", Some(Msg::More(it.clone())));
            self.line(row, it)
        });
        list("network_list", &self.said(), folders.chain(files).collect())
    }

    fn all_playlists(&self, device: &DeviceState) -> View {
        let all = playlists(device).into_iter();
        let rows = all.filter(|it| self.lets_through(it.get("name"))).map(|it| {
            let words = column([
                text(it.get("name").to_owned()).id("title").size(16).wide(),
                text(tracks(listed(device, it.id).len()))
                    .id("subtitle")
                    .ink(Ink::Dim)
                    .wide(),
            ]);
            row([
                image(IconName::List),
                words.width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
                more_button(Msg::MoreOfList(it.id)),
            ])
            .class("android.view.ViewGroup")
            .tap(Msg::List(it.id))
            .wide()
            .high(64)
            .pad(16, 4)
        });
        list("audio_list", &self.said(), rows.collect())
    }

    fn playlist(&self, device: &DeviceState, id: i64) -> View {
        let rows = listed(device, id).into_iter();
        let rows = rows
            .filter(|it| self.lets_through(it.1.get("title")))
            .map(|(entry, it)| {
                let title = text(it.get("title").to_owned()).id("audio_item_title").size(16);
                let path = it.get("path").to_owned();
                row([
                    image(IconName::Play).id("coverImage"),
                    title.width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
                    more_button(Msg::MoreOfEntry(entry)).class("android.widget.ImageButton"),
                ])
                .class("android.view.ViewGroup")
                .id("item_container")
                .tap(Msg::Media(path))
                .wide()
                .high(64)
                .pad(16, 4)
            });
        list("browser_list", &self.said(), rows.collect()).ordered()
    }
}

pub(super) fn name_of_list(device: &DeviceState, id: i64) -> String {
    let row = device.tables.row(super::PLAYLISTS, id);
    row.map_or_else(String::new, |it| it.get("name").to_owned())
}

/// How many there are in a playlist.
pub(super) fn tracks(count: usize) -> String {
    match count {
        1 => "1 track".to_owned(),
        _ => format!("{count} tracks"),
    }
}

fn more_button(msg: Msg) -> View {
    icon(IconName::More, "More Actions", msg)
        .class("android.widget.ImageView")
        .id("item_more")
}

/// A row of a folder.
fn browsed(picture: IconName, name: &str, words: &str, more: Option<Msg>) -> View {
    let mut said = vec![text(name.to_owned()).id("title").size(16).wide()];
    if !words.is_empty() {
        said.push(text(words.to_owned()).id("text").ink(Ink::Dim).wide());
    }
    let mut parts = vec![
        image(picture).id("item_icon"),
        column(said).width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
    ];
    parts.extend(more.map(more_button));
    row(parts)
        .class("android.view.ViewGroup")
        .id("browser_container")
        .wide()
        .high(64)
        .pad(16, 4)
}

fn list(id: &'static str, content: &str, rows: Vec<View>) -> View {
    if rows.is_empty() {
        let empty = text("No media files found").id("loading_title").size(16);
        return column([empty]).id("empty_loading").at(Gravity::Center);
    }
    scroller(LIST, id, content, rows)
}

fn storages() -> View {
    let storage = browsed(IconName::Folder, "Internal memory", "", None)
        .desc("Folder: Internal memory")
        .tap(Msg::Folder(STORAGE.to_owned()));
    column([
        text("Storages").id("title").bold().size(16).wide().pad(16, 12),
        storage,
    ])
}

fn more() -> View {
    let line = |id: &'static str, words: &'static str| {
        text(words)
            .id(id)
            .size(16)
            .tap(Msg::Nothing)
            .wide()
            .high(56)
            .pad(16, 16)
    };
    column([
        line("settings_button", "Settings"),
        line("about_button", "About"),
        text("Streams").size(16).bold().wide().pad(16, 12),
        text("History").size(16).bold().wide().pad(16, 12),
    ])
}

impl Player {
    /// What is played: its picture, which nothing reads, and what stands over it.
    pub(super) fn view(&self, device: &DeviceState) -> View {
        let frames = frames(device.files.read(&self.path).unwrap_or_default());
        let whole: i64 = frames.iter().map(|it| it.0).sum();
        let at = self.position(device.clock.now_ms()).min(whole);
        let mut end = 0;
        let shown = frames.iter().find(|it| {
            end += it.0;
            at < end
        });
        let shown = shown.or(frames.last()).map_or("", |it| it.1).to_owned();
        let picture = View::new("android.view.SurfaceView")
            .id("player_surface")
            .drawn(shown)
            .size(32)
            .ink(Ink::Light)
            .ground(Color::rgb(0x10_1010), 0);
        let (words, button) = match self.since_ms {
            Some(_) => ("Pause", IconName::Pause),
            None => ("Play", IconName::Play),
        };
        let controls = row([
            text(length(at)).id("player_overlay_time").at(Gravity::Center),
            image_button(button, words, Msg::PlayPause).id("player_overlay_play"),
            text(length(whole))
                .id("player_overlay_length")
                .at(Gravity::Center),
        ]);
        column([
            text(title_of(&self.path))
                .id("player_overlay_title")
                .size(16)
                .wide()
                .pad(16, 12),
            picture.wide().height(Dim::Share(1)),
            controls.id("progress_overlay").wide().pad(16, 8),
        ])
        .fill()
    }
}
