//! Task types of SMS Messenger, Markor and Files played by hand, on the suite's own instances and on seeds:
//! the right outcome is rewarded; nothing done, and what is nearly right, is not.

use crate::hand;

use autorpa_emulator::{
    Emulator, instances,
    tasks::{Definition, Ending, Initial, definition},
};
use device::Tasks;
use hand::Hand;
use task::Params;
use testkit::kept;

/// Seeds that are played beside the file's instances.
const SEEDS: [u64; 5] = [1, 2, 3, 200, 201];

/// Somebody who plays one instance, knowing its hidden values too.
struct Player {
    hand: Hand,
    params: Params,
}

impl Player {
    fn value(&self, name: &str) -> String {
        self.params[name].to_string()
    }
}

type Play = fn(&mut Player);

/// The instances of a type that the suite made; none, and a word about it, where the file is not there.
fn of_the_suite(name: &str) -> Vec<(Params, Initial)> {
    let Some(text) = testkit::instances() else {
        return Vec::new();
    };
    let all = instances::load(&text).expect("the instances");
    let found: Vec<(Params, Initial)> = all
        .into_iter()
        .filter(|it| it.task_type == name)
        .map(|it| (it.params, it.initial))
        .collect();
    assert!(!found.is_empty(), "the file has {name}");
    found
}

fn reward(definition: &Definition, params: &Params, initial: &Initial, play: Play) -> (f64, Hand) {
    let before = initial.device().expect("a device");
    kept::begin();
    let mut player = Player {
        hand: Hand::new(before.clone()),
        params: params.clone(),
    };
    play(&mut player);
    let phone = &player.hand.phone;
    let reward = (definition.judge)(&Ending {
        params,
        before: &before,
        after: &phone.state,
        screen: &phone.screen(),
    });
    (reward, player.hand)
}

/// Play a type in all ways, on the suite's instances and on some seeds.
fn check(name: &str, right: Play, misses: &[Play]) {
    let definition = definition(name).expect("a type");
    let mut all = of_the_suite(name);
    let of_file = all.len();
    for seed in SEEDS {
        let params = definition.values(seed);
        let initial = definition.beginning(&params, seed);
        all.push((params, initial));
    }
    for (at, (params, initial)) in all.iter().enumerate() {
        let (done, shown) = reward(definition, params, initial, right);
        assert_eq!(
            done,
            1.0,
            "{name}, instance {at}, {params:?}, the right way:\n{}",
            shown.show()
        );
        if let Some(at) = at.checked_sub(of_file) {
            let instance = Emulator::new().instance(name, SEEDS[at]).expect("an instance");
            kept::end(&instance, || shown.phone.screen());
        }
        let (idle, _) = reward(definition, params, initial, |_| {});
        assert_eq!(idle, 0.0, "{name}, instance {at}, nothing done");
        for (miss, play) in misses.iter().enumerate() {
            let (missed, shown) = reward(definition, params, initial, *play);
            assert_eq!(
                missed,
                0.0,
                "{name}, instance {at}, near miss {miss}:\n{}",
                shown.show()
            );
        }
    }
}

const OTHER_TEXT: &str = "This says something else altogether, and at some length.";

fn other_number(number: &str) -> String {
    let digit = if number.ends_with('7') { '8' } else { '7' };
    format!("{}{digit}", &number[..number.len() - 1])
}

/// A new conversation with a number.
fn new_conversation(hand: &mut Hand, number: &str) {
    hand.open("Simple SMS Messenger");
    hand.click_id("conversations_fab");
    hand.append("Add Contact or Number…", number);
    hand.click_id("new_conversation_confirm");
}

fn say(hand: &mut Hand, text: &str) {
    hand.append("Type a message…", text);
    hand.click("OK");
}

fn send(hand: &mut Hand, number: &str, text: &str) {
    new_conversation(hand, number);
    say(hand, text);
}

fn send_other_text(it: &mut Player) {
    let number = it.value("number");
    send(&mut it.hand, &number, OTHER_TEXT);
}

fn send_other_number(it: &mut Player) {
    let (number, message) = (it.value("number"), it.value("message"));
    send(&mut it.hand, &other_number(&number), &message);
}

fn send_and_go_home(it: &mut Player) {
    let (number, message) = (it.value("number"), it.value("message"));
    send(&mut it.hand, &number, &message);
    it.hand.home();
}

#[test]
fn sms_send() {
    check(
        "SimpleSmsSend",
        |it| {
            let (number, message) = (it.value("number"), it.value("message"));
            send(&mut it.hand, &number, &message);
        },
        &[send_other_text, send_other_number, send_and_go_home],
    );
}

#[test]
fn sms_reply() {
    check(
        "SimpleSmsReply",
        |it| {
            let (number, message) = (it.value("number"), it.value("message"));
            it.hand.open("Simple SMS Messenger");
            it.hand.click(&number);
            say(&mut it.hand, &message);
        },
        &[send_other_text, send_other_number],
    );
}

#[test]
fn sms_reply_most_recent() {
    check(
        "SimpleSmsReplyMostRecent",
        |it| {
            let message = it.value("message");
            it.hand.open("Simple SMS Messenger");
            it.hand.click_id("conversation_address");
            say(&mut it.hand, &message);
        },
        &[send_other_text, send_other_number],
    );
}

#[test]
fn sms_resend() {
    let again: Play = |it| {
        let (name, message) = (it.value("name"), it.value("message"));
        it.hand.open("Simple SMS Messenger");
        it.hand.click(&name);
        it.hand.hold(&message);
        it.hand.click("Copy to clipboard");
        it.hand.hold("Type a message…");
        it.hand.click("Paste");
        it.hand.click("OK");
    };
    check(
        "SimpleSmsResend",
        again,
        &[
            send_other_text,
            send_other_number,
            // Once too often.
            |it| {
                let (name, message) = (it.value("name"), it.value("message"));
                it.hand.open("Simple SMS Messenger");
                it.hand.click(&name);
                say(&mut it.hand, &message);
                say(&mut it.hand, &message);
            },
        ],
    );
}

#[test]
fn sms_send_clipboard_content() {
    check(
        "SimpleSmsSendClipboardContent",
        |it| {
            let number = it.value("number");
            new_conversation(&mut it.hand, &number);
            it.hand.hold("Type a message…");
            it.hand.click("Paste");
            it.hand.click("OK");
        },
        &[send_other_text, send_other_number],
    );
}

/// Text somebody who is among the contacts.
fn send_to_contact(it: &mut Player, name: &str, text: &str) {
    let name = it.value(name);
    it.hand.open("Simple SMS Messenger");
    it.hand.click_id("conversations_fab");
    it.hand.append("Add Contact or Number…", &name);
    it.hand.click_id("item_contact_name");
    say(&mut it.hand, text);
}

#[test]
fn sms_send_received_address() {
    check(
        "SimpleSmsSendReceivedAddress",
        |it| {
            let name = it.value("name2");
            it.hand.open("Simple SMS Messenger");
            it.hand.click(&name);
            let read = it.hand.text_of("thread_message_body");
            it.hand.back();
            send_to_contact(it, "name1", &read);
        },
        &[
            |it| {
                let message = it.value("message");
                send_to_contact(it, "name2", &message);
            },
            |it| send_to_contact(it, "name1", OTHER_TEXT),
        ],
    );
}

/// Open Markor and begin a new note of this name.
fn new_note(hand: &mut Hand, name: &str, extension: &str) {
    hand.open("Markor");
    hand.click("Create a new file or folder");
    hand.fill("my_note", name);
    match extension {
        ".md" => {}
        "" => {
            hand.click("Markdown");
            hand.click("None");
        }
        other => hand.fill(".md", other),
    }
    hand.click("OK");
}

fn write(hand: &mut Hand, text: &str) {
    hand.fill_id("document__fragment__edit__highlighting_editor", text);
    hand.click("Save");
}

fn note_and_message(it: &mut Player, text: &str, extension: Option<&str>, number: &str) {
    let file_name = it.value("file_name");
    let (name, own) = file_name.split_at(file_name.rfind('.').expect("an extension"));
    let hand = &mut it.hand;
    new_note(hand, name, extension.unwrap_or(own));
    write(hand, text);
    hand.click("More options");
    hand.click("Share");
    hand.click("Plain Text");
    hand.click("SMS Messenger");
    hand.append("Add Contact or Number…", number);
    hand.click_id("new_conversation_confirm");
    hand.click("OK");
}

#[test]
fn markor_create_note_and_sms() {
    check(
        "MarkorCreateNoteAndSms",
        |it| {
            let (text, number) = (it.value("text"), it.value("number"));
            note_and_message(it, &text, None, &number);
        },
        &[
            |it| {
                let number = it.value("number");
                note_and_message(it, OTHER_TEXT, None, &number);
            },
            |it| {
                let (text, number) = (it.value("text"), it.value("number"));
                note_and_message(it, &text, Some(".org"), &other_number(&number));
            },
        ],
    );
}

#[test]
fn half_of_note_and_message_is_half_a_reward() {
    let definition = definition("MarkorCreateNoteAndSms").expect("a type");
    let (params, initial) = (definition.values(1), Initial::default());
    let half = |play: Play| reward(definition, &params, &initial, play).0;
    let only_message: Play = |it| {
        let (text, number) = (it.value("text"), it.value("number"));
        send(&mut it.hand, &number, &text);
    };
    let message_to_somebody_else: Play = |it| {
        let (text, number) = (it.value("text"), it.value("number"));
        note_and_message(it, &text, None, &other_number(&number));
    };
    assert_eq!((half(only_message), half(message_to_somebody_else)), (0.5, 0.5));
}

fn update_note(it: &mut Player, text: &str, rename: bool) {
    let (old, new) = (it.value("original_name"), it.value("new_name"));
    let hand = &mut it.hand;
    hand.open("Markor");
    hand.reach(&old);
    hand.click(&old);
    write(hand, text);
    hand.back();
    hand.back();
    if rename {
        hand.hold(&old);
        hand.click("Rename");
        hand.fill_id("new_name", &new);
        hand.click("OK");
    }
}

#[test]
fn markor_add_note_header() {
    check(
        "MarkorAddNoteHeader",
        |it| {
            let text = format!("{}\n\n{}", it.value("header"), it.value("original_content"));
            update_note(it, &text, true);
        },
        &[
            |it| {
                let text = format!("{}\n{}", it.value("header"), it.value("original_content"));
                update_note(it, &text, true);
            },
            |it| {
                let text = format!("{}\n\n{}", it.value("header"), it.value("original_content"));
                update_note(it, &text, false);
            },
            // ENTER behind a text that ends with a line break makes another one.
            |it| {
                let text = format!("{}\n\n{}\n", it.value("header"), it.value("original_content"));
                update_note(it, &text, true);
            },
        ],
    );
}

/// Delete notes, all but some, and answer the question.
fn delete_notes(it: &mut Player, but: usize, answer: &str) {
    let hand = &mut it.hand;
    hand.open("Markor");
    let notes = hand.texts_of("opoc_filesystem_item__title");
    let notes: Vec<&String> = notes.iter().filter(|it| *it != "..").skip(but).collect();
    for (at, name) in notes.iter().enumerate() {
        if at == 0 {
            hand.hold(name);
        } else {
            hand.click(name);
        }
    }
    if !notes.is_empty() {
        hand.click("Delete");
        hand.click(answer);
    }
}

#[test]
fn markor_delete_all_notes() {
    check(
        "MarkorDeleteAllNotes",
        |it| delete_notes(it, 0, "OK"),
        &[
            |it| delete_notes(it, 1, "OK"),
            |it| delete_notes(it, 0, "CANCEL"),
            // The notebook itself.
            |it| {
                let hand = &mut it.hand;
                hand.open("Markor");
                hand.click("..");
                hand.hold("Markor");
                hand.click("Delete");
                hand.click("OK");
            },
            |it| {
                delete_notes(it, 0, "OK");
                new_note(&mut it.hand, "one_more", ".md");
            },
        ],
    );
}

fn merge_notes(it: &mut Player, between: &str, extension: &str) {
    let parts = ["file1_content", "file2_content", "file3_content"].map(|name| it.value(name));
    let name = it.value("new_file_name");
    new_note(&mut it.hand, &name, extension);
    write(&mut it.hand, &parts.join(between));
}

#[test]
fn markor_merge_notes() {
    check(
        "MarkorMergeNotes",
        |it| merge_notes(it, "\n\n", ""),
        &[
            |it| merge_notes(it, "\n\n", ".md"),
            |it| merge_notes(it, "\n", ""),
        ],
    );
}

/// Files in a folder of the storage.
fn open_folder(hand: &mut Hand, folder: &str) {
    hand.open("Files");
    hand.click("Show roots");
    hand.click("sdk_gphone_x86_64");
    hand.reach(folder);
    // A kind of file above the list may be called as the folder is.
    hand.click_last(folder);
}

fn delete_file(it: &mut Player, name: &str, answer: &str) {
    let folder = it.value("subfolder");
    let hand = &mut it.hand;
    open_folder(hand, &folder);
    hand.reach(name);
    hand.hold(name);
    hand.click("Delete");
    hand.click(answer);
}

#[test]
fn files_delete_file() {
    check(
        "FilesDeleteFile",
        |it| {
            let name = it.value("file_name");
            delete_file(it, &name, "OK");
        },
        &[
            |it| {
                let name = it.value("file_name");
                delete_file(it, &name, "CANCEL");
            },
            // Another file of the folder.
            |it| {
                let (folder, name) = (it.value("subfolder"), it.value("file_name"));
                let inside = it
                    .hand
                    .phone
                    .state
                    .files
                    .list(&format!("/storage/emulated/0/{folder}"));
                let other = inside.into_iter().find(|it| it.name != name);
                delete_file(it, &other.expect("another file").name, "OK");
            },
        ],
    );
}

fn transfer_file(it: &mut Player, how: &str, button: &str, to: &str) {
    let (name, from) = (it.value("file_name"), it.value("source_folder"));
    let hand = &mut it.hand;
    open_folder(hand, &from);
    hand.reach(&name);
    hand.hold(&name);
    hand.click("More options");
    hand.click(how);
    hand.click("Show roots");
    hand.click("sdk_gphone_x86_64");
    hand.reach(to);
    hand.click_last(to);
    hand.click(button);
}

#[test]
fn files_move_file() {
    check(
        "FilesMoveFile",
        |it| {
            let to = it.value("destination_folder");
            transfer_file(it, "Move to…", "MOVE", &to);
        },
        &[
            |it| {
                let to = it.value("destination_folder");
                transfer_file(it, "Copy to…", "COPY", &to);
            },
            |it| {
                let wrong = ["Alarms", "DCIM", "Music"];
                let taken = [it.value("source_folder"), it.value("destination_folder")];
                let to = wrong.into_iter().find(|it| !taken.contains(&(*it).to_owned()));
                transfer_file(it, "Move to…", "MOVE", to.expect("a third folder"));
            },
            |it| {
                let to = it.value("destination_folder");
                transfer_file(it, "Move to…", "CANCEL", &to);
            },
        ],
    );
}
