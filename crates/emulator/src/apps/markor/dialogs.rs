//! Markor's dialogs: new file, rename, details, delete, move and copy, search, find and replace.

use super::{
    Markor, Msg, NOTEBOOK,
    dialog::Dialog,
    paths::{name_of, parent},
    row::file_row,
    sort::sorted,
};
use crate::{
    apps::{
        app::{App, Context},
        launcher,
    },
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Dim, Gravity, View, Window, WindowKind, button, column, date::Date, dialog, edit, image_button,
        parts::message, row, scroller, spinner, text, toolbar, toolbar_title, view::Enter,
    },
};

/// Under which setting the extension of the last new file is remembered.
const LAST_EXTENSION: &str = "net.gsantner.markor/new_file_extension";
/// Where the system offers to keep a new file.
const DOWNLOADS: &str = "/storage/emulated/0/Download";

/// Kinds of files with their extensions.
const TYPES: [(&str, &str); 7] = [
    ("Markdown", ".md"),
    ("Plain Text", ".txt"),
    ("todo.txt", ".todo.txt"),
    ("Wikitext", ".txt"),
    ("AsciiDoc", ".adoc"),
    ("CSV", ".csv"),
    ("None", ""),
];

/// What a new file can begin with.
const TEMPLATES: [(&str, &str); 4] = [
    ("Empty file", ""),
    ("Markdown", "# Title\n\n- one\n- two\n"),
    ("todo.txt", "(A) Something important\nSomething else @home\n"),
    ("CSV", "name,amount\n"),
];

impl Dialog {
    pub(super) fn edited(&mut self, msg: Msg, new: String) {
        match (self, msg) {
            (Dialog::New { name, .. } | Dialog::Rename { name, .. }, Msg::NewName | Msg::RenameText) => {
                *name = new
            }
            (Dialog::New { extension, .. }, Msg::NewExtension) => *extension = new,
            (Dialog::Print { name: Some(name) }, Msg::PrintName) => *name = new,
            (Dialog::Search { text, .. }, Msg::SearchText) | (Dialog::Find { text, .. }, Msg::FindText) => {
                *text = new
            }
            (Dialog::Find { with, .. }, Msg::ReplaceText) => *with = new,
            _ => {}
        }
    }
}

fn ok(msg: Msg) -> Option<View> {
    Some(button("OK", msg))
}

fn cancel() -> Option<View> {
    Some(button("Cancel", Msg::CloseDialog))
}

fn new_file(name: &str, extension: &str, kind: usize, template: usize) -> Window {
    let names = row([
        edit(Msg::NewName, "my_note", name.to_owned())
            .id("new_file_dialog__name")
            .width(Dim::Share(3)),
        edit(Msg::NewExtension, ".md", extension.to_owned())
            .id("new_file_dialog__ext")
            .width(Dim::Share(1)),
    ]);
    let types = TYPES
        .iter()
        .enumerate()
        .map(|(idx, it)| (it.0.into(), Msg::NewType(idx).into()));
    let templates = TEMPLATES
        .iter()
        .enumerate()
        .map(|(idx, it)| (it.0.into(), Msg::NewTemplate(idx).into()));
    let content = column([
        text("Name"),
        names.wide(),
        text("Type"),
        spinner(types, kind).id("new_file_dialog__type"),
        text("Template"),
        spinner(templates, template).id("new_file_dialog__template"),
        text("- Folder is created without file extension").wide(),
        text("- Files and folders are not overwritten").wide(),
    ]);
    let folder = Some(button("Folder", Msg::CreateFolder));
    dialog(
        "",
        vec![
            content
                .class("android.widget.ScrollView")
                .id("new_file_dialog__root")
                .wide(),
        ],
        folder,
        cancel(),
        ok(Msg::CreateFile),
    )
}

fn rename(path: &str, name: &str, device: &DeviceState) -> Window {
    let taken = name != name_of(path) && device.files.exists(&format!("{}/{name}", parent(path)));
    let mut content = Vec::new();
    if taken {
        content.push(
            text(format!("{name} already exists. Choose another name."))
                .id("dialog_message")
                .wide(),
        );
    }
    content.push(edit(Msg::RenameText, "Enter the name of your folder", name.to_owned()).id("new_name"));
    let ok = button("OK", Msg::RenameDone).enabled(!taken && !name.trim().is_empty());
    dialog("Rename", content, None, cancel(), Some(ok))
}

fn details(path: &str, device: &DeviceState) -> Window {
    let modified = device
        .files
        .times(path)
        .map(|it| Date::from_ms(it.1).stamp())
        .unwrap_or_default();
    let content = device.files.read(path);
    let size = content.map_or(0, str::len);
    let mime = match path.rsplit_once('.').map(|it| it.1) {
        _ if content.is_none() => "inode/directory",
        Some("md") => "text/markdown",
        Some("txt") => "text/plain",
        Some("csv") => "text/csv",
        Some(_) | None => "application/octet-stream",
    };
    let mut rows = vec![
        text("Name").bold(),
        text(name_of(path).to_owned())
            .id("ui__fileinfodialog__name")
            .wide(),
        text("Location").bold(),
        text(path.to_owned()).id("ui__fileinfodialog__location").wide(),
        text("Last modified")
            .id("ui__fileinfodialog__last_modified_caption")
            .bold(),
        text(modified).id("ui__fileinfodialog__last_modified").wide(),
        text("Size").bold(),
        text(format!("{size} B"))
            .id("ui__fileinfodialog__size_description")
            .wide(),
        text("MIME type").bold(),
        text(mime).id("ui__fileinfodialog__mimetype_description").wide(),
    ];
    if let Some(content) = content {
        rows.push(
            text("Text Lines")
                .id("ui__fileinfodialog__textinfo_caption")
                .bold(),
        );
        rows.push(
            text(content.lines().count().to_string())
                .id("ui__fileinfodialog__textinfo_description")
                .wide(),
        );
    }
    dialog("Info", rows, None, None, ok(Msg::CloseDialog))
}

fn transfer(app: &Markor, copying: bool, dir: &str, device: &DeviceState) -> Window {
    let title = format!("{} → {}", if copying { "Copy" } else { "Move" }, name_of(dir));
    let mut rows = Vec::new();
    if dir != "/" {
        rows.push(file_row(
            "Folder",
            "..",
            parent(dir).to_owned(),
            Msg::DialogRow("..".to_owned()),
            false,
            false,
        ));
    }
    let hidden = |name: &str| dir == app.dir && app.picked.contains(name);
    for it in sorted(device, dir, app.sort)
        .iter()
        .filter(|it| !hidden(&it.name))
    {
        let kind = if it.is_dir { "Folder" } else { "File" };
        let date = Date::from_ms(it.modified_ms).stamp();
        rows.push(file_row(
            kind,
            &it.name,
            date,
            Msg::DialogRow(it.name.clone()),
            false,
            false,
        ));
    }
    let list = scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "ui__filesystem_dialog__list",
        dir,
        rows,
    );
    let root = column([
        text(title)
            .id("ui__filesystem_dialog__title")
            .size(18)
            .bold()
            .wide()
            .pad(16, 12),
        row([image_button(IconName::Home, "", Msg::DialogHome)
            .id("ui__filesystem_dialog__home")
            .class("android.widget.ImageView")])
        .id("ui__filesystem_dialog__utilbar")
        .wide(),
        list.height(Dim::Share(1)),
        row([
            text("Cancel")
                .id("ui__filesystem_dialog__button_cancel")
                .tap(Msg::CloseDialog)
                .width(Dim::Share(1))
                .high(48)
                .pad(16, 0),
            text("Select this folder")
                .id("ui__filesystem_dialog__button_ok")
                .tap(Msg::DialogFolder)
                .width(Dim::Share(1))
                .high(48),
        ])
        .id("ui__filesystem_dialog__buttons")
        .wide(),
    ]);
    Window::over(
        WindowKind::Activity,
        root.id("ui__filesystem_dialog__root").fill(),
    )
}

fn search(asked: &str, found: Option<&[String]>) -> Window {
    match found {
        None => {
            let field = edit(Msg::SearchText, "Search", asked.to_owned())
                .id("search_edit_text")
                .enter(Enter::Submit);
            dialog("Search", vec![field], None, cancel(), ok(Msg::SearchStart))
        }
        Some(found) => {
            let rows = found.iter().map(|path| {
                let shown = path
                    .strip_prefix(NOTEBOOK)
                    .unwrap_or(path)
                    .trim_start_matches('/')
                    .to_owned();
                text(shown)
                    .id("android:id/text1")
                    .tap(Msg::Found(path.clone()))
                    .wide()
                    .high(48)
            });
            let list = scroller("android.widget.ListView", "list_view", asked, rows);
            let title = format!("Search: {asked}");
            let content = if found.is_empty() {
                message("No results")
            } else {
                list.height(Dim::Wrap)
            };
            dialog(title, vec![content], None, cancel(), None)
        }
    }
}

fn settings() -> Window {
    let rows = [
        "General",
        "View mode",
        "Edit mode",
        "Notebook",
        "QuickNote",
        "To-Do",
    ]
    .map(|it| {
        text(it)
            .id("android:id/title")
            .size(16)
            .wide()
            .high(48)
            .pad(16, 12)
    });
    let bar = toolbar(
        "toolbar",
        [
            image_button(IconName::Back, "Navigate up", Msg::CloseDialog),
            toolbar_title("Settings"),
        ],
    );
    let list = scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "recycler_view",
        "settings",
        rows,
    );
    Window::over(
        WindowKind::Activity,
        column([bar, list.height(Dim::Share(1))]).fill(),
    )
}

/// The launcher's question.
fn shortcut(path: &str) -> Window {
    let content = vec![
        message("Touch & hold the icon to move it, or add it to the home screen."),
        text(name_of(path).to_owned())
            .size(16)
            .picture(IconName::Edit)
            .wide()
            .pad(0, 12),
    ];
    let add = button("Add to home screen", Msg::Pin);
    let plain = |it: View| View { caps: false, ..it };
    let no = plain(button("Cancel", Msg::CloseDialog));
    dialog("Add to home screen", content, None, Some(no), Some(plain(add)))
        .of(launcher::Launcher::INFO.package)
}

/// The system's preview of a print; the only printer is a file.
fn print(app: &Markor) -> Window {
    let shown = app
        .document
        .as_ref()
        .map(|it| it.text.clone())
        .unwrap_or_default();
    let to = row([
        text("Save as PDF")
            .id("com.android.printspooler:id/title")
            .size(16)
            .width(Dim::Share(1))
            .at(Gravity::Center),
        image_button(IconName::Save, "Save to PDF", Msg::SavePdf)
            .id("com.android.printspooler:id/print_button"),
    ]);
    let page = scroller(
        "android.widget.ScrollView",
        "com.android.printspooler:id/preview_content",
        "print",
        [text(shown).wide().pad(24, 24)],
    );
    let root = column([
        to.wide().high(64).pad(16, 8),
        text("Copies: 1")
            .id("com.android.printspooler:id/copies_count_summary")
            .wide()
            .pad(16, 4),
        text("Paper size: Letter")
            .id("com.android.printspooler:id/paper_size_summary")
            .wide()
            .pad(16, 4),
        page.height(Dim::Share(1)),
    ]);
    Window::over(WindowKind::Activity, root.fill()).of("com.android.printspooler")
}

/// Where the system asks what a new file is called.
fn save_pdf(name: &str) -> Window {
    let field = edit(Msg::PrintName, "", name.to_owned())
        .id("android:id/title")
        .enter(Enter::Submit);
    let save = button("Save", Msg::SavePdf).enabled(!name.trim().is_empty());
    dialog("Downloads", vec![field], None, cancel(), Some(save)).of("com.google.android.documentsui")
}

fn find(asked: &str, with: &str, app: &Markor) -> Window {
    let count = match &app.document {
        Some(document) if !asked.is_empty() => document.text.matches(asked).count(),
        Some(_) | None => 0,
    };
    let content = vec![
        edit(Msg::FindText, "Search for", asked.to_owned()).id("search_input"),
        edit(Msg::ReplaceText, "Replace with", with.to_owned()).id("replace_input"),
        text(format!("{count} matches")).id("match_count_or_error").wide(),
        row([
            button("Replace (1)", Msg::ReplaceOnce)
                .id("replace_once")
                .enabled(count > 0),
            button("Replace all", Msg::ReplaceAll)
                .id("replace_all")
                .enabled(count > 0),
        ])
        .wide(),
    ];
    dialog("Search / Replace", content, None, None, None)
}

impl Markor {
    /// The window of a dialog.
    pub(super) fn dialog_window(&self, dialog_: &Dialog, device: &DeviceState) -> Window {
        match dialog_ {
            Dialog::New {
                name,
                extension,
                kind,
                template,
            } => new_file(name, extension, *kind, *template),
            Dialog::Rename { path, name } => rename(path, name, device),
            Dialog::Delete => {
                let paths = self.picked_paths().join("\n");
                let text = format!("Do you really want to delete this document(s)?\n\n\n{paths}");
                dialog(
                    "Confirm Delete",
                    vec![message(text)],
                    None,
                    cancel(),
                    ok(Msg::DeleteDone),
                )
            }
            Dialog::Details { path } => details(path, device),
            Dialog::Transfer { copying, dir } => transfer(self, *copying, dir, device),
            Dialog::Clash { name, .. } => {
                let text = format!("A file named {name} is already there. Replace it?");
                dialog(
                    "File exists",
                    vec![message(text)],
                    None,
                    cancel(),
                    Some(button("Overwrite", Msg::Overwrite)),
                )
            }
            Dialog::Search { text, found } => search(text, found.as_deref()),
            Dialog::Settings => settings(),
            Dialog::Shortcut { path } => shortcut(path),
            Dialog::Print { name: None } => print(self),
            Dialog::Print { name: Some(name) } => save_pdf(name),
            Dialog::Find { text, with } => find(text, with, self),
        }
    }

    pub(super) fn in_dialog(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::NewFile => self.ask_for_a_new_file(ctx),
            Msg::NewType(chosen) => {
                if let Some(Dialog::New { kind, extension, .. }) = &mut self.dialog {
                    (*kind, *extension) = (chosen, TYPES[chosen.min(TYPES.len() - 1)].1.to_owned());
                }
            }
            Msg::NewTemplate(chosen) => {
                if let Some(Dialog::New { template, .. }) = &mut self.dialog {
                    *template = chosen.min(TEMPLATES.len() - 1);
                }
            }
            Msg::CreateFolder | Msg::CreateFile => self.create(ctx, msg == Msg::CreateFolder),
            Msg::CloseDialog => self.dialog = None,
            Msg::Search => {
                self.dialog = Some(Dialog::Search {
                    text: String::new(),
                    found: None,
                });
                ctx.focus(Msg::SearchText);
            }
            Msg::SearchText | Msg::SearchStart => self.search(ctx),
            Msg::Found(path) => {
                self.dialog = None;
                self.open(ctx, &path);
            }
            Msg::Rename => self.ask_for_a_new_name(ctx),
            Msg::RenameDone => self.rename(ctx),
            Msg::Details => {
                let path = self.picked_paths().into_iter().next();
                self.dialog = path.map(|path| Dialog::Details { path });
            }
            Msg::Info => {
                let path = self.document.as_ref().map(|it| it.path.clone());
                self.dialog = path.map(|path| Dialog::Details { path });
            }
            Msg::Settings => self.dialog = Some(Dialog::Settings),
            Msg::Shortcut => {
                let path = self.picked_paths().into_iter().next();
                self.dialog = path.map(|path| Dialog::Shortcut { path });
            }
            Msg::Pin => self.pin(ctx),
            Msg::Print => self.print(ctx),
            Msg::PrintName | Msg::SavePdf => self.save_pdf(ctx),
            Msg::Delete => self.dialog = Some(Dialog::Delete),
            Msg::DeleteDone => self.delete_picked(ctx),
            Msg::Move | Msg::Copy => {
                self.dialog = Some(Dialog::Transfer {
                    copying: msg == Msg::Copy,
                    dir: self.dir.clone(),
                });
            }
            Msg::DialogRow(name) => self.go_in_dialog(ctx, &name),
            Msg::DialogHome => {
                if let Some(Dialog::Transfer { dir, .. }) = &mut self.dialog {
                    NOTEBOOK.clone_into(dir);
                }
            }
            Msg::DialogFolder => {
                if let Some(Dialog::Transfer { copying, dir }) = self.dialog.take() {
                    self.transfer(ctx, copying, &dir, false);
                }
            }
            Msg::Overwrite => {
                if let Some(Dialog::Clash { copying, dir, .. }) = self.dialog.take() {
                    self.transfer(ctx, copying, &dir, true);
                }
            }
            Msg::Find => {
                self.dialog = Some(Dialog::Find {
                    text: String::new(),
                    with: String::new(),
                });
                ctx.focus(Msg::FindText);
            }
            Msg::ReplaceOnce => self.replace(1),
            Msg::ReplaceAll => self.replace(usize::MAX),
            _ => {}
        }
    }

    /// Ask for a name and a type: the type that the last new file had.
    fn ask_for_a_new_file(&mut self, ctx: &mut Context<'_>) {
        let last = ctx.device.settings.get(LAST_EXTENSION);
        let extension = last.cloned().unwrap_or_else(|| TYPES[0].1.to_owned());
        let kind = TYPES
            .iter()
            .position(|it| it.1 == extension)
            .unwrap_or(TYPES.len() - 1);
        self.dialog = Some(Dialog::New {
            name: String::new(),
            extension,
            kind,
            template: 0,
        });
        ctx.focus(Msg::NewName);
    }

    fn ask_for_a_new_name(&mut self, ctx: &mut Context<'_>) {
        if let Some(path) = self.picked_paths().into_iter().next() {
            let name = name_of(&path).to_owned();
            self.dialog = Some(Dialog::Rename { path, name });
            ctx.focus(Msg::RenameText);
        }
    }

    fn rename(&mut self, ctx: &mut Context<'_>) {
        if let Some(Dialog::Rename { path, name }) = self.dialog.take() {
            let now = ctx.now();
            let renamed = format!("{}/{}", parent(&path), name.trim());
            ctx.device.files.rename(&path, &renamed, now);
            self.picked.clear();
        }
    }

    fn pin(&mut self, ctx: &mut Context<'_>) {
        if let Some(Dialog::Shortcut { path }) = self.dialog.take() {
            launcher::pin(ctx.device, name_of(&path), &path);
            self.picked.clear();
        }
    }

    fn print(&mut self, ctx: &mut Context<'_>) {
        if let Some(document) = &mut self.document {
            document.autosave(ctx);
            self.dialog = Some(Dialog::Print { name: None });
            ctx.unfocus();
        }
    }

    fn delete_picked(&mut self, ctx: &mut Context<'_>) {
        for path in self.picked_paths() {
            ctx.device.files.remove(&path);
        }
        self.picked.clear();
        self.dialog = None;
    }

    /// Go where something is moved or copied to: into a folder of the dialog's list, or out of it.
    fn go_in_dialog(&mut self, ctx: &Context<'_>, name: &str) {
        if let Some(Dialog::Transfer { dir, .. }) = &mut self.dialog {
            let path = match name {
                ".." => parent(dir).to_owned(),
                name => format!("{dir}/{name}"),
            };
            if ctx.device.files.is_dir(&path) {
                *dir = path;
            }
        }
    }

    /// Replace what is searched for, as often as `most`.
    fn replace(&mut self, most: usize) {
        if let (Some(Dialog::Find { text, with }), Some(document)) = (&self.dialog, &mut self.document)
            && !text.is_empty()
        {
            let replaced = document.text.replacen(text.as_str(), with, most);
            document.edited(replaced);
        }
    }

    /// Ask what the printed file is called, then write it.
    fn save_pdf(&mut self, ctx: &mut Context<'_>) {
        let Some(document) = &self.document else { return };
        match self.dialog.take() {
            Some(Dialog::Print { name: None }) => {
                let name = name_of(&document.path);
                let name = name.rsplit_once('.').map_or(name, |it| it.0);
                self.dialog = Some(Dialog::Print {
                    name: Some(format!("{name}.pdf")),
                });
            }
            Some(Dialog::Print { name: Some(name) }) if !name.trim().is_empty() => {
                let now = ctx.now();
                let path = format!("{DOWNLOADS}/{}", name.trim());
                if !ctx.device.files.write(&path, &document.text, now) {
                    ctx.toast("The file could not be saved");
                }
                ctx.unfocus();
            }
            other => self.dialog = other,
        }
    }

    fn create(&mut self, ctx: &mut Context<'_>, folder: bool) {
        let Some(Dialog::New {
            name,
            extension,
            template,
            ..
        }) = self.dialog.take()
        else {
            return;
        };
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        let now = ctx.now();
        if folder {
            ctx.device.files.mkdir(&format!("{}/{name}", self.dir), now);
            return;
        }
        ctx.device
            .settings
            .insert(LAST_EXTENSION.to_owned(), extension.clone());
        let path = format!("{}/{name}{}", self.dir, extension.trim());
        if !ctx.device.files.exists(&path) {
            ctx.device.files.write(&path, TEMPLATES[template].1, now);
        }
        if !ctx.device.files.is_dir(&path) {
            self.open(ctx, &path);
            ctx.focus(Msg::Text);
        }
    }

    fn search(&mut self, ctx: &mut Context<'_>) {
        if let Some(Dialog::Search { text, found }) = &mut self.dialog {
            let asked = text.to_lowercase();
            let inside = format!("{}/", self.dir);
            let hits = ctx.device.files.walk().filter(|(path, content)| {
                path.strip_prefix(&inside).is_some_and(|name| {
                    content.is_some_and(|it| {
                        name.to_lowercase().contains(&asked) || it.to_lowercase().contains(&asked)
                    })
                })
            });
            *found = Some(hits.map(|it| it.0.to_owned()).collect());
        }
    }
}
