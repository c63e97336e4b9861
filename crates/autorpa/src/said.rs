//! What is said of a recording while it grows, and what the person says beside what they do.

use std::{collections::BTreeMap, fmt, sync::Arc};

use recorder::{Proof, prove, sentence};
use task::Params;
use trajectory::Step;
use ui::{Action, Element, ElementId, HardAction, Rect, Screen, marked_secret, secret_mark};

use crate::answered::rows_named;

/// What stands for a secret on screens.
const HIDDEN: &str = "••••••••";

/// What is said while a person shows something.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A step was understood, or is another one than was said before.
    Step {
        /// Which one, from 1.
        number: usize,
        /// In words, with the locator that holds on its own screen.
        words: String,
        /// Why it may not be found again.
        warning: Option<String>,
    },
    /// Something beside the steps.
    Note(String),
    /// Something was done that is no step: the recording has a gap.
    Gap(String),
    /// What was said can't be done, and why.
    Refused(String),
    /// Nothing more can be shown.
    Over(Over),
}

/// As it is said in a terminal; nothing where the person ended it.
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step {
                number,
                words,
                warning,
            } => {
                write!(f, "{number}. {words}")?;
                match warning {
                    Some(warning) => write!(f, "\n   careful: {warning}"),
                    None => Ok(()),
                }
            }
            Self::Note(it) => write!(f, "   {it}"),
            Self::Gap(it) => write!(
                f,
                "   gap: {it}\n   help: do it another way, or `undo`; a recording with a gap is not built from"
            ),
            Self::Refused(it) => f.write_str(it),
            Self::Over(Over::Done) => Ok(()),
            Self::Over(Over::Closed) => f.write_str("the page was closed"),
            Self::Over(Over::Lost(why)) => write!(f, "the browser is gone: {why}"),
        }
    }
}

/// Why nothing more can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// The person says so.
    Done,
    /// The last page was closed.
    Closed,
    /// A page crashed, or the browser or the device is gone.
    Lost(String),
}

/// A step of a recording that grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSoFar {
    /// What was done, in words, with the locator that holds on its own screen.
    pub words: String,
    /// Why it may not be found again.
    pub warning: Option<String>,
    /// Where its element was, in pixels of its screen.
    pub target: Option<Rect>,
    /// The size of its screen, in pixels.
    pub size: (u32, u32),
    /// The value that it typed or chose; `None` for what types none, and for a secret.
    pub value: Option<String>,
    /// What was done before it, or after the last step, that is no step: the recording has a gap there.
    pub gaps: Vec<String>,
}

impl StepSoFar {
    /// A step as it is said; with `hidden` texts nowhere in it.
    pub(crate) fn of(step: &recorder::Step, hidden: &BTreeMap<String, String>) -> Self {
        let is_hidden = |text: &str| {
            hidden
                .keys()
                .any(|it| !it.is_empty() && text.contains(it.as_str()))
        };
        let mut step = step.clone();
        if let Action::InputText { text, .. } = &step.action
            && let Some(name) = hidden.get(text)
        {
            step.secret = Some(name.clone());
        }
        let (words, warning) = words_of(&step);
        let target = step.action.targets().next();
        let target = target.and_then(|it| step.screen.get(*it)).map(|it| it.bounds);
        let is_given = |action: &HardAction| {
            !matches!(
                action,
                Action::OpenApp { .. }
                    | Action::OpenLink { .. }
                    | Action::SwitchWindow { .. }
                    | Action::Answer { .. }
            )
        };
        let value = step.action.value().filter(|_| is_given(&step.action));
        let value = value.filter(|it| step.secret.is_none() && marked_secret(it).is_none() && !is_hidden(it));
        Self {
            value: value.filter(|it| !it.trim().is_empty()).cloned(),
            words: without_secrets(&words, hidden),
            warning,
            target,
            size: step.screen.size,
            gaps: Vec::new(),
        }
    }
}

/// A step in words, and why it may not be found again.
pub(crate) fn words_of(step: &recorder::Step) -> (String, Option<String>) {
    let mut words = sentence(step);
    for note in &step.notes {
        words = format!("{words} ({note})");
    }
    let weak = step
        .action
        .targets()
        .find_map(|it| match prove(&step.screen, *it) {
            Proof::Holds(_) => None,
            Proof::PlaceOnly(_) => {
                Some("others there are just like it: only its place among them tells which one")
            }
            Proof::Nothing => {
                Some("no locator finds it and nothing else: do it another way where you can, and `undo` this")
            }
        });
    (words, weak.map(str::to_owned))
}

/// A step that was done by hand, as one that was heard.
pub(crate) fn as_heard(step: &Step) -> recorder::Step {
    let secret = match &step.action {
        Action::InputText { text, .. } => marked_secret(text).map(str::to_owned),
        _ => None,
    };
    recorder::Step {
        page: 0,
        at: 0,
        screen: Arc::clone(&step.screen),
        picture: None,
        action: step.action.clone(),
        secret,
        notes: Vec::new(),
    }
}

/// What a person says beside what they do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beside {
    /// Values that are parameters, by name.
    pub params: Params,
    /// Values that are the same for everybody.
    pub constants: Vec<String>,
    /// After how many steps it is looked up whether it worked.
    pub check_after: Option<usize>,
    /// Which rows of a table it is done to, where the person has said that.
    pub each_row: Option<BTreeMap<String, String>>,
    /// Texts that turned out to be secrets, with their names.
    pub secrets: BTreeMap<String, String>,
}

impl Beside {
    /// A value is a parameter. Steps come as the screen of each and its action.
    pub fn name<'a>(
        &mut self,
        value: &str,
        name: &str,
        mut steps: impl Iterator<Item = (&'a Screen, &'a HardAction)>,
    ) -> Said {
        if self.secrets.contains_key(value) {
            return Said::Refused("a secret is no parameter".to_owned());
        }
        self.params.insert(name.to_owned(), value.into());
        self.constants.retain(|it| it != value);
        let has = |(screen, action): (&Screen, &HardAction)| {
            let mut targets = action.targets().filter_map(|it| screen.get(*it));
            action.value().is_some_and(|it| it.trim() == value)
                || targets.any(|it| it.words().any(|word| word.trim() == value))
        };
        let unused = match steps.any(has) {
            true => "",
            false => "; no step has typed, chosen or pressed it so far",
        };
        Said::Note(format!("\"{value}\" is the parameter {name}{unused}"))
    }

    /// A value is the same for everybody.
    pub fn constant(&mut self, value: &str) -> Said {
        self.params.retain(|_, it| it.texts().all(|it| it != value));
        self.constants.push(value.to_owned());
        Said::Note(format!("\"{value}\" is the same each time"))
    }

    /// What is done after so many steps looks up whether it worked.
    pub fn check(&mut self, after: usize) -> Said {
        self.check_after = Some(after);
        Said::Note("what is done from now on looks up whether it worked".to_owned())
    }

    /// There are only so many steps any more.
    pub fn forget_after(&mut self, count: usize) {
        self.check_after = self.check_after.filter(|it| *it <= count);
    }

    /// The text that was typed last is a secret. Steps come newest first: the screen of each and its action.
    pub fn secret<'a>(&mut self, mut steps: impl Iterator<Item = (&'a Screen, &'a HardAction)>) -> Said {
        let typed = steps.find_map(|(screen, action)| match action {
            Action::InputText { target, text, .. } if marked_secret(text).is_none() => {
                Some((screen, *target, text.clone()))
            }
            _ => None,
        });
        let Some((screen, target, text)) = typed.filter(|it| !it.2.is_empty()) else {
            return Said::Refused("nothing was typed that could be a secret".to_owned());
        };
        let field = target.and_then(|it| screen.get(it));
        let name = field.map_or_else(|| "secret".to_owned(), name_of);
        self.params.retain(|_, it| it.texts().all(|it| it != text));
        self.secrets.insert(text, name.clone());
        Said::Note(format!(
            "what was typed last is the secret {name}: its text is not kept"
        ))
    }

    /// Take what turned out to be a secret out of all screens and actions.
    pub fn hide(&self, steps: &mut [Step], last: Arc<Screen>) -> Arc<Screen> {
        if self.secrets.is_empty() {
            return last;
        }
        for step in steps.iter_mut() {
            step.screen = without(&step.screen, &self.secrets);
            if let Action::InputText { target, text, .. } = &step.action
                && let Some(name) = self.secrets.get(text)
            {
                step.action = HardAction::InputText {
                    target: *target,
                    text: secret_mark(name),
                    clear: true,
                };
            }
        }
        without(&last, &self.secrets)
    }

    /// A picture without what shows a secret; none where that can't be taken off it.
    pub fn covered(&self, png: Vec<u8>, screen: &Screen) -> Option<Vec<u8>> {
        let secret = |it: &&Element| tells(it, &self.secrets);
        let places: Vec<Rect> = screen
            .elements
            .iter()
            .filter(secret)
            .map(|it| it.bounds)
            .collect();
        match places.is_empty() {
            true => Some(png),
            false => picture::cover(&png, &places).ok(),
        }
    }
}

/// The secrets that steps type, by the steps' numbers from 1.
pub(crate) fn typed_secrets(steps: &[Step]) -> BTreeMap<usize, String> {
    let typed = (1..).zip(steps).filter_map(|(number, step)| match &step.action {
        Action::InputText { text, .. } => Some((number, marked_secret(text)?.to_owned())),
        _ => None,
    });
    typed.collect()
}

/// What a field is called, as a name.
fn name_of(field: &Element) -> String {
    let called = [
        &field.label,
        &field.hint_text,
        &field.content_description,
        &field.resource_name,
    ];
    let called = called
        .into_iter()
        .find_map(|it| it.as_deref())
        .unwrap_or("secret");
    let words = called.to_lowercase();
    let words: Vec<&str> = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    words.join("_")
}

/// What a person names as the answer, where it stands in some text as words of its own: "Due: 3 May" shows "3 May".
fn part_shown(screen: &Screen, named: &str) -> Option<String> {
    let name = named.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let name = name.unwrap_or(named).trim();
    let goes_on = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let apart = |text: &str| {
        text.match_indices(name).any(|(at, it)| {
            !goes_on(text[..at].chars().next_back()) && !goes_on(text[at + it.len()..].chars().next())
        })
    };
    let shown = !name.is_empty() && screen.elements.iter().any(|it| it.words().any(apart));
    shown.then(|| name.to_owned())
}

/// The text of the element that a person names as the answer, or the part of a text that they name; else why that is not one.
pub(crate) fn answer_of(screen: &Screen, named: &str) -> Result<String, Said> {
    let found = named_element(screen, named);
    match found[..] {
        [one] => Ok(screen.get(one).map(said_by).unwrap_or_default()),
        [] => match rows_named(screen, named) {
            Some(rows) => rows.map_err(|why| Said::Refused(why.to_string())),
            None => part_shown(screen, named)
                .ok_or_else(|| Said::Refused(format!("nothing on the page shows \"{named}\""))),
        },
        _ => {
            let numbers: Vec<String> = found.iter().map(ToString::to_string).collect();
            Err(Said::Refused(format!(
                "{} elements show \"{named}\": give the number of the one that is meant ({})",
                found.len(),
                numbers.join(", ")
            )))
        }
    }
}

/// What an element says: what it holds, else its text, else its description.
fn said_by(element: &Element) -> String {
    let held = element.held_text();
    let other = element.text.as_deref().or(element.content_description.as_deref());
    match held.is_empty() {
        false => held.to_owned(),
        true => other.unwrap_or_default().to_owned(),
    }
}

/// The element with this number, else those that show this.
fn named_element(screen: &Screen, text: &str) -> Vec<ElementId> {
    let quoted = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let numbered = text.parse().ok().map(ElementId);
    if let (None, Some(id)) = (quoted, numbered.filter(|it| screen.get(*it).is_some())) {
        return vec![id];
    }
    let name = quoted.unwrap_or(text).trim();
    let shows = |it: &Element| it.words().any(|word| word.trim() == name);
    screen
        .iter()
        .filter(|(_, it)| shows(it))
        .map(|(id, _)| id)
        .collect()
}

/// Whether an element shows one of these texts.
fn tells(element: &Element, secrets: &BTreeMap<String, String>) -> bool {
    element
        .words()
        .any(|word| secrets.keys().any(|secret| word.contains(secret.as_str())))
}

fn without_secrets(text: &str, secrets: &BTreeMap<String, String>) -> String {
    let texts = secrets.keys().filter(|it| !it.is_empty());
    texts.fold(text.to_owned(), |text, it| text.replace(it.as_str(), HIDDEN))
}

/// A screen without the texts of secrets.
pub(crate) fn without(screen: &Arc<Screen>, secrets: &BTreeMap<String, String>) -> Arc<Screen> {
    if !screen.elements.iter().any(|it| tells(it, secrets)) {
        return Arc::clone(screen);
    }
    let mut screen = Screen::clone(screen);
    for element in &mut screen.elements {
        let all = [
            &mut element.text,
            &mut element.content_description,
            &mut element.label,
            &mut element.value,
            &mut element.hint_text,
            &mut element.tooltip,
        ];
        for text in all.into_iter().flatten() {
            *text = without_secrets(text, secrets);
        }
    }
    Arc::new(screen)
}
