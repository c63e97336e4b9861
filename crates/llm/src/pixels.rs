//! Where things stand on a screen, taken out of a question: fonts and versions of a browser move them by some pixels, and
//! it is the same question.

use serde_json::{Map, Value};

/// The key of an element's left, top, right and bottom.
const BOX: &str = "box";

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
    /// Of JSON: its text is the same for every order of keys, and the texts in it have no pixels either.
    pub fn of(value: &Value) -> Self {
        let mut pixels = Vec::new();
        let text = without(value, &mut pixels).to_string();
        Self { text, pixels }
    }

    /// Of a text.
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

/// The same JSON with its keys in order and its boxes empty; their numbers go to `pixels`.
fn without(value: &Value, pixels: &mut Vec<i64>) -> Value {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        Value::String(text) => {
            let placed = Placed::new(text);
            pixels.extend(placed.pixels);
            placed.text.into()
        }
        Value::Array(all) => all.iter().map(|it| without(it, pixels)).collect(),
        Value::Object(object) => {
            let mut entries: Vec<(&String, &Value)> = object.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            let mut sorted = Map::new();
            for (key, value) in entries {
                let sides = (key == BOX).then(|| sides(value)).flatten();
                let value = match sides {
                    Some(sides) => {
                        pixels.extend(sides);
                        Value::Array(Vec::new())
                    }
                    None => without(value, pixels),
                };
                sorted.insert(key.clone(), value);
            }
            sorted.into()
        }
    }
}

/// The four numbers of a box.
fn sides(value: &Value) -> Option<Vec<i64>> {
    let sides: Option<Vec<i64>> = value.as_array()?.iter().map(Value::as_i64).collect();
    sides.filter(|it| it.len() == 4)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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

    #[test]
    fn boxes_in_json_and_in_its_texts_are_taken_out() {
        let line = "{\"index\":0,\"box\":[1,2,3,4]}\n{\"index\":1,\"box\":[5,6,7,8]}";
        let one = Placed::of(&json!({ "screen": line, "at": { "box": [9, 10, 11, 12] }, "left": 2 }));
        let moved = line.replace("[1,", "[0,");
        let other_order = json!({ "left": 2, "at": { "box": [9, 10, 11, 15] }, "screen": moved });
        assert_eq!(one.distance(&Placed::of(&other_order)), Some(4));
        let other = json!({ "screen": line, "at": { "box": [9, 10, 11, 12] }, "left": 3 });
        assert_eq!(one.distance(&Placed::of(&other)), None);
        for no_box in [json!([1, 2, 3]), json!([1, 2, 3, 4.5]), json!("x"), json!([])] {
            assert_eq!(Placed::of(&json!({ "box": no_box })).pixels.len(), 0, "{no_box}");
        }
    }
}
