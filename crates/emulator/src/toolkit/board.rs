//! The keyboard: where its keys are, and what each of them types.

use ui::Rect;

use super::glass::Glass;

/// The letters, line by line.
const LINES: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/// Keys of the longest line.
const LONGEST: i32 = 10;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKey {
    /// Types a letter or a sign.
    Sign(char),
    /// Takes away the letter before the cursor.
    Delete,
    /// As Enter.
    Enter,
}

impl BoardKey {
    /// What it is called.
    pub fn name(self) -> String {
        match self {
            BoardKey::Sign(' ') => "Space".to_owned(),
            BoardKey::Sign(sign) => sign.to_string(),
            BoardKey::Delete => "Delete".to_owned(),
            BoardKey::Enter => "Enter".to_owned(),
        }
    }
}

/// The keys of a screen's keyboard, line by line.
pub fn keys(glass: Glass) -> Vec<(Rect, BoardKey)> {
    let high = (glass.navigation - glass.keyboard) / 4;
    let wide = glass.width / LONGEST;
    let key = |line: i32, left: i32, keys: i32| {
        let top = glass.keyboard + line * high;
        Rect::new(left, top, left + keys * wide, top + high)
    };
    let mut all = Vec::new();
    for (line, letters) in (0..).zip(LINES) {
        let count = letters.len() as i32;
        let left = (glass.width - wide * count) / 2;
        let keys = (0..).zip(letters.chars());
        all.extend(keys.map(|(at, it)| (key(line, left + at * wide, 1), BoardKey::Sign(it))));
    }
    all.push((key(2, glass.width - wide, 1), BoardKey::Delete));
    let last = [
        (1, 1, BoardKey::Sign(',')),
        (2, 5, BoardKey::Sign(' ')),
        (7, 1, BoardKey::Sign('.')),
        (8, 2, BoardKey::Enter),
    ];
    all.extend(last.map(|(at, keys, it)| (key(3, at * wide, keys), it)));
    all
}

/// The key at a place.
pub fn key_at(glass: Glass, x: i32, y: i32) -> Option<BoardKey> {
    let found = keys(glass).into_iter().find(|(it, _)| it.contains(x, y));
    found.map(|it| it.1)
}
