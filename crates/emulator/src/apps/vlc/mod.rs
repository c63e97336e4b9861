//! VLC 3.5.4: the phone's videos and songs, its folders, playlists, and the player.

mod pages;
mod sheets;
mod store;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::vlc::{Msg, Tab};
use crate::{paint::IconName, state::DeviceState, toolkit::Window};
pub(crate) use store::listed;
pub use store::{ENTRIES, MEDIA, PLAYLISTS};

/// A page over the tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Folder(String),
    List(i64),
}

/// What is over a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    /// What else can be done with a file.
    Media(String),
    /// What else can be done with a playlist.
    List(i64),
    /// What else can be done with something in a playlist.
    Entry(i64),
    /// Where files are put, and the name of a new playlist.
    AddTo {
        paths: Vec<String>,
        name: String,
    },
    Rename {
        list: i64,
        name: String,
    },
    Details(String),
    Delete(Target),
}

/// What is to be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Files(Vec<String>),
    List(i64),
}

/// A file that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Player {
    path: String,
    /// The moment at which it began or goes on, in milliseconds; none while it is stopped.
    since_ms: Option<i64>,
    /// What was played before that.
    played_ms: i64,
}

/// VLC.
#[derive(Clone, Debug)]
pub struct Vlc {
    tab: Tab,
    pages: Vec<Page>,
    /// What is searched for, while the search is open.
    query: Option<String>,
    /// Files that are selected.
    picked: Vec<String>,
    over: Over,
    player: Option<Player>,
}

impl App for Vlc {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "VLC",
        package: "org.videolan.vlc",
        version: "3.5.4",
        activity: ".gui.MainActivity",
        names: &["vlc"],
        takes_text: false,
        icon: Some(IconName::Play),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            tab: Tab::Video,
            pages: Vec::new(),
            query: None,
            picked: Vec::new(),
            over: Over::Nothing,
            player: None,
        }
    }

    fn activity(&self) -> &'static str {
        match (&self.player, self.pages.last()) {
            (Some(_), _) => ".gui.video.VideoPlayerActivity",
            (None, Some(Page::List(_))) => ".gui.HeaderMediaListActivity",
            (None, Some(Page::Folder(_)) | None) => Self::INFO.activity,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match &self.player {
            Some(player) => player.view(device),
            None => self.page(device),
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(self.sheet(device));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Submit(Msg::ListName) => self.tapped(ctx, Msg::SaveList),
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Media(path)) => self.pick(path),
            Event::Edit(Msg::SearchText, text) => self.query = Some(text),
            Event::Edit(Msg::ListName, text) => {
                if let Over::AddTo { name, .. } | Over::Rename { name, .. } = &mut self.over {
                    *name = text;
                }
            }
            Event::Back => self.back(ctx),
            Event::Pause => {
                if let Some(player) = &mut self.player {
                    player.stop(ctx.now());
                }
            }
            Event::Hold(_)
            | Event::Edit(..)
            | Event::Drag(..)
            | Event::Stroke(..)
            | Event::Fling(_)
            | Event::Resume
            | Event::Shared(_)
            | Event::View(_)
            | Event::Create(_)
            | Event::Permission(_) => {}
        }
    }
}

impl Player {
    /// How much was played.
    fn position(&self, now: i64) -> i64 {
        self.played_ms + self.since_ms.map_or(0, |it| now - it)
    }

    fn stop(&mut self, now: i64) {
        self.played_ms = self.position(now);
        self.since_ms = None;
    }
}

impl Vlc {
    fn pick(&mut self, path: String) {
        match self.picked.iter().position(|it| *it == path) {
            Some(at) => _ = self.picked.remove(at),
            None => self.picked.push(path),
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Tab(tab) => {
                self.tab = tab;
                self.pages.clear();
                self.picked.clear();
                self.query = None;
            }
            Msg::Search => {
                self.query = Some(String::new());
                ctx.focus(Msg::SearchText);
            }
            Msg::ClearSearch => self.query = Some(String::new()),
            Msg::SearchText => ctx.unfocus(),
            Msg::Up => self.back(ctx),
            Msg::Folder(path) => self.go(Page::Folder(path)),
            Msg::List(id) => self.go(Page::List(id)),
            Msg::Media(path) if !self.picked.is_empty() => self.pick(path),
            Msg::Media(path) => {
                let since_ms = Some(ctx.now());
                self.over = Over::Nothing;
                self.player = Some(Player {
                    path,
                    since_ms,
                    played_ms: 0,
                });
                ctx.unfocus();
            }
            Msg::PlayPause => {
                let now = ctx.now();
                match &mut self.player {
                    Some(player) if player.since_ms.is_some() => player.stop(now),
                    Some(player) => player.since_ms = Some(now),
                    None => {}
                }
            }
            Msg::More(path) => self.over = Over::Media(path),
            Msg::MoreOfList(id) => self.over = Over::List(id),
            Msg::MoreOfEntry(id) => self.over = Over::Entry(id),
            Msg::Details(path) => self.over = Over::Details(path),
            Msg::Unpick => self.picked.clear(),
            Msg::Keep => {
                self.over = Over::Nothing;
                ctx.unfocus();
            }
            Msg::ListName | Msg::Nothing => {}
            Msg::AddPicked
            | Msg::AddTo(_)
            | Msg::AddFolder(_)
            | Msg::SaveList
            | Msg::AddToList(_)
            | Msg::RenameList(_)
            | Msg::DeleteList(_)
            | Msg::Drop(_)
            | Msg::Delete(_)
            | Msg::DeleteDone => self.change(ctx, msg),
        }
    }

    fn go(&mut self, page: Page) {
        self.pages.push(page);
        self.query = None;
        self.picked.clear();
    }

    /// What is done to playlists and files.
    fn change(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::AddTo(paths) => self.add_to(paths),
            Msg::AddPicked => {
                // They are added as they are listed, in whatever order they were selected.
                let mut paths = self.shown(ctx.device);
                paths.retain(|it| self.picked.contains(it));
                self.add_to(paths);
            }
            Msg::AddFolder(whole) => {
                if let Some(Page::Folder(folder)) = self.pages.last() {
                    let paths = of_folder(ctx.device, folder, whole);
                    self.add_to(paths);
                }
            }
            Msg::SaveList => self.name(ctx),
            Msg::AddToList(list) => {
                if let Over::AddTo { paths, .. } = std::mem::replace(&mut self.over, Over::Nothing) {
                    store::append(ctx.device, list, &paths);
                }
                self.picked.clear();
                ctx.unfocus();
            }
            Msg::RenameList(list) => {
                let row = ctx.device.tables.row(PLAYLISTS, list);
                let name = row.map_or_else(String::new, |it| it.get("name").to_owned());
                self.over = Over::Rename { list, name };
                ctx.focus(Msg::ListName);
            }
            Msg::DeleteList(list) => self.over = Over::Delete(Target::List(list)),
            Msg::Delete(paths) => self.over = Over::Delete(Target::Files(paths)),
            Msg::Drop(entry) => {
                store::drop_entry(ctx.device, entry);
                self.over = Over::Nothing;
            }
            _ => match std::mem::replace(&mut self.over, Over::Nothing) {
                Over::Delete(Target::Files(paths)) => {
                    for path in paths {
                        ctx.device.files.remove(&path);
                    }
                    self.picked.clear();
                }
                Over::Delete(Target::List(list)) => {
                    store::delete(ctx.device, list);
                    self.pages.retain(|it| *it != Page::List(list));
                }
                other => self.over = other,
            },
        }
    }

    fn add_to(&mut self, paths: Vec<String>) {
        if !paths.is_empty() {
            let name = String::new();
            self.over = Over::AddTo { paths, name };
        }
    }

    /// Take the name that was typed.
    fn name(&mut self, ctx: &mut Context<'_>) {
        match &self.over {
            Over::AddTo { paths, name } if !name.trim().is_empty() => {
                let list = store::called(ctx.device, name.trim());
                store::append(ctx.device, list, paths);
                self.picked.clear();
            }
            Over::Rename { list, name } if !name.trim().is_empty() => {
                let name = name.trim();
                ctx.device
                    .tables
                    .update(PLAYLISTS, *list, |row| row.set("name", name));
            }
            _ => return,
        }
        self.over = Over::Nothing;
        ctx.unfocus();
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
            ctx.unfocus();
        } else if self.player.is_some() {
            self.player = None;
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else if self.query.take().is_some() {
            ctx.unfocus();
        } else if self.pages.pop().is_none() {
            ctx.leave();
        }
    }
}

/// What can be played in a folder; with what its folders have, where the whole of it is meant.
fn of_folder(device: &DeviceState, folder: &str, whole: bool) -> Vec<String> {
    let (folders, mut files) = store::inside(device, folder);
    if whole {
        files.extend(folders.iter().flat_map(|it| of_folder(device, it, true)));
    }
    files
}
