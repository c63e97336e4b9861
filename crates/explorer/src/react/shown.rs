//! A screen to the list that a model reads of it: without graphics that have no name, and folded where it is long.

mod entry;
mod fold;

use std::collections::BTreeSet;

use serde_json::json;
use ui::{Element, ElementId, ListLine, Screen, is_nameless_graphic, list_lines};

use super::wanted::Wanted;
use entry::Entry;
use fold::{Fold, Run, runs};

/// A list of more tokens than this is folded, and so many are shown where more of it is asked for.
const LONG: u64 = 3_000;

/// Of so many texts out of view the rest is counted where a list is folded.
const TEXTS: usize = 10;

/// What a model has asked to see that was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum More {
    #[default]
    Nothing,
    /// Graphics without a name.
    Graphics,
    /// Rows, by where they are in the tree.
    Rows(BTreeSet<Vec<u16>>),
}

/// What is shown of a screen.
pub(super) struct ListedScreen {
    /// A line of JSON for what is shown, and for what is left out where it stands.
    pub list: String,
    graphics: usize,
    folds: Vec<Fold>,
}

impl ListedScreen {
    /// What a model that pursues the goal reads of a screen, with what it has asked for.
    pub fn new(screen: &Screen, wanted: &Wanted, more: &More) -> Self {
        let left_out = match more {
            More::Graphics => BTreeSet::new(),
            More::Nothing | More::Rows(_) => nameless(screen, wanted),
        };
        let mut entries: Vec<Entry<'_>> = list_lines(screen, |id, _| !left_out.contains(&id))
            .into_iter()
            .map(|line| Entry::new(line, ListLine::is_told, wanted))
            .collect();
        let folds = fold(&mut entries, wanted, more);
        let mut told: Vec<String> = entries.into_iter().filter_map(|it| it.told).collect();
        if !left_out.is_empty() {
            told.push(json!({"left_out": left_out.len(), "of": "graphics without a name"}).to_string());
        }
        Self {
            list: told.join("\n"),
            graphics: left_out.len(),
            folds,
        }
    }

    /// Whether something is left out that can be asked for.
    pub fn has_left_out(&self) -> bool {
        self.graphics > 0 || !self.folds.is_empty()
    }

    /// What is shown when more is asked for, from an element on that is left out: as much as a list may have. Without an
    /// element, the graphics. `None` where nothing is left out there.
    pub fn more(&self, from: Option<ElementId>) -> Option<More> {
        let Some(from) = from else {
            return (self.graphics > 0).then_some(More::Graphics);
        };
        let fold = self.folds.iter().find(|it| it.indices().contains(&from))?;
        Some(More::Rows(fold.rows_from(from, LONG)))
    }
}

/// The graphics without a name, but for what the goal has a word for.
fn nameless(screen: &Screen, wanted: &Wanted) -> BTreeSet<ElementId> {
    let is_meant = |it: &Element| it.attributes.values().any(|it| wanted.has_word_of(it));
    ui::listed(screen)
        .filter(|(_, it)| is_nameless_graphic(it, screen.size) && !is_meant(it))
        .map(|(id, _)| id)
        .collect()
}

/// Fold a list as far as it is too long, first what is longest. What was asked for does not count.
fn fold(entries: &mut [Entry<'_>], wanted: &Wanted, more: &More) -> Vec<Fold> {
    let none = BTreeSet::new();
    let asked = match more {
        More::Rows(rows) => rows,
        More::Nothing | More::Graphics => &none,
    };
    let is_asked = |it: &Entry<'_>| asked.iter().any(|row| it.path.starts_with(row));
    let counted = entries.iter().filter(|it| !is_asked(it));
    let mut tokens: u64 = counted.map(|it| it.tokens).sum();
    if tokens <= LONG {
        return Vec::new();
    }
    let mut folded: Vec<Run> = Vec::new();
    for run in runs(entries, wanted, asked) {
        let is_apart = |it: &Run| !it.is_in_a_row_of(&run) && !run.is_in_a_row_of(it);
        if tokens > LONG && folded.iter().all(is_apart) {
            for fold in &run.folds {
                tokens = tokens.saturating_sub(fold.saved());
                fold.apply(entries);
            }
            folded.push(run);
        }
    }
    for it in entries.iter_mut().filter(|it| it.told.is_some()) {
        if let (ListLine::OutOfView(_), true) = (&it.line, tokens > LONG) {
            let shorter = Entry::new(it.line.clone(), |nth| nth < TEXTS, wanted);
            tokens = tokens.saturating_sub(it.tokens.saturating_sub(shorter.tokens));
            *it = shorter;
        }
    }
    folded.into_iter().flat_map(|it| it.folds).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use task::{Instance, Params};
    use ui::Rect;

    use llm::about_tokens;

    use super::*;

    fn element(path: &[u16], text: &str) -> Element {
        let top = i32::from(path.iter().copied().max().unwrap_or_default());
        Element {
            text: Some(text.to_owned()).filter(|it| !it.is_empty()),
            class_name: Some("td".to_owned()),
            bounds: Rect::new(0, top, 10, top + 10),
            path: path.to_vec(),
            ..Element::default()
        }
    }

    /// A heading, and a table of so many rows: a number, a name and a button.
    fn table(rows: u16) -> Screen {
        let cells = |row: u16| {
            let at = |cell| [0, 1, row, cell];
            [
                element(&at(0), &format!("A-{row}")),
                element(&at(1), &format!("Person {row}")),
                element(&at(2), "Open"),
            ]
        };
        let mut elements = vec![element(&[0, 0], "People")];
        elements.extend((0..rows).flat_map(cells));
        Screen {
            elements,
            size: (1_000, 1_000),
            ..Screen::default()
        }
    }

    fn shown(screen: &Screen, goal: &str, more: &More) -> ListedScreen {
        let instance = Instance::of_no_type("a suite", goal, Params::new());
        ListedScreen::new(screen, &Wanted::new(&instance), more)
    }

    /// The lines, each by what it shows.
    fn lines(shown: &ListedScreen) -> Vec<String> {
        let line = |it: &str| -> String {
            let line: Value = serde_json::from_str(it).expect("JSON");
            match (&line["text"], &line["left_out"]) {
                (Value::String(text), _) => text.clone(),
                (_, Value::Number(count)) => format!("{count} {}", line["of"].as_str().unwrap_or_default()),
                _ => it.to_owned(),
            }
        };
        shown.list.lines().map(line).collect()
    }

    fn row(row: u16) -> [String; 3] {
        [format!("A-{row}"), format!("Person {row}"), "Open".to_owned()]
    }

    #[test]
    fn a_list_that_is_not_long_is_shown_whole() {
        let screen = table(20);
        let it = shown(&screen, "Open A-7.", &More::Nothing);
        assert_eq!(it.list, ui::element_list(&screen));
        assert!(!it.has_left_out());
    }

    #[test]
    fn of_many_rows_the_first_the_last_and_those_of_the_goal_are_shown() {
        let it = shown(&table(400), "Open A-217.", &More::Nothing);
        let mut expected = vec!["People".to_owned()];
        expected.extend([0, 1, 2].into_iter().flat_map(row));
        expected.push("214 rows of td".to_owned());
        expected.extend(row(217));
        expected.push("181 rows of td".to_owned());
        expected.extend(row(399));
        assert_eq!(lines(&it), expected);
        assert!(about_tokens(&it.list) < LONG);
        let line = r#"{"left_out":214,"of":"rows of td","first":"A-3 Person 3 Open","last":"A-216 Person 216 Open","indices":[10,651]}"#;
        assert!(it.list.contains(line), "{}", it.list);
    }

    #[test]
    fn what_can_be_written_to_or_is_chosen_stays() {
        let mut screen = table(400);
        // Row 100 has a field, row 200 the focus, row 300 is selected.
        screen.elements[1 + 3 * 100].editable = true;
        screen.elements[1 + 3 * 200].focused = true;
        screen.elements[1 + 3 * 300].selected = true;
        let told = lines(&shown(&screen, "Close it.", &More::Nothing));
        for it in [100, 200, 300] {
            assert!(row(it).iter().all(|it| told.contains(it)), "{told:?}");
        }
        for it in &mut screen.elements {
            it.editable = true;
        }
        let it = shown(&screen, "Close it.", &More::Nothing);
        assert_eq!(it.list.lines().count(), screen.elements.len());
    }

    #[test]
    fn only_as_much_is_folded_as_is_needed() {
        let mut screen = table(200);
        let links = (0..10).map(|it| element(&[0, 2, it, 0], &format!("Link {it}")));
        screen.elements.extend(links);
        let told = lines(&shown(&screen, "Close it.", &More::Nothing));
        assert!((0..10).all(|it| told.contains(&format!("Link {it}"))), "{told:?}");
        assert!(told.contains(&"196 rows of td".to_owned()), "{told:?}");
    }

    /// The cells of a row that is shown for the goal are not folded, however many they are.
    #[test]
    fn a_row_of_the_goal_is_whole() {
        let cells = |row: u16| (0..12).map(move |cell| element(&[0, row, cell], &format!("{row}:{cell}")));
        let mut screen = table(0);
        screen.elements = (0..40).flat_map(cells).collect();
        // No row can be folded.
        for it in screen.elements.iter_mut().step_by(12) {
            it.focused = true;
        }
        screen.elements[17 * 12].text = Some("Ada".to_owned());
        let told = lines(&shown(&screen, "Open Ada.", &More::Nothing));
        assert!((1..12).all(|it| told.contains(&format!("17:{it}"))), "{told:?}");
        assert!(!told.contains(&"18:5".to_owned()), "{told:?}");
    }

    #[test]
    fn more_is_shown_from_where_it_is_asked_for() {
        let screen = table(400);
        let it = shown(&screen, "Close it.", &More::Nothing);
        // The button of row 150, whose row begins what is shown.
        let more = it.more(Some(ElementId(1 + 3 * 150 + 2))).expect("it is left out");
        let again = shown(&screen, "Close it.", &more);
        let told = lines(&again);
        let seen = |it: u16| told.contains(&format!("A-{it}"));
        assert!(!seen(149) && seen(150) && seen(170) && !seen(300), "{told:?}");
        let added = about_tokens(&again.list) - about_tokens(&it.list);
        assert!((LONG - 200..LONG + 200).contains(&added), "{added}");
        // What is shown is not left out, nor is what there is not.
        assert_eq!(again.more(Some(ElementId(1 + 3 * 150))), None);
        assert_eq!(it.more(Some(ElementId(1))), None);
        assert_eq!(it.more(None), None);
    }

    #[test]
    fn graphics_without_a_name_are_counted() {
        let stroke = |shape: &str, color: &str| Element {
            class_name: Some("path".to_owned()),
            attributes: [("shape", shape), ("color", color)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            ..element(&[0, 3], "")
        };
        let mut screen = table(1);
        screen.elements.extend([
            stroke("path", "red"),
            stroke("path", "black"),
            stroke("circle", "black"),
        ]);
        let goal = "Press the red line.";
        let it = shown(&screen, goal, &More::Nothing);
        let said: Vec<String> = it.list.lines().skip(4).map(str::to_owned).collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(
            said[0].contains("\"color\":\"red\"") && said[1].contains("\"shape\":\"circle\""),
            "{said:?}"
        );
        assert_eq!(said[2], r#"{"left_out":1,"of":"graphics without a name"}"#);
        // The last keeps the index that it has on the screen.
        assert!(said[1].starts_with(r#"{"index":6,"#), "{said:?}");
        assert_eq!(it.more(None), Some(More::Graphics));
        let all = shown(&screen, goal, &More::Graphics);
        assert_eq!(all.list, ui::element_list(&screen));
        assert!(!all.has_left_out());
    }

    /// Out of view there are words only, those of the goal among them wherever they stand.
    #[test]
    fn what_the_goal_names_is_told_out_of_view() {
        let mut screen = table(400);
        for it in &mut screen.elements[60..] {
            it.bounds = Rect::new(0, 0, 10, 0);
        }
        let it = shown(&screen, "Open A-217.", &More::Nothing);
        let last = it.list.lines().last().expect("a line");
        let line: Value = serde_json::from_str(last).expect("JSON");
        let texts = line["out_of_view"].as_array().expect("texts");
        assert!(
            texts.contains(&"A-217".into()) && !texts.contains(&"A-216".into()),
            "{last}"
        );
        // Both `A-217` and `Person 217` are told besides the first.
        assert_eq!(line["more"], 1141 - 80 - 2);
    }
}
