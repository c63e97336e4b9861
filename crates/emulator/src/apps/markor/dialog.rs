//! The dialogs there are, and what each is about.

/// A dialog that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// A new file or folder.
    New {
        /// Name, as it was typed.
        name: String,
        /// Extension.
        extension: String,
        /// Position in the list of types.
        kind: usize,
        /// Position in the list of templates.
        template: usize,
    },
    /// Another name for what is selected.
    Rename {
        /// What is renamed.
        path: String,
        /// The new name so far.
        name: String,
    },
    /// Whether what is selected may go.
    Delete,
    /// What is known about a file.
    Details {
        /// Which.
        path: String,
    },
    /// Where what is selected goes.
    Transfer {
        /// It stays where it is too.
        copying: bool,
        /// The folder that is shown.
        dir: String,
    },
    /// Something is in the way.
    Clash {
        /// Its name.
        name: String,
        /// Of the transfer that met it.
        copying: bool,
        /// Where to.
        dir: String,
    },
    /// Files by name or content.
    Search {
        /// What is searched.
        text: String,
        /// Paths that were found, once it was searched.
        found: Option<Vec<String>>,
    },
    /// The app's settings, none of which does anything.
    Settings,
    /// Whether the launcher may show what is selected.
    Shortcut {
        /// What it opens.
        path: String,
    },
    /// The system's page of a print.
    Print {
        /// The file's name, once it is asked for.
        name: Option<String>,
    },
    /// Text in the note.
    Find {
        /// What is searched.
        text: String,
        /// What it is replaced with.
        with: String,
    },
}
