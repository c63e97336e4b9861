//! Task types of Broccoli, which keeps recipes as rows of one table.

use serde_json::Value as Json;
use task::{Params, Value};

use super::{
    about::{About, Collection, text},
    definition::{Definition, Goal, PLAIN, reward},
    initial::Initial,
    odd::Form,
    random::Random,
    rows::{column_of, fields, not_one_each, take_rows, values},
    similarity::fuzzy_match,
    words::{ABOUT_RECIPES, AMOUNTS, RECIPES, SERVINGS, TIMES},
};
use crate::{
    apps::broccoli::TABLE,
    state::{DeviceState, Fields, Row},
};

/// Which of its two wordings a goal has.
const WORDING: &str = "text_representation_type";

/// Values and the columns they are kept in.
const COLUMNS: [(&str, &str); 6] = [
    ("title", "title"),
    ("description", "description"),
    ("servings", "servings"),
    ("preparation_time", "preparationTime"),
    ("ingredients", "ingredients"),
    ("directions", "directions"),
];

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "RecipeAddSingleRecipe",
        about: |params| vec![About::made(RECIPES_LISTED, params, "title")],
        forms: &[
            ("title", Form::Line),
            ("description", Form::Line),
            ("ingredients", Form::Line),
            ("directions", Form::Text),
        ],
        goal: Goal::By(
            WORDING,
            &[
                (
                    "text_block",
                    "Add the following recipes into the Broccoli app:\nRecipe: {title}\n description: {description}\n servings: {servings}\n preparationTime: {preparation_time}\n ingredients: {ingredients}\n directions: {directions}\n",
                ),
                (
                    "csv",
                    "Add the following recipes into the Broccoli app:\ntitle|description|servings|preparationTime|ingredients|directions\n{title}|{description}|{servings}|{preparation_time}|{ingredients}|{directions}",
                ),
            ],
        ),
        params: &[
            ("title", "what the recipe is called"),
            ("description", "what is said about it"),
            ("servings", "for how many it is"),
            ("preparation_time", "how long it takes"),
            ("ingredients", "what goes into it"),
            ("directions", "how it is made"),
        ],
        hidden: &[WORDING],
        step_budget: 24,
        generate: |random| {
            let (title, directions) = recipe(random);
            values([
                ("title", title.to_owned()),
                ("description", random.pick(&ABOUT_RECIPES).to_owned()),
                ("servings", random.pick(&SERVINGS).to_owned()),
                ("preparation_time", random.pick(&TIMES).to_owned()),
                ("ingredients", random.pick(&AMOUNTS).to_owned()),
                ("directions", directions.to_owned()),
                (WORDING, random.pick(&["text_block", "csv"]).to_owned()),
            ])
        },
        init: |params, random| Initial {
            rows: others(random, 10, text(params, "title")),
            ..Initial::default()
        },
        rewrite: |values| {
            if let [row] = &take_rows(values)[..] {
                for (name, column) in COLUMNS {
                    if let Some(value) = column_of(row, column) {
                        values.insert(name.to_owned(), value.into());
                    }
                }
            }
        },
        contradiction: |_, device| odd_row(device),
        judge: |it| {
            let wanted = |row: &Row| {
                let same =
                    |(name, column): &(&str, &str)| fuzzy_match(row.get(column), text(it.params, name));
                // Nothing is said of a source, and nobody asked to mark the recipe.
                COLUMNS.iter().all(same) && row.get("source").trim().is_empty() && row.get("favorite") != "1"
            };
            reward(matches!(it.only_added(TABLE), Some([row]) if wanted(row)))
        },
        ..PLAIN
    },
    Definition {
        name: "RecipeDeleteMultipleRecipes",
        about: |params| vec![About::meant(RECIPES_LISTED, params, &["titles"])],
        forms: &[("titles", Form::Line)],
        goal: Goal::Always("Delete the following recipes from Broccoli app: {titles*}."),
        params: &[("titles", "titles of the recipes")],
        step_budget: 24,
        generate: |random| {
            let titles = random.sample(&RECIPES.map(|it| it.0), 3);
            let titles = titles.into_iter().map(str::to_owned).collect();
            Params::from_iter([("titles".to_owned(), Value::List(titles))])
        },
        init: deletable,
        rewrite: |values| {
            let titles = take_rows(values)
                .iter()
                .filter_map(|it| column_of(it, "title"))
                .map(Json::from)
                .collect();
            values.insert("titles".to_owned(), Json::Array(titles));
        },
        contradiction: |params, device| {
            odd_row(device).or_else(|| not_one_each(params, device, TABLE, "title", "titles"))
        },
        judge: |it| reward(it.removed_named(TABLE, "title", "titles")),
        ..PLAIN
    },
    Definition {
        name: "RecipeDeleteSingleRecipe",
        about: |params| vec![About::meant(RECIPES_LISTED, params, &["title"])],
        forms: &[("title", Form::Line)],
        goal: Goal::Always("Delete the following recipes from Broccoli app: {title}."),
        params: &[("title", "title of the recipe")],
        step_budget: 10,
        generate: |random| values([("title", recipe(random).0.to_owned())]),
        init: deletable,
        rewrite: |values| {
            if let [row] = &take_rows(values)[..]
                && let Some(title) = column_of(row, "title")
            {
                values.insert("title".to_owned(), title.into());
            }
        },
        contradiction: |params, device| {
            odd_row(device).or_else(|| not_one_each(params, device, TABLE, "title", "title"))
        },
        judge: |it| reward(it.removed_named(TABLE, "title", "title")),
        ..PLAIN
    },
];

/// Recipes, by title.
const RECIPES_LISTED: Collection = Collection::Rows {
    table: TABLE,
    column: "title",
    moments: &[],
};

/// What a recipe is called and how it is made.
fn recipe(random: &mut Random) -> (&'static str, &'static str) {
    RECIPES[random.between(0, RECIPES.len() as i64 - 1) as usize]
}

fn row(random: &mut Random, title: &str, directions: &str) -> (String, Fields) {
    let fields = fields([
        ("title", title.to_owned()),
        ("description", random.pick(&ABOUT_RECIPES).to_owned()),
        ("servings", random.pick(&SERVINGS).to_owned()),
        ("preparationTime", random.pick(&TIMES).to_owned()),
        ("ingredients", random.pick(&AMOUNTS).to_owned()),
        ("directions", directions.to_owned()),
    ]);
    (TABLE.to_owned(), fields)
}

/// Recipes with another title than this.
fn others(random: &mut Random, count: usize, title: &str) -> Vec<(String, Fields)> {
    let mut rows = Vec::new();
    while rows.len() < count {
        let (other, directions) = recipe(random);
        if other != title {
            rows.push(row(random, other, directions));
        }
    }
    rows
}

/// The recipes that are to be deleted; there are no others.
fn deletable(params: &Params, random: &mut Random) -> Initial {
    let titles: Vec<&str> = params.values().flat_map(Value::texts).collect();
    let mut rows = Vec::new();
    for title in titles {
        let known = RECIPES.iter().find(|it| it.0 == title).map_or("", |it| it.1);
        rows.push(row(random, title, known));
    }
    Initial {
        rows,
        ..Initial::default()
    }
}

/// What makes a row no recipe, in one sentence.
fn odd_row(device: &DeviceState) -> Option<String> {
    let mut rows = device.tables.rows(TABLE).iter();
    let untitled = rows.find(|it| it.get("title").trim().is_empty())?;
    Some(format!("row {} of `{TABLE}` has no title", untitled.id))
}
