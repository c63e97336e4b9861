//! `autorpa synth`: a program for examples of texts, and its outputs for other inputs.

use std::{fs::File, io};

use autorpa::{Error, FileHelp, read_problem, synth};

use crate::{args::SynthArgs, terminal::print};

/// `autorpa synth`.
pub fn run(args: &SynthArgs) -> Result<(), Error> {
    let stdin = args.file.as_os_str() == "-";
    let text = if stdin {
        read_problem(&mut io::stdin().lock())
    } else {
        File::open(&args.file).and_then(|mut file| read_problem(&mut file))
    };
    let text = text.map_err(|source| Error::File {
        path: args.file.clone(),
        source,
        help: FileHelp::Examples,
    })?;
    let name = if stdin {
        "standard input".to_owned()
    } else {
        args.file.display().to_string()
    };
    let answer = synth(&text, &name)?;
    print(&serde_json::to_string(&answer).map_err(Error::kept)?);
    Ok(())
}
