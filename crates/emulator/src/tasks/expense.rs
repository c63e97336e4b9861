//! Task types of Pro Expense, which keeps expenses as rows of one table.

use serde_json::Value as Json;
use task::{Params, Value};

use super::{
    about::{About, Collection, text},
    definition::{Definition, FileValues, Goal, PLAIN, reward},
    initial::Initial,
    odd::Form,
    random::Random,
    rows::{column_of, fields, no_number, not_one_each, number, take_rows, values},
    similarity::fuzzy_match,
    words::{EXPENSES, REMARKS},
};
use crate::{
    apps::expense::{CATEGORIES, TABLE, category_name, hundredths},
    state::{DeviceState, Fields, Row},
    toolkit::date::Date,
};

/// Which of its two wordings a goal has.
const WORDING: &str = "text_representation_type";

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "ExpenseAddSingle",
        about: |params| vec![About::made(EXPENSES_LISTED, params, "name")],
        forms: &[
            ("name", Form::Line),
            ("amount", Form::Edge(&["0.07", "100.00", "99999.99"])),
            ("note", Form::Line),
        ],
        goal: Goal::By(
            WORDING,
            &[
                (
                    "text_block",
                    "Add the following expenses into the pro expense:\nExpense: {name}\n amount_dollars: ${amount}\n category_name: {category}\n note: {note}\n",
                ),
                (
                    "csv",
                    "Add the following expenses into the pro expense:\nname|amount_dollars|category_name|note\n{name}|${amount}|{category}|{note}",
                ),
            ],
        ),
        params: &[
            ("name", "what the money was spent on"),
            ("amount", "how much, in dollars, like 12.50"),
            ("category", "name of its category"),
            ("note", "a remark about it"),
        ],
        hidden: &[WORDING],
        step_budget: 12,
        generate: |random| {
            let (name, category) = thing(random);
            values([
                ("name", name.to_owned()),
                ("amount", hundredths(random.between(1000, 50_000))),
                ("category", category_name(category).to_owned()),
                ("note", random.pick(&REMARKS).to_owned()),
                (WORDING, random.pick(&["text_block", "csv"]).to_owned()),
            ])
        },
        init: |params, random| Initial {
            rows: others(random, 10, &[text(params, "name")]),
            ..Initial::default()
        },
        rewrite: |values| {
            if let [row] = &take_rows(values)[..] {
                added(row, values);
            }
        },
        contradiction: |params, device| {
            let category = text(params, "category");
            odd_row(device).or_else(|| {
                let known = CATEGORIES.map(|it| it.1);
                (!known.contains(&category)).then(|| {
                    format!(
                        "there is no category \"{category}\"; there are {}",
                        known.join(", ")
                    )
                })
            })
        },
        judge: |it| {
            let wanted = |row: &Row| {
                hundredths(number(row, "amount")) == text(it.params, "amount")
                    && category_name(number(row, "category")) == text(it.params, "category")
                    && fuzzy_match(row.get("name"), text(it.params, "name"))
                    && fuzzy_match(row.get("note"), text(it.params, "note"))
            };
            reward(matches!(it.only_added(TABLE), Some([row]) if wanted(row)))
        },
        ..PLAIN
    },
    Definition {
        name: "ExpenseDeleteDuplicates",
        about: |params| {
            let same = Collection::Same {
                table: TABLE,
                differs: &["name", "amount", "note"],
                moments: MOMENTS,
            };
            vec![About::meant(same, params, &[])]
        },
        goal: Goal::Always(
            "Delete all but one of any expenses in pro expense that are exact duplicates, ensuring at least one instance of each unique expense remains.",
        ),
        step_budget: 12,
        init: |_, random| {
            let mut rows = others(random, 5, &[]);
            let taken: Vec<String> = rows.iter().map(|it| it.1["name"].clone()).collect();
            let taken: Vec<&str> = taken.iter().map(String::as_str).collect();
            let twice = others(random, 1, &taken);
            for row in twice.iter().chain(&twice) {
                let at = random.between(0, rows.len() as i64) as usize;
                rows.insert(at, row.clone());
            }
            Initial {
                rows,
                ..Initial::default()
            }
        },
        rewrite: |values| drop(take_rows(values)),
        contradiction: |_, device| {
            let pairs = pairs(device).len();
            odd_row(device).or_else(|| {
                (pairs != 1)
                    .then(|| format!("{pairs} pairs of expenses are the same, but one is what this type has"))
            })
        },
        judge: |it| {
            let pairs = pairs(it.before);
            let gone = it.only_removed(TABLE);
            let one_of = |gone: &Row, (first, second): &(i64, i64)| gone.id == *first || gone.id == *second;
            reward(matches!((&pairs[..], gone.as_deref()), ([pair], Some([gone])) if one_of(gone, pair)))
        },
        ..PLAIN
    },
    Definition {
        name: "ExpenseDeleteMultiple",
        init: |params, random| deletable(params, random, 0),
        ..MULTIPLE
    },
    Definition {
        name: "ExpenseDeleteMultiple2",
        step_budget: 34,
        init: |params, random| deletable(params, random, 50),
        ..MULTIPLE
    },
    Definition {
        name: "ExpenseDeleteSingle",
        about: |params| vec![About::meant(EXPENSES_LISTED, params, &["name"])],
        forms: &[("name", Form::Line)],
        goal: Goal::Always("Delete the following expenses from pro expense: {name}."),
        params: &[("name", "name of the expense")],
        step_budget: 10,
        generate: |random| values([("name", thing(random).0.to_owned())]),
        init: |params, random| deletable(params, random, 0),
        rewrite: |values| {
            if let [row] = &take_rows(values)[..]
                && let Some(name) = column_of(row, "name")
            {
                values.insert("name".to_owned(), name.into());
            }
        },
        contradiction: |params, device| {
            odd_row(device).or_else(|| not_one_each(params, device, TABLE, "name", "name"))
        },
        judge: |it| reward(it.removed_named(TABLE, "name", "name")),
        ..PLAIN
    },
];

/// What the two types with several expenses to delete have in common.
const MULTIPLE: Definition = Definition {
    about: |params| vec![About::meant(EXPENSES_LISTED, params, &["names"])],
    forms: &[("names", Form::Line)],
    goal: Goal::Always("Delete the following expenses from pro expense: {names*}."),
    params: &[("names", "names of the expenses")],
    step_budget: 20,
    generate: |random| {
        let names = random.sample(&EXPENSES.map(|it| it.0), 3);
        let names = names.into_iter().map(str::to_owned).collect();
        Params::from_iter([("names".to_owned(), Value::List(names))])
    },
    rewrite: |values| {
        let names = take_rows(values)
            .iter()
            .filter_map(|it| column_of(it, "name"))
            .map(Json::from)
            .collect();
        values.insert("names".to_owned(), Json::Array(names));
    },
    contradiction: |params, device| {
        odd_row(device).or_else(|| not_one_each(params, device, TABLE, "name", "names"))
    },
    judge: |it| reward(it.removed_named(TABLE, "name", "names")),
    ..PLAIN
};

/// Columns that say when an expense was.
const MOMENTS: &[&str] = &["created_date", "modified_date"];

/// Expenses, the newest first.
const EXPENSES_LISTED: Collection = Collection::Rows {
    table: TABLE,
    column: "name",
    moments: MOMENTS,
};

/// Something money is spent on, and its category.
fn thing(random: &mut Random) -> (&'static str, i64) {
    EXPENSES[random.between(0, EXPENSES.len() as i64 - 1) as usize]
}

/// The values of a file's row that its goal says.
fn added(row: &Json, values: &mut FileValues) {
    let parsed = |column| column_of(row, column).and_then(|it| it.parse::<i64>().ok());
    let category = |it: i64| match category_name(it) {
        "" => it.to_string(),
        known => known.to_owned(),
    };
    let said = [
        ("name", column_of(row, "name")),
        ("amount", parsed("amount").map(hundredths)),
        ("category", parsed("category").map(category)),
        ("note", column_of(row, "note")),
    ];
    for (name, value) in said {
        if let Some(value) = value {
            values.insert(name.to_owned(), value.into());
        }
    }
}

/// An expense of the first half of October, at a full hour.
fn row(random: &mut Random, name: &str, category: i64) -> (String, Fields) {
    let day = random.between(1, 14) as u32;
    let hour = random.between(0, 23) as u32;
    let when = Date::ms_of(2023, 10, day, hour, 0).to_string();
    let fields = fields([
        ("name", name.to_owned()),
        ("amount", random.between(1000, 50_000).to_string()),
        ("category", category.to_string()),
        ("note", random.pick(&REMARKS).to_owned()),
        ("created_date", when.clone()),
        ("modified_date", when),
    ]);
    (TABLE.to_owned(), fields)
}

/// Expenses with other names than these. Names may repeat, as they do in life; whole expenses do not.
fn others(random: &mut Random, count: usize, names: &[&str]) -> Vec<(String, Fields)> {
    let mut rows: Vec<(String, Fields)> = Vec::new();
    while rows.len() < count {
        let (name, category) = thing(random);
        let row = row(random, name, category);
        if !names.contains(&name) && !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// The expenses that are to be deleted, behind others.
fn deletable(params: &Params, random: &mut Random, count: usize) -> Initial {
    let names: Vec<&str> = params.values().flat_map(Value::texts).collect();
    let mut rows = others(random, count, &names);
    for name in names {
        let known = EXPENSES.iter().find(|it| it.0 == name).map_or(1, |it| it.1);
        rows.push(row(random, name, known));
    }
    Initial {
        rows,
        ..Initial::default()
    }
}

/// Pairs of expenses that differ in nothing but their id.
fn pairs(device: &DeviceState) -> Vec<(i64, i64)> {
    let rows = device.tables.rows(TABLE);
    let twin = |it: &Row, at: usize| {
        rows[at + 1..]
            .iter()
            .find(|other| other.fields == it.fields)
            .map(|it| it.id)
    };
    let pair = |(at, it): (usize, &Row)| Some((it.id, twin(it, at)?));
    rows.iter().enumerate().filter_map(pair).collect()
}

/// What makes a row no expense, in one sentence.
fn odd_row(device: &DeviceState) -> Option<String> {
    device.tables.rows(TABLE).iter().find_map(|row| {
        no_number(
            TABLE,
            row,
            &["amount", "category", "created_date", "modified_date"],
        )
        .or_else(|| {
            let category = row.get("category");
            category_name(number(row, "category")).is_empty().then(|| {
                format!(
                    "row {} of `{TABLE}` has the category \"{category}\"; categories are numbered 1 to {}",
                    row.id,
                    CATEGORIES.len()
                )
            })
        })
    })
}
