//! Builds a function on the emulator and runs it with values of its own: `cargo run -p autorpa --example first`.
#![expect(clippy::print_stdout, reason = "an example shows what came of it")]

use autorpa::{Autorpa, BuildRequest, Error, ExecRequest, Home};

fn main() -> Result<(), Error> {
    let rpa = Autorpa::new(Home::of_the_system()?);
    let changes = write_note(&rpa, "todo.txt", "buy milk")?;
    changes.iter().for_each(|change| println!("{change}"));
    Ok(())
}

/// Write a note on the phone. The answer is what changed there; nothing where the function could not be verified.
pub(crate) fn write_note(rpa: &Autorpa, name: &str, text: &str) -> Result<Vec<String>, Error> {
    let built = rpa.build(&BuildRequest::new("MarkorCreateNote"))?;
    let Some(function) = built.function.filter(|_| built.verified) else {
        return Ok(Vec::new());
    };
    let values = [("file_name", name), ("text", text)];
    let params = values.map(|(name, value)| (name.to_owned(), value.into()));
    let ran = rpa.exec(&ExecRequest::new(function.path, params.into_iter().collect()))?;
    Ok(ran.changes)
}
