//! Messages as rows of the table, and who they are from.

use crate::state::{DeviceState, Row};

/// The table of messages.
pub const TABLE: &str = "sms";
/// How long a message is on its way, in milliseconds.
const SENDING_MS: i64 = 1_000;

/// Put a message into the table, sent or received now. No two messages have the same time.
pub fn deliver(device: &mut DeviceState, address: &str, body: &str, sent: bool) {
    if !device.clock.goes_on() {
        device.clock.advance(SENDING_MS);
    }
    let now = device.clock.now_ms().to_string();
    let kind = if sent { "2" } else { "1" };
    let fields = [
        ("address", address),
        ("body", body),
        ("date", &now),
        ("type", kind),
    ];
    device.tables.insert(TABLE, fields);
}

/// Whether a message is still on its way: nobody sees that on a phone whose time only goes on with what is done.
pub(super) fn is_sending(device: &DeviceState, message: &Row) -> bool {
    let since = device.clock.now_ms() - time_of(message);
    device.clock.goes_on() && message.get("type") == "2" && (0..SENDING_MS).contains(&since)
}

/// A number without what only makes it readable.
pub(super) fn digits(address: &str) -> String {
    address
        .chars()
        .filter(|it| !matches!(it, '-' | ' ' | '(' | ')'))
        .collect()
}

/// The contact with this number.
pub(super) fn contact<'a>(device: &'a DeviceState, address: &str) -> Option<&'a str> {
    let number = digits(address);
    let mut all = device.tables.rows("contacts").iter();
    let known = all.find(|it| digits(it.get("phone")) == number)?;
    Some(known.get("display_name"))
}

/// The name of the contact with this number, or the number.
pub(super) fn name_of(device: &DeviceState, address: &str) -> String {
    contact(device, address).unwrap_or(address).to_owned()
}

/// When a message was sent or received, in milliseconds since 1970.
pub fn time_of(message: &Row) -> i64 {
    message.get("date").parse().unwrap_or_default()
}

/// Every conversation's last message, the newest first.
pub(super) fn conversations(device: &DeviceState) -> Vec<&Row> {
    let mut last: Vec<&Row> = Vec::new();
    for it in device.tables.rows(TABLE) {
        match last
            .iter_mut()
            .find(|kept| digits(kept.get("address")) == digits(it.get("address")))
        {
            Some(kept) if time_of(kept) <= time_of(it) => *kept = it,
            Some(_) => {}
            None => last.push(it),
        }
    }
    last.sort_by_key(|it| std::cmp::Reverse(time_of(it)));
    last
}
