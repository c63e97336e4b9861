//! The list of recipes, the drawer, and the drawer's other pages.

use super::{Broccoli, Msg, Place, RecipeFilter, TABLE};
use crate::{
    paint::{Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, Window, button, column, drawer, fab, frame_of, icon, image, image_button,
        row, scroller, search_bar, spinner, text, toolbar, toolbar_title,
    },
};

const CARD: Color = Color::rgb(0xf1f4ee);

impl Broccoli {
    pub(super) fn list(&self, device: &DeviceState) -> View {
        let (title, content) = match self.place {
            Place::Recipes => return self.recipes(device),
            Place::Categories => (
                "Categories",
                vec![text("Create custom categories to manage your recipes.").id("categories_empty")],
            ),
            Place::Seasons => (
                "Seasonal calendar",
                vec![
                    text("The seasonal calendar has not been fully configured yet.").id("seasons_message"),
                    button("Configure", Msg::Nothing).id("seasons_configure"),
                ],
            ),
            Place::Support => ("Support the app", vec![text("Free for everyone")]),
            Place::Backup => (
                "Backup and restore",
                vec![
                    text("Backup").tap(Msg::Nothing),
                    text("Restore").tap(Msg::Nothing),
                ],
            ),
            Place::Settings => ("Settings", vec![text("Theme").tap(Msg::Nothing)]),
            Place::About => ("About the app", vec![text("Broccoli"), text("Version 1.2.6")]),
        };
        let content = content.into_iter().map(|it| it.wide().size(16).pad(0, 12));
        column([
            toolbar("toolbar", [menu(), toolbar_title(title)]),
            column(content).wide().pad(16, 8),
        ])
        .fill()
    }

    fn recipes(&self, device: &DeviceState) -> View {
        let query = self.query.as_deref().unwrap_or_default().trim().to_lowercase();
        let mut recipes: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
        recipes.retain(|it| match self.shown {
            RecipeFilter::All | RecipeFilter::Unassigned => true,
            RecipeFilter::Favorites => it.get("favorite") == "1",
        });
        recipes.retain(|it| {
            let searched = ["title", "description", "source", "ingredients"];
            searched
                .iter()
                .any(|column| it.get(column).to_lowercase().contains(&query))
        });
        recipes.sort_by_cached_key(|it| it.get("title").trim().to_lowercase());
        let bar = match &self.query {
            Some(query) => toolbar(
                "toolbar_recipes",
                search_bar("Search…", query, [Msg::Up, Msg::SearchText, Msg::ClearSearch]),
            ),
            None => {
                let choices = [
                    ("All recipes", RecipeFilter::All),
                    ("Favorites", RecipeFilter::Favorites),
                    ("Unassigned recipes", RecipeFilter::Unassigned),
                ];
                let chosen = choices.iter().position(|it| it.1 == self.shown).unwrap_or(0);
                let choices = choices.map(|(name, shown)| (name.into(), Msg::Show(shown).into()));
                let spinner = spinner(choices, chosen)
                    .id("spinner")
                    .desc("Categories")
                    .width(Dim::Share(1))
                    .at(Gravity::Center);
                let search = icon(IconName::Search, "Search", Msg::Search).id("action_search");
                toolbar("toolbar_recipes", [menu(), spinner, search])
            }
        };
        let body = if recipes.is_empty() {
            column([
                text("No recipes found.").size(16).pad(0, 8),
                text("create a new recipe")
                    .ink(Ink::Accent)
                    .tap(Msg::New)
                    .pad(0, 8),
                text("import a recipe from a website")
                    .ink(Ink::Accent)
                    .tap(Msg::Nothing)
                    .pad(0, 8),
            ])
            .id("recipes_empty")
            .at(Gravity::Center)
        } else {
            let rows = recipes.into_iter().map(card);
            let content = format!("{:?} {query}", self.shown);
            scroller(
                "androidx.recyclerview.widget.RecyclerView",
                "recycler_view",
                &content,
                rows,
            )
            .desc("Recipes")
            .fill()
        };
        let new = fab("fab_recipes", "New Recipe", IconName::Plus, Msg::New);
        column([bar, frame_of([body, new]).wide().height(Dim::Share(1))]).fill()
    }

    pub(super) fn drawer(&self) -> Window {
        let lines = [
            ("nav_recipes", IconName::List, "Recipes", Place::Recipes),
            ("nav_categories", IconName::Label, "Categories", Place::Categories),
            (
                "nav_seasons",
                IconName::Calendar,
                "Seasonal calendar",
                Place::Seasons,
            ),
            ("nav_support", IconName::Heart, "Support the app", Place::Support),
            (
                "nav_backup_and_restore",
                IconName::Save,
                "Backup and restore",
                Place::Backup,
            ),
            ("nav_settings", IconName::Settings, "Settings", Place::Settings),
            ("nav_about", IconName::Info, "About the app", Place::About),
        ];
        let head = column([
            image(IconName::Heart),
            text("Broccoli").size(20).bold(),
            text("Free for everyone").id("header_subtitle"),
        ]);
        let lines =
            lines.map(|(id, icon, name, place)| (id, icon, name, Msg::Go(place).into(), place == self.place));
        drawer(head.wide().pad(16, 16), lines)
    }
}

fn menu() -> View {
    image_button(IconName::Menu, "Open navigation drawer", Msg::Menu)
}

/// One recipe of the list.
fn card(recipe: &Row) -> View {
    let mut words = vec![
        text(recipe.get("title").trim().to_owned())
            .id("card_text_view_title")
            .size(18)
            .wide(),
    ];
    for (column, id) in [
        ("description", "card_text_view_description"),
        ("source", "card_text_view_source"),
    ] {
        let said = recipe.get(column).trim();
        if !said.is_empty() {
            words.push(text(said.to_owned()).id(id).ink(Ink::Dim).wide());
        }
    }
    let photo = View::new("android.widget.ImageView")
        .id("card_image")
        .desc("Recipe photo")
        .picture(IconName::Image)
        .across(88)
        .high(88);
    let inside = row([
        photo,
        column(words).width(Dim::Share(1)).at(Gravity::Center).pad(12, 4),
    ])
    .class("android.view.ViewGroup")
    .wide()
    .ground(CARD, 8);
    column([inside])
        .class("androidx.cardview.widget.CardView")
        .tap(Msg::Recipe(recipe.id))
        .wide()
        .pad(12, 4)
}
