//! The stopwatch: runs, pauses, and keeps laps.

use super::round::Round;
use crate::{
    paint::{Align, IconName},
    toolkit::{Dim, View, column, row, scroller, text},
};

/// The stopwatch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopwatch {
    /// What was measured until it was paused last.
    before_ms: i64,
    /// When it was started, while it runs.
    since_ms: Option<i64>,
    /// The time at the end of each lap.
    laps: Vec<i64>,
}

impl Stopwatch {
    fn total(&self, now: i64) -> i64 {
        self.before_ms + self.since_ms.map_or(0, |since| now - since)
    }

    /// Start, or pause.
    pub(super) fn press(&mut self, now: i64) {
        let total = self.total(now);
        self.since_ms = match self.since_ms {
            Some(_) => {
                self.before_ms = total;
                None
            }
            None => Some(now),
        };
    }

    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// End a lap; while it is paused, answer the result to share.
    pub(super) fn lap(&mut self, now: i64) -> Option<String> {
        let total = self.total(now);
        if self.since_ms.is_some() {
            self.laps.push(total);
            return None;
        }
        Some(format!("My time is {}", shown(total)))
    }

    pub(super) fn page(&self, now: i64) -> (View, [Option<Round>; 3]) {
        let total = self.total(now);
        let time = row([
            text(shown(total)).id("stopwatch_time_text").size(64),
            text(format!("{:02}", total / 10 % 100))
                .id("stopwatch_hundredths_text")
                .size(32),
        ])
        .id("stopwatch_time_wrapper")
        .wide()
        .pad(96, 64);
        let laps = self.laps.iter().enumerate().rev().map(|(idx, end)| {
            let start = idx.checked_sub(1).map_or(0, |before| self.laps[before]);
            let cell = |id, words: String| text(words).id(id).align(Align::Center).width(Dim::Share(1));
            row([
                cell("lap_number", format!("# {}", idx + 1)),
                cell("lap_time", shown(end - start)),
                cell("lap_total", shown(*end)),
            ])
            .wide()
            .high(40)
        });
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "laps_list",
            "laps",
            laps,
        );
        let page = column([time, list.height(Dim::Share(1))]);
        let running = self.since_ms.is_some();
        let fab = match running {
            true => Round("fab", "Pause", IconName::Pause),
            false => Round("fab", "Start", IconName::Play),
        };
        let begun = running || total > 0;
        let reset = begun.then_some(Round("left_button", "Reset", IconName::Undo));
        let right = begun.then_some(match running {
            true => Round("right_button", "Lap", IconName::Plus),
            false => Round("right_button", "Share", IconName::Share),
        });
        (page, [reset, Some(fab), right])
    }
}

/// `1:02:03`, `02:03`, `03`.
fn shown(ms: i64) -> String {
    let seconds = ms / 1000;
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (h, m) {
        (0, 0) => format!("{s:02}"),
        (0, m) => format!("{m:02}:{s:02}"),
        (h, m) => format!("{h}:{m:02}:{s:02}"),
    }
}
