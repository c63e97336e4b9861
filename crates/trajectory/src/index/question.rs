//! What a user types to the places in the recordings that fit it best.

use std::{collections::BTreeSet, ops::Range};

use tantivy::{
    Searcher, TantivyDocument, Term,
    collector::TopDocs,
    query::{
        BooleanQuery, BoostQuery, ConstScoreQuery, FuzzyTermQuery, Occur, PhraseQuery, Query, TermQuery,
    },
    schema::{Field, IndexRecordOption, Value},
    snippet::SnippetGenerator,
};

use crate::{
    index::store::{Index, IndexError, failed},
    outcome::Outcome,
    recording::{Origin, RecordingId},
    tree::Layer,
};

/// A question is cut off after so many words.
const MOST_WORDS: usize = 32;
/// Words of at least so many letters are found with one letter wrong.
const MISSPELT_FROM: usize = 5;
/// Characters of a snippet.
const SNIPPET: usize = 160;

/// Where to look; `None` looks everywhere.
#[derive(Clone, Debug, Default)]
pub struct Within {
    /// In one recording.
    pub recording: Option<RecordingId>,
    /// In a suite.
    pub suite: Option<String>,
    /// In a task type.
    pub task_type: Option<String>,
    /// Where this app was in front.
    pub app: Option<String>,
    /// On one layer of the tree.
    pub layer: Option<Layer>,
    /// In episodes that ended so.
    pub outcome: Option<Outcome>,
    /// In episodes of this actor.
    pub origin: Option<Origin>,
}

/// A place that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The recording.
    pub recording: RecordingId,
    /// Its task type.
    pub task_type: String,
    /// The layer.
    pub layer: Layer,
    /// The step from 1; `None` for the recording as a whole.
    pub step: Option<usize>,
    /// The part of the text that fits best, on one line.
    pub snippet: String,
    /// Where the words of the question stand in the snippet, in bytes.
    pub marks: Vec<Range<usize>>,
    /// How well it fits; higher is better, comparable within one answer.
    pub score: f32,
}

impl Index {
    /// The places that fit the words of a question, best first. There is no syntax: every sign that is no
    /// letter and no digit only parts words, so no question is wrong. Words side by side count more.
    pub fn search(&self, question: &str, limit: usize, within: &Within) -> Result<Vec<Hit>, IndexError> {
        let wrong = |it| failed(self.home.as_deref(), it);
        let words = self.words(question).map_err(wrong)?;
        if words.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let searcher = self.reader.searcher();
        let query = self.query(&searcher, &words, within).map_err(wrong)?;
        let found = searcher
            .search(&query, &TopDocs::with_limit(limit.min(10_000)).order_by_score())
            .map_err(wrong)?;
        let shown = BooleanQuery::new(
            words
                .iter()
                .map(|it| (Occur::Should, exact(self.fields.text, it)))
                .collect(),
        );
        let mut snippets = SnippetGenerator::create(&searcher, &shown, self.fields.text).map_err(wrong)?;
        snippets.set_max_num_chars(SNIPPET);
        let mut hits = Vec::new();
        for (score, address) in found {
            let document: TantivyDocument = searcher.doc(address).map_err(wrong)?;
            hits.push(self.hit(&document, &snippets, score));
        }
        Ok(hits)
    }

    /// The words as they stand in the index, in order.
    fn words(&self, question: &str) -> tantivy::Result<Vec<String>> {
        let mut tokens = self.inner.tokenizer_for_field(self.fields.text)?;
        let mut words = Vec::new();
        tokens.token_stream(question).process(&mut |it| {
            if words.len() < MOST_WORDS {
                words.push(it.text.clone());
            }
        });
        Ok(words)
    }

    fn query(&self, searcher: &Searcher, words: &[String], within: &Within) -> tantivy::Result<BooleanQuery> {
        let fields = &self.fields;
        let mut any: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for word in words.iter().collect::<BTreeSet<_>>() {
            any.push((Occur::Should, exact(fields.text, word)));
            any.push((Occur::Should, exact(fields.names, word)));
            let term = Term::from_field_text(fields.text, word);
            // A word that stands somewhere is spelt as it is meant; to look for its likes is most of the work.
            if word.chars().count() >= MISSPELT_FROM && searcher.doc_freq(&term)? == 0 {
                // Less than the rarest exact word is worth, so that it only decides where nothing fits.
                let near = BoostQuery::new(Box::new(FuzzyTermQuery::new(term, 1, true)), 0.2);
                any.push((Occur::Should, Box::new(near)));
            }
        }
        if words.len() > 1 {
            let terms = words
                .iter()
                .map(|it| Term::from_field_text(fields.text, it))
                .collect();
            any.push((Occur::Should, Box::new(PhraseQuery::new(terms))));
        }
        let filters = [
            (
                fields.recording,
                within.recording.as_ref().map(|it| it.0.as_str()),
            ),
            (fields.suite, within.suite.as_deref()),
            (fields.task_type, within.task_type.as_deref()),
            (fields.app, within.app.as_deref()),
            (fields.layer, within.layer.map(Layer::name)),
            (fields.outcome, within.outcome.map(Outcome::name)),
            (fields.origin, within.origin.map(Origin::name)),
        ];
        let mut all: Vec<(Occur, Box<dyn Query>)> = vec![(Occur::Must, Box::new(BooleanQuery::new(any)))];
        for (field, value) in filters {
            if let Some(value) = value {
                all.push((
                    Occur::Must,
                    Box::new(ConstScoreQuery::new(exact(field, value), 0.0)),
                ));
            }
        }
        Ok(BooleanQuery::new(all))
    }

    fn hit(&self, document: &TantivyDocument, snippets: &SnippetGenerator, score: f32) -> Hit {
        let text = |field: Field| {
            document
                .get_first(field)
                .and_then(|it| it.as_str())
                .unwrap_or_default()
                .to_owned()
        };
        let layer = text(self.fields.layer);
        let step = document
            .get_first(self.fields.step)
            .and_then(|it| it.as_u64())
            .unwrap_or(0);
        let whole = text(self.fields.text);
        let snippet = snippets.snippet(&whole);
        // A misspelt word marks nothing; then the beginning stands for the text.
        let (line, marks) = if snippet.is_empty() {
            (whole.chars().take(SNIPPET).collect(), Vec::new())
        } else {
            (snippet.fragment().to_owned(), snippet.highlighted().to_vec())
        };
        Hit {
            recording: RecordingId(text(self.fields.recording)),
            task_type: text(self.fields.task_type),
            layer: Layer::ALL
                .into_iter()
                .find(|it| it.name() == layer)
                .unwrap_or(Layer::Block),
            step: usize::try_from(step).ok().filter(|it| *it > 0),
            // One byte for one byte, so that the marks stay right.
            snippet: line.replace(['\n', '\r', '\t'], " "),
            marks,
            score,
        }
    }
}

fn exact(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, word),
        IndexRecordOption::WithFreqs,
    ))
}
