//! The editor: one note, its history, and when it is saved.

use std::sync::Arc;

use super::paths::name_of;
use crate::{
    apps::app::Context,
    msg::markor::{Msg, Tab},
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Dim, Gravity, MenuItem, View, column,
        date::Date,
        edit, frame_of, icon, image_button, menu_button, scroller, text, toolbar, toolbar_title,
        view::{Axis, Enter, Scroll},
    },
};

/// Shorter texts are not saved by themselves.
const SAVED_LENGTH: usize = 2;
/// Steps that can be undone.
const HISTORY: usize = 100;

/// A note that is open.
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it is.
    pub path: String,
    /// What it says now.
    pub text: String,
    saved: String,
    undo: Vec<Arc<str>>,
    redo: Vec<Arc<str>>,
    preview: bool,
}

impl Document {
    /// Read a note; one that is not there yet is empty.
    pub fn open(device: &DeviceState, path: &str) -> Self {
        let text = device.files.read(path).unwrap_or_default().to_owned();
        Self {
            path: path.to_owned(),
            saved: text.clone(),
            text,
            undo: Vec::new(),
            redo: Vec::new(),
            preview: false,
        }
    }

    fn changed(&self) -> bool {
        self.text != self.saved
    }

    /// Take a new text.
    pub fn edited(&mut self, text: String) {
        if text != self.text {
            if self.undo.len() == HISTORY {
                self.undo.remove(0);
            }
            self.undo.push(std::mem::replace(&mut self.text, text).into());
            self.redo.clear();
        }
    }

    fn save(&mut self, ctx: &mut Context<'_>) {
        let now = ctx.now();
        if ctx.device.files.write(&self.path, &self.text, now) {
            self.saved.clone_from(&self.text);
        } else {
            ctx.toast("The file could not be saved");
        }
    }

    /// Save as the app does when it is left.
    pub fn autosave(&mut self, ctx: &mut Context<'_>) {
        if !self.changed() {
            return;
        }
        if self.text.len() < SAVED_LENGTH {
            ctx.toast("Text is too short, not saved");
        } else {
            self.save(ctx);
        }
    }

    pub(super) fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Undo => {
                if let Some(text) = self.undo.pop() {
                    self.redo
                        .push(std::mem::replace(&mut self.text, text.to_string()).into());
                }
            }
            Msg::Redo => {
                if let Some(text) = self.redo.pop() {
                    self.undo
                        .push(std::mem::replace(&mut self.text, text.to_string()).into());
                }
            }
            Msg::Save => self.save(ctx),
            Msg::Preview => {
                self.autosave(ctx);
                self.preview = !self.preview;
                ctx.unfocus();
            }
            Msg::Insert(text) => ctx.insert(text),
            Msg::InsertDate => {
                let now = Date::from_ms(ctx.now());
                ctx.insert(format!(
                    "{}-{:02}-{:02} {}",
                    now.year,
                    now.month,
                    now.day,
                    now.time()
                ));
            }
            Msg::ShareText => {
                self.autosave(ctx);
                ctx.share(self.text.clone());
            }
            Msg::ShareHtml => {
                self.autosave(ctx);
                let lines: Vec<String> = self.text.lines().map(|it| format!("<p>{it}</p>")).collect();
                ctx.share(lines.join("\n"));
            }
            Msg::Reload => *self = Self::open(ctx.device, &self.path),
            _ => {}
        }
    }

    fn is_markdown(&self) -> bool {
        self.path.ends_with(".md") || self.path.ends_with(".markdown")
    }
}

/// The page of a note; `tab` is the tab that shows it, if it was not opened from the list.
pub(super) fn page(document: &Document, tab: Option<Tab>) -> View {
    let body = if document.preview {
        preview(document)
    } else {
        writing(document)
    };
    column([bar(document, tab), body.height(Dim::Share(1))]).fill()
}

fn bar(document: &Document, tab: Option<Tab>) -> View {
    let mut parts = Vec::new();
    match tab {
        None => {
            let name = name_of(&document.path);
            let title = name.rsplit_once('.').map_or(name, |it| it.0);
            parts.push(image_button(IconName::Back, "Navigate up", Msg::NavigateUp));
            parts.push(toolbar_title(title.to_owned()).id("note__activity__text_note_title"));
        }
        Some(Tab::ToDo) => parts.push(toolbar_title("To-Do")),
        Some(Tab::Files | Tab::QuickNote | Tab::More) => parts.push(toolbar_title("QuickNote")),
    }
    if document.preview {
        parts.push(icon(IconName::Edit, "Edit mode", Msg::Preview).id("action_edit"));
    } else {
        parts.push(
            icon(IconName::Undo, "Undo", Msg::Undo)
                .id("action_undo")
                .enabled(!document.undo.is_empty()),
        );
        parts.push(
            icon(IconName::Redo, "Redo", Msg::Redo)
                .id("action_redo")
                .enabled(!document.redo.is_empty()),
        );
        parts.push(
            icon(IconName::Save, "Save", Msg::Save)
                .id("action_save")
                .enabled(document.changed()),
        );
        parts.push(icon(IconName::Eye, "View mode", Msg::Preview).id("action_preview"));
        parts.push(icon(IconName::Search, "Search", Msg::Find).id("action_search"));
    }
    let share = vec![
        MenuItem::new("Plain Text", Msg::ShareText),
        MenuItem::new("Print / PDF", Msg::Print),
        MenuItem::new("File", Msg::ShareText),
        MenuItem::new("HTML", Msg::ShareHtml),
        MenuItem::new("HTML (as plain text)", Msg::ShareHtml),
    ];
    parts.push(menu_button(
        IconName::More,
        "More options",
        vec![
            MenuItem::submenu("Share", share),
            MenuItem::new("Info", Msg::Info),
            MenuItem::new("Reload", Msg::Reload),
        ],
    ));
    toolbar("toolbar", parts)
}

fn writing(document: &Document) -> View {
    let field = edit(Msg::Text, "", document.text.clone())
        .id("document__fragment__edit__highlighting_editor")
        .enter(Enter::Newline)
        .fill()
        .pad(12, 12);
    let page = scroller(
        "android.widget.ScrollView",
        "document__fragment__edit__content_editor__scrolling_parent",
        &document.path,
        [field],
    );
    let mut parts = vec![page.height(Dim::Share(1))];
    if document.is_markdown() {
        let action = |picture, desc, msg| icon(picture, desc, msg).class("android.widget.ImageView");
        let mut actions = crate::toolkit::row([
            action(IconName::CheckboxOff, "Check list", Msg::Insert("- [ ] ")),
            action(IconName::List, "Unordered list", Msg::Insert("- ")),
            action(IconName::Label, "Bold", Msg::Insert("****")),
            action(IconName::Edit, "Italic", Msg::Insert("__")),
            action(IconName::Clock, "Date and time", Msg::InsertDate),
        ]);
        actions.axis = Axis::Row;
        let mut bar = frame_of([actions.id("document__fragment__edit__text_actions_bar")])
            .class("android.widget.HorizontalScrollView")
            .id("document__fragment__edit__text_actions_bar__scrolling_parent")
            .wide()
            .high(48);
        bar.scroll = Some(Scroll {
            key: 0,
            horizontal: true,
        });
        parts.push(bar);
    }
    column(parts)
}

fn preview(document: &Document) -> View {
    let lines = document
        .text
        .lines()
        .filter(|it| !it.trim().is_empty())
        .map(|line| {
            let plain = if document.is_markdown() {
                line.trim_start_matches(['#', ' '])
            } else {
                line
            };
            text(plain.to_owned()).size(16).wide().pad(12, 6)
        });
    let web = column(lines)
        .class("android.webkit.WebView")
        .id("document__fragment_view_webview")
        .wide();
    scroller(
        "android.widget.ScrollView",
        "",
        &document.path,
        [web.at(Gravity::Start)],
    )
}
