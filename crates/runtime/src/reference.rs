//! What a script can call, as data and as a page; from the doc comments of the functions themselves.

use std::{collections::BTreeSet, fmt::Write, sync::LazyLock};

use rhai::Engine;
use settings::{Call, Request};
use ui::ActionKind;

use crate::host;

/// A function that a script can call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFunction {
    /// Its name.
    pub name: String,
    /// What it takes; a function with several forms is listed once for each.
    pub params: Vec<String>,
    /// What it does.
    pub doc: String,
    /// Whether it is called on `env_op`.
    pub on_env_op: bool,
}

impl HostFunction {
    /// A call of it, as a script writes it.
    pub fn call(&self) -> String {
        let object = if self.on_env_op { "env_op." } else { "" };
        format!("{object}{}({})", self.name, self.params.join(", "))
    }
}

static HOST: LazyLock<Vec<HostFunction>> = LazyLock::new(|| {
    let mut engine = Engine::new_raw();
    engine.register_global_module(rhai::exported_module!(host::env_op).into());
    engine.register_global_module(rhai::exported_module!(host::plain).into());
    let mut all = engine.collect_fn_metadata(
        None,
        |it| {
            let name_of = |it: &str| it.split(':').next().unwrap_or(it).trim().to_owned();
            let mut params: Vec<String> = it.metadata.params_info.iter().map(|it| name_of(it)).collect();
            let on_env_op = params.first().is_some_and(|it| it == host::NAME);
            if on_env_op {
                params.remove(0);
            }
            let lines = it.metadata.comments.iter().flat_map(|it| it.lines());
            let doc: Vec<&str> = lines.map(|it| it.trim_start_matches('/').trim()).collect();
            Some(HostFunction {
                name: it.metadata.name.to_string(),
                params,
                doc: doc.join(" "),
                on_env_op,
            })
        },
        true,
    );
    all.sort_by(|a, b| (!a.on_env_op, &a.name, a.params.len()).cmp(&(!b.on_env_op, &b.name, b.params.len())));
    all
});

/// Every function of `env_op`, then the plain ones, by name.
pub fn host_functions() -> &'static [HostFunction] {
    &HOST
}

/// The text functions: name, number of arguments, what it does.
pub fn text_functions() -> impl Iterator<Item = (&'static str, usize, &'static str)> {
    strings::functions().iter().map(|it| (it.name, it.arity, it.doc))
}

/// What an action is called by scripts, where a device may lack it.
const ACTIONS: [(&str, ActionKind); 22] = [
    ("open_app", ActionKind::OpenApp),
    ("double_tap", ActionKind::DoubleTap),
    ("long_press", ActionKind::LongPress),
    ("right_click", ActionKind::RightClick),
    ("hover", ActionKind::Hover),
    ("drag_to", ActionKind::DragTo),
    ("click_at", ActionKind::ClickAt),
    ("drag_along", ActionKind::DragAlong),
    ("select_text", ActionKind::SelectText),
    ("select_option", ActionKind::SelectOption),
    ("upload_files", ActionKind::UploadFiles),
    ("scroll", ActionKind::Scroll),
    ("swipe", ActionKind::Swipe),
    ("press_enter", ActionKind::KeyboardEnter),
    ("press_keys", ActionKind::PressKeys),
    ("answer_dialog", ActionKind::AnswerDialog),
    ("go_back", ActionKind::NavigateBack),
    ("go_home", ActionKind::NavigateHome),
    ("switch_window", ActionKind::SwitchWindow),
    ("open_link", ActionKind::OpenLink),
    ("wait", ActionKind::Wait),
    ("answer", ActionKind::Answer),
];

/// What the functions of the library are written with. A model writes the steps out, as the paper does, and is not told
/// of them.
pub const OF_STORIES: [&str; 20] = [
    "answer_table",
    "expect",
    "expect_together",
    "expect_gone",
    "open_duplicate",
    "open_row_containing",
    "open_row_saying",
    "press_duplicate",
    "read_address",
    "read_rows",
    "records",
    "records_below",
    "records_saying",
    "records_where",
    "require",
    "rows_are_done",
    "rows_to_do",
    "scroll_to",
    "today",
    "turn_to_row",
];

/// Forms of functions, by name and number of arguments, that a person may want to write. A model does without.
pub const OF_PEOPLE: [(&str, usize); 4] = [
    ("wait_for", 2),
    ("click_at", 2),
    ("drag_along", 2),
    ("select_text", 2),
];

/// The reference for somebody who reads it by the token: a line for each function, without those of actions that a
/// device which takes only `actions` lacks, and without those of [`OF_STORIES`] and [`OF_PEOPLE`].
pub fn reference_in_short(actions: &BTreeSet<ActionKind>) -> String {
    let (flags, texts): (Vec<_>, Vec<_>) = ui::Key::told().partition(|it| it.is_flag());
    let listed = |keys: &[ui::Key]| {
        let names: Vec<String> = keys.iter().map(|it| format!("`{it}`")).collect();
        names.join(", ")
    };
    let mut page = format!(
        "A locator is a map; all its keys must hold: {}; `true` or `false`: {}; and\n\n{EXTRA_KEYS}\n\
         On the device, as `env_op.click(index)`:\n\n",
        listed(&texts),
        listed(&flags),
    );
    let lacks = |name: &str| {
        let action = ACTIONS.iter().find(|(it, _)| *it == name);
        action.is_some_and(|(_, it)| !actions.contains(it))
    };
    let is_told = |it: &&HostFunction| {
        let form = (it.name.as_str(), it.params.len());
        !OF_STORIES.contains(&form.0) && !OF_PEOPLE.contains(&form)
    };
    let line = |page: &mut String, call: &str, doc: &str| {
        // Writing to a string can't fail.
        let _ = writeln!(page, "- {call}: {doc}");
    };
    let call = |it: &HostFunction| format!("{}({})", it.name, it.params.join(", "));
    for it in host_functions()
        .iter()
        .filter(|it| it.on_env_op && is_told(it) && !lacks(&it.name))
    {
        line(&mut page, &call(it), &it.doc);
    }
    page.push_str(
        "\nOn texts and lists; where there is no such value (no such part, no number), the run ends:\n\n",
    );
    let plain = host_functions().iter().filter(|it| !it.on_env_op);
    for it in plain.filter(is_told) {
        line(&mut page, &call(it), &it.doc);
    }
    for (name, arity, doc) in text_functions() {
        // An example says what its arguments are.
        match doc.rsplit_once(&format!(": {name}(")) {
            Some((what, example)) => line(
                &mut page,
                &format!("{name}({}", example.trim_end_matches('.')),
                what,
            ),
            None => line(&mut page, &text_call(name, arity), doc),
        }
    }
    page.trim_end().to_owned()
}

/// The keys of a locator that are no attributes of an element.
const EXTRA_KEYS: &str = "\
- `additional_actions`: of `long_press`, `input_text`, `swipe`, what it must be able to do
- `near`: of all that fit, those that share the innermost container with an element whose text, description, label or value is exactly this, but none that stands with another one of that kind there, in a row, an entry or a card of its own, and of several beside a heading those on its line; a list of texts where all of them have to stand there, as two cells that only together tell a row; `nth` counts what is left
- `nth`: of all that fit, the n-th; 1 is the first, -1 the last, `\"2 of 5\"` the second if there are five
- `or_else`: a map, or a list of maps: other ways to the same element, for where this one fails
- `target_description`: what it is, for people and where several fit
";

/// A call of a text function.
fn text_call(name: &str, arity: usize) -> String {
    let params: Vec<&str> = ["text", "a", "b"].into_iter().take(arity).collect();
    format!("{name}({})", params.join(", "))
}

/// The reference as a page of Markdown.
pub fn reference() -> String {
    let mut page = String::from(
        "# What a script can call\n\n\
         Made from the doc comments of `crates/runtime/src/host.rs` and the table of `crates/strings`; \
         do not edit.\n\n## The device\n\n\
         A map names an element by these keys; all that are given must hold:\n\n",
    );
    for key in ui::Key::ALL {
        let kind = if key.is_flag() { " (`true` or `false`)" } else { "" };
        let _ = writeln!(page, "- `{key}`{kind}");
    }
    page.push_str(EXTRA_KEYS);
    page.push_str(
        "\nWhere a function takes an `index` (or `to`), such a map will do as well: the element is then required, as by \
         `require`.\n\n",
    );
    let line = |page: &mut String, call: &str, doc: &str| {
        // Writing to a string can't fail.
        let _ = writeln!(page, "### `{call}`\n\n{doc}\n");
    };
    for it in host_functions().iter().filter(|it| it.on_env_op) {
        line(&mut page, &it.call(), &it.doc);
    }
    page.push_str("## Without a device\n\n");
    for it in host_functions().iter().filter(|it| !it.on_env_op) {
        line(&mut page, &it.call(), &it.doc);
    }
    page.push_str("## Texts\n\n");
    for (name, arity, doc) in text_functions() {
        line(&mut page, &text_call(name, arity), doc);
    }
    // Writing to a string can't fail.
    let _ = write!(
        page,
        "## Texts, in learnt programs\n\nWhat `{}` makes of examples may call these as well.\n\n",
        Call::new(Request::Synth)
    );
    for it in strings::learnt_functions() {
        line(&mut page, &text_call(it.name, it.arity), it.doc);
    }
    page.trim_end().to_owned() + "\n"
}
