//! What a function makes of its parameters and of the screen, in plain words: one line for each value, for the
//! comment in front of it.

use strings::{Expr, List, identifier};
use ui::{Action, Locator};

use crate::{
    program::{CHOSEN, Cond, Kind, Limit, Program, Stmt, Tally},
    soft::HELD,
};

/// What each computed value is and what it is for, in the order in which they are needed, each once.
pub(super) fn computed(program: &Program) -> Vec<String> {
    let mut all = Computed::default();
    for stmt in &program.body {
        stmt.walk(&mut |it| all.stmt(it));
    }
    all.said.into_iter().map(|(_, said)| said).collect()
}

#[derive(Default)]
struct Computed {
    /// The value as it stands in the script, and what is said of it.
    said: Vec<(String, String)>,
    /// The number of the step, as it is printed.
    step: usize,
}

impl Computed {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            Kind::Act { action, among, .. } => {
                self.step += 1;
                if let Some(among) = among {
                    let extreme = among.extreme.name();
                    let what = format!(
                        "is what the {extreme} of {} shows",
                        among.entries.target_description
                    );
                    self.variable(CHOSEN, &what);
                }
                self.act(action);
            }
            Kind::If { cond, .. } => self.cond(cond),
            Kind::ForEach { var, list, .. } => {
                let of = match list {
                    List::Input(_) | List::Items(_) | List::Split(..) | List::ButLast(_) => "each entry of ",
                    List::Characters(_) | List::Records(_) => "each of ",
                };
                self.say(
                    var,
                    format!(
                        "`{}` is {of}{}, one after the other",
                        identifier(var),
                        list.in_words()
                    ),
                );
            }
            Kind::EachRow { var, each, .. } => {
                self.step += 1;
                let rows = each.rows.in_words();
                self.variable(var, &format!("is what one row is known by: {rows}"));
            }
            Kind::EachFound { .. } => self.step += 1,
            Kind::Repeat {
                var, limit, until, ..
            } => {
                let most = match limit {
                    Limit::AtMost(n) => format!("{n} at most"),
                    // A number that is always the same needs no words.
                    Limit::Exactly(Expr::Const(_)) => return,
                    Limit::Exactly(it) => format!("as many as {} says", it.in_words()),
                };
                self.say(var, format!("`{}` counts the rounds, {most}", identifier(var)));
                until.iter().for_each(|it| self.cond(it));
            }
            Kind::Read { var, locator } | Kind::ReadAll { var, locator } => {
                self.step += 1;
                self.looked_for(locator);
                let what = &locator.target_description;
                self.variable(var, &format!("is read from the screen: {what}"));
            }
            Kind::ReadAddress { var, form } => {
                self.step += 1;
                self.variable(
                    var,
                    &format!("is what stands in the page's address for the * of {form}"),
                );
            }
            Kind::Count { var, locator, tally } => {
                self.step += 1;
                self.looked_for(locator);
                let how = match tally {
                    Tally::Number => "counted",
                    Tally::Sum(_) => "added up",
                };
                self.variable(
                    var,
                    &format!("is {how} on the screen: {}", locator.target_description),
                );
            }
            Kind::Ask {
                var, mark, question, ..
            } => {
                self.step += 1;
                self.looked_for(mark);
                self.variable(var, &format!("is read from the rows: {}", question.in_words()));
            }
            Kind::AnswerTable(_) => self.step += 1,
            Kind::Arrive(_) | Kind::Holds { .. } | Kind::Stop(_) | Kind::Refuse(_) => {}
        }
    }

    fn act(&mut self, action: &Action<Locator<Expr>, Expr>) {
        let target = action.target();
        for target in action.targets() {
            self.looked_for(target);
        }
        let Some(value) = action.value() else {
            return;
        };
        let into = target.map_or("the field that has the focus", |it| {
            it.target_description.as_str()
        });
        if value.inputs().contains(&HELD) {
            self.variable(HELD, &format!("is what {into} holds before"));
        }
        let what = match action {
            Action::Answer { .. } => "is the answer".to_owned(),
            Action::OpenApp { .. } => "is the app that is opened".to_owned(),
            Action::SelectOption { .. } => format!("is chosen in {into}"),
            Action::ClickAt { .. } => format!("is where {into} is clicked"),
            Action::DragAlong { .. } => format!("is the way over {into}"),
            Action::SelectText { .. } => format!("is selected in {into}"),
            Action::UploadFiles { .. } => format!("are the files given to {into}"),
            Action::AnswerDialog { .. } => "is typed into the dialog".to_owned(),
            Action::SwitchWindow { .. } => "is the window that is gone to".to_owned(),
            Action::OpenLink { .. } => "is the address that is opened".to_owned(),
            _ => format!("is typed into {into}"),
        };
        self.value(value, &format!("{what} (step {})", self.step));
    }

    fn looked_for(&mut self, locator: &Locator<Expr>) {
        let own = std::iter::once(locator).chain(&locator.or_else);
        let what = format!("is looked for (step {})", self.step);
        own.flat_map(Locator::values).for_each(|it| self.value(it, &what));
    }

    fn cond(&mut self, cond: &Cond) {
        cond.exprs(&mut |it| self.value(it, "decides what is done"));
    }

    /// A variable that a step sets.
    fn variable(&mut self, name: &str, what: &str) {
        let step = self.step;
        self.say(name, format!("`{}` {what} (step {step})", identifier(name)));
    }

    /// A value that is more than a parameter, a variable or a constant.
    fn value(&mut self, value: &Expr, what: &str) {
        let plain = match value {
            Expr::Input(_) => true,
            Expr::Item(..)
            | Expr::Const(_)
            | Expr::Concat(_)
            | Expr::Apply(..)
            | Expr::Call(..)
            | Expr::If(_) => value.is_const(),
        };
        if !plain {
            let printed = value.to_string();
            let said = format!("{}, {printed}, {what}", value.in_words());
            self.say(&printed, said);
        }
    }

    fn say(&mut self, value: &str, said: String) {
        if !self.said.iter().any(|(it, _)| it == value) {
            self.said.push((value.to_owned(), said));
        }
    }
}
