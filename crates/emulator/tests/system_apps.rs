//! Settings and SMS Messenger on the phone.

mod hand;

use autorpa_emulator::state::DeviceState;
use hand::Hand;

fn phone() -> Hand {
    Hand::new(DeviceState::default())
}

#[test]
fn settings_lead_to_wifi_and_bluetooth() {
    let mut hand = phone();
    hand.open("settings");
    insta::assert_snapshot!("settings", hand.show());
    hand.click("Network & internet");
    hand.click("Internet");
    hand.click("Wi-Fi");
    assert!(hand.sees("AndroidWifi"));
    for _ in 0..2 {
        hand.click("Navigate up");
    }
    hand.click("Connected devices");
    hand.click("Connection preferences");
    hand.click("Bluetooth");
    hand.click("Use Bluetooth");
    let settings = &hand.phone.state.settings;
    assert_eq!(
        (&*settings["global/wifi_on"], &*settings["global/bluetooth_on"]),
        ("1", "1")
    );
}

#[test]
fn brightness_is_set_in_a_dialog() {
    let mut hand = phone();
    hand.open("system settings");
    hand.click("Display");
    hand.click("Brightness level");
    let bar = hand.find("Display brightness").bounds;
    hand.phone.tap(bar.right - 1, bar.center().1);
    hand.back();
    assert!(hand.sees("99%"), "{}", hand.show());
}

#[test]
fn a_message_is_sent_and_becomes_a_conversation() {
    let mut hand = phone();
    hand.phone.state.tables.insert(
        "contacts",
        [("display_name", "Ada Byron"), ("phone", "+15550002")],
    );
    hand.open("simple sms messenger");
    assert!(hand.sees("No stored conversations have been found"));
    hand.click("Start a conversation");
    hand.append("Add Contact or Number…", "+1 555-0002");
    hand.click_id("new_conversation_confirm");
    hand.click("Type a message…");
    assert!(!hand.find("OK").enabled, "nothing was typed");
    hand.type_here("See you at nine");
    insta::assert_snapshot!("composer", hand.show());
    hand.click("OK");
    hand.back();
    hand.back();
    assert!(hand.sees("Ada Byron"));
    let row = &hand.phone.state.tables.rows("sms")[0];
    assert_eq!((row.get("address"), row.get("type")), ("+1 555-0002", "2"));
    assert_eq!(row.get("body"), "See you at nine");
}

#[test]
fn a_note_is_shared_as_a_message() {
    let mut hand = phone();
    let now = hand.phone.state.clock.now_ms();
    hand.phone.state.files.write(
        "/storage/emulated/0/Documents/Markor/plan.md",
        "Meet at the gate",
        now,
    );
    hand.open("Markor");
    hand.click("plan.md");
    hand.click("More options");
    hand.click("Share");
    hand.click("Plain Text");
    hand.click("SMS Messenger");
    hand.append("Add Contact or Number…", "5550003");
    hand.click_id("new_conversation_confirm");
    hand.click("OK");
    assert_eq!(
        hand.phone.state.tables.rows("sms")[0].get("body"),
        "Meet at the gate"
    );
}

#[test]
fn a_conversation_is_deleted_after_a_question() {
    let mut hand = phone();
    for (address, date) in [("111", "1000"), ("222", "2000"), ("111", "3000")] {
        let fields = [
            ("address", address),
            ("body", "text"),
            ("date", date),
            ("type", "1"),
        ];
        hand.phone.state.tables.insert("sms", fields);
    }
    hand.open("simple sms");
    assert!(hand.id("111") < hand.id("222"), "the newest comes first");
    hand.hold("111");
    hand.click("Delete");
    hand.click("NO");
    assert!(hand.sees("111"));
    hand.click("Delete");
    hand.click("YES");
    assert!(!hand.sees("111") && hand.sees("222"));
}

#[test]
fn a_message_is_copied() {
    let mut hand = phone();
    let fields = [
        ("address", "111"),
        ("body", "code 42"),
        ("date", "1000"),
        ("type", "1"),
    ];
    hand.phone.state.tables.insert("sms", fields);
    hand.open("simple sms");
    hand.click("111");
    hand.hold("code 42");
    hand.click("Copy to clipboard");
    assert_eq!(hand.phone.state.clipboard.as_deref(), Some("code 42"));
}
