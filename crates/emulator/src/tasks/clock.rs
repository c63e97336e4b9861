//! Task types of the Clock app. Judges look at the screen only.

use task::Params;
use ui::Element;

use super::about::text;
use super::definition::{Definition, Ending, Goal, PLAIN, reward};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "ClockStopWatchPausedVerify",
        goal: Goal::Always("Pause the stopwatch."),
        step_budget: 10,
        judge: |it| {
            let named = |it: &&Element| it.words().any(|word| word == "Stopwatch");
            let stopwatch = it.screen.elements.iter().filter(named).count() >= 2;
            reward(in_clock(it) && described(it, "Start") && stopwatch)
        },
        ..PLAIN
    },
    Definition {
        name: "ClockStopWatchRunning",
        goal: Goal::Always("Run the stopwatch."),
        step_budget: 10,
        judge: |it| reward(in_clock(it) && described(it, "Pause") && described(it, "Lap")),
        ..PLAIN
    },
    Definition {
        name: "ClockTimerEntry",
        goal: Goal::Always(
            "Create a timer with {hours} hours, {minutes} minutes, and {seconds} seconds. Do not start the timer.",
        ),
        params: &[
            ("hours", "hours of the timer"),
            ("minutes", "minutes of the timer"),
            ("seconds", "seconds of the timer"),
        ],
        step_budget: 10,
        generate: |random| {
            let parts = [("hours", 23), ("minutes", 59), ("seconds", 59)];
            let values =
                parts.map(|(name, most)| (name.to_owned(), random.between(0, most).to_string().into()));
            Params::from_iter(values)
        },
        contradiction: |params, _| {
            let [hours, minutes, seconds] = entered(params);
            let fits = |part: Option<u32>, most| part.is_some_and(|it| it <= most);
            (!(fits(hours, 99) && fits(minutes, 59) && fits(seconds, 59)))
                .then(|| "hours, minutes and seconds are not a time that a timer can have".to_owned())
        },
        judge: |it| {
            let [Some(hours), Some(minutes), Some(seconds)] = entered(it.params) else {
                return 0.0;
            };
            let shown = format!("{hours:02}h {minutes:02}m {seconds:02}s");
            let said = format!("{hours} hours, {minutes} minutes, {seconds} seconds");
            let says = |it: &Element| {
                it.text.as_deref() == Some(&*shown) || it.content_description.as_deref() == Some(&*said)
            };
            reward(in_clock(it) && it.screen.elements.iter().any(says))
        },
        ..PLAIN
    },
];

fn in_clock(it: &Ending<'_>) -> bool {
    it.screen.activity.contains("DeskClock")
}

fn described(it: &Ending<'_>, description: &str) -> bool {
    let mut all = it.screen.elements.iter();
    all.any(|it| it.content_description.as_deref() == Some(description))
}

/// Hours, minutes and seconds that the goal asks for.
fn entered(params: &Params) -> [Option<u32>; 3] {
    ["hours", "minutes", "seconds"].map(|name| text(params, name).parse().ok())
}
