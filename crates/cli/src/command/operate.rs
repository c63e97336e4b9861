//! `autorpa watch`, `autorpa audit` and `autorpa sign`: for who leaves functions alone.

use autorpa::{Autorpa, Error};

use crate::{
    args::{AuditCommand, SignArgs, WatchArgs},
    terminal::{print, say},
};

/// Watch whether the pages of a function drift; what is different at the last look is the result.
pub fn watch(args: &WatchArgs, rpa: &Autorpa) -> Result<(), Error> {
    let watched = rpa.watch(&args.request()?)?;
    watched.differences.iter().for_each(|it| print(it));
    watched.ended()
}

/// Look at the audit log.
pub fn audit(command: &AuditCommand, rpa: &Autorpa) -> Result<(), Error> {
    let AuditCommand::Verify { from } = command;
    print(&rpa.verify_audit(from.as_ref())?.to_string());
    Ok(())
}

/// Sign a function.
pub fn sign(args: &SignArgs, rpa: &Autorpa) -> Result<(), Error> {
    let signed = rpa.sign(&args.function, args.key.as_deref())?;
    if let Some(made) = &signed.made {
        say(&format!(
            "a key was made: {}; keep it, and nobody else may have it",
            made.display()
        ));
    }
    print(&format!("{} signed by {}", signed.function, signed.key));
    Ok(())
}
