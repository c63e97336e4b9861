//! Functions by words: what their names, their goals and their texts say.
//!
//! A library is small, so the index is made for each question, in memory: it is never out of date.

use std::collections::BTreeSet;

use tantivy::{
    Index, IndexWriter, ReloadPolicy, TantivyDocument, Term,
    collector::TopDocs,
    query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery},
    schema::{
        FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value,
    },
};

use crate::{
    library::{Function, Library, LibraryError},
    place::snake_case,
};

/// Memory of a writer; tantivy takes no less than 15 MB.
const WRITER_BYTES: usize = 15_000_000;
/// English words without their endings.
const WORDS: &str = "en_stem";
/// Names say most, then goals, then what the script says of itself.
const FIELDS: [(&str, f32); 3] = [("names", 3.0), ("goals", 2.0), ("texts", 1.0)];

/// A function that has words of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The function.
    pub function: Function,
    /// How well it fits; higher is better, comparable within one answer.
    pub score: f32,
}

impl Library {
    /// The functions that have words of a query, best first. A word that few functions have weighs more.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Match>, LibraryError> {
        let functions = self.list()?.functions;
        if functions.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let found = rank(&functions, query, limit)?;
        Ok(found
            .into_iter()
            .filter_map(|(score, at)| {
                Some(Match {
                    function: functions.get(at)?.clone(),
                    score,
                })
            })
            .collect())
    }
}

/// The places of the functions that fit, with their scores.
fn rank(functions: &[Function], query: &str, limit: usize) -> tantivy::Result<Vec<(f32, usize)>> {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(WORDS)
        .set_index_option(IndexRecordOption::WithFreqs);
    let fields: Vec<(Field, f32)> = FIELDS
        .iter()
        .map(|(name, weight)| {
            let options = TextOptions::default().set_indexing_options(indexing.clone());
            (schema.add_text_field(name, options), *weight)
        })
        .collect();
    let place = schema.add_u64_field("place", INDEXED | STORED | FAST);
    let index = Index::create_in_ram(schema.build());
    let mut writer: IndexWriter = index.writer_with_num_threads(1, WRITER_BYTES)?;
    for (at, function) in functions.iter().enumerate() {
        let mut document = TantivyDocument::new();
        for ((field, _), text) in fields.iter().zip(said(function)) {
            document.add_text(*field, text);
        }
        document.add_u64(place, at as u64);
        writer.add_document(document)?;
    }
    writer.commit()?;
    let mut parts: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for word in words(&index, fields[0].0, query)? {
        for (field, weight) in &fields {
            let term = Term::from_field_text(*field, &word);
            let exact = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
            parts.push((Occur::Should, Box::new(BoostQuery::new(exact, *weight))));
        }
    }
    let reader = index
        .reader_builder()
        .reload_policy(ReloadPolicy::Manual)
        .try_into()?;
    let searcher = reader.searcher();
    let best = TopDocs::with_limit(limit.min(10_000)).order_by_score();
    let mut found = Vec::new();
    for (score, address) in searcher.search(&BooleanQuery::new(parts), &best)? {
        let document: TantivyDocument = searcher.doc(address)?;
        let at = document.get_first(place).and_then(|it| it.as_u64());
        found.extend(at.and_then(|it| usize::try_from(it).ok()).map(|at| (score, at)));
    }
    Ok(found)
}

/// The words of a question as they stand in the index, each once.
fn words(index: &Index, field: Field, query: &str) -> tantivy::Result<BTreeSet<String>> {
    let mut tokens = index.tokenizer_for_field(field)?;
    let mut words = BTreeSet::new();
    tokens
        .token_stream(&spaced(query))
        .process(&mut |it| words.extend([it.text.clone()]));
    Ok(words)
}

/// What a function says, in the order of [`FIELDS`].
fn said(function: &Function) -> [String; 3] {
    let receipt = &function.receipt;
    let names = [&function.app, &function.name, &receipt.name, &receipt.task_type];
    let goals: Vec<String> = receipt.templates.iter().map(ToString::to_string).collect();
    let params = receipt
        .params
        .iter()
        .map(|it| format!("{} {}", it.name, it.description));
    let docs = function
        .source
        .lines()
        .filter_map(|it| it.trim().strip_prefix("///"))
        // How values are made says nothing of what the function is for.
        .filter(|it| !it.trim().starts_with("Computed: "))
        .map(str::to_owned);
    [
        names.map(|it| spaced(it)).join(" "),
        spaced(&goals.join("\n")),
        spaced(&params.chain(docs).collect::<Vec<_>>().join("\n")),
    ]
}

/// Names as words: `OpenNote` and `open_note` are found by "open note".
fn spaced(text: &str) -> String {
    snake_case(text).replace('_', " ")
}
