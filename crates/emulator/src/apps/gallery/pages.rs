//! The folders, the pictures of one, and one picture.

use super::{
    Gallery, Msg, What,
    grid::{folder, grid},
    media::{Medium, folders, media, name_of},
    shows_names,
};
use crate::{
    paint::{Align, Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, column, edit, frame_of, icon, image, image_button, menu_button,
        row, text, toolbar, toolbar_title, view::Enter,
    },
};

const DARK: Color = Color::rgb(0x10_10_10);
const EMPTY: &str = "No media files have been found with the selected filters.";

impl Gallery {
    pub(super) fn folders(&self, device: &DeviceState) -> View {
        let query = self.query.to_lowercase();
        let mut all = folders(device);
        all.retain(|it| name_of(&it.path).to_lowercase().contains(&query));
        let icons = [
            icon(IconName::Camera, "Open camera", Msg::Nothing).id("open_camera"),
            icon(IconName::Image, "Show all folders content", Msg::Nothing).id("show_all"),
        ];
        let more = [
            "Sort by",
            "Filter media",
            "Change view type",
            "Temporarily show hidden",
            "Temporarily show excluded",
            "Create new folder",
            "Open the Recycle Bin",
            "Column count",
            "Settings",
            "About",
        ];
        let bar = self.search_bar("Search folders", icons, &more);
        let body = if all.is_empty() {
            nothing(["directories_empty_placeholder", "directories_empty_placeholder_2"])
        } else {
            let cells = all
                .iter()
                .map(|it| folder(it, device, Msg::Folder(it.path.clone())));
            grid("directories_grid", &query, 2, cells)
        };
        column([bar, body.height(Dim::Share(1))]).fill()
    }

    pub(super) fn media(&self, device: &DeviceState, folder: &str) -> View {
        let all = media(device, folder);
        let bar = if self.picked.is_empty() {
            let icons = [
                icon(IconName::Label, "Toggle filename visibility", Msg::Names).id("toggle_filename"),
                icon(IconName::Folder, "Switch to folder view", Msg::Up).id("folder_view"),
            ];
            let more = [
                "Sort by",
                "Filter media",
                "Change view type",
                "Temporarily show hidden",
                "Open the Recycle Bin",
                "Open camera",
                "Group by",
                "Set as default folder",
                "Create new folder",
                "Column count",
                "Slideshow",
                "Settings",
                "About",
            ];
            self.search_bar("Search files", icons, &more)
        } else {
            self.selection_bar(all.len())
        };
        let query = self.query.to_lowercase();
        let names = shows_names(device);
        let shown: Vec<View> = all
            .iter()
            .filter(|it| name_of(&it.path).to_lowercase().contains(&query))
            .map(|it| self.medium(it, device, names))
            .collect();
        let body = if shown.is_empty() {
            nothing(["media_empty_text_placeholder", "media_empty_text_placeholder_2"])
        } else {
            grid("media_grid", &format!("{folder} {query}"), 3, shown)
        };
        column([bar, body.height(Dim::Share(1))]).fill()
    }

    /// One picture among others: an accessibility service sees nothing of it but its box, where it has no name.
    fn medium(&self, it: &Medium, device: &DeviceState, named: bool) -> View {
        let msg = Msg::Medium(it.path.clone());
        let holder = frame_of([])
            .class("android.widget.RelativeLayout")
            .id("media_item_holder")
            .tap(msg.clone())
            .hold(msg)
            .selected(self.picked.contains(&it.path))
            .photo(device.files.photo(&it.path))
            .wide()
            .high(136)
            .pad(1, 1);
        if !named {
            return holder;
        }
        let name = text(name_of(&it.path).to_owned())
            .id("medium_name")
            .size(12)
            .at(Gravity::Bottom)
            .ground(Color::WHITE, 0);
        holder.with(name.wide())
    }

    fn search_bar(&self, hint: &'static str, icons: [View; 2], more: &[&'static str]) -> View {
        let field = edit(Msg::Query, hint, self.query.clone())
            .id("top_toolbar_search")
            .enter(Enter::Submit)
            .width(Dim::Share(1))
            .at(Gravity::Center);
        let glass = if self.query.is_empty() && self.folder.is_none() {
            image(IconName::Search).desc("Search").tap(Msg::Query)
        } else {
            image(IconName::Back).desc("Back").tap(Msg::Up)
        };
        let mut parts = vec![glass.id("top_toolbar_search_icon"), field];
        if self.query.is_empty() {
            parts.extend(icons);
            let more = more.iter().map(|it| MenuItem::new(*it, Msg::Nothing));
            parts.push(menu_button(IconName::More, "More options", more.collect()));
        }
        row(parts).id("top_toolbar_holder").wide().high(56).pad(8, 4)
    }

    fn selection_bar(&self, all: usize) -> View {
        let title = format!("{} / {all}", self.picked.len());
        let nothing = |words: &'static str| MenuItem::new(words, Msg::Nothing);
        let more = vec![
            MenuItem::new("Properties", Msg::Properties),
            MenuItem::new("Rename", Msg::Rename),
            nothing("Hide"),
            MenuItem::new("Copy to", Msg::To(What::Copy)),
            MenuItem::new("Move to", Msg::To(What::Move)),
            nothing("Create shortcut"),
            nothing("Open with"),
            nothing("Set as"),
            nothing("Resize"),
            nothing("Edit"),
            nothing("Add to favorites"),
            nothing("Fix Date Taken value"),
            MenuItem::new("Select all", Msg::PickAll),
        ];
        toolbar(
            "toolbar",
            [
                image_button(IconName::Back, "Done", Msg::Unpick).id("action_mode_close_button"),
                toolbar_title(title).tap(Msg::PickAll),
                icon(IconName::Trash, "Delete", Msg::Delete).id("cab_delete"),
                icon(IconName::Share, "Share", Msg::Nothing).id("cab_share"),
                icon(IconName::Redo, "Rotate", Msg::Nothing).id("cab_rotate"),
                menu_button(IconName::More, "More options", more),
            ],
        )
    }

    /// One picture over the whole screen, with bars that a tap takes away.
    pub(super) fn viewer(&self, device: &DeviceState, path: &str) -> View {
        let photo = View::new("android.widget.ImageView")
            .id("gestures_view")
            .tap(Msg::Photo)
            .photo(device.files.photo(path))
            .wide()
            .height(Dim::Share(1));
        if self.bare {
            return column([photo]).fill().ground(DARK, 0);
        }
        let nothing = |words: &'static str| MenuItem::new(words, Msg::Nothing);
        let more = vec![
            nothing("Hide"),
            MenuItem::new("Copy to", Msg::To(What::Copy)),
            MenuItem::new("Move to", Msg::To(What::Move)),
            nothing("Create shortcut"),
            nothing("Open with"),
            nothing("Set as"),
            nothing("Change orientation"),
            nothing("Print"),
            nothing("Resize"),
            nothing("Show on map"),
            nothing("Slideshow"),
            nothing("Settings"),
        ];
        let bar = toolbar(
            "medium_viewer_toolbar",
            [
                image_button(IconName::Back, "Navigate up", Msg::Up),
                toolbar_title(name_of(path).to_owned()),
                icon(IconName::Redo, "Rotate", Msg::Nothing).id("menu_rotate"),
                icon(IconName::Info, "Properties", Msg::Properties).id("menu_properties"),
                icon(IconName::Edit, "Rename", Msg::Rename).id("menu_rename"),
                menu_button(IconName::More, "More options", more),
            ],
        );
        let action = |icon, id, desc, msg| {
            image(icon)
                .id(id)
                .desc(desc)
                .tap(msg)
                .width(Dim::Share(1))
                .high(48)
                .ink(Ink::Light)
        };
        let actions = row([
            action(IconName::Star, "bottom_favorite", "Toggle favorite", Msg::Nothing),
            action(IconName::Edit, "bottom_edit", "Edit", Msg::Nothing),
            action(IconName::Share, "bottom_share", "Share", Msg::Nothing),
            action(IconName::Trash, "bottom_delete", "Delete", Msg::Delete),
        ]);
        column([bar, photo, actions.id("bottom_actions_wrapper").wide()])
            .fill()
            .ground(DARK, 0)
    }
}

fn nothing([empty, change]: [&'static str; 2]) -> View {
    column([
        text(EMPTY)
            .id(empty)
            .size(16)
            .align(Align::Center)
            .wide()
            .pad(16, 16),
        text("Change filters")
            .id(change)
            .ink(Ink::Accent)
            .tap(Msg::Nothing)
            .align(Align::Center)
            .wide()
            .pad(16, 8),
    ])
    .wide()
}
