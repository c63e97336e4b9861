//! Task types of Simple SMS Messenger.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    definition::{Definition, Ending, Goal, PLAIN, reward},
    initial::{Initial, Message},
    odd::Form,
    similarity::fuzzy_match,
    words::{ADDRESSES, FAMILY_NAMES, GIVEN_NAMES, SENTENCES},
};
use crate::{
    apps::sms::{PACKAGE, TABLE, time_of},
    state::{DeviceState, Row},
};

/// What a message that was not understood is answered with.
const GLITCH: &str = "Sorry, there was a glitch, what was the last message you sent me?";
/// A message counts as sent by the agent for so long.
const RECENT_MS: i64 = 300_000;

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "SimpleSmsReply",
        about: |params| vec![About::meant(Collection::Messages, params, &["number"])],
        forms: &[("message", Form::Text)],
        goal: Goal::Always("Reply to {number} with message: {message} in Simple SMS Messenger"),
        params: &[NUMBER, MESSAGE],
        step_budget: 12,
        generate: number_and_message,
        init: |params, random| {
            let mut messages = noise(random, 1, 5);
            let at = random.between(0, messages.len() as i64) as usize;
            messages.insert(at, received(text(params, "number"), random.pick(&SENTENCES)));
            with(messages)
        },
        contradiction: |params, device| {
            let number = text(params, "number");
            let known = received_by(device).any(|it| same_number(it.get("address"), number));
            (!known).then(|| format!("there is no message from {number} to reply to"))
        },
        judge: |it| reward(was_sent(it, "number", "message")),
        ..PLAIN
    },
    Definition {
        name: "SimpleSmsReplyMostRecent",
        about: |params| vec![About::meant(Collection::OlderMessages, params, &["number"])],
        forms: &[("message", Form::Text)],
        goal: Goal::Always(
            "Reply to the most recent text message using Simple SMS Messenger with message: {message}",
        ),
        params: &[MESSAGE],
        hidden: &["number"],
        step_budget: 12,
        generate: number_and_message,
        init: |params, random| {
            let mut messages = noise(random, 0, 5);
            messages.push(received(text(params, "number"), random.pick(&SENTENCES)));
            with(messages)
        },
        contradiction: |params, device| {
            let number = text(params, "number");
            let last = received_by(device).max_by_key(|it| time_of(it));
            match last {
                Some(last) if same_number(last.get("address"), number) => None,
                Some(last) => Some(format!(
                    "the most recent message is from {}, but `number` is {number}",
                    last.get("address")
                )),
                None => Some("there is no message to reply to".to_owned()),
            }
        },
        judge: |it| reward(was_sent(it, "number", "message")),
        ..PLAIN
    },
    Definition {
        name: "SimpleSmsResend",
        about: |params| {
            vec![
                About::meant(Collection::Contacts, params, &["name"]),
                About::meant(Collection::OlderMessages, params, &["number"]),
            ]
        },
        forms: &[("name", Form::Person), ("message", Form::Text)],
        goal: Goal::Always("Resend the message I just sent to {name} in Simple SMS Messenger"),
        params: &[("name", "given name and family name of a contact")],
        hidden: &["number", "message"],
        step_budget: 12,
        generate: |random| {
            let mut params = number_and_message(random);
            params.insert("name".to_owned(), full_name(random).into());
            params
        },
        init: |params, _| {
            let number = text(params, "number");
            let sent = Message {
                sent: true,
                ..received(number, text(params, "message"))
            };
            Initial {
                contacts: vec![(text(params, "name").to_owned(), number.to_owned())],
                ..with(vec![sent, received(number, GLITCH)])
            }
        },
        contradiction: |params, device| {
            let (number, message) = (text(params, "number"), text(params, "message"));
            let last = sent_by(device).last();
            if !last.is_some_and(|it| is_message(it, number, message)) {
                return Some(format!(
                    "the last message that was sent is not \"{message}\" to {number}"
                ));
            }
            no_contact(params, device, "name")
        },
        judge: |it| {
            let (before, after): (Vec<&Row>, Vec<&Row>) =
                (sent_by(it.before).collect(), sent_by(it.after).collect());
            let again = match (before.last(), after.last()) {
                (Some(old), Some(new)) => is_message(new, old.get("address"), old.get("body")),
                (None, _) | (_, None) => false,
            };
            reward(again && after.len() == before.len() + 1)
        },
        ..PLAIN
    },
    Definition {
        name: "SimpleSmsSend",
        about: |params| vec![About::made(Collection::Messages, params, "number")],
        forms: &[("message", Form::Text)],
        goal: Goal::Always(
            "Send a text message using Simple SMS Messenger to {number} with message: {message}",
        ),
        params: &[NUMBER, MESSAGE],
        step_budget: 12,
        generate: number_and_message,
        judge: |it| reward(was_sent(it, "number", "message")),
        ..PLAIN
    },
    Definition {
        name: "SimpleSmsSendClipboardContent",
        about: |params| vec![About::made(Collection::Messages, params, "number")],
        forms: &[("message", Form::Text)],
        goal: Goal::Always("Send a message to {number} with the clipboard content in Simple SMS Messenger"),
        params: &[NUMBER],
        hidden: &["message"],
        apps: &["SMS Messenger", "Clipper"],
        step_budget: 12,
        generate: number_and_message,
        init: |params, _| Initial {
            clipboard: Some(text(params, "message").to_owned()),
            ..Initial::default()
        },
        contradiction: |params, device| {
            let message = text(params, "message");
            (device.clipboard.as_deref() != Some(message)).then(|| {
                format!(
                    "the clipboard holds {:?}, but `message` is \"{message}\"",
                    device.clipboard
                )
            })
        },
        judge: |it| reward(was_sent(it, "number", "message")),
        ..PLAIN
    },
    Definition {
        name: "SimpleSmsSendReceivedAddress",
        about: |params| vec![About::meant(Collection::Contacts, params, &["name1", "name2"])],
        forms: &[("name1", Form::Person), ("name2", Form::Person)],
        goal: Goal::Always(
            "Text the address of the event to {name1} that {name2} just sent me in Simple SMS Messenger",
        ),
        params: &[
            (
                "name1",
                "given name and family name of the contact who gets the address",
            ),
            ("name2", "given name and family name of the contact who sent it"),
        ],
        hidden: &["number", "message"],
        step_budget: 18,
        generate: |random| {
            let given = random.sample(&GIVEN_NAMES, 2);
            let family = random.sample(&FAMILY_NAMES, 2);
            Params::from_iter([
                ("name1".to_owned(), format!("{} {}", given[0], family[0]).into()),
                ("name2".to_owned(), format!("{} {}", given[1], family[1]).into()),
                ("number".to_owned(), phone_number(random).into()),
                ("message".to_owned(), random.pick(&ADDRESSES).into()),
            ])
        },
        init: |params, random| {
            let (to, from) = (text(params, "number"), phone_number(random));
            Initial {
                contacts: vec![
                    (text(params, "name1").to_owned(), to.to_owned()),
                    (text(params, "name2").to_owned(), from.clone()),
                ],
                ..with(vec![received(&from, text(params, "message"))])
            }
        },
        contradiction: |params, device| {
            let message = text(params, "message");
            let known = received_by(device).any(|it| it.get("body") == message);
            if !known {
                return Some(format!("nobody sent \"{message}\""));
            }
            no_contact(params, device, "name1")
        },
        judge: |it| reward(was_sent(it, "number", "message")),
        ..PLAIN
    },
];

const NUMBER: (&str, &str) = ("number", "phone number with its country code");
const MESSAGE: (&str, &str) = ("message", "what the message says");

/// Whether a message of two parameters is among those sent lately, with the app in front.
pub(super) fn was_sent(it: &Ending<'_>, number: &str, message: &str) -> bool {
    let (number, message) = (text(it.params, number), text(it.params, message));
    let now = it.after.clock.now_ms();
    let recent = |row: &&Row| now.saturating_sub(time_of(row)).abs() < RECENT_MS;
    it.screen.app == PACKAGE
        && sent_by(it.after)
            .filter(recent)
            .any(|row| is_message(row, number, message))
}

fn is_message(row: &Row, number: &str, body: &str) -> bool {
    same_number(row.get("address"), number) && fuzzy_match(row.get("body"), body)
}

/// Whether two numbers are the same but for dashes and spaces.
fn same_number(a: &str, b: &str) -> bool {
    let plain = |it: &str| it.replace(['-', ' '], "");
    plain(a) == plain(b)
}

/// The messages that were sent, the oldest first.
fn sent_by(device: &DeviceState) -> impl Iterator<Item = &Row> {
    device
        .tables
        .rows(TABLE)
        .iter()
        .filter(|it| it.get("type") == "2")
}

fn received_by(device: &DeviceState) -> impl Iterator<Item = &Row> {
    device
        .tables
        .rows(TABLE)
        .iter()
        .filter(|it| it.get("type") == "1")
}

/// What is wrong where the contact that a parameter names does not have the number.
fn no_contact(params: &Params, device: &DeviceState, name: &str) -> Option<String> {
    let (name, number) = (text(params, name), text(params, "number"));
    let mut contacts = device.tables.rows("contacts").iter();
    let known = contacts.any(|it| it.get("display_name") == name && same_number(it.get("phone"), number));
    (!known).then(|| format!("there is no contact {name} with the number {number}"))
}

fn with(messages: Vec<Message>) -> Initial {
    Initial {
        messages,
        ..Initial::default()
    }
}

fn received(address: &str, body: &str) -> Message {
    Message {
        address: address.to_owned(),
        body: body.to_owned(),
        sent: false,
    }
}

/// Messages of others.
fn noise(random: &mut Random, least: i64, most: i64) -> Vec<Message> {
    (0..random.between(least, most))
        .map(|_| received(&phone_number(random), random.pick(&SENTENCES)))
        .collect()
}

pub(super) fn phone_number(random: &mut Random) -> String {
    format!("+1{}", random.digits(10))
}

fn full_name(random: &mut Random) -> String {
    format!("{} {}", random.pick(&GIVEN_NAMES), random.pick(&FAMILY_NAMES))
}

fn number_and_message(random: &mut Random) -> Params {
    Params::from_iter([
        ("number".to_owned(), phone_number(random).into()),
        ("message".to_owned(), random.pick(&SENTENCES).into()),
    ])
}
