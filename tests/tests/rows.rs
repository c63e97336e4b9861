//! A function that is run for each row of a file: on the real desk, stopped, gone on with, and held against the checks.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;

use std::{fs, path::PathBuf};

use autorpa::{Error, ExecRequest, RanRows, RowsRequest};
use desk::Office;
use trajectory::{Outcome, Runs};

/// Adds a customer with four of the seven values.
const ADD: &str = r#"
fn add_customer(name, email, country, born) {
    env_op.click(env_op.find_element(#{ text: "New customer" }));
    env_op.input_text(name, env_op.find_element(#{ label: "Name" }), true);
    env_op.input_text(email, env_op.find_element(#{ label: "E-mail" }), true);
    env_op.select_option(country, env_op.find_element(#{ label: "Country" }));
    env_op.input_text(born, env_op.find_element(#{ label: "Born" }), true);
    env_op.click(env_op.find_element(#{ text: "Save customer" }));
    env_op.stop("complete");
}
"#;

/// Four customers; the third has no country.
const FOUR: &str = "\
\u{feff}Name,e-mail,country,born
Ada Lovelace,ada@example.net,France,1815-12-10
\"Hopper, Grace\",grace@example.net,Germany,1906-12-09
Nobody,nobody@example.net,Atlantis,1990-01-01
王小明,wang@example.net,Poland,2001-09-30
";

fn request(office: &Office, rows: &str) -> RowsRequest {
    let file = |name: &str, text: &str| -> PathBuf {
        let path = office.path(name);
        fs::write(&path, text).unwrap();
        path
    };
    let script = file("add_customer.rhai", ADD);
    let exec = ExecRequest {
        task_type: Some("AddCustomer".to_owned()),
        ..ExecRequest::new(script, task::Params::new())
    };
    RowsRequest::new(exec, file("customers.csv", rows))
}

fn outcomes(ran: &RanRows) -> Vec<(usize, Outcome)> {
    ran.rows.iter().map(|it| (it.number, it.outcome)).collect()
}

fn usage(result: Result<RanRows, Error>) -> String {
    match result {
        Err(error @ Error::Usage(_)) => error.to_string(),
        other => panic!("no usage error: {other:?}"),
    }
}

#[test]
fn every_row_is_run_once_and_nothing_is_reset() {
    let Some(office) = Office::open(&[]) else { return };
    let bad = request(&office, FOUR);
    let said = usage(office.rpa.exec_rows(&bad));
    assert!(
        said.contains("customers.csv:4: row 3") && said.contains("Atlantis"),
        "{said}"
    );
    assert!(
        !office.path("customers.results.csv").exists(),
        "nothing was begun"
    );

    let ran = office
        .rpa
        .exec_rows(&RowsRequest {
            skip_bad_rows: true,
            ..bad.clone()
        })
        .unwrap();
    use Outcome::{Reached, Refused};
    assert_eq!(
        outcomes(&ran),
        [(1, Reached), (2, Reached), (3, Refused), (4, Reached)],
        "{ran:?}"
    );
    // What is done is not done again: neither by the same results, nor by new ones.
    let again = RowsRequest {
        resume: true,
        ..bad.clone()
    };
    let runs = Runs::of(&office.rpa.home.bank);
    let before = runs.ids().unwrap().len();
    let same = RowsRequest {
        skip_bad_rows: true,
        ..again
    };
    assert_eq!(outcomes(&office.rpa.exec_rows(&same).unwrap()), outcomes(&ran));
    assert_eq!(runs.ids().unwrap().len(), before);
    let new = RowsRequest {
        skip_bad_rows: true,
        results: Some(office.path("new.csv")),
        max_failures: 3.try_into().ok(),
        ..bad
    };
    let ran = office.rpa.exec_rows(&new).unwrap();
    assert_eq!(
        outcomes(&ran),
        [(1, Refused), (2, Refused), (3, Refused)],
        "{ran:?}"
    );
    let why = ran.rows[0].message.clone().unwrap();
    assert!(why.contains("done already"), "{why}");
    assert!(ran.stopped.is_some());
}

#[test]
fn columns_are_looked_at_before_anything_runs() {
    let Some(office) = Office::open(&[]) else { return };
    let said = |rows: &str| usage(office.rpa.exec_rows(&request(&office, rows)));
    let wrong = said("name,emial,country,born\nA,a@b.c,France,1990-01-01\n");
    assert!(wrong.contains("did you mean `email`?"), "{wrong}");
    let missing = said("name,email,born\nA,a@b.c,1990-01-01\n");
    assert!(missing.contains("no column for `country`"), "{missing}");
    let semicolons = said("name;email;country;born\nA;a@b.c;France;1990-01-01\n");
    assert!(semicolons.contains("semicolons"), "{semicolons}");
    let workers = RowsRequest {
        workers: 2.try_into().unwrap(),
        ..request(&office, FOUR)
    };
    let workers = usage(office.rpa.exec_rows(&workers));
    assert!(workers.contains("unchanged"), "{workers}");
    assert_eq!(Runs::of(&office.rpa.home.bank).ids().unwrap().len(), 0);
}

/// Leave results and record of a row as they are where the process was killed after `steps` of its steps.
fn cut_off(office: &Office, results: &PathBuf, ran: &RanRows, steps: usize) {
    let row = &ran.rows[0];
    let run = row.run.as_ref().unwrap();
    let record = office.rpa.home.bank.join("runs").join(format!("{run}.jsonl"));
    let text = fs::read_to_string(&record).unwrap();
    let mut acts = 0;
    let kept = text.lines().take_while(|line| {
        acts += usize::from(line.contains("\"what\":\"acts\""));
        acts <= steps && !line.contains("\"what\":\"ends\"")
    });
    let kept: String = kept.map(|it| format!("{it}\n")).collect();
    fs::write(&record, kept).unwrap();
    let text = fs::read_to_string(results).unwrap();
    let line = text.lines().find(|it| it.starts_with("1,")).unwrap();
    let cells: Vec<&str> = line.split(',').collect();
    // What the row was, and the version of the line.
    let own = cells[cells.len() - 2..].join(",");
    let begun = format!("1,begun,,,{run},,{own}");
    fs::write(results, text.replace(line, &begun)).unwrap();
}

#[test]
fn a_row_that_was_cut_off_is_looked_up_and_never_written_twice() {
    let Some(office) = Office::open(&[]) else { return };
    let one = "name,email,country,born\nAda Lovelace,ada@example.net,France,1815-12-10\n";
    let first = request(&office, one);
    let results = office.path("customers.results.csv");
    let ran = office.rpa.exec_rows(&first).unwrap();
    assert_eq!(outcomes(&ran), [(1, Outcome::Reached)], "{ran:?}");
    let resume = RowsRequest {
        resume: true,
        ..first.clone()
    };
    let runs = || Runs::of(&office.rpa.home.bank).ids().unwrap().len();

    // Killed after it was saved: it is found done, and nothing is run.
    cut_off(&office, &results, &ran, 6);
    let found = office.rpa.exec_rows(&resume).unwrap();
    assert_eq!((outcomes(&found), runs()), (vec![(1, Outcome::Reached)], 1));
    let why = found.rows[0].message.clone().unwrap();
    assert!(why.contains("the checks say that it is done"), "{why}");

    // Killed before it was saved: all checks say what they said before it, so it is run again.
    cut_off(&office, &results, &ran, 3);
    office.reset();
    let again = office.rpa.exec_rows(&resume).unwrap();
    assert_eq!(
        (outcomes(&again), runs()),
        (vec![(1, Outcome::Reached)], 2),
        "{again:?}"
    );

    // Killed, and something was saved, but not what was to be: nobody writes on.
    cut_off(&office, &results, &again, 6);
    office.sql("update customer set plan = 'Pro' where email = 'ada@example.net'");
    let doubt = office.rpa.exec_rows(&resume).unwrap();
    assert_eq!(
        (outcomes(&doubt), runs()),
        (vec![(1, Outcome::Refused)], 2),
        "{doubt:?}"
    );
    let why = doubt.rows[0].message.clone().unwrap();
    assert!(why.contains("in doubt"), "{why}");

    // Results of other rows are not gone on with.
    fs::write(&first.file, one.replace("Ada", "Eda")).unwrap();
    let said = usage(office.rpa.exec_rows(&resume));
    assert!(said.contains("row 1 has other values"), "{said}");
}

#[test]
fn a_run_that_was_cut_off_is_resumed_by_its_name() {
    let Some(office) = Office::open(&[]) else { return };
    let rows = request(&office, FOUR);
    let values = [
        ("name", "Ada"),
        ("email", "ada@example.net"),
        ("country", "France"),
        ("born", "1815-12-10"),
    ];
    let exec = ExecRequest {
        params: values
            .into_iter()
            .map(|(name, it)| (name.to_owned(), it.into()))
            .collect(),
        keep: true,
        ..rows.exec
    };
    let ran = office.rpa.exec(&exec).unwrap();
    assert_eq!(
        ran.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        ran.recording.ending
    );
    let bare = ExecRequest {
        task_type: None,
        ..ExecRequest::new(exec.script.clone(), task::Params::new())
    };
    let runs = || Runs::of(&office.rpa.home.bank).ids().unwrap().len();
    let resumed = office.rpa.resume("last", &bare).unwrap();
    assert_eq!((resumed.recording.ending.outcome, runs()), (Outcome::Reached, 1));
    // It was not reached, and what it wrote is gone: it is run again.
    let record = office
        .rpa
        .home
        .bank
        .join("runs")
        .join(format!("{}.jsonl", ran.record.unwrap()));
    let text = fs::read_to_string(&record).unwrap();
    fs::write(
        &record,
        text.replace("\"outcome\":\"reached\"", "\"outcome\":\"not_reached\""),
    )
    .unwrap();
    office.reset();
    let resumed = office.rpa.resume("last", &bare).unwrap();
    assert_eq!(
        (resumed.recording.ending.outcome, runs()),
        (Outcome::Reached, 2),
        "{:?}",
        resumed.recording.ending
    );
}

#[test]
fn a_save_that_is_lost_is_no_done_row() {
    let Some(office) = Office::open(&[desk_app::Drift::LostSave]) else {
        return;
    };
    let one = "name,email,country,born\nAda Lovelace,ada@example.net,France,1815-12-10\n";
    let ran = office.rpa.exec_rows(&request(&office, one)).unwrap();
    assert_eq!(outcomes(&ran), [(1, Outcome::NotReached)], "{ran:?}");
    assert_eq!(
        ran.ended().unwrap_err().exit_code(),
        Outcome::NotReached.exit_code()
    );
}
