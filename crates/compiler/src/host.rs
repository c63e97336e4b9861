//! What the host gives a script, as far as `check` must know it: names and numbers of arguments.

/// A function or method of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFunction {
    /// Its name; methods of `env_op` without the object.
    pub name: &'static str,
    /// The numbers of arguments it takes, without the object.
    pub arities: &'static [usize],
}

const fn host(name: &'static str, arities: &'static [usize]) -> HostFunction {
    HostFunction { name, arities }
}

/// Methods of `env_op`. What they do is documented where the runtime defines them.
pub const ENV_OP: &[HostFunction] = &[
    host("open_app", &[1]),
    host("find_element", &[1]),
    host("element_exists", &[1]),
    host("wait_for", &[1]),
    host("scroll_to_element", &[1]),
    host("find_elements", &[1]),
    host("read_all", &[1]),
    host("count_elements", &[1]),
    host("click", &[1]),
    host("double_tap", &[1]),
    host("long_press", &[1]),
    host("right_click", &[1]),
    host("hover", &[1]),
    host("drag_to", &[2]),
    host("input_text", &[1, 2, 3]),
    host("select_option", &[2]),
    host("upload_files", &[2]),
    host("read_text", &[1]),
    host("is_checked", &[1]),
    host("scroll", &[1, 2]),
    host("swipe", &[1]),
    host("press_enter", &[0]),
    host("press_keys", &[1]),
    host("answer_dialog", &[1, 2]),
    host("go_back", &[0]),
    host("go_home", &[0]),
    host("switch_window", &[1]),
    host("open_link", &[1]),
    host("wait", &[0]),
    host("get_cur_ui_element_list", &[0]),
    host("ask_mllm", &[2]),
    host("answer", &[1]),
    host("stop", &[1]),
    host("log", &[1]),
];

/// Methods of `env_op` whose first argument is a locator map.
pub const LOCATING: &[&str] = &[
    "find_element",
    "element_exists",
    "wait_for",
    "scroll_to_element",
    "find_elements",
    "read_all",
    "count_elements",
];

/// Those of them that must say what they look for.
pub const DESCRIBED: &[&str] = &["find_element", "scroll_to_element"];

/// Functions beside those of the string language.
pub const FREE: &[HostFunction] = &[
    host("assert", &[1, 2]),
    host("characters", &[1]),
    host("items", &[1]),
    host("lookup", &[2]),
];

/// Keys of a locator map beside those of [`ui::Key`].
pub const EXTRA_KEYS: &[&str] = &[
    "additional_actions",
    "any_of_alike",
    "near",
    "nth",
    "or_else",
    "target_description",
];
