//! Input methods: which there are, which is used, and what those of others type that are told it by broadcasts.

use std::io;

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    handset::Key,
    live::Broadcast,
    methods::{ADB_KEYBOARD, INSTALLED, Methods, USUAL, installed},
    shell::{Call, Tool},
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    (name == "ime").then_some(ime as Tool)
}

/// How an unknown one is refused, and everything that is not understood.
const FAILED: u8 = 255;

fn ime(call: &mut Call<'_>) -> io::Result<u8> {
    // The user is the only one.
    if let Some(at) = call.arguments.iter().position(|it| it == "--user") {
        call.arguments.drain(at..(at + 2).min(call.arguments.len()));
    }
    let (command, id) = (call.at(0).to_owned(), call.at(1).to_owned());
    let refused = |call: &Call<'_>, done: &str| {
        let why = format!("Unknown input method {id} cannot be {done} for user #0");
        call.fail(&why).map(|_| FAILED)
    };
    let said = match command.as_str() {
        "list" => return list(call),
        "enable" => {
            let Some(found) = installed(&id) else {
                return refused(call, "enabled");
            };
            match call.shell.inside.methods().enable(found) {
                true => "now enabled",
                false => "already enabled",
            }
        }
        "disable" => match call.shell.inside.methods().disable(&id) {
            true => "now disabled",
            false => "already disabled",
        },
        "set" => {
            let chosen = call.shell.inside.methods().choose(&id);
            return match chosen {
                true => {
                    call.line(&format!("Input method {id} selected for user #0"))?;
                    Ok(0)
                }
                false => refused(call, "selected"),
            };
        }
        "reset" => {
            *call.shell.inside.methods() = Methods::default();
            call.line("Reset current and enabled IMEs for user #0")?;
            call.line(&format!("  Newly selected IME: {USUAL}"))?;
            call.line("  Newly enabled IMEs:")?;
            call.line(&format!("   {USUAL}"))?;
            return Ok(0);
        }
        other => return call.fail(&format!("Unknown command: {other}")).map(|_| FAILED),
    };
    call.line(&format!("Input method {id}: {said} for user #0"))?;
    Ok(0)
}

/// `list [-a] [-s]`: those that are enabled or all, by their names alone or with what is known of them.
fn list(call: &Call<'_>) -> io::Result<u8> {
    let has = |letter: char| {
        call.arguments
            .iter()
            .any(|it| it.starts_with('-') && it.contains(letter))
    };
    let all = match has('a') {
        true => INSTALLED.to_vec(),
        false => call.shell.inside.methods().enabled().to_vec(),
    };
    for id in all {
        match has('s') {
            true => call.line(id)?,
            false => call.line(&format!(
                "{id}:\n  mId={id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=false"
            ))?,
        }
    }
    Ok(0)
}

impl crate::inside::Inside {
    /// What ADBKeyBoard types when it is told so, where it is the one that is used. What it does not understand it
    /// leaves, as it does on a phone: the broadcast has the same result.
    pub fn told_to_type(&self, broadcast: &Broadcast) {
        let package = ADB_KEYBOARD.split('/').next().unwrap_or_default();
        if self.methods().chosen() != ADB_KEYBOARD || !broadcast.is_for(package) {
            return;
        }
        let text = |name: &str| broadcast.extra(name).map(str::to_owned);
        let number = |name: &str| broadcast.extra(name)?.parse::<u32>().ok();
        let typed = match broadcast.action.as_str() {
            "ADB_INPUT_TEXT" => text("msg"),
            "ADB_INPUT_B64" => text("msg").and_then(|it| {
                let bytes = STANDARD.decode(it.trim()).ok()?;
                String::from_utf8(bytes).ok()
            }),
            "ADB_INPUT_CHARS" => text("chars").map(|it| {
                let codes = it.split(',').filter_map(|it| it.trim().parse().ok());
                codes.filter_map(char::from_u32).collect()
            }),
            "ADB_INPUT_CODE" => {
                if let Some(code) = number("code") {
                    self.live().press(code);
                }
                None
            }
            // What the key at the keyboard's corner does: search, go, next.
            "ADB_EDITOR_CODE" => {
                if number("code").is_some() {
                    self.phone().press(Key::Enter);
                }
                None
            }
            "ADB_CLEAR_TEXT" => {
                let mut phone = self.phone();
                phone.press(Key::SelectAll);
                phone.press(Key::Delete);
                None
            }
            _ => None,
        };
        if let Some(typed) = typed.filter(|it| !it.is_empty()) {
            self.phone().type_text(&typed);
        }
    }
}
