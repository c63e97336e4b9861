//! One recipe: all about it, and its steps one at a time for cooking.

use crate::{
    msg::broccoli::Msg,
    paint::{Color, IconName},
    state::Row,
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, button, column, fab, frame_of, icon, image, image_button,
        menu_button, row, scroller, text, toolbar, toolbar_title,
    },
};

/// The page of a recipe; an empty one where it is gone.
pub(super) fn view(recipe: Option<&Row>) -> View {
    let get = |column: &str| recipe.map_or("", |it| it.get(column)).trim().to_owned();
    let title = get("title");
    let picture = View::new("android.widget.ImageView")
        .id("backdrop")
        .desc("Recipe photo")
        .picture(IconName::Image)
        .wide()
        .high(160)
        .ground(Color::rgb(0xe3f1e1), 0);
    let name = text(title.clone())
        .id("details_title")
        .size(24)
        .bold()
        .wide()
        .pad(0, 8);
    let mut parts = vec![picture, name];
    parts.extend(facts(get("servings"), get("preparationTime")));
    let description = get("description");
    if !description.is_empty() {
        let description = text(description).id("details_description");
        parts.push(description.size(16).wide().pad(0, 8));
    }
    parts.extend(source(get("source")));
    parts.extend(ingredients(&get("ingredients")));
    parts.extend(directions(&get("directions")));
    let page = scroller("android.widget.ScrollView", "scroll_view", &title, parts);
    let bar = bar(get("favorite") == "1");
    frame_of([
        column([bar, page.pad(16, 8).height(Dim::Share(1))]).fill(),
        fab("fab_cooking_assistant", "Cook", IconName::Play, Msg::Cook),
    ])
    .fill()
}

fn bar(liked: bool) -> View {
    let like = if liked {
        icon(IconName::Heart, "Remove from favorites", Msg::Like(false)).id("action_details_unlike")
    } else {
        icon(IconName::Heart, "Mark as favorite", Msg::Like(true))
            .id("action_details_like")
            .ink(Ink::Dim)
    };
    let more = menu_button(
        IconName::More,
        "More options",
        vec![
            MenuItem::new("Share", Msg::Share),
            MenuItem::new("Share as file", Msg::Share),
            MenuItem::new("Edit", Msg::Edit),
            MenuItem::new("Delete", Msg::Delete),
        ],
    );
    let up = image_button(IconName::Back, "Navigate up", Msg::Up);
    toolbar("toolbar", [up, toolbar_title(""), like, more])
}

fn small(icon: IconName, id: &'static str, desc: &'static str) -> View {
    image(icon).id(id).desc(desc).across(24).high(24)
}

/// For how many it is, and how long it takes, as far as that is known.
fn facts(servings: String, time: String) -> Option<View> {
    let mut facts = Vec::new();
    if !servings.is_empty() {
        facts.push(small(IconName::Person, "details_icon_servings", "Servings"));
        facts.push(text(servings).id("details_servings").size(16).pad(8, 0));
    }
    if !time.is_empty() {
        facts.push(small(IconName::Clock, "details_icon_preparation_time", "Time"));
        facts.push(text(time).id("details_preparation_time").size(16).pad(8, 0));
    }
    let any = !facts.is_empty();
    any.then(|| row(facts).class("android.view.ViewGroup").wide().pad(0, 4))
}

/// Where it is from, if that is known.
fn source(source: String) -> Option<View> {
    if source.is_empty() {
        return None;
    }
    let globe = small(IconName::Globe, "details_icon_source", "Source");
    let source = text(source).id("details_source").size(16).pad(8, 0);
    let parts = row([globe, source]).class("android.view.ViewGroup");
    Some(parts.wide().pad(0, 4))
}

/// The ingredients below their heading; nothing where there are none.
fn ingredients(ingredients: &str) -> Vec<View> {
    if ingredients.is_empty() {
        return Vec::new();
    }
    let lines = lines(ingredients).map(|it| text(it).id("ingredient_text").size(16).wide().pad(0, 4));
    let list = column(lines).id("details_ingredients").wide();
    vec![heading("Ingredients"), list]
}

/// The directions below their heading, by number; nothing where there are none.
fn directions(directions: &str) -> Vec<View> {
    if directions.is_empty() {
        return Vec::new();
    }
    let lines = lines(directions).enumerate().map(|(at, it)| {
        let number = text((at + 1).to_string()).id("direction_position");
        let words = text(it).id("direction_text").size(16);
        row([number.size(16).across(32), words.width(Dim::Share(1))])
            .class("android.widget.RelativeLayout")
            .wide()
            .pad(0, 4)
    });
    let list = column(lines).id("details_directions").wide();
    vec![heading("Directions"), list]
}

fn heading(title: &'static str) -> View {
    text(title).size(18).bold().wide().pad(0, 8)
}

/// Ingredients and directions are lists of lines.
fn lines(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines()
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
}

/// One step of a recipe; the ingredients come first.
pub(super) fn cooking(recipe: Option<&Row>, step: usize) -> View {
    let get = |column: &str| recipe.map_or("", |it| it.get(column)).trim().to_owned();
    let directions: Vec<String> = lines(&get("directions")).collect();
    let (title, words) = match step.checked_sub(1).and_then(|it| directions.get(it)) {
        Some(words) => (format!("Step {step}"), words.clone()),
        None => ("Ingredients".to_owned(), get("ingredients")),
    };
    let dots = (0..=directions.len()).map(|at| {
        image_button(IconName::Ring, "", Msg::CookStep(at))
            .id("cooking_assistant_control")
            .selected(at == step)
            .across(32)
    });
    column([
        row([
            button("", Msg::Up).id("button_cancel").desc("Cancel"),
            button("", Msg::Nothing)
                .id("button_scaling")
                .desc("Adjust ingredients"),
        ])
        .wide(),
        column([
            text(title)
                .id("cooking_assistant_title")
                .size(20)
                .wide()
                .pad(24, 8),
            text(words)
                .id("cooking_assistant_text")
                .size(24)
                .wide()
                .pad(24, 8),
        ])
        .id("cooking_assistant_layout")
        .wide()
        .height(Dim::Share(1)),
        row(dots)
            .id("cooking_assistant_controls")
            .at(Gravity::Center)
            .high(48),
    ])
    .id("fullscreen_layout")
    .fill()
}
