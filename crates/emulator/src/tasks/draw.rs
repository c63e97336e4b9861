//! Task types of Simple Draw Pro, which saves a drawing as a file.

use task::Params;

use super::{
    about::{About, Collection, text},
    definition::{Definition, Goal, PLAIN, reward},
    markor::note_name,
    rows::values,
};

pub(super) const TYPES: &[Definition] = &[Definition {
    name: "SimpleDrawProCreateDrawing",
    about: |params| {
        let pictures = Collection::Files(PICTURES.to_owned());
        vec![About::made(pictures, params, "file_name")]
    },
    goal: Goal::Always(
        "Create a new drawing in Simple Draw Pro. Name it {file_name}. Save it in the Pictures folder within the sdk_gphone_x86_64 storage area.",
    ),
    params: &[("file_name", "name of the picture, with its extension")],
    step_budget: 18,
    generate: |random| {
        let word = random.pick(&["sketch", "outline", "plan", "scribble", "figure", "map"]);
        let extension = random.pick(&[".png", ".svg", ".jpg"]);
        let name = note_name(random);
        values([("file_name", format!("{word}_{name}{extension}"))])
    },
    // A file has what its other types write into a file.
    rewrite: |values| _ = values.shift_remove("text"),
    contradiction: |params, device| {
        let there = device.files.exists(&expected(params));
        there.then(|| "there is a picture of this name already".to_owned())
    },
    judge: |it| reward(it.after.files.read(&expected(it.params)).is_some()),
    ..PLAIN
}];

const PICTURES: &str = "/storage/emulated/0/Pictures";

fn expected(params: &Params) -> String {
    format!("{PICTURES}/{}", text(params, "file_name"))
}
