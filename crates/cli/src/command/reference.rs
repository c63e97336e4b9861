//! `autorpa reference`: docs/reference.md, made of the code it describes.

use std::fmt::Write;

use clap::CommandFactory;

use crate::args::Cli;

/// The whole page.
pub fn reference() -> String {
    let mut page = runtime::reference();
    page.push_str("\n# How a command ends\n\n| exit code | name | what it means |\n| --- | --- | --- |\n");
    for (code, name, meaning) in autorpa::exit_codes() {
        // Writing to a string can't fail.
        let _ = writeln!(page, "| {code} | `{name}` | {meaning} |");
    }
    page.push_str("\n# What can be typed\n");
    let mut cli = Cli::command().term_width(110);
    cli.build();
    for command in cli.get_subcommands_mut() {
        if command.get_name() != "help" {
            let help = command.render_help().to_string();
            let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
            let _ = writeln!(
                page,
                "\n## `autorpa {}`\n\n```text\n{}\n```",
                command.get_name(),
                lines.join("\n").trim_end()
            );
        }
    }
    page
}
