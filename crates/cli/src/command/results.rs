//! `autorpa results`: what benches measured, as a page in Markdown.

use autorpa::Error;

use crate::{
    args::ResultsArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &ResultsArgs) -> Result<(), Error> {
    let page = autorpa::results(&args.files, args.side_by_side)?;
    match &args.out {
        None => print(page.trim_end()),
        Some(file) => {
            autorpa::write(file, page.as_bytes())?;
            say(&format!("wrote {}", file.display()));
        }
    }
    Ok(())
}
