//! Functions that were made on a few rows, on lists that are longer than the screen.

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};

/// Run a committed function on the only instance of a file.
fn exec(
    more: &[&str],
    script: &str,
    task_type: &str,
    goal: &str,
    params: Value,
    initial_state: Value,
) -> Ran {
    let desk = Desk::new();
    let instance = json!({
        "task": task_type,
        "seed": 1,
        "idx": 0,
        "instance_seed": 1,
        "goal_before_init": "",
        "goal_after_init": goal,
        "params": params,
        "initial_state": initial_state,
    });
    desk.file("i.json", &json!([instance]).to_string());
    let script = format!(
        "{}/../../scripts/verified/{script}.rhai",
        env!("CARGO_MANIFEST_DIR")
    );
    let file = ["--task-type", task_type, "--instances", "i.json", "--index", "0"];
    desk.run(&[&["exec", &script, "--json"][..], &file, more].concat())
}

/// So many different names.
fn names(many: usize) -> Vec<String> {
    (1..=many).map(|it| format!("Entry number {it}")).collect()
}

#[test]
fn a_loop_over_a_list_goes_through_sixty_rows() {
    // Every thirteenth stays.
    let all = names(65);
    let (kept, wanted): (Vec<_>, Vec<_>) = (1..).zip(&all).partition(|(n, _)| n % 13 == 0);
    assert_eq!((kept.len(), wanted.len()), (5, 60));
    let row = |title: &String| json!({ "title": title, "directions": "Stir." });
    let wanted: Vec<&String> = wanted.into_iter().map(|(_, title)| title).collect();
    let goal: Vec<&str> = wanted.iter().map(|it| it.as_str()).collect();
    let goal = format!(
        "Delete the following recipes from Broccoli app: {}.",
        goal.join(", ")
    );
    let run = |more: &[&str]| {
        exec(
            more,
            "broccoli/recipe_delete_multiple_recipes",
            "RecipeDeleteMultipleRecipes",
            &goal,
            json!({ "row_objects": wanted.iter().map(|it| row(it)).collect::<Vec<_>>(), "seed": 1 }),
            json!({ "tables": { "recipes": all.iter().map(row).collect::<Vec<_>>() } }),
        )
    };
    let ran = run(&["--steps", "2000"]);
    ran.assert(0, &[]);
    assert_eq!(ran.json()["reward"], 1.0);
    // Four steps for each are more than a script may take by itself.
    run(&[]).assert(13, &["step-limit", "allow more steps"]);
}

#[test]
fn a_loop_until_none_is_left_has_no_end_of_its_own() {
    let path = |it: &String| format!("/storage/emulated/0/Documents/Markor/{it}.md");
    let files: serde_json::Map<String, Value> =
        names(45).iter().map(|it| (path(it), json!("text"))).collect();
    let ran = exec(
        &[],
        "../../crates/cli/tests/cli/delete_all_notes",
        "MarkorDeleteAllNotes",
        "Delete all my notes in Markor.",
        json!({ "seed": 1 }),
        json!({ "files": files }),
    );
    ran.assert(0, &[]);
    assert_eq!(ran.json()["reward"], 1.0);
}
