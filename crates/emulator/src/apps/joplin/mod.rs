//! Joplin 3.0.1: notebooks in a side menu, notes and to-dos in lists, a search, and the note with its editor.

mod note;
mod pages;
mod parts;
mod store;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::joplin::{Msg, Order, Place};
use crate::{paint::IconName, state::DeviceState, toolkit::Window};
use note::Draft;
use store::Listing;
pub use store::{FOLDERS, NOTES};
pub(crate) use store::{is_kept, is_todo};

/// What is shown in the place of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    List,
    Note(Box<Draft>),
    /// A new notebook, with its title so far.
    Folder(String),
}

/// What is over a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Sidebar,
    Sort,
    /// What can be added.
    Add,
    /// Where a note goes, or those that are selected.
    Folders,
}

/// Joplin.
#[derive(Clone, Debug)]
pub struct Joplin {
    place: Place,
    listing: Listing,
    /// What is searched for, while the search is open.
    query: Option<String>,
    page: Page,
    /// Notes that are selected.
    picked: Vec<i64>,
    over: Over,
}

impl App for Joplin {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Joplin",
        package: "net.cozic.joplin",
        version: "3.0.1",
        activity: ".MainActivity",
        names: &["joplin"],
        takes_text: false,
        icon: Some(IconName::Edit),
    };

    fn start(device: &DeviceState) -> Self {
        let first = device.tables.rows(FOLDERS).iter().find(|it| is_kept(it));
        Self {
            place: first.map_or(Place::All, |it| Place::Folder(it.id)),
            listing: Listing {
                order: Order::Updated,
                reverse: true,
                todos_on_top: true,
                completed: true,
            },
            query: None,
            page: Page::List,
            picked: Vec::new(),
            over: Over::Nothing,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match &self.page {
            Page::Note(draft) => draft.view(device),
            Page::Folder(title) => self.new_folder(title),
            Page::List => self.list(device),
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(self.above(device));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Note(id)) => self.pick(id),
            Event::Edit(Msg::SearchText, text) => self.query = Some(text),
            Event::Edit(msg, text) => match &mut self.page {
                Page::Note(draft) => draft.typed(&msg, text),
                Page::Folder(title) => *title = text,
                Page::List => {}
            },
            Event::Back => self.back(ctx),
            // What is typed is kept, whoever comes in between.
            Event::Pause => {
                if let Page::Note(draft) = &mut self.page {
                    draft.save(ctx.device);
                }
            }
            Event::Hold(_)
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

impl Joplin {
    fn pick(&mut self, id: i64) {
        match self.picked.iter().position(|it| *it == id) {
            Some(at) => _ = self.picked.remove(at),
            None => self.picked.push(id),
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Sidebar => self.over = Over::Sidebar,
            Msg::Show(place) => {
                (self.place, self.page, self.over) = (place, Page::List, Over::Nothing);
                self.query = None;
            }
            Msg::Search => {
                self.query = Some(String::new());
                ctx.focus(Msg::SearchText);
            }
            Msg::ClearSearch => self.query = Some(String::new()),
            Msg::SearchText => ctx.unfocus(),
            Msg::Sort => self.over = Over::Sort,
            Msg::SortBy(_) | Msg::Reverse | Msg::TodosOnTop | Msg::ShowCompleted => self.sort(&msg),
            Msg::NewFolder => {
                (self.page, self.over) = (Page::Folder(String::new()), Over::Nothing);
                ctx.focus(Msg::FolderTitle);
            }
            Msg::SaveFolder => {
                if let Page::Folder(title) = &self.page {
                    let title = title.trim();
                    if !title.is_empty() {
                        self.place = Place::Folder(store::create_folder(ctx.device, title));
                    }
                }
                self.page = Page::List;
                ctx.unfocus();
            }
            Msg::Add => {
                self.over = if self.over == Over::Add {
                    Over::Nothing
                } else {
                    Over::Add
                }
            }
            Msg::Folders => self.over = Over::Folders,
            Msg::PickAll => {
                let all = store::listed(ctx.device, self.place, self.listing);
                self.picked = all.into_iter().map(|it| it.id).collect();
            }
            Msg::Keep => self.over = Over::Nothing,
            Msg::Up => self.back(ctx),
            Msg::FolderTitle | Msg::Title | Msg::Body | Msg::Nothing => {}
            Msg::Note(_)
            | Msg::Tick(_)
            | Msg::DeletePicked
            | Msg::New(_)
            | Msg::TickDraft
            | Msg::Edit
            | Msg::Save
            | Msg::Convert
            | Msg::Delete
            | Msg::MoveTo(_) => self.note(ctx, msg),
        }
    }

    fn sort(&mut self, msg: &Msg) {
        let listing = &mut self.listing;
        match msg {
            Msg::SortBy(order) => listing.order = *order,
            Msg::Reverse => listing.reverse = !listing.reverse,
            Msg::TodosOnTop => listing.todos_on_top = !listing.todos_on_top,
            _ => listing.completed = !listing.completed,
        }
        self.over = Over::Nothing;
    }

    /// What is done to notes.
    fn note(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Note(id) if !self.picked.is_empty() => self.pick(id),
            Msg::Note(id) => {
                if let Some(row) = ctx.device.tables.row(NOTES, id) {
                    self.page = Page::Note(Box::new(Draft::of(row)));
                    ctx.unfocus();
                }
            }
            Msg::Tick(id) => store::tick(ctx.device, id),
            Msg::DeletePicked => {
                for id in std::mem::take(&mut self.picked) {
                    store::delete(ctx.device, id);
                }
            }
            Msg::New(todo) => {
                let folder = self.folder(ctx.device);
                self.page = Page::Note(Box::new(Draft::new(folder, todo)));
                self.over = Over::Nothing;
                ctx.focus(Msg::Title);
            }
            Msg::MoveTo(folder) => self.move_to(ctx, folder),
            _ => {
                if let Page::Note(draft) = &mut self.page {
                    match msg {
                        Msg::TickDraft => draft.tick(ctx.device),
                        Msg::Edit => draft.editing = true,
                        Msg::Save => draft.save(ctx.device),
                        Msg::Convert => draft.convert(ctx.device),
                        _ => {
                            draft.delete(ctx.device);
                            self.page = Page::List;
                            ctx.unfocus();
                        }
                    }
                }
            }
        }
    }

    /// The notebook that a new note goes to: the one that is shown, or the first.
    fn folder(&self, device: &DeviceState) -> String {
        let shown = match self.place {
            Place::Folder(id) => device.tables.row(FOLDERS, id),
            Place::All | Place::Trash => store::folders(device).first().copied(),
        };
        shown.map_or_else(String::new, |it| it.get("id").to_owned())
    }

    /// Put the note that is shown, or those that are selected, into a notebook.
    fn move_to(&mut self, ctx: &mut Context<'_>, folder: i64) {
        let folder = ctx.device.tables.row(FOLDERS, folder);
        let folder = folder.map_or_else(String::new, |it| it.get("id").to_owned());
        self.over = Over::Nothing;
        if let Page::Note(draft) = &mut self.page {
            draft.move_to(ctx.device, folder);
            return;
        }
        for id in std::mem::take(&mut self.picked) {
            store::change(ctx.device, id, |row| row.set("parent_id", folder.as_str()));
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
        } else if let Page::Note(draft) = &mut self.page {
            draft.save(ctx.device);
            if draft.editing && draft.id.is_some() {
                draft.editing = false;
            } else {
                self.page = Page::List;
            }
            ctx.unfocus();
        } else if self.page != Page::List {
            self.page = Page::List;
            ctx.unfocus();
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else if self.query.take().is_some() {
            ctx.unfocus();
        } else {
            ctx.leave();
        }
    }
}
