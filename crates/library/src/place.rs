//! Task type to the folder and the name under which its function is kept.

use heck::ToSnakeCase;

/// Where a function is kept: `APP/NAME.rhai`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub app: String,
    /// The file's name without its ending.
    pub name: String,
}

/// The place of a task type's function.
///
/// `app` is what the function works in: the name of the app it opens, or the package of its screens;
/// without one (a web suite is one page per task) the suite is the folder. The folder's words are
/// left out of the name: `MailArchiveThread` in Mail is `mail/archive_thread`.
pub fn place(suite: &str, task_type: &str, app: Option<&str>) -> Place {
    let folder = app
        .map(folder_of)
        .filter(|it| !it.is_empty())
        .unwrap_or_else(|| snake_case(suite));
    let whole = snake_case(task_type);
    let words: Vec<&str> = whole.split('_').collect();
    let shared = folder.split('_').zip(&words).take_while(|(a, b)| a == *b).count();
    let name = if shared < words.len() {
        words[shared..].join("_")
    } else {
        whole.clone()
    };
    // A name must be one that a person can call as well: it does not begin with a digit.
    let name = if name.starts_with(|it: char| it.is_ascii_digit()) {
        whole
    } else {
        name
    };
    let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
    Place {
        app: or(folder, "any"),
        name: or(name, "task"),
    }
}

/// `org.example.mail` is `mail`, `Simple Calendar Pro` is `simple_calendar_pro`.
fn folder_of(app: &str) -> String {
    // A web origin is no app.
    if app.contains("://") || app.contains('/') {
        return String::new();
    }
    let is_package = app.contains('.') && !app.contains(char::is_whitespace);
    if !is_package {
        return snake_case(app);
    }
    // The last part names the app, unless it only says which edition it is.
    const EDITIONS: [&str; 8] = ["android", "app", "apps", "beta", "debug", "free", "main", "pro"];
    let parts: Vec<String> = app
        .split('.')
        .map(snake_case)
        .filter(|it| !it.is_empty())
        .collect();
    let telling = parts.iter().rev().find(|it| !EDITIONS.contains(&it.as_str()));
    telling.or(parts.last()).cloned().unwrap_or_default()
}

/// Words in lower case with `_` between them; words end where the case, or a sign, says so.
pub fn snake_case(text: &str) -> String {
    text.to_snake_case()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(suite: &str, task_type: &str, app: Option<&str>, expected: &str) {
        let it = place(suite, task_type, app);
        assert_eq!(format!("{}/{}", it.app, it.name), expected);
    }

    #[test]
    fn apps_and_packages_name_the_folder() {
        check(
            "androidworld",
            "MarkorCreateNote",
            Some("net.gsantner.markor"),
            "markor/create_note",
        );
        check(
            "androidworld",
            "MarkorCreateNote",
            Some("Markor"),
            "markor/create_note",
        );
        check(
            "androidworld",
            "ContactsAddContact",
            Some("com.google.android.contacts"),
            "contacts/add_contact",
        );
        check(
            "androidworld",
            "SimpleCalendarAddOneEvent",
            Some("Simple Calendar Pro"),
            "simple_calendar_pro/add_one_event",
        );
        check(
            "androidworld",
            "SimpleSmsReply",
            Some("com.simplemobiletools.smsmessenger"),
            "smsmessenger/simple_sms_reply",
        );
        check(
            "androidworld",
            "GalleryOpen",
            Some("com.simplemobiletools.gallery.pro"),
            "gallery/open",
        );
    }

    #[test]
    fn a_web_suite_is_its_own_folder() {
        check("miniwob", "click-button", None, "miniwob/click_button");
        check(
            "miniwob",
            "click-tab-2",
            Some("http://127.0.0.1:4000"),
            "miniwob/click_tab_2",
        );
    }

    #[test]
    fn odd_names_still_give_a_place() {
        check("", "", None, "any/task");
        check("s", "Markor", Some("Markor"), "markor/markor");
        check("s", "Markor2048", Some("Markor"), "markor/markor2048");
        check("s", "markor-2048", Some("Markor"), "markor/markor_2048");
        check("s", "../../etc", Some(".."), "s/etc");
    }

    #[test]
    fn words_end_where_the_case_says_so() {
        for (text, expected) in [
            ("HTTPServer", "http_server"),
            ("aB", "a_b"),
            ("click--it ", "click_it"),
            ("Été2Go", "été2_go"),
        ] {
            assert_eq!(snake_case(text), expected);
        }
    }
}
