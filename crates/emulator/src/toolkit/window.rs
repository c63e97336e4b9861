//! Windows: what lies over what, and which of them takes the taps.

use super::view::View;

/// What kind of window it is, which says where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// An activity: everything between status bar and navigation bar or keyboard.
    Activity,
    /// The whole screen, under the bars: launcher and shade.
    Screen,
    /// A dialog in the middle of the screen.
    Dialog,
    /// A sheet at the bottom of the screen.
    Sheet,
    /// A navigation drawer at the left edge.
    Drawer,
    /// A menu that hangs on a widget: right and top edge of the room it has.
    Menu {
        /// Where it hangs, in pixels.
        right: i32,
        /// Its top, in pixels.
        top: i32,
    },
    /// The bar over a text selection; what is below still takes taps.
    Toolbar {
        /// Its top, in pixels.
        top: i32,
    },
    /// A message that goes away by itself; what is below still takes taps.
    Toast,
}

impl WindowKind {
    /// Whether nothing below takes taps or is reported.
    pub fn is_modal(self) -> bool {
        match self {
            WindowKind::Activity
            | WindowKind::Screen
            | WindowKind::Dialog
            | WindowKind::Sheet
            | WindowKind::Drawer
            | WindowKind::Menu { .. } => true,
            WindowKind::Toolbar { .. } | WindowKind::Toast => false,
        }
    }
}

/// One window.
#[derive(Clone, Debug)]
pub struct Window {
    /// Where it stands.
    pub kind: WindowKind,
    /// Its widgets.
    pub root: View,
    /// The package it belongs to, where it is not the app's.
    pub package: Option<&'static str>,
    /// Whether a tap outside closes it, as the back key does.
    pub cancelable: bool,
}

impl Window {
    /// An activity's window.
    pub fn activity(root: View) -> Self {
        Self {
            kind: WindowKind::Activity,
            root,
            package: None,
            cancelable: false,
        }
    }

    /// A window over what is there, closed by a tap beside it.
    pub fn over(kind: WindowKind, root: View) -> Self {
        Self {
            kind,
            root,
            package: None,
            cancelable: true,
        }
    }

    /// Of another package than the app's.
    pub fn of(mut self, package: &'static str) -> Self {
        self.package = Some(package);
        self
    }
}
