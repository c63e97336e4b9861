//! What was shown of one kind of task, put together: a further recording joins by the name of its function.

use settings::Setting;
use strings::Expr;
use task::{Instance, Params, Template, Value};
use trajectory::{Bank, Entry, Origin, Recording, RecordingId};

use crate::{error::Error, observer::Audience};

use super::{
    naming::{template_of, worded},
    order::Order,
    place::earlier,
    questions::Questions,
};

/// What was shown of one kind of task.
pub(super) struct Demonstrations {
    /// Newest first.
    pub shown: Vec<Recording>,
    /// How its goals are worded.
    pub template: Template,
    /// Those of the same name that show another task.
    pub others: Vec<RecordingId>,
    /// Values that are made of others, as the rows of a file say, and how.
    pub made: Vec<(String, Expr)>,
}

impl Demonstrations {
    /// Give the recordings the values that are made of others: to the compiler they are parameters until the code is there. One that
    /// a recording shows otherwise stays a parameter, and so do all where rows are gone through.
    pub fn making(&mut self, made: Vec<(String, Expr)>, is_loop: bool, told: &Audience) {
        for (name, of) in made {
            let mut contradicted = false;
            for it in &mut self.shown {
                let text = of.eval(&it.instance.params);
                match it.instance.params.get(&name).map(Value::as_text) {
                    Some(own) => contradicted |= own != text.as_deref(),
                    None => {
                        _ = it
                            .instance
                            .params
                            .insert(name.clone(), text.unwrap_or_default().into())
                    }
                }
            }
            let why_not = match (is_loop, contradicted) {
                (true, _) => "rows are gone through",
                (false, true) => "a recording shows it otherwise",
                (false, false) => {
                    self.made.push((name, of));
                    continue;
                }
            };
            told.line(format!("note: `{name}` stays a parameter: {why_not}"));
        }
        // The value of one time is no part of what is done each time.
        if let Some(newest) = self
            .shown
            .first()
            .map(|it| &it.instance)
            .filter(|_| !self.made.is_empty())
        {
            self.template = worded(&newest.goal, &newest.params).template;
        }
    }

    /// Whether a look-up goes by what callers say: code that types what is made of others would type that of one time.
    pub fn can_look_up(&self, look_up: &Recording, told: &Audience) -> bool {
        let newest = self.shown.first().map(|it| &it.instance.params);
        let value = |name: &str| newest.and_then(|it| it.get(name)?.as_text());
        let types = |text: &str| {
            look_up
                .steps
                .iter()
                .any(|it| it.action.value().is_some_and(|it| it == text))
        };
        let by = self.made.iter().find(|(name, _)| value(name).is_some_and(types));
        if let Some((name, _)) = by {
            told.line(format!(
                "note: what was looked up goes by `{name}`, which is made of others: it does not judge a run. Look it up by another value"
            ));
        }
        by.is_none()
    }
}

/// Why a recording is not one more of those.
enum Apart {
    /// The same was shown since.
    Again(String),
    /// It shows another task.
    Other(String),
}

/// What was shown, with what the bank has of the same kind. What is joined is said, and what is not, with the reason.
pub(super) fn joined(
    order: &Order<'_>,
    mut shown: Vec<Recording>,
    newest: &Recording,
) -> Result<Demonstrations, Error> {
    let told = &order.rpa.told;
    let mut others = Vec::new();
    let bank = Bank::open(&order.rpa.home.bank).map_err(Error::kept)?;
    let by_fields = newest.origin == Origin::Person && !newest.instance.params.is_empty();
    for entry in earlier(&bank, &order.at, &newest.instance.task_type)?
        .into_iter()
        .rev()
    {
        if shown.iter().any(|it| it.id == entry.id) {
            continue;
        }
        let mut recording = bank.load(&entry.id).map_err(Error::kept)?;
        let why_not = match by_fields {
            true => {
                call_alike(&mut shown, &mut recording);
                apart(&entry, &recording, &shown)
            }
            false => worded_otherwise(&entry, newest, &shown),
        };
        match why_not {
            Some(apart) => {
                let (Apart::Again(why_not) | Apart::Other(why_not)) = &apart;
                told.line(format!("note: recording {} is not joined: {why_not}", entry.id));
                if matches!(apart, Apart::Other(_)) {
                    others.push(entry.id);
                }
            }
            None => {
                told.line(format!("joined: recording {}: {}", entry.id, entry.instance.goal));
                shown.push(recording);
            }
        }
    }
    let template = match by_fields {
        true => with_all_values(&mut shown, &newest.id),
        false => {
            let template = template_of(&newest.instance.goal, newest);
            for it in &mut shown {
                it.instance.params = template.extract(&it.instance.goal).unwrap_or_default();
            }
            template
        }
    };
    Ok(Demonstrations {
        shown,
        template,
        others,
        made: Vec::new(),
    })
}

/// Call values of the same field by the same name: by that which a person has given one of them, the newest one first.
fn call_alike(shown: &mut [Recording], other: &mut Recording) {
    let all = shown
        .iter()
        .chain(std::iter::once(&*other))
        .map(Questions::of_kept);
    let all: Vec<Questions> = all.collect();
    let renamed: Vec<(String, String)> = all
        .iter()
        .flat_map(Questions::renamed)
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .collect();
    for it in shown.iter_mut().chain(std::iter::once(other)) {
        for (of_field, name) in &renamed {
            let params = &mut it.instance.params;
            if !params.contains_key(name)
                && let Some(at) = params.get_index_of(of_field)
                && let Some(value) = params.shift_remove(of_field)
            {
                params.shift_insert(at, name.clone(), value);
            }
        }
    }
}

/// Why a recording is not one more of those, where values are told by the names of their fields.
fn apart(entry: &Entry, recording: &Recording, shown: &[Recording]) -> Option<Apart> {
    let own = &recording.instance.params;
    if let Some(same) = shown.iter().find(|it| it.steps == recording.steps) {
        return Some(Apart::Again(format!(
            "recording {} shows the same steps",
            same.id
        )));
    }
    if let Some(same) = shown
        .iter()
        .find(|it| !own.is_empty() && it.instance.params == *own)
    {
        return Some(Apart::Again(format!(
            "recording {} shows the same values since",
            same.id
        )));
    }
    let names = |it: &Params| {
        it.keys()
            .map(|it| format!("`{it}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let known = &shown.first()?.instance.params;
    if own.is_empty() {
        return Some(Apart::Other(format!(
            "no value of it is known by a name: {}",
            entry.instance.goal
        )));
    }
    let disjoint = !own.keys().any(|it| known.contains_key(it));
    disjoint.then(|| {
        Apart::Other(format!(
            "it has none of the same values ({} here, {} there): call them alike with `param`, or give what is another task \
             another {}",
            names(known),
            names(own),
            Setting::Name
        ))
    })
}

/// Why a recording is not one more of those, where values are told by the words of the goal.
fn worded_otherwise(entry: &Entry, newest: &Recording, shown: &[Recording]) -> Option<Apart> {
    let Instance { goal, .. } = &entry.instance;
    if shown.iter().any(|it| it.instance.goal == *goal) {
        return Some(Apart::Again("its goal was done again since".to_owned()));
    }
    let template = template_of(&newest.instance.goal, newest);
    let fits = template.extract(goal).is_some();
    (!fits).then(|| Apart::Other(format!("its goal, \"{goal}\", is worded otherwise")))
}

/// Give each recording a value for every name that one of them has: what it leaves as it is, has the value that its field
/// shows. How their goals are worded is the answer.
fn with_all_values(shown: &mut [Recording], newest: &RecordingId) -> Template {
    let understood: Vec<Questions> = shown.iter().map(Questions::of_kept).collect();
    shown.sort_by_key(|it| it.id != *newest);
    let mut names: Vec<String> = Vec::new();
    for it in shown.iter() {
        let more = it.instance.params.keys().filter(|it| !names.contains(it));
        names.extend(more.cloned().collect::<Vec<_>>());
    }
    for it in shown.iter_mut() {
        let value = |name: &String| {
            let own = it.instance.params.get(name).cloned();
            let left = || understood.iter().find_map(|of| of.value_in(name, it));
            let value = own.unwrap_or_else(|| left().unwrap_or_default().into());
            (name.clone(), value)
        };
        it.instance.params = names.iter().map(value).collect();
    }
    let Some(first) = shown.first().map(|it| &it.instance) else {
        return worded("", &Params::new()).template;
    };
    let template = worded(&first.goal, &first.params).template;
    for it in shown.iter_mut() {
        if let Ok(goal) = template.render(&it.instance.params) {
            it.instance.goal = goal;
        }
    }
    template
}
