//! Where things stand on a screen, taken out of a question: fonts and versions of a browser move them by some pixels, and
//! it is the same question.

/// What an element of a listed screen has before its left, top, right and bottom.
const BEFORE: &str = "\"box\":[";

/// A question without its pixels, and these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The text, each box empty.
    pub text: String,
    /// The numbers of the boxes, in order.
    pixels: Vec<i64>,
}

impl Placed {
    /// Of a rendered question.
    pub fn new(question: &str) -> Self {
        let mut pixels = Vec::new();
        let mut parts = question.split(BEFORE);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            text.push_str(BEFORE);
            let numbers = part.split_once(']').and_then(|(inside, rest)| {
                let numbers: Result<Vec<i64>, _> = inside.split(',').map(str::parse).collect();
                Some((numbers.ok().filter(|it| it.len() == 4)?, rest))
            });
            match numbers {
                Some((numbers, rest)) => {
                    pixels.extend(numbers);
                    text.push(']');
                    text.push_str(rest);
                }
                None => text.push_str(part),
            }
        }
        Self { text, pixels }
    }

    /// How far what stands in two questions is apart, all in all. `None` where these are not the same question.
    pub fn distance(&self, other: &Self) -> Option<u64> {
        let differences = self.pixels.iter().zip(&other.pixels);
        (self.text == other.text).then(|| differences.map(|(a, b)| a.abs_diff(*b)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_numbers_of_boxes_are_taken_out() {
        let of = |left: i64, size: i64| {
            Placed::new(&format!(
                "size {size}\n{{\"text\":\"a\",\"box\":[{left},2,30,-40]}}\n{{\"box\":[0,0,1,1]}}"
            ))
        };
        let (one, moved, other) = (of(1, 5), of(4, 5), of(1, 6));
        assert_eq!(one.text, "size 5\n{\"text\":\"a\",\"box\":[]}\n{\"box\":[]}");
        assert_eq!(one.pixels, [1, 2, 30, -40, 0, 0, 1, 1]);
        assert_eq!(one.distance(&one), Some(0));
        assert_eq!(one.distance(&moved), Some(3));
        assert_eq!(one.distance(&other), None);
    }

    #[test]
    fn what_is_no_box_stays() {
        for text in [
            "\"box\":[",
            "\"box\":[1,2,3]",
            "\"box\":[1,2,3,x] ]",
            "\"box\":[1,2,3,4",
        ] {
            let placed = Placed::new(text);
            assert_eq!((placed.text.as_str(), placed.pixels.len()), (text, 0));
        }
    }
}
