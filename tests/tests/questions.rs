//! Tasks that ask a question, without a model, on a device that nobody has tuned for: a list of loans that is longer than the
//! screen, with rows of the same name, a name in the header that is no row, and people who have borrowed nothing.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::sync::Arc;

use autorpa::{
    Autorpa, BuildRequest, Built, Driver, Error, ExecRequest, Home, Outcome, Pool, Registry, Setup, Start,
    Suite, Terms, Tier,
    device::{
        Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Listing, Tasks, Verdict,
    },
    picture::{Canvas, Color},
    task::{Instance, ParamSpec, Params, TaskType, Value},
    ui::{ActionKind, Direction, Element, HardAction, Rect, Screen},
};

const DEVICE: &str = "reading-room";
const SUITE: &str = "loans";
const SIZE: (u32, u32) = (400, 700);
/// Rows in sight.
const IN_SIGHT: usize = 6;
/// A Thursday.
const TODAY: &str = "2026-11-26";

const PEOPLE: [&str; 5] = ["Ada", "Bob", "Cleo", "Dora", "Emil"];
const TITLES: [&str; 8] = [
    "Tides",
    "Bread",
    "The North",
    "Small Engines",
    "Bees",
    "Glass",
    "Old Roads",
    "Tides of Iron",
];
/// Days from today on, as the list says them and as goals do.
const DAYS: [(&str, &[&str]); 5] = [
    ("Today", &["today", "November 26"]),
    ("Tomorrow", &["tomorrow", "Friday"]),
    ("Nov 28", &["this Saturday", "November 28"]),
    ("Nov 30", &["Monday", "November 30 2026"]),
    ("Dec 4", &["the Friday after next", "December 04"]),
];

struct Ask {
    name: &'static str,
    goal: &'static str,
    param: &'static str,
}

const ASKS: [Ask; 6] = [
    Ask {
        name: "CountLoans",
        goal: "How many books has {who} borrowed? Answer with a number.",
        param: "who",
    },
    Ask {
        name: "TitlesDue",
        goal: "Which books are due {date}? Answer with the titles only, with commas between them.",
        param: "date",
    },
    Ask {
        name: "MostPages",
        goal: "How long is the longest book that {who} has borrowed, by its pages? Answer with the number.",
        param: "who",
    },
    Ask {
        name: "DueUntil",
        goal: "Which books have to be back by {date}? Answer with the titles only, with commas between them.",
        param: "date",
    },
    Ask {
        name: "IsReserved",
        goal: "Is the book '{title}' reserved? Answer 'yes' or 'no'.",
        param: "title",
    },
    Ask {
        name: "CountReserved",
        goal: "How many books are reserved on shelf {shelf}? Answer with a number.",
        param: "shelf",
    },
];

/// What the plan says over its books, days from today on, and how goals say such a day; what is overdue no goal says.
const OVER: [(&str, i64, &[&str]); 6] = [
    ("Overdue", -3, &[]),
    ("Due today", 0, &["today", "November 26"]),
    ("Due tomorrow", 1, &["tomorrow", "Friday"]),
    ("Due Saturday", 2, &["this Saturday", "November 28"]),
    ("Due Monday", 4, &["Monday", "November 30 2026"]),
    (
        "Due Friday, December 4",
        8,
        &["the Friday after next", "December 04"],
    ),
];

/// One line of a plan without ids: what is due under a heading, or a book, reserved or not.
#[derive(Clone, Copy)]
enum Line {
    Head(&'static str),
    Book(&'static str, bool),
}

/// A plan of a seed, the value that is asked for, and the answer.
fn planned(ask: &Ask, seed: u64) -> (Vec<Line>, String, Vec<String>) {
    let mut chance = Chance(seed.wrapping_mul(709) + 5);
    let none = seed == NONE_FITS;
    // On the day that is asked for, or after it where nothing fits.
    let day = 1 + chance.below(OVER.len() - 2);
    let least = if none { day + 1 } else { 0 };
    let mut books: Vec<(usize, &'static str, bool)> = Vec::new();
    for (nth, title) in TITLES.into_iter().enumerate() {
        let due = least + chance.below(OVER.len() - least);
        let due = if nth == 0 && !none { day } else { due };
        let reserved = !none && (nth == 1 || chance.below(3) == 0);
        books.push((due, title, reserved));
    }
    books.sort_by_key(|it| it.0);
    let mut lines = Vec::new();
    for (at, (due, title, reserved)) in books.iter().enumerate() {
        if at == 0 || books[at - 1].0 != *due {
            lines.push(Line::Head(OVER[*due].0));
        }
        lines.push(Line::Book(title, *reserved));
    }
    let said = OVER[day].2;
    let chosen = books[chance.below(books.len())];
    let (value, expected) = match ask.name {
        "DueUntil" => {
            let until = books.iter().filter(|it| OVER[it.0].1 <= OVER[day].1);
            let titles = until.map(|it| it.1.to_owned()).collect();
            (said[chance.below(said.len())], titles)
        }
        "IsReserved" if none => ("Tides of Steel", Vec::new()),
        "IsReserved" => (chosen.1, vec![if chosen.2 { "yes" } else { "no" }.to_owned()]),
        _ => {
            let count = books.iter().filter(|it| it.2).count();
            ("4", if none { Vec::new() } else { vec![count.to_string()] })
        }
    };
    (lines, value.to_owned(), expected)
}

/// A sequence that looks random and is always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// One loan: title, who has it, when it is due (of [`DAYS`]), pages.
#[derive(Clone)]
struct Loan(&'static str, &'static str, usize, usize);

#[derive(Default)]
struct Room {
    loans: Vec<Loan>,
    /// What it shows in the place of loans.
    plan: Vec<Line>,
    from: usize,
    expected: Vec<String>,
    answer: Option<String>,
}

impl Room {
    fn lines(&self) -> usize {
        self.loans.len().max(self.plan.len())
    }

    /// A plan, in which nothing has an id.
    fn planned(&self) -> Vec<Element> {
        let element = |class: &str, says: &str, path: &[u16], row: usize| Element {
            text: (class != "Mark").then(|| says.to_owned()),
            content_description: (class == "Mark").then(|| says.to_owned()),
            class_name: Some(class.to_owned()),
            path: path.to_vec(),
            bounds: Rect::new(10, 80 * row as i32, 390, 80 * row as i32 + 70),
            ..Element::default()
        };
        let list = Element {
            text: None,
            bounds: Rect::new(0, 80, 400, 700),
            scrollable: self.plan.len() > IN_SIGHT,
            ..element("List", "", &[0, 1], 0)
        };
        let mut all = vec![element("Text", "Shelf 4", &[0, 0], 0), list];
        let in_sight = self.plan.iter().enumerate().skip(self.from).take(IN_SIGHT);
        for (row, (at, line)) in in_sight.enumerate() {
            let at = at as u16;
            match line {
                Line::Head(says) => all.push(element("Head", says, &[0, 1, at], row + 1)),
                Line::Book(title, reserved) => {
                    if *reserved {
                        all.push(element(
                            "Mark",
                            &format!("reserved: {title}"),
                            &[0, 1, at, 0],
                            row + 1,
                        ));
                    }
                    all.push(element("Text", title, &[0, 1, at, 1], row + 1));
                }
            }
        }
        all
    }

    fn elements(&self) -> Vec<Element> {
        if !self.plan.is_empty() {
            return self.planned();
        }
        let text = |id: &str, shows: &str, path: &[u16], row: usize| Element {
            text: Some(shows.to_owned()),
            class_name: Some("Text".to_owned()),
            resource_name: Some(format!("room:id/{id}")),
            path: path.to_vec(),
            bounds: Rect::new(10, 80 * row as i32, 390, 80 * row as i32 + 70),
            ..Element::default()
        };
        let list = Element {
            class_name: Some("List".to_owned()),
            resource_name: Some("room:id/list".to_owned()),
            path: vec![0, 1],
            bounds: Rect::new(0, 80, 400, 700),
            scrollable: self.loans.len() > IN_SIGHT,
            ..Element::default()
        };
        // The reader of the month has nothing to do with the rows.
        let mut all = vec![text("reader_of_the_month", "Ada", &[0, 0], 0), list];
        let in_sight = self.loans.iter().enumerate().skip(self.from).take(IN_SIGHT);
        for (row, (at, Loan(title, who, due, pages))) in in_sight.enumerate() {
            let cell = |id: &str, shows: &str, nth: u16| text(id, shows, &[0, 1, at as u16, nth], row + 1);
            all.push(cell("title", title, 0));
            all.push(cell("reader", who, 1));
            all.push(cell("due", DAYS[*due].0, 2));
            all.push(cell("pages", &pages.to_string(), 3));
        }
        all
    }
}

impl Device for Room {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: DEVICE.to_owned(),
            called: "a reading room".to_owned(),
            description: "a reading room, 1".to_owned(),
            apps: Vec::new(),
            actions: [
                ActionKind::Click,
                ActionKind::Scroll,
                ActionKind::Answer,
                ActionKind::Wait,
                ActionKind::Status,
            ]
            .into(),
            untold: [].into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        Ok(Screen {
            app: "room".to_owned(),
            activity: String::new(),
            size: SIZE,
            in_part: Vec::new(),
            elements: self.elements(),
            today: TODAY.to_owned(),
        })
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Ok(Canvas::new(SIZE.0, SIZE.1, Color::WHITE).png().unwrap())
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let last = self.lines().saturating_sub(IN_SIGHT);
        match action {
            HardAction::Scroll { direction, .. } => match direction {
                Direction::Down => self.from = (self.from + 4).min(last),
                Direction::Up => self.from = self.from.saturating_sub(4),
                Direction::Left | Direction::Right => {}
            },
            HardAction::Answer { text } => self.answer = Some(text.clone()),
            HardAction::Click { .. } | HardAction::Wait | HardAction::Status { .. } => {}
            other => return Err(DeviceError::Unsupported { action: other.kind() }),
        }
        Ok(())
    }
}

fn task_types() -> Vec<TaskType> {
    let task_type = |it: &Ask| TaskType {
        name: it.name.to_owned(),
        suite: SUITE.to_owned(),
        template: Some(it.goal.to_owned()),
        params: vec![ParamSpec {
            name: it.param.to_owned(),
            description: it.param.to_owned(),
        }],
        step_budget: 20,
    };
    let mut all: Vec<TaskType> = ASKS.iter().map(task_type).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The room of a seed, and the value that is asked for.
fn made(ask: &Ask, seed: u64) -> (Room, String) {
    if ["DueUntil", "IsReserved", "CountReserved"].contains(&ask.name) {
        let (plan, value, expected) = planned(ask, seed);
        let room = Room {
            plan,
            expected,
            ..Room::default()
        };
        return (room, value);
    }
    let (loans, value, expected) = lent(ask, seed);
    let room = Room {
        loans,
        expected,
        ..Room::default()
    };
    (room, value)
}

/// The loans of a seed, the value that is asked for, and the answer.
fn lent(ask: &Ask, seed: u64) -> (Vec<Loan>, String, Vec<String>) {
    let mut chance = Chance(seed.wrapping_mul(977) + 13);
    let none = seed == NONE_FITS;
    let (person, day) = (chance.below(PEOPLE.len()), chance.below(DAYS.len()));
    let mut loans: Vec<Loan> = Vec::new();
    for _ in 0..3 + chance.below(15) {
        let title = TITLES[chance.below(TITLES.len())];
        let mut who = chance.below(PEOPLE.len());
        let mut due = chance.below(DAYS.len());
        if none && who == person {
            who = (person + 1) % PEOPLE.len();
        }
        if none && due == day {
            due = (day + 1) % DAYS.len();
        }
        loans.push(Loan(title, PEOPLE[who], due, 90 + chance.below(400)));
    }
    if !none {
        // One fits at least, and it may be the last.
        let last = loans.len() - 1;
        loans[last] = Loan(loans[last].0, PEOPLE[person], day, loans[last].3);
    }
    let of_person = || loans.iter().filter(|it| it.1 == PEOPLE[person]);
    let (value, expected) = match ask.name {
        "CountLoans" => (PEOPLE[person].to_owned(), vec![of_person().count().to_string()]),
        "TitlesDue" => {
            let said = DAYS[day].1;
            let titles = loans.iter().filter(|it| it.2 == day).map(|it| it.0.to_owned());
            (said[chance.below(said.len())].to_owned(), titles.collect())
        }
        _ => {
            let most = of_person().map(|it| it.3).max().unwrap_or_default();
            (PEOPLE[person].to_owned(), vec![most.to_string()])
        }
    };
    (loans, value, expected)
}

/// Nothing on the device is what this one asks for.
const NONE_FITS: u64 = 999_983;

impl Tasks for Room {
    fn suite(&self) -> &str {
        SUITE
    }

    fn task_types(&self) -> Vec<TaskType> {
        task_types()
    }

    fn instance(&mut self, name: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        let Some(ask) = ASKS.iter().find(|it| it.name == name) else {
            return Err(EnvironmentError::UnknownTaskType {
                name: name.to_owned(),
                near: Vec::new(),
            });
        };
        let (_, value) = made(ask, seed);
        Ok(Instance {
            suite: SUITE.to_owned(),
            task_type: name.to_owned(),
            seed,
            goal: ask.goal.replace(&format!("{{{}}}", ask.param), &value),
            params: Params::from([(ask.param.to_owned(), Value::from(value.as_str()))]),
        })
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        let ask = ASKS.iter().find(|it| it.name == instance.task_type).unwrap();
        *self = made(ask, instance.seed).0;
        Ok(())
    }
}

impl Judge for Room {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        let sorted = |mut all: Vec<String>| {
            all.sort();
            all
        };
        let said = self
            .answer
            .iter()
            .flat_map(|it| it.split(','))
            .map(|it| it.trim().to_owned());
        let right = sorted(said.collect()) == sorted(self.expected.clone());
        Ok(Verdict::of_reward(f64::from(u8::from(right))))
    }
}

impl Environment for Room {}

struct Rooms;

impl Driver for Rooms {
    fn name(&self) -> &str {
        DEVICE
    }

    fn bare_suite(&self) -> &'static str {
        "room"
    }

    fn needs_url(&self) -> bool {
        false
    }

    fn forgets(&self) -> bool {
        true
    }

    fn open(&self, _: &Start) -> Result<Box<dyn Device>, Error> {
        Ok(Box::new(Room::default()))
    }
}

struct Loans;

impl Suite for Loans {
    fn name(&self) -> &str {
        SUITE
    }

    fn device(&self) -> &str {
        DEVICE
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        Ok(task_types())
    }

    fn open(&self, _: &Setup) -> Result<Box<dyn Environment>, Error> {
        Ok(Box::new(Room::default()))
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        Ok(Box::new(Loans))
    }

    fn terms(&self) -> Terms {
        Terms {
            own_values: true,
            candidates: 40,
            side_by_side: true,
            opens_at_once: true,
            keeps_final_seeds: false,
        }
    }
}

impl Pool for Loans {
    fn types(&self) -> Vec<String> {
        ASKS.iter().map(|it| it.name.to_owned()).collect()
    }

    fn open(&self, _: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        Ok(Box::new(Room::default()))
    }
}

struct Library {
    rpa: Autorpa,
    _dir: tempfile::TempDir,
}

fn library() -> Library {
    let dir = tempfile::tempdir().unwrap();
    let mut rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library")));
    rpa.registry = Registry::empty();
    rpa.registry.add_device(Arc::new(Rooms));
    rpa.registry.add_suite(Arc::new(Loans));
    Library { rpa, _dir: dir }
}

fn build(library: &Library, task_type: &str) -> Built {
    let order = BuildRequest {
        tier: Tier::Free,
        ..BuildRequest::new(task_type)
    };
    library.rpa.build(&order).unwrap()
}

/// How a function ends on an instance, and what it answered.
fn ran(library: &Library, built: &Built, task_type: &str, seed: u64) -> (Outcome, Option<String>) {
    let function = built.function.as_ref().unwrap();
    let request = ExecRequest {
        task_type: Some(task_type.to_owned()),
        seed: Some(seed),
        ..ExecRequest::new(function.title(), Params::new())
    };
    let ran = library.rpa.exec(&request).unwrap();
    (ran.recording.ending.outcome, ran.recording.answer)
}

/// A function is built without a model, is right on a hundred instances more, and gives no answer where nothing fits.
fn holds(task_type: &str) {
    let library = library();
    let built = build(&library, task_type);
    assert!(built.verified, "{task_type}: {:?}", built.why_not);
    for seed in 5_000..5_100 {
        let ask = ASKS.iter().find(|it| it.name == task_type).unwrap();
        let (outcome, answer) = ran(&library, &built, task_type, seed);
        let (room, value) = made(ask, seed);
        assert_eq!(
            outcome,
            Outcome::Reached,
            "{seed} {value}: {answer:?}, right is {:?}",
            room.expected
        );
    }
    let (outcome, answer) = ran(&library, &built, task_type, NONE_FITS);
    assert_ne!(outcome, Outcome::Reached);
    assert_eq!(answer, None, "that there is none, no instance has shown");
}

#[test]
fn rows_of_a_list_that_is_longer_than_the_screen_are_counted() {
    holds("CountLoans");
}

#[test]
fn all_rows_of_a_day_are_named_whatever_the_goal_calls_it() {
    holds("TitlesDue");
}

#[test]
fn the_greatest_number_of_the_rows_that_are_meant_is_answered() {
    holds("MostPages");
}

#[test]
fn what_is_due_until_a_day_is_told_by_headings_that_say_days_of_the_week() {
    holds("DueUntil");
}

#[test]
fn whether_something_is_so_is_told_by_a_mark_that_some_rows_have() {
    holds("IsReserved");
}

#[test]
fn rows_with_a_mark_are_counted() {
    holds("CountReserved");
}
