//! The task files beside this package: done rightly, all their checks hold; done wrongly, one of them says so.

mod checks;

use std::{fs, path::PathBuf};

use desk::Drift;
use toml::{Table, Value};

use self::checks::{Values, holds, snapshot};
use crate::client::{Running, drifted, usual};

/// A task file, and what its checks need to know of it.
struct Task {
    name: String,
    file: Table,
}

fn tasks() -> Vec<Task> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tasks/desk");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".task.toml"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let file: Table = fs::read_to_string(path).unwrap().parse().unwrap();
        Task {
            name: file["name"].as_str().unwrap().to_owned(),
            file,
        }
    };
    paths.iter().map(read).collect()
}

fn task(name: &str) -> Task {
    tasks().into_iter().find(|it| it.name == name).unwrap()
}

impl Task {
    fn tables(&self, key: &str) -> Vec<&Table> {
        let all = self.file[key].as_array().unwrap();
        all.iter().map(|it| it.as_table().unwrap()).collect()
    }

    /// The values of each instance; an optional one that is left out is empty, a list has ", " between its entries.
    fn instances(&self) -> Vec<Values> {
        let params = self.file["params"].as_table().unwrap();
        let value = |instance: &Table, name: &str| match instance.get(name) {
            Some(Value::Array(entries)) => {
                let entries: Vec<&str> = entries.iter().map(|it| it.as_str().unwrap()).collect();
                entries.join(", ")
            }
            Some(value) => value.as_str().unwrap().to_owned(),
            None => {
                assert_eq!(
                    params[name].get("optional"),
                    Some(&Value::Boolean(true)),
                    "{name}"
                );
                String::new()
            }
        };
        let of = |instance: &&Table| {
            assert!(
                instance.keys().all(|name| params.contains_key(name)),
                "{instance:?}"
            );
            params
                .keys()
                .map(|name| (name.clone(), value(instance, name)))
                .collect()
        };
        self.tables("instance").iter().map(of).collect()
    }

    /// The checks that do not hold after something was done on a fresh desk, which may answer.
    fn failing(&self, desk: &Running, values: &Values, deed: impl FnOnce() -> String) -> Vec<String> {
        let reset = &self.file["reset"]["http"];
        assert_eq!(reset["url"].as_str(), Some("http://127.0.0.1:8731/reset"));
        assert_eq!(
            i64::from(desk.post("/reset", &[]).status),
            reset["expect"].as_integer().unwrap()
        );
        let checks = self.tables("check");
        let before: Vec<_> = checks.iter().map(|it| snapshot(desk, it, values)).collect();
        let mut values = values.clone();
        values.push(("answer".to_owned(), deed()));
        let after = checks.iter().zip(&before);
        after
            .filter(|(check, before)| !holds(desk, check, before.as_deref(), &values))
            .map(|(check, _)| check["name"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn get<'a>(values: &'a Values, name: &str) -> &'a str {
    &values.iter().find(|(key, _)| key == name).unwrap().1
}

/// Do a task as a browser does it; what is answered.
fn deed(desk: &Running, task: &str, values: &Values) -> String {
    let id = |condition: &str| desk.value(&format!("select id from customer where {condition}"));
    let quoted = |name: &str| format!("'{}'", get(values, name).replace('\'', "''"));
    let answer = match task {
        "AddCustomer" => {
            let newsletter = get(values, "newsletter") == "yes";
            let fields = values
                .iter()
                .filter(|(name, _)| newsletter || name != "newsletter")
                .map(|(name, value)| (name.as_str(), value.as_str()));
            desk.post("/customers/new", &fields.collect::<Vec<_>>())
        }
        "ChangeEmail" => change(
            desk,
            &id(&format!("name = {}", quoted("name"))),
            get(values, "email"),
        ),
        "DeleteOneOfTwo" => {
            let id = id(&format!("email = {}", quoted("email")));
            desk.post(&format!("/customers/{id}/delete"), &[])
        }
        "MarkPaid" => {
            let numbers = get(values, "numbers").split(", ");
            let fields: Vec<_> = numbers.map(|number| ("number", number)).collect();
            desk.post("/orders/paid", &fields)
        }
        "ReadAmount" => {
            let page = desk.get(&format!("/orders/{}", get(values, "number")));
            let amount = page.body.split("<dt>Amount</dt>").nth(1).unwrap();
            return amount
                .split("<dd>")
                .nth(1)
                .unwrap()
                .split('<')
                .next()
                .unwrap()
                .to_owned();
        }
        other => panic!("nobody knows how {other} is done"),
    };
    assert_eq!(answer.status, 303, "{task} {values:?}");
    String::new()
}

/// Give a customer another e-mail address, and leave the rest of the form as it is.
fn change(desk: &Running, id: &str, email: &str) -> crate::client::Answer {
    let kept = desk.get(&format!("/api/customers/{id}")).body;
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    let text = |name: &str| kept[name].as_str().unwrap().to_owned();
    let (name, country, plan, born, notes) = (
        text("name"),
        text("country"),
        text("plan"),
        text("born"),
        text("notes"),
    );
    let mut fields = vec![
        ("name", &*name),
        ("email", email),
        ("country", &country),
        ("plan", &plan),
        ("born", &born),
        ("notes", &notes),
    ];
    if kept["newsletter"] == true {
        fields.push(("newsletter", "yes"));
    }
    desk.post(&format!("/customers/{id}/edit"), &fields)
}

#[test]
fn there_are_five_with_four_to_six_instances() {
    let tasks = tasks();
    let names: Vec<&str> = tasks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "AddCustomer",
            "ChangeEmail",
            "DeleteOneOfTwo",
            "MarkPaid",
            "ReadAmount"
        ]
    );
    for task in &tasks {
        assert!((4..=6).contains(&task.instances().len()), "{}", task.name);
        let goal = task.file["goal"].as_str().unwrap();
        for name in task.file["params"].as_table().unwrap().keys() {
            assert!(goal.contains(&format!("{{{name}")), "{goal} lacks {name}");
        }
    }
}

#[test]
fn done_rightly_all_checks_hold() {
    let desk = usual();
    for task in tasks() {
        for values in task.instances() {
            let failing = task.failing(&desk, &values, || deed(&desk, &task.name, &values));
            assert_eq!(failing, [""; 0], "{} {values:?}", task.name);
        }
    }
}

#[test]
fn nothing_done_is_noticed() {
    let desk = usual();
    for task in tasks() {
        for values in task.instances() {
            let failing = task.failing(&desk, &values, String::new);
            assert!(!failing.is_empty(), "{} {values:?}", task.name);
        }
    }
}

#[test]
fn a_lost_save_is_noticed() {
    let desk = drifted(&[Drift::LostSave]);
    for task in tasks().iter().filter(|it| it.name != "ReadAmount") {
        for values in task.instances() {
            let failing = task.failing(&desk, &values, || deed(&desk, &task.name, &values));
            assert!(!failing.is_empty(), "{} {values:?}", task.name);
        }
    }
}

#[test]
fn another_instance_is_noticed() {
    let desk = usual();
    for task in tasks() {
        let instances = task.instances();
        for (values, other) in instances.iter().zip(instances.iter().cycle().skip(1)) {
            let failing = task.failing(&desk, values, || deed(&desk, &task.name, other));
            assert!(!failing.is_empty(), "{} {other:?} for {values:?}", task.name);
        }
    }
}

/// What one check of each task is for: a deed beside the right one that only it notices.
#[test]
fn what_is_done_besides_is_noticed() {
    let desk = usual();
    let noticed = |name: &str, at: usize, besides: &dyn Fn(&Values)| {
        let task = task(name);
        let values = &task.instances()[at];
        task.failing(&desk, values, || {
            let answer = deed(&desk, name, values);
            besides(values);
            answer
        })
    };
    let also_ann = |_: &Values| {
        change(&desk, "3", "elsewhere@example.net");
    };
    assert_eq!(
        noticed("AddCustomer", 0, &also_ann),
        ["no other customer changed"]
    );
    assert_eq!(noticed("ChangeEmail", 1, &also_ann), ["no other address changed"]);
    let also_pays = |_: &Values| {
        desk.post("/orders/INV-1010/paid", &[]);
    };
    assert_eq!(noticed("MarkPaid", 2, &also_pays), ["no other order changed"]);
    assert_eq!(noticed("ReadAmount", 1, &also_pays), ["no order changed"]);
    assert_eq!(noticed("AddCustomer", 1, &also_pays), ["no order changed"]);
    let both = |_: &Values| {
        desk.post("/customers/2/delete", &[]);
        desk.post("/customers/3/delete", &[]);
    };
    assert_eq!(
        noticed("DeleteOneOfTwo", 0, &both),
        [
            "the other one of this name is still there",
            "the list shows only the other one",
            "no other customer changed",
        ]
    );
    let loses_the_plan = |values: &Values| {
        let fields = [
            ("name", get(values, "name")),
            ("email", get(values, "email")),
            ("country", "Germany"),
            ("plan", "Team"),
        ];
        desk.post("/customers/5/edit", &fields);
    };
    assert_eq!(
        noticed("ChangeEmail", 1, &loses_the_plan),
        ["nothing but an address changed"]
    );
}
