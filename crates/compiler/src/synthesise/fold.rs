//! Runs of steps that walk along a list, or that do the same again, to loops.

use std::{borrow::Cow, cell::OnceCell, cmp::Reverse, collections::HashSet, rc::Rc};

use strings::{Expr, List};
use ui::{Action, Element, Key, Locator};

use crate::{program::Limit, soft::SoftTrajectory};

use super::{
    block::{Block, MOST_ROUNDS, Repeat},
    browse,
    column::Column,
    entry::{LONGEST_BODY, for_entry},
    join::join_all,
    member::{COUNTER, Member, same_kind},
    rows, uneven, vanish,
};

/// The trajectories with their loops folded, in every way worth a look; unfolded last.
pub(super) fn foldings(trajectories: &[SoftTrajectory], plain: Vec<Vec<Block>>) -> Vec<Vec<Vec<Block>>> {
    let mut all: Vec<Vec<Vec<Block>>> = Vec::new();
    let mut walked = plain.clone();
    let lists = lists(&plain);
    let mut names: Vec<String> = lists.iter().map(name_of).collect();
    names.sort();
    names.dedup();
    for name in names {
        // Of the ways to cut a parameter into entries, the one that most recordings walk along.
        let mut best: Option<(usize, Vec<Vec<Block>>)> = None;
        for list in lists.iter().filter(|it| name_of(it) == name) {
            if let Some(folded) = fold_list(trajectories, &walked, list) {
                let loops = walks(&folded);
                if best.as_ref().is_none_or(|(most, _)| loops > *most) {
                    best = Some((loops, folded));
                }
            }
        }
        if let Some((_, folded)) = best {
            walked = folded;
        }
    }
    let uneven = with_uneven(trajectories, &plain, &walked, &lists);
    let repeated: Vec<Vec<Block>> = walked.iter().map(|it| fold_repeats(trajectories, it)).collect();
    let repeated = with_single_rounds(trajectories, repeated);
    let count = |lines: &[Vec<Block>]| lines.iter().map(Vec::len).sum::<usize>();
    if count(&repeated) < count(&walked) {
        all.push(repeated);
    }
    if count(&walked) < count(&plain) || has_loop(&walked) {
        all.push(walked);
    }
    if let Some(uneven) = uneven {
        // Rounds of a single recording may differ by what was done once, in between.
        let at = if trajectories.len() > 1 { 0 } else { all.len() };
        all.insert(at, uneven);
    }
    let browsed = browse::with_browsing(&plain);
    if let Some(looped) = rows::with_rows(&plain) {
        // What is done to each of the rows may be done for each entry of a list.
        let nested = lists
            .iter()
            .find_map(|it| fold_list(trajectories, &looped.lines, it));
        // Rows that are not the same everywhere are no accident where every recording took all of its own.
        let at = if looped.is_sure { 0 } else { all.len() + 1 };
        all.push(plain.clone());
        for it in [Some(looped.lines), nested].into_iter().flatten() {
            all.insert(at, it);
        }
    } else {
        all.push(plain.clone());
    }
    if let Some(browsed) = browsed {
        let at = if browsed.is_sure { 0 } else { all.len() };
        all.insert(at, browsed.lines);
    }
    if let Some(vanishing) = vanish::with_vanishing(trajectories, &plain) {
        // The goal says that all are meant.
        all.insert(0, vanishing);
    }
    all
}

/// The lines with the lists as loops whose rounds are not all the same steps, and those whose rounds are as they are. `None` where
/// there is none of the first. The longest list comes first: its rounds show what those of others are.
fn with_uneven(
    trajectories: &[SoftTrajectory],
    plain: &[Vec<Block>],
    walked: &[Vec<Block>],
    lists: &[List],
) -> Option<Vec<Vec<Block>>> {
    let whole = |it: &&List| !matches!(it, List::ButLast(_) | List::Characters(_) | List::Records(_));
    let (even, mut others): (Vec<&List>, Vec<&List>) = lists
        .iter()
        .filter(whole)
        .partition(|it| is_walked(trajectories, walked, it));
    let entries = |it: &&List| {
        let all = trajectories.iter().filter_map(|of| it.eval(&of.instance.params));
        all.map(|it| it.len()).sum::<usize>()
    };
    others.sort_by_key(|it| Reverse(entries(it)));
    let mut folded: Option<Vec<Vec<Block>>> = None;
    for list in others {
        let lines = folded.as_deref().unwrap_or(plain);
        let var = variable(trajectories, list);
        folded = uneven::fold(trajectories, lines, list, &var).or(folded);
    }
    let mut folded = folded?;
    for list in even {
        folded = fold_list(trajectories, &folded, list).unwrap_or(folded);
    }
    Some(folded)
}

/// Whether every line that has entries walks along this list, with rounds of the same steps.
fn is_walked(trajectories: &[SoftTrajectory], lines: &[Vec<Block>], list: &List) -> bool {
    let guessed = |it: &Block| matches!(it, Block::Repeat(repeat) if repeat.guessed);
    let round = |line: &Vec<Block>| {
        line.iter().find_map(|it| match it {
            Block::ForEach { list: own, body, .. } if own == list => {
                Some(body.len()).filter(|_| !body.iter().any(guessed))
            }
            _ => None,
        })
    };
    let walking = trajectories.iter().zip(lines).filter(|(it, _)| {
        let entries = list.eval(&it.instance.params);
        entries.is_some_and(|it| !it.is_empty())
    });
    let rounds: Vec<Option<usize>> = walking.map(|(_, line)| round(line)).collect();
    rounds.iter().all(|it| it.is_some() && it == &rounds[0])
}

/// How many loops along a list there are.
fn walks(lines: &[Vec<Block>]) -> usize {
    let walk = |it: &&Block| matches!(it, Block::ForEach { .. });
    lines.iter().flatten().filter(walk).count()
}

fn has_loop(lines: &[Vec<Block>]) -> bool {
    lines.iter().flatten().any(|it| !matches!(it, Block::Step(_)))
}

/// The lists that any candidate takes an entry of.
fn lists(lines: &[Vec<Block>]) -> Vec<List> {
    let mut all: Vec<List> = Vec::new();
    for member in lines
        .iter()
        .flatten()
        .flat_map(Block::columns)
        .flat_map(|it| &it.members)
    {
        let locators = member.step.action.targets().flatten().flat_map(Locator::values);
        for expr in locators.chain(member.step.action.value().into_iter().flatten()) {
            collect_lists(expr, &mut all);
        }
    }
    all.sort();
    // The way to the last entry is tried where all entries are not the same steps.
    let ways: Vec<List> = all.iter().map(|it| List::ButLast(Box::new(it.clone()))).collect();
    all.extend(ways);
    all
}

fn collect_lists(expr: &Expr, all: &mut Vec<List>) {
    match expr {
        Expr::Item(list, _) => {
            if !all.contains(list) {
                all.push(list.clone());
            }
        }
        Expr::Apply(_, of) => collect_lists(of, all),
        Expr::Concat(parts) | Expr::Call(_, parts) => parts.iter().for_each(|it| collect_lists(it, all)),
        Expr::If(branch) => branch.parts().into_iter().for_each(|it| collect_lists(it, all)),
        Expr::Input(_) | Expr::Const(_) => {}
    }
}

/// Fold one list in every trajectory. Trajectories with one entry only follow the shape of the others.
fn fold_list(trajectories: &[SoftTrajectory], lines: &[Vec<Block>], list: &List) -> Option<Vec<Vec<Block>>> {
    let entries = |idx: usize| list.eval(&trajectories[idx].instance.params).unwrap_or_default();
    let var = variable(trajectories, list);
    let mut folded: Vec<Option<Vec<Block>>> = vec![None; lines.len()];
    let mut shape: Option<Vec<Block>> = None;
    for (idx, line) in lines.iter().enumerate() {
        let entries = entries(idx);
        if entries.len() >= 2
            && let Some((start, len, body)) = find_walk(line, list, &entries, &var)
        {
            let round = body.len();
            shape.get_or_insert_with(|| body.clone());
            folded[idx] = Some(with_loop(line, start, len, &var, list, body));
            debug_assert_eq!(len, round * entries.len());
        }
    }
    let shape = shape?;
    for (idx, line) in lines.iter().enumerate() {
        let entries = entries(idx);
        if folded[idx].is_none() && entries.len() == 1 {
            let fits = |start: usize| -> Option<Vec<Block>> {
                let round = for_entry(line.get(start..start + shape.len())?, list, 0, &entries, &var)?;
                let same = join_all(&shape, &round).is_some();
                (same && round.iter().any(|it| it.uses(&var))).then_some(round)
            };
            let found = (0..line.len()).find_map(|start| Some((start, fits(start)?)));
            folded[idx] = found.map(|(start, body)| with_loop(line, start, body.len(), &var, list, body));
        }
    }
    Some(
        folded
            .into_iter()
            .zip(lines)
            .map(|(folded, line)| folded.unwrap_or_else(|| line.clone()))
            .collect(),
    )
}

/// A name for an entry: the list's name in the singular, if that hides nothing.
pub(crate) fn variable(trajectories: &[SoftTrajectory], list: &List) -> String {
    let name = name_of(list);
    let taken = |it: &str| {
        trajectories.iter().any(|t| {
            t.instance
                .params
                .keys()
                .any(|name| strings::identifier(name) == it)
        })
    };
    let singular = strings::identifier(name.strip_suffix('s').filter(|it| it.len() > 2).unwrap_or("item"));
    if taken(&singular) || singular == COUNTER {
        "entry".to_owned()
    } else {
        singular
    }
}

/// The parameter that a list is made of.
fn name_of(list: &List) -> String {
    match list {
        List::Input(name) => name.clone(),
        List::Items(of) | List::Split(of, _) | List::Characters(of) => of
            .inputs()
            .first()
            .map_or_else(String::new, |it| (*it).to_owned()),
        List::ButLast(of) => name_of(of),
        List::Records(_) => "records".to_owned(),
    }
}

fn with_loop(
    line: &[Block],
    start: usize,
    len: usize,
    var: &str,
    list: &List,
    body: Vec<Block>,
) -> Vec<Block> {
    let body_len = body.len();
    let mut all = line[..start].to_vec();
    all.push(Block::ForEach {
        var: var.to_owned(),
        list: list.clone(),
        body,
    });
    let rest = &line[start + len..];
    match list {
        List::ButLast(whole) => {
            let rounds = i64::try_from(len / body_len.max(1)).unwrap_or(i64::MAX);
            all.extend(rest.iter().map(|it| with_last(it, whole, rounds + 1)));
        }
        List::Input(_) | List::Items(_) | List::Split(..) | List::Characters(_) | List::Records(_) => {
            all.extend_from_slice(rest)
        }
    }
    all
}

/// A step with the entry at this place as the last one, which it is however long the list may be.
fn with_last(block: &Block, list: &List, last: i64) -> Block {
    let Block::Step(column) = block else {
        return block.clone();
    };
    let (from, to) = (Expr::Item(list.clone(), last), Expr::Item(list.clone(), -1));
    let members = column.members.iter().map(|it| {
        let mut member = it.clone();
        Rc::make_mut(&mut member.step).action = it.step.action.map(
            |locators| {
                locators
                    .iter()
                    .map(|it| it.map(|it| it.replace(&from, &to)))
                    .collect()
            },
            |values| values.iter().map(|it| it.replace(&from, &to)).collect(),
        );
        member
    });
    Column::unify(members.collect()).map_or_else(|| block.clone(), Block::Step)
}

/// The first run of steps that does the same for every entry, in whatever order: start, length, body. A run
/// whose targets are all told by more than their kind goes before: rounds that begin in the middle of one
/// take two buttons for the same step.
fn find_walk(
    line: &[Block],
    list: &List,
    entries: &[String],
    var: &str,
) -> Option<(usize, usize, Vec<Block>)> {
    for round in 1..=LONGEST_BODY {
        let len = round * entries.len();
        let mut first = None;
        for start in 0..line.len().saturating_sub(len - 1) {
            if let Some(body) = walk(&line[start..start + len], round, list, entries, var) {
                if body.iter().all(is_named) {
                    return Some((start, len, body));
                }
                first.get_or_insert((start, len, body));
            }
        }
        if first.is_some() {
            return first;
        }
    }
    None
}

/// Whether the targets of a block are told by more than their kind.
fn is_named(block: &Block) -> bool {
    let by_kind = |it: &Locator<Expr>| {
        let kinds = [Key::ClassName, Key::Role, Key::Clickable];
        it.near.is_none()
            && Key::ALL
                .iter()
                .all(|key| kinds.contains(key) || it.get(*key).is_none())
    };
    let columns = block.columns();
    columns.iter().all(|it| !it.locators.first().is_some_and(by_kind))
}

fn walk(run: &[Block], round: usize, list: &List, entries: &[String], var: &str) -> Option<Vec<Block>> {
    let rounds: Vec<&[Block]> = run.chunks(round).collect();
    // What each round would be for each entry; `None` where the entry is not in it.
    let table: Vec<Vec<Option<Vec<Block>>>> = rounds
        .iter()
        .map(|steps| {
            let of = |entry| {
                let blocks = for_entry(steps, list, entry, entries, var)?;
                blocks.iter().any(|it| it.mentions(var)).then_some(blocks)
            };
            (0..entries.len()).map(of).collect()
        })
        .collect();
    let mut tries = 0;
    assign(&table, &mut vec![false; entries.len()], None, var, &mut tries)
}

/// Assignments of entries to rounds looked at before the search gives up.
const MOST_TRIES: usize = 400;

/// Give each round an entry of its own, so that all rounds are the same steps; entries that a round is
/// best explained by go first.
fn assign(
    table: &[Vec<Option<Vec<Block>>>],
    taken: &mut Vec<bool>,
    body: Option<&Vec<Block>>,
    var: &str,
    tries: &mut usize,
) -> Option<Vec<Block>> {
    let Some((round, rest)) = table.split_first() else {
        return body.filter(|it| it.iter().any(|it| it.uses(var))).cloned();
    };
    let mut order: Vec<(bool, usize, &Vec<Block>)> = Vec::new();
    for (entry, blocks) in round.iter().enumerate().filter(|(entry, _)| !taken[*entry]) {
        if let Some(blocks) = blocks {
            order.push((!blocks.iter().any(|it| it.uses(var)), entry, blocks));
        }
    }
    order.sort_by_key(|(weak, entry, _)| (*weak, *entry));
    for (_, entry, blocks) in order {
        *tries += 1;
        if *tries > MOST_TRIES {
            return None;
        }
        let joined = match body {
            None => Some(blocks.clone()),
            Some(body) => join_all(body, blocks),
        };
        let Some(joined) = joined else { continue };
        taken[entry] = true;
        if let Some(found) = assign(rest, taken, Some(&joined), var, tries) {
            return Some(found);
        }
        taken[entry] = false;
    }
    None
}

/// Fold runs that do the same two or more times.
fn fold_repeats(trajectories: &[SoftTrajectory], line: &[Block]) -> Vec<Block> {
    let rounds = Rounds::of(trajectories, line);
    let mut all: Vec<Block> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        match (1..=LONGEST_BODY).find_map(|round| Some((round, rounds.repeated(at, round)?))) {
            Some((round, (rounds, body))) => {
                let trajectory = body
                    .first()
                    .and_then(|it| it.members.first())
                    .map_or(0, |it| it.trajectory);
                all.push(Block::Repeat(Repeat {
                    var: COUNTER.to_owned(),
                    body,
                    rounds: vec![(trajectory, rounds)],
                    limit: Limit::AtMost(MOST_ROUNDS),
                    until: None,
                    guessed: false,
                }));
                at += round * rounds;
            }
            None => {
                all.push(line[at].clone());
                at += 1;
            }
        }
    }
    all
}

/// The lines with what another line does several times, and they do once, as a repetition of one round.
fn with_single_rounds(trajectories: &[SoftTrajectory], mut lines: Vec<Vec<Block>>) -> Vec<Vec<Block>> {
    let repeats = lines.iter().flatten().filter_map(|it| match it {
        Block::Repeat(repeat) if !repeat.guessed && repeat.body.len() > 1 => Some(repeat.clone()),
        _ => None,
    });
    for repeat in repeats.collect::<Vec<Repeat>>() {
        let len = repeat.body.len();
        for line in lines
            .iter_mut()
            .filter(|it| it.iter().all(|it| matches!(it, Block::Step(_))))
        {
            let found = (0..(line.len() + 1).saturating_sub(len)).find_map(|start| {
                let once = Rounds::of(trajectories, line);
                let body: Vec<Column> = (start..start + len)
                    .map(|at| Some(once.column(at, 1)?.into_owned()))
                    .collect::<Option<_>>()?;
                let same = repeat
                    .body
                    .iter()
                    .zip(&body)
                    .all(|(known, it)| known.join(it).is_some());
                same.then_some((start, body))
            });
            let Some((start, body)) = found else { continue };
            let trajectory = body[0].members.first().map_or(0, |it| it.trajectory);
            let rounds = vec![(trajectory, 1)];
            let once = Repeat {
                body,
                rounds,
                ..repeat.clone()
            };
            line.splice(start..start + len, [Block::Repeat(once)]);
        }
    }
    lines
}

/// The steps of a line as they are in the first round of a repetition, and in the second: most of them are looked at
/// for repetitions of every length.
struct Rounds<'a> {
    trajectories: &'a [SoftTrajectory],
    line: &'a [Block],
    first: Vec<OnceCell<Option<Column>>>,
    second: Vec<OnceCell<Option<Column>>>,
}

impl<'a> Rounds<'a> {
    fn of(trajectories: &'a [SoftTrajectory], line: &'a [Block]) -> Self {
        let none = || vec![OnceCell::new(); line.len()];
        Self {
            trajectories,
            line,
            first: none(),
            second: none(),
        }
    }

    /// A step of the line as one of the n-th round, from 1.
    fn column(&self, at: usize, number: usize) -> Option<Cow<'_, Column>> {
        let Block::Step(column) = self.line.get(at)? else {
            return None;
        };
        let counted = || Column::unify(column.members.iter().map(|it| it.counted(number)).collect());
        match number {
            1 => self.first[at].get_or_init(counted).as_ref().map(Cow::Borrowed),
            2 => self.second[at].get_or_init(counted).as_ref().map(Cow::Borrowed),
            _ => counted().map(Cow::Owned),
        }
    }

    /// Whether the goal names the targets of both steps, each by its own words: whoever asks for these does not ask for
    /// all that there are.
    fn are_both_named(&self, one: &Column, other: &Column) -> bool {
        let words = |it: &Column| {
            let member = it.members.first()?;
            let goal = &self.trajectories.get(member.trajectory)?.instance.goal;
            let shown = member.element()?.words().map(str::trim);
            let mut named = shown.filter(|it| it.chars().count() > 1 && says(goal, it));
            named.next().map(str::to_lowercase)
        };
        match (words(one), words(other)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        }
    }

    /// The longest repetition of a round that starts here: how many rounds, and their columns.
    fn repeated(&self, start: usize, round: usize) -> Option<(usize, Vec<Column>)> {
        // Most steps are followed by something else: to see that costs nothing.
        let alike = |at: usize| match (self.line.get(at), self.line.get(at + round)) {
            (Some(Block::Step(one)), Some(Block::Step(other))) => same_kind(one.step(), other.step()),
            _ => false,
        };
        if !(start..start + round).all(alike) {
            return None;
        }
        // The first step that is another one ends it.
        let again = |at: usize| {
            let (one, next) = (self.column(at, 1)?, self.column(at + round, 2)?);
            let joined = same_again(&one, &next)?;
            let counted = goes_by_number(&joined);
            let walks = !counted || (!self.are_both_named(&one, &next) && is_one_list(&one, &next));
            walks.then_some(joined)
        };
        let mut body: Vec<Column> = (start..start + round).map(again).collect::<Option<_>>()?;
        let mut rounds = 2;
        let more = |body: &[Column], number: usize| -> Option<Vec<Column>> {
            let at = start + (number - 1) * round;
            let joined =
                |(step, known): (usize, &Column)| same_again(known, &*self.column(at + step, number)?);
            body.iter().enumerate().map(joined).collect()
        };
        while let Some(joined) = more(&body, rounds + 1) {
            body = joined;
            rounds += 1;
        }
        // One value for two fields, as a password and its confirmation: no value says how many fields a form has.
        let form = rounds == 2 && body.iter().all(fills_next_field);
        (!form).then_some((rounds, body))
    }
}

/// Whether the number of the round tells which target is meant.
fn goes_by_number(column: &Column) -> bool {
    let counts = |it: &Expr| it.inputs().contains(&COUNTER);
    column.locators.first().is_some_and(|it| it.values().any(counts))
}

/// Whether the targets of two rounds stand in what may be one list: one of them is there in both rounds. The button of a page and
/// that of the dialog it brings up are no list, whichever place each has among the buttons.
fn is_one_list(one: &Column, next: &Column) -> bool {
    let (Some(one), Some(next)) = (one.members.first(), next.members.first()) else {
        return true;
    };
    let is_on = |member: &Member, of: &Member| {
        let is_named = |it: &Element| it.resource_name.is_some() || it.words().next().is_some();
        let again =
            |it: &Element, own: &Element| it.is_still(own) || (is_named(own) && it.is_called_the_same(own));
        let mut all = of.step.screen.elements.iter();
        member.element().is_none_or(|own| all.any(|it| again(it, own)))
    };
    is_on(one, next) || is_on(next, one)
}

/// Whether a text has these words in it as words of their own, in either case.
fn says(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_lowercase(), words.to_lowercase());
    let mut places = text.match_indices(&words);
    places.any(|(at, it)| {
        let before = text[..at].chars().next_back();
        let after = text[at + it.len()..].chars().next();
        [before, after]
            .into_iter()
            .flatten()
            .all(|it| !it.is_alphanumeric())
    })
}

/// Whether each round types the same into another field: by its number, or into what has the focus then.
fn fills_next_field(column: &Column) -> bool {
    let counts = |it: &Expr| it.inputs().contains(&COUNTER);
    let field = column.locators.first();
    let typed = column.values.first();
    matches!(column.step().action, Action::InputText { target: Some(_), .. })
        && field.is_some_and(|it| it.values().any(counts) || it.get(Key::Focused).is_some())
        && typed.is_some_and(|it| !it.is_const() && !counts(it))
}

/// Whether the second press goes to something else that is only called the same, as a dialog or a page asks once more with
/// the word of the button that has led to it, where nothing takes back what is done: what was pressed first is there still, it led
/// away from its page, or the second stands in what the first has brought up.
fn is_called_alike(a: &Column, b: &Column) -> bool {
    let (Some(one), Some(next)) = (a.members.first(), b.members.first()) else {
        return false;
    };
    let (Some(pressed), Some(other)) = (one.element(), next.element()) else {
        return false;
    };
    if one.step.lasting.is_none() || other.is_still(pressed) {
        return false;
    }
    let (before, after) = (&one.step.screen, &next.step.screen);
    let words = |it: &Element| (it.text.clone(), it.content_description.clone());
    let again = |it: &Element| it.is_still(pressed) && words(it) == words(pressed);
    let stays = after.elements.iter().any(again);
    let leads_away = before.activity != after.activity;
    let depth = pressed.shared_depth(other);
    let said_before: HashSet<&str> = before.elements.iter().flat_map(Element::words).collect();
    let brought_up = other.path.get(..=depth).is_some_and(|around| {
        let inside = |it: &&Element| it.path.starts_with(around);
        let says_new = |it: &Element| it.words().any(|it| !said_before.contains(it));
        !before.elements.iter().any(|it| inside(&it)) && after.elements.iter().filter(inside).any(says_new)
    });
    stays || leads_away || brought_up
}

/// Both columns as one, where the second does the same again: the same value and a target named the same way,
/// which says the same, unless the round's number or a value tells which it is.
fn same_again(a: &Column, b: &Column) -> Option<Column> {
    let joined = a.join(b)?;
    let by_name = joined
        .locators
        .first()
        .is_some_and(|it| it.values().all(Expr::is_const));
    let said = |it: &Column| {
        let element = it.members.first().and_then(Member::element)?;
        Some((element.text.clone(), element.content_description.clone()))
    };
    if joined.is_next_of_what_is_left() {
        return Some(joined);
    }
    let click = matches!(joined.step().action, Action::Click { .. });
    let kind = |it: &Column| {
        let element = it.members.first().and_then(Member::element)?;
        Some((element.class_name.clone(), element.role.clone()))
    };
    // Two things of different kinds that show the same value, an entry and the heading of what it opens, are no rounds.
    if click
        && !by_name
        && kind(a)
            .zip(kind(b))
            .is_some_and(|(a, b)| a.0 != b.0 && a.1 != b.1)
    {
        return None;
    }
    if by_name && click && (said(a) != said(b) || is_called_alike(a, b)) {
        return None;
    }
    let targeted = joined
        .locators
        .first()
        .is_some_and(|it| it.nth.is_none() || joined.uses(COUNTER));
    (targeted || joined.locators.is_empty()).then_some(joined)
}
