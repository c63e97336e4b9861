//! Broccoli 1.2.6: the list of recipes, one recipe, the editor, and the pages of the drawer.
//!
//! A recipe is a row of the table `recipes` with the columns `title`, `description`, `servings`,
//! `preparationTime`, `source`, `ingredients`, `directions`, `favorite` (0 or 1) and `imageName`.

mod details;
mod edit;
mod list;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::broccoli::{Field, Msg, Place, RecipeFilter};
use crate::{
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{Window, button, dialog, parts::message},
};
use edit::Draft;
pub use edit::TABLE;

/// A page over the list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Details(i64),
    Editor {
        draft: Box<Draft>,
        before: Box<Draft>,
    },
    /// The steps of a recipe, one at a time.
    Cooking(i64, usize),
}

/// What is asked over a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Delete,
    Discard,
    Categories,
}

/// Broccoli.
#[derive(Clone, Debug)]
pub struct Broccoli {
    place: Place,
    drawer: bool,
    shown: RecipeFilter,
    /// What is searched for, while the search is open.
    query: Option<String>,
    /// Pages over the place, the last one in front.
    pages: Vec<Page>,
    question: Option<Question>,
}

impl App for Broccoli {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Broccoli",
        package: "com.flauschcode.broccoli",
        version: "1.2.6",
        activity: ".MainActivity",
        names: &["broccoli", "recipe app"],
        takes_text: false,
        icon: Some(IconName::Heart),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            place: Place::Recipes,
            drawer: false,
            shown: RecipeFilter::All,
            query: None,
            pages: Vec::new(),
            question: None,
        }
    }

    fn activity(&self) -> &'static str {
        match self.pages.last() {
            None => Self::INFO.activity,
            Some(Page::Details(_)) => ".recipe.details.RecipeDetailsActivity",
            Some(Page::Editor { .. }) => ".recipe.crud.CreateAndEditRecipeActivity",
            Some(Page::Cooking(..)) => ".recipe.cooking.CookingAssistantActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let recipe = |id: i64| device.tables.row(TABLE, id);
        let root = match self.pages.last() {
            None => self.list(device),
            Some(Page::Details(id)) => details::view(recipe(*id)),
            Some(Page::Editor { draft, .. }) => draft.view(),
            Some(Page::Cooking(id, step)) => details::cooking(recipe(*id), *step),
        };
        let mut windows = vec![Window::activity(root)];
        if self.drawer {
            windows.push(self.drawer());
        }
        let (no, yes) = (|| button("Cancel", Msg::Keep), button);
        windows.extend(self.question.map(|it| match it {
            Question::Delete => dialog(
                "",
                vec![message("Delete this recipe?")],
                None,
                Some(no()),
                Some(yes("Delete", Msg::DeleteDone)),
            ),
            Question::Discard => dialog(
                "",
                vec![message("Discard changes?")],
                None,
                Some(no()),
                Some(yes("Discard", Msg::Discard)),
            ),
            Question::Categories => dialog(
                "Categories",
                vec![message("Create custom categories to manage your recipes.")],
                None,
                None,
                Some(yes("OK", Msg::CategoriesDone)),
            ),
        }));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::SearchText, text) => self.query = Some(text),
            Event::Edit(Msg::Field(field), text) => {
                if let Some(Page::Editor { draft, .. }) = self.pages.last_mut() {
                    draft.set(field, text);
                }
            }
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Broccoli {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Menu => self.drawer = true,
            Msg::Go(place) => {
                (self.place, self.drawer, self.query) = (place, false, None);
            }
            Msg::Up => self.back(ctx),
            Msg::Show(shown) => self.shown = shown,
            Msg::Search => {
                self.query = Some(String::new());
                ctx.focus(Msg::SearchText);
            }
            Msg::ClearSearch => self.query = Some(String::new()),
            Msg::Recipe(id) => {
                self.pages.push(Page::Details(id));
                ctx.unfocus();
            }
            Msg::New => self.edit(Draft::default()),
            Msg::Like(like) => {
                if let Some(Page::Details(id)) = self.pages.last() {
                    let value = if like { "1" } else { "0" };
                    ctx.device
                        .tables
                        .update(TABLE, *id, |row| row.set("favorite", value));
                }
            }
            Msg::Share => {
                if let Some(row) = self.recipe(ctx.device) {
                    let shared = Field::ALL.map(|it| row.get(it.column())).join("\n");
                    ctx.share(shared);
                }
            }
            Msg::Edit => {
                if let Some(row) = self.recipe(ctx.device) {
                    let draft = Draft::of(row);
                    self.edit(draft);
                }
            }
            Msg::Delete => self.question = Some(Question::Delete),
            Msg::DeleteDone => {
                if let Some(Page::Details(id)) = self.pages.pop() {
                    ctx.device.tables.delete(TABLE, id);
                }
                self.question = None;
            }
            Msg::Keep | Msg::CategoriesDone => self.question = None,
            Msg::Cook => {
                if let Some(Page::Details(id)) = self.pages.last() {
                    let id = *id;
                    self.pages.push(Page::Cooking(id, 0));
                }
            }
            Msg::CookStep(step) => {
                if let Some(Page::Cooking(_, at)) = self.pages.last_mut() {
                    *at = step;
                }
            }
            Msg::Categories => {
                self.question = Some(Question::Categories);
                ctx.unfocus();
            }
            Msg::Save => self.save(ctx),
            Msg::Discard => {
                self.pages.pop();
                self.question = None;
                ctx.unfocus();
            }
            Msg::SearchText | Msg::Field(_) | Msg::Nothing => {}
        }
    }

    /// The recipe of the page in front.
    fn recipe<'a>(&self, device: &'a DeviceState) -> Option<&'a Row> {
        match self.pages.last() {
            Some(Page::Details(id)) => device.tables.row(TABLE, *id),
            Some(Page::Editor { .. } | Page::Cooking(..)) | None => None,
        }
    }

    fn edit(&mut self, draft: Draft) {
        self.pages.push(Page::Editor {
            before: Box::new(draft.clone()),
            draft: Box::new(draft),
        });
    }

    fn save(&mut self, ctx: &mut Context<'_>) {
        let Some(Page::Editor { draft, .. }) = self.pages.last() else {
            return;
        };
        if draft.save(ctx.device) {
            ctx.toast("The recipe has been saved.");
            self.pages.pop();
            ctx.unfocus();
        } else {
            ctx.toast("Please enter a title.");
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.question.take().is_some() {
            return;
        }
        if self.drawer {
            self.drawer = false;
            return;
        }
        match self.pages.last() {
            Some(Page::Editor { draft, before }) if draft != before => {
                self.question = Some(Question::Discard);
                ctx.unfocus();
            }
            Some(_) => {
                self.pages.pop();
                ctx.unfocus();
            }
            None if self.query.take().is_some() => ctx.unfocus(),
            None if self.place != Place::Recipes => self.place = Place::Recipes,
            None => ctx.leave(),
        }
    }
}
