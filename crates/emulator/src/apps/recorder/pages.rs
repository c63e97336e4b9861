//! The pages of the audio recorder.

use super::record::{RECORDS, Recording, stem};
use crate::{
    msg::recorder::Msg,
    paint::{Align, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, button, column, date::Date, edit, image, image_button,
        row, scroller, spinner, text, view::Enter,
    },
};

pub(super) fn welcome() -> View {
    let pager = column([
        image(IconName::Microphone)
            .id("item_image_first")
            .across(120)
            .high(120),
        text("Welcome").size(24).bold().align(Align::Center).wide(),
        text("Audio Recorder records what you say.")
            .align(Align::Center)
            .wide(),
    ]);
    let pager = pager
        .class("androidx.viewpager2.widget.ViewPager2")
        .id("pager")
        .wide();
    let go = button("Get started", Msg::Begin).id("btn_action").wide();
    column([pager.height(Dim::Share(1)), go]).fill()
}

pub(super) fn setup() -> View {
    let choice =
        |id: &'static str, value: &'static str| spinner([(value.into(), Msg::Nothing.into())], 0).id(id);
    let setting = |id: &'static str, title: &'static str, value: &'static str| {
        column([text(title).size(16), text(value).ink(Ink::Accent)])
            .id(id)
            .wide()
            .pad(16, 8)
    };
    let buttons = row([
        button("Reset", Msg::Nothing).id("btn_reset").width(Dim::Share(1)),
        button("Apply", Msg::Apply).id("btn_apply").width(Dim::Share(1)),
    ]);
    let page = scroller(
        "android.widget.ScrollView",
        "",
        "setup",
        [
            choice("themeColor", "Blue grey"),
            choice("name_format", "Record-1"),
            setting("setting_recording_format", "Recording format", "M4a"),
            setting("setting_frequency", "Sample rate", "44.1kHz"),
            setting("setting_bitrate", "Bitrate", "128 kbps"),
            setting("setting_channels", "Channels", "Stereo"),
        ],
    );
    column([
        row([text("Setup").size(20)])
            .id("toolbar")
            .wide()
            .high(56)
            .pad(16, 12),
        page.height(Dim::Share(1)),
        text("Size per minute: 1 MB").id("txt_size_per_min").pad(16, 4),
        buttons.wide(),
    ])
    .fill()
}

fn clock(ms: i64) -> String {
    let seconds = ms / 1000;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

pub(super) fn main(recording: Option<Recording>, now: i64) -> View {
    let bar = row([
        image_button(IconName::Down, "", Msg::Nothing).id("btn_import"),
        text("Audio Recorder")
            .size(20)
            .align(Align::Center)
            .width(Dim::Share(1))
            .at(Gravity::Center),
        image_button(IconName::Share, "", Msg::Nothing).id("btn_share"),
    ]);
    let length = recording.map_or(0, |it| it.length_ms(now));
    let mut words = vec![
        text(clock(length))
            .id("txt_progress")
            .size(40)
            .align(Align::Center)
            .wide(),
    ];
    if let Some(recording) = recording {
        let state = if recording.since_ms.is_some() {
            "Recording…"
        } else {
            "Paused"
        };
        words.push(text(state).id("txt_name").align(Align::Center).wide());
    }
    let wave = View::new("android.view.View")
        .id("record")
        .wide()
        .height(Dim::Share(1));
    let is_on = recording.is_some_and(|it| it.since_ms.is_some());
    let record = if is_on { IconName::Pause } else { IconName::Circle };
    let mut middle = vec![image_button(record, "Recording: %s", Msg::Record).id("btn_record")];
    if recording.is_some() {
        let stop = image_button(IconName::Square, "", Msg::Stop);
        let delete = image_button(IconName::Trash, "Delete", Msg::Drop);
        middle.insert(0, delete.id("btn_record_delete"));
        middle.push(stop.id("btn_record_stop"));
    }
    let buttons = row([
        image_button(IconName::Settings, "Settings", Msg::Nothing).id("btn_settings"),
        row(middle).width(Dim::Share(1)).at(Gravity::Center),
        image_button(IconName::List, "", Msg::Records).id("btn_records_list"),
    ]);
    column([
        bar.id("toolbar").wide().high(56),
        wave,
        column(words).wide().pad(16, 16),
        buttons.wide().high(72).pad(16, 8),
    ])
    .fill()
}

pub(super) fn records(device: &DeviceState) -> View {
    let mut all = device.files.list(RECORDS);
    all.retain(|it| !it.is_dir);
    all.sort_by_key(|it| std::cmp::Reverse(it.created_ms));
    let lines: Vec<View> = all
        .iter()
        .map(|it| {
            let path = format!("{RECORDS}/{}", it.name);
            let words = column([
                text(stem(&it.name).to_owned()).id("list_item_name").size(16),
                text(Date::from_ms(it.created_ms).stamp())
                    .id("list_item_date")
                    .ink(Ink::Dim),
            ]);
            let more = image_button(IconName::More, "", Msg::More(path)).id("list_item_more");
            row([words.width(Dim::Share(1)).pad(16, 8), more])
                .class("android.widget.FrameLayout")
                .id("container")
                .tap(Msg::Nothing)
                .wide()
        })
        .collect();
    let title = column([text("Records").id("txt_title").size(20)]).id("title");
    let bar = row([
        image_button(IconName::Back, "", Msg::Up).id("btn_back"),
        title.width(Dim::Share(1)).at(Gravity::Center),
        image_button(IconName::Sort, "", Msg::Nothing).id("btn_sort"),
        image_button(IconName::Star, "", Msg::Nothing).id("btn_bookmarks"),
    ]);
    let list = if lines.is_empty() {
        text("Records is empty")
            .id("txtEmpty")
            .size(16)
            .at(Gravity::Center)
    } else {
        let class = "androidx.recyclerview.widget.RecyclerView";
        scroller(class, "recycler_view", "", lines).ordered()
    };
    column([
        bar.id("toolbar").wide().high(56),
        list.wide().height(Dim::Share(1)),
    ])
    .fill()
}

/// A dialog as the app makes its own: title, content and two buttons.
fn own_dialog(title: &'static str, content: View, no: &'static str, yes: (&'static str, Msg)) -> Window {
    let title = text(title).id("dialog_title").size(20).bold().wide().pad(24, 16);
    let buttons = row([
        button(no, Msg::Keep)
            .id("dialog_negative_btn")
            .width(Dim::Share(1)),
        button(yes.0, yes.1)
            .id("dialog_positive_btn")
            .width(Dim::Share(1)),
    ]);
    let parts = [title, content.wide().pad(24, 8), buttons.wide()];
    Window::over(WindowKind::Dialog, column(parts).wide())
}

pub(super) fn name_dialog(name: &str) -> Window {
    let field = edit(Msg::Name, "", name.to_owned())
        .id("input_name")
        .enter(Enter::Submit);
    let again = View::new("android.widget.CheckBox")
        .id("check_box")
        .text("Don't ask again")
        .checked(false)
        .tap(Msg::Nothing)
        .picture(IconName::CheckboxOff)
        .wide()
        .high(48);
    own_dialog("New name", column([field, again]), "Cancel", ("Save", Msg::Save))
}

pub(super) fn asks(question: &'static str, yes: Msg) -> Window {
    let question = text(question).id("dialog_content").size(16);
    own_dialog("Warning", question, "No", ("Yes", yes))
}

/// The menu of a record.
pub(super) fn more() -> Window {
    let lines = [
        ("Share", Msg::Nothing),
        ("Information", Msg::Nothing),
        ("Rename", Msg::Rename),
        ("Open with…", Msg::Nothing),
        ("Save as…", Msg::Nothing),
        ("Delete", Msg::Delete),
    ];
    let lines = lines.map(|(words, msg)| {
        row([text(words).id("title").size(16)])
            .tap(msg)
            .wide()
            .high(48)
            .pad(16, 12)
    });
    Window::over(WindowKind::Dialog, column(lines).wide())
}
