//! SMS Messenger and the share sheet on the phone: what their screens report.

use crate::hand;

use autorpa_emulator::{SystemWindow, state::DeviceState};
use hand::Hand;

fn phone() -> Hand {
    Hand::new(DeviceState::default())
}

fn received(hand: &mut Hand, address: &str, body: &str) {
    autorpa_emulator::apps::sms::deliver(&mut hand.phone.state, address, body, false);
}

#[test]
fn conversations_and_a_new_one() {
    let mut hand = phone();
    received(&mut hand, "111", "first");
    hand.phone.state.clock.advance(86_400_000);
    received(&mut hand, "+15550002", "second");
    hand.phone.state.tables.insert(
        "contacts",
        [("display_name", "Ada Byron"), ("phone", "+15550002")],
    );
    hand.open("simple sms");
    insta::assert_snapshot!("conversations", hand.show());
    hand.click_id("conversations_fab");
    hand.append("Add Contact or Number…", "555");
    insta::assert_snapshot!("new_conversation", hand.show());
}

#[test]
fn enter_does_not_take_a_number() {
    let mut hand = phone();
    hand.open("simple sms");
    hand.click("Start a conversation");
    hand.append("Add Contact or Number…", "42");
    assert!(hand.sees("New conversation"), "{}", hand.show());
    assert!(
        !hand.show().contains("new_conversation_confirm"),
        "two digits are too few"
    );
}

#[test]
fn a_message_is_looked_at_shared_and_forwarded() {
    let mut hand = phone();
    received(&mut hand, "111", "code 42");
    hand.open("simple sms");
    hand.click("111");
    hand.hold("code 42");
    insta::assert_snapshot!("picked_message", hand.show());
    hand.click("More options");
    hand.click("Properties");
    assert!(hand.sees("Received at"), "{}", hand.show());
    hand.click("OK");
    hand.click("Share");
    insta::assert_snapshot!("share_sheet", hand.show());
    hand.click("COPY");
    assert_eq!(hand.phone.state.clipboard.as_deref(), Some("code 42"));
    hand.click("More options");
    hand.click("Forward");
    hand.append("Add Contact or Number…", "222");
    hand.click_id("new_conversation_confirm");
    hand.click("OK");
    let rows = hand.phone.state.tables.rows("sms");
    assert_eq!((rows[1].get("address"), rows[1].get("body")), ("222", "code 42"));
}

#[test]
fn a_message_is_sent_a_moment_later_where_time_goes_on_by_itself() {
    let send = |hand: &mut Hand| {
        received(hand, "111", "hello");
        hand.open("simple sms");
        hand.click("111");
        hand.append("Type a message…", "hi");
        hand.click("OK");
    };
    let mut still = phone();
    send(&mut still);
    assert!(!still.sees("Sending…"), "{}", still.show());
    let mut live = phone();
    live.phone.state.clock.pass(1);
    send(&mut live);
    assert!(live.sees("Sending…"), "{}", live.show());
    live.phone.state.clock.pass(1_000);
    live.phone.refresh();
    assert!(!live.sees("Sending…"), "{}", live.show());
    assert!(live.sees("hi"), "{}", live.show());
}

#[test]
fn the_keys_of_the_keyboard_type() {
    let mut hand = phone();
    hand.open("simple sms");
    hand.click("Start a conversation");
    assert!(hand.phone.has_keyboard());
    let all = hand.phone.system_windows();
    let (_, board) = all
        .iter()
        .find(|(kind, _)| *kind == SystemWindow::Keyboard)
        .expect("a keyboard");
    for name in ["a", "d", "x", "Delete", "a", "Space", "b", "."] {
        let key = board
            .children
            .iter()
            .find(|it| it.element.content_description.as_deref() == Some(name));
        let (x, y) = key.expect(name).element.bounds.center();
        hand.phone.tap(x, y);
    }
    assert!(hand.sees("ada b."), "{}", hand.show());
}
