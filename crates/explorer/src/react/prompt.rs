//! The prompts of the agents in this module: the templates and what goes into them.

use llm::Prompt;
use serde::Serialize;

pub(super) const REACT: Prompt = Prompt::new("react", include_str!("../../prompts/react.md"));
pub(super) const REACT_STEP: Prompt = Prompt::new("react_step", include_str!("../../prompts/react_step.md"));
pub(super) const REJECTED: Prompt = Prompt::new("rejected", include_str!("../../prompts/rejected.md"));
pub(super) const SUMMARIZER: Prompt = Prompt::new("summarizer", include_str!("../../prompts/summarizer.md"));
pub(super) const SUMMARIZER_STEP: Prompt = Prompt::new(
    "summarizer_step",
    include_str!("../../prompts/summarizer_step.md"),
);
pub(super) const CONCLUDER: Prompt = Prompt::new("concluder", include_str!("../../prompts/concluder.md"));
pub(super) const CONCLUDER_EPISODE: Prompt = Prompt::new(
    "concluder_episode",
    include_str!("../../prompts/concluder_episode.md"),
);

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
    /// Whether it names its element by a locator as well, and the keys of one.
    pub unified: bool,
    /// How many actions one answer may have.
    pub several: usize,
    pub keys: Vec<String>,
}

/// One action as the prompt shows it.
#[derive(Serialize)]
pub(super) struct ActionHelp {
    pub form: &'static str,
    pub effect: &'static str,
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

/// How each kind of action is written and what it does, for the kinds that a device takes.
pub(super) fn action_help(kinds: &[&'static str]) -> Vec<ActionHelp> {
    kinds
        .iter()
        .filter_map(|kind| {
            let (form, effect) = match *kind {
                "open_app" => (r#"{"action_type":"open_app","app_name":"<name>"}"#, "start an app or bring it to the front"),
                "click" => (r#"{"action_type":"click","index":<n>}"#, "tap an element"),
                "double_tap" => (r#"{"action_type":"double_tap","index":<n>}"#, "tap an element twice"),
                "long_press" => (r#"{"action_type":"long_press","index":<n>}"#, "hold an element for a second"),
                "hover" => (r#"{"action_type":"hover","index":<n>}"#, "move the pointer over an element"),
                "input_text" => (
                    r#"{"action_type":"input_text","index":<n>,"text":"<text>","clear_text":<true or false>}"#,
                    "tap a field and type behind what it holds; `clear_text` empties it first. Without `index`: at the cursor, without a tap",
                ),
                "scroll" => (
                    r#"{"action_type":"scroll","direction":"<up, down, left or right>","index":<n>}"#,
                    "show what lies in that direction, in an element or, without `index`, on the screen",
                ),
                "swipe" => (
                    r#"{"action_type":"swipe","direction":"<up, down, left or right>"}"#,
                    "move a finger over the whole screen, for gestures; `down` moves it from top to bottom and shows what stands above",
                ),
                "keyboard_enter" => (r#"{"action_type":"keyboard_enter"}"#, "press the ENTER key"),
                "navigate_back" => (r#"{"action_type":"navigate_back"}"#, "go back"),
                "navigate_home" => (r#"{"action_type":"navigate_home"}"#, "go to the home screen"),
                "wait" => (r#"{"action_type":"wait"}"#, "let the screen settle"),
                "answer" => (r#"{"action_type":"answer","text":"<text>"}"#, "answer the user's question"),
                "status" => (
                    r#"{"action_type":"status","goal_status":"<complete or infeasible>"}"#,
                    "end the work",
                ),
                _ => return None,
            };
            Some(ActionHelp { form, effect })
        })
        .collect()
}
