//! Instance files with odd values: each is refused with a word about why, or can be played.

use crate::hand;

use autorpa_emulator::{instances, tasks::definition};
use hand::Hand;
use serde_json::{Value, json};

/// The one instance of a file with this entry.
fn entry(task: &str, params: Value, goal: &str, initial: Value) -> String {
    json!([{
        "task": task, "seed": 30, "idx": 0, "instance_seed": 1, "goal_before_init": "",
        "goal_after_init": goal, "params": params, "initial_state": initial,
    }])
    .to_string()
}

fn refused(task: &str, params: Value, goal: &str, initial: Value) -> String {
    let error = instances::load(&entry(task, params, goal, initial)).expect_err("it is odd");
    error.to_string()
}

/// What is sent where somebody sends the message of an instance.
fn sent(number: &str, message: &str) -> f64 {
    let goal = format!("Send a text message using Simple SMS Messenger to {number} with message: {message}");
    let params = json!({"number": number, "message": message});
    let all = instances::load(&entry("SimpleSmsSend", params, &goal, json!({}))).expect("an instance");
    let definition = definition("SimpleSmsSend").expect("a type");
    let before = all[0].initial.device().expect("a device");
    let mut hand = Hand::new(before.clone());
    hand.open("Simple SMS Messenger");
    hand.click_id("conversations_fab");
    hand.append("Add Contact or Number…", number);
    hand.click_id("new_conversation_confirm");
    hand.append("Type a message…", message);
    hand.click("OK");
    (definition.judge)(&autorpa_emulator::tasks::Ending {
        params: &all[0].params,
        before: &before,
        after: &hand.phone.state,
        screen: &hand.phone.screen(),
    })
}

#[test]
fn odd_messages_are_sent_as_they_are() {
    let long = "long and longer ".repeat(640);
    for message in [
        "\"quoted\" \\ back and /forward/",
        "🌊🏄 see you",
        "שלום, מה שלומך היום?",
        "line one\nline two",
        long.as_str(),
    ] {
        assert_eq!(sent("+15550001111", message), 1.0, "{message}");
    }
    assert_eq!(sent("555-000 1111", "numbers may be written apart"), 1.0);
}

#[test]
fn messages_that_do_not_fit_are_refused() {
    let reply = |initial| {
        let params = json!({"number": "+15550001111", "message": "Yes."});
        let goal = "Reply to +15550001111 with message: Yes. in Simple SMS Messenger";
        refused("SimpleSmsReply", params, goal, initial)
    };
    let no_body = reply(json!({"sms_in": [{"address": "+15550001111"}]}));
    assert!(no_body.contains("missing field `body`"), "{no_body}");
    let number = reply(json!({"sms_in": [{"address": 15550001111u64, "body": "Hi"}]}));
    assert!(number.contains("expected a string"), "{number}");
    let nobody = reply(json!({"sms_in": []}));
    assert!(nobody.contains("no message from +15550001111"), "{nobody}");
    let other = reply(json!({"sms_in": [{"address": "+1555", "body": "Hi"}]}));
    assert!(other.contains("no message from +15550001111"), "{other}");

    let recent = refused(
        "SimpleSmsReplyMostRecent",
        json!({"number": "+1", "message": "Yes."}),
        "Reply to the most recent text message using Simple SMS Messenger with message: Yes.",
        json!({"sms_in": [{"address": "+1", "body": "a"}, {"address": "+2", "body": "b"}]}),
    );
    assert!(recent.contains("from +2, but `number` is +1"), "{recent}");

    let resend = refused(
        "SimpleSmsResend",
        json!({"name": "Ada", "number": "+1", "message": "Yes."}),
        "Resend the message I just sent to Ada in Simple SMS Messenger",
        json!({"sms_out": [{"address": "+1", "body": "Yes."}], "contacts": [{"name": "Bob", "number": "+1"}]}),
    );
    assert!(resend.contains("no contact Ada with the number +1"), "{resend}");

    let clipboard = refused(
        "SimpleSmsSendClipboardContent",
        json!({"number": "+1", "message": "Yes."}),
        "Send a message to +1 with the clipboard content in Simple SMS Messenger",
        json!({"clipboard": "No."}),
    );
    assert!(clipboard.contains("but `message` is \"Yes.\""), "{clipboard}");

    let empty = refused(
        "SimpleSmsSend",
        json!({"number": "+1", "message": ""}),
        "Send a text message using Simple SMS Messenger to +1 with message: ",
        json!({}),
    );
    assert!(empty.contains("parameter `message` is empty"), "{empty}");
}

fn deletion(name: &str, files: Value) -> Result<Hand, String> {
    let goal = format!(
        "Delete the file {name} from the Android filesystem located in the Music folder within the sdk_gphone_x86_64 storage area."
    );
    let params = json!({"file_name": name, "subfolder": "Music"});
    let text = entry("FilesDeleteFile", params, &goal, json!({"files": files}));
    let all = instances::load(&text).map_err(|it| it.to_string())?;
    Ok(Hand::new(all[0].initial.device().map_err(|it| it.to_string())?))
}

#[test]
fn odd_file_names_are_refused_or_deleted() {
    let missing = deletion("a.mp3", json!({})).err().expect("refused");
    assert!(
        missing.contains("Music/a.mp3` is not among the files"),
        "{missing}"
    );
    let slash = deletion(
        "a/b.mp3",
        json!({"/storage/emulated/0/Music/a": "a file in the way"}),
    );
    let slash = slash.err().expect("refused");
    assert!(slash.contains("Music/a/b.mp3` is not among the files"), "{slash}");
    let relative = deletion("a.mp3", json!({"Music/a.mp3": "x"}))
        .err()
        .expect("refused");
    assert!(relative.contains("can't be made"), "{relative}");

    let long = format!("{}.mp3", "n".repeat(10_000));
    for name in ["🎵 tune.mp3", "مقطوعة.mp3", "it's \"quoted\".mp3", &long] {
        let path = format!("/storage/emulated/0/Music/{name}");
        let mut hand = deletion(name, json!({path.as_str(): "x"})).expect("an instance");
        hand.open("Files");
        hand.click("Show roots");
        hand.click("sdk_gphone_x86_64");
        hand.reach("Music");
        hand.click("Music");
        hand.hold(name);
        hand.click("Delete");
        hand.click("OK");
        assert!(!hand.phone.state.files.exists(&path), "{}", hand.show());
    }
}

#[test]
fn notes_that_do_not_fit_are_refused() {
    let header = refused(
        "MarkorAddNoteHeader",
        json!({"original_name": "a.md", "original_content": "one", "new_name": "b.md", "header": "top"}),
        "Update the Markor note a.md by adding the following text, along with a new blank line before the existing content: \"top\", and rename it to b.md.",
        json!({"files": {"/storage/emulated/0/Documents/Markor/a.md": "two\n"}}),
    );
    assert!(
        header.contains("a.md` says \"two\\n\", but `original_content` is \"one\""),
        "{header}"
    );
    let none = refused(
        "MarkorDeleteAllNotes",
        json!({}),
        "Delete all my notes in Markor.",
        json!({"files": {}}),
    );
    assert!(none.contains("solved at its beginning"), "{none}");
    let moved = refused(
        "FilesMoveFile",
        json!({"file_name": "a.jpg", "source_folder": "DCIM", "destination_folder": "Music"}),
        "Move the file a.jpg from DCIM within the sdk_gphone_x86_64 storage area to the Music within the same sdk_gphone_x86_64 storage area in the Android filesystem.",
        json!({"files": {"/storage/emulated/0/DCIM/a.jpg": "x", "/storage/emulated/0/Music/a.jpg": "y"}}),
    );
    assert!(
        moved.contains("Music/a.jpg` is there before it is moved"),
        "{moved}"
    );
}
