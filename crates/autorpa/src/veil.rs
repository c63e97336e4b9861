//! Secrets of a task file: typed on the device, and shown nowhere else.
//!
//! In recordings, prompts, scripts and records a secret is its mark, `{secret:NAME}`. A device turns the mark into the
//! value when it types it, and the value into the mark in all that it shows.

use std::error::Error;

use device::{Cause, DeviceError, NotAllowed};

use crate::codes::Codes;
use ui::{Action, Element, HardAction, Rect, Screen, has_secret_mark, secret_mark};

/// What stands for the secret of one-time codes, before its name.
const OF_CODES: &str = "secret of ";
/// A shorter secret is hidden only where it stands alone: it may be a part of any word.
const SHORT: usize = 4;

/// The secrets of a task, as far as they are known.
#[derive(Default)]
pub struct Veil {
    /// Mark and value; the longest value first, as one may be a part of another.
    known: Vec<(String, String)>,
    /// Mark, and what makes the codes that are typed for it.
    codes: Vec<(String, Codes)>,
    /// Codes that a person has said, each with its mark: they are typed for one step.
    once: Vec<(String, String)>,
    /// The same codes, as far as they may show.
    said: Vec<(String, String)>,
    /// Those that are not known.
    missing: Vec<Missing>,
}

/// A secret that is not known.
struct Missing {
    name: String,
    why: Cause,
    /// Whether codes are made of it.
    one_time: bool,
}

/// A secret without a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is empty")]
pub struct Empty;

impl Veil {
    /// The same with one-time codes (TOTP) of what these secrets say.
    pub fn with_codes<E: Error + Send + Sync + 'static>(
        mut self,
        secrets: impl IntoIterator<Item = (String, Result<String, E>)>,
    ) -> Self {
        for (name, secret) in secrets {
            let read = secret.map_err(Cause::of).and_then(|secret| {
                let codes = Codes::of(&secret).map_err(Cause::of)?;
                Ok((codes, secret))
            });
            match read {
                Ok((codes, secret)) => {
                    self.codes.push((secret_mark(&name), codes));
                    // What the codes are made of shows nowhere either, under a name that nothing types.
                    self.known.push((format!("{{{OF_CODES}{name}}}"), secret));
                }
                Err(why) => self.missing.push(Missing {
                    name,
                    why,
                    one_time: true,
                }),
            }
        }
        self.known
            .sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        self
    }

    /// The secrets with these names.
    pub fn new<E>(secrets: impl IntoIterator<Item = (String, Result<String, E>)>) -> Self
    where
        E: Error + Send + Sync + 'static,
    {
        let mut veil = Self::default();
        for (name, value) in secrets {
            match value {
                Ok(value) if !value.is_empty() => veil.known.push((secret_mark(&name), value)),
                Ok(_) => veil.miss(name, Cause::of(Empty)),
                Err(error) => veil.miss(name, Cause::of(error)),
            }
        }
        veil.known
            .sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        veil
    }

    fn miss(&mut self, name: String, why: Cause) {
        self.missing.push(Missing {
            name,
            why,
            one_time: false,
        });
    }

    /// Take the value of a secret that is not known, as a person types it. For one-time codes it is the code, or the key that
    /// codes are made of. Whether there is such a secret.
    pub fn learn(&mut self, name: &str, value: &str) -> Result<bool, NotAllowed> {
        let Some(at) = self.missing.iter().position(|it| it.name == name) else {
            return Ok(false);
        };
        let one_time = self.missing[at].one_time;
        let refused = |source: Cause| NotAllowed::UnknownSecret {
            name: name.to_owned(),
            source,
            one_time,
        };
        let value = value.trim_matches(['\r', '\n']);
        if value.is_empty() {
            return Err(refused(Cause::of(Empty)));
        }
        let code: String = value.chars().filter(|it| !it.is_whitespace()).collect();
        if one_time && code.chars().all(|it| it.is_ascii_digit()) {
            self.once.push((secret_mark(name), code.clone()));
            self.said.push((secret_mark(name), code));
            return Ok(true);
        }
        if one_time {
            let codes = Codes::of(value).map_err(|it| refused(Cause::of(it)))?;
            self.codes.push((secret_mark(name), codes));
            self.hide(format!("{{{OF_CODES}{name}}}"), value.to_owned());
        } else {
            self.hide(secret_mark(name), value.to_owned());
        }
        self.missing.remove(at);
        Ok(true)
    }

    /// A value that shows as this from now on.
    fn hide(&mut self, mark: String, value: String) {
        self.known.push((mark, value));
        self.known
            .sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    }

    /// An action was done: codes that it has typed are used up.
    pub fn did(&mut self, action: &HardAction) {
        let typed = action.value().map_or("", String::as_str);
        self.once.retain(|(mark, _)| !typed.contains(mark));
    }

    /// The action as the device does it: with values for marks. A value itself is refused, wherever it comes from: it
    /// would stand in the recording.
    pub fn unveiled(&self, action: &HardAction) -> Result<HardAction, DeviceError> {
        let text = |text: &String| self.unveil(text);
        Ok(match action {
            Action::InputText {
                target,
                text: typed,
                clear,
            } => Action::InputText {
                target: *target,
                text: text(typed)?,
                clear: *clear,
            },
            Action::SelectOption { target, option } => Action::SelectOption {
                target: *target,
                option: text(option)?,
            },
            Action::AnswerDialog {
                accept,
                text: Some(told),
            } => Action::AnswerDialog {
                accept: *accept,
                text: Some(text(told)?),
            },
            other => other.clone(),
        })
    }

    fn unveil(&self, text: &str) -> Result<String, DeviceError> {
        let mut known = self.known.iter().chain(&self.said);
        let said = known.find(|(_, value)| is_in(value, text));
        if let Some((mark, _)) = said {
            return Err(NotAllowed::SecretValue { mark: mark.clone() }.into());
        }
        if !has_secret_mark(text) {
            return Ok(text.to_owned());
        }
        let mut typed = text.to_owned();
        for (mark, code) in &self.once {
            typed = typed.replace(mark, code);
        }
        for (mark, codes) in self.codes.iter().filter(|(mark, _)| text.contains(mark)) {
            typed = typed.replace(mark, &codes.now());
        }
        for (mark, value) in &self.known {
            typed = typed.replace(mark, value);
        }
        if !self.known.iter().any(|(_, value)| has_secret_mark(value)) && has_secret_mark(&typed) {
            let named = |it: &&Missing| typed.contains(&secret_mark(&it.name));
            let why = match self.missing.iter().find(named) {
                Some(missing) => NotAllowed::UnknownSecret {
                    name: missing.name.clone(),
                    source: missing.why.clone(),
                    one_time: missing.one_time,
                },
                None => NotAllowed::NoSecret {
                    text: text.to_owned(),
                },
            };
            return Err(why.into());
        }
        Ok(typed)
    }

    /// Whether there is no value to hide.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.codes.is_empty() && self.said.is_empty()
    }

    /// What stands for the first secret whose value stands in a text.
    pub fn named_in(&self, text: &str) -> Option<&str> {
        let mut known = self.known.iter().chain(&self.said);
        let known = known.find(|(_, value)| is_in(value, text));
        known.map(|(mark, _)| mark.as_str())
    }

    /// Put marks in the place of values.
    pub fn veiled(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (mark, value) in self.known.iter().chain(&self.said) {
            if is_in(value, &text) {
                text = text.replace(value, mark);
            }
        }
        for (mark, codes) in &self.codes {
            for code in codes
                .lately()
                .filter(|code| is_in(code, &text))
                .collect::<Vec<_>>()
            {
                text = text.replace(&code, mark);
            }
        }
        text
    }

    /// The same for all that a screen shows; the parts of it where a value stands.
    pub fn veil(&self, screen: &mut Screen) -> Vec<Rect> {
        if self.is_empty() {
            return Vec::new();
        }
        let codes: Vec<String> = self.codes.iter().flat_map(|(_, it)| it.lately()).collect();
        let values = || {
            let known = self.known.iter().chain(&self.said);
            known.map(|(_, value)| value).chain(&codes)
        };
        let shows = |text: &str| values().any(|value| is_in(value, text));
        for text in [&mut screen.app, &mut screen.activity] {
            if shows(text) {
                *text = self.veiled(text);
            }
        }
        let mut parts = Vec::new();
        for element in &mut screen.elements {
            let bounds = element.bounds;
            for text in texts(element) {
                if shows(text) {
                    *text = self.veiled(text);
                    parts.push(bounds);
                }
            }
        }
        parts
    }
}

/// Whether a value stands in a text.
fn is_in(value: &str, text: &str) -> bool {
    match value.len() < SHORT {
        true => text == value,
        false => text.contains(value),
    }
}

/// Every text of an element.
fn texts(element: &mut Element) -> impl Iterator<Item = &mut String> {
    let Element {
        text,
        content_description,
        hint_text,
        tooltip,
        label,
        value,
        attributes,
        ..
    } = element;
    let all = [text, content_description, hint_text, tooltip, label, value];
    all.into_iter().flatten().chain(attributes.values_mut())
}

#[cfg(test)]
mod tests {
    use ui::ElementId;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the variable {0} is not set")]
    struct NotSet(&'static str);

    fn veil() -> Veil {
        Veil::new([
            ("password".to_owned(), Ok("hunter2!".to_owned())),
            ("pin".to_owned(), Ok("42".to_owned())),
            ("token".to_owned(), Err(NotSet("TOKEN"))),
        ])
    }

    fn typed(text: &str) -> HardAction {
        Action::InputText {
            target: Some(ElementId(0)),
            text: text.to_owned(),
            clear: true,
        }
    }

    #[test]
    fn marks_become_values_and_values_are_refused() {
        let veil = veil();
        assert_eq!(
            veil.unveiled(&typed("{secret:password}")).unwrap(),
            typed("hunter2!")
        );
        assert_eq!(veil.unveiled(&typed("4242")).unwrap(), typed("4242"));
        let said = |text: &str| veil.unveiled(&typed(text)).unwrap_err().to_string();
        for text in ["hunter2!", "my hunter2! is"] {
            let said = said(text);
            assert!(
                said.contains("type {secret:password} instead") && !said.contains("hunter2!"),
                "{said}"
            );
        }
        assert!(said("{secret:token}").contains("TOKEN is not set"));
        assert!(said("{secret:other}").contains("names no secret"));
    }

    #[test]
    fn a_one_time_code_is_typed_for_its_mark_and_shows_nowhere() {
        let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        let secrets = [
            ("code".to_owned(), Ok(key.to_owned())),
            ("bad".to_owned(), Ok("hunter2!".to_owned())),
            ("gone".to_owned(), Err(NotSet("KEY"))),
        ];
        let veil = veil().with_codes(secrets);
        let Action::InputText { text: code, .. } = veil.unveiled(&typed("{secret:code}")).unwrap() else {
            panic!("it types")
        };
        assert!(
            code.len() == 6 && code.chars().all(|it| it.is_ascii_digit()),
            "{code}"
        );
        assert_eq!(
            veil.veiled(&format!("your code is {code}")),
            "your code is {secret:code}"
        );
        assert!(!veil.veiled(&format!("the key {key}")).contains(key));
        let said = |text: &str| veil.unveiled(&typed(text)).unwrap_err().to_string();
        assert!(!said(key).contains(key));
        let bad = said("{secret:bad}");
        assert!(
            bad.contains("no secret of one-time codes") && !bad.contains("hunter2!"),
            "{bad}"
        );
        assert!(said("{secret:gone}").contains("KEY is not set"));
    }

    #[test]
    fn nothing_that_is_seen_has_a_value_in_it() {
        let shown = Element {
            text: Some("Your password is hunter2!, keep it".to_owned()),
            value: Some("42".to_owned()),
            label: Some("Room 4242".to_owned()),
            attributes: [("title".to_owned(), "hunter2!".to_owned())].into(),
            bounds: Rect::new(1, 2, 3, 4),
            ..Element::default()
        };
        let mut screen = Screen {
            activity: "/login?password=hunter2!".to_owned(),
            elements: vec![shown, Element::default()],
            ..Screen::default()
        };
        let parts = veil().veil(&mut screen);
        assert_eq!(parts, [Rect::new(1, 2, 3, 4); 3]);
        let text = serde_json::to_string(&screen).unwrap();
        assert!(
            !text.contains("hunter2!") && text.contains("{secret:password}"),
            "{text}"
        );
        assert!(
            text.contains("{secret:pin}") && text.contains("Room 4242"),
            "{text}"
        );
    }
}
