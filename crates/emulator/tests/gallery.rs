//! Simple Gallery: its pages and dialogs, and the task types about pictures by hand, right and nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::{
    Emulator,
    state::DeviceState,
    tasks::{definition, definitions, scope},
};
use device::Device;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};
use ui::Direction;

const DCIM: &str = "/storage/emulated/0/DCIM";
const DOWNLOADS: &str = "/storage/emulated/0/Download";

fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    let now = state.clock.now_ms();
    for (path, text) in [
        ("DCIM/cat.jpg", "A cat"),
        ("DCIM/dog.png", "A dog"),
        ("Pictures/trip/hill.jpg", "A hill"),
    ] {
        state
            .files
            .draw(&format!("/storage/emulated/0/{path}"), text, now);
    }
    state.files.write(&format!("{DCIM}/note.md"), "no picture", now);
    let mut hand = Hand::new(state);
    hand.open("simple gallery pro");
    hand
}

#[test]
fn folders_pictures_and_one_of_them() {
    let mut hand = phone();
    assert_snapshot!("gallery", hand.show());
    assert_eq!(hand.texts_of("photo_cnt"), ["2", "1"]);
    hand.click("DCIM");
    assert_snapshot!("gallery_media", hand.show());
    assert_eq!(hand.count_id("media_item_holder"), 2);
    hand.click("Toggle filename visibility");
    assert_eq!(hand.texts_of("medium_name"), ["cat.jpg", "dog.png"]);
    hand.click("cat.jpg");
    assert_snapshot!("gallery_photo", hand.show());
    // The suite's swipe to the right moves the finger to the left.
    hand.swipe(Direction::Right);
    assert!(hand.sees("dog.png"), "{}", hand.show());
    hand.click_id("gestures_view");
    assert!(!hand.sees("dog.png"));
    hand.back();
    hand.back();
    hand.fill_id("top_toolbar_search", "trip");
    assert_eq!(hand.texts_of("dir_name"), ["trip"]);
}

#[test]
fn what_stands_on_a_picture_is_only_seen() {
    let mut hand = phone();
    hand.click("DCIM");
    hand.click("Toggle filename visibility");
    let look = |hand: &Hand| {
        let mut env = Emulator::new();
        *env.phone_mut() = hand.phone.clone();
        env.screenshot().unwrap()
    };
    hand.click("cat.jpg");
    assert!(!hand.show().contains("A cat"));
    let with = look(&hand);
    hand.phone.state.files.draw(&format!("{DCIM}/cat.jpg"), "", 0);
    hand.click_id("gestures_view");
    hand.click_id("gestures_view");
    assert!(look(&hand) != with, "the picture is painted");
}

fn copy(hand: &mut Hand, name: &str) {
    hand.hold(name);
    hand.click("More options");
    hand.click("Copy to");
}

#[test]
fn a_picture_is_copied_into_any_folder() {
    let mut hand = phone();
    hand.click("DCIM");
    hand.click("Toggle filename visibility");
    copy(&mut hand, "cat.jpg");
    assert_snapshot!("gallery_destination", hand.show());
    hand.click("DCIM");
    assert!(hand.sees("Source and destination cannot be the same"));
    hand.click("OTHER FOLDER");
    assert_snapshot!("gallery_picker", hand.show());
    hand.click("Internal");
    hand.click("Download");
    hand.click_id("filepicker_fab");
    hand.fill_id("folder_name", "cats");
    hand.click("OK");
    let made = format!("{DOWNLOADS}/cats");
    assert!(hand.phone.state.files.is_dir(&made), "{}", hand.show());
    hand.click("OK");
    assert!(hand.sees("Files copied successfully"), "{}", hand.show());
    let files = &hand.phone.state.files;
    assert!(files.same(&format!("{made}/cat.jpg"), files, &format!("{DCIM}/cat.jpg")));
    // A name that is taken is asked about.
    for (choice, expected) in [
        ("Skip", vec!["cat.jpg"]),
        ("Keep both", vec!["cat(1).jpg", "cat.jpg"]),
        ("Overwrite", vec!["cat(1).jpg", "cat.jpg"]),
    ] {
        copy(&mut hand, "cat.jpg");
        hand.click("cats");
        hand.click(choice);
        hand.click("OK");
        let names: Vec<&str> = hand.phone.state.files.names(&made).collect();
        assert_eq!(names, expected, "{choice}");
    }
}

#[test]
fn a_picture_is_renamed_moved_and_deleted() {
    let mut hand = phone();
    hand.click("DCIM");
    hand.click("Toggle filename visibility");
    hand.click("cat.jpg");
    hand.click("Properties");
    assert!(hand.sees(DCIM), "{}", hand.show());
    hand.click("OK");
    hand.click("Rename");
    hand.fill_id("rename_item_name", "dog");
    hand.fill_id("rename_item_extension", "png");
    hand.click("OK");
    assert!(hand.sees("A file or folder with that name already exists"));
    hand.fill_id("rename_item_name", "tom");
    hand.click("OK");
    assert!(hand.sees("tom.png"), "{}", hand.show());
    hand.click("More options");
    hand.click("Move to");
    hand.click("trip");
    assert!(hand.sees("Files moved successfully") && !hand.sees("tom.png"));
    hand.hold("dog.png");
    hand.click("Delete");
    hand.click("NO");
    hand.click("Delete");
    hand.click("YES");
    let names: Vec<&str> = hand.phone.state.files.names(DCIM).collect();
    assert_eq!(names, ["note.md"]);
}

/// Open the folder of a picture, with names.
fn open(player: &mut Player) {
    player.open("simple gallery pro");
    if player.texts("medium_name").is_empty() {
        player.tap("DCIM");
        player.tap("Toggle filename visibility");
    }
}

/// To a folder of the storage, for what is selected.
fn send(player: &mut Player, line: &str, folder: &str) {
    player.tap("More options");
    player.tap(line);
    player.tap("OTHER FOLDER");
    player.tap("Internal");
    player.tap_in("list_item_name", folder);
    player.tap("OK");
}

fn save_copy(player: &mut Player, line: &str, folder: &str) {
    let name = player.value("file_name");
    open(player);
    player.hold_in("medium_name", &name);
    send(player, line, folder);
}

#[test]
fn save_copy_of_receipt() {
    check(
        "SaveCopyOfReceiptTaskEval",
        &|player| save_copy(player, "Copy to", "Download"),
        &[
            ("moved", &|player| save_copy(player, "Move to", "Download")),
            ("into another folder", &|player| {
                save_copy(player, "Copy to", "Pictures")
            }),
            ("under another name", &|player| {
                save_copy(player, "Copy to", "Download");
                player.back();
                player.tap("Download");
                player.tap_id("medium_name");
                player.tap("Rename");
                player.fill("rename_item_name", "receipt");
                player.tap("OK");
            }),
        ],
    );
}

/// The lines of the receipt that say what was bought.
fn bought(player: &Player) -> Vec<String> {
    let seen = player.seen(&format!("{DCIM}/receipt.png"));
    let lines = seen.lines().filter(|it| it.contains(", $"));
    lines.map(str::to_owned).collect()
}

fn transcribe(player: &mut Player, change: impl Fn(&mut Vec<String>)) {
    open(player);
    player.tap_in("medium_name", "receipt.png");
    let mut lines = vec!["Date, Item, Amount".to_owned()];
    lines.extend(bought(player));
    change(&mut lines);
    player.open("markor");
    player.tap("Create a new file or folder");
    player.fill("new_file_dialog__name", "receipt");
    player.tap("OK");
    player.fill("document__fragment__edit__highlighting_editor", &lines.join("\n"));
    player.tap("Save");
}

#[test]
fn markor_transcribe_receipt() {
    check(
        "MarkorTranscribeReceipt",
        &|player| transcribe(player, |_| {}),
        &[
            ("nothing but the header", &|player| {
                transcribe(player, |it| it.truncate(1))
            }),
            ("other days and prices", &|player| {
                transcribe(player, |it| {
                    for line in &mut it[1..] {
                        *line = "1999-12-31, Something quite different, $80".to_owned();
                    }
                });
            }),
            ("one more, which is long", &|player| {
                transcribe(player, |it| {
                    let more = it.iter().map(String::len).sum::<usize>() / 2;
                    it.push("x".repeat(more));
                });
            }),
        ],
    );
}

/// The blocks of a picture: each with what stands behind its colons; a line without one goes on with the last.
fn blocks(player: &Player, name: &str, first: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for line in player.seen(&format!("{DCIM}/{name}")).lines() {
        if let Some(title) = line.strip_prefix(first) {
            all.push(vec![title.to_owned()]);
        } else if let (true, Some((_, value))) = (line.starts_with(' '), line.split_once(": ")) {
            all.last_mut().unwrap().push(value.to_owned());
        } else {
            let cell = all.last_mut().unwrap().last_mut().unwrap();
            *cell = format!("{cell} {line}");
        }
    }
    all
}

fn log(player: &mut Player, change: impl Fn(&mut Vec<Vec<String>>)) {
    open(player);
    player.tap_in("medium_name", "expenses.jpg");
    let mut all = blocks(player, "expenses.jpg", "Expense: ");
    assert_eq!(all.len(), 3, "{all:?}");
    change(&mut all);
    player.open("pro expense");
    for it in &all {
        player.tap_id("fb_main_add");
        player.fill("edt_name", &it[0]);
        player.fill("edt_amount", it[1].trim_start_matches('$'));
        for direction in [Direction::Right, Direction::Left]
            .into_iter()
            .flat_map(|it| [it; 4])
        {
            if player.sees(&it[2]) {
                break;
            }
            player.scroll_in("rv_category", direction);
        }
        player.tap_in("tv_name", &it[2]);
        player.fill("edt_note", &it[3]);
        player.tap_id("btn_save");
    }
}

#[test]
fn expense_add_multiple_from_gallery() {
    check(
        "ExpenseAddMultipleFromGallery",
        &|player| log(player, |_| {}),
        &[
            ("one too few", &|player| log(player, |it| drop(it.pop()))),
            ("another amount", &|player| {
                log(player, |it| it[0][1] = "$3.33".to_owned())
            }),
            ("one of an old picture", &|player| {
                let old = blocks(player, "old_expenses_0.jpg", "Expense: ");
                log(player, |it| it[0] = old[0].clone());
            }),
        ],
    );
}

fn cook(player: &mut Player, change: impl Fn(&mut Vec<Vec<String>>)) {
    open(player);
    player.tap_in("medium_name", "recipes.jpg");
    let mut all = blocks(player, "recipes.jpg", "Recipe: ");
    assert_eq!(all.len(), 3, "{all:?}");
    change(&mut all);
    player.open("Broccoli app");
    let fields = [
        "new_title",
        "new_description",
        "new_servings",
        "new_preparation_time",
        "new_ingredients",
        "new_directions",
    ];
    for it in &all {
        player.tap("New Recipe");
        for (id, cell) in fields.iter().zip(it) {
            player.fill(id, cell);
        }
        player.tap("SAVE");
    }
}

#[test]
fn recipe_add_multiple_recipes_from_image() {
    check(
        "RecipeAddMultipleRecipesFromImage",
        &|player| cook(player, |_| {}),
        &[
            ("one too few", &|player| cook(player, |it| drop(it.pop()))),
            ("other servings", &|player| {
                cook(player, |it| it[1][2] = "99 of them".to_owned())
            }),
            ("other directions", &|player| {
                cook(player, |it| it[0][5] = "Buy it at the corner.".to_owned());
            }),
        ],
    );
}

/// A type says of itself that it needs eyes, and then what it needs stands on no screen.
#[test]
fn what_only_eyes_can_read_is_said_by_its_type() {
    let names: Vec<&str> = definitions()
        .iter()
        .filter(|it| it.in_pictures)
        .map(|it| it.name)
        .collect();
    let expected = [
        "BrowserDraw",
        "ExpenseAddMultipleFromGallery",
        "MarkorTranscribeReceipt",
        "RecipeAddMultipleRecipesFromImage",
    ];
    assert_eq!(names, expected);
    // What the drawing needs is looked for where it is played.
    for name in names.into_iter().filter(|it| scope(it).contains(&"Gallery")) {
        let definition = definition(name).unwrap();
        let params = definition.values(1);
        let mut hand = Hand::new(definition.beginning(&params, 1).device().unwrap());
        hand.open("simple gallery pro");
        hand.click("DCIM");
        hand.click_nth("media_item_holder", 0);
        let shown = hand.show();
        let hidden = params[definition.hidden[0]].to_string();
        for word in hidden.split(['|', '\n', ',']).filter(|it| it.len() > 8) {
            assert!(!shown.contains(word.trim()), "{name}: {word} on\n{shown}");
        }
    }
}
