//! The JSON Schema of task files, for editors; made of the table of keys.

use serde_json::{Map, Value, json};

use super::{
    fields::{Field, Section, Shape},
    task_file::FORMAT,
};

/// A JSON Schema (draft 2020-12) of task files.
pub fn schema() -> Value {
    let mut root = table(Section::File);
    let definitions: Map<String, Value> = Section::ALL
        .into_iter()
        .filter(|section| *section != Section::File)
        .map(|section| (name(section), table(section)))
        .collect();
    if let Some(root) = root.as_object_mut() {
        root.insert(
            "$schema".to_owned(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        root.insert("title".to_owned(), json!("AutoRPA task file"));
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root["properties"]["format"]["const"] = json!(FORMAT);
    root
}

fn name(section: Section) -> String {
    format!("{section:?}").to_lowercase()
}

fn table(section: Section) -> Value {
    let properties: Map<String, Value> = section
        .fields()
        .map(|field| (field.name.to_owned(), property(field)))
        .collect();
    let required: Vec<&str> = section
        .fields()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(field: &Field) -> Value {
    let mut schema = shape(field.shape);
    schema["description"] = json!(format!("{} Example: {}", field.about, field.example));
    schema
}

fn shape(shape: Shape) -> Value {
    let text = || json!({ "type": "string" });
    // Dates of TOML are texts in JSON.
    let scalar = || json!({ "type": ["string", "number", "boolean"] });
    let list = |items: Value| json!({ "type": "array", "items": items });
    let inside = |section| json!({ "$ref": format!("#/$defs/{}", name(section)) });
    match shape {
        Shape::Text => text(),
        Shape::Scalar => scalar(),
        Shape::Number => json!({ "type": "integer", "minimum": 0 }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Texts => list(text()),
        Shape::TextOrTexts => json!({ "anyOf": [text(), list(text())] }),
        Shape::FlagOrTexts => json!({ "anyOf": [{ "type": "boolean" }, list(text())] }),
        Shape::Rows => list(list(scalar())),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::TextMap => json!({ "type": "object", "additionalProperties": scalar() }),
        Shape::Value => json!({ "anyOf": [scalar(), list(scalar())] }),
        Shape::Values => list(json!({ "anyOf": [scalar(), list(scalar())] })),
        Shape::Table(section) => inside(section),
        Shape::Tables(section) => list(inside(section)),
        Shape::Named(section) => json!({ "type": "object", "additionalProperties": inside(section) }),
        Shape::Instances => list(json!({ "type": "object" })),
    }
}
