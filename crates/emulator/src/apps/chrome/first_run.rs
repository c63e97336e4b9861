//! What Chrome asks when it is started for the first time: its terms, an account, and notifications.

use crate::{
    msg::chrome::Msg,
    paint::IconName,
    toolkit::{Dim, View, button, check_row, column, image, row, spacer, text},
};

/// How far the questions are answered.
#[derive(Clone, Debug)]
pub struct FirstRun {
    step: Step,
    statistics: bool,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Terms,
    Account,
    Notifications,
}

impl Default for FirstRun {
    fn default() -> Self {
        Self {
            step: Step::Terms,
            statistics: true,
        }
    }
}

impl FirstRun {
    /// Take an answer; says whether it was the last one.
    pub fn answered(&mut self, msg: Msg) -> bool {
        match (self.step, msg) {
            (Step::Terms, Msg::Statistics) => self.statistics = !self.statistics,
            (Step::Terms, Msg::Accept) => self.step = Step::Account,
            (Step::Account, Msg::NoThanks) => self.step = Step::Notifications,
            (Step::Notifications, Msg::NoThanks) => return true,
            (Step::Terms | Step::Account | Step::Notifications, _) => {}
        }
        false
    }

    /// The page of the question.
    pub fn view(&self) -> View {
        match self.step {
            Step::Terms => page(
                "Welcome to Chrome",
                vec![
                    text("By continuing, you agree to the Terms of Service.")
                        .id("tos_and_privacy")
                        .wide()
                        .pad(24, 8),
                    check_row(
                        "Help make Chrome better by sending usage statistics and crash reports to Google",
                        self.statistics,
                        Msg::Statistics,
                    )
                    .id("send_report_checkbox"),
                ],
                vec![plain("Accept & continue", "terms_accept", Msg::Accept)],
            ),
            Step::Account => page(
                "Turn on sync?",
                vec![words("Get your bookmarks, passwords and more on all devices")],
                vec![
                    plain("No thanks", "negative_button", Msg::NoThanks),
                    spacer().high(1),
                    plain("Yes, I’m in", "positive_button", Msg::SignIn),
                ],
            ),
            Step::Notifications => page(
                "Chrome notifications make things easier",
                vec![words(
                    "See downloads, media controls and other updates from Chrome",
                )],
                vec![
                    plain("No thanks", "negative_button", Msg::NoThanks),
                    spacer().high(1),
                    plain("Yes, I’m in", "positive_button", Msg::Notify),
                ],
            ),
        }
    }
}

fn words(said: &'static str) -> View {
    text(said).wide().pad(24, 8)
}

fn plain(label: &'static str, id: &'static str, msg: Msg) -> View {
    button(label, msg).as_written().id(id)
}

fn page(title: &'static str, parts: Vec<View>, buttons: Vec<View>) -> View {
    let mut all = vec![
        image(IconName::Ring).wide().high(160),
        text(title).id("title").size(24).wide().pad(24, 16),
    ];
    all.extend(parts);
    let buttons = row(buttons).wide().high(64).pad(16, 8);
    column([column(all).wide().height(Dim::Share(1)), buttons]).fill()
}
