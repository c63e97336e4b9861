//! Files and directories.

use std::fs;

use device::Cancel;

use crate::{Task, said};

#[test]
fn content_and_absence_are_compared() {
    let task = Task::new(
        "[[check]]\nfile = \"out/{lower_case(name)}.txt\"\nis = \"hello {name}\"\ncontains = [\"hello\", \"Ada\"]\n\
         [[check]]\nfile = \"lock\"\nabsent = true\n\
         [[check]]\nwithin = \"0s\"\nfile = \"there\"\nabsent = true\n\
         [[check]]\nwithin = \"0s\"\nfile = \"there\"\ncontains = \"{name}\"\n\
         [[check]]\nwithin = \"0s\"\nfile = \"nowhere\"\n\
         [[check]]\nwithin = \"0s\"\nfile = \"out\"\n",
    );
    task.write("out/ada lovelace.txt", "hello Ada Lovelace\r\n");
    task.write("there", "x");
    let said = task.verdict();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..6],
        [
            "not reached 0.33",
            "check 1 (file): holds",
            "check 2 (file): holds",
            "check 3 (file): there is there",
            "check 4 (file): \"Ada Lovelace\" is not in \"x\" (there)",
            "check 5 (file): there is no nowhere",
        ]
    );
    assert!(
        lines[6].starts_with("check 6 (file): can't be checked: "),
        "{said}"
    );
}

#[test]
fn a_directory_may_change_only_as_it_is_said() {
    let task = Task::new(
        "[[check]]\nwithin = \"0s\"\nunchanged = { list = \"notes\" }\n\
         except = { added = [\"{name}*\"], removed = [\"old/*\"], changed = [\"list.md\"] }\n\
         [[check]]\nwithin = \"0s\"\nunchanged = { file = \"notes/list.md\" }\nexcept = { added = [\"- {name}\"] }\n\
         [[check]]\nwithin = \"0s\"\nunchanged = { command = [\"cat\", \"notes/b.md\"] }\n",
    );
    task.write("notes/list.md", "a\nb\n");
    task.write("notes/b.md", "b");
    task.write("notes/old/x.md", "x");
    let before = task.begin();
    task.write("notes/Ada Lovelace.md", "new");
    task.write("notes/list.md", "a\n- Ada Lovelace\nb\n");
    fs::remove_file(task.path().join("notes/old/x.md")).unwrap();
    assert_eq!(
        said(&task.judge(&before)),
        "reached\ncheck 1 (unchanged): holds\ncheck 2 (unchanged): holds\ncheck 3 (unchanged): holds"
    );
    task.write("notes/b.md", "B");
    task.write("notes/c.md", "");
    task.write("notes/list.md", "a\n- Ada Lovelace\n");
    assert_eq!(
        said(&task.judge(&before)),
        "not reached 0.00\ncheck 1 (unchanged): new: \"c.md\"; changed: \"b.md\"\ncheck 2 (unchanged): gone: \"b\"\n\
         check 3 (unchanged): new: \"B\"; gone: \"b\""
    );
}

#[test]
fn a_star_in_a_value_is_no_pattern() {
    let task = Task::named(
        "*",
        "[[check]]\nwithin = \"0s\"\nunchanged = { list = \"notes\" }\nexcept = { added = [\"{name}\"] }\n",
    );
    task.write("notes/a", "");
    let before = task.begin();
    task.write("notes/b", "");
    assert_eq!(
        said(&task.judge(&before)),
        "not reached 0.00\ncheck 1 (unchanged): new: \"b\""
    );
}

#[test]
fn what_can_not_be_kept_is_said_before_the_run() {
    let task = Task::new("[[check]]\nname = \"notes\"\nunchanged = { list = \"nowhere\" }\n");
    let error = task
        .plan()
        .begin(&task.instance().params, None, &Cancel::default())
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("check `notes` can't be made: "), "{error}");
}
