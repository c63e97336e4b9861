//! What nothing takes back: what the words of a control say it does. The verbs for it are a property of interfaces
//! as such.

use std::fmt;

use crate::element::{Element, short_id};

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
            Irreversible::Delete => &[
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
            ],
            Irreversible::Send => &[
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
            ],
            Irreversible::Pay => &[
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
            ],
            Irreversible::Overwrite => &[
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
            ],
        }
    }

    /// What a control says of itself that it does. What a field holds is no word of its own.
    pub fn of_element(element: &Element) -> Option<Irreversible> {
        let name = element.resource_name.as_deref().map(short_id);
        let said = [
            element.text.as_deref(),
            element.content_description.as_deref(),
            name,
        ];
        let mut said = said.into_iter().flatten().filter(|_| !element.editable);
        said.find_map(Irreversible::of)
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
