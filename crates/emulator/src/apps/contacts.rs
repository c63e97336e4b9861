//! Contacts: the list, one contact, and the editor.
//!
//! A contact is a row of the table `contacts` with the columns `display_name`, `given_name`, `family_name`,
//! `company`, `phone`, `phone_type` and `email`, and those of [`MORE`] that are filled in.

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::contacts::{Field, Msg};
use crate::{
    paint::IconName,
    state::{DeviceState, Row},
    system,
    toolkit::{
        Dim, Gravity, Ink, View, Window, button, column, dialog, edit, fab, frame_of, icon, image,
        image_button, parts::message, row, scroller, spacer, spinner, text, toolbar, toolbar_title,
        view::Enter,
    },
};

const TABLE: &str = "contacts";
/// Whether contacts are kept elsewhere too.
const BACKUP: &str = "com.google.android.contacts/backup";
/// Whether the app may send notifications.
const NOTIFICATIONS: &str = "com.google.android.contacts/notifications";
const PHONE_TYPES: [&str; 7] = ["Mobile", "Home", "Work", "Work Fax", "Home Fax", "Pager", "Other"];
/// Columns that only some contacts have, with the hints of their fields.
const MORE: [(&str, &str); 9] = [
    ("prefix", "Name prefix"),
    ("middle_name", "Middle name"),
    ("suffix", "Name suffix"),
    ("nickname", "Nickname"),
    ("department", "Department"),
    ("title", "Title"),
    ("address", "Address"),
    ("website", "Website"),
    ("note", "Notes"),
];

/// What is typed into the editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Draft {
    /// The contact that is changed; none while a new one is made.
    id: Option<i64>,
    first: String,
    last: String,
    company: String,
    phone: String,
    phone_type: usize,
    email: String,
    more: [String; MORE.len()],
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    List,
    Detail {
        id: i64,
        deleting: bool,
    },
    Editor {
        draft: Box<Draft>,
        before: Box<Draft>,
        /// Whether all fields are shown.
        more: bool,
        leaving: bool,
    },
}

/// Contacts.
#[derive(Clone, Debug)]
pub struct Contacts {
    page: Page,
    query: String,
}

impl Contacts {
    /// Begin a contact that has a name and a number.
    pub fn begin(&mut self, name: &str, number: &str) {
        let (first, last) = name.split_once(' ').unwrap_or((name, ""));
        let draft = Draft {
            first: first.to_owned(),
            last: last.to_owned(),
            phone: number.to_owned(),
            ..Draft::default()
        };
        self.page = Page::Editor {
            draft: Box::new(draft),
            before: Box::default(),
            more: false,
            leaving: false,
        };
    }
}

impl Draft {
    fn of(contact: &Row) -> Self {
        let get = |column| contact.get(column).to_owned();
        let phone_type = PHONE_TYPES
            .iter()
            .position(|it| *it == contact.get("phone_type"))
            .unwrap_or(0);
        let (first, last) = match (get("given_name"), get("family_name")) {
            (first, last) if first.is_empty() && last.is_empty() => {
                let name = get("display_name");
                match name.split_once(' ') {
                    Some((first, last)) => (first.to_owned(), last.to_owned()),
                    None => (name, String::new()),
                }
            }
            names => names,
        };
        Self {
            id: Some(contact.id),
            first,
            last,
            company: get("company"),
            phone: get("phone"),
            phone_type,
            email: get("email"),
            more: MORE.map(|it| get(it.0)),
        }
    }

    fn field(&mut self, field: Field) -> &mut String {
        match field {
            Field::First => &mut self.first,
            Field::Last => &mut self.last,
            Field::Company => &mut self.company,
            Field::Phone => &mut self.phone,
            Field::Email => &mut self.email,
            Field::More(at) => &mut self.more[at.min(MORE.len() - 1)],
        }
    }

    /// What the contact is called: its name, or else the first thing known about it.
    fn display_name(&self) -> String {
        let [prefix, middle, suffix, ..] = &self.more;
        let parts = [prefix, &self.first, middle, &self.last, suffix].map(|it| it.trim());
        let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        let name = parts.join(" ");
        [
            name.as_str(),
            self.company.trim(),
            self.phone.trim(),
            self.email.trim(),
        ]
        .into_iter()
        .find(|it| !it.is_empty())
        .unwrap_or_default()
        .to_owned()
    }

    /// Write it to the table; an empty one is dropped.
    fn save(&self, device: &mut DeviceState) -> Option<i64> {
        let name = self.display_name();
        if name.is_empty() {
            return None;
        }
        let phone_type = if self.phone.trim().is_empty() {
            ""
        } else {
            PHONE_TYPES[self.phone_type]
        };
        let fields = [
            ("display_name", name.as_str()),
            ("given_name", self.first.trim()),
            ("family_name", self.last.trim()),
            ("company", self.company.trim()),
            ("phone", self.phone.trim()),
            ("phone_type", phone_type),
            ("email", self.email.trim()),
        ];
        let more = MORE
            .iter()
            .zip(&self.more)
            .map(|(it, value)| (it.0, value.trim()));
        let fields = fields.into_iter().chain(more.filter(|it| !it.1.is_empty()));
        match self.id {
            Some(id) => {
                device.tables.update(TABLE, id, |row| {
                    MORE.iter().for_each(|it| drop(row.fields.shift_remove(it.0)));
                    fields.for_each(|(column, value)| row.set(column, value))
                });
                Some(id)
            }
            None => Some(device.tables.insert(TABLE, fields)),
        }
    }
}

impl App for Contacts {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Contacts",
        package: "com.google.android.contacts",
        version: "13",
        activity: "com.android.contacts.activities.PeopleActivity",
        names: &["contacts"],
        takes_text: false,
        icon: Some(IconName::Person),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            page: Page::List,
            query: String::new(),
        }
    }

    fn activity(&self) -> &'static str {
        match self.page {
            Page::List => Self::INFO.activity,
            Page::Detail { .. } => "com.google.android.apps.contacts.quickcontact.QuickContactActivity",
            Page::Editor { .. } => "com.google.android.apps.contacts.editor.ContactEditorActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        if system::is_first_start(device, Self::INFO.package) {
            return vec![Window::activity(backup())];
        }
        let asks = |question: &'static str, no: View, yes: View| {
            dialog("", vec![message(question)], None, Some(no), Some(yes))
        };
        match &self.page {
            Page::List => vec![Window::activity(self.list(device))],
            Page::Detail { id, deleting } => {
                let mut windows = vec![Window::activity(detail(device.tables.row(TABLE, *id)))];
                if *deleting {
                    windows.push(asks(
                        "Delete this contact?",
                        button("Cancel", Msg::KeepEditing),
                        button("Delete", Msg::DeleteDone),
                    ));
                }
                windows
            }
            Page::Editor {
                draft, more, leaving, ..
            } => {
                let mut windows = vec![Window::activity(editor(draft, *more))];
                if *leaving {
                    let question = "Your changes have not been saved";
                    windows.push(asks(
                        question,
                        button("Discard", Msg::Discard),
                        button("Save", Msg::Save),
                    ));
                }
                windows
            }
        }
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Hold(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::Field(field), text) => {
                if let Page::Editor { draft, .. } = &mut self.page {
                    *draft.field(field) = text;
                }
            }
            Event::Edit(Msg::SearchText, text) => self.query = text,
            Event::Back if system::is_first_start(ctx.device, Self::INFO.package) => ctx.leave(),
            Event::Back => self.back(ctx),
            Event::Permission(given) => {
                let given = if given { "1" } else { "0" };
                ctx.device
                    .settings
                    .insert(NOTIFICATIONS.to_owned(), given.to_owned());
            }
            _ => {}
        }
    }
}

impl Contacts {
    fn list(&self, device: &DeviceState) -> View {
        let query = self.query.to_lowercase();
        let mut people: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
        people.retain(|it| {
            it.get("display_name").to_lowercase().contains(&query) || it.get("phone").contains(&query)
        });
        people.sort_by_cached_key(|it| it.get("display_name").to_lowercase());
        let rows = people.iter().map(|it| {
            let name = it.get("display_name").to_owned();
            row([
                image(IconName::Person),
                text(name.clone())
                    .id("cliv_name_textview")
                    .size(16)
                    .width(Dim::Share(1))
                    .at(Gravity::Center),
            ])
            .class("android.view.ViewGroup")
            .desc(name)
            .tap(Msg::Show(it.id))
            .wide()
            .high(64)
            .pad(16, 8)
        });
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "contact_list",
            &self.query,
            rows,
        )
        .fill();
        let search = edit(Msg::SearchText, "Search contacts", self.query.clone())
            .id("open_search_bar_text_view")
            .enter(Enter::Submit);
        let create = fab(
            "floating_action_button",
            "Create contact",
            IconName::Plus,
            Msg::Create,
        );
        let mut parts = vec![list];
        if people.is_empty() {
            parts.push(
                text("No contacts")
                    .id("no_contacts_message")
                    .size(16)
                    .at(Gravity::Center),
            );
        }
        parts.push(create);
        column([
            search.pad(24, 12).high(64),
            frame_of(parts).wide().height(Dim::Share(1)),
        ])
        .fill()
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match (msg, &mut self.page) {
            (Msg::Show(id), _) => self.page = Page::Detail { id, deleting: false },
            (Msg::Create, _) => {
                self.page = Page::Editor {
                    draft: Box::default(),
                    before: Box::default(),
                    more: false,
                    leaving: false,
                };
                ctx.focus(Msg::Field(Field::First));
            }
            (Msg::Edit, Page::Detail { id, .. }) => {
                if let Some(contact) = ctx.device.tables.row(TABLE, *id) {
                    let draft = Box::new(Draft::of(contact));
                    self.page = Page::Editor {
                        more: draft.more.iter().any(|it| !it.is_empty()),
                        before: draft.clone(),
                        draft,
                        leaving: false,
                    };
                }
            }
            (Msg::Delete, Page::Detail { deleting, .. }) => *deleting = true,
            (Msg::DeleteDone, Page::Detail { id, .. }) => {
                ctx.device.tables.delete(TABLE, *id);
                self.page = Page::List;
                ctx.toast("Contact deleted");
            }
            (Msg::KeepEditing, Page::Detail { deleting, .. }) => *deleting = false,
            (Msg::KeepEditing, Page::Editor { leaving, .. }) => *leaving = false,
            (Msg::PhoneType(kind), Page::Editor { draft, .. }) => {
                draft.phone_type = kind.min(PHONE_TYPES.len() - 1)
            }
            (Msg::MoreFields, Page::Editor { more, .. }) => *more = true,
            (Msg::Save, Page::Editor { draft, .. }) => {
                self.page = match draft.save(ctx.device) {
                    Some(id) => {
                        ctx.toast("Contact saved");
                        Page::Detail { id, deleting: false }
                    }
                    None => Page::List,
                };
            }
            (Msg::Discard, Page::Editor { draft, .. }) => {
                self.page = draft
                    .id
                    .map_or(Page::List, |id| Page::Detail { id, deleting: false });
            }
            (Msg::Up, _) => self.back(ctx),
            (answer @ (Msg::Backup | Msg::Skip), _) => {
                system::started(ctx.device, Self::INFO.package);
                let backup = if answer == Msg::Backup { "1" } else { "0" };
                ctx.device.settings.insert(BACKUP.to_owned(), backup.to_owned());
                ctx.ask("Allow Contacts to send you notifications?");
            }
            _ => {}
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        match &mut self.page {
            Page::List if self.query.is_empty() => ctx.leave(),
            Page::List => self.query.clear(),
            Page::Detail { deleting, .. } if *deleting => *deleting = false,
            Page::Detail { .. } => self.page = Page::List,
            Page::Editor { leaving, .. } if *leaving => *leaving = false,
            Page::Editor {
                draft,
                before,
                leaving,
                ..
            } if draft != before => *leaving = true,
            Page::Editor { draft, .. } => {
                self.page = draft
                    .id
                    .map_or(Page::List, |id| Page::Detail { id, deleting: false });
            }
        }
    }
}

/// What the app asks when it is started for the first time.
fn backup() -> View {
    let choices = [
        button("Skip", Msg::Skip).id("left_button"),
        View::new("android.view.View").width(Dim::Share(1)),
        button("Turn on", Msg::Backup).id("right_button"),
    ]
    .map(|it| View { caps: false, ..it });
    column([
        text("Back up & sync your contacts")
            .id("title")
            .size(24)
            .wide()
            .pad(24, 48),
        text("Contacts that are kept in your account are there on every device.")
            .wide()
            .pad(24, 8),
        spacer(),
        row(choices).wide().pad(24, 24),
    ])
    .fill()
}

fn detail(contact: Option<&Row>) -> View {
    let get = |column| contact.map(|it| it.get(column).to_owned()).unwrap_or_default();
    let bar = toolbar(
        "toolbar",
        [
            image_button(IconName::Back, "Navigate up", Msg::Up),
            toolbar_title(""),
            icon(IconName::Edit, "Edit contact", Msg::Edit).id("menu_edit"),
            icon(IconName::Trash, "Delete", Msg::Delete).id("menu_delete"),
        ],
    );
    let mut rows = vec![
        text(get("display_name"))
            .id("large_title")
            .size(24)
            .wide()
            .pad(16, 16),
    ];
    let facts = [
        (get("phone"), get("phone_type"), IconName::Phone),
        (get("email"), "Email".to_owned(), IconName::Mail),
        (get("company"), "Company".to_owned(), IconName::Person),
    ];
    // The parts of the name are in the title.
    let more = MORE.iter().skip(3);
    let more = more.map(|it| (get(it.0), it.1.to_owned(), IconName::Info));
    for (value, kind, picture) in facts.into_iter().chain(more).filter(|it| !it.0.is_empty()) {
        let words = column([
            text(value).id("header").size(16).wide(),
            text(kind).id("sub_header").wide(),
        ])
        .width(Dim::Share(1));
        rows.push(row([image(picture), words]).wide().high(64).pad(16, 8));
    }
    let list = scroller(
        "android.widget.ScrollView",
        "content_scroller",
        &get("display_name"),
        rows,
    );
    column([bar, list.height(Dim::Share(1))]).fill()
}

fn editor(draft: &Draft, more: bool) -> View {
    let bar = toolbar(
        "toolbar",
        [
            image_button(IconName::Close, "Close", Msg::Up),
            toolbar_title(if draft.id.is_some() {
                "Edit contact"
            } else {
                "Create contact"
            }),
            button("Save", Msg::Save).id("toolbar_button"),
        ],
    );
    let field = |field, hint, text: &str| edit(Msg::Field(field), hint, text.to_owned()).high(56);
    let mut rows = vec![
        field(Field::First, "First name", &draft.first),
        field(Field::Last, "Last name", &draft.last),
        field(Field::Company, "Company", &draft.company),
        field(Field::Phone, "Phone", &draft.phone),
    ];
    if !draft.phone.is_empty() {
        let types = PHONE_TYPES
            .iter()
            .enumerate()
            .map(|(idx, it)| ((*it).into(), Msg::PhoneType(idx).into()));
        let mut label = spinner(types, draft.phone_type);
        if let Some(shown) = label.children.first_mut() {
            shown.desc = format!("{} Phone", PHONE_TYPES[draft.phone_type]).into();
        }
        rows.push(label);
    }
    rows.push(field(Field::Email, "Email", &draft.email));
    if more {
        for (at, (_, hint)) in MORE.iter().enumerate() {
            rows.push(field(Field::More(at), hint, &draft.more[at]));
        }
    } else {
        rows.push(
            text("More fields")
                .id("more_fields")
                .tap(Msg::MoreFields)
                .ink(Ink::Accent)
                .wide()
                .high(48)
                .pad(8, 12),
        );
    }
    let list = scroller(
        "android.widget.ScrollView",
        "contact_editor_fragment",
        "editor",
        rows,
    );
    column([bar, list.height(Dim::Share(1)).pad(16, 8)]).fill()
}
