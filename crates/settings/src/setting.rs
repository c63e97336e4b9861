//! What a caller can set.

use std::fmt;

macro_rules! settings {
    ($($(#[$doc:meta])* $variant:ident => $name:literal,)*) => {
        /// What a caller can set, as far as a message names it.
        ///
        /// `{}` is its name, `{:#}` its name with a word for its value where it takes one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Setting {
            $($(#[$doc])* $variant,)*
        }

        impl Setting {
            /// All of them.
            pub const ALL: &'static [Setting] = &[$(Setting::$variant,)*];

            /// Its name: that of a request's field.
            pub fn name(self) -> &'static str {
                match self {
                    $(Setting::$variant => $name,)*
                }
            }
        }
    };
}

settings! {
    /// The port of the emulator's adb door.
    AdbPort => "adb_port",
    /// Adversarial instances as well.
    Adversarial => "adversarial",
    /// Who does the tasks of a bench.
    Agent => "agent",
    /// Build what there is once more.
    Again => "again",
    /// Take what is there now in the place of what was kept.
    Anew => "anew",
    /// An app that may be used.
    AllowApp => "allow_app",
    /// An origin that pages may be taken to.
    AllowOrigin => "allow_origin",
    /// A file with what is said while something is shown.
    Answers => "answers",
    /// A browser that runs, by its port.
    Attach => "attach",
    /// Name and password for a site that asks the browser itself.
    Auth => "auth",
    /// Dollars that models may cost.
    BudgetUsd => "budget_usd",
    /// Tokens that may be asked for.
    BudgetTokens => "budget_tokens",
    /// Something is shown by typed words.
    ByHand => "by_hand",
    /// Whether a function is built at once.
    Build => "build",
    /// Seeds of the instances that a bench builds on.
    BuildSeeds => "build_seeds",
    /// A file of recorded exchanges with a model.
    Cassette => "cassette",
    /// Instances to build on.
    Count => "count",
    /// The device.
    Device => "device",
    /// How dialogs are answered.
    Dialogs => "dialogs",
    /// The folder for what a run saves.
    Downloads => "downloads",
    /// Nothing is done that nothing takes back.
    DryRun => "dry_run",
    /// Rows are added whose key is there.
    Duplicates => "duplicates",
    /// Episodes that an exploration may end.
    Episodes => "episodes",
    /// The server of a queue.
    Engine => "engine",
    /// Who does it where a function does not.
    Fallback => "fallback",
    /// How many final instances are measured.
    Final => "final",
    /// A kind of action that is not allowed.
    Forbid => "forbid",
    /// The form in which something is shown.
    Form => "form",
    /// The format of a file.
    Format => "format",
    /// Begin anew.
    Fresh => "fresh",
    /// A recording to build from.
    From => "from",
    /// The home folder.
    Home => "home",
    /// Where what was measured is written as JSON.
    Json => "json",
    /// What is left of an import that broke off is kept.
    KeepUnfinished => "keep_unfinished",
    /// The columns that tell rows apart.
    Key => "key",
    /// The model.
    Llm => "llm",
    /// The model of one agent.
    LlmFor => "llm_for",
    /// The command that prints a model's key.
    LlmKeyCommand => "llm_key_command",
    /// Seconds to wait for a model's answer.
    LlmTimeout => "llm_timeout",
    /// What a kind of task is called.
    Name => "name",
    /// A job's function is taken as it is now.
    NewFunction => "new_function",
    /// The file that something is written into.
    Out => "out",
    /// A parameter's value.
    Param => "param",
    /// In which ways devices differ.
    Perturb => "perturb",
    /// A port of this machine.
    Port => "port",
    /// The directory of a browser profile.
    Profile => "profile",
    /// The file of a queue.
    Queue => "queue",
    /// How often a build may go on after a failure.
    Refinements => "refinements",
    /// The file of results.
    Results => "results",
    /// What was cut off is gone on with.
    Resume => "resume",
    /// The file of rows.
    Rows => "rows",
    /// Seconds that an exploration may take.
    Seconds => "seconds",
    /// An instance, by its seed.
    Seed => "seed",
    /// Instances, by their seeds.
    Seeds => "seeds",
    /// Agents are put side by side.
    SideBySide => "side_by_side",
    /// Rows whose values do not fit are left out.
    SkipBadRows => "skip_bad_rows",
    /// Wait for what comes.
    Stay => "stay",
    /// The suite.
    Suite => "suite",
    /// The task file of an import.
    Task => "task",
    /// The task type.
    TaskType => "task_type",
    /// Task files.
    Tasks => "tasks",
    /// No screenshots for models.
    TextOnly => "text_only",
    /// Which drivers build.
    Tier => "tier",
    /// Task types.
    Types => "types",
    /// Agents name elements by locators at once.
    Unified => "unified",
    /// The page where it begins.
    Url => "url",
    /// Parts of the method that are left out.
    Without => "without",
    /// How many work side by side.
    Workers => "workers",
    /// Nobody is asked.
    Yes => "yes",
}

impl Setting {
    /// With this value.
    pub fn to(self, value: impl fmt::Display) -> Given {
        Given {
            setting: self,
            value: value.to_string(),
        }
    }
}

/// A setting with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The setting.
    pub setting: Setting,
    /// Its value.
    pub value: String,
}
