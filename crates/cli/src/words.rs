//! How settings and calls of the library are typed here: as the parser of arguments has them.

use std::sync::LazyLock;

use clap::{Arg, Command, CommandFactory};
use settings::{Call, Setting, Value, Words};

use crate::args::Cli;

static TYPED: LazyLock<Command> = LazyLock::new(|| {
    let mut all = Cli::command();
    all.build();
    all
});

/// Options and commands.
pub struct CommandLine;

impl Words for CommandLine {
    fn setting(&self, setting: Setting, value: Value<'_>) -> String {
        option(&TYPED, setting).map_or_else(|| setting.name().to_owned(), |it| typed(it, value))
    }

    fn call(&self, call: &Call) -> String {
        let name = call.request().name();
        let of = name
            .split(' ')
            .try_fold(&*TYPED, |it, word| it.find_subcommand(word));
        let options = call.settings().iter().map(|(setting, value)| {
            let value = value.as_deref().map_or(Value::Any, Value::Is);
            let own = of.and_then(|it| option(it, *setting));
            own.map_or_else(|| self.setting(*setting, value), |it| typed(it, value))
        });
        let words = call.words().iter().map(|it| autorpa::quoted(it));
        let parts = ["autorpa".to_owned(), name.to_owned()].into_iter();
        parts
            .chain(words)
            .chain(options)
            .collect::<Vec<String>>()
            .join(" ")
    }
}

/// The option that sets it, of this command or of the first below it that has one.
fn option(of: &Command, setting: Setting) -> Option<&Arg> {
    let long = setting.name().replace('_', "-");
    let is = |it: &&Arg| match it.get_long() {
        Some(own) => own == long,
        None => it.get_short().is_some() && it.get_id() == setting.name(),
    };
    let own = of.get_arguments().find(is);
    own.or_else(|| of.get_subcommands().find_map(|it| option(it, setting)))
}

/// As it is typed. A value that may be left out is not named.
fn typed(option: &Arg, value: Value<'_>) -> String {
    let name = match (option.get_long(), option.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, short) => format!("-{}", short.unwrap_or_default()),
    };
    let takes = option.get_num_args().is_some_and(|it| it.min_values() > 0);
    match (value, option.get_value_names()) {
        (Value::Is(value), _) => format!("{name} {}", given(value)),
        (Value::Any, Some([of_value, ..])) if takes => format!("{name} {of_value}"),
        (Value::Any | Value::Unsaid, _) => name,
    }
}

/// A value for a shell. Of a pair only its second half is quoted, and what the caller has to put in stays as it is.
fn given(value: &str) -> String {
    match value.split_once('=') {
        Some((_, "...")) => value.to_owned(),
        Some((name, text)) if autorpa::quoted(name) == name => format!("{name}={}", autorpa::quoted(text)),
        Some(_) | None => autorpa::quoted(value),
    }
}

#[cfg(test)]
#[path = "../tests/unit/words.rs"]
mod tests;
