//! What a bench measured: a row a task type, as JSON, as a table in the terminal, and as a page.
//!
//! What the JSON file is made of is `bench_v1`'s.

use comfy_table::{Cell, CellAlignment, Table, presets::UTF8_HORIZONTAL_ONLY};
use llm::Tally;
use trajectory::Outcome;

use crate::request::Seeds;

/// Version of the JSON form.
pub const VERSION: u32 = 1;

/// What is known of a task type's function before it is measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prepared {
    /// The task type.
    pub task_type: String,
    /// Hash of the function's code, if there is a function.
    pub digest: Option<String>,
    /// Whether that function reached every instance it was built on and held against.
    pub verified: bool,
    /// Whether nobody could judge that.
    pub unchecked: bool,
    /// Whether a person has accepted it.
    pub accepted: bool,
    /// Seconds the building took, if it was built now.
    pub seconds: f64,
    /// Tokens the building took.
    pub tokens: u64,
    /// What the model was asked for it, by agent.
    pub asked: Tally,
    /// What the explorer did for it.
    pub explored: Explored,
    /// How often the code was changed after a failure.
    pub refinements: usize,
    /// Why it is not built or not verified.
    pub reason: Option<String>,
}

/// What an explorer did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Episodes it ended.
    pub episodes: usize,
    /// Steps it took.
    pub steps: usize,
}

/// One episode that was judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Episode {
    /// The task type.
    pub task_type: String,
    /// How the device differed, if it did.
    pub under: Option<String>,
    /// The instance.
    pub seed: u64,
    /// Whether the task type has no such instance: nothing was run.
    pub absent: bool,
    /// Hash of the function's code, if there is a function.
    pub digest: Option<String>,
    /// Whether the judge gave the reward.
    pub success: bool,
    /// How it ended; `None` where nobody did anything.
    pub outcome: Option<Outcome>,
    /// Whether the script or the agent never said that the task is done: it gave up, or the environment ended the episode
    /// before.
    pub unsaid: bool,
    /// Why it is no success.
    pub why: Option<String>,
    /// Steps on the device.
    pub steps: usize,
    /// Seconds.
    pub seconds: f64,
    /// Tokens asked and answered.
    pub tokens: u64,
    /// What the model was asked, by agent.
    pub asked: Tally,
}

/// Something that a bench has done.
#[derive(Clone, Debug, PartialEq)]
pub enum Done {
    /// The function of a task type was found or built.
    Prepared(Prepared),
    /// An episode was judged.
    Episode(Episode),
}

/// One task type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its name.
    pub task_type: String,
    /// Whether the library has a function for it.
    pub built: bool,
    /// Whether that function reached every building instance.
    pub verified: bool,
    /// Whether nobody could judge that: its task has no check.
    pub unchecked: bool,
    /// Whether a person has accepted it.
    pub accepted: bool,
    /// Episodes measured.
    pub seeds: usize,
    /// Episodes with reward 1.
    pub successes: usize,
    /// Episodes that came to their end where nobody could tell whether the task is done: no successes, and no failures.
    pub ended_unchecked: usize,
    /// Episodes whose agent or script said complete while the judge said no.
    pub false_successes: usize,
    /// Seeds that failed.
    pub failed_seeds: Vec<u64>,
    /// Steps on the device.
    pub steps: usize,
    /// Tokens asked and answered, building included.
    pub tokens: u64,
    /// What the model was asked while building, by agent.
    pub asked_to_build: Tally,
    /// What it was asked in the episodes, by agent.
    pub asked_to_run: Tally,
    /// Seconds, building not included.
    pub seconds: f64,
    /// Seconds the building took, if it was built now.
    pub build_seconds: f64,
    /// What the explorer did for its function.
    pub explored: Explored,
    /// How often its code was changed after a failure.
    pub refinements: usize,
    /// The same episodes on devices that differ.
    pub perturbed: Vec<Perturbed>,
    /// Episodes in which a script or an agent did something, on whatever device.
    pub runs: usize,
    /// Every episode without reward.
    pub failures: Vec<Failure>,
    /// Why it is not built or not verified.
    pub reason: Option<String>,
}

/// Episodes on devices that differ in one way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Perturbed {
    /// The way.
    pub kind: String,
    /// Episodes.
    pub seeds: usize,
    /// Episodes with reward 1.
    pub successes: usize,
    /// Episodes that came to their end where nobody could tell.
    pub ended_unchecked: usize,
    /// Episodes said complete and judged not.
    pub false_successes: usize,
    /// Seeds that failed.
    pub failed_seeds: Vec<u64>,
    /// Steps on the device.
    pub steps: usize,
    /// Seconds.
    pub seconds: f64,
}

/// An episode without reward.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The instance.
    pub seed: u64,
    /// How the device differed, if it did.
    pub under: Option<String>,
    /// Whether the script or the agent said complete.
    pub said_complete: bool,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why, as far as it is known.
    pub why: Option<String>,
}

/// A whole bench.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The suite.
    pub suite: String,
    /// What the suite is, in a sentence.
    pub about: String,
    /// Whether its instances were final ones: which of them failed is not said.
    pub is_final: bool,
    /// Who did the tasks.
    pub agent: String,
    /// The command that makes it again.
    pub command: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// The sums.
    pub totals: Totals,
}

/// Sums over all rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Task types.
    pub task_types: usize,
    /// Task types with a verified function.
    pub verified: usize,
    /// Episodes on devices that do not differ.
    pub episodes: usize,
    /// Those with reward 1.
    pub successes: usize,
    /// Those that came to their end where nobody could tell whether the task is done, on whatever device.
    pub ended_unchecked: usize,
    /// Success of the verified functions alone, in percent.
    pub verified_success_percent: f64,
    /// The same on devices that differ, for each way.
    pub perturbed: Vec<PerturbedTotals>,
    /// Episodes in which a script or an agent did something, on whatever device.
    pub runs: usize,
    /// Those said complete and judged not.
    pub false_successes: usize,
    /// Tokens.
    pub tokens: u64,
    /// Seconds of the episodes.
    pub seconds: f64,
    /// Seconds of the whole bench, building included, as a clock on the wall shows them.
    pub wall_seconds: f64,
}

/// Sums over the rows with a verified function, on devices that differ in one way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerturbedTotals {
    /// The way.
    pub kind: String,
    /// Episodes.
    pub episodes: usize,
    /// Those with reward 1.
    pub successes: usize,
    /// Their share, in percent.
    pub percent: f64,
    /// Those said complete and judged not.
    pub false_successes: usize,
}

impl Episode {
    /// Whether somebody said that the task is done, and the judge says that it is not.
    pub fn said_complete(&self) -> bool {
        !self.success && !self.unsaid && self.outcome == Some(Outcome::NotReached)
    }

    /// Whether it came to its end, and nobody could tell whether the task is done.
    pub fn is_unchecked(&self) -> bool {
        !self.success && self.outcome == Some(Outcome::Unchecked)
    }

    /// Whether the task is not done.
    pub fn has_failed(&self) -> bool {
        !self.success && !self.is_unchecked()
    }
}

impl Row {
    /// A row of what was prepared and what was measured; the episodes of each device in the order of their seeds.
    pub fn new(prepared: &Prepared, mut episodes: Vec<Episode>, kinds: &[String]) -> Self {
        let place = |it: &Episode| {
            let kind = it
                .under
                .as_ref()
                .map(|it| kinds.iter().position(|kind| kind == it));
            (kind, it.seed)
        };
        episodes.retain(|it| !it.absent);
        episodes.sort_by_key(place);
        let mut row = Row {
            task_type: prepared.task_type.clone(),
            built: prepared.digest.is_some(),
            verified: prepared.verified,
            unchecked: prepared.unchecked,
            accepted: prepared.accepted,
            tokens: prepared.tokens,
            asked_to_build: prepared.asked.clone(),
            build_seconds: prepared.seconds,
            explored: prepared.explored,
            refinements: prepared.refinements,
            reason: prepared.reason.clone(),
            ..Row::default()
        };
        for episode in &episodes {
            row.tokens += episode.tokens;
            row.asked_to_run.join(&episode.asked);
            row.runs += usize::from(episode.outcome.is_some());
            match &episode.under {
                None => {
                    row.seeds += 1;
                    row.successes += usize::from(episode.success);
                    row.ended_unchecked += usize::from(episode.is_unchecked());
                    row.false_successes += usize::from(episode.said_complete());
                    row.failed_seeds
                        .extend(episode.has_failed().then_some(episode.seed));
                    row.steps += episode.steps;
                    row.seconds += episode.seconds;
                }
                Some(kind) => {
                    if row.perturbed.last().is_none_or(|it| it.kind != *kind) {
                        row.perturbed.push(Perturbed {
                            kind: kind.clone(),
                            ..Perturbed::default()
                        });
                    }
                    if let Some(part) = row.perturbed.last_mut() {
                        part.seeds += 1;
                        part.successes += usize::from(episode.success);
                        part.ended_unchecked += usize::from(episode.is_unchecked());
                        part.false_successes += usize::from(episode.said_complete());
                        part.failed_seeds
                            .extend(episode.has_failed().then_some(episode.seed));
                        part.steps += episode.steps;
                        part.seconds += episode.seconds;
                    }
                }
            }
        }
        // Where there is no function, the row says so once.
        let failed = episodes
            .into_iter()
            .filter(|it| it.has_failed() && it.outcome.is_some());
        row.failures = failed
            .map(|it| Failure {
                seed: it.seed,
                said_complete: it.said_complete(),
                under: it.under,
                outcome: it.outcome,
                why: it.why,
            })
            .collect();
        row
    }

    /// The function in one word.
    pub fn state(&self) -> &'static str {
        match (self.built, self.verified) {
            (_, true) => "verified",
            (true, false) if self.accepted => "accepted",
            (true, false) if self.unchecked => "unchecked",
            (true, false) => "unverified",
            (false, false) => "none",
        }
    }

    /// How many of its episodes succeeded, and how many nobody could judge.
    pub fn success(&self) -> String {
        share(self.successes, self.seeds, self.ended_unchecked)
    }

    /// Runs on whatever device that were said complete and were not.
    pub fn false_successes_anywhere(&self) -> usize {
        let differing = self.perturbed.iter().map(|it| it.false_successes);
        self.false_successes + differing.sum::<usize>()
    }

    /// Whether its function was right by doing nothing but end: what is asked for was so already.
    pub fn is_idle(&self) -> bool {
        self.verified && self.runs > 0 && self.steps <= self.seeds
    }

    /// Its episodes under a kind of difference.
    pub fn under(&self, kind: &str) -> Option<&Perturbed> {
        self.perturbed.iter().find(|it| it.kind == kind)
    }
}

impl Perturbed {
    /// How many of its episodes succeeded, and how many nobody could judge.
    pub fn success(&self) -> String {
        share(self.successes, self.seeds, self.ended_unchecked)
    }
}

/// So many successes of so many episodes, without those that nobody could judge.
fn share(successes: usize, episodes: usize, unchecked: usize) -> String {
    match (episodes - unchecked, unchecked) {
        (_, 0) => format!("{successes}/{episodes}"),
        (0, _) => format!("{unchecked} unchecked"),
        (checked, _) => format!("{successes}/{checked}, {unchecked} unchecked"),
    }
}

impl Report {
    /// A report of these rows.
    pub fn new(suite: &str, agent: &str, command: String, rows: Vec<Row>, wall_seconds: f64) -> Self {
        let verified = || rows.iter().filter(|it| it.verified);
        let mut kinds: Vec<&str> = Vec::new();
        for part in rows.iter().flat_map(|it| &it.perturbed) {
            if !kinds.contains(&part.kind.as_str()) {
                kinds.push(&part.kind);
            }
        }
        let perturbed = kinds
            .into_iter()
            .map(|kind| {
                let parts = || verified().filter_map(|it| it.under(kind));
                let (episodes, successes) = (
                    parts().map(|it| it.seeds).sum(),
                    parts().map(|it| it.successes).sum(),
                );
                PerturbedTotals {
                    kind: kind.to_owned(),
                    episodes,
                    successes,
                    percent: percent(successes, episodes),
                    false_successes: parts().map(|it| it.false_successes).sum(),
                }
            })
            .collect();
        let parts = || rows.iter().flat_map(|it| &it.perturbed);
        let totals = Totals {
            task_types: rows.len(),
            verified: verified().count(),
            episodes: rows.iter().map(|it| it.seeds).sum(),
            successes: rows.iter().map(|it| it.successes).sum(),
            ended_unchecked: rows.iter().map(|it| it.ended_unchecked).sum::<usize>()
                + parts().map(|it| it.ended_unchecked).sum::<usize>(),
            verified_success_percent: percent(
                verified().map(|it| it.successes).sum(),
                verified().map(|it| it.seeds).sum(),
            ),
            perturbed,
            runs: rows.iter().map(|it| it.runs).sum(),
            false_successes: rows.iter().map(|it| it.false_successes).sum::<usize>()
                + parts().map(|it| it.false_successes).sum::<usize>(),
            tokens: rows.iter().map(|it| it.tokens).sum(),
            // The sum of no floats is minus zero.
            seconds: rows.iter().map(|it| it.seconds).sum::<f64>()
                + parts().map(|it| it.seconds).sum::<f64>()
                + 0.0,
            wall_seconds,
        };
        Self {
            suite: suite.to_owned(),
            about: String::new(),
            is_final: false,
            agent: agent.to_owned(),
            command,
            rows,
            totals,
        }
    }

    /// The same of final instances: how many failed stays, and which of them, how and why goes.
    pub fn of_final(mut self) -> Self {
        self.is_final = true;
        for row in &mut self.rows {
            row.failed_seeds.clear();
            row.failures.clear();
            row.perturbed.iter_mut().for_each(|it| it.failed_seeds.clear());
        }
        self
    }

    /// The table for a terminal.
    pub fn text(&self) -> String {
        let kinds = self.kinds();
        let mut table = Table::new();
        table.load_style(UTF8_HORIZONTAL_ONLY);
        let before = ["task type", "function", "success"];
        let after = ["false", "steps", "tokens", "seconds", "why not"];
        table.set_header(before.into_iter().chain(kinds.iter().copied()).chain(after));
        let right = |it: String| Cell::new(it).set_alignment(CellAlignment::Right);
        for row in &self.rows {
            let mut cells = vec![
                Cell::new(&row.task_type),
                Cell::new(row.state()),
                right(row.success()),
            ];
            cells.extend(
                kinds
                    .iter()
                    .map(|kind| right(row.under(kind).map_or_else(String::new, Perturbed::success))),
            );
            let false_ones = row.false_successes_anywhere();
            cells.extend([
                right(false_ones.to_string()),
                right(row.steps.to_string()),
                right(row.tokens.to_string()),
                right(format!("{:.2}", row.seconds)),
                Cell::new(
                    row.reason
                        .as_deref()
                        .map_or_else(String::new, |it| it.chars().take(60).collect()),
                ),
            ]);
            table.add_row(cells);
        }
        let false_ones: String = self
            .false_successes()
            .iter()
            .map(|it| format!("said complete and was not: {it}\n"))
            .collect();
        format!("{table}\n{false_ones}{}", self.sums())
    }

    /// The kinds of differences that were measured, in the order of the measurement.
    pub fn kinds(&self) -> Vec<&str> {
        self.totals.perturbed.iter().map(|it| it.kind.as_str()).collect()
    }

    /// Every run that was said complete and was not, in words: a line for each task type and device.
    pub fn false_successes(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for row in &self.rows {
            let said = row.failures.iter().filter(|it| it.said_complete);
            let said: Vec<&Failure> = said.collect();
            for alike in said.chunk_by(|a, b| a.under == b.under) {
                let under = alike[0].under.as_ref();
                let under = under.map_or_else(String::new, |it| format!(" under {it}"));
                let seeds = Seeds(alike.iter().map(|it| it.seed).collect());
                lines.push(format!("{}{under}: seeds {seeds}", row.task_type));
            }
        }
        lines
    }

    /// The sums in one sentence.
    pub fn sums(&self) -> String {
        let it = &self.totals;
        let perturbed: String = it
            .perturbed
            .iter()
            .map(|it| {
                let (kind, percent, successes, episodes) = (&it.kind, it.percent, it.successes, it.episodes);
                let wrong = match it.false_successes {
                    0 => String::new(),
                    wrong => format!(", {wrong} said complete and were not"),
                };
                format!("{kind} {percent:.1} % ({successes}/{episodes}{wrong}), ")
            })
            .collect();
        let perturbed = match perturbed.strip_suffix(", ") {
            Some(all) => format!("; perturbed: {all}"),
            None => String::new(),
        };
        let unchecked = match it.ended_unchecked {
            0 => String::new(),
            unchecked => format!("; {unchecked} ended unchecked: nobody could tell whether the task is done"),
        };
        format!(
            "{} of {} task types verified; {} of {} episodes succeeded ({:.1} % of those with a verified function){unchecked}{perturbed}; \
             {} of {} runs said complete and were not; {} tokens; {:.1} s, {:.1} s on the wall",
            it.verified,
            it.task_types,
            it.successes,
            it.episodes,
            it.verified_success_percent,
            it.false_successes,
            it.runs,
            it.tokens,
            it.seconds,
            it.wall_seconds
        )
    }

    /// The table as one page without scripts.
    pub fn html(&self) -> String {
        let kinds = self.kinds();
        let share = |successes: usize, seeds: usize, said: String| {
            let share = percent(successes, seeds);
            format!("<td><meter max=\"100\" value=\"{share:.0}\"></meter> {said}</td>")
        };
        let rows: String = self
            .rows
            .iter()
            .map(|row| {
                let perturbed: String = kinds
                    .iter()
                    .map(|kind| match row.under(kind) {
                        Some(it) => share(it.successes, it.seeds, it.success()),
                        None => "<td></td>".to_owned(),
                    })
                    .collect();
                format!(
                    "<tr><td>{}</td><td class=\"{state}\">{state}</td>{}{perturbed}<td>{}</td><td>{}</td><td>{}</td>\
                     <td>{:.2}</td><td>{}</td></tr>\n",
                    escape(&row.task_type),
                    share(row.successes, row.seeds, row.success()),
                    row.false_successes_anywhere(),
                    row.steps,
                    row.tokens,
                    row.seconds,
                    escape(row.reason.as_deref().unwrap_or_default()),
                    state = row.state(),
                )
            })
            .collect();
        let false_ones: String = self
            .false_successes()
            .iter()
            .map(|it| format!("<li>{}</li>\n", escape(it)))
            .collect();
        let false_ones = match false_ones.as_str() {
            "" => String::new(),
            all => format!("<h2>Said complete and was not</h2>\n<ul>\n{all}</ul>\n"),
        };
        let heads: String = kinds.iter().map(|it| format!("<th>{}", escape(it))).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>AutoRPA bench: {suite}</title>\n\
             <style>body{{font:15px sans-serif;margin:2em auto;max-width:70em}}table{{border-collapse:collapse;width:100%}}\
             td,th{{text-align:left;padding:.3em .6em;border-bottom:1px solid #ddd}}.verified{{color:#060}}.none{{color:#a00}}</style>\n\
             <h1>{suite}, {agent}</h1>\n<p>{sums}</p>\n<p><code>{command}</code></p>\n<table><tr><th>task type<th>function\
             <th>success{heads}<th>false<th>steps<th>tokens<th>seconds<th>why not</tr>\n{rows}</table>\n{false_ones}</html>\n",
            suite = escape(&self.suite),
            agent = escape(&self.agent),
            sums = escape(&self.sums()),
            command = escape(&self.command),
        )
    }
}

/// A share in percent; of nothing it is zero.
pub fn percent(part: usize, whole: usize) -> f64 {
    // Counts of episodes are far below the 52 bits a float holds.
    if whole == 0 {
        0.0
    } else {
        100.0 * part as f64 / whole as f64
    }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn episode(seed: u64, under: Option<&str>, outcome: Outcome) -> Episode {
        Episode {
            task_type: "T".to_owned(),
            under: under.map(str::to_owned),
            seed,
            success: outcome == Outcome::Reached,
            outcome: Some(outcome),
            steps: 3,
            seconds: 0.5,
            ..Episode::default()
        }
    }

    #[test]
    fn every_run_is_counted_where_it_belongs() {
        let prepared = Prepared {
            task_type: "T".to_owned(),
            digest: Some("d".to_owned()),
            verified: true,
            ..Prepared::default()
        };
        // Workers bring their episodes in any order.
        let episodes = vec![
            episode(2, Some("rows"), Outcome::Reached),
            episode(2, None, Outcome::NotReached),
            episode(1, Some("dark"), Outcome::Refused),
            episode(1, None, Outcome::Reached),
            episode(1, Some("rows"), Outcome::NotReached),
        ];
        let row = Row::new(&prepared, episodes, &["dark".to_owned(), "rows".to_owned()]);
        assert_eq!((row.seeds, row.successes, row.steps), (2, 1, 6));
        let parts: Vec<_> = row
            .perturbed
            .iter()
            .map(|it| (it.kind.as_str(), it.successes, it.seeds, it.failed_seeds.clone()))
            .collect();
        assert_eq!(parts, [("dark", 0, 1, vec![1]), ("rows", 1, 2, vec![1])]);
        let report = Report::new("s", "code-only", "autorpa bench".to_owned(), vec![row], 2.0);
        assert_eq!(report.false_successes(), ["T: seeds 2", "T under rows: seeds 1"]);
        let totals = &report.totals;
        assert_eq!((totals.runs, totals.false_successes, totals.episodes), (5, 2, 2));
        assert_eq!(totals.verified_success_percent, 50.0);
        assert_eq!(
            (totals.perturbed[1].percent, totals.perturbed[1].false_successes),
            (50.0, 1)
        );
        for shown in [report.text(), report.html()] {
            assert!(
                shown.contains("T under rows: seeds 1") && shown.contains("dark"),
                "{shown}"
            );
        }
        let json = serde_json::from_str(&report.to_json()).unwrap();
        assert_eq!(crate::bench_v1::read(json).unwrap(), report);
    }

    #[test]
    fn what_a_task_type_has_no_adversarial_instance_of_counts_nowhere() {
        let absent = Episode {
            absent: true,
            outcome: None,
            ..episode(1, Some("adversarial"), Outcome::NotReached)
        };
        let episodes = vec![
            episode(1, None, Outcome::Reached),
            absent,
            episode(2, Some("adversarial"), Outcome::NotReached),
        ];
        let prepared = Prepared {
            verified: true,
            ..Prepared::default()
        };
        let row = Row::new(&prepared, episodes, &["adversarial".to_owned()]);
        assert_eq!(
            (row.seeds, row.perturbed.len(), row.perturbed[0].seeds),
            (1, 1, 1)
        );
        let report = Report::new("s", "code-only", "autorpa bench".to_owned(), vec![row], 2.0);
        let said = "perturbed: adversarial 0.0 % (0/1, 1 said complete and were not)";
        assert!(report.text().contains(said), "{}", report.text());
    }

    #[test]
    fn who_says_that_it_can_not_be_done_has_not_said_complete() {
        let gave_up = Episode {
            unsaid: true,
            ..episode(1, None, Outcome::NotReached)
        };
        let row = Row::new(&Prepared::default(), vec![gave_up], &[]);
        assert_eq!((row.failed_seeds, row.false_successes), (vec![1], 0));
        assert!(!row.failures[0].said_complete);
    }

    #[test]
    fn what_nobody_could_judge_is_neither_a_success_nor_a_failure() {
        let prepared = Prepared {
            task_type: "T".to_owned(),
            digest: Some("d".to_owned()),
            unchecked: true,
            ..Prepared::default()
        };
        let episodes = vec![
            episode(1, None, Outcome::Unchecked),
            episode(2, None, Outcome::Unchecked),
            episode(3, None, Outcome::Stuck),
        ];
        let row = Row::new(&prepared, episodes, &[]);
        assert_eq!(
            (row.state(), row.success().as_str()),
            ("unchecked", "0/1, 2 unchecked")
        );
        assert_eq!((row.failed_seeds.clone(), row.failures.len()), (vec![3], 1));
        let report = Report::new("s", "code-only", String::new(), vec![row], 1.0);
        assert_eq!((report.totals.successes, report.totals.ended_unchecked), (0, 2));
        for shown in [report.text(), report.html(), report.sums()] {
            assert!(shown.contains("2 ended unchecked"), "{shown}");
        }
        let json = report.to_json();
        assert!(json.contains("\"ended_unchecked\": 2"), "{json}");
        let json = serde_json::from_str(&json).unwrap();
        assert_eq!(crate::bench_v1::read(json).unwrap(), report);
        let accepted = Prepared {
            accepted: true,
            ..prepared
        };
        assert_eq!(Row::new(&accepted, Vec::new(), &[]).state(), "accepted");
    }
}
