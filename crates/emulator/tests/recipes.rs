//! Broccoli on the phone: what its screens report, and what becomes of recipes.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::{DeviceState, Row};
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

/// Fields of the editor, in the order in which a goal says them.
const FIELDS: [(&str, &str); 6] = [
    ("new_title", "title"),
    ("new_description", "description"),
    ("new_servings", "servings"),
    ("new_preparation_time", "preparation_time"),
    ("new_ingredients", "ingredients"),
    ("new_directions", "directions"),
];

fn enter(player: &mut Player, cells: &[String]) {
    player.tap("New Recipe");
    for ((id, _), text) in FIELDS.iter().zip(cells) {
        player.fill(id, text);
    }
    player.tap("SAVE");
}

fn add(player: &mut Player, change: impl Fn(&str, String) -> String) {
    player.open("Broccoli app");
    let cells = FIELDS.map(|(_, name)| change(name, player.value(name)));
    enter(player, &cells);
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

fn add_three(player: &mut Player, change: impl Fn(&mut Vec<Vec<String>>)) {
    let cells = |suffix| {
        FIELDS
            .map(|(_, name)| player.value(&format!("{name}{suffix}")))
            .to_vec()
    };
    let mut all: Vec<Vec<String>> = ["_1", "_2", "_3"].into_iter().map(cells).collect();
    change(&mut all);
    player.open("Broccoli app");
    all.iter().for_each(|it| enter(player, it));
}

#[test]
fn recipe_add_multiple_recipes() {
    check(
        "RecipeAddMultipleRecipes",
        &|player| add_three(player, |_| {}),
        &[
            ("one too few", &|player| add_three(player, |it| drop(it.pop()))),
            ("one twice", &|player| {
                add_three(player, |it| it[2] = it[0].clone());
            }),
            ("one more", &|player| {
                add_three(player, |it| it.push(vec!["Extra".to_owned()]));
            }),
            ("the directions of two exchanged", &|player| {
                add_three(player, |it| {
                    let first = std::mem::take(&mut it[0][5]);
                    let second = std::mem::replace(&mut it[1][5], first);
                    it[0][5] = second;
                });
            }),
        ],
    );
}

/// Open the note; the app shows what it showed last.
fn open_note(player: &mut Player) {
    player.open("markor");
    if player.sees("recipes.txt") {
        player.tap("recipes.txt");
    }
}

/// The recipes of the note, each with its cells, as somebody reads it off the editor.
fn read(player: &mut Player) -> Vec<Vec<String>> {
    open_note(player);
    let text = player
        .texts("document__fragment__edit__highlighting_editor")
        .swap_remove(0);
    let after_colon = |line: &str| line.split_once(": ").unwrap().1.to_owned();
    match text.strip_prefix("title|description|servings|preparationTime|ingredients|directions\n") {
        Some(lines) => lines
            .lines()
            .map(|it| it.split('|').map(str::to_owned).collect())
            .collect(),
        None => text
            .split("\n\n")
            .map(|it| it.lines().map(after_colon).collect())
            .collect(),
    }
}

/// Add recipes of the note, some of them changed.
fn transcribe(
    player: &mut Player,
    wanted: impl Fn(&Player, &[String]) -> bool,
    change: impl Fn(&mut Vec<Vec<String>>),
) {
    let mut all = read(player);
    all.retain(|it| wanted(player, it));
    assert_eq!(all.len(), 3, "{all:?}");
    change(&mut all);
    player.open("Broccoli app");
    all.iter().for_each(|it| enter(player, it));
}

#[test]
fn recipe_add_multiple_recipes_from_markor() {
    let all = |_: &Player, _: &[String]| true;
    check(
        "RecipeAddMultipleRecipesFromMarkor",
        &|player| transcribe(player, all, |_| {}),
        &[
            ("one too few", &|player| {
                transcribe(player, all, |it| drop(it.remove(1)))
            }),
            ("other servings", &|player| {
                transcribe(player, all, |it| it[1][2] = "99 of them".to_owned());
            }),
            ("the note is another one", &|player| {
                transcribe(player, all, |_| {});
                open_note(player);
                player.fill("document__fragment__edit__highlighting_editor", "Done with it.");
                player.tap("Save");
            }),
        ],
    );
}

#[test]
fn recipe_add_multiple_recipes_from_markor_by_time() {
    let timed = |player: &Player, it: &[String]| it[3] == player.value("prep_time");
    check(
        "RecipeAddMultipleRecipesFromMarkor2",
        &|player| transcribe(player, timed, |_| {}),
        &[
            ("one too few", &|player| {
                transcribe(player, timed, |it| drop(it.pop()))
            }),
            ("one of another time", &|player| {
                let time = player.value("prep_time");
                let other = read(player).into_iter().find(|it| it[3] != time).unwrap();
                transcribe(player, timed, |it| it[0] = other.clone());
            }),
            ("one more, of another time", &|player| {
                let time = player.value("prep_time");
                let other = read(player).into_iter().find(|it| it[3] != time).unwrap();
                transcribe(player, timed, |it| it.push(other.clone()));
            }),
        ],
    );
}

fn delete_titles(player: &mut Player, change: impl Fn(&mut Vec<String>)) {
    let mut titles = player.values("titles");
    change(&mut titles);
    player.open("Broccoli app");
    for it in titles {
        player.top();
        delete(player, &it);
    }
}

/// The title of a recipe that is none of these.
fn another(player: &Player, titles: &[String]) -> String {
    let rows = player.rows("recipes");
    let mut others = rows.iter().map(|it| it.get("title").to_owned());
    others.find(|it| !titles.contains(it)).unwrap()
}

#[test]
fn recipe_delete_multiple_recipes_among_many() {
    check(
        "RecipeDeleteMultipleRecipesWithNoise",
        &|player| delete_titles(player, |_| {}),
        &[
            ("one too few", &|player| {
                delete_titles(player, |it| drop(it.pop()))
            }),
            ("another one instead", &|player| {
                let other = another(player, &player.values("titles"));
                delete_titles(player, |it| it[0].clone_from(&other));
            }),
            ("another one as well", &|player| {
                let other = another(player, &player.values("titles"));
                delete_titles(player, |it| it.push(other.clone()));
            }),
        ],
    );
}

#[test]
fn recipe_delete_single_recipe_among_many() {
    check(
        "RecipeDeleteSingleWithRecipeWithNoise",
        &|player| {
            player.open("Broccoli app");
            let title = player.value("title");
            delete(player, &title);
        },
        &[
            ("another one", &|player| {
                let other = another(player, &[player.value("title")]);
                player.open("Broccoli app");
                delete(player, &other);
            }),
            ("only another title", &|player| {
                player.open("Broccoli app");
                let title = player.value("title");
                rename(player, &title);
            }),
        ],
    );
}

/// The titles of the recipes whose directions have the ingredient, one for each of them.
fn using(player: &Player) -> Vec<String> {
    let ingredient = player.value("ingredient").to_lowercase();
    let mut rows = player.rows("recipes");
    rows.retain(|it| it.get("directions").to_lowercase().contains(&ingredient));
    rows.iter().map(|it| it.get("title").to_owned()).collect()
}

fn delete_each(player: &mut Player, titles: &[String]) {
    if !titles.is_empty() {
        player.open("Broccoli app");
    }
    for it in titles {
        player.top();
        delete(player, it);
    }
}

#[test]
fn recipe_delete_multiple_recipes_with_constraint() {
    check(
        "RecipeDeleteMultipleRecipesWithConstraint",
        &|player| {
            let meant = using(player);
            delete_each(player, &meant);
        },
        &[
            ("another one as well", &|player| {
                let mut meant = using(player);
                meant.push(another(player, &meant));
                delete_each(player, &meant);
            }),
            ("another one only", &|player| {
                let other = another(player, &using(player));
                delete_each(player, &[other]);
            }),
            ("one renamed", &|player| {
                let mut meant = using(player);
                let first = match meant.is_empty() {
                    true => another(player, &meant),
                    false => meant.remove(0),
                };
                delete_each(player, &meant);
                player.open("Broccoli app");
                player.top();
                rename(player, &first);
            }),
        ],
    );
}

/// What a recipe's page says of it.
fn facts(player: &mut Player) -> Vec<String> {
    let ids = [
        "details_description",
        "details_servings",
        "details_preparation_time",
        "ingredient_text",
        "direction_text",
    ];
    ids.iter().flat_map(|it| player.texts(it)).collect()
}

/// Open the first recipe that is one of the two that are the same, by its page.
fn open_twin(player: &mut Player) {
    let rows = player.rows("recipes");
    let same = |it: &&Row| rows.iter().any(|o| o.id != it.id && o.fields == it.fields);
    let twin = rows.iter().find(same).unwrap();
    let columns = [
        "description",
        "servings",
        "preparationTime",
        "ingredients",
        "directions",
    ];
    let says = columns.map(|it| twin.get(it).to_owned());
    player.top();
    for _ in 0..20 {
        let mut at = 0;
        while player.tap_nth("card_text_view_title", twin.get("title"), at) {
            if facts(player) == says {
                return;
            }
            player.back();
            at += 1;
        }
        player.scroll(ui::Direction::Down);
    }
    panic!("it is nowhere");
}

fn delete_twin(player: &mut Player) {
    player.open("Broccoli app");
    open_twin(player);
    player.tap("More options");
    player.tap("Delete");
    player.tap("DELETE");
}

fn check_duplicates(task_type: &str) {
    check(
        task_type,
        &delete_twin,
        &[
            ("both", &|player| {
                let rows = player.rows("recipes");
                delete_twin(player);
                // The other one is where the first one was, or anywhere among those of its title.
                let left = player.rows("recipes");
                let gone = rows.iter().find(|it| !left.contains(it)).unwrap();
                let says = gone.get("title").to_owned();
                player.top();
                delete(player, &says);
            }),
            ("another one", &|player| {
                let rows = player.rows("recipes");
                let alone =
                    |it: &&Row| rows.iter().filter(|o| o.get("title") == it.get("title")).count() == 1;
                let other = rows.iter().find(alone).unwrap().get("title").to_owned();
                player.open("Broccoli app");
                delete(player, &other);
            }),
            ("one of them renamed", &|player| {
                player.open("Broccoli app");
                open_twin(player);
                player.tap("More options");
                player.tap("Edit");
                player.fill("new_title", "Gone");
                player.tap("SAVE");
            }),
        ],
    );
}

#[test]
fn recipe_delete_duplicate_recipes() {
    check_duplicates("RecipeDeleteDuplicateRecipes");
}

#[test]
fn recipe_delete_duplicate_recipes_among_many() {
    check_duplicates("RecipeDeleteDuplicateRecipes2");
    check_duplicates("RecipeDeleteDuplicateRecipes3");
}
