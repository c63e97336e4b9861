//! Feeds one reader, which `AUTORPA_READER` names; without a name the first byte says who reads the rest.
#![no_main]

use std::{env, sync::LazyLock};

use autorpa_tests::readers::{READERS, Reader};

static NAMED: LazyLock<Option<&Reader>> = LazyLock::new(|| {
    let name = env::var("AUTORPA_READER").ok()?;
    let found = READERS.iter().find(|it| it.name == name);
    Some(found.unwrap_or_else(|| panic!("no reader is called `{name}`")))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (reader, rest) = match (*NAMED, bytes.split_first()) {
        (Some(named), _) => (named, bytes),
        (None, Some((which, rest))) => (&READERS[usize::from(*which) % READERS.len()], rest),
        (None, None) => return,
    };
    if let Ok(text) = std::str::from_utf8(rest) {
        let _understood = (reader.read)(text);
    }
});
