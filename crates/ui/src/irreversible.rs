//! What nothing takes back: what the words of a control say it does, and what typing replaces. The verbs for it are a
//! property of interfaces as such.
//!
//! [`Lasting::of`] is the one question for an action on a screen. The compiler asks it once for each recorded step; who
//! watches a device asks it before each action.

use std::fmt;

use crate::{
    action::{Action, HardAction},
    element::{Element, short_id},
    screen::Screen,
};

/// A kind of action that can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Irreversible {
    /// Something is gone afterwards.
    Delete,
    /// Somebody else has got something.
    Send,
    /// It costs money.
    Pay,
    /// Something stands where something else stood.
    Overwrite,
}

impl Irreversible {
    const ALL: [Irreversible; 4] = [
        Irreversible::Delete,
        Irreversible::Send,
        Irreversible::Pay,
        Irreversible::Overwrite,
    ];

    /// The name, as it stands in receipts.
    pub fn name(self) -> &'static str {
        match self {
            Irreversible::Delete => "delete",
            Irreversible::Send => "send",
            Irreversible::Pay => "pay",
            Irreversible::Overwrite => "overwrite",
        }
    }

    /// Beginnings of the words by which controls say it, in the languages that interfaces are most often
    /// translated into.
    fn stems(self) -> &'static [&'static str] {
        match self {
            Irreversible::Delete => DELETE,
            Irreversible::Send => SEND,
            Irreversible::Pay => PAY,
            Irreversible::Overwrite => OVERWRITE,
        }
    }

    /// What a control says of itself that it does.
    pub fn of_element(element: &Element) -> Option<Irreversible> {
        own_words(element).find_map(Irreversible::of)
    }

    /// What these words of a control say it does, if any of them is such a verb.
    pub fn of(words: &str) -> Option<Irreversible> {
        let words = split(words);
        Irreversible::ALL.into_iter().find(|kind| {
            words
                .iter()
                .any(|word| kind.stems().iter().any(|stem| begins(word, stem)))
        })
    }
}

/// The words of a control: what it says of itself, not what stands next to it. What a field holds is no word of its own.
pub fn own_words(element: &Element) -> impl Iterator<Item = &str> {
    let said = [
        element.text.as_deref(),
        element.content_description.as_deref(),
        element.label.as_deref(),
        element.tooltip.as_deref(),
        element.attributes.get("name").map(String::as_str),
        element.resource_name.as_deref().map(short_id),
    ];
    said.into_iter().flatten().filter(|_| !element.editable)
}

/// Whether a control says that it is about everything there is: "Select all", "Everything".
pub fn says_all(element: &Element) -> bool {
    let mut words = own_words(element).flat_map(split);
    words.any(|it| means_all(&it))
}

/// Whether a word in lower case means everything there is.
pub fn means_all(word: &str) -> bool {
    // Chinese, Japanese and Korean have no spaces, or few, between words.
    let unspaced = |all: &str| all.chars().all(|it| u32::from(it) >= 0x3000);
    ALL.iter()
        .any(|all| word == *all || unspaced(all) && word.contains(all))
}

/// How an action does what nothing takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Means {
    /// It is done to a control that says so.
    Control,
    /// Enter, in a field that says so.
    Enter,
    /// Typing in the place of what a field holds.
    Typing,
}

/// What an action does that nothing takes back. An action on a control that says nothing of the kind (a plain "OK") has
/// none: it is what can be told, not a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lasting {
    /// Of which kind it is.
    pub kind: Irreversible,
    /// How it is done.
    pub means: Means,
}

impl Lasting {
    /// What an action would do on a screen. `content` are texts that are known to be about something else than controls,
    /// as the values of a task are: a row that shows one of them says nothing by it.
    pub fn of(action: &HardAction, screen: &Screen, content: &[&str]) -> Option<Lasting> {
        let says = |element: &Element| {
            let mut words = own_words(element).map(|it| without(it, content));
            words.find_map(|it| Irreversible::of(&it))
        };
        let control = || {
            let mut targets = action.targets().filter_map(|it| screen.get(*it));
            targets.find_map(says).map(|kind| Lasting {
                kind,
                means: Means::Control,
            })
        };
        let enter = || {
            let focused = screen.elements.iter().find(|it| it.focused)?;
            let kind = says(focused).or_else(|| Lasting::of_enter_in(focused).map(|it| it.kind))?;
            Some(Lasting {
                kind,
                means: Means::Enter,
            })
        };
        match action {
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::DragTo { .. }
            | Action::ClickAt { .. }
            | Action::DragAlong { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. } => control(),
            Action::InputText { target, text, clear } => control().or_else(|| {
                let held = target.and_then(|it| screen.get(it))?.held_text().trim();
                let replaces = *clear && !held.is_empty() && !text.contains(held);
                replaces.then_some(Lasting {
                    kind: Irreversible::Overwrite,
                    means: Means::Typing,
                })
            }),
            _ if action.presses_enter() => enter(),
            Action::KeyboardEnter
            | Action::PressKeys { .. }
            | Action::OpenApp { .. }
            | Action::OpenLink { .. }
            | Action::Hover { .. }
            | Action::SelectText { .. }
            | Action::Scroll { .. }
            | Action::Swipe { .. }
            | Action::AnswerDialog { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::SwitchWindow { .. }
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => None,
        }
    }

    /// What Enter does in a field, by the words that say what the field is for.
    pub fn of_enter_in(field: &Element) -> Option<Lasting> {
        let said = [
            field.hint_text.as_deref(),
            field.content_description.as_deref(),
            field.label.as_deref(),
            field.tooltip.as_deref(),
        ];
        let kind = said.into_iter().flatten().find_map(Irreversible::of)?;
        Some(Lasting {
            kind,
            means: Means::Enter,
        })
    }
}

/// A text without these others, where they stand in it as words.
fn without(text: &str, content: &[&str]) -> String {
    let mut left = text.to_owned();
    for it in content.iter().filter(|it| it.chars().count() > 1) {
        let alone = |at: usize, of: &str| {
            let before = of[..at].chars().next_back();
            let after = of[at + it.len()..].chars().next();
            !before.into_iter().chain(after).any(char::is_alphanumeric)
        };
        let mut from = 0;
        while let Some(at) = left[from..].find(it).map(|at| from + at) {
            match alone(at, &left) {
                true => left.replace_range(at..at + it.len(), " "),
                false => from = at + it.len(),
            }
        }
    }
    left
}

const DELETE: &[&str] = &[
    "delet",
    "remov",
    "erase",
    "trash",
    "discard",
    "uninstall",
    "wipe",
    "lösch",
    "entfern",
    "verwerf",
    "supprim",
    "effac",
    "elimin",
    "borrar",
    "suprim",
    "cancella",
    "rimuov",
    "apagar",
    "exclui",
    "verwijder",
    "usuń",
    "удал",
    "sil",
    "削除",
    "删除",
    "刪除",
    "삭제",
    "حذف",
    "हटा",
];
const SEND: &[&str] = &[
    "send",
    "reply",
    "replies",
    "forward",
    "publish",
    "post",
    "share",
    "submit",
    "transfer",
    "absend",
    "verschick",
    "veröffentlich",
    "envoy",
    "publier",
    "enviar",
    "envia",
    "invia",
    "verzend",
    "verstu",
    "wyślij",
    "отправ",
    "gönder",
    "送信",
    "发送",
    "發送",
    "보내",
    "إرسال",
    "भेज",
];
const PAY: &[&str] = &[
    "pay",
    "payment",
    "buy",
    "purchas",
    "checkout",
    "donat",
    "bezahl",
    "zahle",
    "kaufen",
    "bestell",
    "achet",
    "payer",
    "comprar",
    "pagar",
    "compra",
    "paga",
    "acquist",
    "betal",
    "koop",
    "kup",
    "zapła",
    "оплат",
    "куп",
    "öde",
    "支払",
    "購入",
    "购买",
    "支付",
    "구매",
    "결제",
    "شراء",
    "खरीद",
];
const OVERWRITE: &[&str] = &[
    "overwrit",
    "replac",
    "reset",
    "überschreib",
    "ersetz",
    "zurücksetz",
    "remplac",
    "écras",
    "reemplaz",
    "sobrescrib",
    "sovrascriv",
    "sostitu",
    "substitu",
    "vervang",
    "zastąp",
    "замен",
    "上書き",
    "替换",
    "覆盖",
    "덮어",
];

/// Words for everything, in the same languages.
const ALL: &[&str] = &[
    "all",
    "everything",
    "alle",
    "alles",
    "tout",
    "tous",
    "toutes",
    "todos",
    "todas",
    "tutto",
    "tutti",
    "tutte",
    "tudo",
    "wszystko",
    "wszystkie",
    "все",
    "всё",
    "tümü",
    "hepsi",
    "すべて",
    "全选",
    "全部",
    "모두",
    "الكل",
    "सभी",
];

/// Whether a word is a form of a stem: of the shortest only the word itself, of short ones one with a short
/// ending, of long ones any. Scripts without spaces between words have no such limits.
fn begins(word: &str, stem: &str) -> bool {
    let Some(rest) = word.strip_prefix(stem) else {
        return false;
    };
    let unspaced = stem.chars().all(|it| u32::from(it) >= 0x400);
    unspaced
        || match stem.chars().count() {
            0..=3 => rest.is_empty(),
            4 => rest.chars().count() <= 3,
            _ => true,
        }
}

/// The words of a text or of an id: `send_message`, `sendMessage` and `Send message` have the same.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before_lower = false;
    let mut open = false;
    for it in text.chars() {
        if !it.is_alphanumeric() {
            open = false;
            before_lower = false;
            continue;
        }
        if !open || (before_lower && it.is_uppercase()) {
            words.push(String::new());
            open = true;
        }
        before_lower = it.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(it.to_lowercase());
        }
    }
    words
}

impl fmt::Display for Irreversible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Lasting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Direction, ElementId};

    use super::*;

    fn screen(elements: &[Element]) -> Screen {
        Screen {
            elements: elements.to_vec(),
            ..Screen::default()
        }
    }

    fn shows(text: &str) -> Element {
        Element {
            text: Some(text.to_owned()),
            ..Element::default()
        }
    }

    fn click(id: usize) -> HardAction {
        Action::Click {
            target: ElementId(id),
        }
    }

    fn lasting(kind: Irreversible, means: Means) -> Option<Lasting> {
        Some(Lasting { kind, means })
    }

    #[test]
    fn a_control_says_that_it_is_about_everything() {
        for (text, all) in [
            ("Select all", true),
            ("Alle ausw\u{e4}hlen", true),
            ("\u{5168}\u{9009}", true),
            ("\u{5168}\u{90e8}\u{5220}\u{9664}", true),
            ("Install", false),
            ("To-do", false),
            ("\u{432}\u{441}\u{435}\u{433}\u{434}\u{430}", false),
        ] {
            assert_eq!(says_all(&shows(text)), all, "{text}");
        }
    }

    #[test]
    fn a_control_says_it_by_any_of_its_own_words() {
        let tooltip = Element {
            tooltip: Some("Remove".to_owned()),
            ..shows("x")
        };
        let named = Element {
            attributes: [("name".to_owned(), "pay_now".to_owned())].into(),
            ..shows("OK")
        };
        let field = Element {
            editable: true,
            ..shows("Please send it")
        };
        let page = screen(&[shows("Delete"), tooltip, named, field, shows("Next")]);
        let of = |id| Lasting::of(&click(id), &page, &[]);
        assert_eq!(of(0), lasting(Irreversible::Delete, Means::Control));
        assert_eq!(of(1), lasting(Irreversible::Delete, Means::Control));
        assert_eq!(of(2), lasting(Irreversible::Pay, Means::Control));
        assert_eq!(of(3), None, "what a field holds is no word of it");
        assert_eq!(of(4), None);
        let drag = Action::DragTo {
            target: ElementId(4),
            to: ElementId(0),
        };
        assert_eq!(
            Lasting::of(&drag, &page, &[]),
            lasting(Irreversible::Delete, Means::Control)
        );
        let looks: HardAction = Action::Scroll {
            target: Some(ElementId(0)),
            direction: Direction::Down,
        };
        assert_eq!(Lasting::of(&looks, &page, &[]), None);
    }

    #[test]
    fn what_a_row_shows_of_the_task_is_no_word_of_a_control() {
        let page = screen(&[
            shows("Send invoice"),
            shows("Delete Send invoice"),
            shows("Senders"),
        ]);
        let of = |id, content: &[&str]| Lasting::of(&click(id), &page, content).map(|it| it.kind);
        assert_eq!(of(0, &[]), Some(Irreversible::Send));
        assert_eq!(of(0, &["Send invoice"]), None);
        assert_eq!(of(1, &["Send invoice"]), Some(Irreversible::Delete));
        // A value that happens to be a part of a word hides nothing.
        assert_eq!(of(1, &["Del", "Send invoice"]), Some(Irreversible::Delete));
    }

    #[test]
    fn typing_replaces_what_it_does_not_repeat() {
        let field = Element {
            editable: true,
            ..shows("first draft")
        };
        let page = screen(&[field]);
        let typed = |text: &str, clear| {
            let action = Action::InputText {
                target: Some(ElementId(0)),
                text: text.to_owned(),
                clear,
            };
            Lasting::of(&action, &page, &[])
        };
        assert_eq!(
            typed("new", true),
            lasting(Irreversible::Overwrite, Means::Typing)
        );
        assert_eq!(typed("first draft and more", true), None);
        assert_eq!(typed("new", false), None);
    }

    #[test]
    fn enter_does_what_the_field_with_the_focus_is_for() {
        let field = |hint: &str| Element {
            editable: true,
            focused: true,
            hint_text: Some(hint.to_owned()),
            ..Element::default()
        };
        let of = |it: Element| Lasting::of(&Action::KeyboardEnter, &screen(&[it]), &[]);
        assert_eq!(
            of(field("Reply to all")),
            lasting(Irreversible::Send, Means::Enter)
        );
        assert_eq!(of(field("Search")), None);
        let button = Element {
            focused: true,
            ..shows("Delete")
        };
        assert_eq!(of(button), lasting(Irreversible::Delete, Means::Enter));
    }
}
