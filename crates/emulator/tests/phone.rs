//! The phone beside its apps: launcher, shade, contacts, keys and refusals.

use crate::hand;

use autorpa_emulator::{Key, state::DeviceState};
use device::DeviceError;
use hand::Hand;
use ui::{ActionKind, Direction, ElementId, HardAction};

fn phone() -> Hand {
    Hand::new(DeviceState::default())
}

#[test]
fn the_launcher_shows_its_apps() {
    let mut hand = phone();
    insta::assert_snapshot!("home", hand.show());
    hand.swipe(Direction::Up);
    hand.click("Contacts");
    hand.home();
    hand.click("Markor");
    hand.phone.key(Key::Recents);
    assert!(
        hand.id("Markor") < hand.id("Contacts"),
        "the last app comes first"
    );
    hand.click("Contacts");
    assert!(hand.sees("Create contact"));
    hand.back();
    insta::assert_snapshot!("home", hand.show());
}

#[test]
fn the_shade_turns_wifi_and_bluetooth_on() {
    let mut hand = phone();
    hand.open("Contacts");
    hand.swipe(Direction::Down);
    insta::assert_snapshot!("shade", hand.show());
    hand.click("Bluetooth");
    assert!(hand.find("Bluetooth").checked);
    hand.click("Internet");
    hand.click("Wi-Fi");
    hand.click("DONE");
    let setting = |name: &str| hand.phone.state.settings.get(name).map(String::as_str);
    assert_eq!(
        (setting("global/bluetooth_on"), setting("global/wifi_on")),
        (Some("1"), Some("1"))
    );
    assert!(hand.sees("Create contact"), "the app is still there");
}

#[test]
fn a_slider_is_tapped_and_dragged_at_its_points() {
    let mut hand = phone();
    hand.swipe(Direction::Down);
    hand.swipe(Direction::Down);
    let target = hand.id("Display brightness");
    let brightness = |hand: &Hand| -> i32 {
        let kept = &hand.phone.state.settings["system/screen_brightness"];
        kept.parse().expect("a number")
    };
    let click_at = |hand: &mut Hand, at: &str| {
        let at = at.to_owned();
        hand.phone.perform(&HardAction::ClickAt { target, at })
    };
    let drag_along = |hand: &mut Hand, path: &str| {
        let path = path.to_owned();
        hand.phone.perform(&HardAction::DragAlong { target, path })
    };
    click_at(&mut hand, "75%,50%").expect("taps");
    assert!((189..=193).contains(&brightness(&hand)), "{}", brightness(&hand));
    drag_along(&mut hand, "75%,50% 25%,50%").expect("drags");
    assert!((62..=66).contains(&brightness(&hand)), "{}", brightness(&hand));
    let (screen, now) = (hand.phone.screen(), hand.phone.state.clock.now_ms());
    for done in [
        click_at(&mut hand, "120%,50%"),
        click_at(&mut hand, "50%"),
        click_at(&mut hand, "50%,50% of 100x100"),
        drag_along(&mut hand, "50%,50% 99999px,50%"),
    ] {
        assert!(matches!(done, Err(DeviceError::NoPoint { .. })), "{done:?}");
    }
    let bent = drag_along(&mut hand, "25%,50% 50%,20% 75%,50%");
    assert!(matches!(bent, Err(DeviceError::NotTaken { .. })), "{bent:?}");
    let text = "Display".to_owned();
    let selected = hand.phone.perform(&HardAction::SelectText { target, text });
    assert!(
        matches!(selected, Err(DeviceError::Unsupported { .. })),
        "{selected:?}"
    );
    assert_eq!(
        (hand.phone.screen(), hand.phone.state.clock.now_ms()),
        (screen, now)
    );
}

#[test]
fn the_brightness_follows_the_finger() {
    let mut hand = phone();
    hand.swipe(Direction::Down);
    hand.swipe(Direction::Down);
    let bar = hand.find("Display brightness").bounds;
    hand.phone
        .swipe(bar.center().0, bar.center().1, bar.right - 1, bar.center().1);
    assert_eq!(hand.phone.state.settings["system/screen_brightness"], "254");
    hand.phone.tap(bar.left, bar.center().1);
    assert_eq!(hand.phone.state.settings["system/screen_brightness"], "1");
    hand.back();
    assert!(!hand.sees("Display brightness"));
}

#[test]
fn a_contact_is_made_and_listed_by_name() {
    let mut hand = phone();
    hand.phone
        .state
        .tables
        .insert("contacts", [("display_name", "Zoe Hill"), ("phone", "+15550001")]);
    hand.open("contacts");
    hand.click("Create contact");
    insta::assert_snapshot!("contact_editor", hand.show());
    hand.fill("First name", "Ada");
    hand.fill("Last name", "Byron");
    hand.fill("Phone", "+1 555 0002");
    assert_eq!(
        hand.find("Mobile").content_description.as_deref(),
        Some("Mobile Phone")
    );
    hand.click("Mobile");
    hand.click("Work");
    hand.click("SAVE");
    hand.back();
    assert!(hand.id("Ada Byron") < hand.id("Zoe Hill"));
    let row = &hand.phone.state.tables.rows("contacts")[1];
    assert_eq!(
        (row.get("display_name"), row.get("phone")),
        ("Ada Byron", "+1 555 0002")
    );
    assert_eq!(row.get("phone_type"), "Work");
}

#[test]
fn leaving_the_contact_editor_asks() {
    let mut hand = phone();
    hand.open("contacts");
    hand.click("Create contact");
    hand.back();
    hand.back();
    assert!(
        hand.sees("Search contacts"),
        "nothing was typed, nothing is asked"
    );
    hand.click("Create contact");
    hand.fill("First name", "Ada");
    hand.click("Close");
    assert!(hand.sees("DISCARD"));
    hand.back();
    assert!(hand.sees("Ada"), "back goes on editing");
    hand.click("Close");
    hand.click("DISCARD");
    assert!(hand.phone.state.tables.rows("contacts").is_empty());
}

#[test]
fn apps_are_found_by_the_beginning_of_a_name() {
    let mut hand = phone();
    for name in [
        "contacts",
        "Contacts",
        "contacts app",
        "com.google.android.contacts",
    ] {
        hand.home();
        hand.open(name);
        assert!(hand.sees("Create contact"), "{name}");
    }
    let error = hand.phone.perform(&HardAction::OpenApp {
        app: "Spreadsheet".to_owned(),
    });
    assert!(matches!(error, Err(DeviceError::NoApp { app, .. }) if app == "Spreadsheet"));
}

#[test]
fn what_is_not_there_is_refused_and_changes_nothing() {
    let mut hand = phone();
    let (screen, now) = (hand.phone.screen(), hand.phone.state.clock.now_ms());
    let action = HardAction::Click {
        target: ElementId(999),
    };
    assert!(matches!(
        hand.phone.perform(&action),
        Err(DeviceError::NoElement { index: 999, .. })
    ));
    let action = HardAction::Hover { target: ElementId(0) };
    assert!(matches!(
        hand.phone.perform(&action),
        Err(DeviceError::Unsupported {
            action: ActionKind::Hover
        })
    ));
    assert_eq!(
        (hand.phone.screen(), hand.phone.state.clock.now_ms()),
        (screen, now)
    );
}

#[test]
fn toasts_go_away_by_themselves() {
    let mut hand = phone();
    hand.open("contacts");
    hand.click("Create contact");
    hand.fill("First name", "Ada");
    hand.click("SAVE");
    assert!(hand.sees("Contact saved"));
    for _ in 0..4 {
        hand.phone
            .perform(&HardAction::Wait)
            .expect("waiting is possible");
    }
    assert!(!hand.sees("Contact saved"));
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut hand = phone();
    hand.open("contacts");
    let mut other = Hand {
        phone: hand.phone.clone(),
    };
    let before = hand.show();
    other.click("Create contact");
    assert_eq!(hand.show(), before);
    assert_ne!(other.show(), before);
}

/// Fingers and keys at random, on a phone with something on it: it never panics, and what it reports is on the screen.
#[test]
fn no_finger_breaks_it() {
    let mut state = DeviceState::default();
    let now = state.clock.now_ms();
    for name in ["a.md", "Ünï.txt", "Plans/deep.md"] {
        let path = format!("/storage/emulated/0/Documents/Markor/{name}");
        state.files.write(&path, "Zwölf Boxkämpfer\njagen 🦊 quer", now);
    }
    state
        .tables
        .insert("contacts", [("display_name", "Zoë"), ("phone", "+1555")]);
    state.tables.insert(
        "sms",
        [
            ("address", "+1555"),
            ("body", "hi"),
            ("date", "not a number"),
            ("type", "1"),
        ],
    );
    state.clipboard = Some("é".to_owned());
    let mut hand = Hand::new(state);
    let mut seed = 7_u64;
    let mut random = |below: i32| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below as u64) as i32
    };
    for _ in 0..2500 {
        let (x, y) = (random(1080), random(2400));
        let centres: Vec<(i32, i32)> = hand
            .phone
            .screen()
            .elements
            .iter()
            .map(|it| it.bounds.center())
            .collect();
        let (near_x, near_y) = if centres.is_empty() {
            (x, y)
        } else {
            centres[random(centres.len() as i32) as usize]
        };
        match random(16) {
            0 => hand.phone.tap(x, y),
            1..8 => hand.phone.tap(near_x, near_y),
            8 | 9 => hand.phone.long_press(near_x, near_y),
            10 | 11 => hand.phone.swipe(near_x, near_y, x, y),
            12 => hand
                .phone
                .type_text(["ab", "ß\n", "🦊 é", "..", "/"][random(5) as usize]),
            13 => hand
                .phone
                .key([Key::Back, Key::Enter, Key::Delete, Key::SelectAll][random(4) as usize]),
            14 if random(4) == 0 => hand.phone.key([Key::Home, Key::Recents][random(2) as usize]),
            _ => hand.open(["Markor", "Contacts", "simple sms", "settings", "clipper"][random(5) as usize]),
        }
        for it in hand.phone.screen().elements {
            let b = it.bounds;
            assert!(b.width() > 0 && b.height() > 0, "{it:?}");
            assert!(
                b.left >= 0 && b.top >= 0 && b.right <= 1080 && b.bottom <= 2400,
                "{it:?}"
            );
        }
    }
}
