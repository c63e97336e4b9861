//! The values of a request's query. A fault is an entry of the original's `detail`.

use serde_json::{Value, json};

use super::answer::Answer;

/// The names and values behind the `?` of an address, and what is wrong with them so far.
pub struct Query {
    given: Vec<(String, String)>,
    faults: Vec<Value>,
}

/// A kind of value that is read from a text: how its fault is called, and what it says.
struct Kind {
    fault: &'static str,
    says: &'static str,
}

const BOOL: Kind = Kind {
    fault: "bool_parsing",
    says: "Input should be a valid boolean, unable to interpret input",
};
const INT: Kind = Kind {
    fault: "int_parsing",
    says: "Input should be a valid integer, unable to parse string as an integer",
};

impl Query {
    /// Read what stands behind the `?`.
    pub fn read(text: &str) -> Self {
        let all = form_urlencoded::parse(text.as_bytes());
        Self {
            given: all.into_owned().collect(),
            faults: Vec::new(),
        }
    }

    /// The last value of this name.
    fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.given.iter().rev();
        all.find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    fn fault(&mut self, name: &str, kind: &str, says: &str, input: Value) {
        self.faults
            .push(json!({"type": kind, "loc": ["query", name], "msg": says, "input": input}));
    }

    fn missing(&mut self, name: &str) {
        self.fault(name, "missing", "Field required", Value::Null);
    }

    fn parsed<T: Default>(
        &mut self,
        name: &str,
        usual: Option<T>,
        kind: &Kind,
        parse: fn(&str) -> Option<T>,
    ) -> T {
        let Some(text) = self.get(name).map(str::to_owned) else {
            return usual.unwrap_or_else(|| {
                self.missing(name);
                T::default()
            });
        };
        parse(&text).unwrap_or_else(|| {
            self.fault(name, kind.fault, kind.says, Value::from(text));
            T::default()
        })
    }

    /// A truth.
    pub fn truth(&mut self, name: &str) -> bool {
        self.parsed(name, None, &BOOL, |text| {
            match text.trim().to_lowercase().as_str() {
                "1" | "true" | "t" | "yes" | "y" | "on" => Some(true),
                "0" | "false" | "f" | "no" | "n" | "off" => Some(false),
                _ => None,
            }
        })
    }

    /// A number; `usual` is what it is where it is not given.
    pub fn number(&mut self, name: &str, usual: Option<i64>) -> i64 {
        self.parsed(name, usual, &INT, whole)
    }

    /// A text; `usual` is what it is where it is not given.
    pub fn text(&mut self, name: &str, usual: Option<&str>) -> String {
        match (self.get(name), usual) {
            (Some(text), _) => text.to_owned(),
            (None, Some(usual)) => usual.to_owned(),
            (None, None) => {
                self.missing(name);
                String::new()
            }
        }
    }

    /// Whether all that was asked for was given.
    pub fn done(self) -> Result<(), Answer> {
        match self.faults.is_empty() {
            true => Ok(()),
            false => Err(Answer::Malformed(self.faults)),
        }
    }
}

/// A whole number as the original reads one: single underscores between digits and a fraction of zeros do not count.
fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    let (digits, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let odd = digits.starts_with('_') || digits.ends_with('_') || digits.contains("__");
    if odd || fraction.is_empty() || fraction.chars().any(|it| it != '0') {
        return None;
    }
    digits.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_no_value_is_told_by_name() {
        let mut query = Query::read("go_home=True&max_index=x&max_index=-1&text=a+b%26");
        assert!(query.truth("go_home"));
        assert_eq!(query.number("max_index", None), -1);
        assert_eq!(query.number("seed", Some(42)), 42);
        assert_eq!(query.text("text", None), "a b&");
        assert!(query.done().is_ok());
        let read = ["1.0", "1_0", "+2", " 3 ", "1.5", "1.", "_1", "", "x"].map(whole);
        let known = [Some(1), Some(10), Some(2), Some(3), None, None, None, None, None];
        assert_eq!(read, known);

        let mut query = Query::read("go_home=maybe");
        assert!(!query.truth("go_home"));
        query.number("task_idx", None);
        let Err(Answer::Malformed(faults)) = query.done() else {
            panic!("both are wrong");
        };
        let kinds: Vec<&Value> = faults.iter().map(|it| &it["type"]).collect();
        assert_eq!(kinds, ["bool_parsing", "missing"]);
        assert_eq!(faults[0]["input"], "maybe");
        assert_eq!(faults[1]["loc"], json!(["query", "task_idx"]));
    }
}
