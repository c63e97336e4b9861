//! Whether a field took what was typed into it.

use std::sync::Arc;

use trajectory::{Code, Diagnostic};
use ui::Element;

use crate::{session::Session, stop::Stop, wait::Patience};

/// Kinds of fields that show a value otherwise than it is typed.
const WRITTEN_OTHERWISE: [&str; 6] = ["date", "time", "datetime-local", "month", "week", "color"];

/// The role of what holds a number, and may write it with other digits.
const NUMBER: &str = "spinbutton";

/// What is brought to a number instead of being typed into.
const SLIDER: &str = "range";

impl Session {
    /// The field that an index means, if what it holds can be read back.
    pub fn field(&mut self, index: i64) -> Result<Option<Element>, Stop> {
        let (id, _) = self.resolve(index)?;
        let screen = self.screen()?;
        let readable = |it: &&Element| {
            let kind = it.attributes.get("type").map_or("", String::as_str);
            (it.editable || kind == SLIDER) && !it.password && !WRITTEN_OTHERWISE.contains(&kind)
        };
        Ok(screen.get(id).filter(readable).cloned())
    }

    /// Wait until a field holds what was typed into it. A field that went away, or was emptied as a message that is
    /// sent, can't be read.
    pub fn read_back(&mut self, field: &Element, text: &str) -> Result<(), Stop> {
        let deadline = self.options.find_deadline;
        let mut patience = Patience::new(deadline, self.options.find_rounds, self.clock);
        loop {
            if self.has_ended() {
                return Ok(());
            }
            let screen = self.screen()?;
            let Some(held) = screen.field_again(field).map(Element::held_text) else {
                return Ok(());
            };
            let slider = field.attributes.get("type").is_some_and(|it| it == SLIDER);
            let number = |it: &str| it.trim().parse::<f64>().ok();
            let same_number = number(held).is_some() && number(held) == number(text);
            let holds_number = field.role.as_deref() == Some(NUMBER);
            let taken = match slider {
                true => same_number,
                false => took(held, text) || (holds_number && same_number),
            };
            if taken {
                return Ok(());
            }
            if !patience.goes_on() {
                let message = format!("{} does not hold what was typed into it", field.name());
                return Err(Diagnostic::new(Code::NotTaken, message)
                    .note(format!("typed: {text:?}"))
                    .note(format!("it holds: {held:?}"))
                    .hint("give a value that the field can hold")
                    .into());
            }
            self.idle()?;
            let control = Arc::clone(&self.control);
            patience.pause(|| control.check().is_some());
        }
    }
}

/// Whether a field that holds one text took another. It may write it in its own way, with other signs between the
/// letters and digits; it may not lose any of them, or a line break.
fn took(held: &str, typed: &str) -> bool {
    let bare = |text: &str| -> String {
        let letters = text.chars().filter(|it| it.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let lines = |text: &str| text.trim().lines().count();
    held.is_empty() || (bare(held).contains(&bare(typed)) && lines(held) >= lines(typed))
}

#[cfg(test)]
mod tests {
    use super::took;

    #[test]
    fn a_field_may_write_a_text_in_its_own_way_and_lose_none_of_it() {
        assert!(took("(555) 010-9999", "5550109999"));
        assert!(took("ada@x.org", "Ada@x.org"));
        assert!(took("one\ntwo\n", "one\ntwo"));
        assert!(!took("one two", "one\ntwo"));
        assert!(!took("Ada Lovel", "Ada Lovelace"));
        // A message that was sent.
        assert!(took("", "Hello"));
    }
}
