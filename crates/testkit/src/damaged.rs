//! Texts as a careless or a hostile hand leaves them.

use proptest::prelude::*;

/// A sample with a part of it replaced, or any text.
pub fn damaged(sample: &'static str) -> impl Strategy<Value = String> {
    let chars: Vec<char> = sample.chars().collect();
    let part = (
        any::<prop::sample::Index>(),
        0..20_usize,
        ".{0,8}|[0-9\\[\\]{}\",:]{0,8}",
    );
    let changed = part.prop_map(move |(at, gone, put)| {
        let at = at.index(chars.len());
        let rest = chars.iter().skip(at + gone);
        chars[..at]
            .iter()
            .copied()
            .chain(put.chars())
            .chain(rest.copied())
            .collect()
    });
    prop_oneof![changed, any::<String>()]
}
