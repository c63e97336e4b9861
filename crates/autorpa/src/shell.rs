//! Words for a shell.

use std::borrow::Cow;

/// For a shell: in quotes, where it is more than one plain word.
pub fn quoted(text: &str) -> String {
    // No word of a shell can hold a NUL.
    let text = text.replace('\0', "");
    // A comma alone is nothing to a shell.
    let bare = text.replace(',', "");
    if !bare.is_empty() && shlex::try_quote(&bare).is_ok_and(|it| it == bare) {
        return text;
    }
    shlex::try_quote(&text).map_or_else(|_| text.clone(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_typed_for_a_shell() {
        assert_eq!(quoted("a-b.c"), "a-b.c");
        assert_eq!(quoted("7,9"), "7,9");
        assert_eq!(quoted(""), "''");
        for text in ["it's", "a b", "$HOME `x` \"y\" \\ !", "a\nb", "größe=5", "a,b c"] {
            assert_eq!(shlex::split(&quoted(text)), Some(vec![text.to_owned()]));
        }
    }
}
