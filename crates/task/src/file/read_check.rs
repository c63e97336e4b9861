//! From the tables `[[check]]` to checks.

use indexmap::IndexMap;

use super::{
    check::{
        Check, Document, Except, FileIs, JsonIs, Machine, OnScreen, Place, PrintedIs, Query, Question,
        RowsAre, Source, WITHIN,
    },
    fields::Section,
    formula::Formula,
    problem::Code,
    read_value::{command, duration, place, status},
    reader::{Node, Reader},
};

/// What can be asked: the key that says so, and the keys that go with it.
const KINDS: &[(&str, &[&str])] = &[
    ("sql", &["query", "bind", "is", "rows", "empty"]),
    (
        "get",
        &["headers", "status", "json", "is", "contains", "count", "absent"],
    ),
    ("url", &[]),
    ("file", &["is", "contains", "absent"]),
    ("device_file", &["is", "contains", "absent"]),
    ("command", &["exit", "is", "contains"]),
    ("adb", &["exit", "is", "contains"]),
    ("unchanged", &["except"]),
    ("answer", &[]),
];

/// The keys of a look at a screen. None of them says so alone.
const SCREEN: &[&str] = &["page", "app", "shows", "contains", "absent", "row", "count"];

/// The keys that any check may have.
const ANY: &[&str] = &["name", "within"];

pub(super) fn check(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Check> {
    let kind = KINDS.iter().find(|(key, _)| node.has(key));
    let (asks, allowed) = match kind {
        Some((key, with)) => (*key, *with),
        None if SCREEN.iter().any(|key| node.has(key)) => ("the screen", SCREEN),
        None => {
            let message = "the check asks nothing: give one of `sql`, `get`, `page`, `shows`, `url`, `file`, \
                           `device_file`, `command`, `adb`, `unchanged` and `answer`";
            reader.problem(node.at, Code::MissingKey, message);
            return None;
        }
    };
    for field in node.section.fields().filter(|field| node.has(field.name)) {
        if field.name != asks && !allowed.contains(&field.name) && !ANY.contains(&field.name) {
            let message = format!("`{}` does not go with a check of `{asks}`", field.name);
            reader.bad(node, field.name, Code::Conflict, message);
        }
    }
    let question = match asks {
        "sql" => sql(reader, node),
        "get" => get(reader, node),
        "url" => reader.formula_of(node, "url").map(Question::Address),
        "file" => file(reader, node, Machine::Computer, "file"),
        "device_file" => file(reader, node, Machine::Device, "device_file"),
        "command" => command_check(reader, node, Machine::Computer, "command"),
        "adb" => command_check(reader, node, Machine::Device, "adb"),
        "unchanged" => unchanged(reader, node),
        "answer" => reader.formula_of(node, "answer").map(Question::Answer),
        _ => screen(reader, node),
    }?;
    Some(Check {
        name: node.owned("name"),
        within: duration(reader, node, "within", WITHIN),
        question,
    })
}

fn query(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Query> {
    let database = reader.formula_of(node, "sql")?;
    let bind = match node.section.field("bind") {
        Some(_) => reader.formula_map(node, "bind"),
        None => IndexMap::new(),
    };
    let Some((sql, at)) = node.text("query") else {
        if !node.has("query") {
            reader.bad(
                node,
                "query",
                Code::MissingKey,
                "`sql` needs a `query` that asks it",
            );
        }
        return None;
    };
    let bound: Vec<&str> = bind.keys().map(String::as_str).collect();
    reader.check_sql(node, "query", sql, at, &bound);
    Some(Query {
        database,
        sql: sql.to_owned(),
        bind,
    })
}

fn sql(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Question> {
    let query = query(reader, node);
    let mut expected: Vec<RowsAre> = reader
        .formula_of(node, "is")
        .map(RowsAre::First)
        .into_iter()
        .collect();
    if let Some(rows) = node.rows("rows") {
        let mut all = Vec::new();
        for row in rows {
            let cells = row.into_iter();
            let cells = cells.filter_map(|(text, at)| reader.formula(node, "rows", &text, at));
            all.push(cells.collect());
        }
        expected.push(RowsAre::All(all));
    }
    expected.extend(node.maybe_flag("empty").map(RowsAre::Empty));
    let given = ["is", "rows", "empty"].iter().filter(|key| node.has(key)).count();
    if given != 1 {
        let message = "a check of `sql` needs one of `is`, `rows` and `empty`";
        reader.problem(node.at, Code::Conflict, message);
        return None;
    }
    Some(Question::Sql {
        query: query?,
        expect: expected.pop()?,
    })
}

/// A number of things there must be.
fn count(node: Node<'_>) -> Option<usize> {
    node.number("count")
        .and_then(|(count, _)| usize::try_from(count).ok())
}

fn json_path(reader: &mut Reader<'_>, node: Node<'_>) -> Option<String> {
    let (path, _) = node.text("json")?;
    if !path.starts_with('$') {
        let message = format!("\"{path}\" is no JSONPath: they start with `$`");
        reader.bad(node, "json", Code::BadValue, message);
    }
    Some(path.to_owned())
}

fn get(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Question> {
    let url = reader.formula_of(node, "get");
    let headers = reader.formula_map(node, "headers");
    let json = json_path(reader, node);
    for key in ["count", "absent"] {
        if node.has(key) && json.is_none() {
            let message = format!("`{key}` needs a `json` path whose nodes it is about");
            reader.bad(node, key, Code::Conflict, message);
        }
    }
    flag_only(reader, node, "absent");
    Some(Question::Http {
        status: status(reader, node, "status"),
        expect: JsonIs {
            is: reader.formula_of(node, "is"),
            contains: reader.formulas_of(node, "contains"),
            count: count(node),
            absent: node.maybe_flag("absent"),
        },
        document: Document {
            url: url?,
            headers,
            json,
        },
    })
}

/// A key that takes texts on a screen alone.
fn flag_only(reader: &mut Reader<'_>, node: Node<'_>, key: &str) {
    if node.has(key) && node.maybe_flag(key).is_none() {
        let message = format!("`{key}` takes true or false here; texts are for screens");
        reader.bad(node, key, Code::WrongType, message);
    }
}

fn file(reader: &mut Reader<'_>, node: Node<'_>, of: Machine, key: &str) -> Option<Question> {
    flag_only(reader, node, "absent");
    let absent = node.flag("absent");
    if absent && (node.has("is") || node.has("contains")) {
        let message = "a file that is not there has no content";
        reader.bad(node, "absent", Code::Conflict, message);
    }
    Some(Question::File {
        of,
        path: reader.formula_of(node, key)?,
        expect: FileIs {
            is: reader.formula_of(node, "is"),
            contains: reader.formulas_of(node, "contains"),
            absent,
        },
    })
}

fn command_check(reader: &mut Reader<'_>, node: Node<'_>, on: Machine, key: &str) -> Option<Question> {
    let exit = node.number("exit").map_or(0, |(exit, _)| exit);
    let Ok(exit) = u8::try_from(exit) else {
        let message = format!("{exit} is no exit status; they go from 0 to 255");
        reader.bad(node, "exit", Code::BadValue, message);
        return None;
    };
    Some(Question::Command {
        on,
        command: command(reader, node, key)?,
        exit: i32::from(exit),
        expect: PrintedIs {
            is: reader.formula_of(node, "is"),
            contains: reader.formulas_of(node, "contains"),
        },
    })
}

fn screen(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Question> {
    if node.maybe_flag("absent").is_some() {
        let message = "`absent` takes texts on a screen";
        reader.bad(node, "absent", Code::WrongType, message);
    }
    if node.has("page") && node.has("app") {
        let message = "a check goes to a `page` or to an `app`, not both";
        reader.bad(node, "app", Code::Conflict, message);
    }
    let expect = OnScreen {
        shows: reader.formulas_of(node, "shows"),
        contains: reader.formulas_of(node, "contains"),
        absent: reader.formulas_of(node, "absent"),
        row: reader.formulas_of(node, "row"),
        count: count(node),
    };
    if node.has("count") && expect.row.is_empty() {
        let message = "`count` counts rows: give a `row`";
        reader.bad(node, "count", Code::Conflict, message);
    }
    let looks = ["shows", "contains", "absent", "row"]
        .iter()
        .any(|key| !node.texts(key).is_empty());
    if !looks {
        let message = "a look at a screen needs one of `shows`, `contains`, `absent` and `row`";
        reader.problem(node.at, Code::MissingKey, message);
    }
    let place: Place = place(reader, node, "page");
    Some(Question::Screen { place, expect })
}

fn unchanged(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Question> {
    let of = node.node("unchanged", Section::Unchanged)?;
    let kinds: Vec<&str> = ["sql", "file", "device_file", "get", "list", "command", "adb"]
        .into_iter()
        .filter(|key| of.has(key))
        .collect();
    let [kind] = kinds[..] else {
        let message =
            "`unchanged` needs one of `sql`, `file`, `device_file`, `get`, `list`, `command` and `adb`";
        reader.problem(of.at, Code::Conflict, message);
        return None;
    };
    for (key, with) in [("query", "sql"), ("json", "get")] {
        if of.has(key) && kind != with {
            reader.bad(of, key, Code::Conflict, format!("`{key}` goes with `{with}`"));
        }
    }
    let source = match kind {
        "sql" => query(reader, of).map(Source::Sql),
        "file" => (reader.formula_of(of, kind)).map(|it| Source::File(Machine::Computer, it)),
        "device_file" => (reader.formula_of(of, kind)).map(|it| Source::File(Machine::Device, it)),
        "list" => reader.formula_of(of, "list").map(Source::List),
        "get" => {
            let json = json_path(reader, of);
            reader.formula_of(of, "get").map(|url| {
                Source::Http(Document {
                    url,
                    headers: IndexMap::new(),
                    json,
                })
            })
        }
        "adb" => command(reader, of, kind).map(|it| Source::Command(Machine::Device, it)),
        _ => command(reader, of, kind).map(|it| Source::Command(Machine::Computer, it)),
    };
    let except = match node.node("except", Section::Except) {
        Some(except) => {
            if except.has("changed") && kind != "list" {
                let message = "`changed` is about the files of a `list`; a changed row is one `removed` and one \
                               `added`";
                reader.bad(except, "changed", Code::Conflict, message);
            }
            let mut formulas = |key| -> Vec<Formula> { reader.formulas_of(except, key) };
            Except {
                added: formulas("added"),
                removed: formulas("removed"),
                changed: formulas("changed"),
            }
        }
        None => Except::default(),
    };
    Some(Question::Unchanged { of: source?, except })
}
