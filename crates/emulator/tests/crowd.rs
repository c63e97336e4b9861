//! Adversarial instances: each can be done, none is done already, and who takes what is nearly meant is found out.

use crate::hand;

use autorpa_emulator::{
    Emulator,
    apps::sms,
    perturb::{Kind, Perturb},
    state::DeviceState,
    tasks::{ADVERSARIAL, Definition, Ending, definition, definitions},
};
use device::{Judge, Tasks};
use hand::Hand;
use task::Params;
use ui::Screen;

const NUMBERS: std::ops::Range<u64> = 0..48;

fn contested() -> Vec<&'static Definition> {
    definitions().into_iter().filter(|it| it.is_contested()).collect()
}

fn made(definition: &Definition, number: u64) -> (Params, DeviceState) {
    let seed = ADVERSARIAL + number;
    let params = definition.values(seed);
    let device = definition.beginning(&params, seed).device();
    let device = device.unwrap_or_else(|it| panic!("{} {number}: {it}", definition.name));
    (params, device)
}

/// What is said of an end where no screen matters.
fn judged(definition: &Definition, params: &Params, before: &DeviceState, after: &DeviceState) -> f64 {
    let screen = Screen::default();
    let ending = Ending {
        params,
        before,
        after,
        screen: &screen,
    };
    definition.judged(&ending, ADVERSARIAL)
}

#[test]
fn each_can_be_and_none_is_done_at_its_beginning() {
    assert!(contested().len() > 25, "{}", contested().len());
    for definition in contested() {
        for number in NUMBERS {
            let (params, device) = made(definition, number);
            let name = format!("{} {number}: {params:?}", definition.name);
            assert!(definition.goal(&params).is_ok(), "{name}");
            for path in (definition.needs)(&params) {
                assert!(device.files.exists(&path), "{name}: {path}");
            }
            assert_eq!((definition.contradiction)(&params, &device), None, "{name}");
            let nothing_to_do = definition.name == "MarkorDeleteAllNotes"
                && device
                    .files
                    .list("/storage/emulated/0/Documents/Markor")
                    .iter()
                    .all(|it| it.is_dir)
                || definition.name == "RecipeDeleteMultipleRecipesWithConstraint"
                    && using(&params, &device).is_empty();
            let reward = judged(definition, &params, &device, &device);
            assert!(reward < 1.0 || nothing_to_do, "{name}");
        }
    }
}

/// The recipes with the ingredient of the goal in their directions.
fn using(params: &Params, device: &DeviceState) -> Vec<i64> {
    let ingredient = params["ingredient"].to_string();
    let rows = device.tables.rows("recipes").iter();
    let uses = rows.filter(|it| it.get("directions").to_lowercase().contains(&ingredient));
    uses.map(|it| it.id).collect()
}

#[test]
fn who_deletes_a_recipe_that_says_it_elsewhere_is_wrong() {
    let definition = definition("RecipeDeleteMultipleRecipesWithConstraint").expect("a type");
    let mut elsewhere = 0;
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let ingredient = params["ingredient"].to_string();
        let meant = using(&params, &before);
        let mut right = before.clone();
        for id in &meant {
            right.tables.delete("recipes", *id);
        }
        assert_eq!(
            judged(definition, &params, &before, &right),
            1.0,
            "{number}: {params:?}"
        );
        for it in right.tables.rows("recipes") {
            let mut after = right.clone();
            after.tables.delete("recipes", it.id);
            assert_eq!(
                judged(definition, &params, &before, &after),
                0.0,
                "{number}: {it:?}"
            );
            elsewhere += usize::from(it.get("title").ends_with(&format!("with {ingredient}")));
        }
    }
    assert!(elsewhere >= 6, "{elsewhere}");
}

/// Deletes every row in turn: one of two that are the same is right, and together with any other it is not.
#[test]
fn who_deletes_what_is_only_nearly_the_same_is_wrong() {
    for (task_type, table) in [
        ("ExpenseDeleteDuplicates2", "expense"),
        ("RecipeDeleteDuplicateRecipes", "recipes"),
        ("RecipeDeleteDuplicateRecipes3", "recipes"),
    ] {
        let definition = definition(task_type).expect("a type");
        for number in NUMBERS {
            let (params, before) = made(definition, number);
            let without = |device: &DeviceState, id: i64| {
                let mut after = device.clone();
                after.tables.delete(table, id);
                after
            };
            let ids: Vec<i64> = before.tables.rows(table).iter().map(|it| it.id).collect();
            let is_right = |after: &DeviceState| judged(definition, &params, &before, after) >= 1.0;
            let right: Vec<i64> = ids
                .iter()
                .copied()
                .filter(|id| is_right(&without(&before, *id)))
                .collect();
            assert_eq!(right.len(), 2, "{task_type} {number}");
            let one = without(&before, right[0]);
            let more = ids.iter().filter(|id| **id != right[0]);
            assert!(
                more.clone().all(|id| !is_right(&without(&one, *id))),
                "{task_type} {number}"
            );
        }
    }
}

/// The activities of a phone: their kinds, the days before today, and minutes.
fn activities(device: &DeviceState) -> Vec<(String, i64, i64)> {
    const DAY_MS: i64 = 86_400_000;
    let today = device.clock.now_ms().div_euclid(DAY_MS);
    let number = |it: &str| it.parse::<f64>().expect("a number") as i64;
    let rows = device.tables.rows("tracks").iter();
    rows.map(|it| {
        let days = today - number(it.get("starttime")).div_euclid(DAY_MS);
        (
            it.get("category").to_owned(),
            days,
            number(it.get("totaltime")) / 60_000,
        )
    })
    .collect()
}

#[test]
fn who_counts_activities_of_another_time_or_kind_is_wrong() {
    let definition = definition("SportsTrackerTotalDurationForCategoryThisWeek").expect("a type");
    let (mut of_any_time, mut of_any_kind) = (0, 0);
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let kind = params["category"].to_string();
        let all = activities(&before);
        let minutes = |is: &dyn Fn(&str, i64) -> bool| -> i64 {
            let meant = all.iter().filter(|(kind, days, _)| is(kind, *days));
            meant.map(|it| it.2).sum()
        };
        let answered = |minutes: i64| {
            let mut after = before.clone();
            after.answer = Some(minutes.to_string());
            judged(definition, &params, &before, &after)
        };
        let right = minutes(&|it, days| it.contains(&kind) && (0..7).contains(&days));
        assert_eq!(answered(right), 1.0, "{number}: {all:?}");
        let any_time = minutes(&|it, _| it.contains(&kind));
        let any_kind = minutes(&|_, days| (0..7).contains(&days));
        of_any_time += usize::from(answered(any_time) < 1.0);
        of_any_kind += usize::from(answered(any_kind) < 1.0);
    }
    assert!(
        of_any_time >= 18 && of_any_kind >= 18,
        "{of_any_time} {of_any_kind}"
    );
}

#[test]
fn who_tells_an_activity_of_a_day_by_its_kind_or_its_day_alone_is_wrong() {
    let definition = definition("SportsTrackerActivityDuration").expect("a type");
    let (mut by_kind, mut by_day, mut beside) = (0, 0, 0);
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let kind = params["category"].to_string();
        let all = activities(&before);
        let answered = |minutes: i64| {
            let mut after = before.clone();
            after.answer = Some(minutes.to_string());
            judged(definition, &params, &before, &after) >= 1.0
        };
        let meant = all.iter().filter(|it| it.0.contains(&kind) && answered(it.2));
        let days: Vec<i64> = meant.map(|it| it.1).collect();
        let day = *days.iter().min().expect("one that is meant");
        by_kind += usize::from(all.iter().any(|it| it.0.contains(&kind) && it.1 != day));
        by_day += usize::from(all.iter().any(|it| !it.0.contains(&kind) && it.1 == day));
        beside += usize::from(
            all.iter()
                .any(|it| it.0.contains(&kind) && (it.1 - day).abs() == 1),
        );
    }
    assert!(
        by_kind >= 18 && by_day >= 18 && beside >= 18,
        "{by_kind} {by_day} {beside}"
    );
}

fn answered(definition: &Definition, params: &Params, before: &DeviceState, answer: &str) -> f64 {
    let mut after = before.clone();
    after.answer = Some(answer.to_owned());
    judged(definition, params, before, &after)
}

#[test]
fn who_reads_a_note_of_nearly_the_same_title_or_out_of_the_trash_is_wrong() {
    let definition = definition("NotesIsTodo").expect("a type");
    let (mut near, mut deleted) = (0, 0);
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let title = params["title"].to_string();
        let rows = before.tables.rows("notes").iter();
        for it in rows.filter(|it| it.get("title").contains(&title)) {
            let word = if it.get("is_todo") == "1" { "True" } else { "False" };
            let reward = answered(definition, &params, &before, word);
            let gone = it.get("deleted_time").parse::<i64>().unwrap_or(0) > 0;
            let meant = it.get("title") == title && !gone;
            assert_eq!(reward == 1.0, meant, "{number}: {it:?}");
            near += usize::from(!meant && !gone);
            deleted += usize::from(gone);
        }
    }
    assert!(near >= 12 && deleted >= 6, "{near} {deleted}");
}

#[test]
fn who_counts_other_notes_than_the_to_dos_of_the_notebook_is_wrong() {
    let definition = definition("NotesTodoItemCount").expect("a type");
    let (mut everywhere, mut notes) = (0, 0);
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let folder = params["folder"].to_string();
        let folders = before.tables.rows("folders").iter();
        let mut folders = folders.filter(|it| it.get("title") == folder);
        let id = folders.next().expect("the notebook").get("id").to_owned();
        let count = |wanted: &dyn Fn(&autorpa_emulator::state::Row) -> bool| {
            let rows = before.tables.rows("notes").iter();
            rows.filter(|it| wanted(it)).count().to_string()
        };
        let todo = |it: &autorpa_emulator::state::Row| it.get("is_todo") == "1";
        let here = |it: &autorpa_emulator::state::Row| it.get("parent_id") == id;
        let kept = |it: &autorpa_emulator::state::Row| it.get("deleted_time").is_empty();
        let reward = |count: &str| answered(definition, &params, &before, count);
        let right = count(&|it| todo(it) && here(it) && kept(it));
        assert_eq!(reward(&right), 1.0, "{number}");
        everywhere += usize::from(reward(&count(&|it| todo(it) && kept(it))) < 1.0);
        notes += usize::from(reward(&count(&|it| here(it) && kept(it))) < 1.0);
    }
    assert!(everywhere >= 18 && notes >= 18, "{everywhere} {notes}");
}

#[test]
fn who_puts_a_video_of_the_same_name_into_the_playlist_is_wrong() {
    let definition = definition("VlcCreatePlaylist").expect("a type");
    let mut twins = 0;
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let with = |folder: &str| {
            let mut after = before.clone();
            let name = params["playlist_name"].to_string();
            let list = after.tables.insert("vlc_playlists", [("name", name)]);
            for (at, file) in params["files"].texts().enumerate() {
                let path = format!("{folder}/{file}");
                let media = after
                    .tables
                    .insert("vlc_media", [("filename", file), ("path", &path)]);
                let entry = [
                    ("playlist_id", list),
                    ("media_id", media),
                    ("position", at as i64),
                ];
                let entry = entry.map(|(column, value)| (column, value.to_string()));
                after.tables.insert("vlc_playlist_media", entry);
            }
            judged(definition, &params, &before, &after)
        };
        let folder = "/storage/emulated/0/VLCVideos";
        assert_eq!(with(folder), 1.0, "{number}: {params:?}");
        let backup = format!("{folder}/backup");
        assert_eq!(with(&backup), 0.0, "{number}: {params:?}");
        twins += usize::from(!before.files.list(&backup).is_empty());
    }
    assert!(twins >= 6, "{twins}");
}

/// Where something is read in what one contact wrote, others have written something of the same kind: both before and after it.
#[test]
fn what_is_read_of_one_contact_can_be_read_of_others_with_another_text() {
    let definition = definition("SimpleSmsSendReceivedAddress").expect("a type");
    let (mut newer, mut older) = (0, 0);
    for number in NUMBERS {
        let (params, device) = made(definition, number);
        let message = params["message"].to_string();
        let received: Vec<_> = device
            .tables
            .rows("sms")
            .iter()
            .filter(|it| it.get("type") == "1")
            .collect();
        let meant: Vec<usize> = (0..received.len())
            .filter(|at| received[*at].get("body") == message)
            .collect();
        assert_eq!(meant.len(), 1, "{number}: {params:?}");
        let time = |at: usize| received[at].get("date").parse::<i64>().expect("a time");
        newer += usize::from((0..received.len()).any(|at| time(at) > time(meant[0])));
        older += usize::from((0..received.len()).any(|at| time(at) < time(meant[0])));
    }
    assert!(newer >= 12 && older >= 12, "{newer} {older}");
}

#[test]
fn a_number_makes_one_instance_and_others_differ() {
    let mut env = Emulator::new();
    for definition in contested() {
        let first = env
            .adversarial(definition.name, 3)
            .expect("an instance")
            .expect("it has some");
        let again = env.adversarial(definition.name, 3).expect("an instance");
        assert_eq!(Some(&first), again.as_ref());
        assert_eq!(first.seed, ADVERSARIAL + 3);
        // Its seed says it all: it is set up again by that.
        assert_eq!(
            env.instance(definition.name, first.seed).expect("an instance"),
            first
        );
        env.reset(&first).expect("a beginning");
        let plain = definition.beginning(&definition.values(3), 3);
        let crowded = definition.beginning(&definition.values(ADVERSARIAL + 3), ADVERSARIAL + 3);
        assert_ne!(
            (definition.goal(&definition.values(3)), plain),
            (Ok(first.goal), crowded),
            "{}",
            definition.name
        );
    }
    assert_eq!(env.adversarial("CameraTakePhoto", 0).expect("a type"), None);
}

#[test]
fn the_perturbation_puts_the_adversarial_instance_in_the_place_of_each() {
    let mut crowded = Emulator::new().perturbed(Perturb::new([Kind::Crowd], 1));
    let mut plain = Emulator::new();
    let wanted = plain
        .adversarial("MarkorDeleteNote", 4)
        .expect("a type")
        .expect("it has some");
    let instance = crowded.instance("MarkorDeleteNote", 4).expect("an instance");
    assert_eq!((&instance.goal, &instance.params), (&wanted.goal, &wanted.params));
    crowded.reset(&instance).expect("a beginning");
    plain.reset(&wanted).expect("a beginning");
    assert_eq!(crowded.state().files, plain.state().files);
    assert_eq!(crowded.finish().expect("a verdict").reward(), Some(0.0));
    let camera = crowded.instance("CameraTakePhoto", 4).expect("an instance");
    crowded.reset(&camera).expect("what is not contested is as it is");
}

/// Deletes every file in turn: only the right one is right, and it together with any other is not.
fn only_one_file_is_right(task_type: &str) {
    let definition = definition(task_type).expect("a type");
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let meant = (definition.needs)(&params).remove(0);
        let files = || {
            before
                .files
                .walk()
                .filter(|it| it.1.is_some())
                .map(|it| it.0.to_owned())
        };
        for path in files() {
            let mut after = before.clone();
            after.files.remove(&path);
            let expected = if path == meant { 1.0 } else { 0.0 };
            let what = format!("{task_type} {number}: {params:?} without {path}");
            assert_eq!(judged(definition, &params, &before, &after), expected, "{what}");
            after.files.remove(&meant);
            assert_eq!(
                judged(definition, &params, &before, &after),
                expected,
                "{what} and the right one"
            );
        }
    }
}

#[test]
fn who_deletes_another_file_is_wrong() {
    only_one_file_is_right("MarkorDeleteNote");
    only_one_file_is_right("FilesDeleteFile");
}

#[test]
fn who_overwrites_another_note_is_wrong() {
    let definition = definition("MarkorEditNote").expect("a type");
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        if params["edit_type"].as_text() != Some("replace") {
            continue;
        }
        let says = params["replace_text"].as_text().expect("a text");
        let meant = (definition.needs)(&params).remove(0);
        let mut after = before.clone();
        assert!(after.files.write(&meant, says, 1));
        assert_eq!(judged(definition, &params, &before, &after), 1.0, "{params:?}");
        let others = before.files.walk().filter(|it| it.1.is_some() && it.0 != meant);
        if let Some((other, _)) = others.into_iter().next() {
            let mut wrong = after.clone();
            assert!(wrong.files.write(other, says, 1));
            assert_eq!(
                judged(definition, &params, &before, &wrong),
                0.0,
                "{params:?}: {other}"
            );
        }
    }
}

/// Deletes every row in turn: the judge takes those that are meant and no other.
fn only_meant_rows_are_right(task_type: &str, table: &str, column: &str, param: &str) {
    let definition = definition(task_type).expect("a type");
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let named: Vec<&str> = params[param].texts().collect();
        let rows = before.tables.rows(table);
        let mut after = before.clone();
        for it in rows.iter().filter(|it| named.contains(&it.get(column))) {
            after.tables.delete(table, it.id);
        }
        let reward = judged(definition, &params, &before, &after);
        // Several events are called the same, and one is meant.
        let twins = rows.iter().filter(|it| named.contains(&it.get(column))).count() > named.len();
        assert_eq!(
            reward,
            if twins { 0.0 } else { 1.0 },
            "{task_type} {number}: {params:?}"
        );
        let mut right = 0;
        for it in rows {
            let mut after = before.clone();
            after.tables.delete(table, it.id);
            right += usize::from(judged(definition, &params, &before, &after) >= 1.0);
        }
        assert_eq!(
            right,
            usize::from(named.len() == 1),
            "{task_type} {number}: {params:?}"
        );
    }
}

#[test]
fn who_deletes_another_row_is_wrong() {
    only_meant_rows_are_right("ExpenseDeleteSingle", "expense", "name", "name");
    only_meant_rows_are_right("ExpenseDeleteMultiple", "expense", "name", "names");
    only_meant_rows_are_right("RecipeDeleteSingleRecipe", "recipes", "title", "title");
    only_meant_rows_are_right(
        "RecipeDeleteSingleWithRecipeWithNoise",
        "recipes",
        "title",
        "title",
    );
    only_meant_rows_are_right(
        "RecipeDeleteMultipleRecipesWithNoise",
        "recipes",
        "title",
        "titles",
    );
    only_meant_rows_are_right("SimpleCalendarDeleteOneEvent", "events", "title", "event_title");
}

#[test]
fn who_deletes_a_folder_with_all_notes_is_wrong() {
    let definition = definition("MarkorDeleteAllNotes").expect("a type");
    let notebook = "/storage/emulated/0/Documents/Markor";
    let (mut kept, mut empty) = (0, 0);
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let mut after = before.clone();
        let listed = before.files.list(notebook);
        empty += usize::from(listed.is_empty());
        for it in listed.iter().filter(|it| !it.is_dir) {
            after.files.remove(&format!("{notebook}/{}", it.name));
        }
        assert_eq!(judged(definition, &params, &before, &after), 1.0, "{number}");
        for it in listed.iter().filter(|it| it.is_dir) {
            after.files.remove(&format!("{notebook}/{}", it.name));
            assert_eq!(judged(definition, &params, &before, &after), 0.0, "{number}");
            kept += 1;
        }
    }
    assert!(kept > 0 && empty > 0, "{kept} folders, {empty} empty notebooks");
}

/// How many of an instance's own things are seen when its app is opened and these words are tapped.
fn shown(
    task_type: &str,
    number: u64,
    app: &str,
    taps: &[&str],
    names: &[String],
) -> (DeviceState, Vec<String>) {
    let (_, device) = made(definition(task_type).expect("a type"), number);
    let mut hand = Hand::new(device.clone());
    hand.open(app);
    for words in taps {
        hand.reach(words);
        hand.click(words);
    }
    let seen = names.iter().filter(|it| hand.sees(it)).cloned().collect();
    (device, seen)
}

#[test]
fn the_one_meant_is_the_last_that_is_seen_or_the_first_that_is_not() {
    for (task_type, param, app, taps) in [
        ("MarkorDeleteNote", "file_name", "Markor", &[][..]),
        ("RecipeDeleteSingleRecipe", "title", "Broccoli", &[]),
        ("ExpenseDeleteSingle", "name", "Pro Expense", &["MORE"]),
        ("SimpleSmsReply", "number", "SMS Messenger", &[]),
        ("NotesIsTodo", "title", "Joplin", &["Sidebar", "All notes"]),
    ] {
        for (number, expected) in [
            (1, true),
            (2, false),
            (9, true),
            (10, false),
            (6, false),
            (7, true),
        ] {
            let params = definition(task_type)
                .expect("a type")
                .values(ADVERSARIAL + number);
            let meant = [params[param].to_string()];
            let (_, seen) = shown(task_type, number, app, taps, &meant);
            assert_eq!(!seen.is_empty(), expected, "{task_type} {number}: {meant:?}");
        }
    }
}

#[test]
fn who_sends_any_message_again_but_the_last_one_sent_is_wrong() {
    let definition = definition("SimpleSmsResend").expect("a type");
    let (mut older, mut newer) = (0, 0);
    for number in NUMBERS {
        let (params, before) = made(definition, number);
        let (own, meant) = (params["number"].to_string(), params["message"].to_string());
        let messages = before.tables.rows("sms").iter();
        let all: Vec<(&str, bool)> = messages
            .filter(|it| it.get("address") == own)
            .map(|it| (it.get("body"), it.get("type") == "2"))
            .collect();
        for (body, sent) in &all {
            let mut after = before.clone();
            sms::deliver(&mut after, &own, body, true);
            let right = *body == meant;
            assert_eq!(
                judged(definition, &params, &before, &after) == 1.0,
                right,
                "{number}: {body}"
            );
            older += usize::from(*sent && !right);
        }
        // Neither the newest message of the conversation nor the one before it.
        let at = all
            .iter()
            .rposition(|it| it.1 && it.0 == meant)
            .expect("it was sent");
        newer += usize::from(all.len() - at > 2);
    }
    assert!(older > 0 && newer > 0, "{older} {newer}");
}
