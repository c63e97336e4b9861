//! Plays instances of a type through the screen: the right way, not at all, and nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_emulator::{Emulator, instances, state::Row, tasks::definition};
use device::{Device, Judge, Tasks};
use task::{Instance, Params};
use testkit::kept;
use ui::{Action, Direction, Element, ElementId, HardAction, Rect};

/// How often a list is scrolled before something is taken to be missing.
const SCROLLS: usize = 20;

/// Somebody with the phone in the hand.
pub struct Player {
    env: Emulator,
    /// What the goal says.
    pub params: Params,
    /// Actions so far, without scrolling: how long a list is depends on the seed.
    pub steps: usize,
    /// What was answered, which changes nothing on the device.
    answered: Option<String>,
}

/// A way to play an instance.
pub type Way<'a> = &'a dyn Fn(&mut Player);

impl Player {
    /// A value of the goal.
    pub fn value(&self, name: &str) -> String {
        self.params[name].to_string()
    }

    /// All texts of a value.
    pub fn values(&self, name: &str) -> Vec<String> {
        self.params[name].texts().map(str::to_owned).collect()
    }

    fn act(&mut self, action: HardAction) {
        kept::act(&mut self.env, &action).unwrap_or_else(|it| panic!("{action}: {it}"));
        self.steps += 1;
    }

    /// The screen in words.
    pub fn show(&mut self) -> String {
        ui::describe(&self.env.observe().expect("a screen"))
    }

    /// The elements that fit, where they are on the screen now.
    fn look(&mut self, fits: &dyn Fn(&Element) -> bool) -> Vec<ElementId> {
        let screen = self.env.observe().expect("a screen");
        screen.iter().filter(|it| fits(it.1)).map(|it| it.0).collect()
    }

    /// Whether something says this now.
    pub fn sees(&mut self, words: &str) -> bool {
        !self.look(&|it| it.words().any(|it| it == words)).is_empty()
    }

    /// The first element that fits, further down if need be.
    fn find(&mut self, what: &str, fits: &dyn Fn(&Element) -> bool) -> ElementId {
        for _ in 0..SCROLLS {
            if let Some(found) = self.look(fits).first() {
                return *found;
            }
            self.scroll(Direction::Down);
        }
        panic!("no {what} on\n{}", self.show())
    }

    /// Scroll the screen.
    pub fn scroll(&mut self, direction: Direction) {
        let action = Action::Scroll {
            target: None,
            direction,
        };
        kept::act(&mut self.env, &action).expect("scrolling is possible");
    }

    /// Scroll back to the top.
    pub fn top(&mut self) {
        for _ in 0..SCROLLS {
            self.scroll(Direction::Up);
        }
    }

    /// Scroll one list sideways.
    pub fn scroll_in(&mut self, id: &str, direction: Direction) {
        let target = self.find(id, &has_id(id));
        self.act(Action::Scroll {
            target: Some(target),
            direction,
        });
    }

    pub fn open(&mut self, app: &str) {
        self.act(Action::OpenApp { app: app.to_owned() });
    }

    /// Tap what says this.
    pub fn tap(&mut self, words: &str) {
        let target = self.find(words, &|it| it.words().any(|it| it == words));
        self.act(Action::Click { target });
    }

    /// Tap what has this id.
    pub fn tap_id(&mut self, id: &str) {
        let target = self.find(id, &has_id(id));
        self.act(Action::Click { target });
    }

    /// All texts that are seen now, from the first to the last.
    pub fn all_texts(&mut self) -> Vec<String> {
        let screen = self.env.observe().expect("a screen");
        screen.iter().filter_map(|it| it.1.text.clone()).collect()
    }

    /// All that is said now.
    pub fn all_words(&mut self) -> Vec<String> {
        let screen = self.env.observe().expect("a screen");
        let words = screen
            .iter()
            .flat_map(|it| it.1.words().map(str::to_owned).collect::<Vec<_>>());
        words.collect()
    }

    /// What a file says, for who knows it before looking.
    pub fn file(&self, path: &str) -> String {
        self.env.state().files.read(path).unwrap_or_default().to_owned()
    }

    /// What stands on a picture, for those who have eyes; line by line.
    pub fn seen(&self, path: &str) -> String {
        let drawn = self.env.state().files.drawn(path);
        drawn.unwrap_or_else(|| panic!("no picture at {path}"))
    }

    /// Tap one of those that have this id and say this and are seen now, counted from 0; `false` where there are fewer.
    pub fn tap_nth(&mut self, id: &str, words: &str, at: usize) -> bool {
        let fits = has_id(id);
        let found = self.look(&|it| fits(it) && it.words().any(|it| it == words));
        let Some(target) = found.get(at).copied() else {
            return false;
        };
        self.act(Action::Click { target });
        true
    }

    /// What the device keeps now, for who knows it before looking.
    pub fn rows(&self, table: &str) -> Vec<Row> {
        self.env.state().tables.rows(table).to_vec()
    }

    /// Tap what has this id and says this.
    pub fn tap_in(&mut self, id: &str, words: &str) {
        let fits = has_id(id);
        let target = self.find(words, &|it| fits(it) && it.words().any(|it| it == words));
        self.act(Action::Click { target });
    }

    /// Tap what has another id in the row of what has this id and says this.
    pub fn tap_beside(&mut self, id: &str, words: &str, other: &str) {
        let (fits, is_other) = (has_id(id), has_id(other));
        let named = self.find(words, &|it| fits(it) && it.words().any(|it| it == words));
        let screen = self.env.observe().expect("a screen");
        let (_, middle) = screen.elements[named.0].bounds.center();
        let beside = |it: &Element| is_other(it) && (it.bounds.top..it.bounds.bottom).contains(&middle);
        let found = screen.iter().find(|it| beside(it.1)).map(|it| it.0);
        let target = found.unwrap_or_else(|| panic!("no {other} beside {words}"));
        self.act(Action::Click { target });
    }

    /// Tap what says this and has no id.
    pub fn tap_bare(&mut self, words: &str) {
        let target = self.find(words, &|it| {
            it.resource_name.is_none() && it.words().any(|it| it == words)
        });
        self.act(Action::Click { target });
    }

    /// Empty the field that holds this and type into it.
    pub fn fill_in(&mut self, held: &str, text: &str) {
        let target = self.find(held, &|it| it.editable && it.text.as_deref() == Some(held));
        self.act(Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        });
    }

    /// The text on the screen that begins with this.
    pub fn find_text(&mut self, start: &str) -> String {
        let screen = self.env.observe().expect("a screen");
        let mut texts = screen.iter().filter_map(|it| it.1.text.clone());
        let found = texts.find(|it| it.starts_with(start));
        found.unwrap_or_else(|| panic!("no text begins with `{start}`"))
    }

    /// Answer what is asked when something is saved for the first time.
    pub fn save_answers(&mut self) {
        for answer in ["OK", "Allow"] {
            if self.sees(answer) {
                self.tap(answer);
            }
        }
    }

    /// Press what has this id and says this.
    pub fn hold_in(&mut self, id: &str, words: &str) {
        let fits = has_id(id);
        let target = self.find(words, &|it| fits(it) && it.words().any(|it| it == words));
        self.act(Action::LongPress { target });
    }

    /// Drag what says this sideways.
    pub fn drag(&mut self, words: &str, direction: Direction) {
        let target = self.find(words, &|it| it.words().any(|it| it == words));
        self.act(Action::Scroll {
            target: Some(target),
            direction,
        });
    }

    /// Empty the field with this id and type into it.
    pub fn fill(&mut self, id: &str, text: &str) {
        let target = self.find(id, &has_id(id));
        self.act(Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        });
    }

    /// Answer the question of the goal.
    pub fn answer(&mut self, text: &str) {
        self.answered = Some(format!("answered: {text}"));
        self.act(Action::Answer {
            text: text.to_owned(),
        });
    }

    /// The box of what has this id.
    pub fn place(&mut self, id: &str) -> Rect {
        let found = self.find(id, &has_id(id));
        self.env.observe().expect("a screen").elements[found.0].bounds
    }

    /// The box of what says this.
    pub fn place_of(&mut self, words: &str) -> Rect {
        let found = self.find(words, &|it| it.words().any(|it| it == words));
        self.env.observe().expect("a screen").elements[found.0].bounds
    }

    /// The colours at points of the screen, for those who have eyes.
    pub fn colors(&self, points: impl IntoIterator<Item = (i32, i32)>) -> Vec<[u8; 3]> {
        let (width, _) = self.env.phone().size();
        let pixels = self.env.pixels();
        let color = |(x, y): (i32, i32)| {
            let at = (y as usize * width as usize + x as usize) * 4;
            [pixels[at], pixels[at + 1], pixels[at + 2]]
        };
        points.into_iter().map(color).collect()
    }

    /// The buttons that nothing tells but what they look like.
    pub fn nameless(&mut self) -> Vec<(ElementId, Rect)> {
        let screen = self.env.observe().expect("a screen");
        let is_nameless = |it: &Element| {
            let is_button = it.class_name.as_deref() == Some("android.widget.Button");
            is_button && it.words().next().is_none() && it.resource_name.is_none()
        };
        let found = screen.iter().filter(|it| is_nameless(it.1));
        found.map(|it| (it.0, it.1.bounds)).collect()
    }

    /// Tap an element.
    pub fn tap_it(&mut self, target: ElementId) {
        self.act(Action::Click { target });
    }

    /// Draw on what has this id.
    pub fn draw(&mut self, id: &str, path: &str) {
        let target = self.find(id, &has_id(id));
        self.act(Action::DragAlong {
            target,
            path: path.to_owned(),
        });
    }

    pub fn home(&mut self) {
        self.act(Action::NavigateHome);
    }

    pub fn back(&mut self) {
        self.act(Action::NavigateBack);
    }

    /// What the elements with this id say, in the order of the screen.
    pub fn texts(&mut self, id: &str) -> Vec<String> {
        let fits = has_id(id);
        let screen = self.env.observe().expect("a screen");
        let shown = screen.iter().filter(|it| fits(it.1));
        shown.filter_map(|it| it.1.text.clone()).collect()
    }

    /// What the elements with one of these ids say, from top to bottom: id and text.
    pub fn lines(&mut self, ids: &[&str]) -> Vec<(String, String)> {
        let screen = self.env.observe().expect("a screen");
        let line = |it: &Element| {
            let id = it.resource_name.as_deref()?.rsplit('/').next()?;
            let text = it.text.clone().filter(|_| ids.contains(&id))?;
            Some((it.bounds.top, id.to_owned(), text))
        };
        let mut lines: Vec<_> = screen.iter().filter_map(|it| line(it.1)).collect();
        lines.sort_by_key(|it| it.0);
        lines.into_iter().map(|(_, id, text)| (id, text)).collect()
    }

    /// The rows that are seen now, which each begin with a picture of this id: the picture's description, and what those
    /// say down to the next picture that have one of some ids.
    pub fn pictured(&mut self, picture: &str, ids: &[&str]) -> Vec<(String, Vec<Option<String>>)> {
        let screen = self.env.observe().expect("a screen");
        let of = |id: &str| {
            let fits = has_id(id);
            let mut found: Vec<&Element> = screen.iter().map(|it| it.1).filter(|it| fits(it)).collect();
            found.sort_by_key(|it| it.bounds.top);
            found
        };
        let pictures = of(picture);
        let below = |at: usize| pictures.get(at).map_or(i32::MAX, |it| it.bounds.top);
        let row = |at: usize| {
            let inside = below(at)..below(at + 1);
            let cell = |id: &&str| {
                let found = of(id).into_iter().find(|it| inside.contains(&it.bounds.top));
                found.and_then(|it| it.text.clone())
            };
            let said = pictures[at].content_description.clone().unwrap_or_default();
            (said, ids.iter().map(cell).collect())
        };
        (0..pictures.len()).map(row).collect()
    }

    /// The rows that are seen now, by an id that each has once: their tops, and what those of them say that have one of
    /// some ids. A row is left out whose first cell is not seen.
    pub fn rows_of(&mut self, anchor: &str, ids: &[&str]) -> Vec<(i32, Vec<Option<String>>)> {
        let screen = self.env.observe().expect("a screen");
        let is_anchor = has_id(anchor);
        let beside = |id: &str, top: i32, bottom: i32| {
            let fits = has_id(id);
            let inside = |it: &Element| (top..bottom).contains(&it.bounds.top);
            let found = screen.iter().map(|it| it.1).find(|it| fits(it) && inside(it));
            found.and_then(|it| it.text.clone())
        };
        let row = |it: &Element| {
            let (top, bottom) = (it.bounds.top, it.bounds.bottom);
            let cells: Vec<_> = ids.iter().map(|id| beside(id, top, bottom)).collect();
            cells[0].is_some().then_some((top, cells))
        };
        let anchors = screen.iter().filter(|it| is_anchor(it.1));
        anchors.filter_map(|it| row(it.1)).collect()
    }

    /// The rows under the headings that are wanted, down to the end of the list: their first two cells.
    pub fn sections(
        &mut self,
        heading: &str,
        anchor: &str,
        ids: &[&str],
        wanted: &dyn Fn(&str) -> bool,
    ) -> Vec<(String, Option<String>)> {
        let mut all: Vec<((String, Option<String>), String)> = Vec::new();
        for _ in 0..SCROLLS {
            let screen = self.env.observe().expect("a screen");
            let is_heading = has_id(heading);
            let headings = screen.iter().filter(|it| is_heading(it.1));
            let mut lines: Vec<(i32, Vec<Option<String>>)> = headings
                .map(|it| (it.1.bounds.top, vec![it.1.text.clone()]))
                .collect();
            lines.extend(self.rows_of(anchor, ids));
            lines.sort();
            // What is seen again tells the section that the screen begins with.
            let mut under = None;
            for (_, cells) in lines {
                let [first, second] = &cells[..] else {
                    under.clone_from(&cells[0]);
                    continue;
                };
                let line = (first.clone().unwrap(), second.clone());
                if let Some(known) = all.iter().find(|it| it.0 == line) {
                    under = Some(known.1.clone());
                    continue;
                }
                let section = under.clone().or_else(|| all.last().map(|it| it.1.clone()));
                all.push((line, section.unwrap_or_default()));
            }
            self.scroll(Direction::Down);
        }
        all.retain(|it| wanted(&it.1));
        all.into_iter().map(|it| it.0).collect()
    }
}

/// The days from tomorrow on.
pub const WEEK: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// How many days a date of a goal is from today, Sunday, October 15.
pub fn days_ahead(words: &str) -> i64 {
    let weekday = |name: &str| WEEK.iter().position(|it| *it == name).map(|it| it as i64 + 1);
    if let Some(name) = words
        .strip_prefix("the ")
        .and_then(|it| it.strip_suffix(" after next"))
    {
        return weekday(name).unwrap() + 7;
    }
    match words {
        "today" => 0,
        "tomorrow" => 1,
        "yesterday" => -1,
        _ => weekday(words.strip_prefix("this ").unwrap_or(words)).unwrap_or_else(|| {
            let day: i64 = words.split(' ').nth(1).unwrap().parse().unwrap();
            day - 15
        }),
    }
}

fn has_id(id: &str) -> impl Fn(&Element) -> bool + '_ {
    move |it| {
        it.resource_name
            .as_deref()
            .is_some_and(|it| it.rsplit('/').next() == Some(id))
    }
}

fn play(env: &mut Emulator, instance: &Instance, way: Way<'_>) -> (f64, usize, Vec<String>) {
    env.reset(instance).expect("a device");
    kept::begin();
    let mut player = Player {
        env: std::mem::take(env),
        params: instance.params.clone(),
        steps: 0,
        answered: None,
    };
    way(&mut player);
    *env = player.env;
    let reward = env.finish().expect("judged").reward().unwrap();
    let done = env.changes().into_iter().chain(player.answered).collect();
    (reward, player.steps, done)
}

fn check_instance(
    env: &mut Emulator,
    instance: &Instance,
    budget: usize,
    right: Way<'_>,
    wrong: &[(&str, Way<'_>)],
) {
    let (reward, steps, changes) = play(env, instance, right);
    let goal = &instance.goal;
    assert_eq!(reward, 1.0, "{goal} (seed {}): {changes:#?}", instance.seed);
    assert!(steps <= budget, "{goal}: {steps} steps of {budget}");
    if env.count(&instance.task_type).is_none() {
        kept::end(instance, || env.observe().expect("a screen"));
    }
    let known = definition(&instance.task_type).expect("a type");
    if !(known.may_be_solved && changes.is_empty()) {
        let (reward, _, changes) = play(env, instance, &|_| {});
        assert_eq!(reward, 0.0, "{goal}: nothing was done, but {changes:#?}");
    }
    for (what, way) in wrong {
        let (reward, _, changes) = play(env, instance, way);
        assert_eq!(
            reward, 0.0,
            "{goal} (seed {}): {what}: {changes:#?}",
            instance.seed
        );
        assert!(!changes.is_empty(), "{goal}: {what} did nothing");
    }
}

/// Play instances of a type, made from seeds and from the shared file: the right way earns 1 within the
/// budget, doing nothing and every wrong way earn 0.
pub fn check(task_type: &str, right: Way<'_>, wrong: &[(&str, Way<'_>)]) {
    let mut env = Emulator::new();
    let types = env.task_types();
    let known = types.iter().find(|it| it.name == task_type).expect("a type");
    for seed in [1, 2, 3, 100, 101, 102] {
        let instance = env.instance(task_type, seed).expect("an instance");
        check_instance(&mut env, &instance, known.step_budget, right, wrong);
    }
    let Some(text) = testkit::instances() else {
        return;
    };
    let mut env = Emulator::with_instances(instances::load(&text).expect("instances"));
    let count = env.count(task_type).expect("it has a file");
    assert!(count > 0, "the file has no {task_type}");
    for seed in 0..count as u64 {
        let instance = env.instance(task_type, seed).expect("an instance");
        check_instance(&mut env, &instance, known.step_budget, right, wrong);
    }
}
