//! What was heard of real input on pages of other sessions, event by event, and what the recorder understands by it.
//!
//! The logs lie beside this repository and have the events alone. What their pages showed meanwhile is told here, in small
//! screens, and what is understood is kept as a text.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::event_log;

use std::fs;

use event_log::{Log, Play, pages};
use testkit::demonstrations;

/// What is understood by a log; none where the logs are not there.
fn understood(name: &str, play: Play) -> Option<String> {
    let path = demonstrations("dom_event_log")?.join(format!("{name}.dom.jsonl"));
    let log = Log::parse(&fs::read_to_string(path).unwrap());
    Some(play.through(&log))
}

#[test]
fn a_form_that_is_filled_in_by_mouse_and_keys() {
    let Some(told) = understood("form_mouse", pages::form()) else {
        return;
    };
    insta::assert_snapshot!(told);
}

#[test]
fn two_rows_of_a_list_are_edited_on_two_of_its_pages() {
    let Some(told) = understood("list_edit", pages::list()) else {
        return;
    };
    insta::assert_snapshot!(told);
}

#[test]
fn a_label_dialogs_a_menu_a_frame_a_drag_a_file_and_a_formatted_field() {
    let Some(told) = understood("hard", pages::hard()) else {
        return;
    };
    insta::assert_snapshot!(told);
}

#[test]
fn a_shadow_root_a_rich_text_and_another_tab() {
    let Some(told) = understood("mixed_full", pages::mixed()) else {
        return;
    };
    insta::assert_snapshot!(told);
}
