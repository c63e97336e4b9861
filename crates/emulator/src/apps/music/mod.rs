//! Retro Music 6.1.0: the phone's songs, playlists, and the queue.

mod pages;
mod store;

use super::app::{App, AppInfo, Context, Document, Event};
pub use crate::msg::music::{Msg, Tab};
use crate::{msg::AppId, paint::IconName, state::DeviceState, toolkit::Window};
pub use store::{PLAYLIST_SONGS, PLAYLISTS, QUEUE, SONGS};
pub(crate) use store::{listed, number};

/// A page over the tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Search,
    List(i64),
    Queue,
}

/// What is over a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    /// Where songs are put.
    AddTo(Vec<i64>),
    /// The name of a new playlist for songs, or of one that is there.
    Name {
        name: String,
        songs: Vec<i64>,
        list: Option<i64>,
    },
    Details(i64),
    Delete(i64),
}

/// Retro Music.
#[derive(Clone, Debug)]
pub struct Music {
    tab: Tab,
    pages: Vec<Page>,
    query: String,
    /// Songs that are selected, in the order in which they were.
    picked: Vec<i64>,
    over: Over,
}

impl App for Music {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Retro Music",
        package: "code.name.monkey.retromusic",
        version: "6.1.0",
        activity: ".activities.MainActivity",
        names: &["retro music", "retro"],
        takes_text: false,
        icon: Some(IconName::Music),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            tab: Tab::Home,
            pages: Vec::new(),
            query: String::new(),
            picked: Vec::new(),
            over: Over::Nothing,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let mut windows = vec![Window::activity(self.page(device))];
        windows.extend(self.dialog(device));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Song(id)) => self.pick(id),
            Event::Edit(Msg::SearchText, text) => self.query = text,
            Event::Edit(Msg::ListName, text) => {
                if let Over::Name { name, .. } = &mut self.over {
                    *name = text;
                }
            }
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Music {
    fn pick(&mut self, id: i64) {
        match self.picked.iter().position(|it| *it == id) {
            Some(at) => _ = self.picked.remove(at),
            None => self.picked.push(id),
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Tab(tab) => {
                self.tab = tab;
                self.pages.clear();
                self.picked.clear();
            }
            Msg::Search => {
                self.query.clear();
                self.pages.push(Page::Search);
                ctx.focus(Msg::SearchText);
            }
            Msg::Up => self.back(ctx),
            Msg::Song(_) if self.picked.is_empty() => self.play(ctx.device),
            Msg::Song(id) | Msg::Pick(id) => self.pick(id),
            Msg::PickAll => {
                let songs = store::songs(ctx.device);
                self.picked = songs.into_iter().map(|it| it.id).collect();
            }
            Msg::Unpick => self.picked.clear(),
            Msg::Details(id) => self.over = Over::Details(id),
            Msg::List(id) => self.pages.push(Page::List(id)),
            Msg::Queue => self.pages.push(Page::Queue),
            Msg::Keep => {
                self.over = Over::Nothing;
                ctx.unfocus();
            }
            Msg::Play(songs) => store::set_queue(ctx.device, &songs),
            Msg::PlayNext(songs) => self.enqueue(ctx, &songs, true),
            Msg::Enqueue(songs) => self.enqueue(ctx, &songs, false),
            Msg::ClearQueue => store::set_queue(ctx.device, &[]),
            Msg::AddTo(songs) => (self.over, self.picked) = (Over::AddTo(songs), Vec::new()),
            Msg::SearchText => ctx.unfocus(),
            Msg::Nothing => {}
            Msg::AddToList(_)
            | Msg::NewList
            | Msg::ListName
            | Msg::CreateList
            | Msg::RenameList(_)
            | Msg::RenameDone
            | Msg::DeleteList(_)
            | Msg::DeleteDone
            | Msg::SaveList(_)
            | Msg::Drop(_) => self.list(ctx, msg),
        }
    }

    /// What is done to playlists.
    fn list(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::AddToList(list) => {
                if let Over::AddTo(songs) = std::mem::replace(&mut self.over, Over::Nothing) {
                    add(ctx, list, &songs);
                }
            }
            Msg::NewList => {
                let songs = match std::mem::replace(&mut self.over, Over::Nothing) {
                    Over::AddTo(songs) => songs,
                    _ => Vec::new(),
                };
                let name = String::new();
                let list = None;
                self.over = Over::Name { name, songs, list };
                ctx.focus(Msg::ListName);
            }
            Msg::RenameList(id) => {
                let row = ctx.device.tables.row(PLAYLISTS, id);
                self.over = Over::Name {
                    name: row.map_or_else(String::new, |it| it.get("playlist_name").to_owned()),
                    songs: Vec::new(),
                    list: Some(id),
                };
                ctx.focus(Msg::ListName);
            }
            Msg::CreateList | Msg::RenameDone => self.name(ctx),
            Msg::DeleteList(id) => self.over = Over::Delete(id),
            Msg::DeleteDone => {
                if let Over::Delete(id) = self.over {
                    store::delete(ctx.device, id);
                    self.pages.retain(|it| *it != Page::List(id));
                }
                self.over = Over::Nothing;
            }
            Msg::SaveList(id) => {
                if let Some(row) = ctx.device.tables.row(PLAYLISTS, id) {
                    let document = Document {
                        name: row.get("playlist_name").to_owned(),
                        extension: ".m3u",
                        text: store::written(ctx.device, id),
                        back: AppId::Music,
                    };
                    ctx.create(document);
                }
            }
            Msg::Drop(row) => _ = ctx.device.tables.delete(PLAYLIST_SONGS, row),
            _ => ctx.unfocus(),
        }
    }

    /// Take the name that was typed.
    fn name(&mut self, ctx: &mut Context<'_>) {
        let Over::Name { name, songs, list } = &self.over else {
            return;
        };
        let name = name.trim();
        if name.is_empty() {
            ctx.toast("Playlist name is empty");
            return;
        }
        match list {
            Some(id) => {
                ctx.device
                    .tables
                    .update(PLAYLISTS, *id, |row| row.set("playlist_name", name));
            }
            None if store::is_taken(ctx.device, name) => {
                ctx.toast(format!("{name} already exists"));
                return;
            }
            None => {
                let list = store::create(ctx.device, name);
                add(ctx, list, songs);
            }
        }
        self.over = Over::Nothing;
        ctx.unfocus();
    }

    /// With a song that is tapped, the list around it becomes the queue; which of it is played is not kept.
    fn play(&mut self, device: &mut DeviceState) {
        let all: Vec<i64> = match self.pages.last() {
            Some(Page::List(list)) => listed(device, *list).iter().map(|it| it.1.id).collect(),
            Some(Page::Queue) => return,
            Some(Page::Search) | None => store::songs(device).iter().map(|it| it.id).collect(),
        };
        store::set_queue(device, &all);
    }

    fn enqueue(&mut self, ctx: &mut Context<'_>, songs: &[i64], next: bool) {
        store::enqueue(ctx.device, songs, next);
        ctx.toast(match songs.len() {
            1 => "Added 1 title to the playing queue.".to_owned(),
            count => format!("Added {count} titles to the playing queue."),
        });
        self.picked.clear();
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
            ctx.unfocus();
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else if self.pages.pop().is_some() {
            ctx.unfocus();
        } else if self.tab == Tab::Home {
            ctx.leave();
        } else {
            self.tab = Tab::Home;
        }
    }
}

fn add(ctx: &mut Context<'_>, list: i64, songs: &[i64]) {
    let added = store::add(ctx.device, list, songs);
    let name = ctx.device.tables.row(PLAYLISTS, list);
    let name = name.map_or_else(String::new, |it| it.get("playlist_name").to_owned());
    ctx.toast(format!("Inserted {added} songs into the playlist {name}."));
}
