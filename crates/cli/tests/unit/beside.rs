//! What stands before a command.

use std::ffi::OsString;

use super::options_before;

#[test]
fn a_value_may_be_called_as_the_command_is() {
    for (typed, before) in [
        ("mcp", 0),
        ("mcp --home mcp", 0),
        ("--home mcp mcp --http 127.0.0.1:0", 2),
        ("--tasks mcp --login ada -v mcp mcp", 5),
        ("--tasks=mcp mcp", 1),
    ] {
        let typed: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
        assert_eq!(options_before("mcp", &typed), &typed[..before], "{typed:?}");
    }
}
