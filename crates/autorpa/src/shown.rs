//! What a run says of itself, as people read it: its function and its time.

use std::{
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use trajectory::Entry;

/// Seconds since 1970 as a date and a time.
pub fn time(at: f64) -> String {
    let at = jiff::Timestamp::from_millisecond((at * 1000.0) as i64).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// The same of a file's time.
pub fn time_of(saved: SystemTime) -> String {
    time(saved.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64())
}

/// A recording of the bank on one line, also where a value has several.
pub fn line_of(it: &Entry) -> String {
    let reward = it.reward.map_or_else(|| "-".to_owned(), |it| it.to_string());
    format!(
        "{}  {}  {:?} {} seed {}, {} steps, {}, reward {reward}: {}",
        it.id,
        time_of(it.saved),
        it.origin,
        it.instance.task_type,
        it.instance.seed,
        it.steps,
        it.outcome,
        it.instance.goal.replace('\n', "\\n")
    )
}

/// A function of the library as it is called there; any other script by its file.
pub fn title_in(library: &Path, function: &str) -> String {
    match Path::new(function).strip_prefix(library) {
        Ok(within) => within.with_extension("").display().to_string(),
        Err(_) => function.to_owned(),
    }
}
