//! Questions: lists are read to their end, and what their rows, or a page, answer is tried.

use std::{collections::HashSet, sync::Arc};

use strings::Row;
use ui::{Direction, HardAction, RowMark, Screen, read_views, row_marks_of, short_id};

use super::{
    super::{propose::Candidate, values::Used},
    Planned, Stop, Tree,
};

/// Scrolls of one list.
const MOST_SCROLLS: usize = 40;
/// Kinds of rows that are looked at.
const MOST_MARKS: usize = 6;
/// Answers that one list or page gives.
const MOST_ANSWERS: usize = 40;
/// Longer texts are content, and no answer.
const LONGEST: usize = 200;

impl Tree<'_> {
    /// Read what a step has brought up, to its end, and keep what it answers.
    pub(super) fn read_on(&mut self, node: usize) -> Result<(), Stop> {
        let scrolled = |it: &Candidate| matches!(it.action, HardAction::Scroll { .. } | HardAction::Wait);
        let it = &self.nodes[node];
        if !self.asked.is_expected
            || it.by.as_ref().is_some_and(scrolled)
            || !self.asked.read.insert(it.signature)
        {
            return Ok(());
        }
        let mut at = node;
        for _ in 0..MOST_SCROLLS {
            self.may_go_on()?;
            if !self.nodes[at].screen.elements.iter().any(|it| it.scrollable) {
                break;
            }
            let Some(next) = self.scrolled(at, Direction::Down)? else {
                break;
            };
            self.nodes[next].cost = self.nodes[at].cost + self.options.weights.read_on;
            self.enqueue(next);
            at = next;
        }
        let answers = self.answers_of(at);
        if !answers.is_empty() {
            self.asked.answers.insert(at, answers);
            self.enqueue(at);
        }
        Ok(())
    }

    /// What the list that was read up to a node, and the page that it shows, answer to the goal.
    fn answers_of(&self, node: usize) -> Vec<Candidate> {
        let mut views: Vec<View> = Vec::new();
        let mut at = node;
        while let Some(by) = &self.nodes[at].by {
            views.push((Arc::clone(&self.nodes[at].screen), scrolls(&by.action)));
            at = self.nodes[at].parent;
        }
        let mut goes_on = false;
        let mut before: Vec<View> = Vec::new();
        for step in &self.options.prefix {
            before.push((Arc::clone(&step.screen), goes_on));
            goes_on = scrolls(&step.action);
        }
        before.push((Arc::clone(&self.nodes[at].screen), goes_on));
        views.extend(before.into_iter().rev());
        views.reverse();
        let last = &self.nodes[node].screen;
        let mut tables: Vec<Vec<Row>> = Vec::new();
        for mark in marks(&views) {
            let seen = views.iter().map(|(screen, goes_on)| (&**screen, *goes_on));
            let rows = read_views(seen, &mark);
            if !rows.is_empty() && !tables.contains(&rows) {
                tables.push(rows);
            }
        }
        tables.push(vec![page(last)]);
        let mut all: Vec<Candidate> = Vec::new();
        let mut said: HashSet<String> = HashSet::new();
        for rows in tables {
            all.extend(self.answers_in(&rows, last, &mut said));
        }
        all
    }

    /// What rows answer, each text once.
    fn answers_in(&self, rows: &[Row], screen: &Screen, said: &mut HashSet<String>) -> Vec<Candidate> {
        let weights = &self.options.weights;
        let params = &self.instance.params;
        let asked = strings::questions(rows, params, &self.instance.goal, &screen.today);
        let mut all: Vec<Candidate> = Vec::new();
        for it in asked {
            let text = it.answer.trim();
            if text.is_empty() || text.chars().count() > LONGEST || !said.insert(text.to_owned()) {
                continue;
            }
            all.push(Candidate {
                cost: weights.answered + weights.answered_otherwise * it.cost as f32,
                uses: self.bits_of(&it.question.inputs()),
                why: it.question.in_words(),
                key: "answer".to_owned(),
                entry: None,
                action: HardAction::Answer {
                    text: text.to_owned(),
                },
            });
            if all.len() == MOST_ANSWERS {
                break;
            }
        }
        all
    }

    /// The bits of the values of these parameters.
    fn bits_of(&self, params: &[&str]) -> Used {
        let landmarks = self.values.landmarks.iter().enumerate();
        let named = landmarks.filter(|(_, it)| params.contains(&it.name.as_str()));
        named.fold(0, |all, (bit, _)| all | 1 << bit)
    }

    /// Give an answer, which ends the episode; the path if it was right. What was wrong once is not given again.
    pub(super) fn answer(&mut self, node: usize, candidate: Candidate) -> Result<Option<Vec<Planned>>, Stop> {
        let HardAction::Answer { text } = &candidate.action else {
            return Ok(None);
        };
        let typed = !self.nodes[node].typed.is_empty();
        if !self.asked.given.insert((text.clone(), typed)) {
            return Ok(None);
        }
        self.at = None;
        self.steps += 1;
        if !self.act(&candidate.action)? {
            return Ok(None);
        }
        let reward = self.judge()?;
        if reward >= 1.0 {
            let mut path = self.path(node);
            path.push(Planned {
                screen: Arc::clone(&self.nodes[node].screen),
                action: candidate.action,
                why: candidate.why,
                key: candidate.key,
                uses: candidate.uses,
                goes_on: false,
            });
            return Ok(Some(path));
        }
        self.note_failure(node, reward);
        Ok(None)
    }
}

/// A screen, with whether scrolling led to it.
type View = (Arc<Screen>, bool);

fn scrolls(action: &HardAction) -> bool {
    matches!(action, HardAction::Scroll { .. } | HardAction::Swipe { .. })
}

/// The kinds of rows that these screens show, those of the last one first: a list of one row does not say what its rows are.
fn marks(views: &[View]) -> Vec<RowMark> {
    row_marks_of(views.iter().rev().map(|(screen, _)| &**screen), MOST_MARKS)
}

/// A page as one row: what it says by names of its own.
fn page(screen: &Screen) -> Row {
    let mut all: Row = Vec::new();
    for it in &screen.elements {
        let (Some(id), Some(text)) = (&it.resource_name, &it.text) else {
            continue;
        };
        let name = short_id(id);
        if !it.shows_hint() && !text.trim().is_empty() && all.iter().all(|(known, _)| known != name) {
            all.push((name.to_owned(), text.trim().to_owned()));
        }
    }
    all
}
