//! What the widgets of Broccoli tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Menu,
    Go(Place),
    Up,
    Show(RecipeFilter),
    Search,
    SearchText,
    ClearSearch,
    Recipe(i64),
    New,
    Like(bool),
    Share,
    Edit,
    Delete,
    DeleteDone,
    Keep,
    Cook,
    CookStep(usize),
    Field(Field),
    Categories,
    CategoriesDone,
    Save,
    Discard,
    Nothing,
}

/// A place of the drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum Place {
    Recipes,
    Categories,
    Seasons,
    Support,
    Backup,
    Settings,
    About,
}

/// Which recipes are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum RecipeFilter {
    All,
    Favorites,
    Unassigned,
}

/// A field of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the fields")]
pub enum Field {
    Title,
    Description,
    Source,
    Servings,
    Time,
    Ingredients,
    Directions,
}
