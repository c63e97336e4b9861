//! The commented file that a new task starts from.

use toml::Value as Toml;

use super::{
    fields::{Field, Section},
    task_file::FORMAT,
};

/// A commented task file with this name, which can be read as it is.
pub fn new_task(name: &str) -> String {
    let mut out = format!(
        "# A task: what is asked for, where it begins, and how to see that it is done.\n\
         # Keys behind `#` are the others there are. Values may have {{slots}}: a parameter, or an expression of\n\
         # parameters as in {{upper_case(name)}}. A brace that is meant as text is written twice.\n\n\
         format = {FORMAT}\n"
    );
    key(&mut out, Section::File, "name", &Toml::from(name));
    key(
        &mut out,
        Section::File,
        "goal",
        &Toml::from("Create the customer {name} in {country}."),
    );
    for name in ["suite", "step_budget", "sandbox", "instances"] {
        others(&mut out, Section::File, |field| field.name == name);
    }

    table(&mut out, Section::File, "start", "[start]");
    key(
        &mut out,
        Section::Start,
        "url",
        &Toml::from("http://127.0.0.1:8000/new"),
    );
    others(&mut out, Section::Start, |field| field.name != "url");

    table(&mut out, Section::File, "touch", "#[touch]");
    others(&mut out, Section::Touch, |_| true);

    table(&mut out, Section::File, "params", "[params.name]");
    key(&mut out, Section::Param, "type", &Toml::from("text"));
    let names = vec!["Ada Lovelace", "Grace Hopper"];
    key(&mut out, Section::Param, "examples", &Toml::from(names));
    others(&mut out, Section::Param, |field| {
        !["type", "examples"].contains(&field.name)
    });
    out.push_str("\n[params.country]\ntype = \"choice\"\noptions = [\"Netherlands\", \"Germany\"]\n");

    table(&mut out, Section::File, "instance", "#[[instance]]");
    out.push_str("#name = \"Ada Lovelace\"\n#country = \"Germany\"\n");

    table(&mut out, Section::File, "reset", "[reset]");
    key(&mut out, Section::Reset, "none", &Toml::from(true));
    others(&mut out, Section::Reset, |field| field.name != "none");

    table(&mut out, Section::File, "irreversible", "#[[irreversible]]");
    others(&mut out, Section::Irreversible, |_| true);

    table(&mut out, Section::File, "check", "[[check]]");
    key(
        &mut out,
        Section::Check,
        "page",
        &Toml::from("http://127.0.0.1:8000/customers?q={name}"),
    );
    key(
        &mut out,
        Section::Check,
        "row",
        &Toml::from(vec!["{name}", "{country}"]),
    );
    others(&mut out, Section::Check, |field| {
        !["page", "row"].contains(&field.name)
    });
    out
}

/// What a table is for, and its header.
fn table(out: &mut String, section: Section, name: &str, header: &str) {
    let about = section.field(name).map_or("", |field| field.about);
    out.push_str(&format!("\n# {about}\n{header}\n"));
}

/// A key with its explanation.
fn key(out: &mut String, section: Section, name: &str, value: &Toml) {
    let about = section.field(name).map_or("", |field| field.about);
    out.push_str(&format!("# {about}\n{name} = {value}\n"));
}

/// Further keys of a table, behind `#`.
fn others(out: &mut String, section: Section, which: impl Fn(&Field) -> bool) {
    for field in section.fields().filter(|field| which(field)) {
        out.push_str(&format!("# {}\n", field.about));
        for line in field.example.lines() {
            out.push_str(&format!("#{line}\n"));
        }
    }
}
