//! A failed run to code that does with other values what the recordings show: an instance may leave a value empty that every
//! recording had, enumerate several where every recording had one, name what stands on a further page of a table, or last into
//! the next hour. Each such code is a guess, which is kept only where it reaches the goal of that instance and of all before it.

use strings::{Expr, List, derive_all, time_ends};
use task::{Params, Value};
use trajectory::Recording;
use ui::{Action, Locator};

use crate::{
    check::{check, unique},
    program::{Cond, Kind, Program, Stmt},
    soft::SoftTrajectory,
    synthesise::{fold::variable, stmt_of},
    trace::Phase,
    verify::{Verdict, verify_again},
    world::WorldError,
};

use super::{
    other_pages::on_other_pages,
    state::{Candidate, State},
    traced::Traced,
};

/// Guesses that are run for one instance.
const MOST: usize = 8;

/// Ways to leave out what serves an empty value where another value reads as a list, and is taken as one text.
const MOST_PLAIN: usize = 2;

/// Programs with loops over the entries of values that are kept, likeliest first, for the next value.
const MOST_LOOPS: usize = 64;

/// Put the first code in front that does for values of another form what the recordings show, and that passes every instance;
/// `None` where there is no such code. Where no such code passes, nothing is changed.
pub(super) fn other_forms(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    run: &Recording,
) -> Result<Option<bool>, WorldError> {
    let Some(program) = state.candidates.first().and_then(|it| it.program.as_ref()) else {
        return Ok(None);
    };
    let seed = run.instance.seed;
    let mut all = on_other_pages(program, run);
    all.extend(guesses(program, &run.instance.params, &state.trajectories));
    let sound = |it: &Candidate| {
        let program = it.program.iter();
        let mut unsound = program.flat_map(|program| unique(program, &it.script, &state.trajectories));
        check(&it.script, &state.seen).is_empty() && unsound.next().is_none()
    };
    let all: Vec<Candidate> = all
        .into_iter()
        .map(Candidate::of)
        .filter(sound)
        .take(MOST)
        .collect();
    if all.is_empty() {
        return Ok(None);
    }
    for code in all {
        if let Verdict::Passed(_) = verify_again(world, &code.script, &state.seen)? {
            let why = format!(
                "instance {seed}: no recording shows what it asks for, and this code was right for it"
            );
            world.note(Phase::Build, Some(seed), why.clone());
            let others = std::mem::take(&mut state.candidates);
            state.adopt(world, &why, std::iter::once(code).chain(others).collect());
            return Ok(Some(true));
        }
    }
    world.note(
        Phase::Build,
        Some(seed),
        "no code for what no recording shows is right",
    );
    Ok(Some(false))
}

/// The programs for values of the form that these have, likeliest first.
fn guesses(program: &Program, params: &Params, shown: &[SoftTrajectory]) -> Vec<Program> {
    let missing = missing(params, shown);
    let lists = enumerated(params, shown);
    let mut all: Vec<(usize, Program)> = vec![(0, program.clone())];
    let mut looped = false;
    for ways in lists {
        let mut with: Vec<(usize, Program)> = Vec::new();
        for (rank, program) in &all {
            for (at, (list, beside)) in ways.iter().flat_map(|it| BESIDE.map(|by| (it, by))).enumerate() {
                with.extend(each_entry(program, list, shown, beside).map(|it| (rank + at, it)));
            }
        }
        // What reads as a list may be one text all the same, of which something else is empty.
        with.sort_by_key(|(rank, _)| *rank);
        with.truncate(MOST_LOOPS);
        looped |= !with.is_empty();
        all.extend(with);
    }
    all.extend(ended(program, params, shown).into_iter().map(|it| (0, it)));
    all.extend(chosen_anew(program, shown).into_iter().map(|it| (0, it)));
    if !missing.is_empty() {
        let mut with: Vec<(usize, Program)> = Vec::new();
        for (rank, of) in &all {
            // Loops are likelier than none, and a few codes alone are run.
            let ways = if looped && of == program {
                MOST_PLAIN
            } else {
                BESIDE.len()
            };
            for (at, beside) in BESIDE.into_iter().take(ways).enumerate() {
                let mut without = of.clone();
                leave_out(&mut without.body, &missing, beside);
                with.push((rank + at, without));
            }
        }
        all.append(&mut with);
    }
    all.sort_by_key(|(rank, _)| *rank);
    let mut kept: Vec<Program> = Vec::new();
    for (_, it) in all {
        if it != *program && !kept.contains(&it) {
            kept.push(it);
        }
    }
    kept
}

/// The text that each recording has for a parameter; `None` where one has none.
fn shown_texts<'a>(name: &str, shown: &'a [SoftTrajectory]) -> Option<Vec<&'a str>> {
    let texts = shown.iter().map(|it| it.instance.params.get(name)?.as_text());
    texts.collect()
}

/// The parameters that are empty, and were so in no recording.
fn missing(params: &Params, shown: &[SoftTrajectory]) -> Vec<String> {
    let is_missing = |name: &str| {
        let texts = shown_texts(name, shown);
        texts.is_some_and(|all| all.iter().all(|it| !it.trim().is_empty()))
    };
    let empty = params
        .iter()
        .filter(|(_, value)| value.as_text().is_some_and(|it| it.trim().is_empty()));
    empty
        .map(|(name, _)| name.clone())
        .filter(|name| is_missing(name))
        .collect()
}

/// For each parameter that enumerates several, and one in every recording, the ways to cut it into entries: none but its own for a
/// list. A cut at a certain sign goes first: it leaves entries whole that have an `and` of their own.
fn enumerated(params: &Params, shown: &[SoftTrajectory]) -> Vec<Vec<List>> {
    let mut all: Vec<Vec<List>> = Vec::new();
    let derived = derive_all(params);
    for (name, value) in params {
        if let Value::List(entries) = value {
            let one = |it: &SoftTrajectory| matches!(it.instance.params.get(name), Some(Value::List(all)) if all.len() == 1);
            if entries.len() > 1 && shown.iter().all(one) {
                all.push(vec![List::Input(name.clone())]);
            }
            continue;
        }
        let input = Expr::Input(name.clone());
        let lists = derived.iter().filter_map(|it| match &it.expr {
            Expr::Item(list, 1) => Some(list),
            _ => None,
        });
        let of_it = lists.filter(|it| match it {
            List::Items(of) | List::Split(of, _) => **of == input,
            List::Input(_) | List::ButLast(_) | List::Characters(_) | List::Records(_) => false,
        });
        let one_in = |list: &List, it: &SoftTrajectory| {
            let entries = list.eval(&it.instance.params);
            let whole = it.instance.params.get(name).and_then(|it| it.as_text());
            entries.is_some_and(|all| all.len() == 1 && all.first().map(String::as_str) == whole)
        };
        let mut ways: Vec<List> = of_it
            .filter(|list| shown.iter().all(|it| one_in(list, it)))
            .cloned()
            .collect();
        ways.sort_by_key(|it| !matches!(it, List::Split(..)));
        let mut cuts = Vec::new();
        ways.retain(|it| {
            let cut = it.eval(params);
            let new = !cuts.contains(&cut);
            cuts.push(cut);
            new
        });
        if !ways.is_empty() {
            all.push(ways);
        }
    }
    all
}

/// How many of the steps without a value belong to those with it: of those before (a list is opened, and one is chosen from
/// it), and of those behind (what was typed is added).
type Beside = (usize, usize);
const BESIDE: [Beside; 5] = [(0, 1), (1, 0), (0, 0), (1, 1), (2, 0)];

/// The statements that `serves` holds for, with what stands between them and belongs to them, as one stretch; `None`
/// where there are none, or where others stand between.
fn stretch(body: &[Stmt], serves: impl Fn(&Stmt) -> bool, beside: Beside) -> Option<std::ops::Range<usize>> {
    let first = body.iter().position(&serves)?;
    let mut last = first;
    for (at, stmt) in body.iter().enumerate().skip(first + 1) {
        if serves(stmt) {
            last = at;
        } else if !goes_by_nothing(stmt) {
            break;
        }
    }
    let (before, behind) = beside;
    let belongs = |it: &&Stmt| goes_by_nothing(it);
    let before = body[..first]
        .iter()
        .rev()
        .take(before)
        .take_while(belongs)
        .count();
    // What the task ends with is done for all values.
    let acts = |it: &Stmt| matches!(it.kind, Kind::Act { .. });
    let end = body.iter().rposition(acts).unwrap_or(0);
    let rest = body.get(last + 1..end).unwrap_or_default();
    let behind = rest.iter().take(behind).take_while(belongs).count();
    Some(first - before..last + 1 + behind)
}

/// Whether a step goes by no value, and does nothing that can't be taken back.
fn goes_by_nothing(stmt: &Stmt) -> bool {
    let Kind::Act { lasting: None, .. } = &stmt.kind else {
        return false;
    };
    let mut any = false;
    stmt.kind.inputs(&mut |_| any = true);
    !any
}

/// Whether what a step types or chooses is of these values alone, or, where it does neither, what it acts on goes by one. A branch
/// or a loop is for them where it goes by nothing else.
fn is_for(stmt: &Stmt, names: &[String]) -> bool {
    let Kind::Act { action, wanted, .. } = &stmt.kind else {
        return goes_by_these(stmt, names);
    };
    let of_them = |it: &Expr| {
        let inputs = it.inputs();
        !inputs.is_empty() && inputs.iter().all(|it| names.iter().any(|name| name == it))
    };
    match action.value().or(wanted.as_ref().map(|it| &it.value)) {
        Some(value) => of_them(value),
        None => action.targets().flat_map(Locator::values).any(of_them),
    }
}

/// Whether a statement with all in it goes by some of these values and by no other, and does nothing that can't be taken back.
fn goes_by_these(stmt: &Stmt, names: &[String]) -> bool {
    match &stmt.kind {
        // It is done where the value is given, and not otherwise, already.
        Kind::If { cond, .. } if asks_whether_given(cond) => return false,
        Kind::If { .. } | Kind::ForEach { .. } | Kind::Repeat { .. } => {}
        _ => return false,
    }
    let (mut own, mut inputs, mut ends) = (Vec::new(), Vec::new(), false);
    stmt.walk(&mut |it| {
        own.extend(it.kind.variable().map(str::to_owned));
        it.kind.inputs(&mut |name| inputs.push(name.to_owned()));
        ends |= matches!(
            it.kind,
            Kind::Act { lasting: Some(_), .. } | Kind::Stop(_) | Kind::Refuse(_) | Kind::AnswerTable(_)
        );
    });
    inputs.retain(|it| !own.contains(it));
    !ends && !inputs.is_empty() && inputs.iter().all(|it| names.contains(it))
}

fn asks_whether_given(cond: &Cond) -> bool {
    match cond {
        Cond::IsEmpty(_) => true,
        Cond::Not(it) => asks_whether_given(it),
        Cond::And(all) => all.iter().all(asks_whether_given),
        _ => false,
    }
}

/// The values of these that a step goes by.
fn used(stmt: &Stmt, names: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    stmt.walk(&mut |it| {
        it.kind.inputs(&mut |name| {
            if names.iter().any(|it| it == name) && !all.iter().any(|it| it == name) {
                all.push(name.to_owned());
            }
        });
    });
    all
}

/// Do what serves these values alone only where one of them is given.
fn leave_out(body: &mut Vec<Stmt>, names: &[String], beside: Beside) {
    let mut at = 0;
    while let Some(found) = stretch(&body[at..], |it| is_for(it, names), beside) {
        let range = at + found.start..at + found.end;
        let mut own: Vec<String> = Vec::new();
        for name in body[range.clone()].iter().flat_map(|it| used(it, names)) {
            if !own.contains(&name) {
                own.push(name);
            }
        }
        let mut empty: Vec<Cond> = own.into_iter().map(|it| Cond::IsEmpty(Expr::Input(it))).collect();
        let none = match (empty.pop(), empty.is_empty()) {
            (Some(only), true) => only,
            (last, _) => Cond::And(empty.into_iter().chain(last).collect()),
        };
        let start = range.start;
        let then: Vec<Stmt> = body.drain(range).collect();
        let sources = then.iter().flat_map(|it| it.sources.clone()).collect();
        let given = Kind::If {
            cond: Cond::Not(Box::new(none)),
            then,
            otherwise: Vec::new(),
        };
        body.insert(start, Stmt::new(given, sources));
        at = start + 1;
    }
}

/// The program with what it does with a value done for each entry of it; `None` where that is no stretch of steps, or
/// where the value is used elsewhere.
fn each_entry(program: &Program, list: &List, shown: &[SoftTrajectory], beside: Beside) -> Option<Program> {
    let (name, of) = match list {
        List::Items(of) | List::Split(of, _) => match &**of {
            Expr::Input(name) => (name, (**of).clone()),
            _ => return None,
        },
        List::Input(name) => (name, Expr::Item(list.clone(), 1)),
        List::ButLast(_) | List::Characters(_) | List::Records(_) => return None,
    };
    let names = std::slice::from_ref(name);
    let uses = |it: &Stmt| !used(it, names).is_empty();
    let range = stretch(&program.body, uses, beside)?;
    let rest = program.body[..range.start]
        .iter()
        .chain(&program.body[range.end..]);
    let var = variable(shown, list);
    let mut taken = false;
    for stmt in &program.body {
        stmt.walk(&mut |it| taken |= it.kind.variable() == Some(var.as_str()));
    }
    if taken || rest.clone().any(uses) {
        return None;
    }
    let mut program = program.clone();
    let mut body: Vec<Stmt> = program.body.drain(range.clone()).collect();
    for stmt in &mut body {
        go_by_entry(stmt, &of, &var)?;
        // The list itself stands in no entry's place.
        if uses(stmt) {
            return None;
        }
    }
    let sources: Vec<_> = body.iter().flat_map(|it| it.sources.clone()).collect();
    let given = Kind::If {
        cond: Cond::Not(Box::new(Cond::IsEmpty(Expr::Input(var.clone())))),
        then: body,
        otherwise: Vec::new(),
    };
    let each = Kind::ForEach {
        var,
        list: list.clone(),
        body: vec![Stmt::new(given, sources.clone())],
    };
    program.body.insert(range.start, Stmt::new(each, sources));
    Some(program)
}

/// The programs that choose by a value what every recording found chosen already, each one such choice: that was no accident where
/// somebody chose it all the same.
fn chosen_anew(program: &Program, shown: &[SoftTrajectory]) -> Vec<Program> {
    let mut all = Vec::new();
    for trajectory in shown {
        let by_value = trajectory.dropped.iter().filter(|it| {
            let target = it.step.action.target().and_then(|it| it.first());
            let goes_by = target.is_some_and(|it| it.values().any(|it| !it.is_const()));
            matches!(it.step.action, Action::Click { .. }) && goes_by
        });
        for dropped in by_value {
            let own = &dropped.step.source;
            let is_before = |it: &Stmt| {
                let mut sources = it.sources.iter();
                sources.any(|it| it.recording == own.recording && it.step < own.step)
            };
            let Some(at) = program.body.iter().rposition(is_before) else {
                continue;
            };
            // What a round does may be done in each.
            let is_alone = program.body[at].kind.blocks().is_empty();
            if let Some(stmt) = stmt_of(trajectory, &dropped.step).filter(|_| is_alone) {
                let mut with = program.clone();
                let mut names: Vec<String> = Vec::new();
                stmt.kind.inputs(&mut |name| names.push(name.to_owned()));
                with.body.insert(at + 1, stmt);
                for name in names {
                    if let Some(value) = trajectory.instance.params.get(&name) {
                        with.take_param(&name, value);
                    }
                }
                all.push(with);
            }
        }
    }
    // What comes last is most likely left over from another value.
    all.reverse();
    all
}

/// The programs with the end of what lasts so long in the place of a value that was the same wherever it was shown: what begins at
/// ten and lasts 30 minutes ends at ten as well, and what lasts 60 does not. What is entered first is the beginning. Where several
/// ways to write the end give what was shown, each is a guess: a full hour is `0` or `00`.
fn ended(program: &Program, params: &Params, shown: &[SoftTrajectory]) -> Vec<Program> {
    let mut all = Vec::new();
    let ends = shown
        .first()
        .map_or_else(Vec::new, |it| time_ends(&it.instance.params));
    let mut pairs: Vec<Vec<&str>> = Vec::new();
    for it in &ends {
        let inputs = it.expr.inputs();
        if !pairs.contains(&inputs) {
            pairs.push(inputs);
        }
    }
    for names in pairs {
        let exprs = ends.iter().map(|it| &it.expr);
        let of_them: Vec<&Expr> = exprs.filter(|it| it.inputs() == names).collect();
        let ways: Vec<(&str, Vec<&Expr>)> = names
            .iter()
            .map(|it| (*it, ways_to_write(&of_them, it, params, shown)))
            .filter(|(_, ways)| !ways.is_empty())
            .collect();
        let known: Vec<String> = ways.iter().map(|it| it.0.to_owned()).collect();
        let uses = |it: &Stmt| !used(it, &known).is_empty();
        let body = program.body.iter().enumerate();
        let places = body.filter(|it| uses(it.1)).map(|it| it.0);
        for at in places.skip(1) {
            for way in one_of_each(&ways) {
                let mut program = program.clone();
                let mut ends = program.body[at..].iter_mut().filter(|it| uses(it));
                let put = |it: &mut Stmt| go_by(it, &|it| in_places(it, &way), &str::to_owned);
                if ends.try_for_each(put).is_some() {
                    all.push(program);
                }
            }
        }
    }
    all
}

/// Those of these ends that were this parameter's own text wherever it was shown; of those that are written alike for `params`, the
/// first.
fn ways_to_write<'a>(
    ends: &[&'a Expr],
    name: &str,
    params: &Params,
    shown: &[SoftTrajectory],
) -> Vec<&'a Expr> {
    let was_shown = |end: &Expr| {
        shown.iter().all(|shown| {
            let params = &shown.instance.params;
            let text = params.get(name).and_then(Value::as_text);
            text.is_some() && end.eval(params).as_deref() == text
        })
    };
    let mut texts: Vec<Option<String>> = Vec::new();
    let mut ways = Vec::new();
    for end in ends.iter().copied().filter(|it| was_shown(it)) {
        let text = end.eval(params);
        if !texts.contains(&text) {
            texts.push(text);
            ways.push(end);
        }
    }
    ways
}

/// Each choice of one way for each name.
fn one_of_each<'a>(ways: &[(&'a str, Vec<&'a Expr>)]) -> Vec<Vec<(&'a str, &'a Expr)>> {
    let mut all = vec![Vec::new()];
    for (name, exprs) in ways {
        let longer = |before: &Vec<(&'a str, &'a Expr)>| {
            let before = before.clone();
            let with = |it: &&'a Expr| [&before[..], &[(*name, *it)]].concat();
            exprs.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A value with others in the places of these parameters, all at once: what is put in may go by them itself.
fn in_places(value: &Expr, ways: &[(&str, &Expr)]) -> Expr {
    let mark = |name: &str| Expr::Input(format!("\0{name}"));
    let marked = ways.iter().fold(value.clone(), |it, (name, _)| {
        it.replace(&Expr::Input((*name).to_owned()), &mark(name))
    });
    ways.iter()
        .fold(marked, |it, (name, to)| it.replace(&mark(name), to))
}

/// Put the entry in the place of the whole value; `None` where a statement is none that can go by it.
fn go_by_entry(stmt: &mut Stmt, whole: &Expr, var: &str) -> Option<()> {
    let entry = Expr::Input(var.to_owned());
    let named = whole.to_string();
    go_by(stmt, &|it| it.replace(whole, &entry), &|it| {
        it.replace(&named, var)
    })
}

/// Put other values, and other descriptions, in the places of a statement's own; `None` where it is none that can go by them.
fn go_by(stmt: &mut Stmt, value: &dyn Fn(&Expr) -> Expr, describe: &dyn Fn(&str) -> String) -> Option<()> {
    let place = |it: &Locator<Expr>| {
        let mut it = it.map(value);
        it.target_description = describe(&it.target_description);
        it
    };
    match &mut stmt.kind {
        Kind::Act {
            action,
            expect,
            arrival,
            among,
            wanted,
            ..
        } => {
            *action = Action::map(action, place, value);
            *expect = expect.as_ref().map(place);
            *arrival = arrival.as_ref().map(place);
            if let Some(among) = among {
                among.entries = place(&among.entries);
            }
            if let Some(wanted) = wanted {
                wanted.value = value(&wanted.value);
            }
        }
        Kind::If { cond, .. } => *cond = cond.map(value),
        Kind::Read { locator, .. } | Kind::Arrive(locator) => *locator = place(locator),
        Kind::Holds { field, text } => {
            *field = place(field);
            *text = value(text);
        }
        Kind::ForEach { .. }
        | Kind::EachRow { .. }
        | Kind::EachFound { .. }
        | Kind::Repeat { .. }
        | Kind::ReadAll { .. }
        | Kind::ReadAddress { .. }
        | Kind::Count { .. }
        | Kind::Ask { .. }
        | Kind::AnswerTable(_)
        | Kind::Stop(_)
        | Kind::Refuse(_) => return None,
    }
    for inner in stmt.kind.blocks_mut().into_iter().flatten() {
        go_by(inner, value, describe)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use ui::{Irreversible, Key, Lasting, Means};

    use super::*;

    fn press(key: Expr) -> Stmt {
        let target = Locator::by(Key::Text, key);
        Stmt::new(Kind::act(Action::Click { target }), Vec::new())
    }

    fn input(name: &str) -> Expr {
        Expr::Input(name.to_owned())
    }

    fn unless_it_shows(name: &str, then: Stmt) -> Stmt {
        let shows = Locator::by(Key::Text, input(name));
        let branch = Kind::If {
            cond: Cond::Not(Box::new(Cond::Exists(shows))),
            then: vec![then],
            otherwise: Vec::new(),
        };
        Stmt::new(branch, Vec::new())
    }

    #[test]
    fn a_branch_that_goes_by_nothing_but_an_empty_value_is_left_out_with_the_steps_around_it() {
        let mut body = vec![
            press(Expr::from("Since")),
            unless_it_shows("since", press(Expr::from("Back"))),
            press(input("since")),
            press(input("name")),
            press(Expr::from("Save")),
        ];
        let names = ["since".to_owned()];
        leave_out(&mut body, &names, (1, 0));
        let inside: Vec<usize> = body
            .iter()
            .map(|it| it.kind.blocks().into_iter().flatten().count())
            .collect();
        assert_eq!(inside, [3, 0, 0], "{body:#?}");
        // What goes by another value as well, or can't be taken back, is for others too.
        assert!(!is_for(&unless_it_shows("since", press(input("name"))), &names));
        let mut sends = press(Expr::from("Send"));
        if let Kind::Act { lasting, .. } = &mut sends.kind {
            let (kind, means) = (Irreversible::Send, Means::Control);
            *lasting = Some(Lasting { kind, means });
        }
        assert!(!is_for(&unless_it_shows("since", sends), &names));
    }
}
