//! The JSON Schema takes what the reader takes, and refuses what is of another shape.

use autorpa_task::{TaskFile, file::schema};
use serde_json::{Value, json};

use crate::WHOLE;

/// Whether a value is of a schema: as much of JSON Schema as ours uses.
fn accepts(root: &Value, schema: &Value, value: &Value) -> bool {
    if let Some(path) = schema["$ref"].as_str() {
        let target = root.pointer(path.trim_start_matches('#')).expect("it is defined");
        return accepts(root, target, value);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        return any.iter().any(|it| accepts(root, it, value));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.contains(value);
    }
    if !schema["const"].is_null() && schema["const"] != *value {
        return false;
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    match value {
        Value::String(_) => types.contains(&"string"),
        Value::Bool(_) => types.contains(&"boolean"),
        Value::Number(number) => {
            let whole = number.as_i64().is_some_and(|it| it >= 0);
            types.contains(&"number") || types.contains(&"integer") && whole
        }
        Value::Array(all) => {
            types.contains(&"array") && all.iter().all(|it| accepts(root, &schema["items"], it))
        }
        Value::Object(entries) => {
            let required = schema["required"].as_array().into_iter().flatten();
            types.contains(&"object")
                && required
                    .filter_map(Value::as_str)
                    .all(|key| entries.contains_key(key))
                && entries.iter().all(|(key, value)| {
                    match (&schema["properties"][key], &schema["additionalProperties"]) {
                        (Value::Null, Value::Bool(false)) => false,
                        (Value::Null, Value::Null) => true,
                        (Value::Null, others) => accepts(root, others, value),
                        (property, _) => accepts(root, property, value),
                    }
                })
        }
        Value::Null => false,
    }
}

fn as_json(text: &str) -> Value {
    // JSON has no dates.
    toml::from_str(&text.replace("1815-12-10", "\"1815-12-10\"")).expect("it is TOML")
}

#[test]
fn reader_and_schema_agree() {
    let schema = schema();
    assert!(accepts(&schema, &schema, &as_json(WHOLE)));
    let changes = [
        ("sandbox = true", "sandbox = \"yes\""),
        ("step_budget = 12", "step_budget = -1"),
        ("step_budget = 12", "stepbudget = 12"),
        ("name = \"CreateCustomer\"", ""),
        ("format = 1", "format = 2"),
        ("type = \"number\"", "type = \"integer\""),
        ("expect = 204", "expect = \"204\""),
        ("step = \"click 'Save customer'\"", ""),
        ("shows = [\"{name}\"]", "shows = \"{name}\""),
        ("absent = true", "absent = 1"),
        ("removed = []", "removed = [1]"),
        ("added = [", "add = ["),
        ("{ list = \"export\" }", "{ list = [\"export\"] }"),
        ("rows = [[\"{name}\", \"{email}\"], ", "rows = [\"x\", "),
    ];
    for (from, to) in changes {
        assert!(WHOLE.contains(from), "{from}");
        let text = WHOLE.replacen(from, to, 1);
        assert!(TaskFile::parse(&text, "a").is_err(), "{to}");
        assert!(!accepts(&schema, &schema, &as_json(&text)), "{to}");
    }
}

#[test]
fn every_key_is_explained_with_an_example_that_is_toml() {
    let schema = schema();
    assert_eq!(
        schema["$schema"],
        json!("https://json-schema.org/draft/2020-12/schema")
    );
    for section in autorpa_task::file::Section::ALL {
        for field in section.fields() {
            assert!(field.about.ends_with('.'), "{}", field.name);
            let example: toml::Table = field.example.parse().expect(field.example);
            assert!(
                example.contains_key(field.name) || example.keys().len() == 1,
                "{}",
                field.example
            );
        }
    }
}
