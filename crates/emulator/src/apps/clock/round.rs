//! The round buttons at the bottom.

use crate::{
    msg::clock::Msg,
    paint::{Color, IconName},
    toolkit::{Dim, Gravity, Ink, View, frame_of, image_button, row},
};

/// A round button at the bottom: its id, description and picture.
pub(super) struct Round(pub &'static str, pub &'static str, pub IconName);

/// Up to three round buttons side by side: left, middle and right.
pub(super) fn rounds(buttons: [Option<Round>; 3]) -> View {
    let messages = [Msg::Left, Msg::Fab, Msg::Right];
    let places = buttons.into_iter().zip(messages).map(|(button, msg)| {
        let place = frame_of(button.map(|Round(id, desc, icon)| {
            let (size, ground) = if msg == Msg::Fab {
                (72, Color::rgb(0x1a_5f_b4))
            } else {
                (56, Color::rgb(0x5f_63_68))
            };
            image_button(icon, desc, msg)
                .id(id)
                .across(size)
                .high(size)
                .ink(Ink::Light)
                .ground(ground, size / 2)
                .at(Gravity::Center)
        }));
        place.width(Dim::Share(1)).height(Dim::Fill)
    });
    row(places).id("fab_container").wide().high(96)
}
