//! Task types of the system: settings, the clipboard, and which app is open.

use task::{Params, Random};

use super::{
    about::text,
    definition::{Definition, Ending, Goal, PLAIN, reward},
    initial::Initial,
    similarity::fuzzy_match,
};
use crate::{state::DeviceState, system};

const WIFI: &str = "global/wifi_on";
const BLUETOOTH: &str = "global/bluetooth_on";
const BRIGHTNESS: &str = "system/screen_brightness";

/// Apps that goals name, and the packages that judges look for.
const APPS: [(&str, &str); 5] = [
    ("camera", "com.android.camera2"),
    ("clock", "com.google.android.deskclock"),
    ("contacts", "com.google.android.contacts"),
    ("settings", "com.android.settings"),
    ("dialer", "com.google.android.dialer"),
];

/// The same apps, as the launcher calls them.
const OPENED: &[&str] = &["Camera", "Clock", "Contacts", "Settings", "Phone"];

/// What is copied.
const SNIPPETS: [&str; 24] = [
    "Parcel locker: 4471-B",
    "Flight TP1083, seat 14C",
    "Guest network: otter-meadow-9",
    "Meet at the north gate, 18:30",
    "Invoice no. 2023-0915",
    "https://www.example.com/recipes/lentils",
    "Blood type: 0 negative",
    "Call Nadia about the keys",
    "Platform 9, coach 23",
    "IBAN DE00 1234 5678 9012",
    "Two tickets, row F",
    "Voucher: LANTERN15",
    "43 Mill Street, second floor",
    "anna.keller@example.org",
    "Serial number QX-88-2107",
    "The projector needs a new lamp",
    "52.5200 N, 13.4050 E",
    "Order #77120 is on its way",
    "Room 12, ask for Oskar",
    "Library card 00931745",
    "Rent is due on the 3rd!",
    "Oat milk, pears, rye bread",
    "Locker 18: turn left twice",
    "Membership expires 2024-02-29",
];

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "OpenAppTaskEval",
        goal: Goal::Always(
            "Open the {app_name} app. Clear any pop-ups that may appear by granting all permissions that are required.",
        ),
        params: &[("app_name", "name of the app")],
        apps: OPENED,
        step_budget: 10,
        generate: an_app,
        init: |_, _| Initial {
            settings: APPS.iter().map(|it| system::never_started(it.1)).collect(),
            ..Initial::default()
        },
        contradiction: unknown_app,
        judge: |it| reward(in_front(it)),
        ..PLAIN
    },
    switch(
        "SystemBluetoothTurnOff",
        BLUETOOTH_GOAL,
        off,
        bluetooth_other,
        bluetooth,
    ),
    Definition {
        may_be_solved: true,
        ..switch(
            "SystemBluetoothTurnOffVerify",
            BLUETOOTH_GOAL,
            off,
            bluetooth_same,
            bluetooth,
        )
    },
    switch(
        "SystemBluetoothTurnOn",
        BLUETOOTH_GOAL,
        on,
        bluetooth_other,
        bluetooth,
    ),
    Definition {
        may_be_solved: true,
        ..switch(
            "SystemBluetoothTurnOnVerify",
            BLUETOOTH_GOAL,
            on,
            bluetooth_same,
            bluetooth,
        )
    },
    brightness("SystemBrightnessMax", max, |params, _| {
        brightness_of(if text(params, "max_or_min") == "max" {
            "1"
        } else {
            "255"
        })
    }),
    Definition {
        may_be_solved: true,
        ..brightness("SystemBrightnessMaxVerify", max, brightness_same)
    },
    brightness("SystemBrightnessMin", min, |params, _| {
        brightness_of(if text(params, "max_or_min") == "min" {
            "255"
        } else {
            "1"
        })
    }),
    Definition {
        may_be_solved: true,
        ..brightness("SystemBrightnessMinVerify", min, brightness_same)
    },
    Definition {
        name: "SystemCopyToClipboard",
        goal: Goal::Always("Copy the following text to the clipboard: {clipboard_content}"),
        params: &[("clipboard_content", "what the clipboard holds afterwards")],
        // Clipper has nothing to type into, and what is copied is typed somewhere first.
        apps: &["Clipper", "Markor"],
        step_budget: 10,
        generate: |random| values([("clipboard_content", random.pick(&SNIPPETS))]),
        init: |_, _| Initial {
            clipboard: Some("nothing of yours".to_owned()),
            ..Initial::default()
        },
        judge: |it| {
            let held = it.after.clipboard.as_deref().unwrap_or_default();
            reward(fuzzy_match(held, text(it.params, "clipboard_content")))
        },
        ..PLAIN
    },
    switch("SystemWifiTurnOff", WIFI_GOAL, off, wifi_other, wifi),
    Definition {
        may_be_solved: true,
        ..switch("SystemWifiTurnOffVerify", WIFI_GOAL, off, wifi_same, wifi)
    },
    switch("SystemWifiTurnOn", WIFI_GOAL, on, wifi_other, wifi),
    Definition {
        may_be_solved: true,
        ..switch("SystemWifiTurnOnVerify", WIFI_GOAL, on, wifi_same, wifi)
    },
    Definition {
        name: "TurnOffWifiAndTurnOnBluetooth",
        goal: Goal::Always("Turn off WiFi, then enable bluetooth"),
        step_budget: 20,
        init: |_, _| Initial {
            settings: vec![setting(WIFI, "1"), setting(BLUETOOTH, "0")],
            ..Initial::default()
        },
        judge: |it| {
            let wifi_off = !system::is_on(it.after, WIFI);
            (reward(wifi_off) + reward(system::is_on(it.after, BLUETOOTH))) / 2.0
        },
        ..PLAIN
    },
    Definition {
        name: "TurnOnWifiAndOpenApp",
        goal: Goal::Always("Turn on Wifi, then open the {app_name} app"),
        params: &[("app_name", "name of the app")],
        apps: OPENED,
        step_budget: 20,
        generate: an_app,
        init: |_, _| Initial {
            settings: vec![setting(WIFI, "0")],
            ..Initial::default()
        },
        contradiction: unknown_app,
        judge: |it| (reward(system::is_on(it.after, WIFI)) + reward(in_front(it))) / 2.0,
        ..PLAIN
    },
];

const WIFI_GOAL: &str = "Turn wifi {on_or_off}.";
const BLUETOOTH_GOAL: &str = "Turn bluetooth {on_or_off}.";

/// A type that turns one switch; the beginning says whether it has to be turned at all.
const fn switch(
    name: &'static str,
    goal: &'static str,
    generate: fn(&mut Random) -> Params,
    init: fn(&Params, &mut Random) -> Initial,
    judge: fn(&Ending<'_>) -> f64,
) -> Definition {
    Definition {
        name,
        goal: Goal::Always(goal),
        params: &[("on_or_off", "on or off")],
        step_budget: 10,
        generate,
        init,
        contradiction: |params, _| one_of(params, "on_or_off", &["on", "off"]),
        judge,
        ..PLAIN
    }
}

const fn brightness(
    name: &'static str,
    generate: fn(&mut Random) -> Params,
    init: fn(&Params, &mut Random) -> Initial,
) -> Definition {
    Definition {
        name,
        goal: Goal::Always("Turn brightness to the {max_or_min} value."),
        params: &[("max_or_min", "max or min")],
        step_budget: 10,
        generate,
        init,
        contradiction: |params, _| one_of(params, "max_or_min", &["max", "min"]),
        judge: |it| {
            let level = it.after.settings.get(BRIGHTNESS).map(String::as_str);
            reward(level == brightest_or_darkest(it.params))
        },
        ..PLAIN
    }
}

fn on(_: &mut Random) -> Params {
    values([("on_or_off", "on")])
}

fn off(_: &mut Random) -> Params {
    values([("on_or_off", "off")])
}

fn max(_: &mut Random) -> Params {
    values([("max_or_min", "max")])
}

fn min(_: &mut Random) -> Params {
    values([("max_or_min", "min")])
}

fn an_app(random: &mut Random) -> Params {
    values([("app_name", random.pick(&APPS.map(|it| it.0)))])
}

/// What the goal asks a switch to be; `None` where it asks for something else.
fn asked(params: &Params) -> Option<bool> {
    match text(params, "on_or_off") {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn brightest_or_darkest(params: &Params) -> Option<&'static str> {
    match text(params, "max_or_min") {
        "max" => Some("255"),
        "min" => Some("1"),
        _ => None,
    }
}

fn wifi(it: &Ending<'_>) -> f64 {
    reward(asked(it.params) == Some(system::is_on(it.after, WIFI)))
}

fn bluetooth(it: &Ending<'_>) -> f64 {
    reward(asked(it.params) == Some(system::is_on(it.after, BLUETOOTH)))
}

fn wifi_other(params: &Params, _: &mut Random) -> Initial {
    switched(WIFI, asked(params) != Some(true))
}

fn wifi_same(params: &Params, _: &mut Random) -> Initial {
    switched(WIFI, asked(params) == Some(true))
}

fn bluetooth_other(params: &Params, _: &mut Random) -> Initial {
    switched(BLUETOOTH, asked(params) != Some(true))
}

fn bluetooth_same(params: &Params, _: &mut Random) -> Initial {
    switched(BLUETOOTH, asked(params) == Some(true))
}

fn brightness_same(params: &Params, _: &mut Random) -> Initial {
    brightness_of(brightest_or_darkest(params).unwrap_or("128"))
}

fn switched(name: &str, on: bool) -> Initial {
    Initial {
        settings: vec![setting(name, if on { "1" } else { "0" })],
        ..Initial::default()
    }
}

fn brightness_of(level: &str) -> Initial {
    Initial {
        settings: vec![setting(BRIGHTNESS, level)],
        ..Initial::default()
    }
}

fn setting(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn values<const N: usize>(values: [(&str, &str); N]) -> Params {
    Params::from_iter(values.map(|(name, value)| (name.to_owned(), value.into())))
}

/// Whether the app that the goal names is in front, with nothing of another app over it.
fn in_front(it: &Ending<'_>) -> bool {
    let name = text(it.params, "app_name");
    APPS.iter().any(|app| app.0 == name && app.1 == it.screen.app)
}

fn unknown_app(params: &Params, _: &DeviceState) -> Option<String> {
    one_of(params, "app_name", &APPS.map(|it| it.0))
}

fn one_of(params: &Params, name: &str, known: &[&str]) -> Option<String> {
    let value = text(params, name);
    (!known.contains(&value)).then(|| format!("`{name}` is \"{value}\"; it can be {}", known.join(", ")))
}
