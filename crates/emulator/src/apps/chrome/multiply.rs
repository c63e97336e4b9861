//! Numbers from 1 to 10 that are shown one after the other, and the form that wants their product.

use super::{
    random::Random,
    widgets::{button, gap, line, words},
};
use crate::{
    msg::chrome::{Msg, Widget},
    paint::Align,
    toolkit::{Gravity, View, edit},
};

/// How many numbers there are.
const COUNT: usize = 5;

/// The page.
#[derive(Clone, Debug)]
pub struct Multiply {
    random: Random,
    numbers: Vec<u64>,
    asks: bool,
    answer: String,
    is_right: bool,
}

impl Multiply {
    /// As the page begins: with the first number.
    pub fn new(seed: u32) -> Self {
        let mut page = Self {
            random: Random::new(seed),
            numbers: Vec::new(),
            asks: false,
            answer: String::new(),
            is_right: false,
        };
        page.next();
        page
    }

    fn next(&mut self) {
        self.numbers.push(self.random.below(10) as u64 + 1);
    }

    /// A button is tapped.
    pub fn tapped(&mut self, widget: Widget) {
        match widget {
            Widget::Next if self.numbers.len() < COUNT => self.next(),
            Widget::Next => self.asks = true,
            Widget::Submit => self.is_right = value(&self.answer) == Some(self.numbers.iter().product()),
            Widget::Canvas
            | Widget::Color(_)
            | Widget::Clear
            | Widget::Up
            | Widget::Down
            | Widget::Left
            | Widget::Right
            | Widget::Answer => {}
        }
    }

    /// The field is one for numbers: it takes no other letters.
    pub fn typed(&mut self, text: &str) {
        let of_number = |it: &char| it.is_ascii_digit() || matches!(it, '.' | '-' | '+' | 'e' | 'E');
        self.answer = text.chars().filter(of_number).collect();
    }

    /// Its widgets.
    pub fn view(&self) -> Vec<View> {
        let mut parts = vec![gap(21)];
        if self.asks {
            let field = edit(
                Msg::Page(Widget::Answer),
                "Enter the product",
                self.answer.clone(),
            )
            .id("#answer")
            .across(112);
            parts.push(line([
                field.high(28).size(10).pad(4, 4),
                button("Submit", Widget::Submit, 56, 28).size(10),
            ]));
            if self.is_right {
                parts.push(words("Success!").size(12).bold().at(Gravity::Center).pad(0, 8));
            }
        } else {
            let number = self.numbers.last().map(u64::to_string).unwrap_or_default();
            let number = words(number).id("#number").size(20).align(Align::Center);
            parts.extend([number.at(Gravity::Center), gap(8), first_button()]);
        }
        parts
    }
}

/// The button of the page, which a browser without scripts shows as well.
pub fn first_button() -> View {
    button("Click Me", Widget::Next, 72, 28)
        .id("#button")
        .size(10)
        .at(Gravity::Center)
}

/// What a script reads of a field for numbers: nothing where it holds none, and whole numbers only.
fn value(answer: &str) -> Option<u64> {
    answer.parse::<f64>().ok()?;
    let end = answer.find(|it: char| !it.is_ascii_digit());
    answer[..end.unwrap_or(answer.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_of_all_numbers_is_right() {
        let mut page = Multiply::new(3_143_940_091);
        for _ in 1..COUNT {
            assert!(!page.asks);
            page.tapped(Widget::Next);
        }
        // What the page's own script makes of this seed.
        const NUMBERS: [u64; COUNT] = [9, 10, 9, 5, 5];
        assert_eq!(page.numbers, NUMBERS);
        page.tapped(Widget::Next);
        assert!(page.asks && page.numbers.len() == COUNT);
        let product: u64 = NUMBERS.iter().product();
        for (answer, is_right) in [
            (product.to_string(), true),
            (format!("{product} apples."), false),
            (format!("{product}.5"), true),
            (format!("-{product}"), false),
            ((product + 1).to_string(), false),
            (String::new(), false),
        ] {
            page.typed(&answer);
            page.tapped(Widget::Submit);
            assert_eq!(page.is_right, is_right, "{answer}");
        }
    }
}
