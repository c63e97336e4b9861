//! A person does the first rows of a table by hand and says which rows are meant: the function does each of them once, whatever the
//! table does meanwhile, and refuses where rows can't be told apart or not all of them are seen.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::shop;

use std::{
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use autorpa::{
    Autorpa, BuildRequest, Built, Event, ExecRequest, Home, ListenRequest, Listening, Observer, Question,
    Tier, Word, Words,
};
use device_web::{Ears, Window, find_chromium};
use hand::Hand;
use shop::{Order, Shop, Ways};
use task::Params;
use tempfile::TempDir;
use testkit::{Part, there};
use trajectory::{Code, Outcome, Recording};

/// Somebody who hears everything and agrees to nothing.
#[derive(Clone, Default)]
struct Hears(Arc<Mutex<Vec<String>>>);

impl Observer for Hears {
    fn hear(&self, event: &Event<'_>) {
        if let Event::Line { text } = event {
            self.0.lock().unwrap().push(text.clone());
        }
    }
}

/// A shop with a library of its own.
struct Office {
    shop: Shop,
    rpa: Autorpa,
    hears: Hears,
    /// Where it begins.
    start: &'static str,
    _dir: TempDir,
}

impl Office {
    /// `None` where there is no browser.
    fn open(orders: &[Order]) -> Option<Self> {
        there(Part::Web, find_chromium())?;
        let dir = tempfile::tempdir().unwrap();
        let hears = Hears::default();
        let home = Home::new(&dir.path().join("home"), dir.path().join("library"));
        Some(Self {
            shop: Shop::open(orders),
            rpa: Autorpa::new(home).watched_by(Arc::new(hears.clone())),
            hears,
            start: "",
            _dir: dir,
        })
    }

    fn url(&self) -> String {
        self.shop.url() + self.start
    }

    /// Everything that was said.
    fn said(&self) -> String {
        self.hears.0.lock().unwrap().join("\n")
    }

    /// Show a task while a hand does it, and answer what is asked then.
    fn show(&self, answers: &str, does: impl FnOnce(&mut Hand) + Send + 'static) -> Recording {
        self.show_and_say(answers, &[], does)
    }

    /// The same, with lines that are said when it is done.
    fn show_and_say(
        &self,
        answers: &str,
        says: &[&str],
        does: impl FnOnce(&mut Hand) + Send + 'static,
    ) -> Recording {
        let request = ListenRequest {
            ears: Ears::Own {
                window: Window::Hidden,
                profile: None,
            },
            url: Some(self.url()),
            goal: None,
            name: Some("approve_orders".to_owned()),
            task: None,
            secrets: Vec::new(),
            login: None,
        };
        let mut listening = self.rpa.listen(&request).unwrap();
        go_on(&mut listening, does);
        for line in says {
            for it in listening.hear(line) {
                self.rpa_says(&it.to_string());
            }
        }
        listening.say(Word::Done);
        let words = Words::parse(answers).unwrap();
        listening.keep_asked(&self.rpa, words, &mut || None).unwrap()
    }

    fn rpa_says(&self, line: &str) {
        self.hears.0.lock().unwrap().push(line.to_owned());
    }

    fn build(&self, recording: &Recording) -> Result<Built, autorpa::Error> {
        self.build_with(&self.rpa, recording)
    }

    fn build_with(&self, rpa: &Autorpa, recording: &Recording) -> Result<Built, autorpa::Error> {
        rpa.build(&BuildRequest {
            from: vec![recording.id.to_string()],
            url: Some(self.url()),
            tier: Tier::Free,
            ..BuildRequest::new(&recording.instance.task_type)
        })
    }

    /// Show two rows, and build the loop that the answers say.
    fn looped(&self, answers: &str, does: impl FnOnce(&mut Hand) + Send + 'static) -> Built {
        let recording = self.show(answers, does);
        self.build(&recording)
            .unwrap_or_else(|why| panic!("{why}\n{}", self.said()))
    }

    fn run(&self, built: &Built) -> Recording {
        let request = ExecRequest {
            url: Some(self.url()),
            ..ExecRequest::new(&built.function.as_ref().unwrap().path, Params::new())
        };
        self.rpa.exec(&request).unwrap().recording
    }

    /// A run that comes to its end.
    fn runs(&self, built: &Built) -> Recording {
        let run = self.run(built);
        let outcome = run.ending.outcome;
        assert_eq!(outcome, Outcome::Unchecked, "{:?}\n{}", run.ending, source(built));
        run
    }

    /// A run that is refused, for this reason.
    #[track_caller]
    fn refuses(&self, built: &Built, code: Code, because: &str) {
        let run = self.run(built);
        assert_eq!(
            run.ending.outcome,
            Outcome::Refused,
            "{:?}\n{}",
            run.ending,
            source(built)
        );
        let why = run.ending.diagnostic.unwrap();
        assert_eq!(why.code, code, "{why}");
        assert!(why.to_string().contains(because), "{why}");
    }
}

fn source(built: &Built) -> String {
    std::fs::read_to_string(&built.function.as_ref().unwrap().path).unwrap()
}

/// Go on while a hand does something.
fn go_on(listening: &mut Listening, does: impl FnOnce(&mut Hand) + Send + 'static) {
    let port = listening.port().unwrap();
    let hand = thread::spawn(move || does(&mut Hand::at_port(port)));
    while !hand.is_finished() {
        listening.listen(Duration::from_millis(20));
    }
    hand.join().unwrap();
}

fn row_of(number: &str) -> String {
    format!("[...document.querySelectorAll('tbody tr')].find((it) => it.innerText.includes({number:?}))")
}

/// Press the button of a row, and wait until the page says what came of it.
fn approve(hand: &mut Hand, number: &str) {
    press_in(hand, number, "button");
    hand.until(&format!(
        "document.readyState === 'complete' && document.title.endsWith({number:?})"
    ));
}

fn press_in(hand: &mut Hand, number: &str, selector: &str) {
    hand.until(&format!(
        "document.readyState === 'complete' && !!{}",
        row_of(number)
    ));
    hand.until_drawn();
    let at = hand.place_by(&format!(
        "(() => {{ const it = {}.querySelector({selector:?}); it.scrollIntoViewIfNeeded(); const r = it.getBoundingClientRect(); \
         return [r.left + r.width / 2, r.top + r.height / 2]; }})()",
        row_of(number)
    ));
    hand.click_at(at);
}

/// Two late orders, with one between them that was paid, and others after them.
fn orders() -> Vec<Order> {
    shop::orders(&[
        ("INV-101", "Ada", "late"),
        ("INV-102", "Bob", "paid"),
        ("INV-103", "Cy", "late"),
        ("INV-104", "Di", "not late"),
        ("INV-105", "Ed", "late"),
        ("INV-106", "Flo", "late-paid"),
        ("INV-107", "Gus", "Late"),
        ("INV-108", "Hal", "late"),
    ])
}

fn two(hand: &mut Hand) {
    approve(hand, "INV-101");
    approve(hand, "INV-103");
}

#[test]
fn the_rest_of_the_rows_that_are_meant_is_done_and_no_other() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = office.looped("rows\nok\n", two);
    let said = office.said();
    assert!(
        said.contains("for each row of \"Open orders\" whose \"Status\" is \"late\" (at the end of the recording, 2: INV-105, INV-108)"),
        "{said}"
    );
    assert_eq!(
        office.shop.took(),
        ["INV-101", "INV-103"],
        "nothing is run by a build that nobody allows"
    );
    let source = source(&built);
    assert!(source.contains("rows_to_do"), "{source}");
    assert!(!source.contains("INV-"), "{source}");
    let run = office.runs(&built);
    assert_eq!(office.shop.took()[2..], ["INV-105", "INV-108"]);
    assert!(
        run.log[0].ends_with("2 of 8: INV-105, INV-108"),
        "what it takes is said before: {:?}",
        run.log
    );
    // Nothing is left: nothing is done.
    let run = office.runs(&built);
    assert_eq!(office.shop.took().len(), 4);
    assert!(run.log[0].contains("0 of 8: there is none"), "{:?}", run.log);
}

/// The loop over late orders, shown on the first two of them.
fn late(office: &Office) -> Built {
    office.looped("rows\nok\n", two)
}

#[test]
fn what_the_table_does_meanwhile_makes_it_neither_skip_a_row_nor_do_one_twice() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    let shown = office.shop.took().len();
    let many = shop::orders(&[
        ("INV-201", "Ada", "late"),
        ("INV-202", "Bob", "late"),
        ("INV-203", "Cy", "paid"),
        ("INV-204", "Di", "late"),
        ("INV-205", "Ed", "late"),
        ("INV-206", "Flo", "late"),
    ]);
    let new = shop::orders(&[("INV-299", "Zoe", "late")]).remove(0);
    let ways = [
        Ways {
            hides: true,
            ..Ways::default()
        },
        Ways {
            turns: true,
            ..Ways::default()
        },
        Ways {
            hides: true,
            turns: true,
            ..Ways::default()
        },
        Ways {
            late: true,
            ..Ways::default()
        },
        Ways {
            heads_again: true,
            ..Ways::default()
        },
        Ways {
            gains: Some(new.clone()),
            ..Ways::default()
        },
        Ways {
            gains: Some(new),
            hides: true,
            ..Ways::default()
        },
        Ways {
            closed: shop::orders(&[("INV-201", "Ada", "late")]),
            ..Ways::default()
        },
    ];
    let mut before = shown;
    for ways in ways {
        office.shop.has(&many);
        office.shop.does(ways.clone());
        let run = office.runs(&built);
        let took = office.shop.took()[before..].to_vec();
        let mut sorted = took.clone();
        sorted.sort();
        assert_eq!(
            sorted,
            ["INV-201", "INV-202", "INV-204", "INV-205", "INV-206"],
            "{ways:?}"
        );
        before += took.len();
        // What came in meanwhile was not asked for, and is named.
        let told = run
            .log
            .iter()
            .any(|it| it.contains("came in meanwhile and is not done: INV-299"));
        assert_eq!(told, ways.gains.is_some(), "{:?}", run.log);
    }
}

#[test]
fn rows_that_are_not_told_apart_and_rows_that_change_meanwhile_are_refused() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    let shown = office.shop.took().len();
    // Two of one number, of which only one is late.
    office.shop.has(&shop::orders(&[
        ("INV-301", "Ada", "paid"),
        ("INV-301", "Bob", "late"),
        ("INV-302", "Cy", "late"),
    ]));
    office.refuses(
        &built,
        Code::ElementAmbiguous,
        "\"INV-301\" stands in several rows",
    );
    // One that has no number.
    office
        .shop
        .has(&shop::orders(&[("", "Ada", "late"), ("INV-302", "Cy", "late")]));
    office.refuses(&built, Code::ElementMissing, "shows nothing in \"Number\"");
    assert_eq!(office.shop.took().len(), shown, "nothing was done to any");

    // Somebody else takes a row away that was not done yet.
    let three = shop::orders(&[
        ("INV-401", "Ada", "late"),
        ("INV-402", "Bob", "late"),
        ("INV-403", "Cy", "late"),
    ]);
    office.shop.has(&three);
    office.shop.does(Ways {
        takes_away: Some(("INV-401".to_owned(), "INV-402".to_owned())),
        ..Ways::default()
    });
    office.refuses(&built, Code::ElementMissing, "\"INV-402\" was a row of");
    assert_eq!(office.shop.took()[shown..], ["INV-401"]);
    // The rest is done by the next run.
    office.shop.does(Ways::default());
    office.runs(&built);
    assert_eq!(office.shop.took()[shown..], ["INV-401", "INV-403"]);

    // A shop that says that it was approved, and loses it: the first such row ends the run.
    office.shop.has(&three);
    office.shop.does(Ways {
        loses: true,
        ..Ways::default()
    });
    office.refuses(&built, Code::AssertionFailed, "\"INV-401\" is as it was");
    // The same where the table is empty for a while, after each press.
    office.shop.does(Ways {
        loses: true,
        late: true,
        ..Ways::default()
    });
    office.refuses(&built, Code::AssertionFailed, "\"INV-401\" is as it was");
    assert_eq!(
        office.shop.took()[shown..],
        ["INV-401", "INV-403", "INV-401", "INV-401"]
    );
}

#[test]
fn a_table_that_shows_a_part_is_read_to_its_end_or_refused() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    let shown = office.shop.took().len();
    let many = many(45);
    let meant = late_ones(&many);
    office.shop.has(&many);
    office.shop.does(Ways {
        page: Some(10),
        ..Ways::default()
    });
    office.refuses(&built, Code::ListUnfinished, "goes on on further pages");
    assert_eq!(office.shop.took().len(), shown);
    office.shop.does(Ways {
        windowed: true,
        ..Ways::default()
    });
    office.runs(&built);
    assert_eq!(office.shop.took()[shown..], meant);
}

#[test]
fn a_table_of_another_name_is_not_taken_for_the_one_that_is_gone() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    let shown = office.shop.took().len();
    office.shop.has(&[]);
    office.shop.does(Ways {
        closed: shop::orders(&[("INV-1", "Ada", "late")]),
        ..Ways::default()
    });
    // The table is there, and empty.
    office.runs(&built);
    assert_eq!(office.shop.took().len(), shown);
}

#[test]
fn what_nobody_confirms_is_no_loop() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = office.looped("", two);
    let said = office.said();
    assert!(
        said.contains("note: no loop is made: the same was done to 2 rows of \"Open orders\", INV-101 and INV-103, and nobody has said"),
        "{said}"
    );
    let source = source(&built);
    assert!(!source.contains("for ") && !source.contains("while "), "{source}");
    assert!(
        source.contains("INV-101") && source.contains("INV-103"),
        "{source}"
    );
}

/// Somebody who chooses an answer.
struct Chooses(usize);

impl Observer for Chooses {
    fn hear(&self, _event: &Event<'_>) {}

    fn chooses(&self, question: &Question) -> Option<usize> {
        assert!(question.text.contains("Which rows are meant?"), "{question}");
        let answers = [
            "For each row of \"Open orders\" whose \"Status\" is \"late\" (at the end of the recording, 2: INV-105, INV-108)",
            "These alone",
        ];
        assert_eq!(question.answers, answers);
        Some(self.0)
    }
}

#[test]
fn a_person_is_asked_by_the_build_where_the_recording_does_not_say_it() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let recording = office.show("", two);
    for (answer, loops) in [(1, false), (0, true)] {
        let rpa = office.rpa.clone().watched_by(Arc::new(Chooses(answer)));
        let built = office.build_with(&rpa, &recording).unwrap();
        assert_eq!(source(&built).contains("rows_to_do"), loops, "{}", source(&built));
    }
}

#[test]
fn what_was_understood_of_kept_rows_is_answered_by_a_word() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let recording = office.show("", two);
    let understood = office.rpa.answerable(&recording);
    let choice = "each row of \"Open orders\" whose \"Status\" is \"late\" (at the end of the recording, 2: INV-105, INV-108)";
    assert_eq!(
        (understood.rows, understood.chosen),
        (vec![choice.to_owned()], None)
    );
    let meant = office
        .rpa
        .answer(&recording, &Word::Rows { which: Some(1) })
        .unwrap();
    assert_eq!(office.rpa.answerable(&meant).chosen, Some(0));
    assert!(source(&office.build(&meant).unwrap()).contains("rows_to_do"));
    let alone = office.rpa.answer(&meant, &Word::Once).unwrap();
    assert!(!source(&office.build(&alone).unwrap()).contains("rows_to_do"));
    let wrong = office.rpa.answer(&recording, &Word::Rows { which: Some(7) });
    assert!(wrong.unwrap_err().to_string().contains("say which"));
}

#[test]
fn rows_that_were_passed_over_for_no_reason_that_shows_are_no_loop() {
    let same = shop::orders(&[
        ("INV-101", "Ada", "late"),
        ("INV-102", "Bob", "late"),
        ("INV-103", "Ada", "late"),
        ("INV-104", "Ed", "late"),
    ]);
    let Some(office) = Office::open(&same) else { return };
    // Both are of Ada, and one that is not is passed over: that is a reason.
    let recording = office.show("rows\nok\n", two);
    let said = office.said();
    assert!(said.contains("whose \"Customer\" is \"Ada\""), "{said}");
    assert!(recording.shown.unwrap().each_row.is_some());
    let mut other = same.clone();
    other[0].customer = "Cy".to_owned();
    office.shop.has(&other);
    let recording = office.show("rows\nok\n", two);
    let said = office.said();
    assert!(
        said.contains("INV-102 is passed over, and no column tells why"),
        "{said}"
    );
    assert!(said.contains("nothing was done to rows of a table"), "{said}");
    assert_eq!(recording.shown.as_ref().unwrap().each_row, None);
    let built = office.build(&recording).unwrap();
    assert!(!source(&built).contains("rows_to_do"));
}

#[test]
fn which_rows_are_meant_is_asked_where_several_ways_say_it() {
    let all = shop::orders(&[
        ("INV-101", "Ada", "late"),
        ("INV-103", "Ada", "late"),
        ("INV-104", "Bob", "late"),
        ("INV-105", "Ada", "paid"),
    ]);
    let Some(office) = Office::open(&all) else { return };
    // Said without a number, it is not taken.
    let recording = office.show("rows\nrows 9\nok\n", two);
    let said = office.said();
    assert!(
        said.contains("`rows 1`: for each row of \"Open orders\" (at the end of the recording, 4"),
        "{said}"
    );
    assert!(said.contains("`rows 2`: for each row of \"Open orders\" whose \"Customer\" is \"Ada\" (at the end of the recording, 3"), "{said}");
    assert!(said.contains("`rows 3`: for each row of \"Open orders\" whose \"Status\" is \"late\" (at the end of the recording, 1: INV-104)"), "{said}");
    assert!(said.contains("say which: `rows 1` to `rows 4`"), "{said}");
    assert_eq!(recording.shown.unwrap().each_row, None);
    office.shop.has(&all);
    let built = office.looped("rows 3\nok\n", two);
    let shown = office.shop.took().len();
    office.runs(&built);
    assert_eq!(office.shop.took()[shown..], ["INV-104"]);
}

#[test]
fn a_place_in_the_table_tells_no_row() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    office.shop.does(Ways {
        numbered: true,
        hides: true,
        ..Ways::default()
    });
    let built = late(&office);
    let source = source(&built);
    assert!(source.contains("known_by: \"Number\""), "{source}");
    office.runs(&built);
    assert_eq!(office.shop.took(), ["INV-101", "INV-103", "INV-105", "INV-108"]);
}

/// Open an order, set it to approved, save it; the shop leads back to the table.
fn set(hand: &mut Hand, number: &str) {
    press_in(hand, number, "a");
    hand.until("document.readyState === 'complete' && !!document.querySelector('select')");
    hand.value("document.querySelector('select').focus()");
    hand.key("End", 35, 0);
    hand.click("button");
    hand.until(&format!(
        "document.readyState === 'complete' && document.title.endsWith({number:?})"
    ));
}

#[test]
fn each_row_is_opened_changed_and_left_again() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = office.looped("constant state\nrows\nok\n", |hand| {
        set(hand, "INV-101");
        set(hand, "INV-103");
    });
    let source = source(&built);
    assert!(source.contains("rows_to_do"), "{source}\n{}", office.said());
    office.shop.does(Ways {
        hides: true,
        turns: true,
        ..Ways::default()
    });
    office.runs(&built);
    let mut took = office.shop.took();
    took.sort();
    assert_eq!(took, ["INV-101", "INV-103", "INV-105", "INV-108"], "{source}");
}

#[test]
fn a_table_that_is_the_answer_is_read_anew_row_by_row() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let loaded = |hand: &mut Hand| hand.until("document.readyState === 'complete'");
    let says = [
        "answer table Closed orders",
        "answer column Nothing",
        "answer column Customer, Status",
    ];
    let recording = office.show_and_say("", &says, loaded);
    let said = office.said();
    assert!(
        said.contains("no table of the page is told by \"Closed orders\""),
        "{said}"
    );
    assert!(
        said.contains("no table of the page is told by \"Nothing\""),
        "{said}"
    );
    let built = office
        .build(&recording)
        .unwrap_or_else(|why| panic!("{why}\n{said}"));
    let source = source(&built);
    assert!(source.contains("columns: [\"Customer\", \"Status\"]"), "{source}");
    assert!(!source.contains("Ada"), "{source}");
    office.shop.has(&shop::orders(&[
        ("1", "O&apos;Brien, &quot;Bob&quot; &amp; Co; x", "a,b"),
        ("2", "李 雷", "متأخر"),
        ("3", "Zoë\nČapek", ""),
    ]));
    let request = ExecRequest {
        url: Some(office.url()),
        ..ExecRequest::new(&built.function.as_ref().unwrap().path, Params::new())
    };
    let ran = office.rpa.exec(&request).unwrap();
    let rows = serde_json::json!([
        { "Customer": "O'Brien, \"Bob\" & Co; x", "Status": "a,b" },
        { "Customer": "李 雷", "Status": "متأخر" },
        { "Customer": "Zoë Čapek", "Status": "" },
    ]);
    assert_eq!(ran.json()["answer"], rows, "{:?}\n{source}", ran.recording.ending);
    let csv = String::from_utf8(ran.csv().unwrap()).unwrap();
    assert_eq!(
        csv,
        "Customer,Status\n\"O'Brien, \"\"Bob\"\" & Co; x\",\"a,b\"\n李 雷,متأخر\nZoë Čapek,\n"
    );
    // An empty table is an answer, a part of one is none, and one that is gone neither.
    office.shop.has(&[]);
    let ran = office.rpa.exec(&request).unwrap();
    assert_eq!(
        ran.json()["answer"],
        serde_json::json!([]),
        "{:?}",
        ran.recording.ending
    );
    office.shop.has(&orders());
    office.shop.does(Ways {
        page: Some(3),
        ..Ways::default()
    });
    office.refuses(&built, Code::ListUnfinished, "goes on on further pages");
    office.shop.does(Ways {
        closed: orders(),
        ..Ways::default()
    });
    let ran = office.rpa.exec(&request).unwrap();
    assert_eq!(
        ran.json()["answer"].as_array().map(Vec::len),
        Some(8),
        "the one of its name"
    );
}

#[test]
fn a_row_that_is_gone_is_not_taken_for_the_only_one_that_is_left() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    let shown = office.shop.took().len();
    // The page says the number of a row that is gone, and one other row is left, whose button is the nearest one then.
    office.shop.has(&shop::orders(&[
        ("INV-501", "Ada", "late"),
        ("INV-502", "Bob", "late"),
        ("INV-503", "Cy", "paid"),
    ]));
    office.shop.does(Ways {
        hides: true,
        says: true,
        takes_away: Some(("INV-501".to_owned(), "INV-502".to_owned())),
        ..Ways::default()
    });
    office.refuses(&built, Code::ElementMissing, "\"INV-502\" was a row of");
    assert_eq!(office.shop.took()[shown..], ["INV-501"]);
    // A column that the table has no more, and another that is called so.
    office.shop.does(Ways {
        heads: Some("<th>No.<th>Customer<th>State<th>Action"),
        ..Ways::default()
    });
    office.refuses(
        &built,
        Code::ElementMissing,
        "no table of this page has the columns",
    );
    assert_eq!(office.shop.took()[shown..], ["INV-501"]);
}

#[test]
fn a_dry_run_lists_the_rows_and_does_none_of_what_nothing_takes_back() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let deletes = Ways {
        button: "Delete",
        hides: true,
        ..Ways::default()
    };
    office.shop.does(deletes);
    let built = late(&office);
    let shown = office.shop.took().len();
    let request = ExecRequest {
        url: Some(office.url()),
        dry: true,
        ..ExecRequest::new(&built.function.as_ref().unwrap().path, Params::new())
    };
    let run = office.rpa.exec(&request).unwrap().recording;
    assert!(run.log[0].ends_with("2 of 6: INV-105, INV-108"), "{:?}", run.log);
    assert_eq!(office.shop.took().len(), shown, "{:?}", run.ending);
    let irreversible = &built.function.as_ref().unwrap().receipt.irreversible;
    assert!(irreversible[0].contains("Delete"), "{irreversible:?}");
}

#[test]
fn what_leads_to_the_table_expects_no_row_of_it() {
    let Some(mut office) = Office::open(&orders()) else {
        return;
    };
    office.start = "start";
    let built = office.looped("rows\nok\n", |hand| {
        hand.until("document.readyState === 'complete'");
        hand.click("a");
        two(hand);
    });
    let source = source(&built);
    assert!(!source.contains("INV-"), "{source}");
    let shown = office.shop.took().len();
    office
        .shop
        .has(&shop::orders(&[("X-1", "Zoe", "late"), ("X-2", "Ada", "paid")]));
    office.runs(&built);
    assert_eq!(office.shop.took()[shown..], ["X-1"], "{source}");
}

/// So many orders, each fourth of them late.
fn many(count: usize) -> Vec<Order> {
    let order = |n: usize| Order {
        number: format!("N-{n:03}"),
        customer: format!("Customer {}", n % 7),
        status: if n % 4 == 1 { "late" } else { "paid" }.to_owned(),
    };
    (0..count).map(order).collect()
}

fn late_ones(orders: &[Order]) -> Vec<String> {
    let late = orders.iter().filter(|it| it.status == "late");
    late.map(|it| it.number.clone()).collect()
}

#[test]
fn rows_of_all_pages_are_done_wherever_the_pages_have_them_by_then() {
    for numbers in [false, true] {
        let Some(office) = Office::open(&orders()) else {
            return;
        };
        let paged = Ways {
            page: Some(4),
            numbers,
            ..Ways::default()
        };
        office.shop.does(paged.clone());
        let built = late(&office);
        let (said, source) = (office.said(), source(&built));
        let by = if numbers { "1 2 3" } else { "Next" };
        assert!(said.contains(&format!("on all pages (by \"{by}\")")), "{said}");
        assert!(source.contains(&format!("pages: \"{by}\"")), "{source}");
        let mut shown = office.shop.took().len();
        let many = many(10);
        for ways in [
            paged.clone(),
            Ways {
                hides: true,
                ..paged.clone()
            },
            Ways {
                turns: true,
                ..paged.clone()
            },
            // All on one page after all.
            Ways {
                page: None,
                ..paged.clone()
            },
        ] {
            office.shop.has(&many);
            office.shop.does(ways.clone());
            office.runs(&built);
            let mut took = office.shop.took()[shown..].to_vec();
            shown += took.len();
            took.sort();
            assert_eq!(took, late_ones(&many), "{ways:?}");
        }
        // A save that is lost on a page that is not in front afterwards.
        let mut last = many.clone();
        last[1].status = "paid".to_owned();
        last[9].status = "paid".to_owned();
        office.shop.has(&last);
        office.shop.does(Ways {
            loses: true,
            ..paged.clone()
        });
        office.refuses(&built, Code::AssertionFailed, "\"N-005\" is as it was");
        assert_eq!(office.shop.took().len(), shown + 1);
    }
}

#[test]
fn an_endless_list_is_scrolled_to_its_end_before_anything_is_done() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    let shown = office.shop.took().len();
    let many = many(45);
    office.shop.has(&many);
    office.shop.does(Ways {
        endless: Some(10),
        ..Ways::default()
    });
    let run = office.runs(&built);
    assert_eq!(office.shop.took()[shown..], late_ones(&many), "{:?}", run.log);
    // One that is lost further down is not taken for done, as it is out of sight.
    let mut last = many.clone();
    last.iter_mut()
        .take(20)
        .for_each(|it| it.status = "paid".to_owned());
    office.shop.has(&last);
    office.shop.does(Ways {
        endless: Some(10),
        loses: true,
        ..Ways::default()
    });
    let shown = office.shop.took().len();
    office.refuses(&built, Code::AssertionFailed, "N-021");
    assert_eq!(office.shop.took().len(), shown + 1);
}

#[test]
fn a_row_that_becomes_something_else_than_it_was_shown_is_not_done() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let built = late(&office);
    assert!(
        source(&built).contains("after: #{ Status: \"approved\" }")
            || source(&built).contains("after: #{ \"Status\": \"approved\" }"),
        "{}",
        source(&built)
    );
    let shown = office.shop.took().len();
    office.shop.does(Ways {
        becomes: "on hold",
        ..Ways::default()
    });
    office.refuses(&built, Code::AssertionFailed, "its \"Status\" is \"on hold\"");
    assert_eq!(
        office.shop.took().len(),
        shown + 1,
        "the first such row ends the run"
    );
}

#[test]
fn the_rows_of_all_pages_are_the_answer_where_there_were_several() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let paged = Ways {
        page: Some(3),
        ..Ways::default()
    };
    office.shop.does(paged.clone());
    let loaded = |hand: &mut Hand| hand.until("document.readyState === 'complete'");
    let recording = office.show_and_say("", &["answer column Number, Status"], loaded);
    let built = office
        .build(&recording)
        .unwrap_or_else(|why| panic!("{why}\n{}", office.said()));
    assert!(source(&built).contains("pages: \"Next\""), "{}", source(&built));
    let request = ExecRequest {
        url: Some(office.url()),
        ..ExecRequest::new(&built.function.as_ref().unwrap().path, Params::new())
    };
    for (count, page) in [(8, 3), (3, 3), (7, 10)] {
        office.shop.has(&many(count));
        office.shop.does(Ways {
            page: Some(page),
            ..paged.clone()
        });
        let ran = office.rpa.exec(&request).unwrap();
        let answer = ran.json()["answer"].clone();
        let numbers: Vec<&str> = answer
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|it| it["Number"].as_str())
            .collect();
        let all = many(count);
        let expected: Vec<&str> = all.iter().map(|it| it.number.as_str()).collect();
        assert_eq!(numbers, expected, "{:?}", ran.recording.ending);
    }
}

/// Open an order beside the table, and approve it there.
fn in_the_panel(hand: &mut Hand, number: &str) {
    press_in(hand, number, "button");
    #[expect(clippy::disallowed_methods, reason = "a panel may not say whose it is")]
    thread::sleep(Duration::from_millis(600));
    hand.click("#panel button");
    hand.until(&format!("document.title.endsWith({number:?})"));
}

#[test]
fn what_stands_beside_the_table_is_pressed_once_it_is_the_rows_own() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let quick = Ways {
        panel: Some(300),
        panel_says: true,
        ..Ways::default()
    };
    office.shop.does(quick.clone());
    let both = |hand: &mut Hand| {
        in_the_panel(hand, "INV-101");
        in_the_panel(hand, "INV-103");
    };
    let built = office.looped("rows\nok\n", both);
    let shown = office.shop.took().len();
    assert!(
        source(&built).contains("named_beside: true"),
        "{}",
        source(&built)
    );
    let many = shop::orders(&[
        ("A-1", "Ada", "late"),
        ("A-10", "Bob", "late"),
        ("A-2", "Cy", "late"),
    ]);
    office.shop.has(&many);
    office.shop.does(Ways {
        panel: Some(4500),
        ..quick
    });
    office.runs(&built);
    assert_eq!(office.shop.took()[shown..], ["A-1", "A-10", "A-2"]);
    // Where it never says whose it is, no loop is made.
    office.shop.has(&orders());
    office.shop.does(Ways {
        panel_says: false,
        panel: Some(300),
        ..Ways::default()
    });
    let recording = office.show("rows\nok\n", both);
    assert!(
        office.said().contains("without a word of which row is meant"),
        "{}",
        office.said()
    );
    assert!(recording.shown.unwrap().each_row.is_none());
}

#[test]
fn a_filter_before_the_loop_has_had_its_effect_before_rows_are_listed() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let filtered = Ways {
        filter: Some(100),
        panel: Some(300),
        panel_says: true,
        ..Ways::default()
    };
    office.shop.does(filtered.clone());
    // With the filter no row is passed over: all rows that are left are meant.
    let built = office.looped("constant state\nrows 1\nok\n", |hand| {
        hand.until("document.readyState === 'complete'");
        hand.click("#f");
        hand.keys("late");
        hand.until("document.querySelectorAll('tbody tr:not([hidden])').length === 4");
        in_the_panel(hand, "INV-101");
        hand.until("document.querySelectorAll('tbody tr:not([hidden])').length === 3");
        in_the_panel(hand, "INV-103");
    });
    let source = source(&built);
    assert!(source.contains("rows_to_do"), "{source}\n{}", office.said());
    let shown = office.shop.took().len();
    office.shop.does(Ways {
        filter: Some(900),
        ..filtered
    });
    office.runs(&built);
    assert_eq!(office.shop.took()[shown..], ["INV-105", "INV-108"], "{source}");
}

#[test]
fn what_stands_on_a_further_page_is_looked_for_page_by_page() {
    let Some(office) = Office::open(&orders()) else {
        return;
    };
    let paged = Ways {
        page: Some(3),
        ..Ways::default()
    };
    office.shop.does(paged);
    let recording = office.show_and_say("ok\n", &["param INV-105 number"], |hand| {
        hand.until("document.readyState === 'complete'");
        hand.click("a[href*='page=2']");
        approve(hand, "INV-105");
    });
    let built = office
        .build(&recording)
        .unwrap_or_else(|why| panic!("{why}\n{}", office.said()));
    let source = source(&built);
    let exec = |number: &str| {
        let params: Params = [("number".to_owned(), task::Value::Text(number.to_owned()))].into();
        let request = ExecRequest {
            url: Some(office.url()),
            ..ExecRequest::new(&built.function.as_ref().unwrap().path, params)
        };
        office.rpa.exec(&request).unwrap().recording.ending
    };
    for number in ["INV-104", "INV-102", "INV-108", "INV-107"] {
        let before = office.shop.took().len();
        let ending = exec(number);
        assert_eq!(
            ending.outcome,
            Outcome::Unchecked,
            "{number}: {ending:?}\n{source}"
        );
        assert_eq!(office.shop.took()[before..], [number], "{source}");
    }
    let before = office.shop.took().len();
    let ending = exec("INV-10");
    assert_ne!(
        ending.outcome,
        Outcome::Unchecked,
        "a part of a number is none: {ending:?}\n{source}"
    );
    assert_eq!(office.shop.took().len(), before);
}
