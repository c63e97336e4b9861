//! The values of a recording that belongs to no task type: what was typed and chosen, each named after its field.

use compiler::{
    doubt::{Doubt, doubt, is_as_good},
    soft::Turned,
    synthesise::listed_steps,
    turned::turned,
};
use strings::{Derived, Expr, derive_all, identifier};
use task::{Params, Value};
use trajectory::{Recording, Step};
use ui::{Action, Element, ElementId, Screen, marked_secret};

/// Words of a field that go into the name of its value.
const WORDS: usize = 5;
/// Values that are as long as this, and have a letter in them, are not the same by accident.
const TELLING: usize = 4;
/// What says that a box is on, and that it is off. The first pair is taken that nothing else in the recording shows.
const STATES: [(&str, &str); 3] = [("yes", "no"), ("on", "off"), ("checked", "unchecked")];
/// Names that the compiler has for something else.
const TAKEN: [&str; 7] = [
    task::FORM,
    task::GOAL,
    compiler::soft::HELD,
    compiler::program::CHOSEN,
    "n",
    "cell",
    "key",
];

/// A value of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// What it is called.
    pub name: String,
    /// What it is called after its field, in every recording that fills that in; empty where no field has it.
    pub of_field: String,
    /// The value.
    pub value: String,
    /// What its field says that it is, where it says something.
    pub field: String,
    /// The steps that type, choose or press it, from 1.
    pub steps: Vec<usize>,
    /// What it is in the function.
    pub role: Role,
    /// How it can be made of values before it.
    pub made_of: Option<Expr>,
    /// What it would be for another value, where it can be made in more than one way.
    pub doubt: Option<Doubt>,
    /// How many rows of a file say what it is in the function; 0 where that was kept with a recording.
    pub(super) said_by_rows: Option<usize>,
    /// Whether it is the state of a box.
    pub(super) is_state: bool,
    /// Whether its field is one to search with.
    pub(super) searches: bool,
}

/// What a value is in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Whoever calls the function says it.
    Parameter,
    /// It is the same for everybody.
    Constant,
    /// It is made of others.
    Computed,
    /// It stands in a text that lists it, a record on each line, and is read there.
    Listed,
}

/// A value as one step has it.
struct Found {
    value: String,
    field: String,
    is_state: bool,
    searches: bool,
}

/// The values that a recording types and chooses, in order. Each is a parameter, but for what is typed over again before
/// anything else is done, and what is typed to make a field empty.
pub(super) fn given(recording: &Recording, goal: &str) -> Vec<Given> {
    let states = states(recording);
    let does = does(recording);
    let listed = listed_steps(recording, goal);
    let mut all: Vec<Given> = Vec::new();
    for (at, step) in recording.steps.iter().enumerate() {
        let Some(found) = found(recording, at, states) else {
            continue;
        };
        if let Some(same) = all.iter_mut().find(|it| it.is_same(&found)) {
            same.steps.push(at + 1);
            if same.searches && !found.searches {
                same.name = name_of(&found.field);
                (same.field, same.searches) = (found.field, false);
            }
            continue;
        }
        if let Some(before) = typed_over(recording, at, &all) {
            all[before].role = Role::Constant;
        }
        let made = made_of(&all, &found).filter(|_| matches!(step.action, Action::InputText { .. }));
        let (made_of, doubt) = made.map_or((None, None), |(it, doubt)| (Some(it), doubt));
        all.push(Given {
            name: name_of(&found.field),
            of_field: String::new(),
            value: found.value,
            field: found.field,
            steps: vec![at + 1],
            role: match (at < does, &made_of) {
                (true, _) if listed.contains(&(at + 1)) => Role::Listed,
                (true, _) => Role::Parameter,
                (false, Some(_)) => Role::Computed,
                (false, None) => Role::Constant,
            },
            made_of,
            doubt,
            said_by_rows: None,
            is_state: found.is_state,
            searches: found.searches,
        });
    }
    tell_apart(&mut all);
    for it in &mut all {
        it.of_field.clone_from(&it.name);
    }
    all
}

/// How many steps do something: what only looks something up takes no values of its own.
fn does(recording: &Recording) -> usize {
    let shown = recording.shown.as_ref();
    shown.and_then(|it| it.check_after).unwrap_or(usize::MAX)
}

impl Given {
    /// What it is where a kept recording has it as no parameter. A person agrees that it is made of others only where it can be made in
    /// one way; what is looked up is made of them by whichever way fits.
    pub(super) fn role_in(&self, recording: &Recording) -> Role {
        let looks_up = self.steps.first().is_some_and(|it| *it > does(recording));
        match (&self.made_of, &self.doubt) {
            _ if self.role == Role::Listed => Role::Listed,
            (Some(_), None) => Role::Computed,
            (Some(_), Some(_)) if looks_up => Role::Computed,
            _ => Role::Constant,
        }
    }

    /// It is made of others, in all these rows of a file.
    pub(super) fn made_as_rows_say(&mut self, how: Expr, rows: usize) {
        (self.role, self.said_by_rows) = (Role::Computed, Some(rows));
        (self.made_of, self.doubt) = (Some(how), None);
    }

    /// Whether a file has said how it is made of others, and the person has not said otherwise.
    pub(super) fn is_made_as_rows_say(&self) -> bool {
        self.role == Role::Computed && self.said_by_rows.is_some()
    }

    /// A value that a person has named, or that a goal says, and that no field has.
    pub(super) fn named(name: &str, value: &str, recording: &Recording) -> Self {
        let shows = |step: &Step| {
            let mut targets = step.action.targets().filter_map(|it| step.screen.get(*it));
            targets.any(|it| it.words().any(|word| word.trim() == value))
        };
        let steps = (1..).zip(&recording.steps).filter(|(_, step)| shows(step));
        Self {
            steps: steps.map(|it| it.0).collect(),
            ..Self::parameter(name, value)
        }
    }

    /// A parameter that no step has and no field.
    pub(super) fn parameter(name: &str, value: &str) -> Self {
        Self {
            name: name.to_owned(),
            of_field: String::new(),
            value: value.to_owned(),
            field: String::new(),
            steps: Vec::new(),
            role: Role::Parameter,
            made_of: None,
            doubt: None,
            said_by_rows: None,
            is_state: false,
            searches: false,
        }
    }

    /// Whether another step has this value, and not just an equal one.
    fn is_same(&self, found: &Found) -> bool {
        let telling = found.value.chars().count() >= TELLING && found.value.chars().any(char::is_alphabetic);
        self.value == found.value
            && !self.is_state
            && !found.is_state
            && (telling || name_of(&self.field) == name_of(&found.field))
    }
}

/// Give each value a name of its own.
pub(super) fn tell_apart(all: &mut [Given]) {
    for at in 0..all.len() {
        let (before, rest) = all.split_at_mut(at);
        let is_free = |name: &str| {
            let taken = |it: &Given| identifier(&it.name) == identifier(name);
            !before.iter().any(taken) && !TAKEN.contains(&name)
        };
        let own = &rest[0].name;
        let other = |n: usize| format!("{own}_{n}");
        let first = match TAKEN.contains(&own.as_str()) {
            true => format!("{own}_value"),
            false => own.clone(),
        };
        let name = std::iter::once(first)
            .chain((2..).map(other))
            .find(|it| is_free(it));
        rest[0].name = name.unwrap_or_default();
    }
}

/// The words for on and off that nothing else in the recording shows where it was pressed or typed.
fn states(recording: &Recording) -> (&'static str, &'static str) {
    let says = |word: &str| {
        let is = |it: &str| it.trim().eq_ignore_ascii_case(word);
        recording.steps.iter().any(|step| {
            let mut targets = step.action.targets().filter_map(|it| step.screen.get(*it));
            step.action.value().is_some_and(|it| is(it)) || targets.any(|it| it.words().any(is))
        })
    };
    let free = STATES.into_iter().find(|(on, off)| !says(on) && !says(off));
    free.unwrap_or(STATES[0])
}

/// The value of a step, if it has one.
fn found(recording: &Recording, at: usize, (on, off): (&str, &str)) -> Option<Found> {
    let step = &recording.steps[at];
    let screen = &step.screen;
    let target = step.action.target().copied();
    let of = |value: &str, id: Option<ElementId>| {
        let field = id.and_then(|id| screen.get(id));
        Found {
            value: value.to_owned(),
            field: field.map(|it| called(screen, it)).unwrap_or_default(),
            is_state: false,
            searches: field.is_some_and(searches),
        }
    };
    let found = match &step.action {
        Action::InputText { text, .. } if marked_secret(text).is_none() => of(text.trim(), target),
        Action::SelectOption { option: it, .. } | Action::UploadFiles { files: it, .. } => {
            of(it.trim(), target)
        }
        Action::AnswerDialog { text: Some(it), .. } => Found {
            field: screen
                .elements
                .first()
                .and_then(|it| it.text.clone())
                .unwrap_or_default(),
            ..of(it.trim(), None)
        },
        Action::Click { target } => {
            if let Some(Turned { element, on: is_on }) = turned(&step.action, screen, recording.after(at)) {
                let control = screen.get(element)?;
                match control.is(ui::Role::Radio) {
                    true => Found {
                        field: group_of(screen, control),
                        ..of(&chosen(control)?, None)
                    },
                    false => Found {
                        is_state: true,
                        ..of(if is_on { on } else { off }, Some(element))
                    },
                }
            } else {
                let option = screen.get(*target).filter(|it| is_option(it))?;
                Found {
                    field: list_of(recording, at),
                    ..of(&chosen(option)?, None)
                }
            }
        }
        _ => return None,
    };
    (!found.value.is_empty()).then_some(found)
}

/// The value that this step types over, or turns again: that of the same field, with nothing but other fields filled in between.
fn typed_over(recording: &Recording, at: usize, all: &[Given]) -> Option<usize> {
    let turns = |step: &Step| {
        let pressed = step.action.target().and_then(|it| step.screen.get(*it));
        matches!(step.action, Action::Click { .. }) && pressed.is_some_and(|it| it.checkable)
    };
    let fills = |step: &Step| {
        turns(step)
            || matches!(
                step.action,
                Action::InputText { .. } | Action::SelectOption { .. }
            )
    };
    let step = &recording.steps[at];
    let field = step.screen.get(*step.action.target().filter(|_| fills(step))?)?;
    if matches!(step.action, Action::InputText { clear: false, .. }) {
        return None;
    }
    let before = recording.steps[..at].iter().enumerate().rev();
    let same = before.take_while(|(_, it)| fills(it)).find(|(_, it)| {
        let other = it.action.target().and_then(|id| it.screen.get(*id));
        it.screen.activity == step.screen.activity && other.is_some_and(|it| it.is_still(field))
    })?;
    all.iter().position(|it| it.steps == [same.0 + 1])
}

/// How a text can be made of one value before it, by one function, and of nothing besides; and what speaks for another way.
fn made_of(all: &[Given], found: &Found) -> Option<(Expr, Option<Doubt>)> {
    let telling = found.value.chars().count() >= TELLING - 1 && found.value.chars().any(char::is_alphabetic);
    if !telling || found.is_state {
        return None;
    }
    let before = all.iter().filter(|it| it.role == Role::Parameter && !it.is_state);
    let before: Params = before
        .map(|it| (it.name.clone(), Value::from(it.value.as_str())))
        .collect();
    let every = derive_all(&before);
    let gives_it = |it: &&Derived| it.cost > 0 && it.text == found.value && !it.expr.guesses_a_size();
    let mut ways = every.iter().filter(gives_it).map(|it| &it.expr);
    let first = ways.next()?;
    let mut as_good = ways.filter(|it| is_as_good(first, it));
    let doubt = as_good.find_map(|other| doubt(&before, first, other));
    Some((first.clone(), doubt))
}

/// What a field says that it is: its label, what describes it, its hint, or else what its author calls it. What stands in
/// a table is called as the head of its column, where its label is another cell of its row.
fn called(screen: &Screen, field: &Element) -> String {
    let form = field
        .attributes
        .get("name")
        .map(String::as_str)
        .filter(|it| is_word(it));
    let id = field.lasting_id().map(ui::short_id).filter(|it| is_word(it));
    let beside = |label: &str| {
        let cell = |it: &&Element| it.column.is_some() && it.text.as_deref().map(str::trim) == Some(label);
        screen.elements.iter().any(|it| cell(&it))
    };
    let of_cell = field.label.as_deref().is_some_and(|it| beside(it.trim()));
    let column = field
        .column
        .as_deref()
        .filter(|_| of_cell || field.label.is_none());
    // A switch says beside its knob what it is for.
    let own = field.text.as_deref().filter(|_| field.checkable);
    let said = [
        column,
        field.label.as_deref(),
        own,
        field.content_description.as_deref(),
        field.hint_text.as_deref(),
        form,
        id,
        field.tooltip.as_deref(),
    ];
    let mut said = said.into_iter().flatten().map(str::trim);
    let kind = || {
        field
            .role
            .as_deref()
            .or(field.class_name.as_deref())
            .unwrap_or_default()
    };
    let says = said.find(|it| it.chars().any(char::is_alphanumeric));
    says.unwrap_or_else(|| kind().rsplit('.').next().unwrap_or_default())
        .to_owned()
}

/// Whether a name that only the page's author sees is a word.
fn is_word(name: &str) -> bool {
    let mut runs = name.split(|it: char| !it.is_alphabetic());
    runs.any(|it| it.chars().count() >= 3)
}

/// What a choice is one of: the group that it stands in, by what that says or by what its author calls it.
fn group_of(screen: &Screen, choice: &Element) -> String {
    let group = |it: &&Element| {
        let kind = it.role.as_deref().or(it.class_name.as_deref());
        matches!(kind, Some("radiogroup" | "group" | "fieldset")) && it.contains(choice)
    };
    let groups = screen.elements.iter().filter(group);
    let said = groups.max_by_key(|it| it.path.len());
    let said = said.and_then(|it| it.label.clone().or_else(|| it.content_description.clone()));
    let form = choice.attributes.get("name").filter(|it| is_word(it));
    said.or_else(|| form.cloned())
        .unwrap_or_else(|| "choice".to_owned())
}

/// What the list says that it is whose option a step clicks: what was clicked before it to open that.
fn list_of(recording: &Recording, at: usize) -> String {
    let opener = recording.steps[..at].iter().rev().take(2).find_map(|it| {
        let target = it.action.target().and_then(|id| it.screen.get(*id))?;
        let opens = matches!(
            target.role.as_deref(),
            Some("combobox" | "listbox" | "textbox" | "searchbox")
        ) || target.attributes.contains_key("expanded");
        let said = [&target.label, &target.content_description, &target.hint_text];
        said.into_iter().find_map(|it| it.clone()).filter(|_| opens)
    });
    opener.unwrap_or_else(|| "choice".to_owned())
}

/// Whether a word only says that a box is on or off.
pub(super) fn says_a_state(word: &str) -> bool {
    STATES.iter().any(|it| [it.0, it.1].contains(&word))
}

/// What a choice or an option shows.
fn chosen(element: &Element) -> Option<String> {
    let said = [&element.text, &element.label, &element.content_description];
    let mut said = said.into_iter().filter_map(|it| it.as_deref()).map(str::trim);
    said.find(|it| !it.is_empty()).map(str::to_owned)
}

fn is_option(element: &Element) -> bool {
    matches!(element.role.as_deref(), Some("option" | "menuitemradio"))
}

fn searches(field: &Element) -> bool {
    let kind = field.attributes.get("type").map(String::as_str);
    field.role.as_deref() == Some("searchbox") || kind == Some("search")
}

/// What the value of a field is called that says this.
pub(super) fn name_of(field: &str) -> String {
    let field = field.to_lowercase();
    let words = field
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let words: Vec<&str> = words.take(WORDS).collect();
    match words.is_empty() {
        true => "value".to_owned(),
        false => words.join("_"),
    }
}

/// The value of the field of another one that a recording leaves as it is, as its last screen with such a field shows it
/// where something is filled in; empty where there is none.
pub(super) fn left_as_it_is(recording: &Recording, like: &Given) -> String {
    let (on, off) = STATES
        .into_iter()
        .find(|it| [it.0, it.1].contains(&like.value.as_str()))
        .unwrap_or(STATES[0]);
    let fills = |step: &&Step| step.action.value().is_some() || matches!(&step.action, Action::Click { .. });
    let shown = recording.steps.iter().rev().filter(fills).find_map(|step| {
        let fields = step.screen.elements.iter();
        let mut fields = fields.filter(|it| it.editable || it.checkable || it.value.is_some());
        fields.find_map(|it| {
            if it.is(ui::Role::Radio) {
                let is = it.checked && name_of(&group_of(&step.screen, it)) == like.of_field;
                return chosen(it).filter(|_| is);
            }
            if name_of(&called(&step.screen, it)) != like.of_field {
                return None;
            }
            Some(match (like.is_state, it.checkable) {
                (true, true) => if it.checked { on } else { off }.to_owned(),
                (true, false) | (false, true) => return None,
                (false, false) => it.held_text().trim().to_owned(),
            })
        })
    });
    shown.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use task::Instance;
    use trajectory::Origin;

    use super::*;

    fn field(label: &str) -> Element {
        Element {
            label: Some(label.to_owned()),
            class_name: Some("input".to_owned()),
            editable: true,
            ..Element::default()
        }
    }

    /// A box, or a choice, that is on or off.
    fn control(kind: &str, label: &str, checked: bool) -> Element {
        Element {
            role: Some(kind.to_owned()),
            checkable: true,
            checked,
            editable: false,
            attributes: [("name".to_owned(), "delivery[how]".to_owned())].into(),
            ..field(label)
        }
    }

    /// A recording of what was done on screens of these elements, each with its action; the last screen has none.
    fn recording(steps: Vec<(Vec<Element>, Action<usize>)>, last: Vec<Element>) -> Recording {
        let screen = |mut elements: Vec<Element>| {
            for (at, it) in (0..).zip(&mut elements) {
                it.path = vec![at];
            }
            Arc::new(Screen {
                elements,
                ..Screen::default()
            })
        };
        let steps = steps.into_iter().map(|(elements, action)| {
            Step::new(screen(elements), action.map(|it| ElementId(*it), Clone::clone))
        });
        Recording::reached(
            Origin::Person,
            Instance::of_no_type("", "", Params::new()),
            steps.collect(),
            screen(last),
        )
    }

    fn types(target: usize, text: &str) -> Action<usize> {
        Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        }
    }

    fn named(recording: &Recording) -> Vec<(String, String, Role)> {
        let all = given(recording, "").into_iter();
        all.map(|it| (it.name, it.value, it.role)).collect()
    }

    #[track_caller]
    fn case(recording: &Recording, expected: &[(&str, &str, Role)]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, it, role)| ((*name).to_owned(), (*it).to_owned(), *role))
            .collect();
        assert_eq!(named(recording), expected);
    }

    #[test]
    fn a_value_is_called_as_its_field_calls_itself() {
        let classy = Element {
            attributes: [("class".to_owned(), "form-control".to_owned())].into(),
            label: None,
            hint_text: Some("Zip code".to_owned()),
            ..field("")
        };
        // A field in a table is called as its column, and not as the cell beside it.
        let cell = |text: &str, column: &str| Element {
            text: Some(text.to_owned()),
            column: Some(column.to_owned()),
            ..Element::default()
        };
        let quantity = Element {
            column: Some("Quantity".to_owned()),
            ..field("Blue pen")
        };
        let form = vec![
            field("Größe *"),
            classy,
            cell("Blue pen", "Article"),
            quantity,
            field("Form"),
            field("Größe"),
        ];
        let done = |at, text| (form.clone(), types(at, text));
        let all = recording(
            vec![
                done(0, "40"),
                done(1, "10115"),
                done(3, "7"),
                done(4, "round"),
                done(5, "41"),
            ],
            form.clone(),
        );
        use Role::Parameter;
        case(
            &all,
            &[
                ("größe", "40", Parameter),
                ("zip_code", "10115", Parameter),
                ("quantity", "7", Parameter),
                ("form_value", "round", Parameter),
                ("größe_2", "41", Parameter),
            ],
        );
    }

    #[test]
    fn what_comes_again_is_one_value_and_what_is_equal_by_accident_is_two() {
        let form = vec![
            field("Search"),
            field("Name"),
            field("Copies"),
            field("Priority"),
            field("Login"),
        ];
        let done = |at, text| (form.clone(), types(at, text));
        let click = || (form.clone(), Action::Click { target: 0 });
        let all = recording(
            vec![
                done(0, "Ada Lovelace"),
                click(),
                done(1, "Ada Lovelace"),
                done(2, "1"),
                done(3, "1"),
                done(4, "ada"),
                done(4, "Ada"),
                click(),
                done(4, "{secret:pin}"),
                done(4, ""),
            ],
            form.clone(),
        );
        use Role::{Constant, Parameter};
        case(
            &all,
            &[
                ("search", "Ada Lovelace", Parameter),
                ("copies", "1", Parameter),
                ("priority", "1", Parameter),
                // Typed over before anything else was done.
                ("login", "ada", Constant),
                ("login_2", "Ada", Parameter),
            ],
        );
        let values = given(&all, "");
        assert_eq!(values[0].steps, [1, 3]);
        assert!(values[4].made_of.is_some(), "the first word of the name");
        let doubt = values[4].doubt.as_ref().expect("or its first run of letters");
        assert_ne!(doubt.gives[0], doubt.gives[1], "{doubt:?}");
        assert_eq!(values[1].made_of, None);
    }

    #[test]
    fn what_can_be_made_in_two_ways_is_asked_about() {
        use crate::{
            unjudged::{NotAnswered, Questions},
            words::Word,
        };
        let form = vec![field("Name"), field("Login"), field("Shout")];
        let done = |at, text| (form.clone(), types(at, text));
        let all = recording(
            vec![done(0, "Ada Lovelace"), done(1, "Ada"), done(2, "ADA LOVELACE")],
            form.clone(),
        );
        let mut questions = Questions::of(&all, "Add somebody", &Params::new(), &[]);
        let computed = |what: &str| Word::Computed {
            what: what.to_owned(),
        };
        let refused = questions.answer(&computed("login")).unwrap_err();
        let NotAnswered::SeveralWays { doubt, .. } = &refused else {
            panic!("{refused}")
        };
        let said = refused.to_string();
        assert!(
            said.starts_with("`login` can be made in more than one way: for name \""),
            "{said}"
        );
        assert_eq!(doubt.of, "name");
        // Nothing else makes capitals of the whole.
        assert_eq!(questions.answer(&computed("shout")), Ok(false));
    }

    #[test]
    fn a_box_is_a_state_and_a_choice_is_what_it_shows() {
        let form = |news: bool, post: bool| {
            vec![
                control("checkbox", "Newsletter", news),
                control("radio", "By post", post),
                control("radio", "By mail", !post),
                Element {
                    text: Some("Yes".to_owned()),
                    ..Element::default()
                },
            ]
        };
        let click = |target| Action::Click { target };
        let plain = recording(
            vec![(form(false, false), click(0)), (form(true, false), click(1))],
            form(true, true),
        );
        use Role::Parameter;
        case(
            &plain,
            &[
                ("newsletter", "yes", Parameter),
                ("delivery_how", "By post", Parameter),
            ],
        );
        // What is turned again at once is what it comes to.
        let again = recording(
            vec![
                (form(false, false), click(0)),
                (form(true, false), click(0)),
                (form(false, false), click(0)),
            ],
            form(true, false),
        );
        let values = given(&again, "");
        let parameters: Vec<_> = values.iter().filter(|it| it.role == Parameter).collect();
        assert!(
            matches!(parameters[..], [it] if it.value == "yes" && it.steps == [3]),
            "{values:?}"
        );
        // A button says "Yes": the box has other words.
        let asked = recording(
            vec![(form(true, false), click(0)), (form(false, false), click(3))],
            form(false, false),
        );
        case(&asked, &[("newsletter", "off", Parameter)]);
        // A switch that shows its name itself.
        let switch = |on: bool| {
            let text = Some("Late arrival".to_owned());
            vec![Element {
                text,
                label: None,
                ..control("switch", "", on)
            }]
        };
        let turned = recording(vec![(switch(false), click(0))], switch(true));
        case(&turned, &[("late_arrival", "yes", Parameter)]);
        // What another recording leaves as it is.
        let other = recording(vec![(form(false, true), types(3, "x"))], form(false, true));
        let left: Vec<String> = given(&plain, "")
            .iter()
            .map(|it| left_as_it_is(&other, it))
            .collect();
        assert_eq!(left, ["no", "By post"]);
    }
}
