//! The engine's errors to diagnostics: what is wrong, where, and what was probably meant.

use rhai::{EvalAltResult, LexError, ParseError, ParseErrorType};
use trajectory::{Code, Diagnostic, Ending, Outcome, Position};

use crate::{
    control::{Control, Halt},
    host::{self, FAULT, place},
    options::Limits,
    reference::host_functions,
    session::Session,
};

/// A script that can't be read.
pub fn of_parse(error: &ParseError) -> Diagnostic {
    let at = place(error.position());
    match error.err_type() {
        ParseErrorType::VariableUndefined(name) => unknown_variable(name).at(at),
        ParseErrorType::BadInput(LexError::ImproperSymbol(symbol, _)) | ParseErrorType::Reserved(symbol)
            if ["eval", "import", "export"].contains(&symbol.as_str()) =>
        {
            Diagnostic::new(Code::Syntax, format!("a script has no `{symbol}`")).at(at)
        }
        other => Diagnostic::new(Code::Syntax, other.to_string()).at(at),
    }
}

fn unknown_variable(name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownVariable, format!("nothing is called `{name}` here"))
}

/// How a run ended whose script failed.
///
/// `likely` is where it happened if nothing else says.
pub fn of_run(
    error: &EvalAltResult,
    session: &Session,
    control: &Control,
    functions: &[String],
    likely: Option<Position>,
) -> Ending {
    if let Some(ending) = &session.ending {
        return ending.clone();
    }
    let inner = error.unwrap_inner();
    let at = place(inner.position()).or(likely).or(session.position);
    let limits = control.limits();
    let halted = control.halt().and_then(|it| of_halt(it, limits));
    let stopped = halted.or_else(|| of_halt(reached_limit(inner)?, limits));
    if let Some((outcome, diagnostic)) = stopped {
        return Ending::new(outcome, diagnostic.map(|it| it.at(at)));
    }
    let fault = |diagnostic: Diagnostic| Ending::new(Outcome::ScriptFault, Some(diagnostic.at(at)));
    match inner {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => fault(unknown_function(signature, functions)),
        EvalAltResult::ErrorVariableNotFound(name, _) => fault(unknown_variable(name)),
        EvalAltResult::ErrorRuntime(payload, _) => {
            let number = payload
                .read_lock::<rhai::Map>()
                .and_then(|it| it.get(FAULT)?.as_int().ok());
            match number.and_then(|it| session.faults.get(usize::try_from(it).ok()?)) {
                Some(known) => Ending::new(Outcome::ScriptFault, Some(known.clone())),
                None if payload.is_unit() => fault(Diagnostic::new(Code::Thrown, "the script gave up")),
                None => fault(Diagnostic::new(Code::Thrown, payload.to_string())),
            }
        }
        other => {
            // The message without the position, which stands apart.
            let mut bare = other.to_string();
            if let Some(end) = bare.rfind(" (line ") {
                bare.truncate(end);
            }
            fault(Diagnostic::new(Code::ScriptError, bare))
        }
    }
}

/// The limit that the engine itself has stopped at, if that is what it says.
fn reached_limit(error: &EvalAltResult) -> Option<Halt> {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) => Some(Halt::Operations),
        EvalAltResult::ErrorStackOverflow(_) => Some(Halt::Depth),
        EvalAltResult::ErrorDataTooLarge(..) | EvalAltResult::ErrorTooManyVariables(_) => Some(Halt::Size),
        _ => None,
    }
}

/// How a script ends that is stopped; none where its session has said that.
fn of_halt(halt: Halt, limits: &Limits) -> Option<(Outcome, Option<Diagnostic>)> {
    let (outcome, code, message, hint) = match halt {
        Halt::Operations => (
            Outcome::OverBudget,
            Code::OperationLimit,
            format!(
                "the script has done {} operations without an end",
                limits.operations
            ),
            Some("a loop that never ends? count its rounds and leave it after a number of them"),
        ),
        Halt::Depth => (
            Outcome::ScriptFault,
            Code::DepthLimit,
            format!("more than {} calls inside one another", limits.depth),
            Some("a function that calls itself without an end? use a loop"),
        ),
        Halt::Size => (
            Outcome::ScriptFault,
            Code::SizeLimit,
            format!(
                "a value grew too large: at most {} bytes of text, {} list entries, {} map entries",
                limits.text, limits.list, limits.map
            ),
            None,
        ),
        Halt::Time => (
            Outcome::OverBudget,
            Code::TimeLimit,
            format!("the script took longer than {} s", limits.time.as_secs()),
            None,
        ),
        Halt::Cancelled => return Some((Outcome::Cancelled, None)),
        Halt::Ended => return None,
    };
    let diagnostic = Diagnostic::new(code, message);
    let diagnostic = match hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    };
    Some((outcome, Some(diagnostic)))
}

/// A call that fits no function: another name was meant, or other arguments.
fn unknown_function(signature: &str, functions: &[String]) -> Diagnostic {
    let name = signature.split([' ', '(']).next().unwrap_or(signature);
    let given = signature.strip_prefix(name).map(str::trim).unwrap_or_default();
    let forms: Vec<String> = host_functions()
        .iter()
        .filter(|it| it.name == name)
        .map(|it| it.call())
        .collect();
    let own: Vec<&String> = functions
        .iter()
        .filter(|it| it.split('(').next() == Some(name))
        .collect();
    let text = strings::functions().iter().find(|it| it.name == name);
    if !forms.is_empty() || !own.is_empty() || text.is_some() {
        let given = given.replace(host::NAME, "").replace("(, ", "(");
        let given = given
            .replace("&str | ImmutableString | String", "text")
            .replace("i64", "int");
        let mut diagnostic = Diagnostic::new(Code::Arguments, format!("`{name}` does not take {given}"));
        for form in forms.iter().chain(own) {
            diagnostic = diagnostic.note(format!("it is called as {form}"));
        }
        return match text {
            Some(it) => diagnostic.note(it.doc.to_owned()),
            None => diagnostic,
        };
    }
    let known = host_functions().iter().map(|it| it.name.as_str());
    let known = known.chain(functions.iter().filter_map(|it| it.split('(').next()));
    let known: std::collections::BTreeSet<&str> = known
        .chain(strings::functions().iter().map(|it| it.name))
        .collect();
    let near = device::nearest(name, known);
    let diagnostic = Diagnostic::new(Code::UnknownFunction, format!("there is no function `{name}`"));
    if near.is_empty() {
        diagnostic
    } else {
        let near: Vec<String> = near.iter().map(|it| format!("`{it}`")).collect();
        diagnostic.hint(format!("did you mean {}?", near.join(", ")))
    }
}
