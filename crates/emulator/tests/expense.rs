//! Pro Expense on the phone: what its screens report, and what becomes of expenses.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::{DeviceState, Row};
use hand::Hand;
use player::{Player, check};
use ui::Direction;

fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    for (name, amount, category, day) in [
        ("Ferry", "1250", "7", 1),
        ("Tax Refund", "30701", "2", 1),
        ("", "900", "3", 14),
    ] {
        let when = 1_696_118_400_000_i64 + (day - 1) * 86_400_000 + 8 * 3_600_000;
        state.tables.insert(
            "expense",
            [
                ("name", name.to_owned()),
                ("amount", amount.to_owned()),
                ("category", category.to_owned()),
                ("note", "Was on sale".to_owned()),
                ("created_date", when.to_string()),
                ("modified_date", when.to_string()),
            ],
        );
    }
    Hand::new(state)
}

fn row(hand: &Hand, at: usize, column: &str) -> String {
    hand.phone.state.tables.rows("expense")[at].get(column).to_owned()
}

#[test]
fn screens() {
    let mut hand = phone();
    hand.open("pro expense");
    insta::assert_snapshot!("home", hand.show());
    hand.click("MORE");
    insta::assert_snapshot!("logs", hand.show());
    hand.click("Ferry");
    insta::assert_snapshot!("detail", hand.show());
    hand.click_id("btn_delete");
    insta::assert_snapshot!("confirm", hand.show());
    hand.back();
    hand.drag("Ferry", Direction::Right);
    insta::assert_snapshot!("swiped", hand.show());
    hand.click("Filter");
    insta::assert_snapshot!("filter", hand.show());
    hand.back();
    hand.back();
    hand.back();
    hand.click_id("fb_main_add");
    insta::assert_snapshot!("entry", hand.show());
    hand.click("Calendar");
    insta::assert_snapshot!("calendar", hand.show());
    hand.click("CANCEL");
    hand.click("Time");
    insta::assert_snapshot!("clock", hand.show());
}

#[test]
fn an_entry_without_an_amount_is_not_saved() {
    let mut hand = phone();
    hand.open("Pro Expense");
    hand.click_id("fb_main_add");
    hand.fill("Name", "Postage");
    hand.click("SAVE");
    assert!(hand.sees("Empty Cost") && hand.sees("Expense Entry"));
    hand.fill("Amount", "$4.5");
    assert!(hand.sees("4.5") && !hand.sees("Empty Cost"));
    hand.click("SAVE");
    assert!(hand.sees("Home"));
    assert_eq!(
        (row(&hand, 3, "name"), row(&hand, 3, "amount")),
        ("Postage".into(), "450".into())
    );
}

#[test]
fn day_and_time_of_an_entry_are_chosen() {
    let mut hand = phone();
    hand.open("Pro Expense");
    hand.click_id("fb_main_add");
    hand.fill("Amount", "3");
    hand.click("Calendar");
    hand.click("Previous month");
    hand.click("28 September 2023");
    hand.click("OK");
    hand.click("Time");
    hand.click("19 hours");
    hand.click("45 minutes");
    hand.click("OK");
    assert!(hand.sees("28 Sep 2023, 19:45"));
    hand.click("SAVE");
    assert_eq!(row(&hand, 3, "created_date"), "1695930300000");
}

#[test]
fn a_locked_entry_stays_for_the_next_one() {
    let mut hand = phone();
    hand.open("Pro Expense");
    hand.click_id("fb_main_add");
    hand.click_id("cv_lock");
    hand.click("Food");
    hand.fill("Amount", "3");
    hand.click("NEXT");
    assert!(hand.sees("Saved!") && hand.sees("Expense Entry") && hand.find("Food").selected);
    hand.back();
    assert!(hand.sees("Home"));
}

#[test]
fn an_expense_is_changed() {
    let mut hand = phone();
    hand.open("Pro Expense");
    hand.click("Ferry");
    hand.click("EDIT");
    hand.fill("12.50", "13");
    hand.click("UPDATE");
    assert_eq!(
        (row(&hand, 0, "amount"), row(&hand, 0, "name")),
        ("1300".into(), "Ferry".into())
    );
}

#[test]
fn rows_are_selected_swiped_and_deleted() {
    let mut hand = phone();
    hand.open("Pro Expense");
    hand.click("MORE");
    hand.drag("Ferry", Direction::Left);
    hand.drag("Tax Refund", Direction::Left);
    hand.drag("Ferry", Direction::Right);
    hand.click("Delete");
    assert!(hand.sees("1 item"));
    hand.back();
    hand.drag("Ferry", Direction::Left);
    hand.click("Delete");
    assert!(hand.sees("2 items"));
    hand.click("CONFIRM");
    assert_eq!(hand.phone.state.tables.rows("expense").len(), 1);
    // Without a name, an expense is called by its category.
    hand.drag("Food", Direction::Right);
    hand.click("Delete");
    hand.click("CONFIRM");
    assert!(hand.sees("No Expense Logs"));
}

#[test]
fn the_filter_turns_the_order_and_leaves_days_out() {
    let mut hand = phone();
    hand.open("Pro Expense");
    hand.click("MORE");
    assert!(hand.id("Food") < hand.id("Ferry"));
    hand.click("Filter");
    hand.click("ASC");
    hand.click("APPLY FILTER");
    assert!(hand.id("Food") > hand.id("Ferry"));
    hand.click("Filter");
    hand.click_id("tv_start_day");
    hand.click("Next month");
    hand.click("02 October 2023");
    hand.click("OK");
    hand.click("APPLY FILTER");
    assert!(hand.sees("Food") && !hand.sees("Ferry"));
}

#[test]
fn the_drawer_leads_to_every_page() {
    let mut hand = phone();
    hand.open("Pro Expense");
    for page in [
        "Expense Logs",
        "Statistics",
        "Backup",
        "Feedback",
        "About",
        "Settings",
        "Home",
    ] {
        hand.click_bare("android.widget.ImageButton");
        assert!(hand.sees("Pro Expense") && hand.sees("beta"));
        hand.click(page);
        assert!(hand.sees(page) && !hand.sees("beta"), "{page}");
    }
}

struct Entry {
    name: String,
    amount: String,
    category: String,
    note: String,
}

fn said(player: &Player, suffix: &str) -> Entry {
    let value = |name: &str| player.value(&format!("{name}{suffix}"));
    Entry {
        name: value("name"),
        amount: value("amount"),
        category: value("category"),
        note: value("note"),
    }
}

fn enter(player: &mut Player, entry: &Entry) {
    player.tap_id("fb_main_add");
    player.fill("edt_name", &entry.name);
    player.fill("edt_amount", &entry.amount);
    // Where the categories stand is where the last entry left them.
    for direction in [Direction::Right, Direction::Left]
        .into_iter()
        .flat_map(|it| [it; 4])
    {
        if player.sees(&entry.category) {
            break;
        }
        player.scroll_in("rv_category", direction);
    }
    player.tap_in("tv_name", &entry.category);
    player.fill("edt_note", &entry.note);
    player.tap_id("btn_save");
}

fn add(player: &mut Player, change: impl Fn(&mut Entry)) {
    let mut entry = said(player, "");
    change(&mut entry);
    player.open("pro expense");
    enter(player, &entry);
}

#[test]
fn expense_add_single() {
    check(
        "ExpenseAddSingle",
        &|player| add(player, |_| {}),
        &[
            ("another amount", &|player| {
                add(player, |it| it.amount = "5.05".to_owned())
            }),
            ("another note", &|player| {
                add(player, |it| it.note = "another note".to_owned())
            }),
            ("another category", &|player| {
                add(player, |it| {
                    let other = if it.category == "Food" { "Housing" } else { "Food" };
                    it.category = other.to_owned();
                });
            }),
            ("added twice", &|player| {
                add(player, |_| {});
                add(player, |_| {});
            }),
        ],
    );
}

/// Delete the expense with this name, in the logs.
fn delete(player: &mut Player, name: &str) {
    player.top();
    player.tap_in("tv_name", name);
    player.tap_id("btn_delete");
    player.tap("CONFIRM");
}

fn logs(player: &mut Player) {
    player.open("pro expense");
    player.tap("MORE");
}

#[test]
fn expense_delete_single() {
    check(
        "ExpenseDeleteSingle",
        &|player| {
            player.open("pro expense");
            let name = player.value("name");
            delete(player, &name);
        },
        &[
            ("only another name", &|player| {
                logs(player);
                let name = player.value("name");
                player.tap_in("tv_name", &name);
                player.tap("EDIT");
                player.fill("edt_name", "gone");
                player.tap("UPDATE");
            }),
            ("another one added", &|player| {
                logs(player);
                let name = player.value("name");
                delete(player, &name);
                player.back();
                player.tap_id("fb_main_add");
                player.fill("edt_amount", "1");
                player.tap("SAVE");
            }),
        ],
    );
}

fn delete_some(player: &mut Player, change: impl Fn(&mut Vec<String>)) {
    let mut names = player.values("names");
    change(&mut names);
    logs(player);
    for name in names {
        delete(player, &name);
    }
}

#[test]
fn expense_delete_multiple() {
    check(
        "ExpenseDeleteMultiple",
        &|player| delete_some(player, |_| {}),
        &[
            ("one too few", &|player| delete_some(player, |it| drop(it.pop()))),
            ("one changed instead", &|player| {
                delete_some(player, |it| it.truncate(2));
                player.top();
                let last = player.values("names").swap_remove(2);
                player.tap_in("tv_name", &last);
                player.tap("EDIT");
                player.fill("edt_amount", "0");
                player.tap("UPDATE");
            }),
        ],
    );
}

#[test]
fn expense_delete_multiple_among_many() {
    check(
        "ExpenseDeleteMultiple2",
        &|player| {
            // Swiped away one by one and deleted at once, as the list is long.
            logs(player);
            for name in player.values("names") {
                player.top();
                player.drag(&name, Direction::Left);
            }
            player.tap("Delete");
            assert!(player.sees("3 items"));
            player.tap("CONFIRM");
        },
        &[
            ("one too few", &|player| delete_some(player, |it| drop(it.pop()))),
            ("one too many", &|player| {
                delete_some(player, |_| {});
                player.top();
                let other = player.texts("tv_name").swap_remove(0);
                delete(player, &other);
            }),
        ],
    );
}

/// The first name of the logs that stands there twice with the same moment and amount.
fn twice(player: &mut Player) -> String {
    let names = player.texts("tv_name");
    let amounts = player.texts("tv_amount");
    let lines: Vec<(String, String)> = names.into_iter().zip(amounts).collect();
    let found = (0..lines.len()).find(|at| lines[at + 1..].contains(&lines[*at]));
    lines[found.expect("a pair")].0.clone()
}

#[test]
fn expense_delete_duplicates() {
    check(
        "ExpenseDeleteDuplicates",
        &|player| {
            logs(player);
            let name = twice(player);
            delete(player, &name);
        },
        &[
            ("both", &|player| {
                logs(player);
                let name = twice(player);
                delete(player, &name);
                delete(player, &name);
            }),
            ("another one", &|player| {
                logs(player);
                let name = twice(player);
                let other = player.texts("tv_name").into_iter().find(|it| *it != name);
                delete(player, &other.expect("another one"));
            }),
        ],
    );
}

/// Of the expenses that are there twice, or of those that are called the same and are not, the last one's amount as the
/// logs show it.
fn amount_of(player: &Player, twice: bool) -> String {
    let rows = player.rows("expense");
    let is_twin = |it: &Row| rows.iter().any(|o| o.id != it.id && o.fields == it.fields);
    let twin = rows.iter().find(|it| is_twin(it)).expect("a pair");
    let fits = |it: &&Row| it.get("name") == twin.get("name") && is_twin(it) == twice;
    let found = rows.iter().rfind(fits).expect("one of that name");
    let cents: i64 = found.get("amount").parse().unwrap();
    let sign = if found.get("category") == "2" { '+' } else { '-' };
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

fn delete_amount(player: &mut Player, amount: &str) {
    player.top();
    player.tap_in("tv_amount", amount);
    player.tap_id("btn_delete");
    player.tap("CONFIRM");
}

#[test]
fn expense_delete_duplicates_among_many() {
    check(
        "ExpenseDeleteDuplicates2",
        &|player| {
            logs(player);
            let amount = amount_of(player, true);
            delete_amount(player, &amount);
        },
        &[
            ("both", &|player| {
                logs(player);
                let amount = amount_of(player, true);
                delete_amount(player, &amount);
                delete_amount(player, &amount);
            }),
            ("one of the same name that is nearly so much", &|player| {
                let amount = amount_of(player, false);
                logs(player);
                delete_amount(player, &amount);
            }),
        ],
    );
}

fn add_three(player: &mut Player, change: impl Fn(&mut Vec<Entry>)) {
    let mut all: Vec<Entry> = ["_1", "_2", "_3"]
        .into_iter()
        .map(|it| said(player, it))
        .collect();
    change(&mut all);
    player.open("pro expense");
    all.iter().for_each(|it| enter(player, it));
}

#[test]
fn expense_add_multiple() {
    check(
        "ExpenseAddMultiple",
        &|player| add_three(player, |_| {}),
        &[
            ("one too few", &|player| add_three(player, |it| drop(it.pop()))),
            ("one twice", &|player| {
                add_three(player, |it| {
                    it.remove(1);
                });
                let first = said(player, "_1");
                enter(player, &first);
            }),
            ("two amounts exchanged", &|player| {
                add_three(player, |it| {
                    let first = it[0].amount.clone();
                    it[0].amount = std::mem::replace(&mut it[1].amount, first);
                });
            }),
            ("another category", &|player| {
                add_three(player, |it| {
                    let other = if it[2].category == "Food" {
                        "Housing"
                    } else {
                        "Food"
                    };
                    it[2].category = other.to_owned();
                });
            }),
        ],
    );
}

/// The lines of the note that these words end, as expenses; the words are left out of their notes.
fn noted(player: &mut Player, end: &str) -> Vec<Entry> {
    player.open("markor");
    // The app shows what it showed last.
    if player.sees("my_expenses.txt") {
        player.tap("my_expenses.txt");
    }
    let text = player
        .texts("document__fragment__edit__highlighting_editor")
        .swap_remove(0);
    let entry = |line: &str| {
        let cells: Vec<&str> = line.strip_suffix(end)?.split('|').collect();
        Some(Entry {
            name: cells[0].to_owned(),
            amount: cells[1].strip_prefix('$')?.to_owned(),
            category: cells[2].to_owned(),
            note: cells[3].to_owned(),
        })
    };
    text.lines().skip(1).filter_map(entry).collect()
}

fn log(player: &mut Player, change: impl Fn(&mut Vec<Entry>)) {
    let mut all = noted(player, ". Reimbursable.");
    assert_eq!(all.len(), 2);
    change(&mut all);
    player.open("pro expense");
    all.iter().for_each(|it| enter(player, it));
}

#[test]
fn expense_add_multiple_from_markor() {
    check(
        "ExpenseAddMultipleFromMarkor",
        &|player| log(player, |_| {}),
        &[
            ("one too few", &|player| log(player, |it| drop(it.pop()))),
            // The suite takes the remark without what says that it is paid back.
            ("the whole remark", &|player| {
                log(player, |it| it[0].note.push_str(". Reimbursable."));
            }),
            ("what only sounds like it", &|player| {
                let all = noted(player, "");
                let like = all
                    .iter()
                    .find(|it| it.name.starts_with("Reimbursement"))
                    .unwrap();
                log(player, |_| {});
                enter(player, like);
            }),
        ],
    );
}
