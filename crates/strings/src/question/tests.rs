//! Goals, rows, and the answers that are expected of them.

use super::*;

/// A Sunday.
const TODAY_IS: &str = "2023-10-15";

fn rows(all: &[[&str; 4]]) -> Vec<Row> {
    let row = |[kind, name, about, date]: &[&str; 4]| {
        let cells = [("icon", kind), ("name", name), ("about", about), ("date", date)];
        cells.map(|(a, b)| (a.to_owned(), (*b).to_owned())).to_vec()
    };
    all.iter().map(row).collect()
}

fn walks() -> Vec<Row> {
    rows(&[
        ["running", "By the canal", "35:00 / 3.10 mi", "Yesterday"],
        ["swimming", "Once more", "1:05:00 / 0.75 mi", "Wednesday"],
        ["running", "To the station", "20:00 / 2.00 mi", "Monday"],
        ["running", "Round the hill", "3:42:00 / 12.00 mi", "8 Oct"],
        ["mountain biking", "Out and back", "1:35:00 / 9.25 mi", "3 Oct"],
    ])
}

fn params(all: &[(&str, &str)]) -> Params {
    let value = |(name, text): &(&str, &str)| ((*name).to_owned(), Value::Text((*text).to_owned()));
    all.iter().map(value).collect()
}

/// The first answers to a goal, each once.
fn answers(rows: &[Row], goal: &str, values: &[(&str, &str)]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for it in questions(rows, &params(values), goal, TODAY_IS) {
        if !all.contains(&it.answer) {
            all.push(it.answer);
        }
    }
    all
}

#[track_caller]
fn among_the_first(rows: &[Row], goal: &str, values: &[(&str, &str)], expected: &str) {
    let all = answers(rows, goal, values);
    let first = &all[..all.len().min(8)];
    assert!(first.iter().any(|it| it == expected), "{goal}: {first:?}");
}

#[test]
fn what_a_goal_asks_is_among_the_first_answers() {
    for (goal, values, expected) in [
        (
            "How many running activities did I do this week?",
            vec![("kind", "running")],
            "2",
        ),
        (
            "What activities did I do October 08 2023?",
            vec![("date", "October 08 2023")],
            "running",
        ),
        (
            "How long was my swimming activity on October 11, in minutes?",
            vec![("kind", "swimming"), ("date", "October 11")],
            "65",
        ),
        (
            "What was the longest distance of running this week in meters?",
            vec![("kind", "running")],
            "4989",
        ),
        (
            "What was the total distance of running from October 02 to October 09, in meters?",
            vec![("kind", "running"), ("from", "October 02"), ("to", "October 09")],
            "22531",
        ),
    ] {
        among_the_first(&walks(), goal, &values, expected);
    }
}

#[test]
fn a_question_asks_the_same_of_other_rows() {
    let goal = "How many running activities did I do this week?";
    let values = params(&[("kind", "running")]);
    let all = questions(&walks(), &values, goal, TODAY_IS);
    let asked = all
        .iter()
        .find(|it| it.answer == "2")
        .expect("two are of this week");
    let other = rows(&[
        ["skiing", "a", "35:00 / 3.10 mi", "Today"],
        ["skiing", "b", "35:00 / 3.10 mi", "8 Oct"],
    ]);
    let given = asked
        .question
        .answer(&other, &params(&[("kind", "skiing")]), TODAY_IS);
    assert_eq!(given.as_deref(), Some("1"), "{}", asked.question.in_words());
    let none = asked
        .question
        .answer(&other, &params(&[("kind", "hiking")]), TODAY_IS);
    assert_eq!(none, None, "that there is none, nothing has shown");
}

#[test]
fn rows_of_the_same_name_are_not_one_answer() {
    let two = rows(&[
        ["running", "a", "35:00 / 3.10 mi", "Yesterday"],
        ["running", "a", "20:00 / 3.10 mi", "Yesterday"],
    ]);
    let only = Question {
        cells: vec![("name".to_owned(), "name".to_owned())],
        tests: Vec::new(),
        take: Take::Only(Expr::Input("name".to_owned())),
        gaps: Vec::new(),
    };
    assert_eq!(only.answer(&two, &Params::new(), TODAY_IS), None);
}

#[test]
fn who_does_not_know_the_day_answers_nothing_about_days() {
    let goal = "What activities did I do yesterday?";
    let all = questions(&walks(), &params(&[("date", "yesterday")]), goal, "");
    assert!(all.iter().all(|it| !it.question.inputs().contains(&"date")));
}

#[test]
fn the_script_says_what_the_question_says() {
    let goal = "How many running activities did I do this week?";
    let all = questions(&walks(), &params(&[("kind", "running")]), goal, TODAY_IS);
    let asked = all
        .iter()
        .find(|it| it.answer == "2")
        .expect("two are of this week");
    let lines = asked.question.script("answer", "env_op.read_rows(names(), 2)");
    let script: Vec<String> = lines
        .into_iter()
        .map(|(depth, it)| "    ".repeat(depth) + &it)
        .collect();
    assert_eq!(
        script.join("\n"),
        r#"let today = env_op.today();
let answer = 0;
let meant = 0;
for row in env_op.read_rows(names(), 2) {
    let icon = row["icon"];
    let date = row["date"];
    if icon == kind && week(past_day(date, today)) == week(today) {
        meant += 1;
        answer = meant;
    }
}
assert(meant > 0, "no row is meant");"#
    );
}

#[test]
fn a_goal_that_wants_an_answer_says_so() {
    assert!(asks("How many are there?") && asks("Answer with the title only."));
    assert!(!asks("Delete the note."));
}

/// Tasks, some of them with a day.
fn errands() -> Vec<Row> {
    let all: [&[(&str, &str)]; 4] = [
        &[("title", "Wind the clock")],
        &[
            ("title", "Call the bank"),
            ("due", "Oct 25"),
            ("note", "before noon"),
        ],
        &[("title", "Air the room"), ("due", "Today")],
        &[("title", "Write to Ada"), ("due", "Oct 25")],
    ];
    let row = |it: &&[(&str, &str)]| -> Row {
        let cells = it.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        cells.collect()
    };
    all.iter().map(row).collect()
}

#[test]
fn rows_that_lack_a_day_are_of_no_day() {
    let goal = "What is due October 25? Answer with the titles only.";
    let values = [("date", "October 25")];
    among_the_first(&errands(), goal, &values, "Call the bank, Write to Ada");
    let all = questions(&errands(), &params(&values), goal, TODAY_IS);
    let asked = all.iter().find(|it| it.answer == "Call the bank, Write to Ada");
    let script = asked
        .expect("two are due then")
        .question
        .script("answer", "rows()");
    let test = script.iter().find(|(_, line)| line.starts_with("if "));
    assert_eq!(
        test.map(|it| it.1.as_str()),
        Some(r#"if due != "" && exact_day(due, today) == day(date, today) {"#)
    );
}

#[test]
fn a_row_that_is_meant_and_lacks_what_is_asked_for_gives_no_answer() {
    let note = |gaps: &[&str]| Question {
        cells: vec![
            ("title".to_owned(), "title".to_owned()),
            ("note".to_owned(), "note".to_owned()),
        ],
        tests: vec![Condition::Is(
            Expr::Input("title".to_owned()),
            Expr::Input("of".to_owned()),
        )],
        take: Take::All(Expr::Input("note".to_owned())),
        gaps: gaps.iter().map(|it| (*it).to_owned()).collect(),
    };
    let of = |title: &str| note(&["note"]).answer(&errands(), &params(&[("of", title)]), TODAY_IS);
    assert_eq!(of("Call the bank").as_deref(), Some("before noon"));
    assert_eq!(of("Write to Ada"), None);
    let script = note(&["note"]).script("answer", "rows()");
    assert!(
        script
            .iter()
            .any(|(_, line)| line.starts_with(r#"assert(note != "", "#)),
        "{script:?}"
    );
}

/// Trains of two days, with when they leave and arrive.
fn trains() -> Vec<Row> {
    let row = |[day, name, time]: [&str; 3]| {
        let cells = [("train", name), ("time", time), ("day", day)];
        cells.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec()
    };
    [
        ["October 16 (Mon)", "Heron", "06:10 - 07:00"],
        ["October 16 (Mon)", "Lark", "09:30 - 10:00"],
        ["October 16 (Mon)", "Swift", "12:00 - 13:15"],
        ["October 16 (Mon)", "Wren", "12:00 - 12:40"],
        ["October 16 (Mon)", "Stork", "17:45 - 19:00"],
        ["October 17 (Tue)", "Kite", "12:00 - 12:30"],
    ]
    .map(row)
    .to_vec()
}

#[test]
fn the_first_of_several_at_one_time_are_all_of_them() {
    let goal = "What is the first train after 9:30am October 16? If there are multiple, name all.";
    let values = [("time", "9:30am"), ("date", "October 16")];
    assert_eq!(answers(&trains(), goal, &values)[0], "Swift, Wren");
    // Who asks for one gets one.
    let goal = "What is the first train after 9:30am October 16?";
    assert_eq!(answers(&trains(), goal, &values)[0], "Swift");
}

#[test]
fn between_two_times_is_between_them_also_where_the_goal_says_one_itself() {
    let goal = "Which trains leave between 9:30am and 5pm October 16?";
    let values = [("start", "9:30am"), ("date", "October 16")];
    assert_eq!(answers(&trains(), goal, &values)[0], "Lark, Swift, Wren");
}

#[test]
fn the_script_says_which_are_as_early_as_the_first() {
    let goal = "What is the first train after 9:30am October 16? If there are multiple, name all.";
    let values = params(&[("time", "9:30am"), ("date", "October 16")]);
    let all = questions(&trains(), &values, goal, TODAY_IS);
    let lines: Vec<String> = all[0]
        .question
        .script("answer", "rows")
        .into_iter()
        .map(|it| it.1)
        .collect();
    let first = "if meant == 1 { first_meant = day + \" \" + part(time_shown, \" - \", 1); }";
    assert!(lines.iter().any(|it| it == first), "{lines:#?}");
    let test = "time_as(part(time_shown, \" - \", 1), \"%H:%M\") > time_as(time, \"%H:%M\")";
    assert!(lines.iter().any(|it| it.contains(test)), "{lines:#?}");
}

/// Errands under headings that say when they are due.
fn agenda(all: &[(&str, &str)]) -> Vec<Row> {
    let row = |(heading, title): &(&str, &str)| {
        let cells = [("title", *title), ("heading", *heading)];
        cells.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec()
    };
    all.iter().map(row).collect()
}

const ERRANDS: [(&str, &str); 7] = [
    ("Overdue", "Pay the rent"),
    ("Overdue", "Mend the fence"),
    ("Due today", "Water the plants"),
    ("Due Wednesday", "Call the bank"),
    ("Due Wednesday", "Air the room"),
    ("Due Monday, October 23", "Write to Ada"),
    ("Completed", "Wind the clock"),
];

#[test]
fn a_day_of_the_week_is_the_next_one_where_the_days_of_a_list_follow_each_other() {
    let rows = agenda(&ERRANDS);
    for (goal, date, expected) in [
        (
            "Which errands are due this Wednesday? Answer with the titles only.",
            "this Wednesday",
            "Call the bank, Air the room",
        ),
        (
            "Which errands are left by October 18? Answer with the titles only.",
            "October 18",
            "Pay the rent, Mend the fence, Water the plants, Call the bank, Air the room",
        ),
        ("How many errands are due next week?", "", "2"),
    ] {
        let values: Vec<(&str, &str)> = [("date", date)]
            .into_iter()
            .filter(|it| !it.1.is_empty())
            .collect();
        among_the_first(&rows, goal, &values, expected);
    }
    let goal = "Which errands are left by October 18? Answer with the titles only.";
    let all = questions(&rows, &params(&[("date", "October 18")]), goal, TODAY_IS);
    let asked = all.iter().find(|it| it.answer.matches(',').count() == 4);
    let asked = &asked.expect("five are due until then").question;
    let script: Vec<String> = asked
        .script("answer", "rows()")
        .into_iter()
        .map(|it| it.1)
        .collect();
    assert!(script.contains(&"let last_day = \"\";".to_owned()), "{script:#?}");
    assert!(
        script.contains(&"last_day = coming_after(last_day, heading, today);".to_owned()),
        "{script:#?}"
    );
    // Where the days do not follow each other, it is another list; and of days that are over it says nothing.
    let on = |rows: &[Row], date: &str| asked.answer(rows, &params(&[("date", date)]), TODAY_IS);
    let mut other = ERRANDS;
    other.swap(2, 5);
    assert_eq!(on(&agenda(&other), "October 18"), None);
    assert_eq!(on(&rows, "yesterday"), None);
    assert_eq!(
        on(&rows, "today").as_deref(),
        Some("Pay the rent, Mend the fence, Water the plants")
    );
}

#[test]
fn a_list_of_what_was_done_does_not_say_what_is_to_come() {
    let rows = agenda(&[("Wednesday", "Swam"), ("Friday", "Ran"), ("Today", "Walked")]);
    let goal = "What did I do this Friday? Answer with the titles only.";
    let all = questions(&rows, &params(&[("date", "this Friday")]), goal, TODAY_IS);
    let coming = all
        .iter()
        .find(|it| it.question.exprs().any(|it| call_of(it, COMING).is_some()));
    assert_eq!(coming, None);
}

/// Notes, some of them with a box.
fn notes() -> Vec<Row> {
    let all: [&[(&str, &str)]; 4] = [
        &[("check_box", "to-do: Guest List"), ("title", "Guest List")],
        &[("title", "Shopping")],
        &[("check_box", "to-do: Taxes"), ("title", "Taxes")],
        &[("title", "Taxes 2022")],
    ];
    let row = |it: &&[(&str, &str)]| -> Row {
        let cells = it.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        cells.collect()
    };
    all.iter().map(row).collect()
}

#[test]
fn what_some_rows_have_and_the_goal_names_tells_them() {
    among_the_first(&notes(), "How many to-dos are there?", &[], "2");
    let goal =
        "Is the note titled 'Taxes' a todo item? Answer either 'True' if it is a todo or 'False' if not.";
    let values = [("title", "Taxes")];
    assert_eq!(answers(&notes(), goal, &values)[0], "True");
    let all = questions(&notes(), &params(&values), goal, TODAY_IS);
    let asked = &all.first().expect("it is asked").question;
    let of = |title: &str| asked.answer(&notes(), &params(&[("title", title)]), TODAY_IS);
    assert_eq!(of("Shopping").as_deref(), Some("False"), "{}", asked.in_words());
    assert_eq!(of("Taxes 2023"), None, "there is no such note");
    let script: Vec<String> = asked
        .script("answer", "rows()")
        .into_iter()
        .map(|it| it.1)
        .collect();
    let given = "answer = if check_box == \"\" { \"False\" } else { \"True\" };";
    assert!(script.iter().any(|it| it == given), "{script:#?}");
}
