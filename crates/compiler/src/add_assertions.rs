//! Program to the same program with assertions, as the script language calls them: that a step led to the screen it leads to, that a field holds what was
//! typed before something is done that nothing takes back, and that what a tap turns over is as it was.
//!
//! A step whose target has a name and words of its own checks its screen by finding it; the others, and the end
//! of the function, need an assertion of their own.

use strings::Expr;
use ui::{Action, Locator, Means};

use crate::{
    confirmation::confirms,
    landmark::identifies_the_screen,
    program::{Kind, Program, Stmt},
    soft::HELD,
};

/// The program with every assertion but those that are left out, by their number from 0 in reading order. Those that it has
/// already are counted, and stay.
pub fn add_assertions(program: &Program, left_out: &[usize]) -> Program {
    let mut assertions = Assertions { left_out, next: 0 };
    Program {
        body: assertions.block(&program.body, true),
        ..program.clone()
    }
}

struct Assertions<'a> {
    left_out: &'a [usize],
    next: usize,
}

impl Assertions<'_> {
    /// Whether the next assertion is one that stays.
    fn stays(&mut self) -> bool {
        let stays = !self.left_out.contains(&self.next);
        self.next += 1;
        stays
    }

    fn add(&mut self, all: &mut Vec<Stmt>, kind: Kind, of: &Stmt) {
        if self.stays() {
            all.push(Stmt::new(kind, of.sources.clone()));
        }
    }

    /// A block with its assertions. What follows the end of a round or a branch is not known here; the end of the
    /// function is.
    fn block(&mut self, body: &[Stmt], whole: bool) -> Vec<Stmt> {
        let mut all: Vec<Stmt> = Vec::new();
        // What was typed on the screen in front.
        let mut typed: Vec<(Locator<Expr>, Expr)> = Vec::new();
        for (at, stmt) in body.iter().enumerate() {
            let mut stmt = stmt.clone();
            let Kind::Act {
                action,
                optional,
                arrival,
                lasting,
                ..
            } = &stmt.kind
            else {
                typed.clear();
                // What the program asserts itself stays, and is counted where it stands.
                self.next += usize::from(matches!(stmt.kind, Kind::Arrive(_) | Kind::Holds { .. }));
                for inner in stmt.kind.blocks_mut() {
                    *inner = self.block(inner, false);
                }
                all.push(stmt);
                continue;
            };
            if lasting.is_some_and(|it| it.means == Means::Control) {
                for (field, text) in typed.drain(..) {
                    self.add(&mut all, Kind::Holds { field, text }, &stmt);
                }
            }
            match action {
                Action::InputText {
                    target: Some(field),
                    text,
                    clear: true,
                } if !optional && !text.inputs().contains(&HELD) => typed.push((field.clone(), text.clone())),
                _ if arrival.is_some() => typed.clear(),
                _ => {}
            }
            let arrival = arrival.clone().filter(|_| !optional);
            let checked_by_next = match body.get(at + 1).map(|it| &it.kind) {
                // What is found by the same was there before: it says nothing of a screen that came.
                Some(Kind::Act {
                    action: next,
                    optional,
                    ..
                }) => {
                    let again = |it: &Locator<Expr>| action.target().is_some_and(|own| own.asks_same(it));
                    let target = next.target().filter(|it| !again(it));
                    !optional && target.is_some_and(identifies_the_screen)
                }
                Some(_) => false,
                None => !whole,
            };
            if let Kind::Act { was, optional, .. } = &mut stmt.kind
                && was.is_some()
                && (*optional || !self.stays())
            {
                *was = None;
            }
            all.push(stmt.clone());
            // That the next screen is there says nothing of what this step has done.
            if let Some(landmark) = arrival.filter(|it| !checked_by_next || confirms(it)) {
                self.add(&mut all, Kind::Arrive(landmark), &stmt);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use ui::{Key, Status};

    use super::*;
    use crate::{consequence::of_locators, emit::story_with_assertions, program::Reach};

    fn by(key: Key, value: &str) -> Locator<Expr> {
        Locator::by(key, Expr::from(value)).described(value)
    }

    fn act(action: Action<Locator<Expr>, Expr>, arrival: Option<&str>) -> Stmt {
        let kind = Kind::Act {
            lasting: of_locators(&action),
            action,
            optional: false,
            reach: Reach::Wait,
            expect: None,
            arrival: arrival.map(|it| by(Key::ResourceName, it)),
            among: None,
            alike: Vec::new(),
            was: None,
            wanted: None,
        };
        Stmt::new(kind, Vec::new())
    }

    fn click(target: Locator<Expr>, arrival: Option<&str>) -> Stmt {
        act(Action::Click { target }, arrival)
    }

    fn program(body: Vec<Stmt>) -> Program {
        Program {
            name: "f".to_owned(),
            description: "Do it.".to_owned(),
            params: Vec::new(),
            made: Vec::new(),
            example: task::Params::new(),
            body: [body, vec![Stmt::new(Kind::Stop(Status::Complete), Vec::new())]].concat(),
        }
    }

    fn assertions(program: &Program, left_out: &[usize]) -> Vec<String> {
        let printed = story_with_assertions(&add_assertions(program, left_out));
        let text: Vec<&str> = printed.script.source.lines().collect();
        printed
            .assertions
            .iter()
            .map(|it| text[it - 1].trim().to_owned())
            .collect()
    }

    #[test]
    fn a_screen_is_checked_where_the_next_step_does_not_do_it() {
        let named = Locator {
            or_else: vec![by(Key::Text, "Note")],
            ..by(Key::ResourceName, "note")
        };
        let body = vec![
            click(by(Key::Text, "New"), Some("first screen")),
            click(named, Some("second screen")),
            click(by(Key::Text, "Done"), Some("last screen")),
        ];
        let all = ["env_op.expect(second_screen());", "env_op.expect(last_screen());"];
        assert_eq!(assertions(&program(body.clone()), &[]), all);
        assert_eq!(assertions(&program(body), &[0]), all[1..]);
    }

    #[test]
    fn what_a_step_says_of_itself_is_waited_for_even_where_the_next_screen_is_there() {
        let mut said = click(by(Key::Text, "Save"), None);
        let Kind::Act { arrival, .. } = &mut said.kind else {
            unreachable!("an action")
        };
        *arrival = Some(by(Key::Text, "It was saved"));
        let named = Locator {
            or_else: vec![by(Key::Text, "Notes")],
            ..by(Key::ResourceName, "notes")
        };
        let body = vec![said, click(named, None)];
        assert_eq!(
            assertions(&program(body), &[]),
            ["env_op.expect(it_was_saved());"]
        );
    }

    #[test]
    fn what_a_dialog_calls_as_the_button_before_it_is_pressed_once_the_dialog_is_there() {
        let named = Locator {
            or_else: vec![by(Key::Text, "Delete")],
            ..by(Key::ResourceName, "delete")
        };
        let body = vec![click(named.clone(), Some("dialog")), click(named, None)];
        assert_eq!(assertions(&program(body), &[]), ["env_op.expect(dialog());"]);
    }

    #[test]
    fn what_a_tap_turns_over_is_checked_before() {
        let mut switch = click(by(Key::ResourceName, "wifi"), None);
        let Kind::Act { was, .. } = &mut switch.kind else {
            unreachable!("an action")
        };
        *was = Some(true);
        let turned = program(vec![switch, click(by(Key::Text, "Done"), None)]);
        assert_eq!(
            assertions(&turned, &[]),
            ["assert(env_op.is_checked(wifi()), \"wifi is already off\");"]
        );
        assert!(assertions(&turned, &[0]).is_empty());
        assert!(
            !crate::emit::story(&turned).source.contains("is_checked"),
            "only what is verified is checked"
        );
    }

    #[test]
    fn what_was_typed_is_read_before_it_is_sent_and_not_before_other_taps() {
        let typed = act(
            Action::InputText {
                target: Some(by(Key::HintText, "Message")),
                text: Expr::Input("text".to_owned()),
                clear: true,
            },
            None,
        );
        let sends = program(vec![
            typed.clone(),
            click(by(Key::ContentDescription, "Send"), None),
        ]);
        assert_eq!(
            assertions(&sends, &[]),
            [
                "assert(env_op.read_text(message()).starts_with(text), \"the field does not hold what was typed\");"
            ]
        );
        let other = program(vec![typed, click(by(Key::ContentDescription, "Next"), None)]);
        assert!(assertions(&other, &[]).is_empty());
    }
}
