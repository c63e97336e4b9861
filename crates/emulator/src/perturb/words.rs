//! Fixed texts in other words: longer, or in another language.

use std::{
    collections::HashSet,
    sync::{LazyLock, Mutex, PoisonError},
};

/// What stands behind a text to make it about a third longer.
const MORE: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

/// The words that are translated; all others get accents.
const GERMAN: [(&str, &str); 66] = [
    ("add", "Hinzufügen"),
    ("add new", "Neu hinzufügen"),
    ("all", "Alle"),
    ("allow", "Zulassen"),
    ("amount", "Betrag"),
    ("apply", "Anwenden"),
    ("attach", "Anhängen"),
    ("back", "Zurück"),
    ("browse", "Durchsuchen"),
    ("calendar", "Kalender"),
    ("cancel", "Abbrechen"),
    ("category", "Kategorie"),
    ("clear", "Leeren"),
    ("close", "Schließen"),
    ("company", "Firma"),
    ("copy", "Kopieren"),
    ("create contact", "Kontakt erstellen"),
    ("cut", "Ausschneiden"),
    ("date", "Datum"),
    ("delete", "Löschen"),
    ("description", "Beschreibung"),
    ("discard", "Verwerfen"),
    ("display", "Anzeige"),
    ("done", "Fertig"),
    ("edit", "Bearbeiten"),
    ("email", "E-Mail"),
    ("file", "Datei"),
    ("files", "Dateien"),
    ("first name", "Vorname"),
    ("folder", "Ordner"),
    ("home", "Startseite"),
    ("internet", "Internetverbindung"),
    ("last name", "Nachname"),
    ("later", "Später"),
    ("menu", "Menü"),
    ("message", "Nachricht"),
    ("more", "Mehr"),
    ("more actions", "Weitere Aktionen"),
    ("more options", "Weitere Optionen"),
    ("move", "Verschieben"),
    ("navigate up", "Nach oben"),
    ("new", "Neu"),
    ("next", "Weiter"),
    ("no", "Nein"),
    ("not now", "Nicht jetzt"),
    ("ok", "In Ordnung"),
    ("paste", "Einfügen"),
    ("phone", "Telefon"),
    ("redo", "Wiederholen"),
    ("rename", "Umbenennen"),
    ("save", "Speichern"),
    ("search", "Suchen"),
    ("select all", "Alles auswählen"),
    ("send", "Senden"),
    ("settings", "Einstellungen"),
    ("share", "Teilen"),
    ("sidebar", "Seitenleiste"),
    ("sort notes by", "Notizen sortieren nach"),
    ("start", "Beginnen"),
    ("stop", "Anhalten"),
    ("time", "Uhrzeit"),
    ("title", "Titel"),
    ("trash", "Papierkorb"),
    ("undo", "Rückgängig"),
    ("view", "Ansehen"),
    ("yes", "Ja"),
];

/// A text about a third longer, marked at both ends as in Android's pseudo-locales.
pub fn longer(text: &str) -> String {
    let more = (text.chars().count() / 12 + 1).min(MORE.len());
    format!("[{text} {}]", MORE[..more].join(" "))
}

/// A text in another language.
pub fn translated(text: &str) -> String {
    let plain = text.trim().to_lowercase();
    match GERMAN.iter().find(|(english, _)| *english == plain) {
        Some((_, german)) => (*german).to_owned(),
        None => text.chars().map(accented).collect(),
    }
}

fn accented(letter: char) -> char {
    const PLAIN: &str = "aceinosuyzACEINOSUYZ";
    const ACCENTED: &str = "áçéíñöšúýžÁÇÉÍÑÖŠÚÝŽ";
    match PLAIN.chars().position(|it| it == letter) {
        Some(at) => ACCENTED.chars().nth(at).unwrap_or(letter),
        None => letter,
    }
}

/// A text for as long as the process lives, each kept once: hints of fields are fixed texts of the apps,
/// so there are only so many.
pub fn kept(text: &str) -> &'static str {
    static KEPT: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    all.insert(kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_longer_or_foreign() {
        assert_eq!(longer("Create a new file"), "[Create a new file one two]");
        assert_eq!(translated("SAVE"), "Speichern");
        assert_eq!(translated("Notebook"), "Ñötéböök");
        assert_eq!(kept("x"), kept("x"));
    }

    #[test]
    fn every_word_is_translated_into_another() {
        for (english, german) in GERMAN {
            assert_ne!(english, german.to_lowercase());
        }
    }
}
