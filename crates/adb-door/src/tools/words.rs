//! What the shell itself has.

use std::io;

use crate::shell::{Call, Tool};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        ":" | "true" => |_| Ok(0),
        "false" => |_| Ok(1),
        "echo" => echo,
        "printf" => printf,
        "test" | "[" => test,
        "cd" => cd,
        "pwd" => |it| {
            let folder = it.shell.folder.clone();
            it.line(&folder)?;
            Ok(0)
        },
        "exit" => |it| {
            it.shell.ended = true;
            Ok(it.at(0).parse().unwrap_or(it.shell.status))
        },
        "export" => export,
        "unset" => |it| {
            for name in &it.arguments {
                it.shell.variables.remove(name);
            }
            Ok(0)
        },
        "env" => env,
        "exec" | "nohup" | "toybox" | "command" => again,
        "su" => su,
        "sh" => sh,
        "set" | "ulimit" | "umask" | "wait" | "trap" => |_| Ok(0),
        "which" => which,
        _ => return None,
    })
}

fn echo(call: &mut Call<'_>) -> io::Result<u8> {
    let (mut line, mut escapes, mut from) = (true, false, 0);
    for it in &call.arguments {
        match it.as_str() {
            "-n" => line = false,
            "-e" => escapes = true,
            "-E" => escapes = false,
            "-ne" | "-en" => (line, escapes) = (false, true),
            _ => break,
        }
        from += 1;
    }
    let mut text = call.arguments[from..].join(" ");
    if escapes {
        text = unescaped(&text);
    }
    if line {
        text.push('\n');
    }
    call.say(text)?;
    Ok(0)
}

/// Backslashes and letters become what they stand for.
fn unescaped(text: &str) -> String {
    let mut all = String::new();
    let mut chars = text.chars();
    while let Some(it) = chars.next() {
        if it != '\\' {
            all.push(it);
            continue;
        }
        match chars.next() {
            Some('n') => all.push('\n'),
            Some('t') => all.push('\t'),
            Some('r') => all.push('\r'),
            Some('\\') | None => all.push('\\'),
            Some(other) => all.extend(['\\', other]),
        }
    }
    all
}

/// `%s`, `%d`, `%%` and `%b` are taken; the form is used again while there are values.
fn printf(call: &mut Call<'_>) -> io::Result<u8> {
    let Some((form, values)) = call.arguments.split_first() else {
        return call.fail("printf: Needs 1 argument");
    };
    let form = unescaped(form);
    let mut values = values.iter();
    let mut out = String::new();
    loop {
        let before = values.len();
        let mut chars = form.chars();
        while let Some(it) = chars.next() {
            if it != '%' {
                out.push(it);
                continue;
            }
            match chars.next() {
                Some('s' | 'b') => out.push_str(values.next().map_or("", String::as_str)),
                Some('d' | 'i' | 'u') => out.push_str(values.next().map_or("0", String::as_str)),
                Some('%') | None => out.push('%'),
                Some(other) => {
                    return call.fail(&format!("printf: bad %{other}"));
                }
            }
        }
        if values.len() == 0 || values.len() == before {
            break;
        }
    }
    call.say(out)?;
    Ok(0)
}

fn test(call: &mut Call<'_>) -> io::Result<u8> {
    let mut words: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
    if call.name == "[" && words.pop() != Some("]") {
        return call.fail("/system/bin/sh: [: missing ]").map(|_| 2);
    }
    match holds(call, &words) {
        Some(it) => Ok(u8::from(!it)),
        None => call
            .fail("/system/bin/sh: test: unexpected operator/operand")
            .map(|_| 2),
    }
}

fn holds(call: &Call<'_>, words: &[&str]) -> Option<bool> {
    let at = |what: &str| words.iter().rposition(|it| *it == what).filter(|it| *it > 0);
    let stat = |path: &str| {
        let path = call.path(path);
        call.disk(|it| it.stat(&path)).ok()
    };
    let numbers = |a: &str, b: &str| Some((a.parse::<i64>().ok()?, b.parse::<i64>().ok()?));
    Some(match words {
        [] => false,
        ["!", rest @ ..] => !holds(call, rest)?,
        [one] => !one.is_empty(),
        ["-n", it] => !it.is_empty(),
        ["-z", it] => it.is_empty(),
        ["-e" | "-r" | "-w", it] => stat(it).is_some(),
        ["-f", it] => stat(it).is_some_and(|it| !it.is_dir),
        ["-d", it] => stat(it).is_some_and(|it| it.is_dir),
        ["-s", it] => stat(it).is_some_and(|it| it.size > 0),
        ["-x", it] => stat(it).is_some_and(|it| it.is_dir),
        ["-L" | "-h", _] => false,
        [a, "=" | "==", b] => a == b,
        [a, "!=", b] => a != b,
        [a, "-eq", b] => numbers(a, b).map(|(a, b)| a == b)?,
        [a, "-ne", b] => numbers(a, b).map(|(a, b)| a != b)?,
        [a, "-lt", b] => numbers(a, b).map(|(a, b)| a < b)?,
        [a, "-le", b] => numbers(a, b).map(|(a, b)| a <= b)?,
        [a, "-gt", b] => numbers(a, b).map(|(a, b)| a > b)?,
        [a, "-ge", b] => numbers(a, b).map(|(a, b)| a >= b)?,
        all => {
            let (place, and) = match (at("-o"), at("-a")) {
                (Some(or), _) => (or, false),
                (None, Some(and)) => (and, true),
                (None, None) => return None,
            };
            let (left, right) = (holds(call, &all[..place])?, holds(call, &all[place + 1..])?);
            if and { left && right } else { left || right }
        }
    })
}

fn cd(call: &mut Call<'_>) -> io::Result<u8> {
    let to = if call.at(0).is_empty() { "/" } else { call.at(0) };
    let path = call.path(to);
    match call.disk(|it| it.stat(&path)) {
        Ok(it) if it.is_dir => {
            call.shell.folder = path;
            Ok(0)
        }
        Ok(_) => call.fail(&format!("/system/bin/sh: cd: {to}: Not a directory")),
        Err(why) => call.fail(&format!("/system/bin/sh: cd: {to}: {why}")),
    }
}

fn export(call: &mut Call<'_>) -> io::Result<u8> {
    for it in std::mem::take(&mut call.arguments) {
        if let Some((name, value)) = it.split_once('=') {
            call.shell.variables.insert(name.to_owned(), value.to_owned());
        }
    }
    Ok(0)
}

fn env(call: &mut Call<'_>) -> io::Result<u8> {
    let all: String = call
        .shell
        .variables
        .iter()
        .map(|(name, value)| format!("{name}={value}\n"))
        .collect();
    call.say(all)?;
    Ok(0)
}

/// What stands behind is the command.
fn again(call: &mut Call<'_>) -> io::Result<u8> {
    let arguments = std::mem::take(&mut call.arguments);
    if arguments.is_empty() {
        return Ok(0);
    }
    let io = call.io.clone();
    call.shell.call(arguments, &io)?;
    Ok(call.shell.status)
}

/// The shell is the superuser's already.
fn su(call: &mut Call<'_>) -> io::Result<u8> {
    let mut rest = call.arguments.clone();
    if matches!(
        rest.first().map(String::as_str),
        Some("0" | "root" | "2000" | "shell")
    ) {
        rest.remove(0);
    }
    if rest.first().is_some_and(|it| it == "-c") {
        let io = call.io.clone();
        return call.shell.run(&rest[1..].join(" "), &io);
    }
    call.arguments = rest;
    again(call)
}

fn sh(call: &mut Call<'_>) -> io::Result<u8> {
    let text = match call.at(0) {
        "-c" => call.at(1).to_owned(),
        "" => String::from_utf8_lossy(&call.read_input()?).into_owned(),
        file => {
            let path = call.path(file);
            match call.disk(|it| it.read(&path)) {
                Ok(data) => String::from_utf8_lossy(&data).into_owned(),
                Err(why) => return call.fail(&format!("sh: {file}: {why}")).map(|_| 127),
            }
        }
    };
    let io = call.io.clone();
    call.shell.clone().run(&text, &io)
}

fn which(call: &mut Call<'_>) -> io::Result<u8> {
    let mut missing = 0;
    for it in &call.arguments {
        match (call.shell.find)(it) {
            Some(_) => call.line(&format!("/system/bin/{it}"))?,
            None => missing = 1,
        }
    }
    Ok(missing)
}
