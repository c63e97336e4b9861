//! What a bench measured: a row a task type, as JSON, as a table in the terminal, and as a page.

use comfy_table::{Cell, CellAlignment, Table, presets::UTF8_HORIZONTAL_ONLY};
use serde::Serialize;

/// One task type.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// Its name.
    pub task_type: String,
    /// Whether the library has a function for it.
    pub built: bool,
    /// Whether that function reached every building instance.
    pub verified: bool,
    /// Episodes measured.
    pub seeds: usize,
    /// Episodes with reward 1.
    pub successes: usize,
    /// Episodes whose agent or script said complete while the judge said no.
    pub false_successes: usize,
    /// Seeds that failed.
    pub failed_seeds: Vec<u64>,
    /// Steps on the device.
    pub steps: usize,
    /// Tokens asked and answered, building included.
    pub tokens: u64,
    /// Seconds, building not included.
    pub seconds: f64,
    /// Seconds the building took, if it was built now.
    pub build_seconds: f64,
    /// Why it is not built or not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A whole bench.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The suite.
    pub suite: String,
    /// Who did the tasks.
    pub agent: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// The sums.
    pub totals: Totals,
}

/// Sums over all rows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Totals {
    /// Task types.
    pub task_types: usize,
    /// Task types with a verified function.
    pub verified: usize,
    /// Episodes.
    pub episodes: usize,
    /// Episodes with reward 1.
    pub successes: usize,
    /// Success of the verified functions alone, in percent.
    pub verified_success_percent: f64,
    /// Episodes said complete and judged not.
    pub false_successes: usize,
    /// Tokens.
    pub tokens: u64,
    /// Seconds of the episodes.
    pub seconds: f64,
}

impl Report {
    /// A report of these rows.
    pub fn new(suite: &str, agent: &str, rows: Vec<Row>) -> Self {
        let of_verified =
            |count: fn(&Row) -> usize| -> usize { rows.iter().filter(|it| it.verified).map(count).sum() };
        let totals = Totals {
            task_types: rows.len(),
            verified: rows.iter().filter(|it| it.verified).count(),
            episodes: rows.iter().map(|it| it.seeds).sum(),
            successes: rows.iter().map(|it| it.successes).sum(),
            verified_success_percent: percent(of_verified(|it| it.successes), of_verified(|it| it.seeds)),
            false_successes: rows.iter().map(|it| it.false_successes).sum(),
            tokens: rows.iter().map(|it| it.tokens).sum(),
            // The sum of no floats is minus zero.
            seconds: rows.iter().map(|it| it.seconds).sum::<f64>() + 0.0,
        };
        Self {
            suite: suite.to_owned(),
            agent: agent.to_owned(),
            rows,
            totals,
        }
    }

    /// The table for a terminal.
    pub fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(UTF8_HORIZONTAL_ONLY);
        table.set_header([
            "task type",
            "function",
            "success",
            "steps",
            "tokens",
            "seconds",
            "why not",
        ]);
        for row in &self.rows {
            table.add_row([
                Cell::new(&row.task_type),
                Cell::new(row.state()),
                Cell::new(format!("{}/{}", row.successes, row.seeds)).set_alignment(CellAlignment::Right),
                Cell::new(row.steps).set_alignment(CellAlignment::Right),
                Cell::new(row.tokens).set_alignment(CellAlignment::Right),
                Cell::new(format!("{:.2}", row.seconds)).set_alignment(CellAlignment::Right),
                Cell::new(
                    row.reason
                        .as_deref()
                        .map_or_else(String::new, |it| it.chars().take(60).collect()),
                ),
            ]);
        }
        format!("{table}\n{}", self.sums())
    }

    fn sums(&self) -> String {
        let it = &self.totals;
        format!(
            "{} of {} task types verified; {} of {} episodes succeeded ({:.1} % of those with a verified function); \
             {} said complete and were not; {} tokens; {:.1} s",
            it.verified,
            it.task_types,
            it.successes,
            it.episodes,
            it.verified_success_percent,
            it.false_successes,
            it.tokens,
            it.seconds
        )
    }

    /// The table as one page without scripts.
    pub fn html(&self) -> String {
        let rows: String = self
            .rows
            .iter()
            .map(|row| {
                let share = percent(row.successes, row.seeds);
                format!(
                    "<tr><td>{}</td><td class=\"{state}\">{state}</td><td><meter max=\"100\" value=\"{share:.0}\"></meter> \
                     {}/{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td></tr>\n",
                    escape(&row.task_type),
                    row.successes,
                    row.seeds,
                    row.steps,
                    row.tokens,
                    row.seconds,
                    escape(row.reason.as_deref().unwrap_or_default()),
                    state = row.state(),
                )
            })
            .collect();
        format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>AutoRPA bench: {suite}</title>\n\
             <style>body{{font:15px sans-serif;margin:2em auto;max-width:70em}}table{{border-collapse:collapse;width:100%}}\
             td,th{{text-align:left;padding:.3em .6em;border-bottom:1px solid #ddd}}.verified{{color:#060}}.none{{color:#a00}}</style>\n\
             <h1>{suite}, {agent}</h1>\n<p>{sums}</p>\n<table><tr><th>task type<th>function<th>success<th>steps<th>tokens\
             <th>seconds<th>why not</tr>\n{rows}</table></html>\n",
            suite = escape(&self.suite),
            agent = escape(&self.agent),
            sums = escape(&self.sums()),
        )
    }
}

impl Row {
    fn state(&self) -> &'static str {
        match (self.built, self.verified) {
            (_, true) => "verified",
            (true, false) => "unverified",
            (false, false) => "none",
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    // Counts of episodes are far below the 52 bits a float holds.
    if whole == 0 {
        0.0
    } else {
        100.0 * part as f64 / whole as f64
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
