//! What a run asks the person on the way: which of several elements is meant, whether what nothing takes back is to be done, and
//! secrets and one-time codes that are not known.

use device::NotAllowed;
use runtime::{Choice, Consent, Person, UnknownSecret};
use task::file::Irreversible;
use trajectory::describe_action;
use ui::{Element, ElementId, HardAction, Screen};

use crate::{
    observer::{Audience, Question},
    witness::lasting,
};

/// The most elements that a person is asked to choose among.
const MOST: usize = 20;

/// The person that a run is for.
pub struct Asking {
    /// Who asks them.
    pub told: Audience,
    /// The steps of the task that nothing takes back; `None` where these are done without asking.
    pub confirms: Option<Vec<Irreversible>>,
}

impl Person for Asking {
    fn which(&self, choice: &Choice<'_>) -> Option<ElementId> {
        let Choice {
            asked,
            screen,
            candidates,
            picture,
        } = choice;
        if candidates.len() > MOST {
            return None;
        }
        let described = asked.target_description.trim();
        let described = match described {
            "" => asked.to_string(),
            it => it.to_owned(),
        };
        let elements: Vec<&Element> = candidates.iter().filter_map(|it| screen.get(*it)).collect();
        let mut answers: Vec<String> = elements.iter().map(|it| said(screen, it)).collect();
        answers.push("None of them: end the run".to_owned());
        let question = Question {
            text: format!(
                "{} elements fit what is looked for next, {described}. Which one is meant?",
                candidates.len()
            ),
            answers,
            picture: picture.and_then(|png| marked(png, screen, &elements)),
            login: None,
        };
        let chosen = self.told.chooses(&question)?;
        candidates.get(chosen).copied()
    }

    fn consents(&self, screen: &Screen, action: &HardAction) -> Consent {
        let stops = self.confirms.as_ref();
        let Some(why) = stops.and_then(|it| lasting(it, screen, action)) else {
            return Consent::NotAsked;
        };
        let step = describe_action(screen, action);
        let question =
            format!("The next step is to {step}. Nothing takes that back: {why}. Shall it be done?");
        match self.told.agrees(&question) {
            Some(true) => Consent::Given,
            Some(false) => Consent::Refused(NotAllowed::Unwanted { step, why }),
            None => Consent::Refused(NotAllowed::Nobody { step, why }),
        }
    }

    fn secret(&self, unknown: &UnknownSecret<'_>) -> Option<String> {
        let UnknownSecret { name, why, one_time } = unknown;
        self.told.types(&match one_time {
            true => format!(
                "The next step types the one-time code {name}, and nothing here makes one ({why}). Type the code that is good now, \
                 or the key that the site has shown (Base32 or otpauth://totp/...). It is kept nowhere."
            ),
            false => format!(
                "The next step types the secret {name}, which is not known ({why}). Type it: it goes to the device, and is kept nowhere."
            ),
        })
    }
}

/// An element as it is offered: its name, and what stands in its row.
fn said(screen: &Screen, element: &Element) -> String {
    let mut beside: Vec<&str> = Vec::new();
    let (_, middle) = element.bounds.center();
    for other in &screen.elements {
        let is_beside = (other.bounds.top..other.bounds.bottom).contains(&middle)
            && other.bounds.height() <= 2 * element.bounds.height().max(1);
        let words = other.words().map(str::trim).filter(|it| !it.is_empty());
        for word in words.filter(|_| is_beside && other != element) {
            if !beside.contains(&word) && element.words().all(|own| own.trim() != word) {
                beside.push(word);
            }
        }
    }
    match beside.is_empty() {
        true => element.name(),
        false => format!(
            "{}, beside {}",
            element.name(),
            beside[..beside.len().min(4)].join(", ")
        ),
    }
}

/// The picture with the number of each answer at its element, from 1.
fn marked(png: &[u8], screen: &Screen, elements: &[&Element]) -> Option<Vec<u8>> {
    let numbered = [Element::default()].into_iter().chain(elements.iter().map(|it| {
        let bounds = it.bounds;
        // Nothing but its place counts here.
        Element {
            bounds,
            clickable: true,
            ..Element::default()
        }
    }));
    let only = Screen {
        size: screen.size,
        elements: numbered.collect(),
        ..Screen::default()
    };
    picture::mark(png, &only).ok()
}
