//! Broccoli on the phone: what its screens report, and what becomes of recipes.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod hand;
mod player;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use player::{Player, check};

fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    for title in ["Pea Soup", "apple crumble"] {
        state.tables.insert(
            "recipes",
            [
                ("title", title),
                ("description", "Simple and filling."),
                ("servings", "2 persons"),
                ("preparationTime", "an hour"),
                ("ingredients", "Peas\nMarjoram\n"),
                ("directions", "Simmer them.\nSeason it."),
            ],
        );
    }
    Hand::new(state)
}

fn column(hand: &Hand, column: &str) -> Vec<String> {
    let rows = hand.phone.state.tables.rows("recipes");
    rows.iter().map(|it| it.get(column).to_owned()).collect()
}

#[test]
fn screens() {
    let mut hand = phone();
    hand.open("broccoli app");
    insta::assert_snapshot!("recipe_list", hand.show());
    hand.click("Open navigation drawer");
    insta::assert_snapshot!("recipe_drawer", hand.show());
    hand.back();
    hand.click("Pea Soup");
    insta::assert_snapshot!("recipe_details", hand.show());
    hand.click("More options");
    hand.click("Delete");
    insta::assert_snapshot!("recipe_delete", hand.show());
    hand.click("CANCEL");
    hand.click("Cook");
    insta::assert_snapshot!("recipe_cooking", hand.show());
    hand.back();
    hand.back();
    hand.click("New Recipe");
    insta::assert_snapshot!("recipe_editor", hand.show());
}

#[test]
fn an_editor_asks_before_it_forgets() {
    let mut hand = phone();
    hand.open("Broccoli");
    hand.click("New Recipe");
    hand.back();
    assert!(hand.sees("Pea Soup"), "nothing was typed");
    hand.click("New Recipe");
    hand.click("SAVE");
    assert!(hand.sees("Please enter a title."));
    hand.click("Categories");
    hand.click("OK");
    hand.fill("Title", "Quiche");
    hand.click("Navigate up");
    hand.click("CANCEL");
    assert!(hand.sees("Quiche"));
    hand.click("Navigate up");
    hand.click("DISCARD");
    assert!(hand.sees("Pea Soup"));
    assert_eq!(column(&hand, "title").len(), 2);
}

#[test]
fn a_recipe_is_changed_marked_and_found() {
    let mut hand = phone();
    hand.open("Broccoli");
    assert!(hand.id("apple crumble") < hand.id("Pea Soup"), "by title");
    hand.click("Pea Soup");
    hand.click("Mark as favorite");
    assert!(hand.sees("Remove from favorites"));
    hand.click("More options");
    hand.click("Edit");
    hand.fill("Pea Soup", "Bean Soup");
    hand.click("SAVE");
    assert!(hand.sees("The recipe has been saved.") && hand.sees("Bean Soup"));
    hand.back();
    hand.click("Categories");
    hand.click("Favorites");
    assert!(hand.sees("Bean Soup") && !hand.sees("apple crumble"));
    hand.click("Categories");
    hand.click("All recipes");
    hand.click("Search");
    hand.type_here("APPLE");
    assert!(hand.sees("apple crumble") && !hand.sees("Bean Soup"));
    assert_eq!(column(&hand, "favorite"), ["1", ""]);
}

fn add(player: &mut Player, change: impl Fn(&str, String) -> String) {
    player.open("Broccoli app");
    player.tap("New Recipe");
    for (id, name) in [
        ("new_title", "title"),
        ("new_description", "description"),
        ("new_servings", "servings"),
        ("new_preparation_time", "preparation_time"),
        ("new_ingredients", "ingredients"),
        ("new_directions", "directions"),
    ] {
        let text = change(name, player.value(name));
        player.fill(id, &text);
    }
    player.tap("SAVE");
}

fn other(player: &mut Player, which: &str, text: &str) {
    add(
        player,
        |name, value| if name == which { text.to_owned() } else { value },
    );
}

#[test]
fn recipe_add_single_recipe() {
    check(
        "RecipeAddSingleRecipe",
        &|player| add(player, |_, value| value),
        &[
            ("another title", &|player| other(player, "title", "Nothing Of It")),
            ("other servings", &|player| other(player, "servings", "9 of them")),
            ("no directions", &|player| other(player, "directions", "")),
            ("added twice", &|player| {
                add(player, |_, value| value);
                add(player, |_, value| value);
            }),
            ("marked", &|player| {
                add(player, |_, value| value);
                let title = player.value("title");
                player.tap_in("card_text_view_title", &title);
                player.tap("Mark as favorite");
            }),
        ],
    );
}

fn delete(player: &mut Player, title: &str) {
    player.tap_in("card_text_view_title", title);
    player.tap("More options");
    player.tap("Delete");
    player.tap("DELETE");
}

fn rename(player: &mut Player, title: &str) {
    player.tap_in("card_text_view_title", title);
    player.tap("More options");
    player.tap("Edit");
    player.fill("new_title", "Gone");
    player.tap("SAVE");
    player.back();
}

#[test]
fn recipe_delete_single_recipe() {
    check(
        "RecipeDeleteSingleRecipe",
        &|player| {
            player.open("Broccoli app");
            let title = player.value("title");
            delete(player, &title);
        },
        &[
            ("only another title", &|player| {
                player.open("Broccoli app");
                let title = player.value("title");
                rename(player, &title);
            }),
            ("another one added", &|player| {
                player.open("Broccoli app");
                let title = player.value("title");
                delete(player, &title);
                player.tap("New Recipe");
                player.fill("new_title", "Extra");
                player.tap("SAVE");
            }),
        ],
    );
}

#[test]
fn recipe_delete_multiple_recipes() {
    check(
        "RecipeDeleteMultipleRecipes",
        &|player| {
            player.open("Broccoli app");
            player.values("titles").iter().for_each(|it| delete(player, it));
        },
        &[
            ("one too few", &|player| {
                player.open("Broccoli app");
                player.values("titles")[1..]
                    .iter()
                    .for_each(|it| delete(player, it));
            }),
            ("one changed", &|player| {
                player.open("Broccoli app");
                let titles = player.values("titles");
                titles[1..].iter().for_each(|it| delete(player, it));
                rename(player, &titles[0]);
            }),
        ],
    );
}
