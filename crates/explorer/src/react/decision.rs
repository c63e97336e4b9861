//! Replies to typed values: a decision, a summary, a conclusion, or the reason why not.

use llm::{Answer, AnswerError};
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;
use ui::{Action, Chord, ChordError, Direction, ElementId, HardAction, Screen, Status};

use super::shown::{ListedScreen, More};

/// Why a reply can't be used, in words that the model gets to read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplyError {
    /// Its form is wrong.
    #[error(transparent)]
    Form(#[from] AnswerError),
    /// An action lacks a field.
    #[error("`{action}` needs the field `{field}`")]
    NoField {
        /// The action.
        action: String,
        /// The field.
        field: &'static str,
    },
    /// A chord names no keys.
    #[error(transparent)]
    Chord(#[from] ChordError),
    /// The element is not on the screen.
    #[error("there is no element {index}: the screen has {count}, and an index is a number of the list")]
    NoElement {
        /// What was named.
        index: String,
        /// Elements on the screen.
        count: usize,
    },
    /// More of the list was asked for, and something else besides.
    #[error("`{SHOW_MORE}` stands alone: what follows is decided on when more was seen")]
    NotAlone,
    /// More of the list was asked for where nothing is left out.
    #[error(
        "nothing is left out there: `{SHOW_MORE}` takes an index within the `indices` of what is left out"
    )]
    NothingLeftOut,
}

/// What asks for more of a list. It is no action of the device, and told of only where something is left out.
pub(super) const SHOW_MORE: &str = "show_more";

/// What the agent answers when it is asked what comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// To act.
    Act(Decision),
    /// To see more of the list, and why.
    See(More, String),
}

impl Next {
    /// Read a reply as [`Decision::parse`] does, or as the wish to see more of what was shown.
    pub fn parse(
        reply: &str,
        screen: &Screen,
        kinds: &[&str],
        several: bool,
        shown: &ListedScreen,
    ) -> Result<Self, ReplyError> {
        let answer = Answer::parse(reply);
        let wires: Vec<Wire> = answer.each_json("Action").unwrap_or_default();
        let is_wish = |it: &&Wire| it.action_type == SHOW_MORE;
        match wires.iter().find(is_wish) {
            Some(wish) if shown.has_left_out() => {
                if wires.len() > 1 {
                    return Err(ReplyError::NotAlone);
                }
                let more = shown.more(element(&wish.index, screen)?);
                let reason = line(answer.section("Reason")?);
                Ok(Self::See(more.ok_or(ReplyError::NothingLeftOut)?, reason))
            }
            // Where it is not offered it is an action like any other that there is not.
            Some(_) | None => Decision::parse(reply, screen, kinds, several).map(Self::Act),
        }
    }
}

/// What the agent wants to do next, and how it sees things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What it makes of the screen.
    pub analysis: String,
    /// Its checklist: what is done.
    pub done: Vec<String>,
    /// Its checklist: what is left.
    pub plan: Vec<String>,
    /// Why this action.
    pub reason: String,
    /// The action.
    pub action: HardAction,
    /// Actions on the same screen that are to follow, whatever comes of the first.
    pub then: Vec<HardAction>,
    /// Whether it is one of those.
    pub follows: bool,
    /// The element of the action by what it is, as it was written; unproven.
    pub locator: Option<String>,
}

/// An action as models write it: AndroidWorld's field names, and the spellings that are common besides.
#[derive(Deserialize)]
struct Wire {
    action_type: String,
    index: Option<Value>,
    text: Option<Value>,
    #[serde(alias = "app")]
    app_name: Option<String>,
    direction: Option<String>,
    #[serde(alias = "status")]
    goal_status: Option<String>,
    #[serde(alias = "clear")]
    clear_text: Option<bool>,
    to_index: Option<Value>,
    keys: Option<String>,
    option: Option<Value>,
    files: Option<Value>,
    accept: Option<bool>,
    title: Option<String>,
    link: Option<String>,
}

impl Decision {
    /// Read a reply. Its actions must be of `kinds`, their elements some of the screen's; `several` says whether
    /// more than one action is taken.
    pub fn parse(reply: &str, screen: &Screen, kinds: &[&str], several: bool) -> Result<Self, ReplyError> {
        let answer = Answer::parse(reply);
        let wires: Vec<Wire> = if several {
            answer.each_json("Action")?
        } else {
            vec![answer.json("Action")?]
        };
        let mut actions = wires.iter().map(|it| it.action(screen, kinds));
        // There is one at least, or it would have been no answer.
        let action = actions.next().unwrap_or(Ok(Action::Wait))?;
        Ok(Self {
            analysis: answer.section("Analysis")?.to_owned(),
            done: points(&answer, "Done")?,
            plan: points(&answer, "Plan")?,
            reason: line(answer.section("Reason")?),
            action,
            then: actions.collect::<Result<_, _>>()?,
            follows: false,
            locator: answer.section("Locator").ok().map(str::to_owned),
        })
    }
}

/// The points of a section, without their marks; an empty section has none.
fn points(answer: &Answer, heading: &str) -> Result<Vec<String>, ReplyError> {
    let text = match answer.section(heading) {
        Ok(text) => text,
        Err(AnswerError::EmptySection { .. }) => "",
        Err(other) => return Err(other.into()),
    };
    let unmarked = |it: &str| {
        it.trim()
            .trim_start_matches(['-', '*', '•', '□', '✓', ' '])
            .to_owned()
    };
    Ok(text.lines().map(unmarked).filter(|it| !it.is_empty()).collect())
}

/// Text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Wire {
    fn action(&self, screen: &Screen, kinds: &[&str]) -> Result<HardAction, ReplyError> {
        let kind = self.action_type.as_str();
        if !kinds.contains(&kind) {
            return Err(self.not_one_of("action", kind, kinds));
        }
        let target = || element(&self.index, screen)?.ok_or_else(|| self.no_field("index"));
        let to = || element(&self.to_index, screen)?.ok_or_else(|| self.no_field("to_index"));
        let named = |field, value: &Option<String>| value.clone().ok_or_else(|| self.no_field(field));
        let text = || self.written("text", &self.text);
        Ok(match kind {
            "open_app" => Action::opening(&named("app_name", &self.app_name)?),
            "click" => Action::Click { target: target()? },
            "double_tap" => Action::DoubleTap { target: target()? },
            "long_press" => Action::LongPress { target: target()? },
            "right_click" => Action::RightClick { target: target()? },
            "hover" => Action::Hover { target: target()? },
            "drag_to" => Action::DragTo {
                target: target()?,
                to: to()?,
            },
            "input_text" => Action::InputText {
                target: element(&self.index, screen)?,
                text: text()?,
                clear: self.clear_text.unwrap_or(false),
            },
            "select_option" => Action::SelectOption {
                target: target()?,
                option: self.written("option", &self.option)?,
            },
            "upload_files" => Action::UploadFiles {
                target: target()?,
                files: self.listed_files()?,
            },
            "scroll" => Action::Scroll {
                target: element(&self.index, screen)?,
                direction: self.direction()?,
            },
            "swipe" => Action::Swipe {
                direction: self.direction()?,
            },
            "keyboard_enter" => Action::KeyboardEnter,
            "press_keys" => Action::PressKeys {
                keys: named("keys", &self.keys)?.parse::<Chord>()?.to_string(),
            },
            "answer_dialog" => Action::AnswerDialog {
                accept: self.accept.ok_or_else(|| self.no_field("accept"))?,
                text: match self.text {
                    None | Some(Value::Null) => None,
                    Some(_) => Some(text()?),
                },
            },
            "navigate_back" => Action::NavigateBack,
            "navigate_home" => Action::NavigateHome,
            "switch_window" => Action::SwitchWindow {
                title: named("title", &self.title)?,
            },
            "open_link" => Action::OpenLink {
                link: named("link", &self.link)?,
            },
            "wait" => Action::Wait,
            "answer" => Action::Answer { text: text()? },
            "status" => Action::Status {
                goal_status: self.status()?,
            },
            _ => return Err(self.not_one_of("action", kind, kinds)),
        })
    }

    fn no_field(&self, field: &'static str) -> ReplyError {
        ReplyError::NoField {
            action: self.action_type.clone(),
            field,
        }
    }

    /// A text, which may be written as a number.
    fn written(&self, field: &'static str, value: &Option<Value>) -> Result<String, ReplyError> {
        match value {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(it)) => Ok(it.to_string()),
            _ => Err(self.no_field(field)),
        }
    }

    /// The files, one on each line.
    fn listed_files(&self) -> Result<String, ReplyError> {
        match self.files.as_ref().and_then(Value::as_array) {
            Some(all) => {
                let all: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
                Ok(all.join("\n"))
            }
            None => self.written("files", &self.files),
        }
    }

    fn direction(&self) -> Result<Direction, ReplyError> {
        let given = self.direction.as_deref();
        let given = given.ok_or_else(|| self.no_field("direction"))?;
        given
            .parse()
            .map_err(|()| self.not_one_of("direction", given, &["up", "down", "left", "right"]))
    }

    fn status(&self) -> Result<Status, ReplyError> {
        let given = self.goal_status.as_deref();
        match given.ok_or_else(|| self.no_field("goal_status"))? {
            "complete" => Ok(Status::Complete),
            "infeasible" => Ok(Status::Infeasible),
            other => Err(self.not_one_of("goal_status", other, &["complete", "infeasible"])),
        }
    }

    fn not_one_of(&self, what: &str, given: &str, known: &[&str]) -> ReplyError {
        let known = known.iter().map(|it| (*it).to_owned()).collect();
        AnswerError::NotOneOf {
            what: what.to_owned(),
            given: given.to_owned(),
            known,
        }
        .into()
    }
}

/// The element of the screen that an index names; none where there is no index.
fn element(index: &Option<Value>, screen: &Screen) -> Result<Option<ElementId>, ReplyError> {
    let Some(index) = index.as_ref().filter(|it| !it.is_null()) else {
        return Ok(None);
    };
    let number = match index {
        Value::Number(it) => it.as_u64(),
        Value::String(it) => it.trim().parse().ok(),
        _ => None,
    };
    number
        .and_then(|it| usize::try_from(it).ok())
        .map(ElementId)
        .filter(|it| screen.get(*it).is_some())
        .map(Some)
        .ok_or_else(|| ReplyError::NoElement {
            index: index.to_string(),
            count: screen.elements.len(),
        })
}

/// The summarizer's one line.
pub(super) fn parse_summary(reply: &str) -> Result<String, ReplyError> {
    Ok(line(Answer::parse(reply).section("Summary")?))
}

/// The concluder's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conclusion {
    pub conclusion: String,
    pub reflection: Option<String>,
}

/// The concluder's words; a reflection must be there where one was asked for.
pub(super) fn parse_conclusion(reply: &str, failed: bool) -> Result<Conclusion, ReplyError> {
    let answer = Answer::parse(reply);
    Ok(Conclusion {
        conclusion: line(answer.section("Conclusion")?),
        reflection: if failed {
            Some(answer.section("Reflection")?.to_owned())
        } else {
            None
        },
    })
}

#[cfg(test)]
mod tests {
    use task::{Instance, Params};
    use ui::Element;

    use super::{super::wanted::Wanted, *};

    const REPLY: &str =
        "### Analysis\nA form.\n### Done\n- nothing\n### Plan\n- all\n### Reason\nNext.\n### Action\n";

    /// A decision on a screen of three elements, or why there is none.
    fn decided(reply: &str, several: bool) -> Result<Decision, ReplyError> {
        let screen = Screen {
            elements: vec![Element::default(); 3],
            ..Screen::default()
        };
        let kinds = ["click", "input_text", "scroll", "status"];
        Decision::parse(reply, &screen, &kinds, several)
    }

    #[test]
    fn what_an_action_lacks_is_said() {
        for (action, reason) in [
            (r#"{"action_type":"click"}"#, "`click` needs the field `index`"),
            (
                r#"{"action_type":"click","index":"one"}"#,
                "there is no element \"one\": the screen has 3, and an index is a number of the list",
            ),
            (
                r#"{"action_type":"input_text","index":1,"text":["a"]}"#,
                "`input_text` needs the field `text`",
            ),
            (
                r#"{"action_type":"scroll","direction":"north"}"#,
                "`north` is no direction; it is one of: up, down, left, right",
            ),
            (
                r#"{"action_type":"status","goal_status":"done"}"#,
                "`done` is no goal_status; it is one of: complete, infeasible",
            ),
            (
                r#"{"action_type":"tap","index":1}"#,
                "`tap` is no action; it is one of: click, input_text, scroll, status",
            ),
            ("click 1", "there is no JSON object in `### Action`"),
        ] {
            let refused = decided(&format!("{REPLY}{action}"), false).unwrap_err();
            assert_eq!(refused.to_string(), reason);
        }
    }

    #[test]
    fn a_section_that_is_missing_is_named() {
        for heading in ["Analysis", "Done", "Plan", "Reason", "Action"] {
            let reply = format!("{REPLY}{{\"action_type\":\"click\",\"index\":1}}");
            let without = reply.replace(&format!("### {heading}\n"), "");
            let reason = decided(&without, false).unwrap_err().to_string();
            assert!(
                reason.starts_with(&format!("the section `### {heading}` is missing; found: ")),
                "{reason}"
            );
        }
    }

    #[test]
    fn one_action_is_taken_or_several() {
        let two = format!(
            "{REPLY}{{\"action_type\":\"click\",\"index\":1}}\n{{\"action_type\":\"click\",\"index\":2}}"
        );
        let refused = decided(&two, false).unwrap_err().to_string();
        assert!(refused.contains("write exactly one"), "{refused}");
        let both = decided(&two, true).unwrap();
        assert_eq!(both.action, Action::Click { target: ElementId(1) });
        assert_eq!(both.then, [Action::Click { target: ElementId(2) }]);
        // One that can't be done is no reason to do the others.
        assert!(decided(&two.replace("\"index\":2", "\"index\":3"), true).is_err());
    }

    /// What asks for more of a list stands alone, and is an action like any other that there is not where all is shown.
    #[test]
    fn more_of_a_list_is_asked_for_where_something_is_left_out() {
        let picture = Element {
            class_name: Some("img".to_owned()),
            path: vec![0],
            bounds: ui::Rect::new(0, 0, 1, 1),
            ..Element::default()
        };
        let screen = Screen {
            size: (100, 100),
            elements: vec![picture],
            ..Screen::default()
        };
        let next = |actions: &str, more: &More| {
            let goal = Instance::of_no_type("a suite", "Press it.", Params::new());
            let shown = ListedScreen::new(&screen, &Wanted::new(&goal), more);
            Next::parse(&format!("{REPLY}{actions}"), &screen, &["click"], true, &shown)
        };
        let (click, more) = (
            r#"{"action_type":"click","index":0}"#,
            r#"{"action_type":"show_more"}"#,
        );
        let see = Next::See(More::Graphics, "Next.".to_owned());
        assert_eq!(next(more, &More::Nothing), Ok(see));
        assert!(matches!(next(click, &More::Nothing), Ok(Next::Act(_))));
        assert_eq!(
            next(&format!("{click}\n{more}"), &More::Nothing),
            Err(ReplyError::NotAlone)
        );
        let there = r#"{"action_type":"show_more","index":0}"#;
        assert_eq!(next(there, &More::Nothing), Err(ReplyError::NothingLeftOut));
        let reason = next(more, &More::Graphics).unwrap_err().to_string();
        assert_eq!(reason, "`show_more` is no action; it is one of: click");
    }

    #[test]
    fn a_summary_is_one_line_and_must_be_there() {
        let said = parse_summary("### Changes\nmuch\n### Summary\nIt did\n  something.");
        assert_eq!(said.unwrap(), "It did something.");
        for (reply, reason) in [
            (
                "It did something.",
                "the section `### Summary` is missing; found: none",
            ),
            (
                "### Changes\nmuch",
                "the section `### Summary` is missing; found: Changes",
            ),
            ("### Summary\n", "the section `### Summary` is empty"),
        ] {
            assert_eq!(parse_summary(reply).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn only_a_failure_needs_a_reflection() {
        let told = |reflection: Option<&str>| Conclusion {
            conclusion: "The end.".to_owned(),
            reflection: reflection.map(str::to_owned),
        };
        let end = "### Conclusion\nThe\nend.\n";
        assert_eq!(parse_conclusion(end, false).unwrap(), told(None));
        let both = format!("{end}### Reflection\n- Save first.\n- Look again.\n");
        let lesson = "- Save first.\n- Look again.";
        assert_eq!(parse_conclusion(&both, true).unwrap(), told(Some(lesson)));
        assert_eq!(parse_conclusion(&both, false).unwrap(), told(None));
        for (reply, reason) in [
            (
                end.to_owned(),
                "the section `### Reflection` is missing; found: Conclusion",
            ),
            (
                format!("{end}### Reflection\n"),
                "the section `### Reflection` is empty",
            ),
            (
                both.replace("### Conclusion\n", ""),
                "the section `### Conclusion` is missing; found: Reflection",
            ),
        ] {
            assert_eq!(parse_conclusion(&reply, true).unwrap_err().to_string(), reason);
        }
    }
}
