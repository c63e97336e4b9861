//! The windows of the system: status bar, navigation bar and keyboard. They belong to no app, and the list of a screen's
//! elements leaves them out; services that ask for all windows see them. Ids and words are those of Android 13.

use ui::{Element, Rect};

use super::{Branch, Phone, branch::SystemWindow};
use crate::{
    system::SYSTEM_UI,
    toolkit::{board, date::Date, glass::STATUS},
};

/// The package of the keyboard.
const KEYBOARD: &str = "com.google.android.inputmethod.latin";

impl Phone {
    /// The windows of the system that are to be seen now, the lowest first.
    pub fn system_windows(&self) -> Vec<(SystemWindow, Branch)> {
        let glass = self.interaction.glass;
        let time = Date::from_ms(self.state.clock.now_ms()).time();
        let keyboard = self
            .interaction
            .keyboard
            .then(|| (SystemWindow::Keyboard, self.board()));
        let said = |id: &str, says: &str, left: i32, right: i32| {
            let description = Some(says.to_owned());
            let bounds = Rect::new(left, 0, right, STATUS);
            part(SYSTEM_UI, "ImageView", id, description, bounds)
        };
        let mut clock = part(
            SYSTEM_UI,
            "TextView",
            "clock",
            Some(time.clone()),
            Rect::new(0, 0, glass.width / 4, STATUS),
        );
        clock.text = Some(time);
        let half = glass.width / 2;
        let status = vec![
            clock,
            said("wifi_signal", "Wifi signal full.", half, half + half / 2),
            said("battery", "Battery 100 percent.", half + half / 2, glass.width),
        ];
        let third = glass.width / 3;
        let key = |at: i32, id: &str, name: &str| Element {
            clickable: true,
            long_clickable: true,
            focusable: true,
            ..part(
                SYSTEM_UI,
                "ImageView",
                id,
                Some(name.to_owned()),
                Rect::new(at * third, glass.navigation, (at + 1) * third, glass.height),
            )
        };
        let navigation = vec![
            key(0, "back", "Back"),
            key(1, "home_button", "Home"),
            key(2, "recent_apps", "Overview"),
        ];
        let bar = |id: &str, bounds: Rect, parts: Vec<Element>| {
            let root = part(SYSTEM_UI, "FrameLayout", id, None, bounds);
            (SystemWindow::Bar, window(root, parts))
        };
        let bars = [
            bar("status_bar", Rect::new(0, 0, glass.width, STATUS), status),
            bar(
                "navigation_bar_frame",
                Rect::new(0, glass.navigation, glass.width, glass.height),
                navigation,
            ),
        ];
        keyboard.into_iter().chain(bars).collect()
    }

    fn board(&self) -> Branch {
        let glass = self.interaction.glass;
        let whole = Rect::new(0, glass.keyboard, glass.width, glass.navigation);
        let keys = board::keys(glass).into_iter().map(|(bounds, key)| Element {
            clickable: true,
            ..part(KEYBOARD, "FrameLayout", "", Some(key.name()), bounds)
        });
        let root = part(KEYBOARD, "FrameLayout", "keyboard_area", None, whole);
        window(root, keys.collect())
    }
}

/// A widget of this package.
fn part(package: &str, class: &str, id: &str, description: Option<String>, bounds: Rect) -> Element {
    Element {
        content_description: description,
        class_name: Some(format!("android.widget.{class}")),
        resource_name: (!id.is_empty()).then(|| format!("{package}:id/{id}")),
        package_name: Some(package.to_owned()),
        enabled: true,
        bounds,
        ..Element::default()
    }
}

/// A window with these parts.
fn window(root: Element, parts: Vec<Element>) -> Branch {
    let leaf = |(at, it): (u16, Element)| Branch {
        element: Element {
            path: vec![0, at],
            ..it
        },
        listed: true,
        children: Vec::new(),
    };
    Branch {
        element: Element {
            path: vec![0],
            ..root
        },
        listed: false,
        children: (0..).zip(parts).map(leaf).collect(),
    }
}
