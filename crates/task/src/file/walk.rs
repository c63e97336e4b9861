//! Every text with slots of a file: whoever evaluates them can read them all before the first is needed.

use super::{
    check::{Check, Document, Except, Place, Query, Question, RowsAre, Source},
    formula::Formula,
    reset::{Request, Reset, ResetStep, Script},
    task_file::TaskFile,
};

impl TaskFile {
    /// The texts with slots of start and reset.
    pub fn formulas(&self) -> Vec<&Formula> {
        let mut all: Vec<&Formula> = place(&self.start.place).into_iter().collect();
        all.extend(&self.start.shows);
        match &self.reset {
            Reset::Unsaid | Reset::None => {}
            Reset::Steps { steps, timeout: _ } => {
                for step in steps {
                    match step {
                        ResetStep::Command(command) => all.extend(command),
                        ResetStep::Http(Request {
                            url,
                            body,
                            headers,
                            method: _,
                            expect: _,
                        }) => {
                            all.push(url);
                            all.extend(body);
                            all.extend(headers.values());
                        }
                        ResetStep::Sql { database, script: _ } => all.push(database),
                        ResetStep::Function(_) => {}
                    }
                }
            }
        }
        all
    }
}

impl TaskFile {
    /// The statements of resets and checks.
    pub fn statements(&self) -> Vec<&str> {
        let mut all = Vec::new();
        if let Reset::Steps { steps, timeout: _ } = &self.reset {
            for step in steps {
                match step {
                    ResetStep::Sql {
                        database: _,
                        script: Script::Statements(statements),
                    } => all.extend(statements.iter().map(String::as_str)),
                    ResetStep::Sql {
                        database: _,
                        script: Script::File(_),
                    }
                    | ResetStep::Command(_)
                    | ResetStep::Http(_)
                    | ResetStep::Function(_) => {}
                }
            }
        }
        for check in &self.checks {
            match &check.question {
                Question::Sql { query, expect: _ } => all.push(&query.sql),
                Question::Unchanged {
                    of: Source::Sql(query),
                    except: _,
                } => all.push(&query.sql),
                Question::Unchanged { .. }
                | Question::Http { .. }
                | Question::Screen { .. }
                | Question::Address(_)
                | Question::File { .. }
                | Question::Command { .. }
                | Question::Answer(_) => {}
            }
        }
        all
    }
}

impl Check {
    /// The texts with slots of the check.
    pub fn formulas(&self) -> Vec<&Formula> {
        let mut all = Vec::new();
        match &self.question {
            Question::Sql { query: asked, expect } => {
                query(asked, &mut all);
                match expect {
                    RowsAre::First(is) => all.push(is),
                    RowsAre::All(rows) => all.extend(rows.iter().flatten()),
                    RowsAre::Empty(_) => {}
                }
            }
            Question::Http {
                document: asked,
                status: _,
                expect,
            } => {
                document(asked, &mut all);
                all.extend(&expect.is);
                all.extend(&expect.contains);
            }
            Question::Screen { place: at, expect } => {
                all.extend(place(at));
                for texts in [&expect.shows, &expect.contains, &expect.absent, &expect.row] {
                    all.extend(texts);
                }
            }
            Question::Address(pattern) => all.push(pattern),
            Question::File { of: _, path, expect } => {
                all.push(path);
                all.extend(&expect.is);
                all.extend(&expect.contains);
            }
            Question::Command {
                on: _,
                command,
                exit: _,
                expect,
            } => {
                all.extend(command);
                all.extend(&expect.is);
                all.extend(&expect.contains);
            }
            Question::Unchanged { of, except } => {
                match of {
                    Source::Sql(asked) => query(asked, &mut all),
                    Source::Http(asked) => document(asked, &mut all),
                    Source::File(_, path) | Source::List(path) => all.push(path),
                    Source::Command(_, command) => all.extend(command),
                }
                let Except {
                    added,
                    removed,
                    changed,
                } = except;
                all.extend(added.iter().chain(removed).chain(changed));
            }
            Question::Answer(answer) => all.push(answer),
        }
        all
    }
}

fn place(place: &Place) -> Option<&Formula> {
    match place {
        Place::Url(url) => Some(url),
        Place::App(_) | Place::Here => None,
    }
}

fn query<'a>(query: &'a Query, all: &mut Vec<&'a Formula>) {
    all.push(&query.database);
    all.extend(query.bind.values());
}

fn document<'a>(document: &'a Document, all: &mut Vec<&'a Formula>) {
    all.push(&document.url);
    all.extend(document.headers.values());
}
