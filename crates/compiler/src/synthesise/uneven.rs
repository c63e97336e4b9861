//! A walk along a list whose rounds are not all the same steps: what only some rounds have is done where its target
//! shows, or under the smallest condition that tells these rounds from the others, as it is between recordings.

use std::{cmp::Reverse, rc::Rc};

use strings::List;
use task::Value;

use crate::soft::SoftTrajectory;

use super::{
    align::align,
    arrange::arrange,
    block::{Block, Round, Uneven},
    entry::{LONGEST_BODY, for_entry},
    join::{apart, join},
    member::{Member, same_kind},
};

/// Steps of a round in front of the one that acts on the entry.
const LONGEST_LEAD: usize = 3;
/// Bodies of a round that are tried.
const MOST_BODIES: usize = 4;

/// The loop of these rounds; `None` where they are no steps that can be told apart.
fn uneven(var: &str, list: &List, rounds: Vec<Round>) -> Option<Uneven> {
    let tasks: Vec<SoftTrajectory> = rounds.iter().map(|it| it.task.clone()).collect();
    let steps = aligned(numbered(rounds.iter().map(|it| &it.steps)))?;
    let mut bodies = arrange(&tasks, steps);
    bodies.truncate(MOST_BODIES);
    (!bodies.is_empty()).then(|| Uneven {
        var: var.to_owned(),
        list: list.clone(),
        rounds,
        bodies,
        combine: uneven,
    })
}

/// The lines with one list as a loop of uneven rounds; `None` where any of them is none.
pub(super) fn fold(
    trajectories: &[SoftTrajectory],
    lines: &[Vec<Block>],
    list: &List,
    var: &str,
) -> Option<Vec<Vec<Block>>> {
    let entries: Vec<Vec<String>> = trajectories
        .iter()
        .map(|it| list.eval(&it.instance.params).unwrap_or_default())
        .collect();
    let of_others = lines.iter().flatten().filter_map(|it| match it {
        Block::Uneven(it) => Some(it.rounds.iter().flat_map(|it| &it.steps)),
        _ => None,
    });
    let of_others: Vec<&Member> = of_others.flatten().filter_map(first_member).collect();
    // Lines with several entries show what a round is; those with fewer follow them.
    let mut order: Vec<usize> = (0..lines.len()).filter(|it| !entries[*it].is_empty()).collect();
    order.sort_by_key(|it| (Reverse(entries[*it].len()), *it));
    let mut walks: Vec<Option<Walk>> = vec![None; lines.len()];
    let mut known: Vec<Vec<Block>> = Vec::new();
    let mut lead = None;
    for idx in order {
        if known.is_empty() && entries[idx].len() < 2 {
            return None;
        }
        let walk = Walk::of(&lines[idx], list, &entries[idx], var, (&known, &of_others), lead)?;
        lead = Some(walk.lead);
        known.extend(walk.rounds.iter().map(|it| it.1.clone()));
        walks[idx] = Some(walk);
    }
    // Rounds that are all the same steps are another loop.
    let steps = aligned(numbered(known.iter()))?;
    let rounds = 0..known.len();
    if steps.iter().all(|it| rounds.clone().all(|round| it.has(round))) {
        return None;
    }
    let folded = lines.iter().zip(walks).enumerate().map(|(idx, (line, walk))| {
        let Some(walk) = walk else {
            return Some(line.clone());
        };
        let mut all = line[..walk.start].to_vec();
        let end = walk.end;
        let rounds = walk.tasks(line, &trajectories[idx], &entries[idx], var);
        all.push(Block::Uneven(uneven(var, list, rounds)?));
        all.extend_from_slice(&line[end..]);
        Some(all)
    });
    folded.collect()
}

/// The rounds of one line.
#[derive(Clone)]
struct Walk {
    start: usize,
    end: usize,
    /// Steps of a round in front of the one that acts on the entry.
    lead: usize,
    /// The entry of each round, its steps, and where the next one begins.
    rounds: Vec<(usize, Vec<Block>, usize)>,
}

impl Walk {
    fn of(
        line: &[Block],
        list: &List,
        entries: &[String],
        var: &str,
        (known, of_others): (&[Vec<Block>], &[&Member]),
        lead: Option<usize>,
    ) -> Option<Walk> {
        let by_entry = |at: usize, entry: usize| {
            let steps = for_entry(line.get(at..=at)?, list, entry, entries, var)?;
            steps.into_iter().find(|it| it.uses(var))
        };
        // The steps that act on an entry, entry after entry.
        let mut anchors: Vec<(usize, usize, Block)> = Vec::new();
        let mut last_owned = Vec::new();
        for at in 0..line.len() {
            let own = |entry: usize| Some((entry, by_entry(at, entry)?));
            let Some((entry, block)) = (0..entries.len()).find_map(own) else {
                continue;
            };
            match anchors.iter().position(|it| it.0 == entry) {
                // An entry that comes again after another one is no walk.
                Some(round) if round + 1 < anchors.len() => return None,
                Some(_) => {
                    last_owned.pop();
                }
                None => anchors.push((entry, at, block)),
            }
            last_owned.push(at);
        }
        if anchors.len() != entries.len() {
            return None;
        }
        let same = |blocks: &[&Block]| {
            let (first, rest) = blocks.split_first()?;
            rest.iter()
                .try_fold((*first).clone(), |joined, it| join(&joined, it).map(|it| it.1))
        };
        same(&anchors.iter().map(|it| &it.2).collect::<Vec<_>>())?;
        let leads = |lead: &usize| {
            let free = |(round, anchor): (usize, &(usize, usize, Block))| {
                let before = round.checked_sub(1).map_or(0, |it| last_owned[it] + 1);
                anchor.1 >= before + lead
            };
            let alike = |back: usize| {
                let steps: Vec<&Block> = anchors.iter().map(|it| &line[it.1 - back]).collect();
                same(&steps).is_some_and(|it| matches!(it, Block::Step(_)))
            };
            anchors.iter().enumerate().all(free) && (1..=*lead).all(alike)
        };
        let lead = match lead {
            Some(lead) => Some(lead).filter(leads)?,
            None => (0..=LONGEST_LEAD).rev().find(leads)?,
        };
        let starts: Vec<usize> = anchors.iter().map(|it| it.1 - lead).collect();
        let (start, last) = (*starts.first()?, *starts.last()?);
        let least = *last_owned.last()? + 1;
        let ends = (least..=line.len().min(last + LONGEST_BODY)).rev();
        let walk = |end: usize| -> Option<Walk> {
            let next = |round: usize| starts.get(round + 1).copied().unwrap_or(end);
            let rounds = anchors.iter().enumerate().map(|(round, (entry, ..))| {
                let steps = &line[starts[round]..next(round)];
                let short =
                    steps.len() <= LONGEST_BODY && steps.iter().all(|it| matches!(it, Block::Step(_)));
                let steps = for_entry(steps, list, *entry, entries, var).filter(|_| short)?;
                Some((*entry, steps, next(round)))
            });
            let rounds: Vec<_> = rounds.collect::<Option<_>>()?;
            let all = known.iter().chain(rounds.iter().map(|it| &it.1));
            are_rounds(numbered(all), var, of_others).then_some(Walk {
                start,
                end,
                lead,
                rounds,
            })
        };
        ends.filter_map(walk).next()
    }

    /// The rounds as tasks of their own.
    fn tasks(self, line: &[Block], trajectory: &SoftTrajectory, entries: &[String], var: &str) -> Vec<Round> {
        let round = |(entry, steps, next): (usize, Vec<Block>, usize)| {
            let mut instance = trajectory.instance.clone();
            let value = entries.get(entry).cloned().unwrap_or_default();
            instance.params.insert(var.to_owned(), Value::Text(value));
            let behind = line.get(next).and_then(Block::first_column);
            let behind = behind.map(|it| it.step().screen.clone());
            let task = SoftTrajectory {
                recording: trajectory.recording.clone(),
                origin: trajectory.origin,
                instance,
                this_day: trajectory.this_day.clone(),
                steps: Vec::new(),
                dropped: Vec::new(),
                last: behind.unwrap_or_else(|| trajectory.last.clone()),
                conclusion: String::new(),
            };
            Round { steps, task }
        };
        self.rounds.into_iter().map(round).collect()
    }
}

/// The rounds as lines of different trajectories.
fn numbered<'a>(rounds: impl Iterator<Item = &'a Vec<Block>>) -> Vec<Vec<Block>> {
    let all = rounds.enumerate().map(|(round, steps)| {
        let own = |it: &Member| Member {
            trajectory: round,
            step: Rc::clone(&it.step),
            params: Rc::clone(&it.params),
        };
        steps.iter().filter_map(|it| it.with_members(&own)).collect()
    });
    all.collect()
}

/// The steps of all rounds, those in one place that are the same step as one. Different things that were pressed in one
/// place are no search here: what is done for an entry is told by the entry, or by what shows.
fn aligned(rounds: Vec<Vec<Block>>) -> Option<Vec<Block>> {
    let mut rest = rounds.into_iter();
    let first = rest.next()?;
    let mut steps: Vec<Block> = Vec::new();
    for block in rest.fold(first, |so_far, it| align(&so_far, &it)) {
        match block {
            Block::Step(_) => steps.push(block),
            Block::Repeat(repeat) if repeat.guessed => {
                steps.extend(apart(&repeat).into_iter().map(Block::Step))
            }
            _ => return None,
        }
    }
    Some(steps)
}

/// Whether lines are rounds of one loop: they have a step in common that acts on the entry, and the last of them has
/// none of its own, which would be one behind the loop, unless rounds of another list have such a step.
fn are_rounds(rounds: Vec<Vec<Block>>, var: &str, of_others: &[&Member]) -> bool {
    let count = rounds.len();
    let elsewhere =
        |it: &Block| first_member(it).is_some_and(|own| of_others.iter().any(|it| are_alike(own, it)));
    let own_of_last =
        |it: &Block| it.has(count - 1) && (0..count - 1).all(|round| !it.has(round)) && !elsewhere(it);
    let by_entry = |it: &Block| it.uses(var) && (0..count).all(|round| it.has(round));
    aligned(rounds).is_some_and(|it| it.iter().any(by_entry) && !it.iter().any(own_of_last))
}

fn first_member(block: &Block) -> Option<&Member> {
    block.step()?.members.first()
}

/// Whether two steps do the same to elements of one kind, whatever these say.
fn are_alike(one: &Member, other: &Member) -> bool {
    let kind = |it: &Member| {
        let element = it.element();
        element.map(|it| (it.class_name.clone(), it.resource_name.clone()))
    };
    same_kind(&one.step, &other.step) && kind(one) == kind(other)
}
