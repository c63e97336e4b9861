//! What would help where a file can't be read or written.

use std::fmt;

use settings::{Call, Request, Setting};

/// What would help where a file can't be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileHelp {
    /// Room, or another place.
    Space,
    /// Room, or another home.
    SpaceAtHome,
    /// Room: the bench goes on then.
    SpaceForBench,
    /// Room: the rows go on then.
    SpaceForRows,
    /// Results somewhere else.
    OtherResults,
    /// That somebody removes it.
    ByHand,
    /// That it may be read.
    Readable,
    /// A function of the library, or a script.
    FunctionOrScript,
    /// The file of a key.
    Key,
    /// Room for the log that is written before anything is done.
    AuditLog,
    /// A function that is there.
    Function,
    /// A function of the library.
    OfTheLibrary,
    /// A script.
    Script,
    /// A script, or a recording.
    ScriptOrRecording,
    /// A file that is text.
    Text,
    /// A task file.
    TaskFile,
    /// A task file, or a folder of them.
    TaskFiles,
    /// The table of instances beside a task file.
    InstancesBeside,
    /// A file of instances.
    Instances,
    /// A table of rows.
    Rows,
    /// An object in JSON.
    Object,
    /// What a bench measured.
    Bench,
    /// What another tool recorded.
    OtherTool,
    /// Lines that are said while something is shown.
    Answers,
    /// The times that something was done before.
    Done,
    /// A login that is made again.
    Login,
    /// The key of the logins.
    LoginKey,
    /// What Playwright saves of who is logged in.
    StorageState,
    /// Examples in JSON.
    Examples,
    /// Letters.
    Letters,
}

impl fmt::Display for FileHelp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileHelp::Space => "free some space, or name another place",
            FileHelp::SpaceAtHome => "free some space, or name another home",
            FileHelp::SpaceForBench => {
                "free some space, then start the same bench again: it goes on where it was"
            }
            FileHelp::SpaceForRows => {
                return write!(
                    f,
                    "free some space, then say the same with {}: it goes on where it was",
                    Setting::Resume
                );
            }
            FileHelp::OtherResults => return write!(f, "name another file with {:#}", Setting::Results),
            FileHelp::ByHand => "remove it by hand",
            FileHelp::Readable => "see that it may be read",
            FileHelp::FunctionOrScript => "name a function of the library, or a script",
            FileHelp::Key => "name the file of a key, or one that is not there yet: it is made",
            FileHelp::AuditLog => {
                "the audit log has to be written before anything is done: free some space, and see that it may be written to"
            }
            FileHelp::Function => {
                let build = Call::new(Request::Build).set(Setting::TaskType);
                return write!(f, "make one with `{build}`, or name another file");
            }
            FileHelp::OfTheLibrary => "name a function of the library",
            FileHelp::Script => "name a script",
            FileHelp::ScriptOrRecording => "name a script or a recording",
            FileHelp::Text => "it has to be a text file",
            FileHelp::TaskFile => {
                let new = Call::new(Request::NewTask).of("NAME");
                return write!(f, "name a task file (*.task.toml); `{new}` writes one");
            }
            FileHelp::TaskFiles => "name a task file, or a folder with task files (*.task.toml) in it",
            FileHelp::InstancesBeside => "`instances` names a CSV file beside the task file",
            FileHelp::Instances => "name a file of instances in AndroidWorld's form",
            FileHelp::Rows => {
                return write!(
                    f,
                    "{} names a CSV file: its first line names the parameters, each further line is one run",
                    Setting::Rows
                );
            }
            FileHelp::Object => "name a JSON file with an object in it",
            FileHelp::Bench => {
                let bench = Call::new(Request::Bench).set(Setting::Json);
                return write!(f, "name a file that `{bench}` wrote");
            }
            FileHelp::OtherTool => "name a file that another tool recorded",
            FileHelp::Done => "name a CSV file: its first line names the values, each further line is one time that it was done",
            FileHelp::Answers => {
                return write!(
                    f,
                    "{} names a file with a line for each thing to say",
                    Setting::Answers
                );
            }
            FileHelp::Login => return write!(f, "make it again with {}", Call::new(Request::Login)),
            FileHelp::LoginKey => "it holds the key of the logins",
            FileHelp::StorageState => "name a storage state as Playwright saves it",
            FileHelp::Examples => "name a JSON file with examples, or `-` for standard input",
            FileHelp::Letters => "type plain text",
        })
    }
}
