//! Questions about the notes of Joplin, which keeps them and their notebooks as rows of two tables.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    answers::QUESTION,
    definition::{Definition, Ending, Goal, PLAIN},
    initial::Initial,
    rows::{fields, values},
    words::{NOUNS, SENTENCES},
};
use crate::{
    apps::joplin::{FOLDERS, NOTES, is_kept, is_todo},
    state::{DeviceState, Fields, Row},
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "NotesIsTodo",
        goal: Goal::Always(
            "Is the note titled '{title}' in the Joplin app marked as a todo item? Respond with either 'True' if it is a todo or 'False' if not.",
        ),
        hidden: &["is_todo", "body", "folder"],
        generate: |random| {
            values([
                ("title", random.pick(&TITLES).to_owned()),
                ("is_todo", random.pick(&["True", "False"]).to_owned()),
                ("body", random.pick(&SENTENCES).to_owned()),
                ("folder", random.pick(&NOTEBOOKS).to_owned()),
            ])
        },
        init: |params, random| {
            let todo = text(params, "is_todo") == "True";
            let meant = (text(params, "title"), text(params, "body").to_owned(), todo);
            let title = text(params, "title");
            among_others(random, text(params, "folder"), &[meant], |it, _, _| it != title)
        },
        contradiction: |params, device| {
            contradiction(params, device, |row| {
                let todo = said(is_todo(row));
                (todo != text(params, "is_todo")).then(|| format!("it is a to-do: {todo}"))
            })
        },
        judge: |it| {
            let todo = note(it.params, it.before).map(|row| said(is_todo(row)).to_owned());
            it.answers(&Vec::from_iter(todo))
        },
        ..OF_A_NOTE
    },
    Definition {
        name: "NotesMeetingAttendeeCount",
        goal: Goal::Always(
            "How many attendees were present in the meeting titled '{title}' in the Joplin app? Express your answer as just a single number.",
        ),
        hidden: &["attendee_count", "body"],
        generate: |random| {
            let count = 5 * random.between(1, 20);
            values([
                ("title", random.pick(&MEETINGS).to_owned()),
                ("attendee_count", count.to_string()),
                ("body", random.pick(&MINUTES).to_owned()),
            ])
        },
        init: |params, random| of_a_kind(params, random, "Meeting Notes"),
        judge: |it| {
            let count = text(it.params, "attendee_count").parse::<f64>().ok();
            it.answers_one(count, |said| said.parse().ok())
        },
        ..OF_A_NOTE
    },
    Definition {
        name: "NotesRecipeIngredientCount",
        goal: Goal::Always(
            "What quantity of {ingredient} do I need for the recipe '{title}' in the Joplin app? Express your answer in the format <amount> <unit> where both the amount and unit exactly match the format in the recipe.",
        ),
        params: &[("ingredient", "what the recipe needs"), TITLE],
        hidden: &["ingredient_quantity", "body"],
        generate: |random| {
            values([
                ("title", random.pick(&RECIPES).to_owned()),
                ("ingredient_quantity", random.pick(&QUANTITIES).to_owned()),
                ("ingredient", random.pick(&INGREDIENTS).to_owned()),
                ("body", random.pick(&METHODS).to_owned()),
            ])
        },
        init: |params, random| of_a_kind(params, random, "Recipes"),
        judge: |it| answers_quantity(it, text(it.params, "ingredient_quantity")),
        ..OF_A_NOTE
    },
    Definition {
        name: "NotesTodoItemCount",
        goal: Goal::Always(
            "How many to-dos do I have in the '{folder}' folder in the Joplin app? Express your answer as just a single number.",
        ),
        params: &[("folder", "title of the notebook")],
        hidden: &["title", "body"],
        about: |params| {
            let folder = text(params, "folder").to_owned();
            vec![About::meant(Collection::TodosOf(folder), params, &[])]
        },
        generate: |random| {
            values([
                ("folder", random.pick(&NOTEBOOKS).to_owned()),
                ("title", random.pick(&TITLES).to_owned()),
                ("body", random.pick(&SENTENCES).to_owned()),
            ])
        },
        init: |params, random| {
            // The original always has three, which a function could answer without a look.
            let count = random.between(1, 6) as usize;
            let mut titles = random.sample(&TITLES, count);
            titles.retain(|it| *it != text(params, "title"));
            titles.insert(0, text(params, "title"));
            titles.truncate(count);
            let meant = titles
                .into_iter()
                .map(|it| (it, random.pick(&SENTENCES).to_owned(), true));
            let meant: Vec<_> = meant.collect();
            let asked = text(params, "folder");
            among_others(random, asked, &meant, |_, folder, todo| folder != asked || !todo)
        },
        contradiction: |params, device| {
            todos(params, device)
                .is_empty()
                .then(|| "nothing on the device answers the question".to_owned())
        },
        judge: |it| {
            let count = todos(it.params, it.before).len() as f64;
            it.answers_one(Some(count), |said| said.parse().ok())
        },
        ..QUESTION
    },
];

/// What questions about one note have in common, which is told by its title.
const OF_A_NOTE: Definition = Definition {
    params: &[TITLE],
    about: |params| {
        let title = text(params, "title").to_owned();
        vec![About::meant(Collection::Note(title), params, &["title"])]
    },
    contradiction: |params, device| {
        contradiction(params, device, |row| {
            let (says, meant) = (row.get("body"), body(params));
            (says != meant).then(|| format!("it says \"{says}\", but `body` is \"{meant}\""))
        })
    },
    step_budget: 10,
    ..PLAIN
};

const TITLE: (&str, &str) = ("title", "title of the note");
/// How many other notes there are.
const OTHERS: usize = 100;

/// The notebooks that there are.
const NOTEBOOKS: [&str; 12] = [
    "Finance",
    "Health",
    "Home",
    "Ideas",
    "Meeting Notes",
    "Personal",
    "Projects",
    "Recipes",
    "School",
    "Tasks",
    "Travel",
    "Work",
];

/// Titles of notes that a question can be about; none is nearly another, or has a notebook's title in it.
const TITLES: [&str; 12] = [
    "Allotment Rota",
    "Bicycle Service Log",
    "Choir Repertoire",
    "Cupboard Inventory",
    "Ferry Timetable",
    "Guest List",
    "Insurance Numbers",
    "Loft Clearance",
    "Paint Colours",
    "Reading Circle",
    "Spare Key Holders",
    "Winter Tyres",
];

/// Titles of meetings.
const MEETINGS: [&str; 12] = [
    "Allotment Committee",
    "Bridge Inspection Briefing",
    "Canteen Round Table",
    "Choir Council",
    "Flood Drill Review",
    "Harbour Users Forum",
    "House Rules Evening",
    "Library Friends",
    "Night Shift Handover",
    "Playground Hearing",
    "Safety Walk",
    "Street Fair Debrief",
];

/// What minutes say; they name the people who came once.
const MINUTES: [&str; 8] = [
    "Minutes:\n- The doors were opened at six\n- {attendee_count} people came\n- The next date is not fixed\n",
    "Agenda:\n- Welcome\n- Accounts\n- Any other business\n\nPresent: {attendee_count}\n",
    "Notes of the evening:\n- Tea was served first\n- The chair thanked all {attendee_count} attendees\n- Votes were counted by hand\n",
    "Summary:\n- Two drafts were compared\n- Attended by {attendee_count} members\n- Karin writes the letter\n",
    "Decisions:\n- The fence is painted green\n- The budget stays as it is\n\nThere were {attendee_count} participants.\n",
    "Protocol:\n- Last protocol approved\n- Head count: {attendee_count}\n- Closed before nine\n",
    "What we said:\n- Someone has to call the town hall\n- All {attendee_count} present agreed\n",
    "Follow-up:\n- Send the photographs\n- Return the keys\n- Note that {attendee_count} guests signed the list\n",
];

/// Titles of recipes.
const RECIPES: [&str; 12] = [
    "Barley Broth",
    "Beetroot Dumplings",
    "Cider Loaf",
    "Fennel Gratin",
    "Gooseberry Fool",
    "Leek Galette",
    "Nettle Soup",
    "Oat Flapjacks",
    "Plum Crumble",
    "Ratatouille",
    "Saffron Buns",
    "Walnut Tart",
];

/// Amounts and units.
const QUANTITIES: [&str; 10] = [
    "1 cup",
    "2 cups",
    "1/2 cup",
    "1/4 cup",
    "3/4 cup",
    "1 tablespoon",
    "2 tablespoons",
    "1 teaspoon",
    "1/2 teaspoon",
    "1/4 teaspoon",
];

/// What a recipe can be asked for.
const INGREDIENTS: [&str; 12] = [
    "buckwheat flour",
    "candied ginger",
    "caraway seeds",
    "chestnut puree",
    "dried sorrel",
    "elderflower syrup",
    "hazelnut meal",
    "juniper berries",
    "malt extract",
    "poppy seeds",
    "rose water",
    "sumac",
];

/// What recipes say.
const METHODS: [&str; 6] = [
    "Ingredients:\n- 2 cups plain flour\n- 1/2 teaspoon salt\n- {ingredient_quantity} {ingredient}\n- 3 eggs\n\nInstructions:\n1. Stir everything together.\n2. Let it rest for an hour.\n3. Bake until golden.\n",
    "Ingredients:\n- {ingredient_quantity} {ingredient}\n- 1 cup milk\n- 1/4 cup butter\n\nInstructions:\n1. Warm the milk with the butter.\n2. Add the rest and simmer for 20 minutes.\n",
    "Ingredients:\n- 3 cups stock\n- 1 onion\n- 1 tablespoon oil\n- {ingredient_quantity} {ingredient}\n\nInstructions:\n1. Soften the onion in oil.\n2. Pour in the stock and boil for half an hour.\n",
    "Ingredients:\n- 1 cup oats\n- {ingredient_quantity} {ingredient}\n- 3/4 cup honey\n- 2 teaspoons cinnamon\n\nInstructions:\n1. Press into a tin.\n2. Bake at 180 degrees for 25 minutes.\n",
    "Ingredients:\n- 4 cups chopped vegetables\n- 1/2 cup cream\n- {ingredient_quantity} {ingredient}\n- 1/4 teaspoon pepper\n\nInstructions:\n1. Layer the vegetables in a dish.\n2. Cover with cream and bake.\n",
    "Ingredients:\n- 1/2 cup sugar\n- 2 cups fruit\n- {ingredient_quantity} {ingredient}\n\nInstructions:\n1. Cook the fruit with the sugar.\n2. Fold in the rest and chill.\n",
];

/// Halves of the titles of other notes.
const ABOUT: [&str; 16] = [
    "Aquarium",
    "Attic",
    "Balcony",
    "Carnival",
    "Cellar",
    "Dentist",
    "Exhibition",
    "Greenhouse",
    "Kayak",
    "Laundry",
    "Museum",
    "Orchard",
    "Piano",
    "Puppet Show",
    "Sailing",
    "Tandem",
];
const KINDS: [&str; 8] = [
    "Addresses",
    "Checklist",
    "Costs",
    "Dates",
    "Measurements",
    "Questions",
    "Sketches",
    "Wishes",
];

/// How the suite writes whether something is so.
fn said(todo: bool) -> &'static str {
    if todo { "True" } else { "False" }
}

/// What the note of the values says, with all that its body leaves open.
fn body(params: &Params) -> String {
    let mut body = text(params, "body").to_owned();
    for name in ["attendee_count", "ingredient_quantity", "ingredient"] {
        body = body.replace(&format!("{{{name}}}"), text(params, name));
    }
    body
}

/// A note of the values in a notebook, among others that have no title like it.
fn of_a_kind(params: &Params, random: &mut Random, folder: &str) -> Initial {
    let title = text(params, "title");
    let meant = (title, body(params), false);
    among_others(random, folder, &[meant], |it, _, _| !it.contains(title))
}

/// An id as the app makes it.
fn id(random: &mut Random) -> String {
    format!(
        "{:016x}{:016x}",
        random.between(1, i64::MAX),
        random.between(1, i64::MAX)
    )
}

/// A row of a note.
pub(super) fn row(
    id: String,
    folder: &str,
    title: &str,
    body: String,
    todo: bool,
    completed: bool,
) -> Fields {
    let mark = |it: bool| i32::from(it).to_string();
    fields([
        ("parent_id", folder.to_owned()),
        ("title", title.to_owned()),
        ("body", body),
        ("is_todo", mark(todo)),
        ("todo_completed", mark(completed)),
        ("id", id),
    ])
}

/// The notebooks, and notes in one of them among others that are allowed by title, notebook and whether they are to-dos. A
/// third of the others is in the same notebook, and half of all are to-dos.
fn among_others(
    random: &mut Random,
    folder: &str,
    meant: &[(&str, String, bool)],
    allowed: impl Fn(&str, &str, bool) -> bool,
) -> Initial {
    let folders = random.sample(&NOTEBOOKS, NOTEBOOKS.len());
    let folders: Vec<(&str, String)> = folders.into_iter().map(|it| (it, id(random))).collect();
    let id_of = |name: &str| {
        let found = folders.iter().find(|it| it.0 == name);
        found.map_or_else(String::new, |it| it.1.clone())
    };
    let mut notes = Vec::new();
    while notes.len() < OTHERS {
        let title = format!("{} {}", random.pick(&ABOUT), random.pick(&KINDS));
        let here = random.between(0, 2) == 0;
        let other = if here { folder } else { random.pick(&NOTEBOOKS) };
        let (todo, completed) = (random.between(0, 1) == 0, random.between(0, 1) == 0);
        if allowed(&title, other, todo) {
            let body = other_body(random);
            notes.push(row(id(random), &id_of(other), &title, body, todo, completed));
        }
    }
    for (title, body, todo) in meant {
        let at = random.between(0, notes.len() as i64) as usize;
        let meant = row(id(random), &id_of(folder), title, body.clone(), *todo, false);
        notes.insert(at, meant);
    }
    let notes = notes.into_iter().map(|it| (NOTES.to_owned(), it));
    let folders = folders
        .iter()
        .map(|(title, id)| fields([("id", id.clone()), ("title", (*title).to_owned())]))
        .map(|it| (FOLDERS.to_owned(), it));
    Initial {
        rows: folders.chain(notes).collect(),
        ..Initial::default()
    }
}

/// What another note says: some of them name numbers of people, and amounts.
fn other_body(random: &mut Random) -> String {
    let sentence = random.pick(&SENTENCES).to_owned();
    match random.between(0, 3) {
        0 => random
            .pick(&MINUTES)
            .replace("{attendee_count}", &random.between(2, 99).to_string()),
        1 => format!(
            "- {} {}\n- {sentence}",
            random.pick(&QUANTITIES),
            random.pick(&NOUNS)
        ),
        _ => sentence,
    }
}

/// The notes of a title that are not in the trash.
fn called<'a>(params: &Params, device: &'a DeviceState) -> Vec<&'a Row> {
    let title = text(params, "title");
    let rows = device.tables.rows(NOTES).iter();
    rows.filter(|it| is_kept(it) && it.get("title") == title)
        .collect()
}

/// The note of the values, where there is one.
fn note<'a>(params: &Params, device: &'a DeviceState) -> Option<&'a Row> {
    match called(params, device)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// What is wrong with the note that a question is about.
fn contradiction(
    params: &Params,
    device: &DeviceState,
    wrong: impl Fn(&Row) -> Option<String>,
) -> Option<String> {
    let title = text(params, "title");
    match called(params, device)[..] {
        [one] => wrong(one).map(|it| format!("the note \"{title}\" does not fit the values: {it}")),
        ref all => Some(format!(
            "{} notes are called \"{title}\", and the question is about one",
            all.len()
        )),
    }
}

/// The to-dos of the values' notebook.
fn todos<'a>(params: &Params, device: &'a DeviceState) -> Vec<&'a Row> {
    let title = text(params, "folder");
    let folders = device.tables.rows(FOLDERS).iter();
    let ids: Vec<&str> = folders
        .filter(|it| is_kept(it) && it.get("title") == title)
        .map(|it| it.get("id"))
        .collect();
    let rows = device.tables.rows(NOTES).iter();
    rows.filter(|it| is_kept(it) && is_todo(it) && ids.contains(&it.get("parent_id")))
        .collect()
}

/// The digits of a quantity: its amount.
fn amount(quantity: &str) -> String {
    quantity
        .chars()
        .filter(|it| it.is_ascii_digit() || *it == '/')
        .collect()
}

/// Whether the answer is the quantity. The suite takes `3 tablespoons` for `2 tablespoons`, which are nearly the same text;
/// who says that has not read it.
fn answers_quantity(it: &Ending<'_>, quantity: &str) -> f64 {
    let answer = it.after.answer.as_deref().unwrap_or_default();
    match amount(answer) == amount(quantity) {
        true => it.answers(&[quantity.to_owned()]),
        false => 0.0,
    }
}
