//! The generator, and the judges on states.

use std::{fs, path::Path};

use serde_json::Value as Json;
use task::Params;

use super::{about::text, *};
use crate::{instances, phone::Phone, state::DeviceState, system};

/// An instance of a type with these values, its device, and what is done to the device.
fn judged(name: &str, values: &[(&str, &str)], act: impl FnOnce(&mut DeviceState)) -> f64 {
    let definition = definition(name).expect("a type");
    let mut params = definition.values(7);
    for (name, value) in values {
        params.insert((*name).to_owned(), (*value).into());
    }
    let before = definition.beginning(&params, 7).device().expect("a device");
    let mut after = before.clone();
    act(&mut after);
    (definition.judge)(&Ending {
        params: &params,
        before: &before,
        after: &after,
        screen: &Phone::new(after.clone()).screen(),
    })
}

/// The path of a note.
fn note(name: &str) -> String {
    format!("/storage/emulated/0/Documents/Markor/{name}")
}

fn write(name: &str, content: &str) -> impl FnOnce(&mut DeviceState) {
    move |it| assert!(it.files.write(&note(name), content, it.clock.now_ms()))
}

fn remove(name: &str) -> impl FnOnce(&mut DeviceState) {
    move |it| assert!(it.files.remove(&note(name)), "{name} is there")
}

/// What an agent may use follows from these names: a misspelt one would lock it out of its own task.
#[test]
fn every_type_is_about_apps_of_the_launcher() {
    for it in definitions() {
        let apps = scope(it.name);
        assert!(!apps.is_empty(), "{}", it.name);
        for app in apps {
            assert!(Phone::apps().iter().any(|it| it == app), "{}: {app}", it.name);
        }
    }
    let both = ["Markor", "SMS Messenger"];
    assert_eq!(scope("MarkorCreateNoteAndSms"), both);
    assert_eq!(scope("MarkorCreateNote"), &both[..1]);
}

#[test]
fn create_note() {
    let judged = |act: Box<dyn FnOnce(&mut DeviceState)>| {
        judged(
            "MarkorCreateNote",
            &[("file_name", "list.txt"), ("text", "Buy milk and bread.")],
            act,
        )
    };
    assert_eq!(judged(Box::new(write("list.txt", "Buy milk and bread.\n"))), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    assert_eq!(judged(Box::new(write("list.md", "Buy milk and bread."))), 0.0);
    assert_eq!(judged(Box::new(write("list.txt", "Buy bread."))), 0.0);
}

#[test]
fn create_note_from_clipboard() {
    let values = [("file_name", "list.md"), ("file_content", "aB3dE6gH9jK2mN5pQ8sT")];
    let judged =
        |act: Box<dyn FnOnce(&mut DeviceState)>| judged("MarkorCreateNoteFromClipboard", &values, act);
    let paste = |name: &'static str| {
        Box::new(move |it: &mut DeviceState| {
            let copied = it.clipboard.clone().expect("something is in the clipboard");
            write(name, &copied)(it);
        })
    };
    assert_eq!(judged(paste("list.md")), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    assert_eq!(judged(paste("list.txt")), 0.0);
    assert_eq!(judged(Box::new(write("list.md", ""))), 0.0);
}

#[test]
fn create_folder() {
    let judged = |act: Box<dyn FnOnce(&mut DeviceState)>| {
        judged(
            "MarkorCreateFolder",
            &[("folder_name", "folder_20230102_030405")],
            act,
        )
    };
    let folder =
        |name: &'static str| Box::new(move |it: &mut DeviceState| assert!(it.files.mkdir(&note(name), 0)));
    assert_eq!(judged(folder("folder_20230102_030405")), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    assert_eq!(judged(folder("folder_20230102_030406")), 0.0);
    assert_eq!(judged(folder("other/folder_20230102_030405")), 0.0);
}

#[test]
fn delete_note() {
    let judged = |act: Box<dyn FnOnce(&mut DeviceState)>| {
        judged("MarkorDeleteNote", &[("file_name", "calm_otter_copy")], act)
    };
    assert_eq!(judged(Box::new(remove("calm_otter_copy"))), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    let other = |it: &mut DeviceState| {
        let name = it
            .files
            .list(&note(""))
            .into_iter()
            .map(|it| it.name)
            .find(|it| it != "calm_otter_copy");
        remove(&name.expect("another note"))(it);
    };
    assert_eq!(judged(Box::new(other)), 0.0);
    assert_eq!(judged(Box::new(write("calm_otter_copy", ""))), 0.0);
}

#[test]
fn delete_newest_note() {
    let by_age = |it: &DeviceState| {
        let mut all = it.files.list(&note(""));
        all.sort_by_key(|it| it.created_ms);
        all.into_iter().map(|it| it.name).collect::<Vec<_>>()
    };
    let judged = |act: Box<dyn FnOnce(&mut DeviceState)>| judged("MarkorDeleteNewestNote", &[], act);
    let newest = move |it: &mut DeviceState| remove(by_age(it).last().expect("a note"))(it);
    let oldest = move |it: &mut DeviceState| remove(by_age(it).first().expect("a note"))(it);
    assert_eq!(judged(Box::new(newest)), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    assert_eq!(judged(Box::new(oldest)), 0.0);
    let both = move |it: &mut DeviceState| {
        newest(it);
        newest(it);
    };
    assert_eq!(judged(Box::new(both)), 0.0);
}

#[test]
fn move_note() {
    let values = [
        ("file_name", "plan.md"),
        ("source_folder", "DailyNotes"),
        ("destination_folder", "BookNotes"),
    ];
    let judged = |act: Box<dyn FnOnce(&mut DeviceState)>| judged("MarkorMoveNote", &values, act);
    let to = |to: &'static str| {
        Box::new(move |it: &mut DeviceState| {
            assert!(it.files.rename(&note("DailyNotes/plan.md"), &note(to), 0))
        })
    };
    assert_eq!(judged(to("BookNotes/plan.md")), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    assert_eq!(judged(to("plan.md")), 0.0);
    assert_eq!(judged(Box::new(write("BookNotes/plan.md", "a copy"))), 0.0);
}

#[test]
fn edit_note() {
    let edited = |kind: &'static str, what: &'static str, text: &'static str, edit: fn(&str) -> String| {
        let values = [("file_name", "note_a1B2c.md"), ("edit_type", kind), (what, text)];
        judged("MarkorEditNote", &values, |it| {
            let path = note("note_a1B2c.md");
            let content = edit(it.files.read(&path).expect("the note"));
            assert!(it.files.write(&path, &content, 0));
        })
    };
    let (header, text) = ("header", "Some doors only open from the inside.");
    assert_eq!(
        edited(header, header, text, |old| format!(
            "Some doors only open from the inside.\n{old}"
        )),
        1.0
    );
    assert_eq!(edited(header, header, text, str::to_owned), 0.0);
    assert_eq!(
        edited(header, header, text, |old| format!(
            "{old}Some doors only open from the inside."
        )),
        0.0
    );
    assert_eq!(
        edited("footer", "footer", text, |old| format!(
            "{old}Some doors only open from the inside."
        )),
        1.0
    );
    assert_eq!(
        edited("footer", "footer", text, |_| {
            "Some doors only open from the inside.".to_owned()
        }),
        0.0
    );
    assert_eq!(
        edited("replace", "replace_text", "One.\nTwo, at last.", |_| {
            "One.\nTwo, at last.\n".to_owned()
        }),
        1.0
    );
    assert_eq!(
        edited("replace", "replace_text", "One.\nTwo, at last.", |old| format!(
            "{old}One.\nTwo, at last."
        )),
        0.0
    );
}

#[test]
fn change_note_content() {
    let values = [
        ("original_name", "old.md"),
        ("new_name", "new.txt"),
        ("updated_content", "aB3dE6gH9jK2mN5pQ8sT"),
    ];
    let judged = |act: Box<dyn FnOnce(&mut DeviceState)>| judged("MarkorChangeNoteContent", &values, act);
    let changed = |name: &'static str, content: &'static str| {
        Box::new(move |it: &mut DeviceState| {
            remove("old.md")(it);
            write(name, content)(it);
        })
    };
    assert_eq!(judged(changed("new.txt", "aB3dE6gH9jK2mN5pQ8sT\n")), 1.0);
    assert_eq!(judged(Box::new(|_| {})), 0.0);
    assert_eq!(judged(changed("new.md", "aB3dE6gH9jK2mN5pQ8sT")), 0.0);
    assert_eq!(judged(changed("new.txt", "what it said before")), 0.0);
    assert_eq!(judged(Box::new(write("new.txt", "aB3dE6gH9jK2mN5pQ8sT"))), 0.0);
}

#[test]
fn add_contact() {
    let judged = |name: &'static str, number: &'static str| {
        let values = [("name", "Ada Costa"), ("number", "+15550123456")];
        judged("ContactsAddContact", &values, move |it| {
            initial::add_contact(it, name, number)
        })
    };
    assert_eq!(judged("Ada Costa", "+1 555-012-3456"), 1.0);
    assert_eq!(judged("Ada", "+15550123456"), 0.0);
    assert_eq!(judged("Ada Costa", "5550123456"), 0.0);
}

#[test]
fn one_seed_makes_one_device_and_no_instance_is_solved_at_its_beginning() {
    for definition in definitions() {
        for seed in (0..200).step_by(5) {
            let params = definition.values(seed);
            assert_eq!(params, definition.values(seed));
            let initial = definition.beginning(&params, seed);
            assert_eq!(initial, definition.beginning(&params, seed));
            let device = initial.device().expect("a device");
            for path in (definition.needs)(&params) {
                assert!(device.files.exists(&path), "{} {seed}: {path}", definition.name);
            }
            let ending = Ending {
                params: &params,
                before: &device,
                after: &device,
                screen: &Phone::new(device.clone()).screen(),
            };
            assert!(
                definition.may_be_solved || (definition.judge)(&ending) == 0.0,
                "{} {seed}",
                definition.name
            );
            let shown = definition.shown(&params).expect("values");
            let goal = definition.goal(&shown).expect("the shown values make the goal");
            // What every goal of the type says gives no value away.
            let template = definition.template_of(&params).expect("a template").to_string();
            for it in definition.hidden {
                let value = text(&params, it);
                let said = goal.contains(value) && !template.contains(value);
                assert!(!shown.contains_key(*it) && !said, "{}: {it}", definition.name);
            }
        }
    }
}

/// Ages are told apart by the minute, since that is what a list of notes shows.
#[test]
fn the_newest_note_is_the_newest_by_a_minute() {
    let definition = definition("MarkorDeleteNewestNote").expect("a type");
    for seed in 0..200 {
        let device = definition
            .beginning(&Params::new(), seed)
            .device()
            .expect("a device");
        let mut ages: Vec<i64> = device
            .files
            .list(&note(""))
            .iter()
            .map(|it| it.created_ms / 60_000)
            .collect();
        assert!((2..=6).contains(&ages.len()));
        let all = ages.len();
        ages.sort_unstable();
        ages.dedup();
        assert_eq!(ages.len(), all, "seed {seed}");
    }
}

#[test]
fn odd_values_are_named() {
    let definition = definition("MarkorEditNote").expect("a type");
    let mut params = definition.values(1);
    params.insert("edit_type".to_owned(), "middle".into());
    let error = definition.goal(&params).expect_err("there is no such kind");
    assert_eq!(
        error.to_string(),
        "parameter `edit_type` is \"middle\"; it can be header, footer, replace"
    );
}

/// What AndroidWorld's own suite made of each type, where it is there.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn shared(test: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/facts/androidworld/instances_seed30.json");
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped {test}: {} is not there", path.display());
    }
    text
}

#[test]
fn every_instance_of_the_shared_file_that_is_of_a_known_type_loads() {
    let Some(text) = shared("every_instance_of_the_shared_file_that_is_of_a_known_type_loads") else {
        return;
    };
    let all = instances::load(&text).expect("the instances");
    let mut names: Vec<&str> = all.iter().map(|it| it.task_type.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names, definitions().iter().map(|it| it.name).collect::<Vec<_>>());
}

/// A scalar as the device and the parameters write it.
fn written(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A list of the file, which may be missing.
fn listed(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn an_instance_of_the_shared_file_is_what_the_file_says_word_for_word() {
    let Some(text) = shared("an_instance_of_the_shared_file_is_what_the_file_says_word_for_word") else {
        return;
    };
    let all = instances::load(&text).expect("the instances");
    let file: Vec<Json> = serde_json::from_str(&text).expect("a list");
    let known = |it: &&Json| it["task"].as_str().is_some_and(|it| definition(it).is_some());
    let file: Vec<&Json> = file.iter().filter(known).collect();
    assert_eq!(all.len(), file.len());
    for (it, json) in all.iter().zip(file) {
        let name = &it.task_type;
        assert_eq!((name.as_str(), it.goal.as_str()), as_said(json));
        same_params(it, json);
        let (begun, given) = (it.initial.device().expect("a device"), &json["initial_state"]);
        same_files(name, &begun, given);
        same_tables(name, &begun, given);
        let clipboard = given["clipboard"].as_str().map(str::to_owned);
        assert_eq!(begun.clipboard, clipboard, "{name}");
        let mut settings = DeviceState::fresh().settings;
        for (key, value) in given["settings"].as_object().into_iter().flatten() {
            let space = if key == "screen_brightness" {
                "system"
            } else {
                "global"
            };
            settings.insert(format!("{space}/{key}"), written(value));
        }
        // Which apps were never started is not in the file.
        let mut found = begun.settings;
        found.retain(|key, value| !system::is_never_started(&(key.clone(), value.clone())));
        assert_eq!(found, settings, "{name}");
    }
}

/// The answers that the suite expects are right, and half of them are not.
#[test]
fn the_answers_of_the_shared_file_are_right() {
    let Some(text) = shared("the_answers_of_the_shared_file_are_right") else {
        return;
    };
    let all = instances::load(&text).expect("the instances");
    let file: Vec<Json> = serde_json::from_str(&text).expect("a list");
    let known = |it: &&Json| it["task"].as_str().is_some_and(|it| definition(it).is_some());
    for (it, json) in all.iter().zip(file.iter().filter(known)) {
        let expected: Vec<String> = listed(&json["expected_answer"]).iter().map(answer_of).collect();
        if expected.is_empty() {
            continue;
        }
        let before = it.initial.device().expect("a device");
        let judged = |answer: &[String]| {
            let mut after = before.clone();
            after.answer = Some(answer.join(", "));
            (definition(&it.task_type).expect("a type").judge)(&Ending {
                params: &it.params,
                before: &before,
                after: &after,
                screen: &ui::Screen::default(),
            })
        };
        assert_eq!(judged(&expected), 1.0, "{}: {expected:?}", it.task_type);
        assert_eq!(judged(&expected[1..]), 0.0, "{}: {expected:?}", it.task_type);
        let twice = [&expected[..], &expected[..1]].concat();
        assert_eq!(judged(&twice), 0.0, "{}: {twice:?}", it.task_type);
    }
}

/// An answer of the file as somebody gives it: moments in words.
fn answer_of(json: &Json) -> String {
    let text = written(json);
    let moment = text.strip_suffix(":00").and_then(|it| it.split_once(' '));
    match moment.map(|(day, time)| {
        (
            day.split('-').map(str::parse).collect::<Result<Vec<u32>, _>>(),
            time,
        )
    }) {
        Some((Ok(day), time)) if day.len() == 3 => {
            let month = crate::toolkit::date::MONTHS[day[1] as usize - 1];
            format!("{month} {} {} {time}", day[2], day[0])
        }
        _ => text,
    }
}

fn as_said(json: &Json) -> (&str, &str) {
    let said = |name: &str| json[name].as_str().expect("a text");
    (said("task"), said("goal_after_init"))
}

/// A value of the file's own name is the file's; any other is made of its rows, and stands in the goal or is hidden.
fn same_params(it: &instances::FileInstance, json: &Json) {
    let given = json["params"].as_object().expect("values");
    let hidden = definition(&it.task_type).expect("a type").hidden;
    for (name, value) in &it.params {
        let texts: Vec<&str> = value.texts().collect();
        match given.get(name) {
            Some(Json::Array(all)) => assert_eq!(texts, all.iter().map(written).collect::<Vec<_>>()),
            // A date is as the goal says it, not as it was before that.
            Some(_) if name.ends_with("date") && texts.iter().all(|text| it.goal.contains(text)) => {}
            Some(one) => assert_eq!(texts, [written(one)]),
            None => {
                let rows = given.get("row_objects").map(Json::to_string).unwrap_or_default();
                for text in texts.into_iter().filter(|it| !it.is_empty()) {
                    let quoted = Json::from(text).to_string();
                    let said = it.goal.contains(text) || rows.contains(quoted.trim_matches('"'));
                    assert!(
                        said || hidden.contains(&name.as_str()),
                        "{}: {name} is {text:?}",
                        it.task_type
                    );
                }
            }
        }
    }
    if !given.contains_key("row_objects") {
        let known = |name: &str| it.params.contains_key(name) || ["seed", "noise_candidates"].contains(&name);
        // What the goal does not say is on the device, or the original's task does not use it.
        let said = given.iter().filter(|(_, value)| says(&it.goal, value));
        let lost: Vec<&String> = said.map(|(name, _)| name).filter(|it| !known(it)).collect();
        assert!(lost.is_empty(), "{}: {lost:?}", it.task_type);
    }
}

/// Whether a goal has a value of the file in it, not as a part of a longer word.
fn says(goal: &str, value: &Json) -> bool {
    let text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
    let mut places = goal.match_indices(&text);
    !text.is_empty()
        && places.any(|(at, _)| {
            edge(goal[..at].chars().next_back()) && edge(goal[at + text.len()..].chars().next())
        })
}

fn same_files(name: &str, begun: &DeviceState, given: &Json) {
    let fresh = DeviceState::fresh();
    let mut found: Vec<(String, String)> = begun
        .files
        .walk()
        .filter_map(|(path, text)| Some((path.to_owned(), text?.to_owned())))
        .filter(|it| !fresh.files.exists(&it.0))
        .collect();
    found.sort();
    let mut expected: Vec<(String, String)> = given["files"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(path, text)| (path.clone(), written(text)))
        .collect();
    let song = |it: &Json| {
        let text = format!("{}: {}\n", written(&it["artist"]), written(&it["title"]));
        (written(&it["path"]), text)
    };
    expected.extend(listed(&given["mp3s"]).iter().map(song));
    let video = |it: &Json| {
        let frames = listed(&it["messages"]).iter().map(written);
        let lines = frames.map(|frame| format!("{} s: {frame}\n", it["seconds_per_message"]));
        (written(&it["path"]), lines.collect())
    };
    expected.extend(listed(&given["videos"]).iter().map(video));
    expected.sort();
    // What the file has no text for is drawn anew, and what stands on a picture is read there.
    for ((path, text), expected) in found.iter_mut().zip(&expected) {
        if expected.1 == "<binary>" {
            text.clone_from(&expected.1);
        } else if let Some(drawn) = begun.files.drawn(path) {
            let lines = |text: &str| {
                text.lines()
                    .filter(|it| !it.trim().is_empty())
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(lines(&drawn), lines(&expected.1), "{name}");
            text.clone_from(&expected.1);
        }
    }
    assert_eq!(found, expected, "{name}");
}

fn same_tables(name: &str, begun: &DeviceState, given: &Json) {
    let columns = |table: &str, columns: &[&str]| -> Vec<Vec<String>> {
        let rows = begun.tables.rows(table).iter();
        rows.map(|row| columns.iter().map(|it| row.get(it).to_owned()).collect())
            .collect()
    };
    let people = listed(&given["contacts"]).iter();
    let people: Vec<_> = people
        .map(|it| vec![written(&it["name"]), written(&it["number"])])
        .collect();
    assert_eq!(columns("contacts", &["display_name", "phone"]), people, "{name}");
    let message = |kind: &'static str| {
        move |it: &Json| vec![written(&it["address"]), written(&it["body"]), kind.to_owned()]
    };
    let sent = listed(&given["sms_out"]).iter().map(message("2"));
    let received = listed(&given["sms_in"]).iter().map(message("1"));
    let messages: Vec<_> = sent.chain(received).collect();
    assert_eq!(columns("sms", &["address", "body", "type"]), messages, "{name}");
    for (table, rows) in given["tables"].as_object().into_iter().flatten() {
        let rows = listed(rows);
        // It is made of the notes.
        if table == "notes_normalized" {
            continue;
        }
        assert_eq!(begun.tables.rows(table).len(), rows.len(), "{name}: {table}");
        for (row, given) in begun.tables.rows(table).iter().zip(rows) {
            for (column, value) in given.as_object().expect("a row") {
                // The device numbers its rows itself.
                if !["expense_id", "recipeId", "id", "_id"].contains(&&**column) {
                    assert_eq!(row.get(column), written(value), "{name}: {table}.{column}");
                }
            }
        }
    }
}

/// Every type is played right, not at all and nearly right somewhere in the tests, on instances of our own
/// generator, whether the shared file is there or not.
#[test]
fn every_type_is_played() {
    let plays = [
        include_str!("../../tests/solutions.rs"),
        include_str!("../../tests/plays.rs"),
        include_str!("../../tests/system_tasks.rs"),
        include_str!("../../tests/expense.rs"),
        include_str!("../../tests/calendar.rs"),
        include_str!("../../tests/agenda.rs"),
        include_str!("../../tests/chrome.rs"),
        include_str!("../../tests/draw.rs"),
        include_str!("../../tests/joplin.rs"),
        include_str!("../../tests/gallery.rs"),
        include_str!("../../tests/music.rs"),
        include_str!("../../tests/osmand.rs"),
        include_str!("../../tests/recorder.rs"),
        include_str!("../../tests/todos.rs"),
        include_str!("../../tests/tracks.rs"),
        include_str!("../../tests/vlc.rs"),
        include_str!("../../tests/recipes.rs"),
    ];
    let named = |name: &str| plays.iter().any(|it| it.contains(&format!("\"{name}\"")));
    for it in definitions() {
        let plain = it.name.strip_suffix("Verify").unwrap_or(it.name);
        assert!(named(it.name) || named(plain), "{} is played nowhere", it.name);
    }
}
