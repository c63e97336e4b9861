//! Task types of Simple Gallery: a copy of a picture, and what is written off pictures into other apps.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    definition::{Definition, FileValues, Goal, PLAIN, reward},
    expense,
    initial::Initial,
    markor::{created_note, in_notebook, note_name},
    odd::Form,
    recipes,
    rows::{take_rows, values},
    written::{BLOCK, CSV, WORDING, Written},
};
use crate::{apps, state::Fields, toolkit::date::Date};

/// Where pictures are.
const PICTURES: &str = "/storage/emulated/0/DCIM";
const DOWNLOADS: &str = "/storage/emulated/0/Download";
/// How long a line of a picture is at most, in letters.
const LINE: usize = 60;
/// What a list of purchases begins with.
const HEADER: &str = "Date, Item, Amount";

/// What is sold, and what it costs: the least and the most, in hundredths.
const GOODS: [(&str, i64, i64); 6] = [
    ("USB-C Cable", 500, 2000),
    ("Wireless Mouse", 1000, 5000),
    ("Bluetooth Keyboard", 3000, 10_000),
    ("External Hard Drive", 5000, 15_000),
    ("Webcam", 2000, 7000),
    ("Monitor Stand", 1500, 6000),
];
/// Who sells, and what they say of themselves.
const SHOPS: [&str; 4] = [
    "Northgate Electronics",
    "Corner Computers Ltd.",
    "Plug & Socket Co.",
    "The Cable Room",
];
const SLOGANS: [&str; 4] = [
    "Parts that fit",
    "Open till late",
    "Everything with a plug",
    "We know the way",
];

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "SaveCopyOfReceiptTaskEval",
        about: |params| vec![About::meant(in_camera(), params, &["file_name"])],
        forms: &[("file_name", Form::File(".jpg"))],
        goal: Goal::Always(
            "In Simple Gallery Pro, copy {file_name} in DCIM and save a copy with the same name in Download",
        ),
        params: &[("file_name", "name of the picture, with its ending")],
        apps: &["Gallery"],
        step_budget: 16,
        generate: |random| {
            let name = note_name(random);
            values([("file_name", format!("receipt_{name}.jpg"))])
        },
        init: |params, random| {
            let bought = [purchase(random)];
            pictures([(text(params, "file_name").to_owned(), receipt(random, &bought))])
        },
        needs: |params| vec![in_folder(PICTURES, text(params, "file_name"))],
        rewrite: |values| _ = values.shift_remove("receipt_image"),
        judge: |it| {
            let name = text(it.params, "file_name");
            let (from, to) = (in_folder(PICTURES, name), in_folder(DOWNLOADS, name));
            let is_copied = it.after.files.same(&to, &it.before.files, &from);
            // Who moves it has not copied it.
            reward(is_copied && it.after.files.exists(&from))
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorTranscribeReceipt",
        about: |params| {
            let notes = Collection::Files(in_notebook(""));
            vec![picture("receipt.png"), About::made(notes, params, "file_name")]
        },
        goal: Goal::Always(
            "Create a file in Markor, called {file_name} with the transactions from the receipt.png. Use Simple Gallery to view the receipt. Please enter transactions in csv format including the header \"Date, Item, Amount\".",
        ),
        params: &[("file_name", "name of the note, with its extension")],
        hidden: &["text"],
        apps: &["Gallery", "Markor"],
        step_budget: 18,
        generate: |random| {
            let count = random.between(1, 5);
            let bought: Vec<String> = (0..count).map(|_| purchase(random)).collect();
            values([
                ("file_name", "receipt.md".to_owned()),
                ("text", format!("{HEADER}\n{}", bought.join("\n"))),
            ])
        },
        init: |params, random| {
            let bought = text(params, "text").lines().skip(1);
            let bought: Vec<String> = bought.map(str::to_owned).collect();
            pictures([("receipt.png".to_owned(), receipt(random, &bought))])
        },
        needs: |_| vec![in_folder(PICTURES, "receipt.png")],
        judge: |it| created_note(it, "text"),
        ..IN_PICTURES
    },
    Definition {
        name: "ExpenseAddMultipleFromGallery",
        about: |_| vec![picture("expenses.jpg")],
        goal: Goal::Always("Add the expenses from expenses.jpg in Simple Gallery Pro to pro expense."),
        hidden: &["expenses"],
        apps: &["Pro Expense", "Gallery"],
        step_budget: 60,
        generate: |random| {
            let rows = expense::others(random, 3, &[]);
            let rows: Vec<Vec<String>> = rows.iter().map(|it| expense::written(&it.1)).collect();
            values([("expenses", expense::WRITTEN.write(CSV, &rows))])
        },
        init: |params, random| {
            let rows = expense::others(random, 10, &[]);
            let old: Vec<Vec<String>> = rows.iter().map(|it| expense::written(&it.1)).collect();
            let drawn = |rows: &[Vec<String>]| drawn(&expense::WRITTEN, rows);
            let new = (
                "expenses.jpg".to_owned(),
                drawn(&cells(&expense::WRITTEN, params, "expenses")),
            );
            let old = (0..10).map(|at| (format!("old_expenses_{at}.jpg"), drawn(&old)));
            Initial {
                rows,
                ..pictures(std::iter::once(new).chain(old))
            }
        },
        needs: |_| vec![in_folder(PICTURES, "expenses.jpg")],
        rewrite: |values| take_cells(values, "expenses", &expense::WRITTEN, expense::written),
        contradiction: |_, device| expense::odd_row(device),
        judge: |it| {
            let cells = cells(&expense::WRITTEN, it.params, "expenses");
            let wanted: Option<Vec<expense::Wanted>> = cells.into_iter().map(expense::Wanted::read).collect();
            let is_added = |wanted: Vec<expense::Wanted>| {
                it.added_each(apps::expense::TABLE, &wanted, expense::Wanted::is)
            };
            reward(wanted.is_some_and(is_added))
        },
        ..IN_PICTURES
    },
    Definition {
        name: "RecipeAddMultipleRecipesFromImage",
        about: |_| vec![picture("recipes.jpg")],
        goal: Goal::Always(
            "Add the recipes from recipes.jpg in Simple Gallery Pro to the Broccoli recipe app.",
        ),
        hidden: &["recipes"],
        apps: &["Broccoli", "Gallery"],
        step_budget: 60,
        generate: |random| {
            let mut rows = Vec::new();
            recipes::add_others(random, &mut rows, 3, |_| true);
            let rows: Vec<Vec<String>> = rows.iter().map(|it| recipes::WRITTEN.cells(&it.1)).collect();
            values([("recipes", recipes::WRITTEN.write(CSV, &rows))])
        },
        init: |params, random| {
            let mut rows = Vec::new();
            recipes::add_others(random, &mut rows, 10, |_| true);
            let new = drawn(&recipes::WRITTEN, &cells(&recipes::WRITTEN, params, "recipes"));
            Initial {
                rows,
                ..pictures([("recipes.jpg".to_owned(), new)])
            }
        },
        needs: |_| vec![in_folder(PICTURES, "recipes.jpg")],
        rewrite: |values| {
            take_cells(values, "recipes", &recipes::WRITTEN, |row| {
                recipes::WRITTEN.cells(row)
            });
        },
        contradiction: |_, device| recipes::odd_row(device),
        judge: |it| {
            let wanted = cells(&recipes::WRITTEN, it.params, "recipes");
            reward(it.added_each(apps::broccoli::TABLE, &wanted, recipes::is_it))
        },
        ..IN_PICTURES
    },
];

/// What the types have in common whose values stand in a picture alone.
const IN_PICTURES: Definition = Definition {
    in_pictures: true,
    ..PLAIN
};

fn in_folder(folder: &str, name: &str) -> String {
    format!("{folder}/{name}")
}

fn in_camera() -> Collection {
    Collection::Files(PICTURES.to_owned())
}

/// A picture that the goal means.
fn picture(name: &str) -> About {
    About {
        collection: in_camera(),
        meant: vec![name.to_owned()],
        made: Vec::new(),
    }
}

/// Pictures with these texts on them, by their names.
fn pictures(all: impl IntoIterator<Item = (String, String)>) -> Initial {
    let all = all.into_iter();
    Initial {
        files: all
            .map(|(name, text)| (in_folder(PICTURES, &name), text))
            .collect(),
        pictures: true,
        ..Initial::default()
    }
}

/// One line of a receipt: when, what, and for how much.
fn purchase(random: &mut Random) -> String {
    let (what, least, most) = GOODS[random.between(0, GOODS.len() as i64 - 1) as usize];
    let day = random.between(0, 286);
    let it = Date::from_ms(Date::ms_of(2023, 1, 1, 0, 0) + day * crate::toolkit::date::DAY_MS);
    let price = apps::expense::hundredths(random.between(least, most));
    format!("{}-{:02}-{:02}, {what}, ${price}", it.year, it.month, it.day)
}

/// What stands on a receipt.
fn receipt(random: &mut Random, bought: &[String]) -> String {
    let (shop, slogan) = (random.pick(&SHOPS), random.pick(&SLOGANS));
    format!(
        "{shop}\n{slogan}\n\n{}\n\nThank you for your purchase!",
        bought.join("\n")
    )
}

/// Rows as a picture shows them: a block each, in short lines.
fn drawn(written: &Written, rows: &[Vec<String>]) -> String {
    let short = |row: &Vec<String>| row.iter().map(|it| wrapped(it)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(short).collect();
    written.write(BLOCK, &rows)
}

/// A text in lines that are not too long, broken between words.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= LINE {
            *line = format!("{line} {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

/// The rows that a hidden value has.
fn cells(written: &Written, params: &Params, name: &str) -> Vec<Vec<String>> {
    written.read(text(params, name)).unwrap_or_default()
}

/// Put the rows of a file's instance into a hidden value.
fn take_cells(values: &mut FileValues, name: &str, written: &Written, cells: fn(&Fields) -> Vec<String>) {
    let rows = take_rows(values);
    let fields = |row: &serde_json::Value| -> Fields {
        let columns = row.as_object().into_iter().flatten();
        let said =
            |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        columns
            .map(|(column, value)| (column.clone(), said(value)))
            .collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(|it| cells(&fields(it))).collect();
    values.insert(name.to_owned(), written.write(CSV, &rows).into());
    values.shift_remove(WORDING);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let long = format!("{} {}", "a".repeat(50), "b".repeat(12));
        assert_eq!(wrapped(&long), format!("{}\n{}", "a".repeat(50), "b".repeat(12)));
        assert_eq!(wrapped("  two   words "), "two words");
        assert_eq!(wrapped(""), "");
        assert_eq!(wrapped(&"c".repeat(90)), "c".repeat(90));
    }
}
