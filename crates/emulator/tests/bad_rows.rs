//! Files of instances whose rows or values contradict each other are refused, and it is said why.

use autorpa_emulator::instances::load;

/// An instance as a file has it.
fn file(task: &str, goal: &str, params: &str, table: &str, rows: &str) -> String {
    format!(
        r#"[{{"task": "{task}", "seed": 30, "idx": 0, "instance_seed": 1, "goal_before_init": "",
            "goal_after_init": "{goal}", "params": {params}, "initial_state": {{"tables": {{"{table}": {rows}}}}}}}]"#
    )
}

fn refused(text: &str, expected: &str) {
    let error = load(text).expect_err("it is wrong").to_string();
    assert!(error.contains(expected), "{error}");
}

const FERRY: &str = r#"{"name": "Ferry", "amount": 1250, "category": 7, "note": "", "created_date": 1, "modified_date": 1, "expense_id": 1}"#;

/// Deleting the expense "Ferry", with these rows.
fn deleting(rows: &str) -> String {
    let params = r#"{"row_objects": [{"name": "Ferry"}], "seed": 1}"#;
    let goal = "Delete the following expenses from pro expense: Ferry.";
    file("ExpenseDeleteSingle", goal, params, "expense", rows)
}

#[test]
fn expenses() {
    assert!(load(&deleting(&format!("[{FERRY}]"))).is_ok());
    let changed = |from: &str, to: &str| deleting(&format!("[{}]", FERRY.replace(from, to)));
    refused(
        &changed("\"category\": 7", "\"category\": 12"),
        "row 1 of `expense` has the category \"12\"; categories are numbered 1 to 11",
    );
    refused(
        &changed("1250", "12.5"),
        "row 1 of `expense` has \"12.5\" for `amount`, not a whole number",
    );
    refused(
        &changed("\"note\"", "\"remark\""),
        "table `expense` has no column `remark`",
    );
    refused(
        &changed("Ferry", "Bus"),
        "`expense` has 0 rows with the name \"Ferry\"",
    );
    refused(
        &deleting(&format!("[{FERRY}, {FERRY}]")),
        "table `expense` has two rows with expense_id 1",
    );
    let other = FERRY.replace("\"expense_id\": 1", "\"expense_id\": 2");
    refused(
        &deleting(&format!("[{FERRY}, {other}]")),
        "`expense` has 2 rows with the name \"Ferry\"",
    );
    let twins = "Delete all but one of any expenses in pro expense that are exact duplicates, ensuring at least one instance of each unique expense remains.";
    refused(
        &file(
            "ExpenseDeleteDuplicates",
            twins,
            "{}",
            "expense",
            &format!("[{FERRY}]"),
        ),
        "`expense` has 0 pairs of rows that are the same",
    );
}

#[test]
fn an_expense_to_add() {
    let added = |category: &str, row: &str| {
        let goal = format!(
            "Add the following expenses into the pro expense:\\nExpense: Ferry\\n amount_dollars: $12.5\\n category_name: {category}\\n note: once\\n"
        );
        let params = format!(r#"{{"row_objects": [{row}], "text_representation_type": "text_block"}}"#);
        file("ExpenseAddSingle", &goal, &params, "expense", "[]")
    };
    let row = r#"{"name": "Ferry", "amount": 1250, "category": 7, "note": "once"}"#;
    assert!(load(&added("Transportation", row)).is_ok());
    refused(
        &added("13", &row.replace('7', "13")),
        "there is no category \"13\"; there are Income,",
    );
    refused(
        &added("Food", row),
        "but the values make it \"Add the following expenses",
    );
    refused(
        &added("Transportation", &row.replace("\"amount\": 1250,", "")),
        "parameter `amount` is missing",
    );
    refused(
        &added("Transportation", &format!("{row}, {row}")),
        "parameter `name` is missing",
    );
    let unknown = added("Transportation", row).replace("text_block", "poem");
    refused(
        &unknown,
        "`text_representation_type` is \"poem\"; it can be text_block, csv",
    );
}

#[test]
fn events() {
    let event = |change: (&str, &str), day: &str| {
        let row = r#"{"start_ts": 1698404400, "end_ts": 1698405300, "title": "Walk", "id": 1}"#;
        let goal = format!(
            "In Simple Calendar Pro, delete the calendar event on 2023-10-{day} at 11h with the title 'Walk'"
        );
        let params =
            format!(r#"{{"year": 2023, "month": 10, "day": {day}, "hour": 11, "event_title": "Walk"}}"#);
        let rows = format!("[{}]", row.replace(change.0, change.1));
        file("SimpleCalendarDeleteOneEvent", &goal, &params, "events", &rows)
    };
    assert!(load(&event(("", ""), "27")).is_ok());
    refused(
        &event(("1698405300", "1698404399"), "27"),
        "row 1 of `events`, \"Walk\", ends before it starts: 1698404399 is before 1698404400",
    );
    refused(
        &event(("1698405300", "\"soon\""), "27"),
        "row 1 of `events` has \"soon\" for `end_ts`, not a whole number",
    );
    refused(
        &event(("\"end_ts\": 1698405300,", ""), "27"),
        "row 1 of `events` has no `end_ts`",
    );
    refused(&event(("", ""), "26"), "0 events are at the moment");
    refused(&event(("", ""), "32"), "there is no 2023-10-32 11h");
    refused(
        &event(("\"title\"", "\"name\""), "27"),
        "table `events` has no column `name`",
    );
    let goal = "In Simple Calendar Pro, delete all the calendar events on 2023-10-3";
    let params = r#"{"year": 2023, "month": 10, "day": 3}"#;
    refused(
        &file("SimpleCalendarDeleteEvents", goal, params, "events", "[]"),
        "no event is on the day whose events are to be deleted",
    );
}

#[test]
fn recipes() {
    let deleted = |rows: &str| {
        let goal = "Delete the following recipes from Broccoli app: Pea Soup, Fish Pie.";
        let params = r#"{"row_objects": [{"title": "Pea Soup"}, {"title": "Fish Pie"}]}"#;
        file("RecipeDeleteMultipleRecipes", goal, params, "recipes", rows)
    };
    assert!(
        load(&deleted(
            r#"[{"title": "Pea Soup", "recipeId": 1}, {"title": "Fish Pie", "recipeId": 2}]"#
        ))
        .is_ok()
    );
    refused(
        &deleted(r#"[{"title": "Pea Soup"}]"#),
        "`recipes` has 0 rows with the title \"Fish Pie\"",
    );
    refused(
        &deleted(r#"[{"title": "Pea Soup"}, {"title": " "}]"#),
        "row 2 of `recipes` has no title",
    );
    refused(
        &deleted(r#"[{"name": "Pea Soup"}]"#),
        "table `recipes` has no column `name`; it has title,",
    );
}
