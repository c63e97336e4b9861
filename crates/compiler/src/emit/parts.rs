//! What both printers print alike.

use strings::{Expr, quote};
use task::Value;
use ui::{Action, Locator, Pager, RowAfter, RowLoop, Site, Sites, TableAnswer};

use crate::{
    program::{CHOSEN, Extreme, FoundRows, Tally, Which},
    script::Script,
};

/// What a function without a step says of itself.
pub(super) const NOTHING: &str =
    "/// It does nothing: on every instance it was built on, nothing was to be done.";

/// A script with where the parts of its program stand in it, by lines from 1.
pub(crate) struct Printed {
    /// The script.
    pub script: Script,
    /// Where each assertion stands, in order.
    pub assertions: Vec<usize>,
    /// Where each action begins, in order.
    pub acts: Vec<usize>,
}

/// A text on one line of a comment.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether an entry is to be chosen instead of the one that was chosen so far.
pub(super) fn better(extreme: Extreme) -> String {
    let (of, sign) = match extreme {
        Extreme::Newest => ("moment", '>'),
        Extreme::Oldest => ("moment", '<'),
        Extreme::Greatest => ("quantity", '>'),
        Extreme::Least => ("quantity", '<'),
    };
    let better = format!("{of}(shown) {sign} {of}({CHOSEN})");
    match sign {
        // What shows none is before everything else.
        '<' => format!("{of}(shown) != \"\" && ({CHOSEN} == \"\" || {better})"),
        _ => better,
    }
}

/// The lines that count elements, or add up what they show, into a variable.
pub(super) fn tallied(tally: &Tally, var: &str, element: &str) -> Vec<String> {
    match tally {
        Tally::Number => vec![format!(
            "let {var} = env_op.count_elements({element}).to_string();"
        )],
        Tally::Sum(unit) => vec![
            format!("let {var} = \"0\";"),
            format!("for entry in env_op.find_elements({element}) {{"),
            format!(
                "    {var} = added({var}, env_op.read_text(entry), {});",
                quote(unit)
            ),
            "}".to_owned(),
        ],
    }
}

/// How the rounds over the rows of a table begin, how each turns to its row, and what stands behind them.
pub(super) fn each_row(var: &str, each: &RowLoop) -> [String; 3] {
    let rows = &each.rows;
    let mut which = vec![
        format!("list: {}", quote(&rows.list)),
        format!("known_by: {}", quote(&rows.known_by)),
    ];
    if !rows.whose.is_empty() {
        which.push(format!("whose: {}", cells(&rows.whose)));
    }
    match &each.after {
        RowAfter::AsBefore => {}
        RowAfter::Gone => which.push("after: \"gone\"".to_owned()),
        RowAfter::NotMeant => which.push("after: \"not meant\"".to_owned()),
        RowAfter::Shows(shows) => which.push(format!("after: {}", cells(shows))),
    }
    if each.named_beside {
        which.push("named_beside: true".to_owned());
    }
    if each.filtered {
        which.push("filtered: true".to_owned());
    }
    which.extend(pages(each.pages.as_ref()));
    [
        format!("for {var} in env_op.rows_to_do(#{{ {} }}) {{", which.join(", ")),
        format!("env_op.turn_to_row({var});"),
        "env_op.rows_are_done();".to_owned(),
    ]
}

/// What cells show, as a map.
fn cells(cells: &[(String, String)]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|(column, shows)| format!("{}: {}", quote(column), quote(shows)))
        .collect();
    format!("#{{ {} }}", cells.join(", "))
}

/// The call that answers with the rows of a table.
pub(super) fn answer_table(table: &TableAnswer) -> String {
    let columns: Vec<String> = table.columns.iter().map(|it| quote(it)).collect();
    let mut which = vec![
        format!("list: {}", quote(&table.list)),
        format!("columns: [{}]", columns.join(", ")),
    ];
    which.extend(pages(table.pages.as_ref()));
    format!("env_op.answer_table(#{{ {} }});", which.join(", "))
}

/// What leads to further pages, as an entry of a map.
fn pages(pager: Option<&Pager>) -> Option<String> {
    pager.map(|it| format!("pages: {}", quote(&it.to_string())))
}

/// The call that does an action on the elements in these variables.
pub(super) fn call(action: &Action<Locator<Expr>, Expr>, elements: &[&str]) -> String {
    let element = elements.first().unwrap_or(&"-1");
    match action {
        Action::OpenApp { app } => format!("env_op.open_app({app})"),
        Action::Click { .. } => format!("env_op.click({element})"),
        Action::DoubleTap { .. } => format!("env_op.double_tap({element})"),
        Action::LongPress { .. } => format!("env_op.long_press({element})"),
        Action::RightClick { .. } => format!("env_op.right_click({element})"),
        Action::Hover { .. } => format!("env_op.hover({element})"),
        Action::DragTo { .. } => format!("env_op.drag_to({})", elements.join(", ")),
        Action::ClickAt { at, .. } => format!("env_op.click_at({at}, {element})"),
        Action::DragAlong { path, .. } => format!("env_op.drag_along({path}, {element})"),
        Action::SelectText { text, .. } => format!("env_op.select_text({text}, {element})"),
        Action::SelectOption { option, .. } => format!("env_op.select_option({option}, {element})"),
        Action::UploadFiles { files, .. } => format!("env_op.upload_files({files}, {element})"),
        Action::InputText {
            target: None, text, ..
        } => format!("env_op.input_text({text})"),
        Action::InputText { text, clear, .. } => format!("env_op.input_text({text}, {element}, {clear})"),
        Action::Scroll {
            target: Some(_),
            direction,
        } => format!("env_op.scroll(\"{direction}\", {element})"),
        Action::Scroll {
            target: None,
            direction,
        } => format!("env_op.scroll(\"{direction}\")"),
        Action::Swipe { direction } => format!("env_op.swipe(\"{direction}\")"),
        Action::KeyboardEnter => "env_op.press_enter()".to_owned(),
        Action::PressKeys { keys } => format!("env_op.press_keys({keys})"),
        Action::AnswerDialog { accept, text: None } => format!("env_op.answer_dialog({accept})"),
        Action::AnswerDialog {
            accept,
            text: Some(text),
        } => format!("env_op.answer_dialog({accept}, {text})"),
        Action::NavigateBack => "env_op.go_back()".to_owned(),
        Action::NavigateHome => "env_op.go_home()".to_owned(),
        Action::SwitchWindow { title } => format!("env_op.switch_window({title})"),
        Action::OpenLink { link } => format!("env_op.open_link({link})"),
        Action::Wait => "env_op.wait()".to_owned(),
        Action::Answer { text } => format!("env_op.answer({text})"),
        Action::Status { goal_status } => format!("env_op.stop(\"{goal_status}\")"),
    }
}

/// What shows that any of several alike will do.
pub(crate) fn shown_by(seeds: &[u64]) -> String {
    let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
    format!("each of them was rewarded on the instances {}", seeds.join(", "))
}

/// What is said of a step whose target is any of several alike.
pub(super) fn any_of(alike: &[u64]) -> String {
    match alike {
        [] => String::new(),
        seeds => format!(" Any of several alike: {}.", shown_by(seeds)),
    }
}

/// A value as a Rhai literal.
pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::Text(text) => quote(text),
        Value::List(all) => format!(
            "[{}]",
            all.iter().map(|it| quote(it)).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// The line that begins the rounds over the rows that are meant; `shown` prints an element.
pub(super) fn each_found(of: &FoundRows, mut shown: impl FnMut(&Locator<Expr>) -> String) -> String {
    let mut arguments = vec![shown(&of.mark), of.up.to_string(), shown(&of.press)];
    let method = match &of.which {
        Which::Again => "press_duplicate",
        Which::OpenedAgain => "open_duplicate",
        Which::Saying(it) => {
            arguments.push(it.text.to_string());
            arguments.extend(it.part.as_ref().map(shown));
            match it.within_words {
                true => "open_row_containing",
                false => "open_row_saying",
            }
        }
    };
    format!("while env_op.{method}({}) {{", arguments.join(", "))
}

/// The call that reads a part of the page's address.
pub(super) fn read_address(form: &str) -> String {
    format!("env_op.read_address({})", quote(form))
}

/// The call that reads rows, where they stand and what their cells are called included.
pub(super) fn read_rows(mark: &str, up: usize, sites: Option<&Sites>, known: &[String]) -> String {
    let mut more = Vec::new();
    if let Some(sites) = sites {
        let cell = |(name, site): &(String, Site)| format!("{}: {}", quote(name), quote(&site.to_string()));
        let cells: Vec<String> = sites.cells.iter().map(cell).collect();
        more.push(format!("list: {}", quote(&sites.list)));
        more.push(format!("mark: {}", quote(&sites.mark.to_string())));
        more.push(format!("cells: #{{ {} }}", cells.join(", ")));
    }
    if !known.is_empty() {
        let known: Vec<String> = known.iter().map(|it| quote(it)).collect();
        more.push(format!("known: [{}]", known.join(", ")));
    }
    if more.is_empty() {
        return format!("env_op.read_rows({mark}, {up})");
    }
    format!("env_op.read_rows({mark}, {up}, #{{ {} }})", more.join(", "))
}
