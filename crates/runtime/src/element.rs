//! Elements and locators as a script sees them: maps.

use rhai::{Array, Dynamic, Map};
use trajectory::{Code, Diagnostic};
use ui::{Element, ExtraAction, Key, Locator, NoNth, Nth, Pager, RowAfter, RowLoop, TableAnswer};

/// Keys of a locator that are no attributes.
const OTHERS: [&str; 6] = [
    "additional_actions",
    "any_of_alike",
    "near",
    "nth",
    "or_else",
    "target_description",
];

/// A script's map to a locator, or what is wrong with the map.
pub fn locator(map: &Map) -> Result<Locator, Box<Diagnostic>> {
    let mut locator = Locator::default();
    for (name, value) in map {
        let text =
            || scalar(value).ok_or_else(|| bad_value(name, value, "a text, a number, `true` or `false`"));
        match name.as_str() {
            "target_description" => locator.target_description = text()?,
            "near" => match value.read_lock::<Array>() {
                Some(all) => {
                    let texts: Option<Vec<String>> = all.iter().map(scalar).collect();
                    let mut texts = texts
                        .filter(|it| !it.is_empty())
                        .ok_or_else(|| bad_value(name, value, "a text, or a list of texts"))?
                        .into_iter();
                    locator.near = texts.next();
                    locator.also_near = texts.collect();
                }
                None => locator.near = Some(text()?),
            },
            "any_of_alike" => {
                let wrong = || bad_value(name, value, "`true` or `false`");
                locator.any_of_alike = value.as_bool().map_err(|_| wrong())?;
            }
            "nth" => {
                let nth: Result<Nth, NoNth> = text()?.parse();
                let wanted = "1 for the first, -1 for the last, \"2 of 5\" for the second of five";
                let nth = nth.map_err(|_| bad_value(name, value, wanted))?;
                locator.nth = Some(nth.to_string());
            }
            "additional_actions" => locator.additional_actions = actions(name, value)?,
            "or_else" => locator.or_else = other_ways(name, value)?,
            key => {
                let Ok(key) = key.parse::<Key>() else {
                    return Err(unknown_key(key));
                };
                let value_text = text()?;
                if key.is_flag() && !matches!(value_text.as_str(), "true" | "false") {
                    return Err(bad_value(name, value, "`true` or `false`"));
                }
                locator = locator.and(key, value_text);
            }
        }
    }
    if map.is_empty() {
        return Err(Box::new(
            Diagnostic::new(Code::Locator, "the map asks nothing, so every element would fit")
                .hint("say what the element shows, for example #{ text: \"OK\" }"),
        ));
    }
    Ok(locator)
}

/// A script's map to the table that it answers with.
pub fn table_answer(map: &Map) -> Result<TableAnswer, Box<Diagnostic>> {
    let mut all = TableAnswer::default();
    for (name, value) in map {
        let text = || scalar(value).ok_or_else(|| bad_value(name, value, "a text"));
        match name.as_str() {
            "list" => all.list = text()?,
            "pages" => all.pages = Some(Pager::parse(&text()?)),
            "columns" => {
                let wrong = || bad_value(name, value, "a list of the heads of columns");
                let columns = value.read_lock::<Array>().ok_or_else(wrong)?;
                for it in columns.iter() {
                    all.columns.push(scalar(it).ok_or_else(wrong)?);
                }
            }
            key => {
                let message = format!("a table is not told by `{key}`");
                let hint = "the keys are list, columns, pages";
                return Err(Box::new(Diagnostic::new(Code::UnknownKey, message).hint(hint)));
            }
        }
    }
    if all.columns.is_empty() {
        let message = "which columns are read is not said";
        return Err(Box::new(
            Diagnostic::new(Code::Arguments, message).hint("list them in `columns`"),
        ));
    }
    Ok(all)
}

/// What says which rows of a table are done, and how.
const OF_ROWS: [&str; 7] = [
    "list",
    "known_by",
    "whose",
    "after",
    "named_beside",
    "filtered",
    "pages",
];

/// A script's map to the rows that it means.
pub fn row_loop(map: &Map) -> Result<RowLoop, Box<Diagnostic>> {
    let mut all = RowLoop::default();
    let choice = &mut all.rows;
    for (name, value) in map {
        let text = || scalar(value).ok_or_else(|| bad_value(name, value, "a text"));
        match name.as_str() {
            "list" => choice.list = text()?,
            "known_by" => choice.known_by = text()?,
            "named_beside" => all.named_beside = truth(name, value)?,
            "filtered" => all.filtered = truth(name, value)?,
            "pages" => all.pages = Some(Pager::parse(&text()?)),
            "after" => {
                all.after = match scalar(value).as_deref() {
                    Some("as before") => RowAfter::AsBefore,
                    Some("gone") => RowAfter::Gone,
                    Some("not meant") => RowAfter::NotMeant,
                    Some(_) => {
                        let wants =
                            "\"gone\", \"not meant\", \"as before\" or a map from a column to what it shows";
                        return Err(bad_value(name, value, wants));
                    }
                    None => RowAfter::Shows(cells(name, value)?),
                }
            }
            "whose" => choice.whose = cells(name, value)?,
            key => {
                let hint = format!("the keys are {}", OF_ROWS.join(", "));
                let message = format!("rows are not told by `{key}`");
                return Err(Box::new(Diagnostic::new(Code::UnknownKey, message).hint(hint)));
            }
        }
    }
    if choice.known_by.is_empty() {
        let message = "what tells the rows apart is not said";
        let hint = "name the column with `known_by`";
        return Err(Box::new(Diagnostic::new(Code::Arguments, message).hint(hint)));
    }
    Ok(all)
}

fn truth(name: &str, value: &Dynamic) -> Result<bool, Box<Diagnostic>> {
    value
        .as_bool()
        .map_err(|_| bad_value(name, value, "`true` or `false`"))
}

/// What cells show, by the heads of their columns.
fn cells(name: &str, value: &Dynamic) -> Result<Vec<(String, String)>, Box<Diagnostic>> {
    let wrong = || bad_value(name, value, "a map from a column to what it shows");
    let cells = value.read_lock::<Map>().ok_or_else(wrong)?;
    let mut all = Vec::new();
    for (column, shows) in cells.iter() {
        all.push((column.to_string(), scalar(shows).ok_or_else(wrong)?));
    }
    Ok(all)
}

/// One map or a list of maps, each another way to the same element.
fn other_ways(name: &str, value: &Dynamic) -> Result<Vec<Locator>, Box<Diagnostic>> {
    let one = |it: &Dynamic| match it.read_lock::<Map>() {
        Some(map) => locator(&map),
        None => Err(bad_value(
            name,
            value,
            "a map that finds the same element, or a list of such maps",
        )),
    };
    match value.read_lock::<Array>() {
        Some(all) => all.iter().map(one).collect(),
        None => Ok(vec![one(value)?]),
    }
}

fn actions(name: &str, value: &Dynamic) -> Result<Vec<ExtraAction>, Box<Diagnostic>> {
    let wrong = || bad_value(name, value, "a list of \"long_press\", \"input_text\", \"swipe\"");
    let one = |it: &Dynamic| {
        let text = it.clone().into_string().map_err(|_| wrong())?;
        text.parse::<ExtraAction>().map_err(|()| wrong())
    };
    if value.is_array() {
        let all: Array = value.clone().into_array().map_err(|_| wrong())?;
        all.iter().map(one).collect()
    } else {
        Ok(vec![one(value)?])
    }
}

fn unknown_key(key: &str) -> Box<Diagnostic> {
    let known = Key::ALL.iter().map(|it| it.name()).chain(OTHERS);
    let near = device::nearest(key, known.clone());
    let hint = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are {}", known.collect::<Vec<_>>().join(", ")),
    };
    Box::new(Diagnostic::new(Code::UnknownKey, format!("an element has no `{key}`")).hint(hint))
}

fn bad_value(key: &str, value: &Dynamic, wanted: &str) -> Box<Diagnostic> {
    let found = if value.is_unit() {
        "nothing".to_owned()
    } else {
        format!("{value} ({})", value.type_name())
    };
    Box::new(Diagnostic::new(Code::Locator, format!("`{key}` is {found}")).hint(format!("give it {wanted}")))
}

/// A text, number, character or truth value as text.
pub fn scalar(value: &Dynamic) -> Option<String> {
    (value.is_string() || value.is_int() || value.is_float() || value.is_bool() || value.is_char())
        .then(|| value.to_string())
}

/// What an element shows or holds.
pub fn shown(element: &Element) -> &str {
    if element.editable || element.value.is_some() {
        return element.held_text();
    }
    [&element.text, &element.content_description, &element.label]
        .into_iter()
        .find_map(|it| it.as_deref())
        .unwrap_or_default()
}

/// What locators go by that only some elements have.
const ATTRIBUTES: [Key; 6] = [
    Key::Name,
    Key::Type,
    Key::Class,
    Key::Color,
    Key::Size,
    Key::Shape,
];

/// An element as a map: the index, what locators go by (`""` where it lacks that), its flags, and where it is.
pub fn map(index: i64, element: &Element) -> Map {
    let mut map = Map::new();
    map.insert("index".into(), index.into());
    map.insert("text".into(), element.text.clone().unwrap_or_default().into());
    map.insert(
        "content_description".into(),
        element.content_description.clone().unwrap_or_default().into(),
    );
    map.insert("value".into(), element.held_text().to_owned().into());
    for (key, value) in [
        ("hint_text", &element.hint_text),
        ("tooltip", &element.tooltip),
        ("label", &element.label),
        ("role", &element.role),
        ("class_name", &element.class_name),
        ("resource_name", &element.resource_name),
        ("package_name", &element.package_name),
        ("column", &element.column),
    ] {
        map.insert(key.into(), value.clone().unwrap_or_default().into());
    }
    for (key, value) in &element.attributes {
        map.entry(key.as_str().into())
            .or_insert_with(|| value.clone().into());
    }
    for key in ATTRIBUTES {
        map.entry(key.name().into())
            .or_insert_with(|| Dynamic::from(String::new()));
    }
    for (key, value) in [
        ("checkable", element.checkable),
        ("checked", element.checked),
        ("clickable", element.clickable),
        ("editable", element.editable),
        ("enabled", element.enabled),
        ("focused", element.focused),
        ("selected", element.selected),
    ] {
        map.insert(key.into(), value.into());
    }
    let actions: Array = element
        .additional_actions()
        .iter()
        .map(|it| Dynamic::from(it.name().to_owned()))
        .collect();
    map.insert("additional_actions".into(), actions.into());
    let at = element.bounds;
    let bounds: Array = [at.left, at.top, at.right, at.bottom]
        .map(|it| Dynamic::from(i64::from(it)))
        .into();
    map.insert("bounds".into(), bounds.into());
    map
}
