//! What is installed: `pm`, and `cmd` with what stands behind it.

use std::io;

use super::{activity, settings};
use crate::handset::App;
use crate::shell::{Call, Tool};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "pm" => pm,
        "cmd" => cmd,
        "appops" | "device_config" => |_| Ok(0),
        _ => return None,
    })
}

fn cmd(call: &mut Call<'_>) -> io::Result<u8> {
    if call.arguments.first().is_some_and(|it| it == "-w") {
        call.arguments.remove(0);
    }
    if call.arguments.is_empty() {
        return call.fail("cmd: No service specified; use -l to list all services. Use -w to start and wait for a service.").map(|_| 20);
    }
    let service = call.arguments.remove(0);
    match service.as_str() {
        "package" => pm(call),
        "activity" => activity::am(call),
        "settings" => settings::settings(call),
        "wifi" => settings::svc_as(call, "wifi"),
        "bluetooth_manager" => settings::svc_as(call, "bluetooth"),
        "connectivity" => settings::airplane(call),
        "uimode" | "location" | "notification" | "statusbar" | "input_method" | "appops" | "overlay" => Ok(0),
        other => call
            .fail(&format!("cmd: Can't find service: {other}"))
            .map(|_| 20),
    }
}

/// Whether an app came with the system.
fn is_of_the_system(app: &App) -> bool {
    app.package.starts_with("com.android.") || app.package.starts_with("com.google.")
}

fn pm(call: &mut Call<'_>) -> io::Result<u8> {
    if call.arguments.is_empty() {
        return call.fail("Package manager (package) commands:");
    }
    let command = call.arguments.remove(0);
    let last = call.arguments.last().cloned().unwrap_or_default();
    let apps = call.shell.inside.phone().apps();
    let found = apps.iter().find(|it| it.package == last);
    match command.as_str() {
        "list" => list(call, &apps),
        "clear" => {
            let done = clear(call, &last);
            call.line(if done { "Success" } else { "Failed" })?;
            Ok(u8::from(!done))
        }
        "path" => match found {
            Some(it) => {
                call.line(&format!("package:/data/app/{}/base.apk", it.package))?;
                Ok(0)
            }
            None => Ok(1),
        },
        "resolve-activity" => {
            match found {
                Some(it) => call.say(format!(
                    "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n{}/{}\n",
                    it.package, it.activity
                ))?,
                None => call.line("No activity found")?,
            }
            Ok(0)
        }
        "query-activities" => {
            let all = apps.iter().filter(|it| it.has_icon);
            call.say(
                all.map(|it| format!("{}/{}\n", it.package, it.activity))
                    .collect::<String>(),
            )?;
            Ok(0)
        }
        "dump" => {
            call.arguments = vec!["package".to_owned(), last];
            super::dumpsys::dumpsys(call)
        }
        "grant"
        | "revoke"
        | "reset-permissions"
        | "enable"
        | "disable"
        | "disable-user"
        | "set-install-location" => Ok(0),
        "install" | "install-create" => {
            // What is sent is read to its end: the client would wait.
            if let Some(at) = call.arguments.iter().position(|it| it == "-S") {
                let size = call.at(at + 1).parse::<u64>().unwrap_or(0);
                call.skip_input(size)?;
            }
            call.line("Failure [INSTALL_FAILED_USER_RESTRICTED: the apps of this phone are built in]")?;
            Ok(1)
        }
        "uninstall" => {
            call.line("Failure [DELETE_FAILED_INTERNAL_ERROR]")?;
            Ok(1)
        }
        "get-install-location" => {
            call.line("0[auto]")?;
            Ok(0)
        }
        other => call.fail(&format!("Unknown command: {other}")).map(|_| 255),
    }
}

/// Drop what an app keeps, or what a provider keeps for others.
fn clear(call: &Call<'_>, package: &str) -> bool {
    let mut phone = call.shell.inside.phone();
    match package {
        "com.android.providers.contacts" => phone.replace("contacts", Vec::new()),
        "com.android.providers.telephony" => phone.replace("sms", Vec::new()),
        _ => return phone.clear(package),
    }
    true
}

fn list(call: &mut Call<'_>, apps: &[App]) -> io::Result<u8> {
    let has = |it: &str| call.arguments.iter().any(|other| other == it);
    match call.at(0) {
        "packages" | "package" => {}
        "users" => {
            call.say("Users:\n\tUserInfo{0:Owner:c13} running\n")?;
            return Ok(0);
        }
        "features" => {
            call.say("feature:android.hardware.touchscreen\nfeature:android.hardware.screen.portrait\n")?;
            return Ok(0);
        }
        "instrumentation" | "permissions" | "libraries" => return Ok(0),
        other => {
            return call
                .fail(&format!("Error: unknown list type '{other}'"))
                .map(|_| 255);
        }
    }
    let filter = call.arguments[1..]
        .iter()
        .rfind(|it| !it.starts_with('-') && it.parse::<u32>().is_err());
    let mut out = String::new();
    for it in apps {
        let system = is_of_the_system(it);
        if (has("-3") && system) || (has("-s") && !system) || has("-d") {
            continue;
        }
        if filter.is_some_and(|part| !it.package.contains(part.as_str())) {
            continue;
        }
        match has("-f") {
            true => out.push_str(&format!("package:/data/app/{0}/base.apk={0}\n", it.package)),
            false => out.push_str(&format!("package:{}\n", it.package)),
        }
    }
    call.say(out)?;
    Ok(0)
}
