//! Which apps show a file, and the sheet that asks for one of them.

use crate::{
    msg::{AppId, system::Msg},
    paint::IconName,
    state::DeviceState,
    toolkit::{
        View, Window, WindowKind, button, column, image, row, scroller, spacer, text,
        view::{Dim, Gravity},
    },
};

/// The apps that show a file of this name, or none.
pub fn viewers(path: &str) -> &'static [AppId] {
    let lower = path.to_lowercase();
    match [".html", ".htm"].iter().any(|it| lower.ends_with(it)) {
        true => &[AppId::Chrome, AppId::HtmlViewer],
        false => &[],
    }
}

/// The setting that holds the package that always shows pages.
const PREFERRED: &str = "open_with/html";

/// The app that was chosen once and for all.
pub fn preferred(device: &DeviceState, path: &str) -> Option<AppId> {
    let package = device.settings.get(PREFERRED)?;
    let mut viewers = viewers(path).iter().copied();
    viewers.find(|it| it.info().package == package)
}

/// Choose an app once and for all.
pub fn prefer(device: &mut DeviceState, app: AppId) {
    device
        .settings
        .insert(PREFERRED.to_owned(), app.info().package.to_owned());
}

pub(super) fn sheet(path: &str, chosen: Option<AppId>) -> Window {
    let rows = viewers(path).iter().map(|app| {
        let info = app.info();
        row([
            image(info.icon.unwrap_or(IconName::File)),
            text(info.label)
                .id("android:id/text1")
                .size(16)
                .width(Dim::Share(1))
                .at(Gravity::Center)
                .pad(16, 0),
        ])
        .tap(Msg::Viewer(*app))
        .selected(chosen == Some(*app))
        .wide()
        .high(56)
        .pad(24, 4)
    });
    let list = scroller("android.widget.ListView", "android:id/resolver_list", path, rows);
    let answer = |label: &'static str, id: &'static str, msg: Msg| {
        let view = button(label, msg).as_written().id(id);
        view.enabled(chosen.is_some())
    };
    let buttons: [View; 3] = [
        spacer(),
        answer("Just once", "android:id/button_once", Msg::JustOnce),
        answer("Always", "android:id/button_always", Msg::Always),
    ];
    let root = column([
        text("Open with")
            .id("android:id/title")
            .size(18)
            .wide()
            .pad(24, 12),
        list,
        row(buttons).wide().high(60).pad(12, 6),
    ]);
    Window::over(WindowKind::Sheet, root.wide()).of("android")
}
