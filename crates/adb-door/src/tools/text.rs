//! Text that goes through: lines found, cut, counted, sorted.

use std::io;

use regex::{Regex, RegexBuilder};

use crate::shell::{Call, Tool};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "grep" | "egrep" | "fgrep" => grep,
        "head" => head,
        "tail" => tail,
        "wc" => wc,
        "sort" => sort,
        "uniq" => uniq,
        "cut" => cut,
        "tr" => tr,
        "tee" => tee,
        "xargs" => xargs,
        _ => return None,
    })
}

/// The text of these files, each with its name, else of the input. Files that are not there are named.
fn texts(call: &Call<'_>, paths: &[String]) -> io::Result<(Vec<(String, String)>, bool)> {
    if paths.is_empty() {
        let data = call.read_input()?;
        let text = String::from_utf8_lossy(&data).into_owned();
        return Ok((vec![(String::new(), text)], false));
    }
    let (mut all, mut missing) = (Vec::new(), false);
    for shown in paths {
        let path = call.path(shown);
        match call.disk(|it| it.read(&path)) {
            Ok(data) => all.push((shown.clone(), String::from_utf8_lossy(&data).into_owned())),
            Err(why) => {
                call.fail_at(shown, why)?;
                missing = true;
            }
        }
    }
    Ok((all, missing))
}

/// What `grep` looks for, where, and how it tells what it finds.
struct Search {
    options: String,
    pattern: Regex,
    files: Vec<String>,
}

impl Search {
    /// What a call asks for; else why nobody can look for it.
    fn of(call: &Call<'_>) -> Result<Self, &'static str> {
        let (mut options, mut patterns, mut files) = (String::new(), Vec::new(), Vec::new());
        let mut all = call.arguments.iter();
        while let Some(it) = all.next() {
            match it.as_str() {
                "-e" => patterns.extend(all.next().cloned()),
                "-m" | "-A" | "-B" | "-C" => {
                    all.next();
                }
                it if it.starts_with("--") => {}
                it if it.len() > 1 && it.starts_with('-') => options.push_str(&it[1..]),
                it => files.push(it.to_owned()),
            }
        }
        if patterns.is_empty() {
            if files.is_empty() {
                return Err("grep: no REGEX");
            }
            patterns.push(files.remove(0));
        }
        match call.name.as_str() {
            "egrep" => options.push('E'),
            "fgrep" => options.push('F'),
            _ => {}
        }
        let pattern = any_of(&patterns, &options).map_err(|_| "grep: bad REGEX")?;
        Ok(Self {
            options,
            pattern,
            files,
        })
    }

    fn has(&self, option: char) -> bool {
        self.options.contains(option)
    }

    /// How many lines of a text fit, and what is shown of them, each behind a name.
    fn look(&self, name: &str, text: &str) -> (usize, String) {
        let (mut count, mut out) = (0, String::new());
        for (n, line) in text.lines().enumerate() {
            if self.pattern.is_match(line) == self.has('v') {
                continue;
            }
            count += 1;
            let number = match self.has('n') {
                true => format!("{}:", n + 1),
                false => String::new(),
            };
            let mut show = |it: &str| out.push_str(&format!("{name}{number}{it}\n"));
            match self.has('o') && !self.has('v') {
                true => self.pattern.find_iter(line).for_each(|it| show(it.as_str())),
                false => show(line),
            }
        }
        (count, out)
    }
}

/// The expression for any of several patterns, as the options say that they are meant.
fn any_of(patterns: &[String], options: &str) -> Result<Regex, regex::Error> {
    let has = |it: char| options.contains(it);
    let one = |it: &String| match (has('F'), has('E')) {
        (true, _) => regex::escape(it),
        (false, true) => it.clone(),
        (false, false) => from_basic(it),
    };
    let joined: Vec<String> = patterns.iter().map(|it| format!("(?:{})", one(it))).collect();
    let mut pattern = joined.join("|");
    if has('w') {
        pattern = format!(r"\b(?:{pattern})\b");
    }
    if has('x') {
        pattern = format!("^(?:{pattern})$");
    }
    RegexBuilder::new(&pattern).case_insensitive(has('i')).build()
}

fn grep(call: &mut Call<'_>) -> io::Result<u8> {
    let search = match Search::of(call) {
        Ok(search) => search,
        Err(why) => return call.fail(why).map(|_| 2),
    };
    let (texts, missing) = texts(call, &search.files)?;
    let several = texts.len() > 1;
    let mut found = false;
    for (name, text) in texts {
        let name = match several {
            true => format!("{name}:"),
            false => String::new(),
        };
        let (count, out) = search.look(&name, &text);
        found |= count > 0;
        if search.has('q') {
            continue;
        }
        match (search.has('c'), search.has('l')) {
            (true, _) => call.line(&format!("{name}{count}"))?,
            (false, true) if count > 0 => call.line(name.trim_end_matches(':'))?,
            (false, true) => {}
            (false, false) => call.say(out)?,
        }
    }
    Ok(match (found, missing) {
        (_, true) => 2,
        (true, false) => 0,
        (false, false) => 1,
    })
}

/// A basic regular expression: its brackets, braces and signs mean something behind a backslash.
fn from_basic(pattern: &str) -> String {
    let mut all = String::new();
    let mut chars = pattern.chars().peekable();
    while let Some(it) = chars.next() {
        match it {
            '\\' => match chars.next() {
                Some(it @ ('(' | ')' | '{' | '}' | '|' | '+' | '?')) => all.push(it),
                Some(it) => all.extend(['\\', it]),
                None => all.push_str("\\\\"),
            },
            '(' | ')' | '{' | '}' | '|' | '+' | '?' => all.extend(['\\', it]),
            it => all.push(it),
        }
    }
    all
}

/// `-n N`, `-N` or `-nN`: how many, and the files.
fn count_of(call: &Call<'_>, usual: i64) -> (i64, bool, Vec<String>) {
    let (mut count, mut bytes, mut rest) = (usual, false, Vec::new());
    let mut all = call.arguments.iter();
    while let Some(it) = all.next() {
        let number = |it: &str| it.trim_start_matches('+').parse::<i64>().ok();
        match it.as_str() {
            "-n" => count = all.next().and_then(|it| number(it)).unwrap_or(usual),
            "-c" => {
                bytes = true;
                count = all.next().and_then(|it| number(it)).unwrap_or(usual);
            }
            it if it.starts_with("-n") => count = number(&it[2..]).unwrap_or(usual),
            it if it.starts_with("-c") => {
                bytes = true;
                count = number(&it[2..]).unwrap_or(usual);
            }
            it if it.len() > 1 && it.starts_with('-') => count = number(&it[1..]).unwrap_or(usual),
            it => rest.push(it.to_owned()),
        }
    }
    (count, bytes, rest)
}

fn head(call: &mut Call<'_>) -> io::Result<u8> {
    let (count, bytes, paths) = count_of(call, 10);
    let count = usize::try_from(count).unwrap_or(0);
    let (texts, missing) = texts(call, &paths)?;
    for (_, text) in texts {
        match bytes {
            true => call.say(&text.as_bytes()[..count.min(text.len())])?,
            false => call.say(text.split_inclusive('\n').take(count).collect::<String>())?,
        }
    }
    Ok(u8::from(missing))
}

fn tail(call: &mut Call<'_>) -> io::Result<u8> {
    let (count, bytes, paths) = count_of(call, 10);
    let count = usize::try_from(count.abs()).unwrap_or(0);
    let (texts, missing) = texts(call, &paths)?;
    for (_, text) in texts {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        match bytes {
            true => call.say(&text.as_bytes()[text.len().saturating_sub(count)..])?,
            false => call.say(lines[lines.len().saturating_sub(count)..].concat())?,
        }
    }
    Ok(u8::from(missing))
}

fn wc(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, paths) = call.options();
    let (texts, missing) = texts(call, &paths)?;
    for (name, text) in texts {
        let all = [
            ('l', text.matches('\n').count()),
            ('w', text.split_whitespace().count()),
            ('c', text.len()),
        ];
        let wanted = all
            .iter()
            .filter(|(letter, _)| options.is_empty() || options.contains(*letter))
            .map(|(_, count)| count.to_string());
        let mut line: Vec<String> = wanted.collect();
        line.extend((!name.is_empty()).then_some(name));
        call.line(&line.join(" "))?;
    }
    Ok(u8::from(missing))
}

fn sort(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, paths) = call.options();
    let (texts, missing) = texts(call, &paths)?;
    let mut lines: Vec<&str> = texts.iter().flat_map(|(_, it)| it.lines()).collect();
    let number = |it: &str| {
        let digits = it.trim_start();
        let end = digits.find(|it: char| !it.is_ascii_digit() && it != '-');
        digits[..end.unwrap_or(digits.len())].parse::<i64>().unwrap_or(0)
    };
    match options.contains('n') {
        true => lines.sort_by_key(|it| number(it)),
        false => lines.sort_unstable(),
    }
    if options.contains('r') {
        lines.reverse();
    }
    if options.contains('u') {
        lines.dedup();
    }
    call.say(lines.iter().map(|it| format!("{it}\n")).collect::<String>())?;
    Ok(u8::from(missing))
}

fn uniq(call: &mut Call<'_>) -> io::Result<u8> {
    let (options, paths) = call.options();
    let (texts, missing) = texts(call, &paths)?;
    let mut counted: Vec<(usize, &str)> = Vec::new();
    for line in texts.iter().flat_map(|(_, it)| it.lines()) {
        match counted.last_mut() {
            Some((count, last)) if *last == line => *count += 1,
            Some(_) | None => counted.push((1, line)),
        }
    }
    for (count, line) in counted {
        match options.contains('c') {
            true => call.line(&format!("{count:>7} {line}"))?,
            false => call.line(line)?,
        }
    }
    Ok(u8::from(missing))
}

/// `cut -d X -f 1,3-5` and `cut -c 1-4`.
fn cut(call: &mut Call<'_>) -> io::Result<u8> {
    let (mut by, mut fields, mut chars, mut paths) = ("\t".to_owned(), None, None, Vec::new());
    let mut all = call.arguments.iter();
    while let Some(it) = all.next() {
        let mut value = |at: usize| match it.len() > at {
            true => Some(it[at..].to_owned()),
            false => all.next().cloned(),
        };
        match it.get(..2) {
            Some("-d") => by = value(2).unwrap_or_default(),
            Some("-f") => fields = value(2),
            Some("-c" | "-b") => chars = value(2),
            _ => paths.push(it.clone()),
        }
    }
    let ranges = |text: &str| -> Vec<(usize, usize)> {
        let one = |it: &str| match it.split_once('-') {
            Some((from, to)) => (from.parse().unwrap_or(1), to.parse().unwrap_or(usize::MAX)),
            None => it.parse().map_or((1, 0), |it| (it, it)),
        };
        text.split(',').map(one).collect()
    };
    let wanted =
        |ranges: &[(usize, usize)], n: usize| ranges.iter().any(|(a, b)| (*a..=*b).contains(&(n + 1)));
    let (texts, missing) = texts(call, &paths)?;
    for line in texts.iter().flat_map(|(_, it)| it.lines()) {
        let shown = match (&fields, &chars) {
            (Some(fields), _) if line.contains(&by) && !by.is_empty() => {
                let ranges = ranges(fields);
                let parts = line.split(&by).enumerate();
                let parts = parts.filter(|(n, _)| wanted(&ranges, *n)).map(|(_, it)| it);
                parts.collect::<Vec<_>>().join(&by)
            }
            (None, Some(chars)) => {
                let ranges = ranges(chars);
                let letters = line.chars().enumerate();
                letters
                    .filter(|(n, _)| wanted(&ranges, *n))
                    .map(|(_, it)| it)
                    .collect()
            }
            (Some(_) | None, _) => line.to_owned(),
        };
        call.line(&shown)?;
    }
    Ok(u8::from(missing))
}

/// `tr -d SET` and `tr SET SET`, for single characters.
fn tr(call: &mut Call<'_>) -> io::Result<u8> {
    let plain = |it: &str| -> Vec<char> {
        let it = it.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
        it.chars().collect()
    };
    let data = call.read_input()?;
    let text = String::from_utf8_lossy(&data);
    let out: String = match call.at(0) {
        "-d" => {
            let set = plain(call.at(1));
            text.chars().filter(|it| !set.contains(it)).collect()
        }
        from => {
            let (from, to) = (plain(from), plain(call.at(1)));
            let other = |it: char| {
                let at = from.iter().position(|from| *from == it)?;
                to.get(at).or(to.last()).copied()
            };
            text.chars().map(|it| other(it).unwrap_or(it)).collect()
        }
    };
    call.say(out)?;
    Ok(0)
}

fn tee(call: &mut Call<'_>) -> io::Result<u8> {
    let data = call.read_input()?;
    let mut status = 0;
    for shown in call.options().1 {
        let path = call.path(&shown);
        if let Err(why) = call.disk(|it| it.write(&path, &data, false)) {
            status = call.fail_at(&shown, why)?;
        }
    }
    call.say(data)?;
    Ok(status)
}

fn xargs(call: &mut Call<'_>) -> io::Result<u8> {
    let data = call.read_input()?;
    let text = String::from_utf8_lossy(&data);
    let mut command = call.arguments.clone();
    if command.is_empty() {
        command.push("echo".to_owned());
    }
    command.extend(text.split_whitespace().map(str::to_owned));
    let io = crate::shell::Io {
        stdin: crate::shell::no_input(),
        ..call.io.clone()
    };
    call.shell.call(command, &io)?;
    Ok(call.shell.status)
}
