//! The mark that stands for a secret wherever texts are kept: `{secret:NAME}`. Who types it puts the value in.

/// What a mark begins with.
const BEGINS: &str = "{secret:";

/// The mark of the secret with this name.
pub fn secret_mark(name: &str) -> String {
    format!("{BEGINS}{name}}}")
}

/// The secret's name, where a text is its mark and nothing else.
pub fn marked_secret(text: &str) -> Option<&str> {
    text.strip_prefix(BEGINS)?.strip_suffix('}')
}

/// Whether a text has a mark in it.
pub fn has_secret_mark(text: &str) -> bool {
    text.contains(BEGINS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_tells_the_name() {
        for name in ["password", "", "a}b", "PIN of Ada"] {
            assert_eq!(marked_secret(&secret_mark(name)), Some(name));
        }
        assert_eq!(marked_secret("say {secret:pin}"), None);
        assert!(has_secret_mark("say {secret:pin}") && !has_secret_mark("secret:pin"));
    }
}
