//! Task types of Broccoli, which keeps recipes as rows of one table.

use serde_json::Value as Json;
use task::{Params, Random, Value};

use super::{
    about::{About, Collection, text},
    definition::{Definition, Ending, FileValues, Goal, PLAIN, reward},
    initial::Initial,
    markor::in_notebook,
    odd::Form,
    rows::{column_of, fields, not_one_each, not_one_pair, take_rows, values},
    similarity::fuzzy_match,
    words::{ABOUT_RECIPES, AMOUNTS, INGREDIENTS, MORE_RECIPES, RECIPES, SERVINGS, TIMES},
    written::{BLOCK, CSV, WORDING, Written},
};
use crate::{
    apps::broccoli::TABLE,
    state::{DeviceState, Fields, Row},
};

/// How recipes are written.
pub(super) const WRITTEN: Written = Written {
    called: "Recipe",
    columns: &[
        "title",
        "description",
        "servings",
        "preparationTime",
        "ingredients",
        "directions",
    ],
};
/// The note with recipes.
const NOTE: &str = "recipes.txt";
/// What the names of the values of several recipes end with.
const SUFFIXES: [&str; 3] = ["_1", "_2", "_3"];
/// How many recipes are added at once.
const SEVERAL: usize = SUFFIXES.len();

/// The lines of a goal that say one of several recipes.
macro_rules! block {
    ($number:literal) => {
        concat!(
            "Recipe: {title_",
            $number,
            "}\n description: {description_",
            $number,
            "}\n servings: {servings_",
            $number,
            "}\n preparationTime: {preparation_time_",
            $number,
            "}\n ingredients: {ingredients_",
            $number,
            "}\n directions: {directions_",
            $number,
            "}\n"
        )
    };
}

/// The line of a goal that says one of several recipes.
macro_rules! line {
    ($number:literal) => {
        concat!(
            "{title_",
            $number,
            "}|{description_",
            $number,
            "}|{servings_",
            $number,
            "}|{preparation_time_",
            $number,
            "}|{ingredients_",
            $number,
            "}|{directions_",
            $number,
            "}"
        )
    };
}

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
        name: "RecipeAddMultipleRecipes",
        about: |params| {
            let made = SUFFIXES.map(|it| text(params, &format!("title{it}")).to_owned());
            vec![About {
                collection: RECIPES_LISTED,
                meant: Vec::new(),
                made: made.into(),
            }]
        },
        forms: &[
            ("title_1", Form::Line),
            ("title_2", Form::Line),
            ("title_3", Form::Line),
            ("description_1", Form::Line),
            ("description_2", Form::Line),
            ("description_3", Form::Line),
            ("directions_1", Form::Text),
            ("directions_2", Form::Text),
            ("directions_3", Form::Text),
        ],
        goal: Goal::By(
            WORDING,
            &[
                (
                    BLOCK,
                    concat!(
                        "Add the following recipes into the Broccoli app:\n",
                        block!("1"),
                        "\n",
                        block!("2"),
                        "\n",
                        block!("3")
                    ),
                ),
                (
                    CSV,
                    concat!(
                        "Add the following recipes into the Broccoli app:\ntitle|description|servings|preparationTime|ingredients|directions\n",
                        line!("1"),
                        "\n",
                        line!("2"),
                        "\n",
                        line!("3")
                    ),
                ),
            ],
        ),
        params: &[
            ("title_1", "what the first recipe is called"),
            ("description_1", "what is said about the first one"),
            ("servings_1", "for how many the first one is"),
            ("preparation_time_1", "how long the first one takes"),
            ("ingredients_1", "what goes into the first one"),
            ("directions_1", "how the first one is made"),
            ("title_2", "what the second recipe is called"),
            ("description_2", "what is said about the second one"),
            ("servings_2", "for how many the second one is"),
            ("preparation_time_2", "how long the second one takes"),
            ("ingredients_2", "what goes into the second one"),
            ("directions_2", "how the second one is made"),
            ("title_3", "what the third recipe is called"),
            ("description_3", "what is said about the third one"),
            ("servings_3", "for how many the third one is"),
            ("preparation_time_3", "how long the third one takes"),
            ("ingredients_3", "what goes into the third one"),
            ("directions_3", "how the third one is made"),
        ],
        hidden: &[WORDING],
        step_budget: 60,
        generate: |random| {
            let mut all = values([(WORDING, random.pick(&[BLOCK, CSV]).to_owned())]);
            let titles = random.sample(&RECIPES.map(|it| it.0), SEVERAL);
            for (title, suffix) in titles.into_iter().zip(SUFFIXES) {
                let (_, row) = row(random, title, directions_of(title));
                for (name, column) in COLUMNS {
                    all.insert(format!("{name}{suffix}"), row[column].clone().into());
                }
            }
            all
        },
        init: |params, random| {
            let titles = SUFFIXES.map(|it| text(params, &format!("title{it}")).to_owned());
            let mut rows = Vec::new();
            add_others(random, &mut rows, 10, |it| !titles.contains(&it["title"]));
            Initial {
                rows,
                ..Initial::default()
            }
        },
        rewrite: |values| {
            for (row, at) in take_rows(values).iter().zip(1..) {
                said(row, &format!("_{at}"), values);
            }
        },
        contradiction: |_, device| odd_row(device),
        judge: |it| {
            let wanted = SUFFIXES.map(|suffix| cells(it.params, suffix));
            reward(it.added_each(TABLE, &wanted, is_it))
        },
        ..PLAIN
    },
    Definition {
        name: "RecipeAddMultipleRecipesFromMarkor",
        goal: Goal::Always("Add the recipes from recipes.txt in Markor to the Broccoli recipe app."),
        init: |params, random| {
            let (mut rows, mut noted) = (Vec::new(), Vec::new());
            add_others(random, &mut rows, 10, |_| true);
            add_others(random, &mut noted, SEVERAL, |_| true);
            note(params, rows, &noted)
        },
        contradiction: |_, device| odd_row(device).or_else(|| nothing_noted(device, None)),
        judge: |it| it.added_noted(None),
        ..NOTED
    },
    Definition {
        name: "RecipeAddMultipleRecipesFromMarkor2",
        forms: &[("prep_time", Form::Edge(&["1 hour 15 minutes", "5 minutes"]))],
        goal: Goal::Always(
            "Add the recipes from recipes.txt in Markor that take {prep_time} to prepare into the Broccoli recipe app.",
        ),
        params: &[("prep_time", "how long the recipes take")],
        generate: |random| {
            values([
                ("prep_time", random.pick(&TIMES).to_owned()),
                (WORDING, random.pick(&[BLOCK, CSV]).to_owned()),
            ])
        },
        init: |params, random| {
            let time = text(params, "prep_time");
            let (mut rows, mut meant) = (Vec::new(), Vec::new());
            add_others(random, &mut rows, 40, |it| it["preparationTime"] != time);
            add_others(random, &mut meant, SEVERAL, |_| true);
            let mut noted = rows.clone();
            for mut it in meant {
                it.1.insert("preparationTime".to_owned(), time.to_owned());
                let at = random.between(0, noted.len() as i64) as usize;
                noted.insert(at, it);
            }
            note(params, rows, &noted)
        },
        contradiction: |params, device| {
            let time = text(params, "prep_time");
            odd_row(device).or_else(|| nothing_noted(device, Some(time)))
        },
        judge: |it| it.added_noted(Some(text(it.params, "prep_time"))),
        ..NOTED
    },
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
                    BLOCK,
                    "Add the following recipes into the Broccoli app:\nRecipe: {title}\n description: {description}\n servings: {servings}\n preparationTime: {preparation_time}\n ingredients: {ingredients}\n directions: {directions}\n",
                ),
                (
                    CSV,
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
                (WORDING, random.pick(&[BLOCK, CSV]).to_owned()),
            ])
        },
        init: |params, random| Initial {
            rows: others(random, 10, text(params, "title")),
            ..Initial::default()
        },
        rewrite: |values| {
            if let [row] = &take_rows(values)[..] {
                said(row, "", values);
            }
        },
        contradiction: |_, device| odd_row(device),
        judge: |it| reward(it.added_each(TABLE, &[cells(it.params, "")], is_it)),
        ..PLAIN
    },
    Definition {
        name: "RecipeDeleteDuplicateRecipes",
        init: |_, random| twice(random, 5, |_, _| {}),
        ..DUPLICATES
    },
    Definition {
        name: "RecipeDeleteDuplicateRecipes2",
        step_budget: 24,
        init: |_, random| {
            twice(random, 6, |random, rows| {
                let title = rows[0].1["title"].clone();
                add_others(random, rows, 4, |it| it["title"] == title);
            })
        },
        ..DUPLICATES
    },
    Definition {
        name: "RecipeDeleteDuplicateRecipes3",
        step_budget: 34,
        init: |_, random| {
            twice(random, 21, |random, rows| {
                let it = rows[0].1.clone();
                // Some stand before all others, and most of those that are alike say the same of themselves.
                add_others(random, rows, 3, |it| it["title"] == RECIPES[0].0);
                let alike = |other: &Fields| {
                    other["title"] == it["title"] && other["description"] == it["description"]
                };
                add_others(random, rows, 6, alike);
            })
        },
        ..DUPLICATES
    },
    Definition {
        name: "RecipeDeleteMultipleRecipes",
        ..SEVERAL_DELETED
    },
    Definition {
        name: "RecipeDeleteMultipleRecipesWithConstraint",
        about: |params| {
            vec![About {
                collection: Collection::Saying {
                    table: TABLE,
                    named: "title",
                    column: "directions",
                    elsewhere: &["title", "description", "ingredients"],
                },
                meant: vec![text(params, "ingredient").to_owned()],
                made: Vec::new(),
            }]
        },
        goal: Goal::Always("Delete the recipes from Broccoli app that use {ingredient} in the directions."),
        params: &[("ingredient", "what the recipes use")],
        step_budget: 40,
        generate: |random| values([("ingredient", random.pick(&INGREDIENTS).to_owned())]),
        init: |params, random| {
            let ingredient = text(params, "ingredient");
            let mut rows = Vec::new();
            add_others(random, &mut rows, 29, |it| !uses(&it["directions"], ingredient));
            add_others(random, &mut rows, SEVERAL, |it| {
                uses(&it["directions"], ingredient)
            });
            Initial {
                rows,
                ..Initial::default()
            }
        },
        rewrite: |values| drop(take_rows(values)),
        contradiction: |params, device| {
            let ingredient = text(params, "ingredient");
            odd_row(device).or_else(|| {
                // The suite looks for it in small letters, and so finds nothing where it has a capital.
                let capital =
                    ingredient.to_lowercase() != ingredient && !using(device, ingredient).is_empty();
                capital.then(|| format!("the suite takes no recipe to use \"{ingredient}\", but some do"))
            })
        },
        // Often no recipe uses it: then all stay.
        may_be_solved: true,
        judge: |it| {
            let meant = using(it.before, text(it.params, "ingredient"));
            let gone = it.only_removed(TABLE);
            reward(gone.is_some_and(|it| it.iter().map(|it| it.id).eq(meant)))
        },
        ..PLAIN
    },
    Definition {
        name: "RecipeDeleteMultipleRecipesWithNoise",
        step_budget: 34,
        init: |params, random| deletable(params, random, 29),
        ..SEVERAL_DELETED
    },
    Definition {
        name: "RecipeDeleteSingleRecipe",
        ..ONE_DELETED
    },
    Definition {
        name: "RecipeDeleteSingleWithRecipeWithNoise",
        step_budget: 20,
        init: |params, random| deletable(params, random, 29),
        ..ONE_DELETED
    },
];

/// What the types with several recipes to delete by title have in common.
const SEVERAL_DELETED: Definition = Definition {
    about: |params| vec![About::meant(RECIPES_LISTED, params, &["titles"])],
    forms: &[("titles", Form::Line)],
    goal: Goal::Always("Delete the following recipes from Broccoli app: {titles*}."),
    params: &[("titles", "titles of the recipes")],
    step_budget: 24,
    generate: |random| {
        let titles = random.sample(&RECIPES.map(|it| it.0), SEVERAL);
        let titles = titles.into_iter().map(str::to_owned).collect();
        Params::from_iter([("titles".to_owned(), Value::List(titles))])
    },
    init: |params, random| deletable(params, random, 0),
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
};

/// What the types with one recipe to delete by title have in common.
const ONE_DELETED: Definition = Definition {
    about: |params| vec![About::meant(RECIPES_LISTED, params, &["title"])],
    forms: &[("title", Form::Line)],
    goal: Goal::Always("Delete the following recipes from Broccoli app: {title}."),
    params: &[("title", "title of the recipe")],
    step_budget: 10,
    generate: |random| values([("title", recipe(random).0.to_owned())]),
    init: |params, random| deletable(params, random, 0),
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
};

/// What the types with one recipe that is there twice have in common.
const DUPLICATES: Definition = Definition {
    about: |params| {
        let same = Collection::Same {
            table: TABLE,
            column: "title",
            differs: &[
                "title",
                "description",
                "servings",
                "preparationTime",
                "ingredients",
                "directions",
            ],
            moments: &[],
        };
        vec![About::meant(same, params, &[])]
    },
    goal: Goal::Always(
        "Delete all but one of any recipes in the Broccoli app that are exact duplicates, ensuring at least one instance of each unique recipe remains",
    ),
    step_budget: 10,
    rewrite: |values| drop(take_rows(values)),
    contradiction: |_, device| odd_row(device).or_else(|| not_one_pair(device, TABLE)),
    judge: |it| reward(it.removed_twin(TABLE)),
    ..PLAIN
};

/// What the types with recipes in a note have in common.
const NOTED: Definition = Definition {
    about: |_| {
        vec![About {
            collection: Collection::Files(in_notebook("")),
            meant: vec![NOTE.to_owned()],
            made: Vec::new(),
        }]
    },
    hidden: &[WORDING],
    apps: &["Broccoli", "Markor"],
    step_budget: 60,
    generate: |random| values([(WORDING, random.pick(&[BLOCK, CSV]).to_owned())]),
    needs: |_| vec![in_notebook(NOTE)],
    rewrite: |values| drop(take_rows(values)),
    ..PLAIN
};

impl Ending<'_> {
    /// Whether the note's recipes are in the app that take this time, where one is said, and all else is as it was.
    fn added_noted(&self, time: Option<&str>) -> f64 {
        let wanted = noted(self.before, time).unwrap_or_default();
        let note = in_notebook(NOTE);
        let kept = self.before.files.read(&note) == self.after.files.read(&note);
        reward(kept && self.added_each(TABLE, &wanted, is_it))
    }
}

/// The recipes of the note, those of one time where it is said; `None` where the note is not read.
fn noted(device: &DeviceState, time: Option<&str>) -> Option<Vec<Vec<String>>> {
    let mut recipes = WRITTEN.read(device.files.read(&in_notebook(NOTE))?)?;
    let at = WRITTEN.columns.iter().position(|it| *it == "preparationTime")?;
    recipes.retain(|it| time.is_none_or(|time| it[at] == time));
    Some(recipes)
}

/// What is wrong with a note that has no such recipe, in one sentence.
fn nothing_noted(device: &DeviceState, time: Option<&str>) -> Option<String> {
    let nothing = noted(device, time).is_none_or(|it| it.is_empty());
    nothing.then(|| format!("`{NOTE}` has no recipe that the goal asks for"))
}

/// Recipes of the app, and others in a note, in one of the two ways.
fn note(params: &Params, rows: Vec<(String, Fields)>, noted: &[(String, Fields)]) -> Initial {
    let noted: Vec<Vec<String>> = noted.iter().map(|it| WRITTEN.cells(&it.1)).collect();
    Initial {
        files: vec![(in_notebook(NOTE), WRITTEN.write(text(params, WORDING), &noted))],
        rows,
        ..Initial::default()
    }
}

/// The values with this suffix, as [`WRITTEN`] has them.
fn cells(params: &Params, suffix: &str) -> Vec<String> {
    COLUMNS
        .map(|(name, _)| text(params, &format!("{name}{suffix}")).to_owned())
        .into()
}

/// Whether a row is the recipe with these cells. Nothing is said of a source, and nobody asked to mark it.
pub(super) fn is_it(row: &Row, cells: &Vec<String>) -> bool {
    // The line break that ends a typed text is a third of what a cell like "n/a" holds.
    let same = |(column, cell): (&&str, &String)| fuzzy_match(row.get(column).trim_end(), cell);
    WRITTEN.columns.iter().zip(cells).all(same)
        && row.get("source").trim().is_empty()
        && row.get("favorite") != "1"
}

/// The values of a file's row that its goal says, with this suffix.
fn said(row: &Json, suffix: &str, values: &mut FileValues) {
    for (name, column) in COLUMNS {
        if let Some(value) = column_of(row, column) {
            values.insert(format!("{name}{suffix}"), value.into());
        }
    }
}

fn uses(directions: &str, ingredient: &str) -> bool {
    directions.to_lowercase().contains(&ingredient.to_lowercase())
}

/// The recipes with this in their directions, by id.
fn using(device: &DeviceState, ingredient: &str) -> Vec<i64> {
    let rows = device.tables.rows(TABLE).iter();
    rows.filter(|it| uses(it.get("directions"), ingredient))
        .map(|it| it.id)
        .collect()
}

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

/// How often another recipe is made before it is taken that there is none.
const TRIES: usize = 10_000;

/// Add recipes that fit, no two of them the same. There may be fewer, where no recipe fits.
pub(super) fn add_others(
    random: &mut Random,
    rows: &mut Vec<(String, Fields)>,
    count: usize,
    fits: impl Fn(&Fields) -> bool,
) {
    let whole = rows.len() + count;
    for _ in 0..TRIES {
        if rows.len() == whole {
            return;
        }
        let (title, directions) = recipe(random);
        let row = row(random, title, directions);
        if fits(&row.1) && !rows.contains(&row) {
            rows.push(row);
        }
    }
}

/// A recipe that is there twice among so many others, and among those that are added to them; the first one is the one.
fn twice(
    random: &mut Random,
    others: usize,
    add: impl Fn(&mut Random, &mut Vec<(String, Fields)>),
) -> Initial {
    let mut rows = Vec::new();
    add_others(random, &mut rows, others + 1, |it| it["title"] != RECIPES[0].0);
    add(random, &mut rows);
    let row = rows.remove(0);
    for _ in 0..2 {
        let at = random.between(0, rows.len() as i64) as usize;
        rows.insert(at, row.clone());
    }
    Initial {
        rows,
        ..Initial::default()
    }
}

/// How a recipe of this title is made.
fn directions_of(title: &str) -> &'static str {
    let mut known = RECIPES.iter().chain(&MORE_RECIPES);
    known.find(|it| it.0 == title).map_or("", |it| it.1)
}

/// The recipes that are to be deleted, and so many others, each of another title.
fn deletable(params: &Params, random: &mut Random, count: usize) -> Initial {
    let named: Vec<&str> = params.values().flat_map(Value::texts).collect();
    let others = RECIPES.iter().chain(&MORE_RECIPES).map(|it| it.0);
    let others: Vec<&str> = others.filter(|it| !named.contains(it)).collect();
    let others = random.sample(&others, count);
    let rows = others.into_iter().chain(named);
    let rows = rows.map(|title| row(random, title, directions_of(title)));
    Initial {
        rows: rows.collect(),
        ..Initial::default()
    }
}

/// What makes a row no recipe, in one sentence.
pub(super) fn odd_row(device: &DeviceState) -> Option<String> {
    let mut rows = device.tables.rows(TABLE).iter();
    let untitled = rows.find(|it| it.get("title").trim().is_empty())?;
    Some(format!("row {} of `{TABLE}` has no title", untitled.id))
}
