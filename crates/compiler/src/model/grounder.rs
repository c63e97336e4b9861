//! Several elements that fit to the one that is meant, by a model.

use llm::{AnswerError, Model, Prompt, Role};
use serde::Serialize;
use ui::{ElementId, Screen, element_line, element_list};

use super::query::{Failed, Options, Query, Rejection, ask, line, render};

pub(super) const SYSTEM: Prompt = Prompt::new("grounder", 1, include_str!("../../prompts/grounder.md"));
pub(super) const CHOICE: Prompt = Prompt::new(
    "grounder_choice",
    1,
    include_str!("../../prompts/grounder_choice.md"),
);

/// What is to be chosen.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The goal of the run and its values; empty where nobody told one.
    pub task: String,
    /// What the script looks for, in its own words.
    pub description: &'a str,
    /// The elements that fit.
    pub candidates: &'a [ElementId],
    /// The screen they are on.
    pub screen: &'a Screen,
    /// Its picture with the elements' indices on them, for a model with eyes.
    pub picture: Option<Vec<u8>>,
}

#[derive(Serialize)]
struct SystemInput {
    marked: bool,
}

#[derive(Serialize)]
struct ChoiceInput<'a> {
    task: &'a str,
    description: &'a str,
    candidates: String,
    screen: String,
}

/// Which of several elements is meant; `None` where the model says that none is, or that nothing tells which.
pub fn ground(
    model: &mut impl Model,
    options: &Options,
    choice: Choice<'_>,
) -> Result<Option<ElementId>, Failed> {
    let system = render(
        &SYSTEM,
        &SystemInput {
            marked: choice.picture.is_some(),
        },
    )?;
    let line_of = |id: &ElementId| Some(element_line(*id, choice.screen.get(*id)?));
    let candidates: Vec<String> = choice.candidates.iter().filter_map(line_of).collect();
    let text = render(
        &CHOICE,
        &ChoiceInput {
            task: choice.task.trim(),
            description: choice.description,
            candidates: candidates.join("\n"),
            screen: element_list(choice.screen),
        },
    )?;
    let query = Query {
        picture: choice.picture,
        ..Query::text(Role::Grounder, system, text)
    };
    ask(model, options, query, |reply| parse(reply, choice.candidates))
}

/// A reply as one of the candidates, or as the word that none is meant.
pub fn parse(reply: &str, candidates: &[ElementId]) -> Result<Option<ElementId>, Rejection> {
    let word = reply.trim().trim_matches(['`', '*', '"', '.']);
    if word.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let named = word.parse().ok().map(ElementId);
    match named.filter(|it| candidates.contains(it)) {
        Some(it) => Ok(Some(it)),
        None => Err(AnswerError::NotOneOf {
            what: "answer to which element is meant".to_owned(),
            given: line(reply),
            known: candidates
                .iter()
                .map(ToString::to_string)
                .chain(["none".to_owned()])
                .collect(),
        }
        .into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_candidate_or_none() {
        let candidates = [ElementId(2), ElementId(7)];
        let read = |reply: &str| parse(reply, &candidates);
        assert_eq!(read(" 7\n"), Ok(Some(ElementId(7))));
        assert_eq!(read("`2`"), Ok(Some(ElementId(2))));
        assert_eq!(read("None."), Ok(None));
        for wrong in [
            "3",
            "-2",
            "2, I think",
            "element 2",
            "",
            "99999999999999999999999",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            read("3").unwrap_err().to_string(),
            "`3` is no answer to which element is meant; it is one of: 2, 7, none"
        );
    }
}
