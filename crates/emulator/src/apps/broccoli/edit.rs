//! The editor: what is typed about one recipe.

use crate::{
    msg::broccoli::{Field, Msg},
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, View, button, column, edit, frame_of, image_button, scroller, toolbar, toolbar_title,
        view::Enter,
    },
};

/// The table of recipes.
pub const TABLE: &str = "recipes";

impl Field {
    pub(super) const ALL: [Field; 7] = [
        Field::Title,
        Field::Description,
        Field::Source,
        Field::Servings,
        Field::Time,
        Field::Ingredients,
        Field::Directions,
    ];

    /// The column it is kept in.
    pub(super) fn column(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Description => "description",
            Field::Source => "source",
            Field::Servings => "servings",
            Field::Time => "preparationTime",
            Field::Ingredients => "ingredients",
            Field::Directions => "directions",
        }
    }
}

/// What is typed into the editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    /// The recipe that is changed; none while a new one is made.
    id: Option<i64>,
    texts: [String; Field::ALL.len()],
}

impl Draft {
    pub fn of(recipe: &Row) -> Self {
        Self {
            id: Some(recipe.id),
            texts: Field::ALL.map(|it| recipe.get(it.column()).to_owned()),
        }
    }

    pub fn set(&mut self, field: Field, text: String) {
        if let Some(at) = Field::ALL.iter().position(|it| *it == field) {
            self.texts[at] = text;
        }
    }

    /// Write it to the table; `false` where it has no title.
    pub fn save(&self, device: &mut DeviceState) -> bool {
        if self.texts[0].trim().is_empty() {
            return false;
        }
        let texts = Field::ALL.iter().zip(&self.texts);
        let texts = texts.map(|(field, text)| (field.column(), text.as_str()));
        let new = [("favorite", "0"), ("imageName", "")];
        device.tables.save(TABLE, self.id, texts, new)
    }

    pub fn view(&self) -> View {
        let title = if self.id.is_some() {
            "Edit Recipe"
        } else {
            "New Recipe"
        };
        let bar = toolbar(
            "toolbar",
            [
                image_button(IconName::Back, "Navigate up", Msg::Up),
                toolbar_title(title),
                button("Save", Msg::Save)
                    .id("button_save_recipe")
                    .at(Gravity::Center),
            ],
        );
        let photo = View::new("android.widget.ImageView")
            .id("new_image")
            .desc("Recipe photo")
            .picture(IconName::Image)
            .fill();
        let change = View::new("android.widget.ImageView")
            .desc("Change photo")
            .picture(IconName::Camera)
            .tap(Msg::Nothing)
            .across(48)
            .high(48)
            .at(Gravity::BottomEnd);
        let mut parts = vec![
            frame_of([photo, change])
                .class("android.view.ViewGroup")
                .wide()
                .high(120),
        ];
        for (field, text) in Field::ALL.into_iter().zip(&self.texts) {
            let (id, hint, several) = match field {
                Field::Title => ("new_title", "Title", false),
                Field::Description => ("new_description", "Description", true),
                Field::Source => ("new_source", "Source", false),
                Field::Servings => ("new_servings", "Servings", false),
                Field::Time => ("new_preparation_time", "Time", false),
                Field::Ingredients => ("new_ingredients", "Ingredients", true),
                Field::Directions => ("new_directions", "Directions", true),
            };
            let enter = if several { Enter::Newline } else { Enter::Next };
            parts.push(edit(Msg::Field(field), hint, text.clone()).id(id).enter(enter));
            if field == Field::Title {
                parts.push(categories());
            }
        }
        let page = scroller("android.widget.ScrollView", "new_scroll", "", parts);
        column([bar, page.pad(16, 8).height(Dim::Share(1))]).fill()
    }
}

/// The field that takes no text: a tap shows the categories.
fn categories() -> View {
    let mut view = View::new("android.widget.EditText")
        .id("new_categories")
        .text("Categories")
        .tap(Msg::Categories)
        .wide()
        .high(45)
        .pad(8, 12)
        .size(16);
    view.hint = "Categories";
    view
}
