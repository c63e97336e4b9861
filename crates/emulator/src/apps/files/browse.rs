//! The page of files, as a grid or a list, with its toolbar, and the drawer of roots.

use super::{
    Browser, Files, Kind, Msg, Root, What,
    places::{Item, size},
};
use crate::{
    paint::{Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, Window, WindowKind, button, column,
        date::Date,
        edit, frame_of, icon, image, image_button, menu_button, row, scroller, text, toolbar, toolbar_title,
        view::{Axis, Enter},
    },
};

const SURFACE: Color = Color::rgb(0xfafafa);
const CHOSEN: Color = Color::rgb(0xd3e3fd);

impl Files {
    pub(super) fn page(&self, device: &DeviceState) -> View {
        let front = self.front();
        let items = front.items(device, self.hidden, self.order);
        let mut parts = vec![self.bar(front)];
        if self.picked.is_empty() || self.errand.is_some() {
            parts.push(chips(front));
        }
        let crumbs = front.crumbs();
        if front.root.is_folder() && crumbs.len() > 1 && front.query.is_none() {
            parts.push(breadcrumbs(crumbs));
        }
        parts.push(text(front.header()).id("header_title").size(14).wide().pad(16, 8));
        parts.push(self.list(front, &items, device).height(Dim::Share(1)));
        if let Some(errand) = &self.errand {
            let does = button(errand.what.button(), Msg::Confirm)
                .id("android:id/button1")
                .enabled(errand.is_possible());
            let buttons = match &errand.document {
                Some(document) => {
                    let name = edit(Msg::DocumentName, "", document.name.clone())
                        .id("android:id/title")
                        .enter(Enter::Submit)
                        .width(Dim::Share(1));
                    vec![image(IconName::File), name, does]
                }
                None => {
                    let cancel = button("Cancel", Msg::Cancel).id("android:id/button2");
                    vec![cancel.width(Dim::Share(1)), does.width(Dim::Share(1))]
                }
            };
            parts.push(row(buttons).id("container_save").wide().high(60).pad(12, 6));
        }
        column(parts).fill()
    }

    fn bar(&self, front: &Browser) -> View {
        if !self.picked.is_empty() && self.errand.is_none() {
            return self.selection_bar();
        }
        if let Some(query) = &front.query {
            let field = edit(Msg::SearchText, "Search", query.clone())
                .id("search_src_text")
                .enter(Enter::Submit);
            return toolbar(
                "toolbar",
                [
                    image_button(IconName::Back, "Collapse", Msg::SearchClose),
                    field.width(Dim::Share(1)).at(Gravity::Center),
                ],
            );
        }
        let (id, view, picture) = if self.grid {
            ("sub_menu_list", "List view", IconName::List)
        } else {
            ("sub_menu_grid", "Grid view", IconName::Square)
        };
        let mut parts = vec![
            image_button(IconName::Menu, "Show roots", Msg::Roots),
            toolbar_title(front.title()),
            icon(IconName::Search, "Search", Msg::Search).id("option_menu_search"),
            icon(picture, view, Msg::View).id(id),
        ];
        let (own, mut more) = (self.errand.is_none(), Vec::new());
        if own {
            more.push(MenuItem::new("New window", Msg::NewWindow));
        }
        if front.root.is_folder() {
            more.push(MenuItem::new("New folder", Msg::NewFolder));
        }
        more.push(MenuItem::new("Sort by...", Msg::Sort));
        if own {
            more.push(MenuItem::new("Select all", Msg::SelectAll));
        }
        if own && front.root == Root::Device {
            more.push(MenuItem::new("Storage settings", Msg::StorageSettings));
        }
        let hidden = if self.hidden {
            "Don’t show hidden files"
        } else {
            "Show hidden files"
        };
        more.push(MenuItem::new(hidden, Msg::Hidden));
        parts.push(menu_button(IconName::More, "More options", more));
        toolbar("toolbar", parts)
    }

    fn selection_bar(&self) -> View {
        let single = self.picked.len() == 1;
        let mut more = Vec::new();
        if single {
            more.push(MenuItem::new("Open with", Msg::OpenWith));
        }
        more.push(MenuItem::new("Sort by...", Msg::Sort));
        more.push(MenuItem::new("Select all", Msg::SelectAll));
        more.push(MenuItem::new("Deselect all", Msg::DeselectAll));
        more.push(MenuItem::new("Copy to…", Msg::To(What::Copy)));
        more.push(MenuItem::new("Move to…", Msg::To(What::Move)));
        more.push(MenuItem::new("Compress", Msg::To(What::Compress)));
        if single {
            more.push(MenuItem::new("Rename", Msg::Rename));
            more.push(MenuItem::new("Get info", Msg::Info));
        }
        toolbar(
            "action_mode_bar",
            [
                image_button(IconName::Close, "Done", Msg::Clear).id("action_mode_close_button"),
                toolbar_title(format!("{} selected", self.picked.len())).id("action_bar_title"),
                icon(IconName::Share, "Share", Msg::Share).id("action_menu_share"),
                icon(IconName::Trash, "Delete", Msg::Delete).id("action_menu_delete"),
                menu_button(IconName::More, "More options", more),
            ],
        )
    }

    fn list(&self, front: &Browser, items: &[Item], device: &DeviceState) -> View {
        let picking = self.errand.is_some();
        let rows = items.iter().map(|it| {
            let chosen = !picking && self.picked.contains(&it.path);
            let look = if self.grid { cell } else { line };
            // A picker of folders shows files, but does not take them.
            let usable = it.is_dir || !picking;
            look(it, when(device, it.modified_ms), chosen, usable)
        });
        let content = format!(
            "{:?} {} {:?} {:?}",
            front.root, front.dir, front.query, front.only
        );
        let mut list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "dir_list",
            &content,
            rows,
        );
        if self.grid {
            list.axis = Axis::Grid(2);
        }
        list.ordered = front.root == Root::Recent;
        let mut parts = vec![list.fill()];
        if items.is_empty() {
            let message = match &front.query {
                Some(query) if !query.is_empty() => format!("No matches in {}", front.root.title()),
                Some(_) | None => "No items".to_owned(),
            };
            parts.push(text(message).id("message").size(16).at(Gravity::Center));
        }
        frame_of(parts).wide()
    }

    /// The drawer, with the roots that make sense: a picker wants those that take files.
    pub(super) fn drawer(&self) -> Window {
        let front = self.front();
        let roots = Root::ALL
            .into_iter()
            .filter(|it| self.errand.is_none() || it.is_folder());
        let rows = roots.map(|root| {
            let mut words = vec![
                text(root.title())
                    .id("android:id/title")
                    .size(16)
                    .selected(root == front.root)
                    .wide(),
            ];
            if root == Root::Device {
                words.push(text("4.64 GB free").id("android:id/summary").ink(Ink::Dim).wide());
            }
            let row = row([
                image(root.icon()).across(24).high(24),
                column(words).width(Dim::Share(1)).at(Gravity::Center).pad(24, 0),
            ])
            .id("item_root")
            .tap(Msg::Root(root))
            .wide()
            .high(56)
            .pad(16, 4);
            if root == front.root {
                row.ground(CHOSEN, 24)
            } else {
                row
            }
        });
        let list = scroller("android.widget.ListView", "roots_list", "", rows);
        let panel = column([
            toolbar("roots_toolbar", [toolbar_title("Files")]),
            list.height(Dim::Share(1)),
        ])
        .id("drawer_roots")
        .across(304)
        .height(Dim::Fill)
        .ground(SURFACE, 0);
        let root = row([panel]).id("drawer_layout").fill();
        Window::over(WindowKind::Activity, root)
    }
}

fn chips(front: &Browser) -> View {
    let chips = Kind::ALL.into_iter().map(|kind| {
        text(kind.title())
            .class("android.widget.CompoundButton")
            .checked(front.only == Some(kind))
            .tap(Msg::Chip(kind))
            .size(14)
            .high(48)
            .pad(16, 12)
            .ground(if front.only == Some(kind) { CHOSEN } else { SURFACE }, 16)
    });
    row(chips).id("search_chip_group").wide().high(48).pad(8, 0)
}

fn breadcrumbs(crumbs: Vec<(String, String)>) -> View {
    let parts = crumbs.into_iter().map(|(title, path)| {
        row([
            text(title)
                .id("breadcrumb_text")
                .tap(Msg::Crumb(path))
                .size(14)
                .ink(Ink::Accent)
                .high(36)
                .pad(4, 8),
            image(IconName::ChevronRight).across(16).high(16),
        ])
    });
    row(parts).id("horizontal_breadcrumb").wide().high(36).pad(12, 0)
}

/// When something was changed: the time for today, else the day.
fn when(device: &DeviceState, ms: i64) -> String {
    let (then, now) = (Date::from_ms(ms), Date::from_ms(device.clock.now_ms()));
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
        then.time()
    } else {
        then.short_day().split_off("Sun, ".len())
    }
}

fn root_of(view: View, item: &Item, chosen: bool, usable: bool) -> View {
    let msg = Msg::Row(item.path.clone());
    let view = view.id("item_root").tap(msg.clone()).hold(msg).enabled(usable);
    if chosen { view.ground(CHOSEN, 12) } else { view }
}

fn title(item: &Item, chosen: bool, usable: bool) -> View {
    text(item.name.clone())
        .id("android:id/title")
        .selected(chosen)
        .enabled(usable)
        .size(14)
        .wide()
        .high(22)
}

fn preview(item: &Item) -> View {
    let mut view = image_button(IconName::Eye, "", Msg::Preview(item.path.clone()))
        .id("preview_icon")
        .class("android.widget.FrameLayout")
        .across(40)
        .high(40);
    view.desc = format!("Preview the file {}", item.name).into();
    view
}

fn cell(item: &Item, when: String, chosen: bool, usable: bool) -> View {
    let details = if item.is_dir {
        String::new()
    } else {
        format!("{}, {}", size(item.size), item.kind())
    };
    let mut words = vec![title(item, chosen, usable)];
    if !details.is_empty() {
        words.push(text(details).id("details").size(12).ink(Ink::Dim).wide().high(18));
        words.push(text(when).id("date").size(12).ink(Ink::Dim).wide().high(18));
    }
    let mut parts = vec![
        image(if chosen { IconName::Check } else { item.icon() })
            .across(24)
            .high(24),
        column(words).width(Dim::Share(1)).at(Gravity::Center).pad(8, 0),
    ];
    if !item.is_dir && usable {
        parts.push(preview(item));
    }
    root_of(row(parts), item, chosen, usable)
        .wide()
        .high(80)
        .pad(12, 4)
}

fn line(item: &Item, when: String, chosen: bool, usable: bool) -> View {
    let mut about = vec![when];
    if !item.is_dir {
        about.push(size(item.size));
        about.push(item.kind());
    }
    let words = column([
        title(item, chosen, usable),
        text(about.join(", "))
            .id("metadata")
            .size(12)
            .ink(Ink::Dim)
            .wide(),
    ]);
    let mut parts = vec![
        image(if chosen { IconName::Check } else { item.icon() })
            .across(40)
            .high(40),
        words.width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
    ];
    if !item.is_dir && usable {
        parts.push(preview(item));
    }
    root_of(row(parts), item, chosen, usable)
        .wide()
        .high(64)
        .pad(16, 4)
}
