//! Dialogs of the browser (alert, confirm, prompt, and the question before leaving): while one is open the page stands
//! still, so it is a screen of its own, which is answered.

use device::DeviceError;
use picture::{Align, Canvas, Color, PictureError};
use serde_json::{Value, json};
use ui::{ActionKind, Element, ElementId, HardAction, Rect, Screen};

use crate::{
    cdp::{ANSWER_DIALOG, CdpError},
    page::Page,
};

/// How long a dialog is waited for that is to be answered.
const COMES_MS: u32 = 1_000;
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

/// An open dialog.
#[derive(Clone, Debug)]
pub struct Dialog {
    kind: String,
    /// What it says.
    pub message: String,
    /// What a prompt offers as its text.
    pub offered: String,
}

impl Dialog {
    /// The dialog of the browser's event.
    pub fn of(event: &Value) -> Self {
        let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
        let kind = text("type");
        Self {
            kind: kind.to_owned(),
            message: if kind == "beforeunload" {
                LEAVE
            } else {
                text("message")
            }
            .to_owned(),
            offered: text("defaultPrompt").to_owned(),
        }
    }

    pub(crate) fn asks_for_text(&self) -> bool {
        self.kind == "prompt"
    }

    /// The names of its buttons; the first agrees.
    fn buttons(&self) -> &'static [&'static str] {
        match self.kind.as_str() {
            "alert" => &["OK"],
            "beforeunload" => &["Leave", "Cancel"],
            _ => &["OK", "Cancel"],
        }
    }

    /// What it shows, over an app of this size.
    pub(crate) fn screen(&self, app: String, size: (u32, u32)) -> Screen {
        Screen {
            app,
            activity: format!("{} dialog", self.kind),
            size,
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

impl Page {
    /// Leave dialogs open until they are answered.
    pub(crate) fn keep_dialogs(&mut self) {
        self.cdp.dialogs = Dialogs::Kept;
    }

    /// The screen of the dialog that is open.
    pub(crate) fn dialog_screen(&mut self) -> Option<Screen> {
        let dialog = self.cdp.dialog()?.clone();
        let app = self.seen.as_ref().map(|it| it.app.clone()).unwrap_or_default();
        let screen = dialog.screen(app, self.viewport());
        self.direct.clear();
        self.seen = Some(screen.clone());
        Some(screen)
    }

    /// A picture of the dialog that is open: the page under it draws nothing.
    pub(crate) fn dialog_picture(&mut self) -> Option<Result<Vec<u8>, DeviceError>> {
        let dialog = self.cdp.dialog()?.clone();
        Some(dialog.picture(self.viewport()).map_err(|it| DeviceError::Lost {
            doing: "screenshot".to_owned(),
            reason: it.to_string(),
        }))
    }

    /// Do an action while a dialog is open: it is answered, by its buttons or as a whole; all else is refused.
    pub(crate) fn act_on_dialog(&mut self, dialog: &Dialog, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::AnswerDialog { accept, text } => self.answer_dialog(dialog, *accept, text.as_deref()),
            HardAction::Click { target } => match self.button_of_dialog(dialog, *target) {
                Some(accept) => self.answer_dialog(dialog, accept, None),
                None => Err(open(dialog)),
            },
            HardAction::Wait | HardAction::Answer { .. } | HardAction::Status { .. } => Ok(()),
            HardAction::OpenApp { .. }
            | HardAction::DoubleTap { .. }
            | HardAction::LongPress { .. }
            | HardAction::RightClick { .. }
            | HardAction::Hover { .. }
            | HardAction::DragTo { .. }
            | HardAction::InputText { .. }
            | HardAction::SelectOption { .. }
            | HardAction::UploadFiles { .. }
            | HardAction::Scroll { .. }
            | HardAction::Swipe { .. }
            | HardAction::KeyboardEnter
            | HardAction::PressKeys { .. }
            | HardAction::NavigateBack
            | HardAction::NavigateHome
            | HardAction::SwitchWindow { .. }
            | HardAction::OpenLink { .. } => Err(open(dialog)),
        }
    }

    /// Answer the dialog that is open or opens now.
    pub(crate) fn answer_next_dialog(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        if self.cdp.dialogs == Dialogs::Agreed {
            return Err(DeviceError::Unsupported {
                action: ActionKind::AnswerDialog,
            });
        }
        match self.evaluate(&format!("autorpa.pause({COMES_MS})")) {
            Ok(_) => Err(DeviceError::NoDialog),
            Err(DeviceError::DialogOpen { .. }) => match self.cdp.dialog().cloned() {
                Some(dialog) => self.act_on_dialog(&dialog, action),
                None => Err(DeviceError::NoDialog),
            },
            Err(error) => Err(error),
        }
    }

    /// What a button of the dialog on the last observation answers.
    fn button_of_dialog(&self, dialog: &Dialog, target: ElementId) -> Option<bool> {
        let element = self.seen.as_ref()?.get(target).filter(|it| it.clickable)?;
        let name = element.text.as_deref()?;
        let nth = dialog.buttons().iter().position(|it| *it == name)?;
        Some(nth == 0)
    }

    fn answer_dialog(
        &mut self,
        dialog: &Dialog,
        accept: bool,
        text: Option<&str>,
    ) -> Result<(), DeviceError> {
        if let Some(text) = text.filter(|_| !dialog.asks_for_text()) {
            return Err(DeviceError::NotTaken {
                value: text.to_owned(),
                reason: "the dialog asks for no text",
            });
        }
        let text = text.unwrap_or(&dialog.offered);
        self.seen = None;
        self.unheard = true;
        match self
            .cdp
            .call(ANSWER_DIALOG, json!({ "accept": accept, "promptText": text }))
        {
            Ok(_) | Err(CdpError::Dialog { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        // The press that opened it waits for nothing any more. The page goes on, maybe with the next dialog.
        match self.evaluate("autorpa.pressed(0, 0)") {
            Ok(_) | Err(DeviceError::DialogOpen { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn open(dialog: &Dialog) -> DeviceError {
    DeviceError::DialogOpen {
        message: dialog.message.clone(),
    }
}
