//! What an element is, by what the device says of it: its class or tag, its role, its type.

use crate::Element;

/// What an element can be. It may be several of these: an option is a row of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Made to be pressed, and without a state of its own.
    Button,
    /// Set by sliding.
    Slider,
    /// A list in which an option is chosen.
    Choice,
    /// One of those that a list offers.
    Option,
    /// One of several of which one is on.
    Radio,
    /// A menu, or an entry of one.
    Menu,
    /// Holds one row of a table or a list.
    Row,
    /// Stands right in a row of a table.
    Cell,
    /// Says what the part of a page below it is about.
    Heading,
}

/// Roles and tags of what holds one row.
const ROWS: [&str; 5] = ["row", "listitem", "option", "tr", "li"];
/// Roles and tags of headings.
const HEADINGS: [&str; 7] = ["heading", "h1", "h2", "h3", "h4", "h5", "h6"];
/// Roles and tags of what stands right in a row of a table.
const CELLS: [&str; 6] = ["cell", "gridcell", "rowheader", "columnheader", "td", "th"];

impl Element {
    /// Whether the device says that it is this.
    pub fn is(&self, role: Role) -> bool {
        match role {
            Role::Button => !self.checkable && (self.says("button") || self.has_type(&["submit", "button"])),
            Role::Slider => {
                let ends =
                    |it: &Option<String>, with: &str| it.as_deref().is_some_and(|it| it.ends_with(with));
                ends(&self.class_name, "SeekBar") || ends(&self.role, "slider")
            }
            Role::Choice => {
                let class = self.class_name.as_deref();
                let class = class.map(|it| it.rsplit('.').next().unwrap_or(it));
                matches!(class, Some("select" | "Spinner"))
            }
            Role::Option => self.is_called(&["option"]),
            Role::Radio => self.says("radio"),
            Role::Menu => self.role.as_deref().is_some_and(|it| it.starts_with("menu")),
            Role::Row => self.is_called(&ROWS),
            Role::Cell => self.is_called(&CELLS),
            Role::Heading => self.is_called(&HEADINGS),
        }
    }

    /// Its class or tag, and its role.
    fn kinds(&self) -> impl Iterator<Item = &str> {
        [&self.class_name, &self.role]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }

    /// Whether its class or role has this word in it, as `ImageButton` has.
    fn says(&self, word: &str) -> bool {
        self.kinds().any(|it| it.to_ascii_lowercase().contains(word))
    }

    /// Whether its tag or role is one of these.
    fn is_called(&self, names: &[&str]) -> bool {
        self.kinds().any(|it| names.contains(&it))
    }

    fn has_type(&self, types: &[&str]) -> bool {
        let own = self.attributes.get("type");
        own.is_some_and(|it| types.contains(&it.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(class: &str, role: &str) -> Element {
        let some = |it: &str| Some(it.to_owned()).filter(|it| !it.is_empty());
        Element {
            class_name: some(class),
            role: some(role),
            ..Element::default()
        }
    }

    #[track_caller]
    fn case(class: &str, role: &str, expected: &[Role]) {
        const ALL: [Role; 8] = [
            Role::Button,
            Role::Slider,
            Role::Choice,
            Role::Option,
            Role::Radio,
            Role::Menu,
            Role::Row,
            Role::Cell,
        ];
        let it = element(class, role);
        let is: Vec<Role> = ALL.into_iter().filter(|role| it.is(*role)).collect();
        assert_eq!(is, expected, "{class} {role}");
    }

    #[test]
    fn a_phone_says_it_by_classes() {
        case("android.widget.ImageButton", "", &[Role::Button]);
        case("android.widget.SeekBar", "", &[Role::Slider]);
        case("android.widget.Spinner", "", &[Role::Choice]);
        case("android.widget.TextView", "", &[]);
        let radio = Element {
            checkable: true,
            ..element("android.widget.RadioButton", "")
        };
        assert!(radio.is(Role::Radio) && !radio.is(Role::Button), "it has a state");
    }

    #[test]
    fn a_page_says_it_by_tags_and_roles() {
        case("button", "button", &[Role::Button]);
        case("div", "slider", &[Role::Slider]);
        case("select", "combobox", &[Role::Choice]);
        case("option", "option", &[Role::Option, Role::Row]);
        case("div", "menuitem", &[Role::Menu]);
        case("tr", "row", &[Role::Row]);
        case("td", "cell", &[Role::Cell]);
        // What only has such a word in its name is none.
        case("selection-list", "", &[]);
        case("div", "rowgroup", &[]);
        let submit = Element {
            attributes: [("type".to_owned(), "submit".to_owned())].into(),
            ..element("input", "")
        };
        assert!(submit.is(Role::Button));
    }
}
