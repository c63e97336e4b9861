//! The first byte says who reads the rest.
#![no_main]

use autorpa_tests::readers::READERS;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some((which, rest)) = bytes.split_first()
        && let Ok(text) = std::str::from_utf8(rest)
    {
        let _understood = (READERS[usize::from(*which) % READERS.len()].read)(text);
    }
});
