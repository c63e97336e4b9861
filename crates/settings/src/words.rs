//! How settings and calls are said: by their names, or as who stands before the user says it.

use std::{
    fmt,
    sync::{PoisonError, RwLock},
};

use crate::{Call, Given, Setting};

/// What is said of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Nothing: the setting is named.
    Unsaid,
    /// That there is one, where the setting takes one: `URL`.
    Any,
    /// This one.
    Is(&'a str),
}

/// How settings and calls read at one place: a command line, a page, a protocol.
pub trait Words: Sync {
    /// A setting, with what is said of its value.
    fn setting(&self, setting: Setting, value: Value<'_>) -> String;

    /// A call, as it is made there.
    fn call(&self, call: &Call) -> String;
}

/// Names only: how the library says it where nobody says otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names;

impl Words for Names {
    fn setting(&self, setting: Setting, value: Value<'_>) -> String {
        match value {
            Value::Unsaid | Value::Any => format!("`{}`", setting.name()),
            Value::Is(value) => format!("`{}: {value}`", setting.name()),
        }
    }

    fn call(&self, call: &Call) -> String {
        let words = call.words.iter().cloned();
        let settings = call.settings.iter().map(|(setting, value)| match value {
            Some(value) => format!("{}: {value}", setting.name()),
            None => setting.name().to_owned(),
        });
        let all: Vec<String> = words.chain(settings).collect();
        match all.is_empty() {
            true => call.request.name().to_owned(),
            false => format!("{}({})", call.request.name(), all.join(", ")),
        }
    }
}

static WORDS: RwLock<&dyn Words> = RwLock::new(&Names);

/// From now on settings and calls are said so in this process: the program says it that speaks to the user, once, before
/// anything else.
pub fn say_with(words: &'static dyn Words) {
    *WORDS.write().unwrap_or_else(PoisonError::into_inner) = words;
}

/// How they are said now.
fn words() -> &'static dyn Words {
    *WORDS.read().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if f.alternate() { Value::Any } else { Value::Unsaid };
        f.write_str(&words().setting(*self, value))
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words().setting(self.setting, Value::Is(&self.value)))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words().call(self))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Call, Request, Setting, Value, Words, say_with};

    struct Shouted;

    impl Words for Shouted {
        fn setting(&self, setting: Setting, value: Value<'_>) -> String {
            let name = setting.name().to_uppercase();
            match value {
                Value::Unsaid => name,
                Value::Any => format!("{name}=?"),
                Value::Is(value) => format!("{name}={value}"),
            }
        }

        fn call(&self, call: &Call) -> String {
            format!(
                "{} WITH {}",
                call.request().name().to_uppercase(),
                call.settings().len()
            )
        }
    }

    /// One test: what is said with is the process's.
    #[test]
    fn who_stands_before_the_user_says_how_it_reads() {
        let call = Call::new(Request::QueueRetry)
            .of(3)
            .set(Setting::NewFunction)
            .with(Setting::Queue, "rows.db");
        assert_eq!(Setting::Url.to_string(), "`url`");
        assert_eq!(Setting::Tier.to("model").to_string(), "`tier: model`");
        assert_eq!(call.to_string(), "queue retry(3, new_function, queue: rows.db)");
        assert_eq!(Call::new(Request::Tasks).to_string(), "tasks");

        say_with(&Shouted);
        assert_eq!(Setting::Url.to_string(), "URL");
        assert_eq!(format!("{:#}", Setting::Url), "URL=?");
        assert_eq!(Setting::Tier.to("model").to_string(), "TIER=model");
        assert_eq!(call.to_string(), "QUEUE RETRY WITH 2");
    }
}
