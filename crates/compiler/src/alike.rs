//! A refusal among several that are alike to the answer whether it matters which: each of them is tried on the very
//! instance, and the environment says what came of it.

use strings::Expr;
use task::{Instance, Value};
use trajectory::{Code, Outcome, Recording};
use ui::{Action, ElementId, Irreversible, Locator, Nth, are_alike};

use crate::{
    consequence::Consequence,
    emit::{emit, shown_by},
    program::{Kind, Program, Stmt},
    script::Script,
    soft::print_locator,
    world::{Drawn, Event, World, WorldError},
};

/// Instances on which each must have been rewarded.
const ENOUGH: usize = 2;
/// Of more than these nobody tries each.
const MOST: usize = 5;

/// What was found out about the target of a step.
#[derive(Clone, Debug)]
struct Evidence {
    asked: Locator<Expr>,
    /// Seeds of the instances on which each of those that fitted was rewarded.
    rewarded: Vec<u64>,
    /// Instances on which one of them was not: the step says no longer that any will do.
    refuted: Vec<u64>,
}

/// What was found out about all steps.
#[derive(Clone, Debug, Default)]
pub struct AnyOfAlike {
    all: Vec<Evidence>,
}

/// Which step could not say which of how many it means.
struct Question {
    asked: Locator<Expr>,
    count: usize,
}

impl AnyOfAlike {
    /// Try each of those among which a run has refused to choose. The answer is whether each was rewarded; `None`
    /// where there is nothing to try: the run ended otherwise, they are not alike, or the function does what nothing
    /// takes back.
    pub fn try_each(
        &mut self,
        world: &mut dyn World,
        program: &Program,
        script: &Script,
        instance: &Instance,
        run: &Recording,
    ) -> Result<Option<bool>, WorldError> {
        let Some(question) = question(program, script, instance, run) else {
            return Ok(None);
        };
        let at = self.of(&question.asked);
        let mut each = true;
        for at in 0..question.count {
            let mut one = program.clone();
            for_its_steps(&mut one.body, &question.asked, &mut |target, _| {
                let nth = Nth::among(at, question.count);
                target.nth = nth.map(|it| Expr::Const(it.to_string()));
                target.any_of_alike = false;
                target.or_else.clear();
            });
            let run = world.run(&emit(&one), instance)?;
            world.event(&Event::Ran {
                instance,
                run: &run,
                drawn: Drawn::Own,
            });
            each &= run.succeeded();
            if !each {
                break;
            }
        }
        let seeds = match each {
            true => &mut self.all[at].rewarded,
            false => &mut self.all[at].refuted,
        };
        if !seeds.contains(&instance.seed) {
            seeds.push(instance.seed);
        }
        Ok(Some(each))
    }

    /// Write into a program what is known well enough; whether anything was.
    pub fn mark(&self, program: &mut Program) -> bool {
        let mut marked = false;
        for it in &self.all {
            if it.rewarded.len() < ENOUGH || !it.refuted.is_empty() {
                continue;
            }
            for_its_steps(&mut program.body, &it.asked, &mut |target, alike| {
                target.any_of_alike = true;
                alike.clone_from(&it.rewarded);
                marked = true;
            });
        }
        marked
    }

    /// What a program takes the n-th of, whatever the task says, though it matters which: `link that shows name`, and the instance
    /// that shows it.
    pub fn taken_by_place(&self, program: &Program) -> Option<(String, u64)> {
        let mut found = None;
        for it in &self.all {
            let Some(seed) = it.refuted.first() else { continue };
            let is_one = |target: &Locator<Expr>| {
                let by_place = target.nth.as_ref().is_some_and(Expr::is_const);
                let own = &it.asked.attributes;
                by_place && !own.is_empty() && own.iter().all(|own| target.attributes.contains(own))
            };
            for stmt in &program.body {
                stmt.walk(&mut |stmt| {
                    if let Kind::Act { action, .. } = &stmt.kind
                        && action.targets().any(is_one)
                    {
                        found = Some((it.asked.target_description.clone(), *seed));
                    }
                });
            }
        }
        found
    }

    /// What was found out, a line each, for the receipt.
    pub fn findings(&self) -> Vec<String> {
        let said = |it: &Evidence| {
            let what = format!("{} ({})", it.asked.target_description, print_locator(&it.asked));
            match (it.refuted.first(), it.rewarded.len()) {
                (Some(seed), _) => {
                    format!("{what}: it matters which of several alike, as instance {seed} shows")
                }
                (None, few) if few < ENOUGH => format!(
                    "{what}: {}, which is too few to take any of several alike",
                    shown_by(&it.rewarded)
                ),
                (None, _) => format!("{what}: any of several alike, {}", shown_by(&it.rewarded)),
            }
        };
        self.all.iter().map(said).collect()
    }

    fn of(&mut self, asked: &Locator<Expr>) -> usize {
        let known = self.all.iter().position(|it| it.asked.asks_same(asked));
        known.unwrap_or_else(|| {
            self.all.push(Evidence {
                asked: asked.clone(),
                rewarded: Vec::new(),
                refuted: Vec::new(),
            });
            self.all.len() - 1
        })
    }
}

/// The step that refused, where each of those that fitted may be tried.
fn question(program: &Program, script: &Script, instance: &Instance, run: &Recording) -> Option<Question> {
    let said = run.ending.diagnostic.as_ref()?;
    let ids: Vec<ElementId> = said.candidates.iter().map(|it| ElementId(it.index)).collect();
    let refused = run.ending.outcome == Outcome::Refused && said.code == Code::ElementAmbiguous;
    // What a value of the task says is as binding as what the code says.
    let mut values = instance.params.values().flat_map(Value::texts);
    let harmless = !program.consequences().iter().any(Consequence::is_said)
        && values.all(|it| Irreversible::of(it).is_none());
    if !refused || ids.len() > MOST || !harmless || !are_alike(&run.last, &ids) {
        return None;
    }
    let sources = script.steps_of(said.position?.line);
    let mut asked: Option<Locator<Expr>> = None;
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            if let (Kind::Act { action, .. }, None) = (&it.kind, &asked)
                && it.sources == sources
                && !sources.is_empty()
            {
                asked = clicked(action).cloned();
            }
        });
    }
    // Which one a number or a constant means is the function's own doing, not the task's.
    let asked = asked.filter(|it| it.nth.is_none() && it.values().any(|it| !it.is_const()))?;
    Some(Question {
        asked,
        count: ids.len(),
    })
}

/// What a tap is on: only taps are tried.
fn clicked(action: &Action<Locator<Expr>, Expr>) -> Option<&Locator<Expr>> {
    match action {
        Action::Click { target } => Some(target),
        _ => None,
    }
}

/// Go through the taps on what is asked like this, and their evidence.
fn for_its_steps(
    body: &mut [Stmt],
    asked: &Locator<Expr>,
    change: &mut dyn FnMut(&mut Locator<Expr>, &mut Vec<u64>),
) {
    for stmt in body {
        if let Kind::Act {
            action: Action::Click { target },
            alike,
            ..
        } = &mut stmt.kind
            && target.asks_same(asked)
        {
            change(target, alike);
        }
        for inner in stmt.kind.blocks_mut() {
            for_its_steps(inner, asked, change);
        }
    }
}
