//! Files and folders.

use std::{cmp::Reverse, collections::BTreeSet, io};

use md5::{Digest, Md5};

use crate::shell::{Call, Tool};
use crate::{
    disk::{DiskError, name},
    handset::Entry,
    pattern, time,
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "ls" => ls,
        "cat" => cat,
        "rm" => rm,
        "rmdir" => rmdir,
        "mkdir" => mkdir,
        "touch" => touch,
        "cp" => cp,
        "mv" => mv,
        "stat" => stat,
        "find" => find_files,
        "md5sum" => md5sum,
        "base64" => base64,
        "basename" => |it| {
            it.line(name_of(it.at(0)))?;
            Ok(0)
        },
        "dirname" => |it| {
            let path = it.at(0).trim_end_matches('/');
            let folder = path.rsplit_once('/').map_or(".", |(it, _)| it);
            it.line(if folder.is_empty() { "/" } else { folder })?;
            Ok(0)
        },
        "realpath" | "readlink" => |it| {
            let path = it.path(it.arguments.last().map_or("", String::as_str));
            it.line(&path)?;
            Ok(0)
        },
        "chmod" | "chown" | "chgrp" => rights,
        "restorecon" | "sync" => |_| Ok(0),
        "df" => df,
        _ => return None,
    })
}

fn name_of(path: &str) -> &str {
    name(path)
}

/// How `ls` shows what it lists.
struct Listing {
    all: bool,
    /// `-l`, or `-ll` with the whole time.
    long: usize,
    as_one: bool,
    below: bool,
    slashes: bool,
    time: Time,
    /// Whether the newest is first.
    by_time: bool,
    backwards: bool,
}

/// A time that a file has.
#[derive(Clone, Copy)]
enum Time {
    Accessed,
    Modified,
    Changed,
}

impl Time {
    fn of(self, entry: &Entry) -> i64 {
        match self {
            Self::Accessed => entry.created_ms,
            Self::Modified => entry.modified_ms,
            Self::Changed => entry.changed_ms,
        }
    }
}

fn ls(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, mut paths) = call.options();
    let listing = Listing {
        all: options.contains(['a', 'A']),
        long: options.matches('l').count(),
        as_one: options.contains('d'),
        below: options.contains('R'),
        slashes: options.contains(['p', 'F']),
        time: match (options.contains('c'), options.contains('u')) {
            (true, _) => Time::Changed,
            (false, true) => Time::Accessed,
            (false, false) => Time::Modified,
        },
        by_time: options.contains('t'),
        backwards: options.contains('r'),
    };
    if paths.is_empty() {
        paths.push(call.shell.folder.clone());
    }
    let mut status = 0;
    let several = paths.len() > 1;
    let mut folders = Vec::new();
    for shown in paths {
        let path = call.path(&shown);
        match call.disk(|it| it.stat(&path)) {
            Ok(it) if it.is_dir && !listing.as_one => folders.push((shown, path)),
            Ok(it) => listed(call, &listing, &shown, &it)?,
            Err(why) => status = call.fail_at(&shown, why)?,
        }
    }
    let mut first = true;
    while !folders.is_empty() {
        let (shown, path) = folders.remove(0);
        if several || listing.below {
            let between = if first { "" } else { "\n" };
            call.say(format!("{between}{shown}:\n"))?;
        }
        first = false;
        let mut entries = match call.disk(|it| it.list(&path)) {
            Ok(entries) => entries,
            Err(why) => {
                status = call.fail_at(&shown, why)?;
                continue;
            }
        };
        if listing.by_time {
            entries.sort_by_key(|it| Reverse(listing.time.of(it)));
        }
        if listing.backwards {
            entries.reverse();
        }
        if listing.long > 0 {
            let blocks: u64 = entries.iter().map(|it| it.size.div_ceil(4096) * 4).sum();
            call.line(&format!("total {blocks}"))?;
        }
        for it in entries
            .iter()
            .filter(|it| listing.all || !it.name.starts_with('.'))
        {
            listed(call, &listing, &it.name, it)?;
            if listing.below && it.is_dir {
                folders.push((format!("{shown}/{}", it.name), format!("{path}/{}", it.name)));
            }
        }
    }
    Ok(status)
}

fn listed(call: &Call<'_>, listing: &Listing, shown: &str, entry: &Entry) -> io::Result<()> {
    let slash = if listing.slashes && entry.is_dir { "/" } else { "" };
    if listing.long == 0 {
        return call.line(&format!("{shown}{slash}"));
    }
    let (rights, links) = if entry.is_dir {
        ("drwxrwx---", 2)
    } else {
        ("-rw-rw----", 1)
    };
    let time = match listing.long {
        1 => time::listed(listing.time.of(entry)),
        _ => time::listed_fully(listing.time.of(entry)),
    };
    let size = if entry.is_dir { 4096 } else { entry.size };
    call.line(&format!(
        "{rights} {links} u0_a158 media_rw {size} {time} {shown}{slash}"
    ))
}

fn cat(call: &mut Call<'_>) -> io::Result<u8> {
    let (_, mut paths) = call.options();
    if paths.is_empty() {
        paths.push("-".to_owned());
    }
    let mut status = 0;
    for shown in paths {
        if shown == "-" {
            call.say(call.read_input()?)?;
            continue;
        }
        let path = call.path(&shown);
        match call.disk(|it| it.read(&path)) {
            Ok(data) => call.say(data)?,
            Err(why) => status = call.fail_at(&shown, why)?,
        }
    }
    Ok(status)
}

fn rm(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, paths) = call.options();
    let (folders, quiet) = (options.contains(['r', 'R']), options.contains('f'));
    if paths.is_empty() && !quiet {
        return call.fail("rm: Needs 1 argument");
    }
    let mut status = 0;
    for shown in paths {
        let path = call.path(&shown);
        let removed = call.disk(|it| match it.stat(&path)?.is_dir && !folders {
            true => Err(DiskError::IsDir),
            false => it.remove(&path),
        });
        match removed {
            Ok(()) => {}
            Err(DiskError::NotFound) if quiet => {}
            Err(why) => status = call.fail_at(&shown, why)?,
        }
    }
    Ok(status)
}

fn rmdir(call: &mut Call<'_>) -> io::Result<u8> {
    let mut status = 0;
    for shown in call.options().1 {
        let path = call.path(&shown);
        let removed = call.disk(|it| match it.list(&path)?.is_empty() {
            true => it.remove(&path),
            false => Err(DiskError::NotEmpty),
        });
        if let Err(why) = removed {
            status = call.fail_at(&shown, why)?;
        }
    }
    Ok(status)
}

fn mkdir(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, paths) = call.options();
    let mut status = 0;
    for shown in paths {
        let path = call.path(&shown);
        if let Err(why) = call.disk(|it| it.mkdir(&path, options.contains('p'))) {
            status = call.fail(&format!("mkdir: '{shown}': {why}"))?;
        }
    }
    Ok(status)
}

fn touch(call: &mut Call<'_>) -> io::Result<u8> {
    let mut status = 0;
    for shown in call.options().1 {
        let path = call.path(&shown);
        let touched = call.disk(|it| match it.stat(&path) {
            Ok(entry) if entry.is_dir => Ok(()),
            // Written again, it is changed now.
            Ok(_) => it.read(&path).and_then(|data| it.write(&path, &data, false)),
            Err(_) => it.write(&path, b"", false),
        });
        if let Err(why) = touched {
            status = call.fail(&format!("touch: '{shown}': {why}"))?;
        }
    }
    Ok(status)
}

/// From where to where: into a folder, or to another name.
fn moves(call: &Call<'_>, paths: &[String]) -> Option<Vec<(String, String, String)>> {
    let (to, from) = paths.split_last()?;
    let target = call.path(to);
    let into = call.disk(|it| it.stat(&target)).is_ok_and(|it| it.is_dir);
    if from.is_empty() || (from.len() > 1 && !into) {
        return None;
    }
    let way = |shown: &String| {
        let path = call.path(shown);
        let target = match (into, name(shown)) {
            // What is in a folder, not the folder.
            (true, ".") | (false, _) => target.clone(),
            (true, _) => format!("{target}/{}", name(&path)),
        };
        (shown.clone(), path, target)
    };
    Some(from.iter().map(way).collect())
}

fn cp(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, paths) = call.options();
    let folders = options.contains(['r', 'R', 'a']);
    let Some(moves) = moves(call, &paths) else {
        return call.fail("cp: Needs 2 arguments");
    };
    let mut status = 0;
    for (shown, from, to) in moves {
        let copied = call.disk(|it| match it.stat(&from)?.is_dir && !folders {
            true => Err(DiskError::IsDir),
            false => it.copy(&from, &to),
        });
        if let Err(why) = copied {
            status = call.fail_at(&shown, why)?;
        }
    }
    Ok(status)
}

fn mv(call: &mut Call<'_>) -> io::Result<u8> {
    let (_, paths) = call.options();
    let Some(moves) = moves(call, &paths) else {
        return call.fail("mv: Needs 2 arguments");
    };
    let mut status = 0;
    for (shown, from, to) in moves {
        if let Err(why) = call.disk(|it| it.rename(&from, &to)) {
            status = call.fail(&format!("mv: bad '{shown}': {why}"))?;
        }
    }
    Ok(status)
}

fn stat(call: &mut Call<'_>) -> io::Result<u8> {
    let mut form = None;
    let mut paths = Vec::new();
    let mut all = call.arguments.iter();
    while let Some(it) = all.next() {
        match it.as_str() {
            "-c" => form = all.next().cloned(),
            "-L" | "-f" => {}
            _ => paths.push(it.clone()),
        }
    }
    let form = form.unwrap_or_else(|| "  File: %N\n  Size: %s\t Modify: %y".to_owned());
    let mut status = 0;
    for shown in paths {
        let path = call.path(&shown);
        match call.disk(|it| it.stat(&path)) {
            Ok(entry) => {
                let kind = if entry.is_dir { "directory" } else { "regular file" };
                let rights = if entry.is_dir {
                    ("770", "41f8")
                } else {
                    ("660", "81b0")
                };
                let mut line = form.replace("%s", &entry.size.to_string());
                for (of, seconds, said) in [
                    (Time::Accessed, "%X", "%x"),
                    (Time::Modified, "%Y", "%y"),
                    (Time::Changed, "%Z", "%z"),
                ] {
                    let ms = of.of(&entry);
                    line = line
                        .replace(seconds, &(ms / 1000).to_string())
                        .replace(said, &time::listed_fully(ms));
                }
                let line = line
                    .replace("%n", &shown)
                    .replace("%N", &shown)
                    .replace("%F", kind)
                    .replace("%a", rights.0)
                    .replace("%f", rights.1);
                call.line(&line)?;
            }
            Err(why) => status = call.fail(&format!("stat: '{shown}': {why}"))?,
        }
    }
    Ok(status)
}

/// `find PATH.. [-name PATTERN] [-type f|d] [-maxdepth N] [-o ..]`; tests that stand around `-o` are each enough.
fn find_files(call: &mut Call<'_>) -> io::Result<u8> {
    let begins_test = |it: &String| it.starts_with('-') || *it == "(" || *it == "!";
    let split = call.arguments.iter().position(begins_test);
    let (paths, tests) = call.arguments.split_at(split.unwrap_or(call.arguments.len()));
    let mut paths = paths.to_vec();
    if paths.is_empty() {
        paths.push(".".to_owned());
    }
    let (mut shallowest, mut deepest, mut deletes) = (0, usize::MAX, false);
    let mut sets: Vec<Vec<(String, String)>> = vec![Vec::new()];
    let mut tests = tests.iter();
    while let Some(test) = tests.next() {
        match test.as_str() {
            "-o" | "-or" => sets.push(Vec::new()),
            "-a" | "-print" => {}
            "-delete" => deletes = true,
            "-mindepth" => shallowest = tests.next().and_then(|it| it.parse().ok()).unwrap_or(0),
            "-maxdepth" => deepest = tests.next().and_then(|it| it.parse().ok()).unwrap_or(0),
            "-name" | "-iname" | "-type" | "-path" => {
                let value = tests.next().cloned().unwrap_or_default();
                if let Some(set) = sets.last_mut() {
                    set.push((test.clone(), value));
                }
            }
            other => return call.fail(&format!("find: bad arg '{other}'")),
        }
    }
    let fits = |shown: &str, is_dir: bool| {
        sets.iter().any(|set| {
            set.iter().all(|(test, value)| match test.as_str() {
                "-type" => (value == "d") == is_dir && (value == "d" || value == "f"),
                "-iname" => pattern::fits(&value.to_lowercase(), &name(shown).to_lowercase()),
                "-path" => pattern::fits(value, shown),
                _ => pattern::fits(value, name(shown)),
            })
        })
    };
    let mut status = 0;
    let mut gone = Vec::new();
    for shown in paths {
        let path = call.path(&shown);
        let Ok(entry) = call.disk(|it| it.stat(&path)) else {
            status = call.fail_at(&shown, DiskError::NotFound)?;
            continue;
        };
        let mut left = vec![(shown.trim_end_matches('/').to_owned(), path, entry.is_dir, 0)];
        while let Some((shown, path, is_dir, depth)) = left.pop() {
            let wanted = depth >= shallowest && fits(&shown, is_dir);
            if wanted && deletes {
                gone.push((shown.clone(), path.clone()));
            } else if wanted {
                call.line(if shown.is_empty() { "/" } else { &shown })?;
            }
            if is_dir && depth < deepest {
                let entries = call.disk(|it| it.list(&path)).unwrap_or_default();
                let path = path.trim_end_matches('/');
                for it in entries.iter().rev() {
                    let next = |above: &str| format!("{above}/{}", it.name);
                    left.push((next(&shown), next(path), it.is_dir, depth + 1));
                }
            }
        }
    }
    // What is in a folder goes before it.
    for (shown, path) in gone.into_iter().rev() {
        if let Err(why) = call.disk(|it| it.remove(&path)) {
            status = call.fail_at(&shown, why)?;
        }
    }
    Ok(status)
}

fn md5sum(call: &mut Call<'_>) -> io::Result<u8> {
    let mut status = 0;
    let paths = call.options().1;
    let said = |data: &[u8]| {
        let sum = Md5::digest(data);
        sum.iter().map(|it| format!("{it:02x}")).collect::<String>()
    };
    if paths.is_empty() {
        call.line(&format!("{}  -", said(&call.read_input()?)))?;
    }
    for shown in paths {
        let path = call.path(&shown);
        match call.disk(|it| it.read(&path)) {
            Ok(data) => call.line(&format!("{}  {shown}", said(&data)))?,
            Err(why) => status = call.fail_at(&shown, why)?,
        }
    }
    Ok(status)
}

fn base64(call: &mut Call<'_>) -> io::Result<u8> {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let (options, paths) = call.options();
    let data = match paths.first() {
        None => call.read_input()?,
        Some(shown) => {
            let path = call.path(shown);
            match call.disk(|it| it.read(&path)) {
                Ok(data) => data,
                Err(why) => return call.fail_at(shown, why),
            }
        }
    };
    if options.contains('d') {
        let text: Vec<u8> = data.into_iter().filter(|it| !it.is_ascii_whitespace()).collect();
        return match STANDARD.decode(text) {
            Ok(data) => call.say(data).map(|()| 0),
            Err(_) => call.fail("base64: bad input"),
        };
    }
    call.line(&STANDARD.encode(data))?;
    Ok(0)
}

/// Rights are not kept; that there is something is looked at.
fn rights(call: &mut Call<'_>) -> io::Result<u8> {
    let mut status = 0;
    for shown in call.options().1.into_iter().skip(1).collect::<BTreeSet<_>>() {
        let path = call.path(&shown);
        if let Err(why) = call.disk(|it| it.stat(&path)) {
            status = call.fail(&format!("{}: '{shown}': {why}", call.name))?;
        }
    }
    Ok(status)
}

fn df(call: &mut Call<'_>) -> io::Result<u8> {
    call.say(
        "Filesystem      1K-blocks    Used Available Use% Mounted on\n\
         /dev/fuse         6291456 2097152   4194304  34% /storage/emulated\n",
    )?;
    Ok(0)
}
