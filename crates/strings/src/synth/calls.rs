//! From sources to what functions make of them: of one text with constants, or of two inputs.

use std::rc::Rc;

use super::{
    bits,
    form::joins_letters,
    letters::{all_digits, has_one_case, title_oddness},
    shapes,
    spans::{function_bits, things},
    table::{Applied, Piece, Source, Values, View},
};
use crate::{
    amount, calendar, derive,
    expr::{Expr, Op},
    place::{Kind, Thing},
    plain::plain_number,
};

/// Digits by which the point of a number is moved: for percent and for thousandths.
const SHIFTS: [i64; 4] = [2, -2, 3, -3];

/// Parts of a text that show that there may be any number of them.
const SHOWS_ANY_NUMBER: usize = 4;

/// Kinds of characters that a function leaves out, from which on it may leave out any.
const MANY_KINDS: usize = 4;

/// Functions that calculate.
const CALCULATED: [&str; 5] = ["plus", "minus", "number_plus", "number_minus", "number_times"];

/// What stands for true and false.
pub(crate) const TRUTHS: [&str; 2] = ["true", "false"];

/// The functions that may make something of a source that stands in the outputs.
fn functions(source: &Source, view: &View<'_>) -> Vec<Applied> {
    let Some(first) = view.picked.first() else {
        return Vec::new();
    };
    let (text, output) = (
        source.values[*first].as_deref().unwrap_or_default(),
        view.output(*first),
    );
    let mut all: Vec<Applied> = Vec::new();
    all.extend([Op::Trim, Op::Initials].map(Applied::Op));
    all.extend(["tidied", "reversed", "words_apart", "capitalised"].map(|it| Applied::Call(it, Vec::new())));
    if !has_one_case(&source.expr) {
        all.extend([Op::Upper, Op::Lower, Op::Title].map(Applied::Op));
        all.extend(["sentence_case", "proper_case"].map(|it| Applied::Call(it, Vec::new())));
    }
    if joins_words(source, view) {
        all.extend(["camel_case", "pascal_case"].map(|it| Applied::Call(it, Vec::new())));
    }
    if view
        .picked
        .iter()
        .any(|row| !source.values[*row].as_deref().is_none_or(str::is_ascii))
    {
        all.push(Applied::Call("plain_letters", Vec::new()));
    }
    all.extend(ends_away(source, view));
    all.extend(signs_for(text, output));
    all.extend(shapes::shapes(source, view));
    if text.contains(['/', '\\']) {
        all.push(Applied::Call("file_name", Vec::new()));
    }
    if derive::looks_like_file(text) {
        all.extend([Op::Stem, Op::Extension, Op::ExtensionName].map(Applied::Op));
    }
    for kind in Kind::ALL {
        for name in ["kept", "without"] {
            all.push(Applied::Call(name, vec![kind.name().to_owned()]));
        }
    }
    if text.bytes().any(|it| it.is_ascii_digit()) {
        all.extend(of_figures(source, view, text, output));
    }
    if text.contains(char::is_whitespace) {
        // Nearly every word has letters: what has them is rather the first word.
        let says = |it: &Thing| {
            !matches!(
                it,
                Thing::Run(Kind::Word | Kind::Letters | Kind::Solid | Kind::Space)
            )
        };
        for it in things(&source.values, &[*first]).into_iter().filter(says) {
            for name in ["word_with", "word_starting"] {
                all.push(Applied::Call(name, vec![it.to_string()]));
            }
        }
    }
    all.extend(replacements(source, view));
    all
}

/// What makes something of figures: dates, times of day and numbers. Of the first text and its output.
fn of_figures(source: &Source, view: &View<'_>, text: &str, output: &str) -> Vec<Applied> {
    let mut all: Vec<Applied> = Vec::new();
    all.push(Applied::Op(Op::Number));
    all.extend(dates(source));
    all.extend(derive::TIME_FORMATS.map(|it| Applied::Op(Op::Time(it.to_owned()))));
    all.extend(
        formats(output)
            .into_iter()
            .map(|it| Applied::Op(Op::NumberAs(it))),
    );
    if output.bytes().all(|it| it.is_ascii_digit()) {
        all.push(Applied::Op(Op::NumberAs("0".to_owned())));
    }
    all.extend(["plain_number", "plain_number_comma", "long_year"].map(|it| Applied::Call(it, Vec::new())));
    all.extend(SHIFTS.map(|it| Applied::Call("shifted", vec![it.to_string()])));
    for decimals in 0..=2 {
        all.push(Applied::Call("percent", vec![decimals.to_string()]));
    }
    let filled = output
        .chars()
        .next()
        .filter(|it| *it == '0' || shapes::fills(&view.picked, source, view, *it));
    all.extend(filled.map(|it| Applied::Op(Op::Pad(output.chars().count(), it.to_string()))));
    if let (Ok(a), Ok(b)) = (text.parse::<i64>(), output.parse::<i64>()) {
        all.extend(
            b.checked_sub(a)
                .filter(|it| *it != 0)
                .map(|it| Applied::Op(Op::Plus(it))),
        );
    }
    all
}

/// Whether some text has a word behind its first one that begins with a letter: only there its case says something.
fn joins_words(source: &Source, view: &View<'_>) -> bool {
    let joins = |row: &usize| {
        let text = source.values[*row].as_deref().unwrap_or_default();
        let mut words = text
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty());
        words.next().is_some() && words.any(|it| it.starts_with(char::is_alphabetic))
    };
    view.picked.iter().any(joins)
}

/// Dates in all formats. Where one of them can only be read with the day first, or with the month first, all are read
/// in that way.
fn dates(source: &Source) -> Vec<Applied> {
    let said = source.values.iter().flatten().filter(|it| !it.contains('.'));
    let mut orders: Vec<bool> = said.filter_map(|it| calendar::day_is_first(it)).collect();
    orders.dedup();
    let read = |day_first: bool, format: &str| match day_first {
        true => Applied::Call("date_day_first", vec![format.to_owned()]),
        false => Applied::Op(Op::Date(format.to_owned())),
    };
    let either = |it: &str| calendar::date_as(it, "%d") != calendar::date_day_first(it, "%d");
    let orders = match orders[..] {
        [one] => vec![one],
        [] if source.values.iter().flatten().any(|it| either(it)) => vec![false, true],
        [] => vec![false],
        _ => Vec::new(),
    };
    let all = orders
        .into_iter()
        .flat_map(|order| derive::DATE_FORMATS.map(|it| read(order, it)));
    all.collect()
}

/// What an example lacks at one end of its source.
fn ends_away(source: &Source, view: &View<'_>) -> Vec<Applied> {
    let mut all: Vec<(&str, String)> = Vec::new();
    for row in view.picked.iter().take(6) {
        let (text, output) = (
            source.values[*row].as_deref().unwrap_or_default(),
            view.output(*row),
        );
        let ends = [
            ("without_start", text.strip_suffix(output)),
            ("without_end", text.strip_prefix(output)),
        ];
        for (name, end) in ends {
            let end = end.filter(|it| !it.is_empty() && it.chars().count() <= shapes::LONGEST_END);
            all.extend(end.filter(|_| !output.is_empty()).map(|it| (name, it.to_owned())));
        }
    }
    all.sort();
    all.dedup();
    all.into_iter()
        .map(|(name, end)| Applied::Call(name, vec![end]))
        .collect()
}

/// What it makes an end more likely that it is no accident of one example: others have it, and not all.
fn known_end(it: &Applied, source: &Source) -> u32 {
    let Applied::Call(name @ ("without_start" | "without_end"), end) = it else {
        return 0;
    };
    let has = |it: &&String| match *name {
        "without_start" => it.starts_with(&end[0]),
        _ => it.ends_with(&end[0]),
    };
    let with = source.values.iter().flatten().filter(has).count();
    if with >= 2 { bits::KNOWN_END } else { 0 }
}

/// Signs of an output that stand behind initials, or in place of what is hidden.
fn signs_for(text: &str, output: &str) -> Vec<Applied> {
    let mut all = Vec::new();
    let mut signs: Vec<char> = output.chars().filter(|it| !it.is_alphanumeric()).collect();
    signs.sort_unstable();
    signs.dedup();
    let often = |it: &char| output.chars().filter(|sign| sign == it).count() >= 2;
    for sign in signs {
        let mut behind = vec![sign.to_string()];
        if output.contains(&format!("{sign} ")) {
            behind.push(format!("{sign} "));
        }
        all.extend(
            behind
                .into_iter()
                .map(|it| Applied::Call("initials_with", vec![it])),
        );
    }
    let hides = |it: &char| !it.is_alphanumeric() || matches!(it, 'x' | 'X');
    let hiding = output
        .chars()
        .filter(|it| !text.contains(*it))
        .filter(often)
        .filter(hides);
    let mut hiding: Vec<char> = hiding.collect();
    hiding.sort_unstable();
    hiding.dedup();
    for sign in hiding {
        for kind in [Kind::Digits, Kind::Letters, Kind::Word, Kind::Solid] {
            let arguments = vec![kind.name().to_owned(), sign.to_string()];
            all.push(Applied::Call("masked", arguments));
        }
    }
    all
}

/// The formats in which the numbers of an output are written.
fn formats(output: &str) -> Vec<String> {
    let mut all = amount::formats_like(output);
    let numbers = output.split(|it: char| !it.is_ascii_digit() && it != ',' && it != '.');
    for it in numbers.map(|it| it.trim_matches([',', '.'])) {
        all.extend(amount::formats_like(it));
    }
    all.sort();
    all.dedup();
    all
}

/// What may have been replaced, and by what: where a source is cut at a text, its first part begins the output.
fn replacements(source: &Source, view: &View<'_>) -> Vec<Applied> {
    let mut all: Vec<(String, String)> = Vec::new();
    for row in view.picked.iter().take(4) {
        let text = source.values[*row].as_deref().unwrap_or_default();
        let output = view.output(*row);
        for thing in things(&source.values, &[*row]) {
            let Thing::Text(from) = thing else { continue };
            let mut parts = text.split(from.as_str());
            let (Some(head), Some(next)) = (parts.next(), parts.next()) else {
                continue;
            };
            let Some(rest) = output.strip_prefix(head) else {
                continue;
            };
            let ends = rest.match_indices(next).map(|(at, _)| at).take(2);
            for to in ends.filter(|at| *at <= 6).map(|at| rest[..at].to_owned()) {
                if to != from && !all.contains(&(from.clone(), to.clone())) {
                    all.push((from.clone(), to));
                }
            }
        }
    }
    let both = all.into_iter().flat_map(|(from, to)| {
        let first = Applied::Call("replaced_first", vec![from.clone(), to.clone()]);
        [Applied::Op(Op::Replace(from, to)), first]
    });
    both.collect()
}

/// What says how long, how often, where or whether: only as the whole output.
fn measures(source: &Source, view: &View<'_>) -> Vec<Applied> {
    let outputs = || view.picked.iter().map(|row| view.output(*row));
    let mut all: Vec<Applied> = Vec::new();
    let all_things = || {
        let mut all: Vec<Thing> = Vec::new();
        for row in view.picked.iter().take(6) {
            for it in things(&source.values, &[*row]) {
                if !all.contains(&it) {
                    all.push(it);
                }
            }
        }
        all
    };
    if outputs().all(|it| it.parse::<i64>().is_ok()) {
        all.push(Applied::Call("size", Vec::new()));
        let several = |row: &usize| {
            let text = source.values[*row].as_deref().unwrap_or_default();
            Thing::Run(Kind::Digits).found(text).len() > 1
        };
        if view.picked.iter().any(several) {
            all.push(Applied::Call("sum_in", Vec::new()));
        }
        all.extend(shapes::part_counts(source, view));
        for it in all_things() {
            all.push(Applied::Call("count_of", vec![it.to_string()]));
            for n in [1, -1, 2, 3] {
                all.push(Applied::Call("place_of", vec![it.to_string(), n.to_string()]));
            }
        }
    }
    if outputs().all(|it| TRUTHS.contains(&it)) {
        let words = words(source, view);
        for it in all_things().into_iter().chain(words.into_iter().map(Thing::Text)) {
            for name in ["has", "starts", "ends"] {
                all.push(Applied::Call(name, vec![it.to_string()]));
            }
        }
    }
    all
}

/// The words of the picked rows, each once.
pub(crate) fn words(source: &Source, view: &View<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for row in &view.picked {
        let text = source.values[*row].as_deref().unwrap_or_default();
        for it in text.split(|it: char| !it.is_alphanumeric()).take(30) {
            if !it.is_empty() && all.len() < 60 && !all.iter().any(|known| known == it) {
                all.push(it.to_owned());
            }
        }
    }
    all
}

/// For each row, how unlike the picked rows' the characters are that a function leaves out.
///
/// Where all digits are kept, the signs between them say nothing; a letter does, and a point or a comma, which may be one
/// of a number.
pub(crate) fn removed_oddness(it: &Applied, source: &Source, view: &View<'_>, values: &Values) -> Rc<[u32]> {
    let digits = matches!(it, Applied::Call("kept", kind) if kind[0] == Kind::Digits.name());
    let says = |it: char| !digits || matches!(it, 'a' | '.' | ',');
    let kind = |it: char| match it {
        it if it.is_ascii_digit() => '0',
        it if it.is_alphabetic() => 'a',
        it => it,
    };
    let removed = |row: usize| -> Vec<char> {
        let (Some(from), Some(to)) = (&source.values[row], &values[row]) else {
            return Vec::new();
        };
        let lower = to.to_lowercase();
        let gone = |it: &char| !to.contains(*it) && !lower.contains(it.to_lowercase().next().unwrap_or(*it));
        let mut all: Vec<char> = from.chars().filter(gone).map(kind).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let mut known: Vec<char> = view.picked.iter().flat_map(|row| removed(*row)).collect();
    known.sort_unstable();
    known.dedup();
    // Where many kinds are left out, one more is no surprise.
    if known.len() >= MANY_KINDS {
        return view.nothing_odd();
    }
    let odd = |row: usize| {
        let text = source.values[row].as_deref().unwrap_or_default();
        let new: Vec<char> = removed(row)
            .into_iter()
            .filter(|it| !known.contains(it) && says(*it))
            .collect();
        let of_a_name = new.iter().any(|it| joins_letters(text, *it));
        let count = new.len() + usize::from(of_a_name);
        bits::OTHER_NEIGHBOUR * u32::try_from(count.min(2)).unwrap_or(2)
    };
    (0..values.len()).map(odd).collect()
}

/// For each row, whether a function of all parts of a text finds another number of them than in all examples: nothing shows
/// that there may be any number.
fn repeated_oddness(it: &Applied, source: &Source, view: &View<'_>) -> Option<Rc<[u32]>> {
    let parts = |text: &Option<String>| -> Option<usize> {
        let text = text.as_deref()?;
        match it {
            Applied::Call("runs_joined" | "firsts", constants) => {
                Some(Thing::parse(constants.first()?)?.found(text).len())
            }
            Applied::Call("parts_joined" | "parts_turned", constants) => {
                Some(text.split(constants.first()?.as_str()).count())
            }
            // A sign may be another one wherever it stands; a word in its place says what it means there.
            Applied::Op(Op::Replace(from, to)) if to.contains(char::is_alphanumeric) => {
                Some(text.matches(from.as_str()).count())
            }
            Applied::Op(_) | Applied::Call(..) => None,
        }
    };
    let counts: Vec<Option<usize>> = source.values.iter().map(parts).collect();
    let first = view.picked.first().and_then(|row| counts[*row])?;
    if first >= SHOWS_ANY_NUMBER || view.picked.iter().any(|row| counts[*row] != Some(first)) {
        return None;
    }
    let odd = |it: &Option<usize>| {
        if it.is_none_or(|it| it == first) {
            0
        } else {
            bits::OTHER_COUNT
        }
    };
    Some(counts.iter().map(odd).collect())
}

/// Runs of which every example has as many, and few, are rather cut one after the other: each has its own neighbours.
fn a_few_runs(it: &Applied, source: &Source, view: &View<'_>) -> bool {
    matches!(it, Applied::Call("runs_joined", _)) && repeated_oddness(it, source, view).is_some()
}

/// Characters of a kind that stand together in every example are rather a run of it: for each row, how unlike that it is.
pub(super) fn chosen_in_one_piece(
    it: &Applied,
    source: &Source,
    view: &View<'_>,
    values: &Values,
    odd: &[u32],
) -> Option<Rc<[u32]>> {
    let Applied::Call("kept", _) = it else { return None };
    let at = |row: usize| {
        let (text, made) = (source.values[row].as_deref()?, values[row].as_deref()?);
        Some((text, made, text.find(made)?))
    };
    if view.picked.iter().any(|row| at(*row).is_none()) {
        return None;
    }
    let cuts = |row: usize| match at(row) {
        None if values[row].is_some() => bits::OTHER_NEIGHBOUR,
        None => 0,
        Some((text, made, at)) => {
            let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
            let (before, behind) = (&text[..at], &text[at + made.len()..]);
            u32::from(letter(before.chars().next_back()) || letter(behind.chars().next()))
        }
    };
    let splits = view.picked.iter().any(|row| cuts(*row) > 0);
    let of = |row: usize| {
        odd[row]
            + match cuts(row) {
                1 if splits => 0,
                1 => bits::SPLIT_WORD,
                other => other,
            }
    };
    Some((0..values.len()).map(of).collect())
}

/// Initials of a single word in every example are rather its first character.
fn lone_initials(it: &Applied, source: &Source, view: &View<'_>) -> u32 {
    let initials = matches!(
        it,
        Applied::Op(Op::Initials) | Applied::Call("firsts" | "initials_with", _)
    );
    let lone = |row: &usize| {
        let text = source.values[*row].as_deref().unwrap_or_default();
        Thing::Run(Kind::Word).found(text).len() == 1
    };
    if initials && view.picked.iter().all(lone) {
        bits::IN_ONE_PIECE
    } else {
        0
    }
}

/// For each row, whether a letter stands beside the figures of which a number is read, as in `9B`, where none does in the
/// picked rows: that is rather a name. Several letters are a unit.
fn number_of_a_name(it: &Applied, source: &Source, view: &View<'_>) -> Option<Rc<[u32]>> {
    if !matches!(
        it,
        Applied::Call("plain_number" | "plain_number_comma" | "sum_in", _)
    ) {
        return None;
    }
    let named = |text: &str| {
        let words = text.split(|it: char| !it.is_alphanumeric());
        let mut words = words.filter(|it| it.contains(|it: char| it.is_ascii_digit()));
        words.any(|it| it.chars().filter(|it| it.is_alphabetic()).count() == 1)
    };
    let of = |it: &Option<String>| it.as_deref().is_some_and(named);
    if view.picked.iter().any(|row| of(&source.values[*row])) {
        return None;
    }
    let odd = source
        .values
        .iter()
        .map(|it| u32::from(of(it)) * bits::SPLIT_WORD);
    Some(odd.collect())
}

/// All letters and digits, where only digits are left in every example, and none of them could have been a letter.
fn too_wide(it: &Applied, view: &View<'_>, values: &Values) -> u32 {
    let wide = |kind: &[String]| [Kind::Word, Kind::Number].iter().any(|it| kind[0] == it.name());
    let wide = matches!(it, Applied::Call("kept", kind) if wide(kind));
    if wide && view.picked.iter().all(|row| all_digits(values[*row].as_deref())) {
        bits::TOO_WIDE
    } else {
        0
    }
}

/// What a count costs more than its function and what it counts.
fn dear_count(it: &Applied, source: &Source) -> u32 {
    let Applied::Call("count_of" | "place_of", constants) = it else {
        return 0;
    };
    let of = match constants.first().and_then(|it| Thing::parse(it)) {
        Some(Thing::Run(Kind::Letters)) => bits::RUNS_OF_LETTERS,
        Some(Thing::Sized(..)) => bits::OF_A_SIZE,
        Some(Thing::Text(text)) if text.trim().is_empty() => bits::SPACES,
        _ => 0,
    };
    let anew = match source.input {
        Some(_) => 0,
        None => bits::COUNTED_ANEW,
    };
    of + anew
}

/// The pieces that functions make of one source.
pub(crate) fn made(source: &Source, view: &View<'_>) -> Vec<Piece> {
    let row = |row: &usize| view.table.rows[*row].join(" ").to_lowercase();
    let inputs: Vec<String> = view.picked.iter().map(row).collect();
    let piece = |it: Applied, values: Values| {
        // What is put in may be copied from the inputs, as any literal may.
        let copied = match &it {
            Applied::Op(Op::Replace(_, to)) => bits::copied(to, &inputs),
            Applied::Call("replaced_first", texts) => texts.get(1).map_or(0, |it| bits::copied(it, &inputs)),
            Applied::Op(_) | Applied::Call(..) => 0,
        };
        let removes = matches!(
            it,
            Applied::Call(
                "kept" | "without" | "replaced_first" | "blocks" | "blocks_from_right" | "laid_out",
                _
            ) | Applied::Op(Op::Replace(..))
        );
        let repeated = repeated_oddness(&it, source, view);
        let odd = match (removes, repeated) {
            (true, None) => removed_oddness(&it, source, view, &values),
            (_, Some(odd)) => odd,
            (false, None) => view.nothing_odd(),
        };
        let (odd, for_nothing) = match chosen_in_one_piece(&it, source, view, &values, &odd) {
            Some(odd) => (odd, bits::IN_ONE_PIECE),
            None => (odd, lone_initials(&it, source, view)),
        };
        let for_nothing = for_nothing + too_wide(&it, view, &values);
        let odd = title_oddness(&it, source, view, &values).unwrap_or(odd);
        let odd = number_of_a_name(&it, source, view).unwrap_or(odd);
        Piece {
            expr: it.expr(&source.expr),
            bits: (source.bits
                + function_bits(&it)
                + copied
                + for_nothing
                + bits::over_rows(&odd, view.table.outputs.len()))
            .saturating_sub(known_end(&it, source)),
            values,
            odd,
            cut: None,
        }
    };
    let mut all: Vec<Piece> = Vec::new();
    for it in functions(source, view) {
        let inside = it.values(source, view, |row, made| view.output(row).contains(made));
        let same = |values: &Values| {
            let same = |row: &usize| values[*row] == source.values[*row];
            view.picked.iter().all(same)
        };
        if let Some(values) =
            inside.filter(|made| view.inside(made) && !same(made) && !a_few_runs(&it, source, view))
        {
            all.push(piece(it, values));
        }
    }
    for it in measures(source, view) {
        let truth = matches!(it, Applied::Call("has" | "starts" | "ends", _));
        if let Some(values) = it.values(source, view, |row, made| view.output(row) == made) {
            let dear = dear_count(&it, source);
            let mut piece = piece(it, values);
            // A condition on a word of the examples is as far-fetched as one on any other.
            piece.bits = piece.bits.min(source.bits + bits::MEASURE) + dear;
            all.push(piece);
        } else if !truth && view.picked.len() > 1 || matches!(it, Applied::Call("count_of", _)) {
            all.extend(shifted_by_one(&it, source, view));
        }
    }
    all
}

/// A count that the outputs show as one more or one less: one more than there are separators, or a place that counts from 0.
fn shifted_by_one(it: &Applied, source: &Source, view: &View<'_>) -> Option<Piece> {
    let n = if matches!(it, Applied::Call("count_of", _)) {
        1
    } else {
        -1
    };
    let more = Source {
        input: None,
        expr: it.expr(&source.expr),
        bits: 0,
        values: it.all(source),
    };
    let plus = Applied::Op(Op::Plus(n));
    let values = plus.values(&more, view, |row, made| view.output(row) == made)?;
    Some(Piece {
        expr: plus.expr(&more.expr),
        bits: source.bits + function_bits(it) + 20,
        values,
        odd: view.nothing_odd(),
        cut: None,
    })
}

/// What functions make of two or three inputs.
pub(crate) fn of_several(sources: &[Source], view: &View<'_>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    let mut add = |(name, arguments, bits): (&str, Vec<Expr>, u32)| {
        let expr = Expr::Call(name.to_owned(), arguments);
        let bits = bits + bits::call(name);
        if let Some(values) = evaluated(&expr, view) {
            let odd = view.nothing_odd();
            let part = CALCULATED.contains(&name) && !view.whole(&values);
            let bits = bits + if part { bits::PART_OF_OUTPUT } else { 0 };
            all.push(Piece {
                expr,
                bits,
                values,
                odd,
                cut: None,
            });
        }
    };
    for (n, a) in sources.iter().enumerate() {
        for (m, b) in sources.iter().enumerate().filter(|(m, _)| *m != n) {
            if whole_number(b, view) {
                with_number(a, b, view).into_iter().for_each(&mut add);
            } else {
                with_text(a, b).into_iter().for_each(&mut add);
            }
            if numbers(a, view) && numbers(b, view) {
                with_decimals(a, b, n < m, view).into_iter().for_each(&mut add);
            }
            if n < m {
                add(("same", vec![a.expr.clone(), b.expr.clone()], a.bits + b.bits));
            }
            for (_, c) in sources.iter().enumerate().filter(|(it, _)| *it != n && *it != m) {
                with_two(a, b, c, view).into_iter().for_each(&mut add);
            }
        }
    }
    all
}

type Made = (&'static str, Vec<Expr>, u32);

fn constant(text: &str) -> Expr {
    Expr::Const(text.to_owned())
}

/// What is looked for, where an input says it.
fn thing_of(it: &Source) -> Expr {
    Expr::Concat(vec![constant("of "), it.expr.clone()])
}

fn whole_number(it: &Source, view: &View<'_>) -> bool {
    let number = |row: &usize| {
        it.values[*row]
            .as_deref()
            .is_some_and(|it| it.parse::<i64>().is_ok())
    };
    view.picked.iter().all(number)
}

/// What functions make of a source and a number.
fn with_number(a: &Source, b: &Source, view: &View<'_>) -> Vec<Made> {
    let bits = a.bits + b.bits;
    let (x, y) = (|| a.expr.clone(), || b.expr.clone());
    let mut all: Vec<Made> = ["left", "right", "drop_left", "drop_right"]
        .map(|name| (name, vec![x(), y()], bits))
        .to_vec();
    for by in things(&a.values, &view.picked) {
        match by {
            Thing::Text(by) => all.push(("part", vec![x(), constant(&by), y()], bits + 16)),
            Thing::Run(kind) if kind == Kind::Word => {
                all.push(("token", vec![x(), constant(kind.name()), y()], bits + 16));
            }
            Thing::Run(_) | Thing::Sized(..) => {}
        }
    }
    all.push(("padded", vec![x(), y(), constant("0")], bits));
    if whole_number(a, view) {
        all.push(("plus", vec![x(), y()], bits));
        all.push(("minus", vec![x(), y()], bits));
    }
    all
}

/// Whether every picked row has a number, with or without money and groups.
pub(super) fn numbers(it: &Source, view: &View<'_>) -> bool {
    let number = |row: &usize| {
        it.values[*row]
            .as_deref()
            .is_some_and(|it| plain_number(it).is_some())
    };
    view.picked.iter().all(number)
}

/// What is calculated of two numbers, with as many decimals as the first output has.
fn with_decimals(a: &Source, b: &Source, first: bool, view: &View<'_>) -> Vec<Made> {
    let bits = a.bits + b.bits;
    let output = view.picked.first().map_or("", |row| view.output(*row));
    let number = output.trim_start_matches(|it: char| !it.is_ascii_digit());
    let number = number.split(|it: char| !it.is_ascii_digit() && it != '.').next();
    let decimals = number
        .and_then(|it| it.split_once('.'))
        .map_or(0, |it| it.1.len());
    let all = || vec![a.expr.clone(), b.expr.clone(), constant(&decimals.to_string())];
    let whole = whole_number(a, view) && whole_number(b, view) && decimals == 0;
    let mut made: Vec<Made> = Vec::new();
    if first {
        made.push(("number_times", all(), bits));
    }
    if first && !whole {
        made.push(("number_plus", all(), bits));
    }
    if !whole {
        made.push(("number_minus", all(), bits));
    }
    made
}

/// What functions make of a source and a text.
fn with_text(a: &Source, b: &Source) -> Vec<Made> {
    let bits = a.bits + b.bits;
    let (x, y) = (|| a.expr.clone(), || b.expr.clone());
    let mut all: Vec<Made> = vec![
        ("replaced", vec![x(), y(), constant("")], bits),
        ("replaced_first", vec![x(), y(), constant("")], bits + 10),
        ("without_words", vec![x(), y()], bits),
        ("count_of", vec![x(), thing_of(b)], bits),
        ("has", vec![x(), thing_of(b)], bits),
    ];
    for (n, dear) in [("1", 0), ("-1", 6), ("2", 12), ("3", 16)] {
        for name in ["before", "after", "part"] {
            all.push((name, vec![x(), y(), constant(n)], bits + dear));
        }
        all.push(("place_of", vec![x(), thing_of(b), constant(n)], bits + dear));
    }
    all
}

/// What functions make of a source and two others.
fn with_two(a: &Source, b: &Source, c: &Source, view: &View<'_>) -> Vec<Made> {
    let bits = a.bits + b.bits + c.bits;
    let all = || vec![a.expr.clone(), b.expr.clone(), c.expr.clone()];
    match (whole_number(b, view), whole_number(c, view)) {
        (true, true) => vec![("mid", all(), bits), ("slice", all(), bits)],
        (false, true) => {
            let place = vec![a.expr.clone(), thing_of(b), c.expr.clone()];
            let mut made: Vec<Made> = ["before", "after", "part"]
                .map(|name| (name, all(), bits))
                .to_vec();
            made.push(("place_of", place, bits));
            made
        }
        (true, false) => vec![("padded", all(), bits)],
        (false, false) => vec![("replaced", all(), bits), ("replaced_first", all(), bits + 10)],
    }
}

/// Its values, where they stand in the outputs.
fn evaluated(expr: &Expr, view: &View<'_>) -> Option<Values> {
    let picked = |row: &usize| {
        let value = view.table.value(expr, *row);
        value.is_some_and(|it| view.output(*row).contains(&it))
    };
    if !view.picked.iter().all(picked) {
        return None;
    }
    let values: Values = (0..view.table.rows.len())
        .map(|row| view.table.value(expr, row))
        .collect();
    // A count or a truth is the whole output or nothing.
    let measure = matches!(expr, Expr::Call(name, _) if ["count_of", "place_of", "has", "same"].contains(&name.as_str()));
    (view.inside(&values) && (!measure || view.whole(&values))).then_some(values)
}
