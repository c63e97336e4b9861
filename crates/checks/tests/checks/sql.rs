//! Databases: values that look like SQL, saves that are slow or lost, rows that look alike, and rows that should not
//! have changed.

use std::{thread, time::Duration};

use device::Cancel;
use rusqlite::Connection;

use crate::{Task, add, said};

const ONCE: &str = "[[check]]\nname = \"stored once\"\nwithin = \"300ms\"\nsql = \"crm.db\"\n\
                    query = \"select count(*) from customer where name = :name\"\nis = 1\n";

const OTHERS: &str = "[[check]]\nname = \"others\"\nwithin = \"0s\"\n\
                      unchanged = { sql = \"crm.db\", query = \"select id, name, email from customer\" }\n\
                      except = { added = [\"*|{name}|*\"] }\n";

#[test]
fn a_row_is_found_whatever_its_value_looks_like() {
    for name in [
        "Ada",
        "O'Brien; drop table customer; --",
        "50% of \"_\"",
        "two\nlines",
        "Čapek \u{1f600}",
        "{{x}} :name *",
        "",
    ] {
        let task = Task::named(name, &format!("{ONCE}{OTHERS}"));
        let connection = task.database(&[("Bob", "b@x")]);
        let before = task.begin();
        assert!(said(&task.judge(&before)).starts_with("not reached"), "{name}");
        add(&connection, name, "a@x");
        let verdict = said(&task.judge(&before));
        assert_eq!(verdict, "reached\nstored once: holds\nothers: holds", "{name}");
    }
}

#[test]
fn a_slow_save_is_waited_for() {
    let task = Task::new(&ONCE.replace("300ms", "20s"));
    task.database(&[]);
    let path = task.path().join("crm.db");
    let save = thread::spawn(move || {
        #[expect(clippy::disallowed_methods, reason = "the save is meant to be late")]
        thread::sleep(Duration::from_millis(300));
        add(&Connection::open(path).unwrap(), "Ada Lovelace", "a@x");
    });
    assert_eq!(task.verdict(), "reached\nstored once: holds");
    save.join().unwrap();
}

#[test]
fn a_lost_save_and_a_look_alike_are_seen() {
    let task = Task::new(ONCE);
    let connection = task.database(&[("Ada Lovelac", "a@x"), ("ada lovelace", "b@x")]);
    let evidence = |found: u32| {
        format!(
            "not reached 0.00\nstored once: expected 1, found {found} (query: select count(*) from customer where \
             name = :name)"
        )
    };
    assert_eq!(task.verdict(), evidence(0));
    add(&connection, "Ada Lovelace", "a@x");
    add(&connection, "Ada Lovelace", "b@x");
    assert_eq!(task.verdict(), evidence(2));
}

#[test]
fn a_change_of_another_row_is_seen() {
    let task = Task::new(&format!("{ONCE}{OTHERS}"));
    let connection = task.database(&[("Bob", "b@x"), ("Cid", "c@x"), ("Cid", "c@x")]);
    let before = task.begin();
    add(&connection, "Ada Lovelace", "a@x");
    let change = |sql: &str| connection.execute_batch(sql).unwrap();
    change("update customer set email = 'z@x' where name = 'Bob'");
    change("delete from customer where id = 3");
    assert_eq!(
        said(&task.judge(&before)),
        "not reached 0.50\nstored once: holds\nothers: new: \"1|Bob|z@x\"; gone: \"1|Bob|b@x\"; gone: \"3|Cid|c@x\""
    );
}

#[test]
fn rows_and_bound_expressions_are_compared() {
    let task = Task::new(
        "[[check]]\nwithin = \"0s\"\nsql = \"crm.db\"\nquery = \"select name, size, null, 0.5 from customer where name \
         like :first || '%' and size = :size and count = :size\"\nbind = { first = '{part(name, \" \", 1)}' }\n\
         rows = [[\"{name}\", 1, \"\", 0.5]]\n\
         [[check]]\nwithin = \"0s\"\nsql = \"crm.db\"\nquery = \"select 1 where 1 = :size\"\nempty = false\n\
         [[check]]\nwithin = \"0s\"\nsql = \"crm.db\"\nquery = \"select 'x' where 1 = :size\"\nempty = true\n",
    );
    let text = task.text.replace(" and count = :size", "");
    let task = Task { text, ..task };
    task.database(&[("Ada Lovelace", "a@x"), ("Adam", "b@x")]);
    assert_eq!(
        task.verdict(),
        "not reached 0.33\ncheck 1 (sql): expected \"Ada Lovelace|1||0.5\", found \"Ada Lovelace|1||0.5\"; \
         \"Adam|1||0.5\" (query: select name, size, null, 0.5 from customer where name like :first || '%' and size = \
         :size)\ncheck 2 (sql): holds\ncheck 3 (sql): expected no row, found \"x\" (query: select 'x' where 1 = :size)"
    );
}

#[test]
fn what_can_not_be_asked_is_unknown() {
    let missing = Task::new(ONCE);
    assert!(
        missing
            .verdict()
            .starts_with("unknown\nstored once: can't be checked: database crm.db: ")
    );
    assert!(!missing.path().join("crm.db").exists());

    let writes = Task::new(&ONCE.replace(
        "select count(*) from customer where name = :name",
        "delete from customer returning id",
    ));
    let connection = writes.database(&[("Bob", "b@x")]);
    assert!(
        writes
            .verdict()
            .contains("can't be checked: the query would change the database")
    );
    let left: i64 = connection
        .query_row("select count(*) from customer", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 1);

    let other = Task::new(&ONCE.replace("crm.db", "postgres://127.0.0.1:1/x"));
    assert!(other.verdict().starts_with("unknown\n"));
}

#[test]
fn a_reset_runs_its_statements_all_or_none() {
    let task = Task::new(
        "[reset]\nsql = { database = \"crm.db\", statements = [\"delete from customer where name = :name\", \
         \"insert into customer (name) values ('kept')\"] }\n",
    );
    let connection = task.database(&[("Ada Lovelace", "a@x"), ("Bob", "b@x")]);
    let names = || -> Vec<String> {
        let mut statement = connection
            .prepare("select name from customer order by id")
            .unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let reset = |task: &Task| {
        let params = task.instance().params;
        task.plan().reset(&params, |_, _| Ok(()), &Cancel::default())
    };
    reset(&task).unwrap();
    assert_eq!(names(), ["Bob", "kept"]);

    let broken = Task {
        text: task.text.replace("insert into customer", "insert into nobody"),
        ..task
    };
    add(&connection, "Ada Lovelace", "a@x");
    let error = reset(&broken).unwrap_err().to_string();
    assert!(
        error.contains("step 1 of the reset (sql)") && error.contains("nobody"),
        "{error}"
    );
    assert_eq!(names(), ["Bob", "kept", "Ada Lovelace"]);

    broken.write("empty.sql", "delete from customer; vacuum;");
    let script = Task {
        text: broken
            .text
            .replace("statements = [", "script = \"empty.sql\" } #"),
        ..broken
    };
    reset(&script).unwrap();
    assert_eq!(names(), [""; 0]);
}
