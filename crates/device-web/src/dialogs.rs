//! Dialogs on a page: while one is open it stands still, and what is done answers the dialog.

use device::DeviceError;
use serde_json::json;
use ui::{ActionKind, ElementId, HardAction, Screen};

use crate::{
    cdp::CdpError,
    dialog::{ANSWER_DIALOG, Dialog, Dialogs},
    page::Page,
};

/// How long a dialog is waited for that is to be answered.
const COMES_MS: u32 = 1_000;

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
            | HardAction::ClickAt { .. }
            | HardAction::DragAlong { .. }
            | HardAction::SelectText { .. }
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
