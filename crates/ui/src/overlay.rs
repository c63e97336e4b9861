//! What lies over a page and asks for nothing: a notice, a tour, a banner, and what dismisses it.

use crate::{
    element::{Element, ElementId},
    screen::Screen,
};

/// A notice that lies over a screen, and what closes it and does nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// The notice.
    pub id: ElementId,
    /// What closes it.
    pub closed_by: ElementId,
    /// Whether that says no to an offer: then it is no question about what was just done.
    pub offers: bool,
}

/// What says no to something that is offered: English, German, French, Spanish, Italian, Portuguese, Dutch.
const DECLINES: [&str; 31] = [
    "not now",
    "no thanks",
    "no thank you",
    "maybe later",
    "later",
    "remind me later",
    "skip",
    "skip tour",
    "nicht jetzt",
    "später",
    "nein danke",
    "überspringen",
    "pas maintenant",
    "plus tard",
    "non merci",
    "passer",
    "ahora no",
    "más tarde",
    "no gracias",
    "omitir",
    "non ora",
    "più tardi",
    "no grazie",
    "salta",
    "agora não",
    "mais tarde",
    "não obrigado",
    "pular",
    "niet nu",
    "nee bedankt",
    "overslaan",
];
/// What refuses consent.
const REFUSES: [&str; 13] = [
    "reject all",
    "reject all cookies",
    "decline all",
    "only necessary",
    "necessary only",
    "only essential",
    "alle ablehnen",
    "nur notwendige",
    "tout refuser",
    "rechazar todo",
    "rifiuta tutto",
    "recusar tudo",
    "alles weigeren",
];
/// Words of a button that refuses, in whatever it says: beside it nobody consents.
const REFUSING: [&str; 12] = [
    "reject", "deny", "decline", "refuse", "disagree", "no", "cancel", "ablehnen", "refuser", "rechazar",
    "rifiuta", "recusar",
];
/// What only closes.
const CLOSES: [&str; 15] = [
    "close",
    "close dialog",
    "dismiss",
    "got it",
    "×",
    "✕",
    "✖",
    "✗",
    "schließen",
    "verstanden",
    "fermer",
    "cerrar",
    "chiudi",
    "fechar",
    "sluiten",
];
/// What gives consent.
const CONSENTS: [&str; 12] = [
    "accept all",
    "accept all cookies",
    "accept cookies",
    "allow all",
    "allow all cookies",
    "allow cookies",
    "alle akzeptieren",
    "alle cookies akzeptieren",
    "tout accepter",
    "aceptar todo",
    "accetta tutto",
    "alles accepteren",
];
/// What a notice has as its only button where nothing is asked.
const ACKNOWLEDGES: [&str; 3] = ["ok", "okay", "understood"];

/// What closes a banner: it only says that it was read.
const READ: [&str; 8] = [
    "got it",
    "dismiss",
    "×",
    "✕",
    "✖",
    "✗",
    "verstanden",
    "understood",
];

/// What a notice may be called as by its author: a dialog, or a banner, which lies over others where the page stands fast. A dialog of
/// the browser's own is none: what a page says in it is said to whoever acts.
pub fn may_be_notice(element: &Element) -> bool {
    is_dialog(element) || is_banner(element)
}

fn is_dialog(element: &Element) -> bool {
    element.role.as_deref() == Some("dialog")
}

fn is_banner(element: &Element) -> bool {
    matches!(
        element.role.as_deref(),
        Some("region" | "complementary" | "status")
    )
}

/// The notice that lies over a screen and what dismisses it: a dialog without a field, with a button that says just that; over an
/// element that could not be reached, a banner too. `is_known` says of a notice that it is a part of the task. Consent is given
/// where `consents` and nothing refuses it; what does more than close is never answered.
pub fn overlay(
    screen: &Screen,
    over: Option<&Element>,
    consents: bool,
    is_known: impl Fn(&Element) -> bool,
) -> Option<Overlay> {
    let lies_over = |it: &Element| {
        over.is_some_and(|over| !it.contains(over) && it.bounds.intersection(&over.bounds).is_some())
    };
    let is_notice =
        |it: &Element| it.bounds.has_area() && (is_dialog(it) || (is_banner(it) && lies_over(it)));
    // What was put in last lies on top.
    let mut all: Vec<(ElementId, &Element)> = screen.iter().filter(|(_, it)| is_notice(it)).collect();
    all.reverse();
    all.into_iter().find_map(|(id, notice)| {
        let inside: Vec<(ElementId, &Element)> =
            screen.iter().filter(|(_, it)| notice.contains(it)).collect();
        if is_known(notice) || inside.iter().any(|(_, it)| it.editable) {
            return None;
        }
        let buttons: Vec<(ElementId, &Element)> = inside
            .into_iter()
            .filter(|(_, it)| it.clickable && it.enabled && it.bounds.has_area())
            .collect();
        let says = |it: &Element, words: &[&str]| called(it).is_some_and(|it| words.contains(&it.as_str()));
        let by = |words: &[&str]| buttons.iter().find(|(_, it)| says(it, words)).map(|(id, _)| *id);
        let only = || match &buttons[..] {
            [(id, it)] if says(it, &ACKNOWLEDGES) => Some(*id),
            _ => None,
        };
        let refuses = |it: &Element| {
            let said = called(it).unwrap_or_default();
            said.split(|it: char| !it.is_alphanumeric())
                .any(|it| REFUSING.contains(&it))
        };
        let consented = || by(&CONSENTS).filter(|_| consents && !buttons.iter().any(|(_, it)| refuses(it)));
        let declined = by(&REFUSES).or_else(|| by(&DECLINES).filter(|_| is_dialog(notice)));
        let closes = || match is_dialog(notice) {
            true => by(&CLOSES).or_else(only),
            false => by(&READ),
        };
        let closed_by = declined.or_else(closes).or_else(consented)?;
        let offers = declined.is_some();
        Some(Overlay {
            id,
            closed_by,
            offers,
        })
    })
}

/// What a button says, in small letters and without the signs around it.
fn called(element: &Element) -> Option<String> {
    let said = [&element.text, &element.content_description, &element.tooltip];
    let said = said.into_iter().flatten().find(|it| !it.trim().is_empty())?;
    let bare = said.replace(',', "");
    let bare = bare.trim_matches(|it: char| it.is_whitespace() || matches!(it, '.' | '!' | '…' | '[' | ']'));
    Some(bare.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Rect;

    fn element(role: &str, text: &str, path: &[u16]) -> Element {
        Element {
            role: Some(role.to_owned()),
            text: (!text.is_empty()).then(|| text.to_owned()),
            clickable: role == "button",
            path: path.to_vec(),
            bounds: Rect::new(0, 0, 10, 10),
            ..Element::default()
        }
    }

    fn closed_by(buttons: &[&str]) -> Option<String> {
        answered(buttons, false)
    }

    fn answered(buttons: &[&str], consents: bool) -> Option<String> {
        let mut elements = vec![element("button", "Close", &[0]), element("dialog", "", &[1])];
        let inside = (0..)
            .zip(buttons)
            .map(|(at, it)| match it.strip_prefix("field ") {
                Some(_) => Element {
                    editable: true,
                    ..element("textbox", "", &[1, at])
                },
                None => element("button", it, &[1, at]),
            });
        elements.extend(inside);
        let screen = Screen {
            elements,
            ..Screen::default()
        };
        let found = overlay(&screen, None, consents, |_| false)?;
        screen.get(found.closed_by)?.text.clone()
    }

    #[test]
    fn a_notice_is_closed_by_what_dismisses_it_alone() {
        assert_eq!(
            closed_by(&["Take the tour", "Not now"]).as_deref(),
            Some("Not now")
        );
        assert_eq!(
            closed_by(&["Accept all", "Reject all", "×"]).as_deref(),
            Some("Reject all")
        );
        assert_eq!(closed_by(&["No, thanks!"]).as_deref(), Some("No, thanks!"));
        assert_eq!(closed_by(&["OK"]).as_deref(), Some("OK"));
        // Consent, what may do more than close, a form, and a question.
        assert_eq!(closed_by(&["Settings", "Accept all"]), None);
        assert_eq!(
            answered(&["Settings", "Accept all"], true).as_deref(),
            Some("Accept all")
        );
        assert_eq!(
            answered(&["Accept all", "Reject all"], true).as_deref(),
            Some("Reject all")
        );
        assert_eq!(closed_by(&["Learn more", "OK"]), None);
        assert_eq!(closed_by(&["field name", "Close"]), None);
        assert_eq!(closed_by(&["Yes, delete", "No"]), None);
    }

    #[test]
    fn a_banner_is_a_notice_over_what_it_covers() {
        let screen = Screen {
            elements: vec![
                element("region", "", &[1]),
                element("button", "Got it", &[1, 0]),
                element("textbox", "", &[0, 0]),
            ],
            ..Screen::default()
        };
        let covered = &screen.elements[2];
        assert!(overlay(&screen, None, false, |_| false).is_none());
        assert!(overlay(&screen, Some(covered), false, |_| false).is_some());
        let beside = Element {
            bounds: Rect::new(20, 20, 30, 30),
            ..covered.clone()
        };
        assert!(overlay(&screen, Some(&beside), false, |_| false).is_none());
        // A choice is no banner's close.
        let mut offer = screen.clone();
        offer.elements[1].text = Some("Skip".to_owned());
        assert!(overlay(&offer, Some(&offer.elements[2]), false, |_| false).is_none());
        // What stands in it is not covered by it.
        assert!(overlay(&screen, Some(&screen.elements[1]), false, |_| false).is_none());
    }

    #[test]
    fn a_dialog_of_the_task_is_no_notice() {
        let screen = Screen {
            elements: vec![element("dialog", "", &[1]), element("button", "Close", &[1, 0])],
            ..Screen::default()
        };
        assert!(overlay(&screen, None, false, |_| false).is_some());
        assert!(overlay(&screen, None, false, |_| true).is_none());
    }
}
