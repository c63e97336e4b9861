//! Menus: their lines, and what each tells the app.

use std::borrow::Cow;

use crate::msg::Msg;

/// One line of a menu.
#[derive(Clone, Debug)]
pub struct MenuItem {
    /// What it says.
    pub title: Cow<'static, str>,
    /// What it tells the app.
    pub msg: Option<Msg>,
    /// A tick or radio button beside it.
    pub check: Option<bool>,
    /// Takes taps.
    pub enabled: bool,
    /// The menu it opens.
    pub sub: Vec<MenuItem>,
}

impl MenuItem {
    /// A line that tells the app something.
    pub fn new(title: impl Into<Cow<'static, str>>, msg: impl Into<Msg>) -> Self {
        Self {
            title: title.into(),
            msg: Some(msg.into()),
            check: None,
            enabled: true,
            sub: Vec::new(),
        }
    }

    /// A line that opens another menu.
    pub fn submenu(title: impl Into<Cow<'static, str>>, sub: Vec<MenuItem>) -> Self {
        Self {
            title: title.into(),
            msg: None,
            check: None,
            enabled: true,
            sub,
        }
    }

    /// With a tick or radio button.
    pub fn checked(mut self, checked: bool) -> Self {
        self.check = Some(checked);
        self
    }

    /// Taking taps or not.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }
}

/// A menu that a widget opens.
#[derive(Clone, Debug)]
pub struct Popup {
    /// Its lines.
    pub items: Vec<MenuItem>,
    /// Whether it is a spinner's list, whose lines are `CheckedTextView`s.
    pub spinner: bool,
}
