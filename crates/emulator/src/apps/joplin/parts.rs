//! What several pages of Joplin have.

use crate::{
    paint::{Color, IconName},
    toolkit::{View, row},
};

/// The head of a page.
pub(super) fn bar(parts: Vec<View>) -> View {
    row(parts)
        .class("android.view.ViewGroup")
        .wide()
        .high(56)
        .ground(Color::rgb(0xe3_ecf7), 0)
}

/// The box of a to-do.
pub(super) fn checkbox(checked: bool) -> View {
    View::new("android.widget.CheckBox")
        .checked(checked)
        .picture(match checked {
            true => IconName::CheckboxOn,
            false => IconName::CheckboxOff,
        })
        .across(48)
        .high(48)
}
