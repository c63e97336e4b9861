//! What `dumpsys` says of the screen: who is in front, its size, whether it is on.

/// What it asks the phone.
pub const COMMAND: &str = "dumpsys power | grep mWakefulness=; dumpsys window policy | grep showing=; \
    dumpsys window displays | grep -E 'mCurrentFocus|mFocusedApp| cur=|mCurrentRotation='; \
    date +mToday=%Y-%m-%d";

/// The same where the first form says nothing of the focus, as before Android 10.
pub const OLDER: &str = "dumpsys window windows | grep -E 'mCurrentFocus|mFocusedApp'";

/// The screen, as far as that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// Package in front.
    pub package: Option<String>,
    /// `package/activity` in front; the activity begins with a dot where it is in the package.
    pub activity: String,
    /// Width and height as it is held now.
    pub size: Option<(u32, u32)>,
    /// By how many quarters the screen is turned.
    pub quarters: Option<u8>,
    /// Whether the screen is off.
    pub asleep: bool,
    /// Whether the lock screen is in front.
    pub locked: bool,
    /// The phone's date, as `2023-10-15`; empty where it did not say it.
    pub today: String,
}

/// Read the lines.
pub fn read(text: &str) -> Focus {
    let mut focus = Focus::default();
    let (mut current, mut app) = (None, None);
    for line in text.lines().map(str::trim) {
        if let Some(state) = line.strip_prefix("mWakefulness=") {
            focus.asleep = !matches!(state, "Awake" | "Dreaming");
        } else if let Some(today) = line.strip_prefix("mToday=") {
            focus.today = today.to_owned();
        } else if let Some(turned) = line.strip_prefix("mCurrentRotation=") {
            focus.quarters = focus.quarters.or(quarters(turned));
        } else if line == "showing=true" {
            focus.locked = true;
        } else if let Some(window) = line.strip_prefix("mCurrentFocus=") {
            current = current.or_else(|| component(window));
        } else if let Some(record) = line.strip_prefix("mFocusedApp=") {
            app = app.or_else(|| component(record));
        } else if let Some(size) = line.split(" cur=").nth(1).or(line.strip_prefix("cur=")) {
            focus.size = focus.size.or_else(|| size_of(size));
        }
    }
    // Menus and the shade are windows without a component: the app that has the focus is named beside them.
    if let Some((package, activity)) = current.or(app) {
        focus.activity = format!("{package}/{}", short(&package, &activity));
        focus.package = Some(package);
    }
    focus
}

/// The component in `Window{hash u0 package/activity}` or `ActivityRecord{hash u0 package/activity t5}`.
fn component(text: &str) -> Option<(String, String)> {
    let inner = text.split_once('{')?.1.split('}').next()?;
    let word = inner.split_whitespace().find(|it| it.contains('/'))?;
    let (package, activity) = word.split_once('/')?;
    (!package.is_empty() && !activity.is_empty()).then(|| (package.to_owned(), activity.to_owned()))
}

/// An activity without its package, where it is in it.
fn short<'a>(package: &str, activity: &'a str) -> &'a str {
    match activity.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => rest,
        Some(_) | None => activity,
    }
}

/// `ROTATION_90`, or `1` on older phones.
fn quarters(text: &str) -> Option<u8> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match digits.parse::<u16>().ok()? {
        turned @ 0..4 => u8::try_from(turned).ok(),
        degrees => u8::try_from((degrees / 90) % 4).ok(),
    }
}

/// `1080x2400 ..`.
pub fn size_of(text: &str) -> Option<(u32, u32)> {
    let word = text.split_whitespace().next()?;
    let (width, height) = word.split_once('x')?;
    let size = (width.parse().ok()?, height.parse().ok()?);
    (size.0 > 0 && size.1 > 0).then_some(size)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_screen_is_read() {
        let focus = read(
            "  mWakefulness=Awake\n      showing=false\n    init=1080x2400 420dpi cur=2400x1080 app=2400x1017\n  \
             mCurrentFocus=Window{a1 u0 net.gsantner.markor/net.gsantner.markor.activity.MainActivity}\n  \
             mFocusedApp=ActivityRecord{b2 u0 com.other/.X t7}\n",
        );
        assert_eq!(focus.activity, "net.gsantner.markor/.activity.MainActivity");
        assert_eq!(focus.size, Some((2400, 1080)));
        assert!(!focus.asleep && !focus.locked);
        let focus = read(
            "mWakefulness=Asleep\nshowing=true\nmCurrentFocus=Window{a u0 NotificationShade}\n\
             mFocusedApp=ActivityRecord{b2 u0 com.other/com.another.X t7}",
        );
        assert!(focus.asleep && focus.locked);
        assert_eq!(focus.activity, "com.other/com.another.X");
        assert_eq!(read("mCurrentFocus=null"), Focus::default());
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "(mCurrentFocus=|mFocusedApp=| cur=|[ -~\n]){0,20}") {
            let _ = read(&text);
        }
    }
}
