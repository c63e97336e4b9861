//! Tables that go on on further pages: what says so, and what leads from one page to the next and back.

use std::fmt;

use crate::{
    element::{Element, ElementId},
    role::Role,
    screen::Screen,
    tables::{Table, tables},
};

/// Words of a control that leads to the next part of a list, in lower case.
const NEXT: [&str; 22] = [
    "next",
    "next ›",
    "next »",
    "next >",
    "next →",
    "›",
    "»",
    ">",
    ">>",
    "→",
    "weiter",
    "suivant",
    "siguiente",
    "successivo",
    "avanti",
    "próximo",
    "próxima",
    "volgende",
    "nästa",
    "næste",
    "下一页",
    "次へ",
];
/// Words that stand in what such a control says at length.
const NEXT_PAGE: [&str; 6] = [
    "next page",
    "nächste seite",
    "page suivante",
    "página siguiente",
    "volgende pagina",
    "следующая",
];
/// Words of a control that leads to the part before, in lower case.
const BACK: [&str; 24] = [
    "previous",
    "prev",
    "‹ previous",
    "« previous",
    "< previous",
    "← previous",
    "‹",
    "«",
    "<",
    "<<",
    "←",
    "zurück",
    "précédent",
    "anterior",
    "precedente",
    "indietro",
    "vorige",
    "föregående",
    "forrige",
    "上一页",
    "前へ",
    "newer",
    "« prev",
    "‹ prev",
];
/// Words that stand in what such a control says at length.
const BACK_PAGE: [&str; 6] = [
    "previous page",
    "vorherige seite",
    "page précédente",
    "página anterior",
    "vorige pagina",
    "предыдущая",
];
/// Words of a control behind a list that adds to it.
const MORE: [&str; 7] = [
    "more",
    "load more",
    "show more",
    "older",
    "mehr",
    "mehr anzeigen",
    "voir plus",
];
/// Words before the number of a page: `Page 1 of 3`.
const PAGE: [&str; 7] = ["page", "seite", "página", "pagina", "sida", "side", "страница"];
/// How scripts write that the numbers of pages lead on.
const NUMBERS: &str = "1 2 3";

/// What leads from one page of a table to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pager {
    /// A control that says this.
    Says(String),
    /// The numbers of the pages, of which the one in front can't be pressed.
    Numbers,
}

/// What leads to the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextPage {
    /// This control.
    At(ElementId),
    /// Nothing: it is the last one, as far as the page says.
    Last,
    /// Nothing that is known, though the page says that there is more.
    Unknown,
}

impl Pager {
    /// What leads on from the page of a table that is in front; `None` where nothing near the table is known to.
    pub fn of(screen: &Screen, table: &Table) -> Option<Self> {
        let near = near(screen, table);
        let leads = |it: &Element| leads_on(it) && is_sure(screen, table, it) || adds(it, table);
        let said = near.iter().find(|(_, it)| leads(it));
        let said = said.and_then(|(_, it)| it.words().map(str::trim).find(|it| !it.is_empty()));
        said.map(|it| Self::Says(it.to_owned()))
            .or_else(|| Numbered::of(screen)?.leads_on().map(|_| Self::Numbers))
    }

    /// What a script writes.
    pub fn parse(text: &str) -> Self {
        match text {
            NUMBERS => Self::Numbers,
            text => Self::Says(text.to_owned()),
        }
    }

    /// What leads to the next page.
    pub fn next(&self, screen: &Screen, table: &Table) -> NextPage {
        let found = match self {
            Self::Numbers => Numbered::of(screen).and_then(|it| it.leads_on()),
            Self::Says(words) => {
                // The number of the page that it leads to may be among its words.
                let says = |it: &Element| it.words().any(|it| without_digits(it) == without_digits(words));
                let near = near(screen, table);
                let own = near.iter().find(|(_, it)| it.clickable && says(it));
                own.filter(|(_, it)| is_free(it)).map(|it| it.0)
            }
        };
        match found {
            Some(id) => NextPage::At(id),
            None if says_more(screen) => NextPage::Unknown,
            None => NextPage::Last,
        }
    }

    /// What leads towards the first page; `None` where nothing near the table does, as on the first one.
    pub fn back(&self, screen: &Screen, table: &Table) -> Option<ElementId> {
        match self {
            Self::Numbers => Numbered::of(screen)?.leads_to_first(),
            Self::Says(_) => {
                let near = near(screen, table);
                let back = near
                    .iter()
                    .find(|(_, it)| is_free(it) && says(it, &BACK, &BACK_PAGE) && is_sure(screen, table, it));
                back.map(|it| it.0)
            }
        }
    }
}

impl fmt::Display for Pager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Says(words) => words,
            Self::Numbers => NUMBERS,
        })
    }
}

/// What stands in the smallest part of the page around a table that has a control of pages in it, but no other table: what is behind
/// the table first.
fn near<'s>(screen: &'s Screen, table: &Table) -> Vec<(ElementId, &'s Element)> {
    let Some(row) = table.rows.first() else {
        return Vec::new();
    };
    let is_control = |it: &Element| {
        let said = says(it, &NEXT, &NEXT_PAGE) || says(it, &BACK, &BACK_PAGE) || says(it, &MORE, &[]);
        it.clickable && !in_table(it) && said
    };
    let others: Vec<Vec<u16>> = tables(screen)
        .into_iter()
        .flat_map(|it| it.rows)
        .map(|it| it.at)
        .filter(|at| table.rows.iter().all(|it| it.at != *at))
        .collect();
    for depth in (0..row.at.len()).rev() {
        let around = &row.at[..depth];
        if others.iter().any(|it| it.starts_with(around)) {
            break;
        }
        let inside = screen
            .iter()
            .filter(|(_, it)| it.path.starts_with(around) && table.row_of(it).is_none());
        let (mut behind, before): (Vec<_>, Vec<_>) = inside.partition(|(_, it)| is_behind(it, table));
        if behind.iter().chain(&before).any(|(_, it)| is_control(it)) {
            behind.extend(before);
            return behind;
        }
    }
    Vec::new()
}

/// Whether a control is one of pages: a mere arrow, as those of a calendar's months are, stands behind the table, or beside the numbers
/// of pages.
fn is_sure(screen: &Screen, table: &Table, control: &Element) -> bool {
    let is_word = control.words().any(|it| it.chars().any(char::is_alphabetic));
    let beside = |it: &Element| {
        let shared = it.shared_depth(control) + 2 >= control.path.len();
        shared
            && it
                .text
                .as_deref()
                .is_some_and(|it| is_part_of_more(it) || it.trim().parse::<usize>().is_ok())
    };
    is_word || is_behind(control, table) || screen.elements.iter().any(beside)
}

fn without_digits(text: &str) -> String {
    let kept: String = text.chars().filter(|it| !it.is_ascii_digit()).collect();
    kept.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// Whether a text says that a later part follows: `1-20 of 45`, `Page 1 of 3`.
fn says_more(screen: &Screen) -> bool {
    let follows = |it: &Element| {
        !in_table(it)
            && it
                .text
                .as_deref()
                .and_then(part_of)
                .is_some_and(|(to, of)| to < of)
    };
    screen.elements.iter().any(follows)
}

fn in_table(element: &Element) -> bool {
    element.column.is_some() || element.is(Role::Cell)
}

fn is_free(element: &Element) -> bool {
    element.clickable && element.enabled && !in_table(element) && !element.editable
}

fn is_behind(element: &Element, table: &Table) -> bool {
    table.rows.last().is_some_and(|row| element.path > row.at)
}

/// Whether an element says one of these, or something in which one of those stands.
fn says(element: &Element, all: &[&str], inside: &[&str]) -> bool {
    let mut words = element.words().map(|it| it.trim().to_lowercase());
    words.any(|said| all.contains(&&*said) || inside.iter().any(|it| said.contains(it)))
}

/// Whether a control behind a table adds to it.
fn adds(element: &Element, table: &Table) -> bool {
    is_free(element) && is_behind(element, table) && says(element, &MORE, &[])
}

/// Numbers of pages that stand side by side, in their order.
struct Numbered<'s>(Vec<(ElementId, &'s Element, usize)>);

impl<'s> Numbered<'s> {
    /// The first ones of a screen of which at least one can be pressed.
    fn of(screen: &'s Screen) -> Option<Self> {
        let number = |it: &Element| it.text.as_deref()?.trim().parse::<usize>().ok();
        let mut runs: Vec<Vec<(ElementId, &Element, usize)>> = Vec::new();
        for (id, it) in screen.iter().filter(|(_, it)| !in_table(it) && !it.editable) {
            let Some(n) = number(it) else { continue };
            let follows = |last: &(ElementId, &Element, usize)| {
                let beside = (last.1.bounds.top - it.bounds.top).abs()
                    <= last.1.bounds.height().max(it.bounds.height());
                n > last.2 && beside
            };
            match runs.last_mut().filter(|run| run.last().is_some_and(follows)) {
                Some(run) => run.push((id, it, n)),
                None => runs.push(vec![(id, it, n)]),
            }
        }
        let is_one = |run: &Vec<(ElementId, &Element, usize)>| {
            run.windows(2).any(|it| it[1].2 == it[0].2 + 1) && run.iter().any(|it| is_free(it.1))
        };
        runs.into_iter().find(is_one).map(Self)
    }

    /// The number of the page in front: the only one that can't be pressed, or that is marked.
    fn current(&self) -> Option<usize> {
        let mut fixed = self.0.iter().filter(|it| !is_free(it.1) || it.1.selected);
        let (Some(only), None) = (fixed.next(), fixed.next()) else {
            return None;
        };
        Some(only.2)
    }

    fn at(&self, page: usize) -> Option<ElementId> {
        let it = self.0.iter().find(|it| it.2 == page && is_free(it.1));
        it.map(|it| it.0)
    }

    fn leads_on(&self) -> Option<ElementId> {
        self.at(self.current()? + 1)
    }

    fn leads_to_first(&self) -> Option<ElementId> {
        (self.current()? != 1).then(|| self.at(1)).flatten()
    }
}

/// Whether a control says that it leads to the next part of a list, and can be pressed.
pub fn leads_on(element: &Element) -> bool {
    is_free(element) && says(element, &NEXT, &NEXT_PAGE)
}

/// What says that a page shows a part of a table only, where something does: a control that leads on and can be pressed, one of the
/// numbers of pages, or a text as `1-20 of 45` or `Page 1 of 3`.
pub fn onward(screen: &Screen, table: &Table) -> Option<ElementId> {
    let says_on = |it: &Element| leads_on(it) || adds(it, table);
    let counts = |it: &Element| !in_table(it) && it.text.as_deref().is_some_and(is_part_of_more);
    let by_words = screen
        .iter()
        .find(|(_, it)| says_on(it) || counts(it))
        .map(|it| it.0);
    by_words.or_else(|| Some(Numbered::of(screen)?.0.last()?.0))
}

/// Whether a text says that what it stands at is a part of more: `1-20 of 1,234`, `Page 3 of 3`.
fn is_part_of_more(text: &str) -> bool {
    part_of(text).is_some()
}

/// How far a part goes that a text names, and how far all: 20 and 45 of `1-20 of 45`. `None` for what is all, and for other texts.
fn part_of(text: &str) -> Option<(u64, u64)> {
    let digits_only = text.replace([',', '.', '\u{a0}', '\u{202f}', '\''], "");
    let numbers = digits_only
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty())
        .map_while(|it| it.parse::<u64>().ok());
    let all: Vec<u64> = numbers.take(4).collect();
    match all[..] {
        [from, to, of] => {
            let joined = digits_only.replace(' ', "");
            let is_range = ["-", "–", "—", "to", "bis"]
                .iter()
                .any(|it| joined.contains(&format!("{from}{it}{to}")));
            (is_range && from <= to && to <= of && (to < of || from > 1)).then_some((to, of))
        }
        [page, of] => {
            let first = digits_only.split_whitespace().next().map(str::to_lowercase);
            let is_page = first.is_some_and(|it| PAGE.contains(&&*it));
            (is_page && of > 1 && page <= of).then_some((page, of))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        element::Rect,
        tables::{
            tables,
            tests::{element, screen},
        },
    };

    fn leads_at(screen: &Screen) -> Option<usize> {
        onward(screen, &tables(screen)[0]).map(|it| it.0)
    }

    /// Numbers of pages behind a table, of which one can't be pressed.
    fn numbered(numbers: &[&str], current: &str) -> Screen {
        let mut screen = screen();
        for (n, it) in (0..).zip(numbers) {
            let class = if *it == current { "span" } else { "button" };
            let bounds = Rect::new(n * 20, 500, n * 20 + 15, 515);
            screen.elements.push(Element {
                bounds,
                ..element(class, it, &[0, 9, u16::try_from(n).unwrap_or(0)], "")
            });
        }
        screen
    }

    #[test]
    fn what_leads_on_is_no_control_of_a_row() {
        let mut screen = screen();
        assert_eq!(leads_at(&screen), None);
        let mut add = |it: Element| {
            screen.elements.push(it);
            let found = leads_at(&screen);
            let at = screen.elements.len() - 1;
            (found == Some(at), screen.elements.pop())
        };
        for (says, leads) in [
            ("Next »", true),
            ("Go to next page", true),
            ("Load more", true),
            ("Nextcloud", false),
            ("Save", false),
        ] {
            assert_eq!(add(element("button", says, &[0, 4], "")).0, leads, "{says}");
        }
        let of_row = element("button", "Next", &[0, 1, 1, 1, 2, 0], "Action");
        assert!(!add(of_row).0, "it belongs to a row");
        let menu = element("button", "More", &[0, 0, 1], "");
        assert!(!add(menu).0, "it stands before the table");
        let last = Element {
            enabled: false,
            ..element("button", "Next", &[0, 4], "")
        };
        assert!(!add(last).0, "the last page");
        for part in [
            "1 – 20 of 45",
            "1-20 of 1,234",
            "Showing 1 to 10 of 57 entries",
            "41–60 of 60",
            "Page 1 of 3",
            "Seite 3 von 3",
        ] {
            assert!(add(element("p", part, &[0, 4], "")).0, "{part}");
        }
        for whole in [
            "1-20 of 20",
            "2026-11-27 at 9",
            "20 of 45",
            "Page 1 of 1",
            "Step 1 of 3",
        ] {
            assert!(!add(element("p", whole, &[0, 4], "")).0, "{whole}");
        }
    }

    #[test]
    fn numbers_of_pages_lead_on_from_the_one_that_cant_be_pressed() {
        let at = |screen: &Screen, id: Option<ElementId>| {
            id.and_then(|it| screen.get(it)).and_then(|it| it.text.clone())
        };
        let on = |it: NextPage| match it {
            NextPage::At(id) => Some(id),
            NextPage::Last | NextPage::Unknown => None,
        };
        for (current, next, first) in [
            ("1", Some("2"), None),
            ("2", Some("3"), Some("1")),
            ("4", None, Some("1")),
        ] {
            let screen = numbered(&["1", "2", "3", "4"], current);
            let table = &tables(&screen)[0];
            assert!(
                leads_at(&screen).is_some(),
                "{current}: it is one of several pages"
            );
            let pager = Pager::Numbers;
            assert_eq!(
                at(&screen, on(pager.next(&screen, table))).as_deref(),
                next,
                "{current}"
            );
            assert_eq!(
                at(&screen, pager.back(&screen, table)).as_deref(),
                first,
                "{current}"
            );
        }
        // Nothing says which of them is in front.
        let screen = numbered(&["1", "2", "3"], "none");
        assert_eq!(Pager::of(&screen, &tables(&screen)[0]), None);
        // A gap in the middle.
        let screen = numbered(&["1", "2", "9"], "2");
        assert_eq!(
            Pager::Numbers.next(&screen, &tables(&screen)[0]),
            NextPage::Last,
            "what stands behind it is not the next one"
        );
    }

    #[test]
    fn a_control_that_leads_on_is_known_by_what_it_says() {
        let mut screen = screen();
        screen.elements.push(element("button", "Next", &[0, 0, 1], ""));
        screen.elements.push(element("button", "‹", &[0, 5], ""));
        screen.elements.push(element("button", "Next", &[0, 6], ""));
        let table = &tables(&screen)[0];
        let pager = Pager::of(&screen, table).unwrap_or(Pager::Numbers);
        assert_eq!(pager.to_string(), "Next");
        assert_eq!(Pager::parse(&pager.to_string()), pager);
        let behind = screen.elements.len() - 1;
        assert_eq!(pager.next(&screen, table), NextPage::At(ElementId(behind)));
        assert_eq!(pager.back(&screen, table), Some(ElementId(behind - 1)));
    }

    #[test]
    fn what_leads_through_months_or_another_table_is_no_page_of_this_one() {
        // The second table of this screen is empty; one with a row has its own pages.
        let mut screen = screen();
        screen.elements.push(element("button", "‹", &[0, 0, 1], ""));
        screen.elements.push(element("button", "›", &[0, 0, 2], ""));
        let table = tables(&screen)[0].clone();
        assert_eq!(Pager::of(&screen, &table), None, "arrows above a table");
        let before = screen.elements.len();
        screen
            .elements
            .push(element("button", "Next page, page 2", &[0, 1, 2], ""));
        screen
            .elements
            .push(element("td", "B-1", &[0, 3, 1, 0, 0], "Number"));
        screen.elements.push(element("button", "Next", &[0, 4], ""));
        let pager = Pager::of(&screen, &table).unwrap_or(Pager::Numbers);
        assert_eq!(pager, Pager::Says("Next page, page 2".to_owned()));
        assert_eq!(pager.back(&screen, &table), None, "what is above is not near it");
        // On the next page it names another one; then it can't be pressed.
        screen.elements[before].text = Some("Next page, page 3".to_owned());
        assert_eq!(pager.next(&screen, &table), NextPage::At(ElementId(before)));
        screen.elements[before].enabled = false;
        assert_eq!(
            pager.next(&screen, &table),
            NextPage::Last,
            "not the other table's"
        );
        screen.elements.push(element("p", "21-40 of 60", &[0, 5], ""));
        assert_eq!(pager.next(&screen, &table), NextPage::Unknown);
    }
}
