//! Settings and SMS Messenger on the phone.

use crate::hand;

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

#[test]
fn the_clocks_pages() {
    let mut hand = phone();
    hand.open("clock");
    insta::assert_snapshot!("clock", hand.show());
    hand.click("Timer");
    for key in ["1", "6", "00"] {
        hand.click(key);
    }
    insta::assert_snapshot!("timer_setup", hand.show());
    hand.click("Start");
    insta::assert_snapshot!("timer", hand.show());
    hand.click("Stopwatch");
    hand.click("Start");
    hand.click("Lap");
    insta::assert_snapshot!("stopwatch", hand.show());
}

#[test]
fn a_timer_runs_down() {
    let mut hand = phone();
    hand.open("clock");
    hand.click("Timer");
    hand.click("0");
    assert!(!hand.sees("Start"), "a zero in front is no digit");
    for key in ["1", "0", "5"] {
        hand.click(key);
    }
    assert!(hand.sees("1 minute") || hand.sees("0 hours, 1 minute, 5 seconds"));
    hand.click("Start");
    hand.click("Pause");
    assert!(hand.sees("1:04"), "{}", hand.show());
    hand.click("Add 1 Minute");
    assert!(hand.sees("2:04"));
    hand.click("Reset");
    assert!(hand.sees("1:05"));
    hand.click("Add timer");
    hand.click("Cancel");
    hand.click("Delete");
    assert!(hand.sees("00h 00m 00s"));
}

#[test]
fn an_alarm_is_set() {
    let mut hand = Hand::new(DeviceState::fresh());
    hand.open("clock");
    hand.click("Alarm");
    insta::assert_snapshot!("alarms", hand.show());
    hand.click("Add alarm");
    hand.fill("8", "27");
    assert!(!hand.find("OK").enabled, "no such hour");
    hand.fill("27", "6");
    hand.fill("00", "45");
    hand.click("OK");
    assert!(hand.sees("06:45"));
    let alarms = hand.phone.state.tables.rows("alarms");
    assert_eq!((alarms.len(), alarms[2].get("enabled")), (3, "1"));
}

#[test]
fn a_number_is_called() {
    let mut hand = phone();
    hand.phone
        .state
        .tables
        .insert("contacts", [("display_name", "Ada Byron"), ("phone", "12")]);
    hand.open("dialer");
    hand.click("key pad");
    assert!(!hand.find("dial").enabled, "there is no number");
    for key in ["1", "2,ABC", "#"] {
        hand.click(key);
    }
    hand.click("backspace");
    insta::assert_snapshot!("key_pad", hand.show());
    hand.click("dial");
    assert!(hand.sees("Calling…") && hand.sees("Ada Byron"));
    hand.click("End call");
    hand.back();
    hand.open("phone");
    hand.click("Recents");
    assert!(hand.sees("Ada Byron"), "{}", hand.show());
}

#[test]
fn the_camera_asks_once_and_takes_photos_and_videos() {
    let mut state = DeviceState::default();
    let (key, value) = autorpa_emulator::system::never_started("com.android.camera2");
    state.settings.insert(key, value);
    let mut hand = Hand::new(state);
    hand.open("camera");
    insta::assert_snapshot!("camera_first_start", hand.show());
    hand.click("NEXT");
    hand.click("Don't allow");
    hand.click("Shutter");
    hand.click("Shutter");
    hand.swipe(ui::Direction::Left);
    insta::assert_snapshot!("camera_modes", hand.show());
    hand.click("Switch to Video Camera");
    hand.click("Shutter");
    insta::assert_snapshot!("camera_video", hand.show());
    hand.back();
    let state = &hand.phone.state;
    let count = |folder: &str| state.files.list(&format!("/storage/emulated/0/{folder}")).len();
    assert_eq!((count("Pictures"), count("Movies")), (2, 1));
    assert_eq!(state.settings["com.android.camera2/save_location"], "0");
}

#[test]
fn clipper_says_that_it_runs() {
    let mut hand = phone();
    hand.open("clipper");
    insta::assert_snapshot!("clipper", hand.show());
}

#[test]
fn contacts_ask_once() {
    let mut state = DeviceState::default();
    let (key, value) = autorpa_emulator::system::never_started("com.google.android.contacts");
    state.settings.insert(key, value);
    let mut hand = Hand::new(state);
    hand.open("contacts");
    insta::assert_snapshot!("contacts_first_start", hand.show());
    hand.click("Skip");
    insta::assert_snapshot!("permission", hand.show());
    hand.click("Allow");
    assert!(hand.sees("Create contact"));
}

#[test]
fn settings_are_found_by_their_names() {
    let mut hand = phone();
    hand.open("settings");
    hand.click("Search settings");
    hand.append("Search settings", "blue");
    insta::assert_snapshot!("settings_search", hand.show());
    hand.click("Bluetooth");
    hand.click("Use Bluetooth");
    assert_eq!(hand.phone.state.settings["global/bluetooth_on"], "1");
}

#[test]
fn settings_keep_volumes_and_switches() {
    let mut hand = phone();
    hand.open("settings");
    hand.click("Sound & vibration");
    let mut bars = hand.phone.screen().elements;
    bars.retain(|it| it.class_name.as_deref() == Some("android.widget.SeekBar"));
    let bar = bars[2].bounds;
    hand.phone.tap(bar.right - 1, bar.center().1);
    insta::assert_snapshot!("settings_sound", hand.show());
    hand.back();
    hand.click("Display");
    hand.click("Dark theme");
    hand.back();
    hand.click("Connected devices");
    hand.click("Pair new device");
    let settings = &hand.phone.state.settings;
    assert_eq!(settings["system/volume_alarm"], "7");
    assert_eq!(settings["secure/ui_night_mode"], "1");
    assert_eq!(
        settings["global/bluetooth_on"], "1",
        "nothing is paired without Bluetooth"
    );
}
