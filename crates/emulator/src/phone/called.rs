//! Apps by what they are called.

use crate::msg::AppId;

/// The app `open_app` starts for a name: one of its patterns begins the name, or the name is its label or package.
pub(super) fn find_app(name: &str) -> Option<AppId> {
    let lower = name.trim().to_lowercase();
    let all = || AppId::ALL.iter().copied().filter(|it| it.info().icon.is_some());
    all()
        .find(|it| it.info().label.to_lowercase() == lower || it.info().package == name)
        .or_else(|| all().find(|it| it.info().names.iter().any(|pattern| lower.starts_with(pattern))))
}
