//! A new conversation: a number, or one of the contacts.

use super::messages::{contact, conversations};
use crate::{
    msg::sms::Msg,
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, column, edit, icon, image, image_button, row, scroller, text, toolbar,
        toolbar_title,
        view::{Axis, Scroll},
    },
};

/// A number is taken from this length on.
const SHORTEST: usize = 3;

pub(super) fn page(device: &DeviceState, address: &str) -> View {
    let bar = toolbar(
        "new_conversation_toolbar",
        [
            image_button(IconName::Back, "Back", Msg::Up),
            toolbar_title("New conversation"),
        ],
    );
    let field =
        edit(Msg::Address, "Add Contact or Number…", address.to_owned()).id("new_conversation_address");
    let mut entry = vec![field.width(Dim::Share(1))];
    if address.chars().count() >= SHORTEST {
        entry.push(
            icon(IconName::Check, "", Msg::Confirm)
                .class("android.widget.ImageView")
                .id("new_conversation_confirm"),
        );
    }
    let mut parts = vec![bar, row(entry).wide().high(64).pad(16, 4)];
    parts.extend(suggestions(device));
    parts.push(contacts(device, address).height(Dim::Share(1)));
    column(parts).fill()
}

/// Contacts that there are messages of, the last one first.
fn suggestions(device: &DeviceState) -> Option<View> {
    let known = conversations(device).into_iter().filter_map(|it| {
        let address = it.get("address");
        Some((contact(device, address)?.to_owned(), address.to_owned()))
    });
    let people: Vec<View> = known
        .map(|(name, address)| {
            column([
                image(IconName::Person).id("suggested_contact_image"),
                text(name).id("suggested_contact_name").size(12),
            ])
            .id("suggested_contact_holder")
            .tap(Msg::Thread(address))
            .pad(12, 4)
        })
        .collect();
    if people.is_empty() {
        return None;
    }
    let mut holder = row(people).id("suggestions_holder");
    holder.axis = Axis::Row;
    let mut view = crate::toolkit::frame_of([holder])
        .class("android.widget.HorizontalScrollView")
        .id("suggestions_scrollview")
        .wide()
        .high(80);
    view.scroll = Some(Scroll {
        key: 1,
        horizontal: true,
    });
    let label = text("Suggestions").id("suggestions_label").size(12).pad(16, 4);
    Some(column([label, view]).wide())
}

/// The contacts whose name or number has what was typed, those whose name begins with it first.
fn contacts(device: &DeviceState, address: &str) -> View {
    let asked = address.to_lowercase();
    let mut people: Vec<(String, &Row)> = device
        .tables
        .rows("contacts")
        .iter()
        .filter(|it| !it.get("phone").is_empty())
        .map(|it| (it.get("display_name").to_lowercase(), it))
        .filter(|(name, it)| name.contains(&asked) || it.get("phone").contains(&asked))
        .collect();
    people.sort_by(|a, b| (!a.0.starts_with(&asked), &a.0).cmp(&(!b.0.starts_with(&asked), &b.0)));
    let rows = people.iter().map(|(_, it)| {
        let words = column([
            text(it.get("display_name").to_owned())
                .id("item_contact_name")
                .size(16)
                .wide(),
            text(it.get("phone").to_owned())
                .id("item_contact_number")
                .ink(Ink::Dim)
                .wide(),
        ]);
        row([
            image(IconName::Person).id("item_contact_image"),
            words.width(Dim::Share(1)).at(Gravity::Center),
        ])
        .id("item_contact_frame")
        .tap(Msg::Thread(it.get("phone").to_owned()))
        .wide()
        .high(64)
        .pad(16, 8)
    });
    if people.is_empty() {
        let none = text("No contacts found").id("no_contacts_placeholder");
        return column([none.pad(16, 16)]).wide();
    }
    scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "contacts_list",
        &asked,
        rows,
    )
}
