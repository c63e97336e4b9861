//! What apps keep for others: `content`, and statements to their databases, `sqlite3`.

use std::io;

use super::settings;
use crate::{
    databases,
    shell::{Call, Tool},
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "content" => content,
        "sqlite3" => sqlite3,
        _ => return None,
    })
}

/// Where messages and people are, as statements ask for them.
const MESSAGES: &str = "/data/data/com.android.providers.telephony/databases/mmssms.db";

/// The option's value.
fn option(call: &Call<'_>, name: &str) -> Option<String> {
    let at = call.arguments.iter().position(|it| it == name)?;
    call.arguments.get(at + 1).cloned()
}

fn content(call: &mut Call<'_>) -> io::Result<u8> {
    let uri = option(call, "--uri").unwrap_or_default();
    let inside = uri.strip_prefix("content://").unwrap_or_default().to_owned();
    let (authority, path) = inside.split_once('/').unwrap_or((&inside, ""));
    let path = path.trim_matches('/');
    let kind = match (authority, path) {
        ("sms", "") => Some("1"),
        ("sms", "inbox") => Some("type = 1"),
        ("sms", "sent") => Some("type = 2"),
        _ => None,
    };
    match (call.at(0), authority, kind) {
        ("query", "settings", _) => {
            let namespace = path.split('/').next().unwrap_or_default().to_owned();
            let all = settings::all(call, &namespace).into_iter();
            rows(call, all.map(|(name, value)| vec![("name".to_owned(), name), ("value".to_owned(), value)]))
        }
        ("query", "contacts" | "com.android.contacts", _) if path.ends_with("phones") => people(call),
        (command @ ("query" | "delete"), "sms", Some(kind)) => {
            let mut wanted = kind.to_owned();
            if let Some(condition) = option(call, "--where") {
                wanted = format!("{wanted} AND ({condition})");
            }
            messages(call, command, &wanted)
        }
        // Media are the files themselves: there is no list of them that could be wrong.
        ("delete", "media", _) => Ok(0),
        ("delete", "contacts" | "com.android.contacts", _) => {
            call.shell.inside.phone().replace("contacts", Vec::new());
            Ok(0)
        }
        _ => call.fail(&format!("Error while accessing provider:{authority}\njava.lang.IllegalStateException: Could not find provider: {authority}")),
    }
}

/// Say rows, a line each.
fn rows(call: &Call<'_>, all: impl Iterator<Item = Vec<(String, String)>>) -> io::Result<u8> {
    let mut out = String::new();
    for (n, row) in all.enumerate() {
        let row: Vec<String> = row
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        out.push_str(&format!("Row: {n} {}\n", row.join(", ")));
    }
    call.say(if out.is_empty() {
        "No result found.\n"
    } else {
        &out
    })?;
    Ok(0)
}

/// People with a number.
fn people(call: &Call<'_>) -> io::Result<u8> {
    let wanted = option(call, "--projection").unwrap_or_else(|| "display_name:number".to_owned());
    let kept = call.shell.inside.phone().rows("contacts");
    let with_number = kept.iter().filter(|it| !it.get("phone").is_empty());
    let all = with_number.map(|person| {
        let column = |name: &str| match name {
            "number" | "data1" => person.get("phone").to_owned(),
            "_id" => person.id.to_string(),
            name => person.get(name).to_owned(),
        };
        wanted.split(':').map(|it| (it.to_owned(), column(it))).collect()
    });
    rows(call, all)
}

/// The newest first, as the provider has them.
fn messages(call: &Call<'_>, command: &str, wanted: &str) -> io::Result<u8> {
    let Some(database) = databases::at(MESSAGES) else {
        return call.fail("Could not find provider: sms");
    };
    let done = {
        let mut phone = call.shell.inside.phone();
        match command {
            "delete" => database
                .run(&mut *phone, &format!("DELETE FROM sms WHERE {wanted}"))
                .map(|_| None),
            _ => {
                let columns = option(call, "--projection").map(|it| it.replace(':', ", "));
                let columns = columns.as_deref().unwrap_or("*");
                let query = format!("SELECT {columns} FROM sms WHERE {wanted} ORDER BY date DESC");
                database.query(&*phone, &query).map(Some)
            }
        }
    };
    match done {
        Ok(Some(all)) => rows(call, all.into_iter()),
        Ok(None) => Ok(0),
        Err(error) => call.fail(&format!("Error while accessing provider:sms\n{error}")),
    }
}

/// `sqlite3 FILE STATEMENTS`.
fn sqlite3(call: &mut Call<'_>) -> io::Result<u8> {
    let plain: Vec<&String> = call.arguments.iter().filter(|it| !it.starts_with('-')).collect();
    let [file, statements] = plain[..] else {
        return call.fail("sqlite3: a database and statements are taken here, and no options that need more");
    };
    let path = call.path(file);
    let Some(database) = databases::at(&path) else {
        return call.fail(&format!(
            "Error: unable to open database \"{file}\": unable to open database file"
        ));
    };
    let statements = statements.clone();
    let done = database.run(&mut *call.shell.inside.phone(), &statements);
    match done {
        Ok(said) => call.say(said).map(|()| 0),
        Err(error) => call.fail(&format!("Error: in prepare, {error}")),
    }
}
