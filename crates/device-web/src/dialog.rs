//! Dialogs of the browser (alert, confirm, prompt, and the question before leaving): while one is open the page stands
//! still, so it is a screen of its own, which is answered.

use picture::{Align, Canvas, Color, PictureError};
use serde_json::Value;
use ui::{Element, Rect, Screen};

/// The call that answers a dialog, the only one that is heard while one is open.
pub(crate) const ANSWER_DIALOG: &str = "Page.handleJavaScriptDialog";
/// What is asked before a page is left; the browser does not show the page's own words.
const LEAVE: &str = "Leave site? Changes that you made may not be saved.";

/// What becomes of dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialogs {
    /// They are agreed to as soon as they open.
    Agreed,
    /// They stay open until somebody answers.
    Kept,
}

/// A kind of dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It says something.
    Alert,
    /// It asks whether to do something; a kind that the browser may get one day is answered in the same way.
    Confirm,
    /// It asks for a text.
    Prompt,
    /// It asks whether to leave the page.
    BeforeUnload,
}

impl Kind {
    /// The kind by the browser's name.
    fn of(name: &str) -> Self {
        match name {
            "alert" => Kind::Alert,
            "prompt" => Kind::Prompt,
            "beforeunload" => Kind::BeforeUnload,
            _ => Kind::Confirm,
        }
    }

    /// The browser's name.
    fn name(self) -> &'static str {
        match self {
            Kind::Alert => "alert",
            Kind::Confirm => "confirm",
            Kind::Prompt => "prompt",
            Kind::BeforeUnload => "beforeunload",
        }
    }
}

/// An open dialog.
#[derive(Clone, Debug)]
pub struct Dialog {
    kind: Kind,
    /// What it says.
    pub message: String,
    /// What a prompt offers as its text.
    pub offered: String,
}

impl Dialog {
    /// The dialog of the browser's event.
    pub fn of(event: &Value) -> Self {
        let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
        let kind = Kind::of(text("type"));
        let message = match kind {
            Kind::BeforeUnload => LEAVE,
            Kind::Alert | Kind::Confirm | Kind::Prompt => text("message"),
        };
        Self {
            kind,
            message: message.to_owned(),
            offered: text("defaultPrompt").to_owned(),
        }
    }

    pub(crate) fn asks_for_text(&self) -> bool {
        self.kind == Kind::Prompt
    }

    /// The names of its buttons; the first agrees.
    pub(crate) fn buttons(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Alert => &["OK"],
            Kind::BeforeUnload => &["Leave", "Cancel"],
            Kind::Confirm | Kind::Prompt => &["OK", "Cancel"],
        }
    }

    /// What it shows, over an app of this size.
    pub(crate) fn screen(&self, app: String, size: (u32, u32)) -> Screen {
        Screen {
            app,
            activity: format!("{} dialog", self.kind.name()),
            size,
            today: String::new(),
            in_part: Vec::new(),
            elements: self.elements(size),
        }
    }

    /// A picture of it.
    pub(crate) fn picture(&self, (width, height): (u32, u32)) -> Result<Vec<u8>, PictureError> {
        let (black, gray) = (Color::BLACK, Color::rgb(0x808080));
        let mut canvas = Canvas::new(width, height, Color::WHITE);
        for it in self.elements((width, height)) {
            canvas.outline(it.bounds, gray, 1, 4);
            let text = it.text.unwrap_or_default();
            let inner = Rect::new(
                it.bounds.left + 10,
                it.bounds.top + 8,
                it.bounds.right - 10,
                it.bounds.bottom.min(it.bounds.top + 50),
            );
            canvas.text(inner, &text, 16, black, false, Align::Left);
        }
        canvas.png()
    }

    /// What is seen of it, on a page of this size.
    fn elements(&self, (width, height): (u32, u32)) -> Vec<Element> {
        let whole = |it: u32| i32::try_from(it).unwrap_or(i32::MAX);
        let (left, top) = ((whole(width) / 2 - 200).max(0), (whole(height) / 2 - 80).max(0));
        let line = |nth: i32| Rect::new(left + 10, top + 10 + 50 * nth, left + 390, top + 50 + 50 * nth);
        let mut all = vec![Element {
            text: Some(self.message.clone()),
            class_name: Some("dialog".to_owned()),
            role: Some("alertdialog".to_owned()),
            bounds: Rect::new(left, top, left + 400, top + 160),
            path: vec![0],
            enabled: true,
            ..Element::default()
        }];
        if self.asks_for_text() {
            all.push(Element {
                text: Some(self.offered.clone()).filter(|it| !it.is_empty()),
                label: Some(self.message.clone()),
                class_name: Some("input".to_owned()),
                role: Some("textbox".to_owned()),
                bounds: line(1),
                path: vec![0, 0],
                editable: true,
                enabled: true,
                focused: true,
                ..Element::default()
            });
        }
        for (nth, name) in (0..).zip(self.buttons()) {
            let right = left + 390 - 90 * nth;
            all.push(Element {
                text: Some((*name).to_owned()),
                class_name: Some("button".to_owned()),
                role: Some("button".to_owned()),
                bounds: Rect::new(right - 80, top + 115, right, top + 150),
                path: vec![0, u16::try_from(nth + 1).unwrap_or(u16::MAX)],
                clickable: true,
                enabled: true,
                ..Element::default()
            });
        }
        all
    }
}
