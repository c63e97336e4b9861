//! The prompts of the agents in this module: the templates and what goes into them.

use llm::Prompt;
use serde::Serialize;
use ui::ActionKind;

pub(super) const REACT: Prompt = Prompt::new("react", 1, include_str!("../../prompts/react.md"));
pub(super) const REACT_STEP: Prompt =
    Prompt::new("react_step", 1, include_str!("../../prompts/react_step.md"));
pub(super) const REJECTED: Prompt = Prompt::new("rejected", 1, include_str!("../../prompts/rejected.md"));
pub(super) const SUMMARIZER: Prompt =
    Prompt::new("summarizer", 1, include_str!("../../prompts/summarizer.md"));
pub(super) const SUMMARIZER_STEP: Prompt = Prompt::new(
    "summarizer_step",
    1,
    include_str!("../../prompts/summarizer_step.md"),
);
pub(super) const CONCLUDER: Prompt = Prompt::new("concluder", 1, include_str!("../../prompts/concluder.md"));
pub(super) const CONCLUDER_EPISODE: Prompt = Prompt::new(
    "concluder_episode",
    1,
    include_str!("../../prompts/concluder_episode.md"),
);

/// Every prompt of these agents.
pub const PROMPTS: [Prompt; 7] = [
    REACT,
    REACT_STEP,
    REJECTED,
    SUMMARIZER,
    SUMMARIZER_STEP,
    CONCLUDER,
    CONCLUDER_EPISODE,
];

/// Standing instructions of the one who acts.
#[derive(Serialize)]
pub(super) struct React<'a> {
    pub device: &'a str,
    pub vision: bool,
    /// Width and height of the screen.
    pub size: String,
    pub actions: Vec<ActionHelp>,
    pub apps: &'a [String],
    /// Apps that may be used; empty where nothing limits them.
    pub scope: &'a [String],
    /// Whether questions are answered on this device.
    pub answers: bool,
    /// Whether it names its element by a locator as well.
    pub unified: bool,
    /// How many actions one answer may have.
    pub several: usize,
    /// The keys of a locator, where it gives one.
    pub keys: Vec<String>,
}

/// One action as the prompt shows it.
#[derive(Serialize)]
pub(super) struct ActionHelp {
    pub form: &'static str,
    pub effect: String,
}

/// One step's question.
#[derive(Serialize)]
pub(super) struct ReactStep<'a> {
    pub goal: &'a str,
    pub lessons: &'a [String],
    pub hints: &'a [String],
    pub situation: &'a str,
    pub history: &'a [Past],
    pub done: &'a [String],
    pub plan: &'a [String],
    pub app: &'a str,
    pub elements: String,
    /// Whether something of the list is left out and can be asked for; not there where nothing is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    pub steps_left: usize,
}

/// A step that was taken, as later prompts tell it.
#[derive(Clone, Serialize)]
pub(super) struct Past {
    pub reason: String,
    pub action: String,
    pub summary: String,
}

/// An answer is sent back.
#[derive(Serialize)]
pub(super) struct Rejected {
    pub reason: String,
}

/// Standing instructions of the summarizer.
#[derive(Serialize)]
pub(super) struct Summarizer<'a> {
    pub device: &'a str,
    /// Whether questions are answered on this device.
    pub answers: bool,
}

/// What the summarizer sees of an action.
#[derive(Serialize)]
pub(super) struct SummarizerStep<'a> {
    pub goal: &'a str,
    pub reason: &'a str,
    pub action: &'a str,
    pub target: String,
    pub refused: &'a str,
    /// Whether the task ended with this action.
    pub ended: bool,
    pub difference: &'a str,
    pub app: &'a str,
    pub elements: String,
    pub vision: bool,
}

/// Standing instructions of the concluder.
#[derive(Serialize)]
pub(super) struct Concluder<'a> {
    pub device: &'a str,
    pub failed: bool,
}

/// What the concluder sees of an episode.
#[derive(Serialize)]
pub(super) struct ConcluderEpisode<'a> {
    pub goal: &'a str,
    pub reward: f64,
    pub ending: String,
    pub situation: &'a str,
    pub script_steps: usize,
    pub history: &'a [Past],
    pub app: &'a str,
    pub elements: String,
}

/// Actions on an element, with what they do to it.
const ON_AN_ELEMENT: [(&str, &str); 5] = [
    ("click", "taps it"),
    ("double_tap", "twice"),
    ("long_press", "for a second"),
    ("right_click", "with the right button, for its menu"),
    ("hover", "moves the pointer over it"),
];
/// Actions that need nothing to be said, with what they do.
const PLAIN: [(&str, &str); 4] = [
    ("keyboard_enter", "presses ENTER"),
    ("navigate_back", "goes back"),
    ("navigate_home", "goes to the home screen"),
    ("wait", "lets the screen settle"),
];

/// An action's form, and what it does: of one kind, or of several that are written alike.
enum ActionForm {
    Alone(&'static str, &'static str, &'static str),
    Together(&'static str, &'static [(&'static str, &'static str)]),
}

/// How each kind of action is written and what it does, in the order of the prompt.
const ACTION_FORMS: [ActionForm; 15] = [
    ActionForm::Alone(
        "open_app",
        r#"{"action_type":"open_app","app_name":"<name>"}"#,
        "start an app or bring it to the front",
    ),
    ActionForm::Together(r#"{"action_type":"<kind>","index":<n>}"#, &ON_AN_ELEMENT),
    ActionForm::Alone(
        "input_text",
        r#"{"action_type":"input_text","index":<n>,"text":"<text>","clear_text":<true or false>}"#,
        "tap a field and type behind what it holds; `clear_text` empties it first. Without `index`: at the cursor",
    ),
    ActionForm::Alone(
        "select_option",
        r#"{"action_type":"select_option","index":<n>,"option":"<text>"}"#,
        "choose in a list by what the option shows",
    ),
    ActionForm::Alone(
        "upload_files",
        r#"{"action_type":"upload_files","index":<n>,"files":["<path>"]}"#,
        "give files to a field, or to the button that asks for them",
    ),
    ActionForm::Alone(
        "drag_to",
        r#"{"action_type":"drag_to","index":<n>,"to_index":<n>}"#,
        "drag one element to another",
    ),
    ActionForm::Alone(
        "scroll",
        r#"{"action_type":"scroll","direction":"<up, down, left or right>","index":<n>}"#,
        "show what lies there, in an element or, without `index`, on the screen",
    ),
    ActionForm::Alone(
        "swipe",
        r#"{"action_type":"swipe","direction":"<as above>"}"#,
        "a finger's gesture over the whole screen; `down` shows what stands above",
    ),
    ActionForm::Together(r#"{"action_type":"<kind>"}"#, &PLAIN),
    ActionForm::Alone(
        "press_keys",
        r#"{"action_type":"press_keys","keys":"<as `Escape` or `Control+A`>"}"#,
        "press a key, with others held, where the cursor is",
    ),
    ActionForm::Alone(
        "answer_dialog",
        r#"{"action_type":"answer_dialog","accept":<true or false>,"text":"<text>"}"#,
        "answer the dialog that is open; `text` only where it asks for one",
    ),
    ActionForm::Alone(
        "switch_window",
        r#"{"action_type":"switch_window","title":"<title or address>"}"#,
        "go to another tab or window that is open",
    ),
    ActionForm::Alone(
        "open_link",
        r#"{"action_type":"open_link","link":"<address>"}"#,
        "open an address",
    ),
    ActionForm::Alone(
        "answer",
        r#"{"action_type":"answer","text":"<text>"}"#,
        "answer the user's question",
    ),
    ActionForm::Alone(
        "status",
        r#"{"action_type":"status","goal_status":"<complete or infeasible>"}"#,
        "end the work: `complete` when the goal is reached and nothing is left unsaved, `infeasible` where it can't be reached on this device",
    ),
];

/// What only people do: no model is told of it.
const OF_PEOPLE: [ActionKind; 3] = [ActionKind::ClickAt, ActionKind::DragAlong, ActionKind::SelectText];

/// The names of the actions that a model is told of, of those that a device takes.
pub(super) fn told_of<'a>(kinds: impl IntoIterator<Item = &'a ActionKind>) -> Vec<&'static str> {
    let told = kinds.into_iter().filter(|it| !OF_PEOPLE.contains(it));
    told.map(|it| it.name()).collect()
}

/// How each kind of action is written and what it does, for the kinds that a device takes. Those that are written alike
/// are told together.
pub(super) fn action_help(kinds: &[&str]) -> Vec<ActionHelp> {
    let told = ACTION_FORMS.iter().filter_map(|it| match it {
        ActionForm::Alone(kind, form, effect) => kinds.contains(kind).then(|| ActionHelp {
            form,
            effect: (*effect).to_owned(),
        }),
        ActionForm::Together(form, all) => {
            let effects: Vec<String> = all
                .iter()
                .filter(|(kind, _)| kinds.contains(kind))
                .map(|(kind, effect)| format!("`{kind}` {effect}"))
                .collect();
            (!effects.is_empty()).then(|| ActionHelp {
                form,
                effect: effects.join(", "),
            })
        }
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a device takes is told, apart from what only people do, and nothing else.
    #[test]
    fn every_action_is_told() {
        let all = told_of(&ActionKind::ALL);
        assert_eq!(all.len() + OF_PEOPLE.len(), ActionKind::ALL.len());
        let told = |kinds: &[&'static str]| {
            let help = action_help(kinds);
            let lines = help.iter().map(|it| format!("{}: {}\n", it.form, it.effect));
            lines.collect::<String>()
        };
        let said = |text: &str, kind: &str| {
            text.contains(&format!("`{kind}`")) || text.contains(&format!("\"action_type\":\"{kind}\""))
        };
        for kind in all.clone() {
            assert!(said(&told(&all), kind), "{kind}");
            let rest: Vec<&str> = all.iter().copied().filter(|it| *it != kind).collect();
            assert!(!said(&told(&rest), kind), "{kind}");
        }
    }
}
