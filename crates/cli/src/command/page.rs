//! `autorpa page`: what a page shows, with a locator for each element, for those who write scripts.

use autorpa::{Autorpa, Error};

use crate::{
    args::PageArgs,
    terminal::{print, say},
};

/// List the elements of a page.
pub fn page(args: &PageArgs, rpa: &Autorpa) -> Result<(), Error> {
    let looked = rpa.look(&args.url)?;
    let screen = &looked.screen;
    let count = screen.elements.len();
    say(&format!("{} {}: {count} elements", screen.app, screen.activity));
    for ((id, locator), (_, element)) in looked.elements.iter().zip(screen.iter()) {
        print(&format!("{id:>4}  {:<50}  {locator}", element.name()));
    }
    Ok(())
}
