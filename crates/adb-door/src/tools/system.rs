//! The system: properties, time, processes, the log.

use std::{io, time::Duration};

use crate::helper;
use crate::shell::{Call, Tool};
use crate::time;

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "getprop" => getprop,
        "setprop" => setprop,
        "date" => date,
        "sleep" | "usleep" => sleep,
        "whoami" => |it| {
            it.line("root")?;
            Ok(0)
        },
        "id" => |it| {
            it.line("uid=0(root) gid=0(root) groups=0(root),1004(input),1007(log),1011(adb),1015(sdcard_rw),2000(shell) context=u:r:su:s0")?;
            Ok(0)
        },
        "uname" => |it| {
            it.line("Linux")?;
            Ok(0)
        },
        "nproc" => |it| {
            it.line("2")?;
            Ok(0)
        },
        "ps" => ps,
        "pidof" => pidof,
        "kill" | "pkill" | "killall" => |_| Ok(0),
        "logcat" => logcat,
        "log" => log,
        "app_process" | "app_process64" | "app_process32" => app_process,
        "getenforce" => |it| {
            it.line("Permissive")?;
            Ok(0)
        },
        "ip" | "ifconfig" => network,
        "reboot" => |it| it.fail("reboot: this phone can't be restarted through the door"),
        _ => return None,
    })
}

fn getprop(call: &mut Call<'_>) -> io::Result<u8> {
    let said = {
        let all = call.shell.inside.properties();
        match call.at(0) {
            "" => all
                .iter()
                .map(|(name, value)| format!("[{name}]: [{value}]\n"))
                .collect(),
            name => format!("{}\n", all.get(name).map_or(call.at(1), String::as_str)),
        }
    };
    call.say(said)?;
    Ok(0)
}

fn setprop(call: &mut Call<'_>) -> io::Result<u8> {
    let (name, value) = (call.at(0).to_owned(), call.at(1).to_owned());
    if name.is_empty() {
        return call.fail("setprop: Needs 2 arguments");
    }
    if name.starts_with("ro.") {
        return call.fail(&format!(
            "Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason."
        ));
    }
    let mut all = call.shell.inside.properties();
    if all.len() < 4096 {
        all.insert(name, value);
    }
    Ok(0)
}

fn date(call: &mut Call<'_>) -> io::Result<u8> {
    let now = call.shell.inside.phone().now_ms();
    let mut rest: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
    rest.retain(|it| *it != "-u");
    match rest[..] {
        [] => call.line(&time::said(now))?,
        [one] if one.starts_with('+') => match time::by_pattern(&one[1..], now) {
            Some(text) => call.line(&text)?,
            None => return call.fail(&format!("date: bad format '{}'", &one[1..])),
        },
        ["-s", text] | [text] => match time::set(text, now) {
            Some(to) => {
                call.shell.inside.phone().pass(to.saturating_sub(now));
                call.line(&time::said(to))?;
            }
            None => return call.fail(&format!("date: bad date '{text}'")),
        },
        _ => return call.fail("date: bad arguments"),
    }
    Ok(0)
}

fn sleep(call: &mut Call<'_>) -> io::Result<u8> {
    let unit = if call.name == "usleep" { 1e-6 } else { 1.0 };
    let text = call.at(0);
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) if text.ends_with('m') => (number, 60.0),
        Some(number) if text.ends_with('h') => (number, 3600.0),
        Some(number) => (number, unit),
        None => (text, unit),
    };
    match number.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => {
            call.shell
                .inside
                .wait(Duration::from_secs_f64(seconds * unit), &call.shell.client);
            Ok(0)
        }
        Ok(_) | Err(_) => call.fail(&format!("sleep: bad number '{text}'")),
    }
}

/// Processes: name last, nine columns.
fn processes(call: &Call<'_>) -> Vec<(u32, String)> {
    let mut all = vec![(1, "init".to_owned()), (600, "system_server".to_owned())];
    let mut running = call.shell.inside.phone().running();
    running.sort_unstable();
    all.extend((1000..).zip(running));
    all
}

fn ps(call: &mut Call<'_>) -> io::Result<u8> {
    let mut out = "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\n".to_owned();
    for (pid, name) in processes(call) {
        out.push_str(&format!(
            "u0_a1        {pid:>5}     1 1000000  10000 0                   0 S {name}\n"
        ));
    }
    call.say(out)?;
    Ok(0)
}

fn pidof(call: &mut Call<'_>) -> io::Result<u8> {
    let wanted = call.arguments.last().cloned().unwrap_or_default();
    match processes(call).into_iter().find(|(_, it)| *it == wanted) {
        Some((pid, _)) => {
            call.line(&pid.to_string())?;
            Ok(0)
        }
        None => Ok(1),
    }
}

/// `-d` says what there is, `-c` drops it; else what comes is said until the client goes.
fn logcat(call: &mut Call<'_>) -> io::Result<u8> {
    let has = |it: &str| call.arguments.iter().any(|other| other == it);
    if has("-c") || has("--clear") {
        call.shell.inside.logged().clear();
        return Ok(0);
    }
    let silent = has("*:S");
    let mut said = 0;
    if !silent {
        call.line("--------- beginning of main")?;
    }
    loop {
        let lines: Vec<String> = {
            let all = call.shell.inside.logged();
            // The log was emptied in between.
            said = said.min(all.len());
            let lines = all[said..].to_vec();
            said = all.len();
            lines
        };
        if !silent && !lines.is_empty() {
            call.say(lines.iter().map(|it| format!("{it}\n")).collect::<String>())?;
        }
        let over = has("-d") || has("-t");
        if over
            || call
                .shell
                .inside
                .wait(Duration::from_millis(200), &call.shell.client)
        {
            return Ok(0);
        }
    }
}

fn log(call: &mut Call<'_>) -> io::Result<u8> {
    let (mut tag, mut text) = ("log".to_owned(), Vec::new());
    let mut all = call.arguments.iter();
    while let Some(it) = all.next() {
        match it.as_str() {
            "-t" => tag = all.next().cloned().unwrap_or_default(),
            "-p" => {
                all.next();
            }
            it => text.push(it),
        }
    }
    call.shell.inside.log(&tag, &text.join(" "));
    Ok(0)
}

/// The uiautomator2 server answers at its port without it; who starts it all the same sees it run. The helper answers
/// once it is started.
fn app_process(call: &mut Call<'_>) -> io::Result<u8> {
    if let Some(place) = call.arguments.iter().position(|it| it == helper::CLASS) {
        let name = call.at(place + 1).to_owned();
        helper::start(&call.shell.inside, &name);
        call.line("ready")?;
        helper::run(&call.shell.inside, &name, &call.shell.client);
        return Ok(0);
    }
    let is_server = call.arguments.iter().any(|it| it.ends_with("uia2.Main"));
    if !is_server {
        return call.fail("app_process: no class of this name can be run on this phone");
    }
    call.shell.inside.wait(Duration::MAX, &call.shell.client);
    Ok(0)
}

fn network(call: &mut Call<'_>) -> io::Result<u8> {
    call.say(
        "wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500\n    inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0\n",
    )?;
    Ok(0)
}
