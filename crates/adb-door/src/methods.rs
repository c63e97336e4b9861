//! The input methods of a phone: which there are, which may be used, and which one is.

/// The one that a phone has from the beginning.
pub const USUAL: &str = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";
/// ADBKeyBoard, which clients install to type any text.
pub const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";
/// All that are installed.
pub const INSTALLED: [&str; 2] = [USUAL, ADB_KEYBOARD];

/// Settings that say which are used.
pub const CHOSEN: &str = "default_input_method";
/// And which may be.
pub const ENABLED: &str = "enabled_input_methods";

/// The input methods of a phone.
#[derive(Clone, Debug)]
pub struct Methods {
    chosen: &'static str,
    enabled: Vec<&'static str>,
}

impl Default for Methods {
    fn default() -> Self {
        Self {
            chosen: USUAL,
            enabled: vec![USUAL],
        }
    }
}

impl Methods {
    /// A setting that says something of them.
    pub fn setting(&self, key: &str) -> Option<String> {
        match key {
            CHOSEN => Some(self.chosen.to_owned()),
            ENABLED => Some(self.enabled.join(":")),
            _ => None,
        }
    }

    /// Let such a setting be this; what is not installed is left out. Answers whether it is one.
    pub fn set(&mut self, key: &str, value: &str) -> bool {
        match key {
            CHOSEN => {
                self.choose(value);
            }
            ENABLED => {
                self.enabled = value.split(':').filter_map(installed).collect();
                self.keep_one();
            }
            _ => return false,
        }
        true
    }

    /// The one that is used.
    pub fn chosen(&self) -> &'static str {
        self.chosen
    }

    /// Those that may be used.
    pub fn enabled(&self) -> &[&'static str] {
        &self.enabled
    }

    /// Let one be used; `false` where it may be already.
    pub fn enable(&mut self, method: &'static str) -> bool {
        let new = !self.enabled.contains(&method);
        if new {
            self.enabled.push(method);
        }
        new
    }

    /// Let one be used no more; `false` where it may not be anyway.
    pub fn disable(&mut self, id: &str) -> bool {
        let before = self.enabled.len();
        self.enabled.retain(|it| *it != id);
        let done = self.enabled.len() < before;
        self.keep_one();
        done
    }

    /// Use one; `false` where it is not there or not enabled.
    pub fn choose(&mut self, id: &str) -> bool {
        let found = self.enabled.iter().find(|it| **it == id);
        if let Some(found) = found {
            self.chosen = found;
        }
        found.is_some()
    }

    /// A phone always has one that is used.
    fn keep_one(&mut self) {
        if self.enabled.is_empty() {
            self.enabled.push(USUAL);
        }
        if !self.enabled.contains(&self.chosen) {
            self.chosen = self.enabled[0];
        }
    }
}

/// One that is installed, by its name.
pub fn installed(id: &str) -> Option<&'static str> {
    INSTALLED.into_iter().find(|it| *it == id)
}
