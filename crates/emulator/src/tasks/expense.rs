//! Task types of Pro Expense, which keeps expenses as rows of one table.

use serde_json::Value as Json;
use task::{Params, Random, Value};

use super::{
    about::{About, Collection, text},
    definition::{Definition, FileValues, Goal, PLAIN, reward},
    initial::Initial,
    markor::in_notebook,
    odd::Form,
    rows::{column_of, fields, no_number, not_one_each, not_one_pair, number, take_rows, values},
    similarity::fuzzy_match,
    words::{EXPENSES, REMARKS},
    written::{BLOCK, CSV, WORDING, Written},
};
use crate::{
    apps::expense::{CATEGORIES, INCOME, TABLE, category_name, hundredths},
    state::{DeviceState, Fields, Row},
    toolkit::date::Date,
};

/// How expenses are written. Their amount has a dollar sign.
pub(super) const WRITTEN: Written = Written {
    called: "Expense",
    columns: &["name", "amount_dollars", "category_name", "note"],
};
/// The note with expenses of which some are paid back.
const NOTE: &str = "my_expenses.txt";
/// What stands behind the remark about an expense that is paid back.
const PAID_BACK: &str = ". Reimbursable.";

/// The lines of a goal that say one of several expenses.
macro_rules! block {
    ($number:literal) => {
        concat!(
            "Expense: {name_",
            $number,
            "}\n amount_dollars: ${amount_",
            $number,
            "}\n category_name: {category_",
            $number,
            "}\n note: {note_",
            $number,
            "}\n"
        )
    };
}

/// The line of a goal that says one of several expenses.
macro_rules! line {
    ($number:literal) => {
        concat!(
            "{name_",
            $number,
            "}|${amount_",
            $number,
            "}|{category_",
            $number,
            "}|{note_",
            $number,
            "}"
        )
    };
}

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "ExpenseAddMultiple",
        about: |params| {
            let made = SUFFIXES.map(|it| text(params, &format!("name{it}")).to_owned());
            vec![About {
                collection: EXPENSES_LISTED,
                meant: Vec::new(),
                made: made.into(),
            }]
        },
        forms: &[
            ("name_1", Form::Line),
            ("name_2", Form::Line),
            ("name_3", Form::Line),
            ("amount_1", Form::Edge(AMOUNTS)),
            ("amount_2", Form::Edge(AMOUNTS)),
            ("amount_3", Form::Edge(AMOUNTS)),
            ("note_1", Form::Line),
            ("note_2", Form::Line),
            ("note_3", Form::Line),
        ],
        goal: Goal::By(
            WORDING,
            &[
                (
                    BLOCK,
                    concat!(
                        "Add the following expenses into the pro expense:\n",
                        block!("1"),
                        "\n",
                        block!("2"),
                        "\n",
                        block!("3")
                    ),
                ),
                (
                    CSV,
                    concat!(
                        "Add the following expenses into the pro expense:\nname|amount_dollars|category_name|note\n",
                        line!("1"),
                        "\n",
                        line!("2"),
                        "\n",
                        line!("3")
                    ),
                ),
            ],
        ),
        params: &[
            ("name_1", "what the money of the first one was spent on"),
            ("amount_1", "how much the first one is, in dollars, like 12.5"),
            ("category_1", "name of the first one's category"),
            ("note_1", "a remark about the first one"),
            ("name_2", "what the money of the second one was spent on"),
            ("amount_2", "how much the second one is, in dollars, like 12.5"),
            ("category_2", "name of the second one's category"),
            ("note_2", "a remark about the second one"),
            ("name_3", "what the money of the third one was spent on"),
            ("amount_3", "how much the third one is, in dollars, like 12.5"),
            ("category_3", "name of the third one's category"),
            ("note_3", "a remark about the third one"),
        ],
        hidden: &[WORDING],
        step_budget: 60,
        generate: |random| {
            let mut all = values([(WORDING, random.pick(&[BLOCK, CSV]).to_owned())]);
            let names = random.sample(&EXPENSES.map(|it| it.0), SUFFIXES.len());
            for (name, suffix) in names.into_iter().zip(SUFFIXES) {
                let (_, row) = row(random, name, category_of(name));
                let cells = written(&row);
                for (column, cell) in ["name", "amount", "category", "note"].iter().zip(cells) {
                    let cell = cell.trim_start_matches('$').to_owned();
                    all.insert(format!("{column}{suffix}"), cell.into());
                }
            }
            all
        },
        init: |params, random| {
            let names = SUFFIXES.map(|it| text(params, &format!("name{it}")).to_owned());
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Initial {
                rows: others(random, 10, &names),
                ..Initial::default()
            }
        },
        rewrite: |values| {
            for (row, at) in take_rows(values).iter().zip(1..) {
                added(row, &format!("_{at}"), values);
            }
        },
        contradiction: |params, device| {
            let unknown = SUFFIXES.iter().find_map(|it| unknown_category(params, it));
            odd_row(device).or(unknown)
        },
        judge: |it| {
            let wanted = SUFFIXES.map(|suffix| Wanted::of(it.params, suffix));
            reward(it.added_each(TABLE, &wanted, Wanted::is))
        },
        ..PLAIN
    },
    Definition {
        name: "ExpenseAddMultipleFromMarkor",
        about: |_| {
            vec![About {
                collection: Collection::Files(in_notebook("")),
                meant: vec![NOTE.to_owned()],
                made: Vec::new(),
            }]
        },
        goal: Goal::Always(
            "Go through the transactions in my_expenses.txt in Markor. Log the reimbursable transactions in the pro expense.",
        ),
        apps: &["Pro Expense", "Markor"],
        step_budget: 60,
        init: |_, random| noted(random),
        needs: |_| vec![in_notebook(NOTE)],
        rewrite: |values| {
            take_rows(values);
            // The note has a line for each expense in any case.
            values.shift_remove(WORDING);
        },
        contradiction: |_, device| {
            odd_row(device).or_else(|| {
                paid_back(device)
                    .is_none_or(|it| it.is_empty())
                    .then(|| format!("`{NOTE}` has no expense that is paid back"))
            })
        },
        judge: |it| {
            let wanted = paid_back(it.before).unwrap_or_default();
            let note = in_notebook(NOTE);
            let kept = it.before.files.read(&note) == it.after.files.read(&note);
            reward(kept && it.added_each(TABLE, &wanted, Wanted::is))
        },
        ..PLAIN
    },
    Definition {
        name: "ExpenseAddSingle",
        about: |params| vec![About::made(EXPENSES_LISTED, params, "name")],
        forms: &[
            ("name", Form::Line),
            ("amount", Form::Edge(AMOUNTS)),
            ("note", Form::Line),
        ],
        goal: Goal::By(
            WORDING,
            &[
                (
                    BLOCK,
                    "Add the following expenses into the pro expense:\nExpense: {name}\n amount_dollars: ${amount}\n category_name: {category}\n note: {note}\n",
                ),
                (
                    CSV,
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
                (WORDING, random.pick(&[BLOCK, CSV]).to_owned()),
            ])
        },
        init: |params, random| Initial {
            rows: others(random, 10, &[text(params, "name")]),
            ..Initial::default()
        },
        rewrite: |values| {
            if let [row] = &take_rows(values)[..] {
                added(row, "", values);
            }
        },
        contradiction: |params, device| odd_row(device).or_else(|| unknown_category(params, "")),
        judge: |it| reward(it.added_each(TABLE, &[Wanted::of(it.params, "")], Wanted::is)),
        ..PLAIN
    },
    Definition {
        name: "ExpenseDeleteDuplicates",
        init: |_, random| {
            let mut rows = others(random, 5, &[]);
            let taken: Vec<String> = rows.iter().map(|it| it.1["name"].clone()).collect();
            let taken: Vec<&str> = taken.iter().map(String::as_str).collect();
            let twice = others(random, 1, &taken);
            put_twice(random, &mut rows, &twice[0]);
            Initial {
                rows,
                ..Initial::default()
            }
        },
        ..DUPLICATES
    },
    Definition {
        name: "ExpenseDeleteDuplicates2",
        step_budget: 18,
        init: |_, random| {
            let mut rows = others(random, 36, &[]);
            let (name, category) = thing(random);
            let twice = row(random, name, category);
            rows.retain(|it| *it != twice);
            // Others of the same name cost a little more, and are of other days.
            let more = [(50, 350), (351, 650), (651, 999)];
            for (least, most) in more {
                let amount = number_of(&twice.1, "amount") + random.between(least, most);
                let mut other = row(random, name, category);
                other.1.insert("amount".to_owned(), amount.to_string());
                other.1.insert("note".to_owned(), twice.1["note"].clone());
                rows.push(other);
            }
            put_twice(random, &mut rows, &twice);
            Initial {
                rows,
                ..Initial::default()
            }
        },
        ..DUPLICATES
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

/// What the types with one expense that is there twice have in common.
const DUPLICATES: Definition = Definition {
    about: |params| {
        let same = Collection::Same {
            table: TABLE,
            column: "name",
            differs: &["name", "amount", "note"],
            moments: MOMENTS,
        };
        vec![About::meant(same, params, &[])]
    },
    goal: Goal::Always(
        "Delete all but one of any expenses in pro expense that are exact duplicates, ensuring at least one instance of each unique expense remains.",
    ),
    step_budget: 12,
    rewrite: |values| drop(take_rows(values)),
    contradiction: |_, device| odd_row(device).or_else(|| not_one_pair(device, TABLE)),
    judge: |it| reward(it.removed_twin(TABLE)),
    ..PLAIN
};

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

/// What the names of the values of several expenses end with.
const SUFFIXES: [&str; 3] = ["_1", "_2", "_3"];

/// Amounts that are seldom.
const AMOUNTS: &[&str] = &["0.07", "100.00", "99999.99"];

/// The category of a thing that money is spent on.
fn category_of(name: &str) -> i64 {
    EXPENSES.iter().find(|it| it.0 == name).map_or(1, |it| it.1)
}

/// An expense that is to be there at the end.
pub(super) struct Wanted {
    name: String,
    /// In hundredths; `None` where it is none.
    amount: Option<i64>,
    category: String,
    note: String,
}

impl Wanted {
    /// The one that the values with this suffix say.
    fn of(params: &Params, suffix: &str) -> Self {
        let said = |name: &str| text(params, &format!("{name}{suffix}")).to_owned();
        Self {
            name: said("name"),
            amount: in_hundredths(&said("amount")),
            category: said("category"),
            note: said("note"),
        }
    }

    /// The one with these cells, as [`WRITTEN`] has them; `None` where they are none.
    pub(super) fn read(cells: Vec<String>) -> Option<Self> {
        let [name, amount, category, note] = <[String; 4]>::try_from(cells).ok()?;
        Some(Self {
            name,
            amount: in_hundredths(amount.strip_prefix('$')?),
            category,
            note,
        })
    }

    /// Whether a row is the one.
    pub(super) fn is(row: &Row, wanted: &Self) -> bool {
        Some(number(row, "amount")) == wanted.amount
            && category_name(number(row, "category")) == wanted.category
            && fuzzy_match(row.get("name"), &wanted.name)
            && fuzzy_match(row.get("note"), &wanted.note)
    }
}

/// `12.5`, `12.50` or `12` as hundredths.
fn in_hundredths(dollars: &str) -> Option<i64> {
    let (whole, part) = dollars.split_once('.').unwrap_or((dollars, "0"));
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    if !is_digits(whole) || !is_digits(part) || part.len() > 2 {
        return None;
    }
    let part = part.parse::<i64>().ok()? * if part.len() == 1 { 10 } else { 1 };
    whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(part)
}

/// An amount as the suite writes it: `12.5`, `12.34`, `12.0`.
fn in_dollars(amount: i64) -> String {
    let text = hundredths(amount);
    text.strip_suffix('0').map(str::to_owned).unwrap_or(text)
}

/// The cells of an expense as [`WRITTEN`] has them.
pub(super) fn written(row: &Fields) -> Vec<String> {
    vec![
        row["name"].clone(),
        format!("${}", in_dollars(number_of(row, "amount"))),
        category_name(number_of(row, "category")).to_owned(),
        row["note"].clone(),
    ]
}

fn number_of(row: &Fields, column: &str) -> i64 {
    row.get(column).and_then(|it| it.parse().ok()).unwrap_or_default()
}

/// Two expenses that are paid back in a note among others, which the app has already.
fn noted(random: &mut Random) -> Initial {
    let names = random.sample(&EXPENSES.map(|it| it.0), 2);
    let mut rows = others(random, 98, &names);
    // What only sounds like it.
    for name in ["Reimbursements", "Reimbursement of Fuel"] {
        rows.push(row(random, name, INCOME));
    }
    let mut lines: Vec<Vec<String>> = rows.iter().map(|it| written(&it.1)).collect();
    for name in names {
        let (_, mut fields) = row(random, name, category_of(name));
        if let Some(note) = fields.get_mut("note") {
            note.push_str(PAID_BACK);
        }
        let at = random.between(0, lines.len() as i64) as usize;
        lines.insert(at, written(&fields));
    }
    // The two others stand anywhere too.
    for last in [98, 99] {
        lines.swap(last, random.between(0, last as i64) as usize);
    }
    Initial {
        files: vec![(in_notebook(NOTE), WRITTEN.write(CSV, &lines))],
        rows,
        ..Initial::default()
    }
}

/// The expenses of the note that are paid back; `None` where the note is not read.
fn paid_back(device: &DeviceState) -> Option<Vec<Wanted>> {
    let lines = WRITTEN.read(device.files.read(&in_notebook(NOTE))?)?;
    let wanted = |line: Vec<String>| {
        let it = Wanted::read(line)?;
        let note = it.note.strip_suffix(PAID_BACK)?.to_owned();
        Some(Wanted { note, ..it })
    };
    Some(lines.into_iter().filter_map(wanted).collect())
}

/// The values of a file's row that its goal says, with this suffix.
fn added(row: &Json, suffix: &str, values: &mut FileValues) {
    let parsed = |column| column_of(row, column).and_then(|it| it.parse::<i64>().ok());
    let category = |it: i64| match category_name(it) {
        "" => it.to_string(),
        known => known.to_owned(),
    };
    let said = [
        ("name", column_of(row, "name")),
        ("amount", parsed("amount").map(in_dollars)),
        ("category", parsed("category").map(category)),
        ("note", column_of(row, "note")),
    ];
    for (name, value) in said {
        if let Some(value) = value {
            values.insert(format!("{name}{suffix}"), value.into());
        }
    }
}

/// What is wrong with the category of the values with this suffix, in one sentence.
fn unknown_category(params: &Params, suffix: &str) -> Option<String> {
    let category = text(params, &format!("category{suffix}"));
    let known = CATEGORIES.map(|it| it.1);
    (!known.contains(&category)).then(|| {
        format!(
            "there is no category \"{category}\"; there are {}",
            known.join(", ")
        )
    })
}

/// Put a row among others twice.
fn put_twice(random: &mut Random, rows: &mut Vec<(String, Fields)>, row: &(String, Fields)) {
    for _ in 0..2 {
        let at = random.between(0, rows.len() as i64) as usize;
        rows.insert(at, row.clone());
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
pub(super) fn others(random: &mut Random, count: usize, names: &[&str]) -> Vec<(String, Fields)> {
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
        rows.push(row(random, name, category_of(name)));
    }
    Initial {
        rows,
        ..Initial::default()
    }
}

/// What makes a row no expense, in one sentence.
pub(super) fn odd_row(device: &DeviceState) -> Option<String> {
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
