//! How an element is named so that it can be found again: attributes, relations, and a description.

use std::{fmt, str::FromStr};

/// What can be asked of an element. The names are the keys of `find_element(#{..})`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// Its text is exactly this.
    Text,
    /// Its text has this in it.
    TextContains,
    /// Its text starts with this.
    TextStartsWith,
    /// Its text ends with this.
    TextEndsWith,
    /// Its description is exactly this.
    ContentDescription,
    /// Its description has this in it.
    ContentDescriptionContains,
    /// Its description begins with these words: `File` is none of `Files of May`.
    ContentDescriptionStartsWith,
    /// Its hint (placeholder) is exactly this.
    HintText,
    /// Its tooltip (title) is exactly this.
    Tooltip,
    /// The text that labels it is exactly this.
    Label,
    /// What it holds is exactly this.
    Value,
    /// Its ARIA role.
    Role,
    /// Its class (Android) or tag (web); the last part of a dotted class is enough.
    ClassName,
    /// Its resource name (Android) or id (web); the part behind `:id/` is enough.
    ResourceName,
    /// The package of its window.
    PackageName,
    /// Its `name` attribute (web).
    Name,
    /// Its `type` attribute (web).
    Type,
    /// Each word of this is among its CSS classes (web).
    Class,
    /// Its colour, where the device reports one.
    Color,
    /// Its size class, where the device reports one.
    Size,
    /// Its shape, where the device reports one.
    Shape,
    /// It is a drawn figure that each word of this fits: `large red circles`, `small 7`, `blue item`.
    Looks,
    /// The head of the table column that it stands in (web).
    Column,
    /// `left` or `right`: the edge of what it stands in that it is clearly nearer to. Where that can't be said of one of
    /// those that fit otherwise, none is found.
    Side,
    /// `number`: its text has digits in one place, with or without points and commas between them.
    Says,
    /// `true` or `false`.
    Checked,
    /// `true` or `false`.
    Selected,
    /// `true` or `false`.
    Enabled,
    /// `true` or `false`.
    Focused,
    /// `true` or `false`.
    Editable,
    /// `true` or `false`.
    Clickable,
}

impl Key {
    /// Every key, in the order they are printed.
    pub const ALL: [Key; 31] = [
        Key::Text,
        Key::TextContains,
        Key::TextStartsWith,
        Key::TextEndsWith,
        Key::ContentDescription,
        Key::ContentDescriptionContains,
        Key::ContentDescriptionStartsWith,
        Key::HintText,
        Key::Tooltip,
        Key::Label,
        Key::Value,
        Key::Role,
        Key::ClassName,
        Key::ResourceName,
        Key::PackageName,
        Key::Name,
        Key::Type,
        Key::Class,
        Key::Color,
        Key::Size,
        Key::Shape,
        Key::Looks,
        Key::Column,
        Key::Side,
        Key::Says,
        Key::Checked,
        Key::Selected,
        Key::Enabled,
        Key::Focused,
        Key::Editable,
        Key::Clickable,
    ];

    /// The keys that models are told of. Where an element stands is left out: no listing of elements that a model reads
    /// says in which column, or at which side, one stands. What a description begins with is asked for by what it has in
    /// it. Recorded answers are found again by all that was asked.
    pub fn told() -> impl Iterator<Item = Key> + Clone {
        let untold = [
            Key::Column,
            Key::Side,
            Key::Says,
            Key::ContentDescriptionStartsWith,
        ];
        Key::ALL.into_iter().filter(move |it| !untold.contains(it))
    }

    /// The name as it stands in a script.
    pub fn name(self) -> &'static str {
        match self {
            Key::Text => "text",
            Key::TextContains => "text_contains",
            Key::TextStartsWith => "text_starts_with",
            Key::TextEndsWith => "text_ends_with",
            Key::ContentDescription => "content_description",
            Key::ContentDescriptionContains => "content_description_contains",
            Key::ContentDescriptionStartsWith => "content_description_starts_with",
            Key::HintText => "hint_text",
            Key::Tooltip => "tooltip",
            Key::Label => "label",
            Key::Value => "value",
            Key::Role => "role",
            Key::ClassName => "class_name",
            Key::ResourceName => "resource_name",
            Key::PackageName => "package_name",
            Key::Name => "name",
            Key::Type => "type",
            Key::Class => "class",
            Key::Color => "color",
            Key::Size => "size",
            Key::Shape => "shape",
            Key::Looks => "looks",
            Key::Column => "column",
            Key::Side => "side",
            Key::Says => "says",
            Key::Checked => "checked",
            Key::Selected => "selected",
            Key::Enabled => "enabled",
            Key::Focused => "focused",
            Key::Editable => "editable",
            Key::Clickable => "clickable",
        }
    }

    /// Whether it asks for words that an element shows, or is called by.
    pub fn is_words(self) -> bool {
        self.is_partial()
            || matches!(
                self,
                Key::Text | Key::ContentDescription | Key::HintText | Key::Tooltip | Key::Label | Key::Value
            )
    }

    /// Whether it asks for what an element shows itself: no label that stands beside it, and no hint.
    pub fn is_shown(self) -> bool {
        self.is_partial() || matches!(self, Key::Text | Key::ContentDescription)
    }

    /// Whether it asks for a part of what an element shows.
    pub fn is_partial(self) -> bool {
        matches!(
            self,
            Key::TextContains
                | Key::TextStartsWith
                | Key::TextEndsWith
                | Key::ContentDescriptionContains
                | Key::ContentDescriptionStartsWith
        )
    }

    /// Whether the value is `true` or `false`.
    pub fn is_flag(self) -> bool {
        matches!(
            self,
            Key::Checked | Key::Selected | Key::Enabled | Key::Focused | Key::Editable | Key::Clickable
        )
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Key {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Key::ALL.into_iter().find(|it| it.name() == text).ok_or(())
    }
}

/// What an element must be able to do beyond a tap, as the paper's `additional_actions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExtraAction {
    /// It reacts to a long press.
    LongPress,
    /// It takes text.
    InputText,
    /// Its content scrolls.
    Swipe,
}

impl ExtraAction {
    /// The name as it stands in a script.
    pub fn name(self) -> &'static str {
        match self {
            ExtraAction::LongPress => "long_press",
            ExtraAction::InputText => "input_text",
            ExtraAction::Swipe => "swipe",
        }
    }
}

impl fmt::Display for ExtraAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ExtraAction {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [ExtraAction::LongPress, ExtraAction::InputText, ExtraAction::Swipe]
            .into_iter()
            .find(|it| it.name() == text)
            .ok_or(())
    }
}

/// Names one element. All attributes must hold. `T` is a text here, an expression in a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locator<T = String> {
    /// Attributes that must hold, each key at most once, in the order of [`Key`].
    pub attributes: Vec<(Key, T)>,
    /// What it must be able to do.
    pub additional_actions: Vec<ExtraAction>,
    /// Of all that match, those that share the innermost container with an element showing exactly this
    /// (text, description, label or value), but none that stands with another one of that kind there.
    pub near: Option<T>,
    /// Other texts that stand where the one it is near to stands: a row that two or more of its cells tell. Without `near` they
    /// say nothing.
    pub also_near: Vec<T>,
    /// Of all that match, the n-th in screen order: 1 is the first, -1 the last. `2 of 5` is the second if
    /// there are five, and nothing otherwise.
    pub nth: Option<T>,
    /// Where several match that nothing tells apart ([`crate::are_alike`]), any of them will do. Only the compiler
    /// says so, where trying each of them on the same instance has shown it.
    pub any_of_alike: bool,
    /// What it is, for people, for the grounder and for messages.
    pub target_description: String,
    /// Other ways to the same element, for a screen where the attributes find nothing: an app's new version
    /// has another id, another language another text. [`crate::find`] does not look at them.
    pub or_else: Vec<Locator<T>>,
}

impl<T> Default for Locator<T> {
    fn default() -> Self {
        Self {
            attributes: Vec::new(),
            additional_actions: Vec::new(),
            near: None,
            also_near: Vec::new(),
            nth: None,
            any_of_alike: false,
            target_description: String::new(),
            or_else: Vec::new(),
        }
    }
}

impl<T> Locator<T> {
    /// A locator by one attribute.
    pub fn by(key: Key, value: impl Into<T>) -> Self {
        Self {
            attributes: vec![(key, value.into())],
            ..Self::default()
        }
    }

    /// The same with one attribute more (or another value for it).
    pub fn and(mut self, key: Key, value: impl Into<T>) -> Self {
        self.attributes.retain(|(it, _)| *it != key);
        let at = self.attributes.partition_point(|(it, _)| *it < key);
        self.attributes.insert(at, (key, value.into()));
        self
    }

    /// The same with a description.
    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.target_description = description.into();
        self
    }

    /// The value asked of a key.
    pub fn get(&self, key: Key) -> Option<&T> {
        self.attributes
            .iter()
            .find(|(it, _)| *it == key)
            .map(|(_, value)| value)
    }

    /// Whether it asks nothing at all (and so would match everything).
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
            && self.additional_actions.is_empty()
            && self.near.is_none()
            && self.nth.is_none()
    }

    /// Every value in it.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.attributes
            .iter()
            .map(|(_, it)| it)
            .chain(self.anchors())
            .chain(&self.nth)
    }

    /// The texts that it stands near to, all of them in one place.
    pub fn anchors(&self) -> impl Iterator<Item = &T> {
        self.near.iter().chain(&self.also_near)
    }

    /// The same with other values; the first error ends it.
    pub fn try_map<U, E>(&self, mut value: impl FnMut(&T) -> Result<U, E>) -> Result<Locator<U>, E> {
        self.try_map_all(&mut value)
    }

    fn try_map_all<U, E>(&self, value: &mut dyn FnMut(&T) -> Result<U, E>) -> Result<Locator<U>, E> {
        Ok(Locator {
            attributes: self
                .attributes
                .iter()
                .map(|(key, it)| Ok((*key, value(it)?)))
                .collect::<Result<_, E>>()?,
            additional_actions: self.additional_actions.clone(),
            near: self.near.as_ref().map(&mut *value).transpose()?,
            also_near: self.also_near.iter().map(&mut *value).collect::<Result<_, E>>()?,
            nth: self.nth.as_ref().map(&mut *value).transpose()?,
            any_of_alike: self.any_of_alike,
            target_description: self.target_description.clone(),
            or_else: self
                .or_else
                .iter()
                .map(|it| it.try_map_all(value))
                .collect::<Result<_, E>>()?,
        })
    }

    /// What it asks, with other values: without its description and its other ways. The first error ends it.
    pub fn try_ask<'a, U, E>(
        &'a self,
        mut value: impl FnMut(&'a T) -> Result<U, E>,
    ) -> Result<Locator<U>, E> {
        let attributes = self
            .attributes
            .iter()
            .map(|(key, it)| Ok((*key, value(it)?)))
            .collect::<Result<_, E>>()?;
        Ok(Locator {
            attributes,
            additional_actions: self.additional_actions.clone(),
            near: self.near.as_ref().map(&mut value).transpose()?,
            also_near: self.also_near.iter().map(&mut value).collect::<Result<_, E>>()?,
            nth: self.nth.as_ref().map(&mut value).transpose()?,
            ..Locator::default()
        })
    }

    /// The same with other values.
    pub fn map<U>(&self, mut value: impl FnMut(&T) -> U) -> Locator<U> {
        let Ok(mapped) = self.try_map(|it| Ok::<_, std::convert::Infallible>(value(it)));
        mapped
    }

    /// Whether two locators ask the same; descriptions and other ways do not count.
    pub fn asks_same(&self, other: &Self) -> bool
    where
        T: PartialEq,
    {
        self.attributes == other.attributes
            && self.additional_actions == other.additional_actions
            && self.near == other.near
            && self.also_near == other.also_near
            && self.nth == other.nth
    }
}

/// What a locator is near to, as its map says it: one text, or a list of them.
pub fn print_near<T>(locator: &Locator<T>, print: impl Fn(&T) -> String) -> Option<String> {
    let anchors: Vec<String> = locator.anchors().map(print).collect();
    match &anchors[..] {
        [] => None,
        [one] => Some(format!("near: {one}")),
        several => Some(format!("near: [{}]", several.join(", "))),
    }
}

impl<T: fmt::Display> fmt::Display for Locator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self
            .attributes
            .iter()
            .map(|(key, it)| format!("{key}: \"{it}\""))
            .collect();
        if !self.additional_actions.is_empty() {
            let names: Vec<_> = self
                .additional_actions
                .iter()
                .map(|it| format!("\"{it}\""))
                .collect();
            parts.push(format!("additional_actions: [{}]", names.join(", ")));
        }
        parts.extend(print_near(self, |it| format!("\"{it}\"")));
        parts.extend(self.nth.iter().map(|it| format!("nth: {it}")));
        parts.extend(self.any_of_alike.then(|| "any_of_alike: true".to_owned()));
        write!(f, "#{{ {} }}", parts.join(", "))
    }
}
