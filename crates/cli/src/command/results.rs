//! `autorpa results`: what benches measured, as a page in Markdown.

use autorpa::Error;

use crate::{args::ResultsArgs, command::show::put, terminal::say};

/// The command.
pub fn run(args: &ResultsArgs) -> Result<(), Error> {
    let page = autorpa::results(&args.files, args.side_by_side)?;
    put(args.out.as_deref(), page.trim_end())?;
    let wrote = args.out.iter().map(|it| format!("wrote {}", it.display()));
    wrote.for_each(|it| say(&it));
    Ok(())
}
