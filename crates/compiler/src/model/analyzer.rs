//! Failed run to analysis by a model (paper, section 3.4).

use llm::{Answer, AnswerError, Model, Prompt, Role};
use serde::Serialize;
use trajectory::Recording;
use ui::element_list;

use super::query::{Failed, Options, Query, Rejection, ask, ended, line, render, task, told};
use crate::analyze::Analysis;

pub(super) const SYSTEM: Prompt = Prompt::new("analyzer", 1, include_str!("../../prompts/analyzer.md"));
pub(super) const RUN: Prompt = Prompt::new("analyzer_run", 1, include_str!("../../prompts/analyzer_run.md"));

#[derive(Serialize)]
struct RunInput {
    task: String,
    steps: String,
    ending: String,
    screen: String,
}

/// Ask why a run failed. Both causes are kept: the model's explains, the run's own is exact.
pub(super) fn analyze(
    model: &mut impl Model,
    options: &Options,
    run: &Recording,
    free: &Analysis,
) -> Result<Analysis, Failed> {
    let system = render(&SYSTEM, &())?;
    let text = render(
        &RUN,
        &RunInput {
            task: task(&run.instance.goal, &run.instance.params),
            steps: told(run),
            ending: ended(run),
            screen: format!("{}\n{}", run.last.app, element_list(&run.last)),
        },
    )?;
    let said = ask(model, options, Query::text(Role::Analyzer, system, text), parse)?;
    Ok(Analysis {
        cause: format!("{} ({})", said.cause, free.cause),
        // A run that did nothing stands at the beginning anyway.
        go_on: said.go_on && !run.steps.is_empty(),
        ..said
    })
}

/// A reply as an analysis.
pub fn parse(reply: &str) -> Result<Analysis, Rejection> {
    let answer = Answer::parse(reply);
    let said = answer.section("Continue")?;
    let word: String = said
        .trim_start_matches(['`', '*', '"', '-', ' '])
        .chars()
        .take_while(|it| it.is_alphabetic())
        .collect();
    let go_on = match word.to_ascii_lowercase().as_str() {
        "yes" | "y" => true,
        "no" | "n" => false,
        _ => {
            return Err(AnswerError::NotOneOf {
                what: "answer to Continue".to_owned(),
                given: line(said),
                known: vec!["yes".to_owned(), "no".to_owned()],
            }
            .into());
        }
    };
    Ok(Analysis {
        cause: line(answer.section("Cause")?),
        completed: points(&answer, "Completed")?,
        plan: points(&answer, "Plan")?,
        go_on,
    })
}

fn points(answer: &Answer, heading: &str) -> Result<Vec<String>, Rejection> {
    let text = match answer.section(heading) {
        Ok(text) => text,
        Err(AnswerError::EmptySection { .. }) => "",
        Err(other) => return Err(other.into()),
    };
    let unmarked = |it: &str| it.trim().trim_start_matches(['-', '*', '•', ' ']).to_owned();
    Ok(text.lines().map(unmarked).filter(|it| !it.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "### Cause\nThe name field\nholds a.txt.md.\n### Completed\n- the dialog is open\n### Plan\n- clear the field\n* press OK\n### Continue\n**Yes**, it can.";

    #[test]
    fn an_analysis_is_read() {
        let it = parse(GOOD).unwrap();
        assert_eq!(it.cause, "The name field holds a.txt.md.");
        assert_eq!(it.completed, ["the dialog is open"]);
        assert_eq!(it.plan, ["clear the field", "press OK"]);
        assert!(it.go_on);
        assert!(!parse(&GOOD.replace("**Yes**, it can.", "`n`")).unwrap().go_on);
    }

    #[test]
    fn neither_yes_nor_no_is_no_analysis() {
        let said = parse(&GOOD.replace("**Yes**, it can.", "Perhaps."))
            .unwrap_err()
            .to_string();
        assert_eq!(said, "`Perhaps.` is no answer to Continue; it is one of: yes, no");
        assert!(
            parse(&GOOD.replace("### Cause", "### Why"))
                .unwrap_err()
                .to_string()
                .starts_with("the section `### Cause` is missing")
        );
    }
}
