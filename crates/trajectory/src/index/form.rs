//! What stands in the index: its fields, and a recording as documents.

use tantivy::{
    TantivyDocument, doc,
    schema::{
        FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
    },
};

use crate::{
    recording::Recording,
    summary::describe_action,
    tree::{Block, Layer},
};

/// The field with the recording's name.
pub(super) const RECORDING: &str = "recording";
/// English words without their endings.
const WORDS: &str = "en_stem";

/// The fields of the index.
pub(super) struct Fields {
    /// Name of the recording.
    pub recording: Field,
    /// Name of the suite.
    pub suite: Field,
    /// Name of the task type.
    pub task_type: Field,
    /// Apps in front; several on the top layer.
    pub app: Field,
    /// Name of the layer.
    pub layer: Field,
    /// Number of the step from 1; 0 on the top layer.
    pub step: Field,
    /// What is searched and shown.
    pub text: Field,
    /// Names cut into words, searched only.
    pub names: Field,
    /// Name of the outcome.
    pub outcome: Field,
    /// Name of the origin.
    pub origin: Field,
}

/// The schema. An index with another one is built again.
pub(super) fn schema() -> Schema {
    let words = TextFieldIndexing::default()
        .set_tokenizer(WORDS)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let mut schema = Schema::builder();
    schema.add_text_field(RECORDING, STRING | STORED | FAST);
    for name in ["suite", "task_type", "layer", "outcome", "origin"] {
        schema.add_text_field(name, STRING | STORED);
    }
    schema.add_text_field("app", STRING);
    schema.add_u64_field("step", INDEXED | STORED);
    schema.add_text_field(
        "text",
        TextOptions::default()
            .set_indexing_options(words.clone())
            .set_stored(),
    );
    schema.add_text_field("names", TextOptions::default().set_indexing_options(words));
    schema.build()
}

impl Fields {
    /// The fields by their names; an error where the schema is another one.
    pub fn of(schema: &Schema) -> tantivy::Result<Self> {
        Ok(Self {
            recording: schema.get_field(RECORDING)?,
            suite: schema.get_field("suite")?,
            task_type: schema.get_field("task_type")?,
            app: schema.get_field("app")?,
            layer: schema.get_field("layer")?,
            step: schema.get_field("step")?,
            text: schema.get_field("text")?,
            names: schema.get_field("names")?,
            outcome: schema.get_field("outcome")?,
            origin: schema.get_field("origin")?,
        })
    }

    /// A recording as documents: one for the whole, two for each step.
    pub fn documents(&self, recording: &Recording) -> Vec<TantivyDocument> {
        let tree = recording.tree();
        let mut apps: Vec<&str> = recording.steps.iter().map(|it| it.screen.app.as_str()).collect();
        apps.push(&recording.last.app);
        apps.sort_unstable();
        apps.dedup();
        let mut whole = vec![recording.instance.goal.clone(), tree.conclusion()];
        whole.extend(recording.reflection.clone());
        let mut top = self.document(recording, Layer::Conclusion, 0, &whole.join("\n"));
        for app in apps {
            top.add_text(self.app, app);
        }
        let names = [&recording.instance.suite, &recording.instance.task_type].map(|it| spaced(it));
        top.add_text(self.names, names.join(" "));
        let mut all = vec![top];
        for block in tree.blocks() {
            for (layer, text) in [
                (Layer::Summary, summary_text(&block)),
                (Layer::Block, block_text(&block)),
            ] {
                let mut document = self.document(recording, layer, block.number, &text);
                document.add_text(self.app, &block.before.app);
                all.push(document);
            }
        }
        all
    }

    fn document(&self, recording: &Recording, layer: Layer, step: usize, text: &str) -> TantivyDocument {
        doc!(
            self.recording => recording.id.0.as_str(),
            self.suite => recording.instance.suite.as_str(),
            self.task_type => recording.instance.task_type.as_str(),
            self.layer => layer.name(),
            self.step => step as u64,
            self.text => text,
            self.outcome => recording.ending.outcome.name(),
            self.origin => recording.origin.name(),
        )
    }
}

fn summary_text(block: &Block<'_>) -> String {
    match block.reason {
        Some(reason) => format!("{}\n{reason}", block.summary),
        None => block.summary.clone(),
    }
}

/// The action and everything that could be read on the screen it was done on.
fn block_text(block: &Block<'_>) -> String {
    let mut parts = vec![
        describe_action(block.before, block.action),
        block.before.activity.clone(),
    ];
    for element in &block.before.elements {
        parts.extend(element.words().map(str::to_owned));
        parts.extend(element.resource_name.clone());
    }
    parts.retain(|it| !it.trim().is_empty());
    parts.join("\n")
}

/// A name with blanks where its case turns: `OpenNote` is found by "open note".
fn spaced(name: &str) -> String {
    let mut out = String::new();
    let mut lower = false;
    for it in name.chars() {
        if it.is_uppercase() && lower {
            out.push(' ');
        }
        lower = it.is_lowercase() || it.is_numeric();
        out.push(it);
    }
    out
}
