//! Settings and radios.

use std::io;

use crate::methods;
use crate::shell::{Call, Tool};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "settings" => settings,
        "svc" => |it| {
            let what = match it.arguments.is_empty() {
                true => String::new(),
                false => it.arguments.remove(0),
            };
            svc_as(it, &what)
        },
        "locksettings" => |_| Ok(0),
        _ => return None,
    })
}

/// `settings get|put|delete|list NAMESPACE [KEY [VALUE]]`.
pub fn settings(call: &mut Call<'_>) -> io::Result<u8> {
    // The user is the only one.
    if let Some(at) = call.arguments.iter().position(|it| it == "--user") {
        call.arguments.drain(at..(at + 2).min(call.arguments.len()));
    }
    let [command, namespace, key, value] = [0, 1, 2, 3].map(|it| call.at(it).to_owned());
    if !["global", "secure", "system"].contains(&namespace.as_str()) {
        return call.fail(&format!("Invalid namespace '{namespace}'"));
    }
    let inside = &call.shell.inside;
    match command.as_str() {
        "get" => {
            let all = all(call, &namespace);
            let value = all.iter().find(|(name, _)| *name == key);
            call.line(value.map_or("null", |(_, value)| value))?;
        }
        "put" if namespace == "secure" && inside.methods().set(&key, &value) => {}
        "put" if call.arguments.len() >= 4 => inside.phone().set(&namespace, &key, Some(&value)),
        "delete" => {
            let there = inside
                .phone()
                .settings(&namespace)
                .iter()
                .any(|(name, _)| *name == key);
            inside.phone().set(&namespace, &key, None);
            call.line(&format!("Deleted {} rows", u8::from(there)))?;
        }
        "list" => {
            let all = all(call, &namespace);
            call.say(
                all.iter()
                    .map(|(name, value)| format!("{name}={value}\n"))
                    .collect::<String>(),
            )?;
        }
        "reset" => {}
        other => return call.fail(&format!("Invalid command: {other}")),
    }
    Ok(0)
}

/// Settings that a phone has from the beginning, where the emulator keeps no other value.
const USUAL: [(&str, &str, &str); 7] = [
    ("global", "device_provisioned", "1"),
    ("global", "zen_duration", "0"),
    ("global", "window_animation_scale", "1.0"),
    ("global", "transition_animation_scale", "1.0"),
    ("global", "animator_duration_scale", "1.0"),
    ("secure", "user_setup_complete", "1"),
    ("system", "user_rotation", "0"),
];

/// The settings of a namespace, by name.
pub fn all(call: &Call<'_>, namespace: &str) -> Vec<(String, String)> {
    let mut all = call.shell.inside.phone().settings(namespace);
    for (of, name, value) in USUAL {
        if of == namespace && !all.iter().any(|(it, _)| it == name) {
            all.push((name.to_owned(), value.to_owned()));
        }
    }
    if namespace == "secure" {
        let used = call.shell.inside.methods();
        for key in [methods::CHOSEN, methods::ENABLED] {
            all.extend(used.setting(key).map(|it| (key.to_owned(), it)));
        }
    }
    all.sort();
    all
}

/// `svc wifi enable` and its like.
pub fn svc_as(call: &mut Call<'_>, what: &str) -> io::Result<u8> {
    let words: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
    let on = match words[..] {
        ["enable" | "on"] | ["set-wifi-enabled", "enabled" | "true"] => "1",
        ["disable" | "off"] | ["set-wifi-enabled", "disabled" | "false"] => "0",
        _ => return Ok(0),
    };
    let key = match what {
        "wifi" => "wifi_on",
        "bluetooth" => "bluetooth_on",
        "data" => "mobile_data",
        "nfc" => "nfc_on",
        "power" => return Ok(0),
        other => return call.fail(&format!("svc: unknown command '{other}'")),
    };
    call.shell.inside.phone().set("global", key, Some(on));
    Ok(0)
}

/// `cmd connectivity airplane-mode [enable|disable]`.
pub fn airplane(call: &mut Call<'_>) -> io::Result<u8> {
    const KEY: &str = "airplane_mode_on";
    if call.at(0) != "airplane-mode" {
        return Ok(0);
    }
    match call.at(1) {
        "enable" => call.shell.inside.phone().set("global", KEY, Some("1")),
        "disable" => call.shell.inside.phone().set("global", KEY, Some("0")),
        _ => {
            let on = all(call, "global")
                .iter()
                .any(|(name, value)| name == KEY && value == "1");
            call.line(if on { "enabled" } else { "disabled" })?;
        }
    }
    Ok(0)
}
