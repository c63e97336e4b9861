//! The keys of a task file, once: what each is called, what it takes, what it is for, and an example. Error
//! messages, the commented file of `new_task` and the JSON Schema are made of it.

use Section::*;
use Shape::*;

/// A table of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// The file itself.
    File,
    /// `[start]`.
    Start,
    /// `[touch]`.
    Touch,
    /// `[params.NAME]`.
    Param,
    /// `[reset]`.
    Reset,
    /// A request, in `[reset]`.
    Http,
    /// Statements, in `[reset]`.
    Statements,
    /// `[[irreversible]]`.
    Irreversible,
    /// `[[check]]`.
    Check,
    /// What a check compares with the time before.
    Unchanged,
    /// What may differ from the time before.
    Except,
}

impl Section {
    /// Every table.
    pub const ALL: [Section; 11] = [
        File,
        Start,
        Touch,
        Param,
        Reset,
        Http,
        Statements,
        Irreversible,
        Check,
        Unchanged,
        Except,
    ];

    /// How messages call it.
    pub fn called(self) -> &'static str {
        match self {
            File => "a task file",
            Start => "[start]",
            Touch => "[touch]",
            Param => "a parameter",
            Reset => "[reset]",
            Http => "a request of [reset]",
            Statements => "`sql` of [reset]",
            Irreversible => "[[irreversible]]",
            Check => "[[check]]",
            Unchanged => "`unchanged` of [[check]]",
            Except => "`except` of [[check]]",
        }
    }

    /// Its keys.
    pub fn fields(self) -> impl Iterator<Item = &'static Field> {
        FIELDS.iter().filter(move |field| field.section == self)
    }

    /// One of its keys.
    pub fn field(self, name: &str) -> Option<&'static Field> {
        self.fields().find(|field| field.name == name)
    }
}

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A text.
    Text,
    /// A text, a number, a date or a truth value; it is taken as the text it is written as.
    Scalar,
    /// A whole number that is not negative.
    Number,
    /// True or false.
    Flag,
    /// Several texts.
    Texts,
    /// One text or several.
    TextOrTexts,
    /// True or false, or texts.
    FlagOrTexts,
    /// Rows of texts.
    Rows,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A table of names and texts.
    TextMap,
    /// A value of a parameter: a scalar, or a list of them.
    Value,
    /// Several values of a parameter.
    Values,
    /// A table.
    Table(Section),
    /// Several tables.
    Tables(Section),
    /// Tables with names of their own.
    Named(Section),
    /// Tables with the parameters as keys.
    Instances,
}

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The table it stands in.
    pub section: Section,
    /// The key.
    pub name: &'static str,
    /// What it takes.
    pub shape: Shape,
    /// Whether it must be there.
    pub required: bool,
    /// What it is for.
    pub about: &'static str,
    /// A line that has it.
    pub example: &'static str,
}

const fn may(
    section: Section,
    name: &'static str,
    shape: Shape,
    about: &'static str,
    example: &'static str,
) -> Field {
    Field {
        section,
        name,
        shape,
        required: false,
        about,
        example,
    }
}

const fn must(
    section: Section,
    name: &'static str,
    shape: Shape,
    about: &'static str,
    example: &'static str,
) -> Field {
    Field {
        required: true,
        ..may(section, name, shape, about, example)
    }
}

/// The words that say of what type a parameter is.
pub(super) const TYPES: &[&str] = &[
    "text", "list", "number", "date", "choice", "file", "secret", "totp",
];

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    must(File, "format", Number, "The version of this file format.", "format = 1"),
    must(File, "name", Text, "The task type's name, unique in its suite.", "name = \"CreateCustomer\""),
    may(File, "suite", Text, "The suite it belongs to; the directory's name if it is left out.", "suite = \"crm\""),
    must(File, "goal", Text, "The task as a user says it, with a {slot} for each value.", "goal = \"Create the customer {name}.\""),
    may(File, "step_budget", Number, "How many steps an agent may take.", "step_budget = 25"),
    may(File, "sandbox", Flag, "Whether exploring may press anything, because nothing here matters.", "sandbox = false"),
    may(File, "instances", Text, "A CSV file with the parameters as columns and an instance in each row; the entries of a list are separated by `;`.", "instances = \"rows.csv\""),
    may(File, "start", Table(Start), "Where the task begins.", "[start]\nurl = \"http://127.0.0.1:8000/new\""),
    may(File, "touch", Table(Touch), "What may be touched besides where it starts.", "[touch]\norigins = [\"http://127.0.0.1:8000\"]"),
    may(File, "params", Named(Param), "The parameters, in order; every slot of the goal is one.", "[params.name]\ntype = \"text\"\nexamples = [\"Ada Lovelace\"]"),
    may(File, "instance", Instances, "One instance: a value for each parameter.", "[[instance]]\nname = \"Ada Lovelace\""),
    may(File, "reset", Table(Reset), "How the beginning is restored: one or several steps, done in the order in which they stand here.", "[reset]\ncommand = [\"python3\", \"reset.py\"]"),
    may(File, "irreversible", Tables(Irreversible), "A step that can't be taken back.", "[[irreversible]]\nstep = \"click 'Save'\"\nsay = \"creates the customer\""),
    may(File, "check", Tables(Check), "How to see that the task is done. All must hold.", "[[check]]\nshows = [\"Saved\"]"),

    may(Start, "device", Text, "The device's name; `web` where a url is given.", "device = \"web\""),
    may(Start, "url", Text, "The page where it begins; may be relative to `base` and may have {slots}.", "url = \"http://127.0.0.1:8000/new\""),
    may(Start, "base", Text, "What relative URLs in this file are relative to; `url` if it is left out.", "base = \"http://127.0.0.1:8000\""),
    may(Start, "app", Text, "The app where it begins, by a name that opening an app takes.", "app = \"Markor\""),
    may(Start, "login", Text, "Who is logged in: the name of a kept login. It is no part of the goal.", "login = \"crm\""),
    may(Start, "shows", Text, "A text that must show before it begins.", "shows = \"New customer\""),

    may(Touch, "origins", Texts, "Origins whose pages may be used.", "origins = [\"http://127.0.0.1:8000\"]"),
    may(Touch, "apps", Texts, "Apps that may be used.", "apps = [\"Markor\"]"),

    must(Param, "type", Word(TYPES), "What kind of value it is: text, list, number, date, choice, file, secret or totp (the one-time code that a secret gives when it is typed).", "type = \"text\""),
    may(Param, "about", Text, "What it is, for people and models.", "about = \"the customer's full name\""),
    may(Param, "examples", Values, "Values that instances are made from. Dates are written 2026-01-31.", "examples = [\"Ada Lovelace\", \"Grace Hopper\"]"),
    may(Param, "nasty", Values, "Seldom values that a function is held against besides: those that a user may give and that go wrong easily.", "nasty = [\"O'Neill\", \"Łódź\"]"),
    may(Param, "any_text", Flag, "Whether any text may be given: texts with quotes, other scripts and long ones are tried besides.", "any_text = true"),
    may(Param, "default", Value, "The value of an instance that leaves it out.", "default = \"Netherlands\""),
    may(Param, "optional", Flag, "Whether an instance may leave it out; it is empty then.", "optional = true"),
    may(Param, "multiline", Flag, "Whether a text may have several lines.", "multiline = true"),
    may(Param, "unique", Flag, "Whether a value is never used twice without a reset; for texts.", "unique = true"),
    may(Param, "options", Texts, "What a choice chooses from.", "options = [\"Netherlands\", \"Germany\"]"),
    may(Param, "env", Text, "The environment variable that holds a secret.", "env = \"CRM_PASSWORD\""),
    may(Param, "file", Text, "The file that holds a secret.", "file = \"password.txt\""),
    may(Param, "command", Texts, "The command that prints a secret.", "command = [\"pass\", \"crm\"]"),

    may(Reset, "command", Texts, "A program with its arguments, run in this file's directory without a shell.", "command = [\"python3\", \"reset.py\"]"),
    may(Reset, "http", Table(Http), "An HTTP request.", "http = { method = \"POST\", url = \"/reset\" }"),
    may(Reset, "sql", Table(Statements), "SQL statements.", "sql = { database = \"crm.db\", statements = [\"delete from customer\"] }"),
    may(Reset, "function", Text, "A function of the library with the same parameters.", "function = \"crm/delete_customer\""),
    may(Reset, "none", Flag, "Says that the task can't be reset.", "none = true"),
    may(Reset, "timeout", Text, "How long each step may take; 20s if it is left out.", "timeout = \"20s\""),

    must(Http, "url", Text, "Where the request goes; {slots} are percent-encoded.", "url = \"/reset\""),
    may(Http, "method", Text, "The request's method; POST if it is left out.", "method = \"POST\""),
    may(Http, "body", Text, "The request's body.", "body = \"name={name}\""),
    may(Http, "headers", TextMap, "Headers of the request.", "headers = { Accept = \"application/json\" }"),
    may(Http, "expect", Number, "The status that means success; any from 200 to 299 if it is left out.", "expect = 204"),

    must(Statements, "database", Text, "The SQLite file, or a postgres:// address.", "database = \"crm.db\""),
    may(Statements, "statements", Texts, "SQL statements; `:name` stands for a parameter's value.", "statements = [\"delete from customer where email = :email\"]"),
    may(Statements, "script", Text, "A file of SQL statements.", "script = \"empty.sql\""),

    must(Irreversible, "step", Text, "The step: click, press or tap, and the text that shows on what is pressed.", "step = \"click 'Save customer'\""),
    may(Irreversible, "say", Text, "What it does, for the question whether it may be done.", "say = \"creates the customer\""),

    may(Check, "name", Text, "What the check is called.", "name = \"stored once\""),
    may(Check, "within", Text, "How long the check is tried again before it counts as failed; 5s if it is left out.", "within = \"5s\""),
    may(Check, "sql", Text, "The SQLite file, or a postgres:// address, that `query` asks. It is opened for reading.", "sql = \"crm.db\""),
    may(Check, "query", Text, "The question; `:name` stands for a parameter's value.", "query = \"select count(*) from customer where email = :email\""),
    may(Check, "bind", TextMap, "Values for further `:names` of the query.", "bind = { first = \"{part(name, \\\" \\\", 1)}\" }"),
    may(Check, "rows", Rows, "All rows of the answer, as texts and in order.", "rows = [[\"{name}\", \"{email}\"]]"),
    may(Check, "empty", Flag, "Whether the query must have no row at all (true), or some (false).", "empty = true"),
    may(Check, "get", Text, "The address of an HTTP GET request; {slots} are percent-encoded.", "get = \"/api/customers?email={email}\""),
    may(Check, "headers", TextMap, "Headers of the request.", "headers = { Authorization = \"Bearer {token}\" }"),
    may(Check, "status", Number, "The status that must come; any from 200 to 299 if it is left out.", "status = 200"),
    may(Check, "json", Text, "A JSONPath into the answer.", "json = \"$[0].name\""),
    may(Check, "page", Text, "A page to go to before the screen is read.", "page = \"/customers?q={email}\""),
    may(Check, "app", Text, "An app to go to before the screen is read.", "app = \"Markor\""),
    may(Check, "shows", Texts, "Texts that must show, each the whole text of an element.", "shows = [\"{name}\"]"),
    may(Check, "contains", TextOrTexts, "Texts that must stand somewhere in it: in an element of the screen, in the answer, the file or what the command printed.", "contains = \"{email}\""),
    may(Check, "absent", FlagOrTexts, "On a screen: texts that must not show. For a file or a JSONPath: whether it must not be there.", "absent = [\"{old_name}\"]"),
    may(Check, "row", Texts, "Texts that must stand in one row of the screen.", "row = [\"{name}\", \"{country}\"]"),
    may(Check, "count", Number, "How many there must be: rows of the screen, or nodes of the JSONPath.", "count = 1"),
    may(Check, "url", Text, "The address that must be in front at the end; * is any text.", "url = \"/customers/*\""),
    may(Check, "file", Text, "A file, relative to this file.", "file = \"export/{name}.csv\""),
    may(Check, "device_file", Text, "A file of the device, by its path there.", "device_file = \"/sdcard/Documents/{name}.md\""),
    may(Check, "command", Texts, "A program with its arguments, run in this file's directory without a shell.", "command = [\"sh\", \"verify.sh\", \"{email}\"]"),
    may(Check, "adb", Texts, "A command with its arguments, run by the shell of the phone.", "adb = [\"settings\", \"get\", \"global\", \"airplane_mode_on\"]"),
    may(Check, "exit", Number, "The exit status that the command must have; 0 if it is left out.", "exit = 0"),
    may(Check, "is", Scalar, "What it must be: the first column of the first row, the nodes of the JSONPath joined by `, `, the whole answer, file or output.", "is = \"1\""),
    may(Check, "unchanged", Table(Unchanged), "What must be as it was before the run, apart from what `except` says.", "unchanged = { sql = \"crm.db\", query = \"select id, name from customer\" }"),
    may(Check, "except", Table(Except), "What may differ from before.", "except = { added = [\"*|{name}\"] }"),
    may(Check, "answer", Scalar, "What the run must answer.", "answer = \"{expected}\""),

    may(Unchanged, "sql", Text, "The SQLite file, or a postgres:// address, that `query` asks.", "sql = \"crm.db\""),
    may(Unchanged, "query", Text, "The question; each row is a line, its columns joined by `|`.", "query = \"select id, name from customer\""),
    may(Unchanged, "file", Text, "A file; its lines are compared.", "file = \"list.txt\""),
    may(Unchanged, "device_file", Text, "A file of the device; its lines are compared.", "device_file = \"/sdcard/list.txt\""),
    may(Unchanged, "get", Text, "The address of an HTTP GET request; the lines of the answer are compared.", "get = \"/api/customers\""),
    may(Unchanged, "json", Text, "A JSONPath into the answer; its nodes are compared instead of lines.", "json = \"$[*].name\""),
    may(Unchanged, "list", Text, "A directory; the files in it and what is in them are compared.", "list = \"export\""),
    may(Unchanged, "command", Texts, "A program with its arguments; the lines it prints are compared.", "command = [\"ls\", \"export\"]"),
    may(Unchanged, "adb", Texts, "A command with its arguments, run by the shell of the phone; the lines it prints are compared.", "adb = [\"ls\", \"/sdcard/Documents\"]"),

    may(Except, "added", Texts, "Lines that may be new; * is any text.", "added = [\"*|{name}|{email}\"]"),
    may(Except, "removed", Texts, "Lines that may be gone; * is any text.", "removed = [\"*|{old_name}|*\"]"),
    may(Except, "changed", Texts, "Files of a directory whose content may be another; * is any text.", "changed = [\"{file_name}\"]"),
];
