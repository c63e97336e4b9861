//! What was answered from the rows of a list, to a question that is asked of any rows.
//!
//! Of an answer, a recording says what it was, and not where it stood. The questions are those of [`strings::questions`]: of
//! those that the rows of every recording answer as that recording did, the likeliest come first. Which of them is meant, other
//! instances say.

use std::sync::Arc;

use strings::{Expr, Question, Row, questions};
use ui::{
    Action, RowMark, Screen, Sites, has_words, is_heading_name, last_list, read_views, row_marks_of, sites,
};

use crate::{
    program::{Cond, Kind, Stmt, is_today},
    soft::{SoftTrajectory, Step},
};

use super::sequence;

/// The variable of the answer.
const ANSWER: &str = "answer";
/// Ways to the list that are tried.
const MOST_WAYS: usize = 2;
/// Questions that are tried.
const MOST_QUESTIONS: usize = 8;
/// Kinds of rows that are looked at.
const MOST_MARKS: usize = 6;

/// Questions of one recording alone that are tried.
const MOST_ALONE: usize = 3;
/// Codes that go by the day that are tried.
const MOST_BY_DAY: usize = 12;

/// What one recording read and answered.
struct Read<'a> {
    trajectory: &'a SoftTrajectory,
    /// The steps before the list was read.
    head: Vec<Step>,
    /// The step that answered.
    step: &'a Step,
    answer: &'a str,
    /// Every screen up to the answer, those of steps that were left out among them, each with whether scrolling led to it.
    views: Vec<(Arc<Screen>, bool)>,
}

impl<'a> Read<'a> {
    fn of(trajectory: &'a SoftTrajectory, line: &'a [Step]) -> Option<Read<'a>> {
        let (step, before) = line.split_last()?;
        let answer = match &step.action {
            Action::Answer { .. } => step.value.as_deref()?,
            _ => return None,
        };
        let scrolls = |it: &&Step| matches!(it.action, Action::Scroll { .. } | Action::Swipe { .. });
        let read = before.iter().rev().take_while(scrolls).count();
        let head = before[..before.len() - read].to_vec();
        let dropped = trajectory.dropped.iter().map(|it| &it.step);
        let mut all: Vec<&Step> = trajectory.steps.iter().chain(dropped).collect();
        all.retain(|it| it.source.step <= step.source.step);
        all.sort_by_key(|it| it.source.step);
        let mut goes_on = false;
        let mut views = Vec::new();
        for it in all {
            views.push((Arc::clone(&it.screen), goes_on));
            goes_on = scrolls(&it);
        }
        Some(Read {
            trajectory,
            head,
            step,
            answer,
            views,
        })
    }

    /// The rows that it saw, of the list that it saw last.
    fn rows(&self, by: &RowMark) -> Vec<Row> {
        let views = self.views.iter();
        read_views(views.map(|(screen, goes_on)| (&**screen, *goes_on)), by)
    }

    /// The views of that list.
    fn list(&self) -> impl Iterator<Item = &Screen> {
        let views = self.views.iter();
        last_list(views.map(|(screen, goes_on)| (&**screen, *goes_on))).into_iter()
    }

    fn today(&self) -> &str {
        &self.step.screen.today
    }

    /// Whether a question has the recorded answer.
    fn is_answered(&self, question: &Question, rows: &[Row]) -> bool {
        let params = &self.trajectory.instance.params;
        let given = question.answer(rows, params, self.today());
        given.is_some_and(|it| is_same(&it, self.answer))
    }
}

/// Whether two answers say the same: the entries of a list have no order.
fn is_same(one: &str, other: &str) -> bool {
    let entries = |text: &str| {
        let mut all: Vec<String> = text.split(',').map(|it| it.trim().to_lowercase()).collect();
        all.sort();
        all
    };
    entries(one) == entries(other)
}

/// The bodies that read a list and answer, likeliest first; none where the recordings end otherwise. Where no one list has what
/// all of them answered, it may be one for today and one for other days, or what one recording asked.
pub(super) fn of_lists(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let (one, by_day) = (programs(trajectories, lines), by_day(trajectories, lines));
    // Recordings that went to one list by one way show no second one.
    let one_way = one
        .first()
        .is_some_and(|it| it.iter().all(|it| it.kind.blocks().is_empty()));
    let (mut all, second) = if one_way { (one, by_day) } else { (by_day, one) };
    all.extend(second);
    if all.is_empty() && trajectories.len() > 1 {
        all = each_alone(trajectories, lines, &[]);
    }
    all
}

/// What is asked of one list.
fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    programs_of(trajectories, lines, &[])
}

/// What every recording read, where each of them ends with an answer.
fn reads<'a>(trajectories: &'a [SoftTrajectory], lines: &'a [Vec<Step>]) -> Option<Vec<Read<'a>>> {
    let both = trajectories.iter().zip(lines);
    let reads: Option<Vec<Read<'_>>> = both.map(|(it, line)| Read::of(it, line)).collect();
    reads.filter(|it| !it.is_empty())
}

/// As [`programs`]; the rows may also be of these kinds. A list of one row does not show by itself what its rows are.
fn programs_of(trajectories: &[SoftTrajectory], lines: &[Vec<Step>], more: &[RowMark]) -> Vec<Vec<Stmt>> {
    let Some(reads) = reads(trajectories, lines) else {
        return Vec::new();
    };
    let mut kinds = marks(&reads);
    kinds.extend(
        more.iter()
            .filter(|it| !kinds.contains(it))
            .cloned()
            .collect::<Vec<_>>(),
    );
    let mut asked: Vec<(u32, RowMark, Question)> = Vec::new();
    for mark in kinds {
        let asked_of = common(&reads, &mark);
        asked.extend(asked_of.into_iter().map(|(cost, it)| (cost, mark.clone(), it)));
    }
    asked.sort_by_key(|it| it.0);
    asked.truncate(MOST_QUESTIONS);
    if asked.is_empty() {
        return Vec::new();
    }
    let heads: Vec<Vec<Step>> = reads.iter().map(|it| it.head.clone()).collect();
    let mut ways = match heads.iter().all(Vec::is_empty) {
        true => vec![Vec::new()],
        false => sequence::programs(trajectories, &heads),
    };
    ways.truncate(MOST_WAYS);
    let sources: Vec<_> = reads.iter().map(|it| it.step.source.clone()).collect();
    let mut all = Vec::new();
    for way in &ways {
        for (_, mark, question) in &asked {
            let text = question.given(ANSWER);
            let kind = Kind::Ask {
                var: ANSWER.to_owned(),
                mark: mark.mark.map(|it| Expr::from(it.as_str())),
                up: mark.up,
                sites: sites_of(&reads, mark, question),
                known: known_cells(&reads, mark, question),
                question: question.clone(),
            };
            let mut body = way.clone();
            body.push(Stmt::new(kind, sources.clone()));
            body.push(Stmt::new(answered(text), sources.clone()));
            all.push(body);
        }
    }
    all
}

/// What is asked of one of the recordings alone, the newest first: another one may have been answered by chance.
fn each_alone(trajectories: &[SoftTrajectory], lines: &[Vec<Step>], more: &[RowMark]) -> Vec<Vec<Stmt>> {
    let newest = (0..trajectories.len()).rev();
    let asked = newest.map(|it| programs_of(&trajectories[it..=it], &lines[it..=it], more));
    asked.flat_map(|it| it.into_iter().take(MOST_ALONE)).collect()
}

/// The recordings of one kind.
#[derive(Default)]
struct Those {
    trajectories: Vec<SoftTrajectory>,
    lines: Vec<Vec<Step>>,
}

impl Those {
    fn marks(&self) -> Vec<RowMark> {
        let reads = reads(&self.trajectories, &self.lines);
        reads.map(|it| marks(&it)).unwrap_or_default()
    }

    /// What is asked of all of them, else of one of them. The rows may be of these kinds as well.
    fn bodies(&self, more: &[RowMark]) -> Vec<Vec<Stmt>> {
        let Those { trajectories, lines } = self;
        let mut all = programs_of(trajectories, lines, more);
        if all.is_empty() && trajectories.len() > 1 {
            all = each_alone(trajectories, lines, more);
        }
        all
    }
}

/// Whether a body asks a list for no more than the other one does.
fn asks_at_most(body: &[Stmt], other: &[Stmt]) -> bool {
    let question = |body: &[Stmt]| {
        body.iter().find_map(|it| match &it.kind {
            Kind::Ask { question, .. } => Some(question.clone()),
            _ => None,
        })
    };
    question(body)
        .zip(question(other))
        .is_some_and(|(it, other)| it.asks_at_most(&other))
}

/// The bodies that look elsewhere for today than for other days: a list of what is to come may leave out what was this morning.
fn by_day(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let Some(first) = trajectories
        .first()
        .filter(|_| reads(trajectories, lines).is_some())
    else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for name in first.instance.params.keys() {
        let date = Expr::Input(name.clone());
        let (mut today, mut others) = (Those::default(), Those::default());
        for (it, line) in trajectories.iter().zip(lines) {
            let kind = match is_today(&date, &it.instance.params, &it.last.today) {
                Some(true) => &mut today,
                Some(false) => &mut others,
                None => break,
            };
            kind.trajectories.push(it.clone());
            kind.lines.push(line.clone());
        }
        if today.lines.is_empty()
            || others.lines.is_empty()
            || today.lines.len() + others.lines.len() < lines.len()
        {
            continue;
        }
        let (of_today, of_others) = (today.bodies(&others.marks()), others.bodies(&today.marks()));
        let mut pairs: Vec<(usize, usize)> = (0..of_today.len())
            .flat_map(|a| (0..of_others.len()).map(move |b| (a, b)))
            .collect();
        // The same is asked of both lists, but for the day.
        pairs.sort_by_key(|(a, b)| (!asks_at_most(&of_today[*a], &of_others[*b]), a + b));
        all.extend(pairs.into_iter().take(MOST_BY_DAY).map(|(a, b)| {
            let (then, otherwise) = (of_today[a].clone(), of_others[b].clone());
            let sources = then.iter().chain(&otherwise).flat_map(|it| it.sources.clone());
            let sources = sources.collect();
            let kind = Kind::If {
                cond: Cond::Today(date.clone()),
                then,
                otherwise,
            };
            vec![Stmt::new(kind, sources)]
        }));
    }
    all
}

/// The bodies that answer no text which one recording alone had answered, be it always or for a value of that recording: it is right
/// for its own instance and for no other. What the screen decides is no such text, and neither is what the goal says itself ("yes
/// or no") or what is answered again and again. Where nothing is asked of a list either, the recordings are all that is known, and
/// all bodies stay.
pub(super) fn without_remembered(
    bodies: Vec<Vec<Stmt>>,
    trajectories: &[SoftTrajectory],
    asks: bool,
) -> Vec<Vec<Stmt>> {
    let answered = |it: &SoftTrajectory| {
        let last = it.steps.iter().rev();
        let mut answers = last.filter(|it| matches!(it.action, Action::Answer { .. }));
        answers.next().and_then(|it| it.value.clone())
    };
    let answers: Vec<Option<String>> = trajectories.iter().map(answered).collect();
    if answers.iter().all(|it| Some(it) == answers.first()) {
        return bodies;
    }
    let is_one_ones = |text: &str| {
        let given = answers.iter().flatten().filter(|it| it.as_str() == text).count();
        let text = text.to_lowercase();
        let mut goals = trajectories.iter().map(|it| it.instance.goal.to_lowercase());
        given == 1 && !goals.all(|it| has_words(&it, &text))
    };
    let kept = bodies.iter().filter(|it| !remembers(it, &is_one_ones));
    let kept: Vec<Vec<Stmt>> = kept.cloned().collect();
    if kept.is_empty() && !asks { bodies } else { kept }
}

/// Whether a body answers such a text where nothing on the screen decides that it does.
fn remembers(body: &[Stmt], is_one_ones: &impl Fn(&str) -> bool) -> bool {
    body.iter().any(|it| match &it.kind {
        Kind::Act { action, .. } => match action {
            Action::Answer {
                text: Expr::Const(text),
            } => is_one_ones(text),
            _ => false,
        },
        Kind::If { cond, .. } if !cond.is_of_values() => false,
        kind => {
            let mut blocks = kind.blocks().into_iter();
            blocks.any(|it| remembers(it, is_one_ones))
        }
    })
}

/// Where the cells stand that a question is about, in every recording.
fn sites_of(reads: &[Read<'_>], mark: &RowMark, question: &Question) -> Option<Sites> {
    let names: Vec<&str> = question.cells.iter().map(|(_, cell)| cell.as_str()).collect();
    sites(reads.iter().flat_map(Read::list), mark, &names)
}

/// What the cells of the rows are called in any of the recordings, where the question goes by one that rows may lack: rows that all
/// lack it, and have none of another name, are told from rows whose cells are called otherwise.
fn known_cells(reads: &[Read<'_>], mark: &RowMark, question: &Question) -> Vec<String> {
    if question.gaps.is_empty() {
        return Vec::new();
    }
    let rows = reads.iter().flat_map(|it| it.rows(mark)).flatten();
    let mut names: Vec<String> = rows.map(|it| it.0).filter(|it| !is_heading_name(it)).collect();
    names.sort();
    names.dedup();
    names
}

/// The kinds of rows that the recordings saw, those that were seen last first.
fn marks(reads: &[Read<'_>]) -> Vec<RowMark> {
    let most = reads.iter().map(|it| it.views.len()).max().unwrap_or_default();
    let last_first =
        (0..most).flat_map(|back| reads.iter().filter_map(move |it| it.views.iter().rev().nth(back)));
    row_marks_of(last_first.map(|(screen, _)| &**screen), MOST_MARKS)
}

/// The questions that the rows of every recording answer as it did, with what each costs, likeliest first.
fn common(reads: &[Read<'_>], mark: &RowMark) -> Vec<(u32, Question)> {
    let tables: Vec<Vec<Row>> = reads.iter().map(|it| it.rows(mark)).collect();
    let mut all: Vec<(u32, Question)> = Vec::new();
    for (read, rows) in reads.iter().zip(&tables) {
        let instance = &read.trajectory.instance;
        for it in questions(rows, &instance.params, &instance.goal, read.today()) {
            let known = all.iter().any(|(_, known)| *known == it.question);
            let mut others = reads.iter().zip(&tables);
            if is_same(&it.answer, read.answer)
                && !known
                && reads.iter().all(|read| {
                    it.question
                        .said_times()
                        .iter()
                        .all(|time| read.trajectory.instance.goal.contains(time))
                })
                && others.all(|(other, rows)| other.is_answered(&it.question, rows))
            {
                all.push((it.cost, it.question));
            }
        }
    }
    all.sort_by_key(|it| it.0);
    all.truncate(MOST_QUESTIONS);
    all
}

/// The step that gives the answer.
fn answered(text: Expr) -> Kind {
    Kind::act(Action::Answer { text })
}
