//! What another program sends, held against what a function takes.

use std::path::{Component, Path};

use serde_json::{Map, Value as Json};
use task::{
    Params, Value,
    file::{ParamKind, ValueError},
    nearest,
};
use thiserror::Error;

use crate::offer::Offer;

/// The argument that names the page a function of the web runs on.
pub const PAGE: &str = "page_url";

/// What a call of another program says.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// The values of the parameters.
    pub params: Params,
    /// The page to begin on.
    pub page: Option<String>,
}

/// Why arguments do not fit.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ArgumentError {
    /// The function has no such parameter.
    #[error("there is no argument `{name}`; {}", known(.near, .all))]
    Unknown {
        /// Its name.
        name: String,
        /// Those that may be meant.
        near: Vec<String>,
        /// All there are.
        all: Vec<String>,
    },
    /// A parameter has no value.
    #[error("the argument `{name}` is missing: {description}")]
    Missing {
        /// Its name.
        name: String,
        /// What it is.
        description: String,
    },
    /// A value is neither a text nor a list of texts.
    #[error("the argument `{name}` is {found}; give a text or a list of texts")]
    Kind {
        /// Its name.
        name: String,
        /// What was sent, in a word.
        found: &'static str,
    },
    /// A file that lies elsewhere: what an agent names must not be sent somewhere.
    #[error("the argument `{name}` is a file elsewhere; give a path below the folder of the task file")]
    Outside {
        /// Its name.
        name: String,
    },
    /// The task file says that such a value is none.
    #[error("the argument {0}")]
    Value(#[from] ValueError),
}

fn known(near: &[String], all: &[String]) -> String {
    match (near, all) {
        ([], []) => "the function takes none".to_owned(),
        ([], all) => format!("there are {}", all.join(", ")),
        (near, _) => format!("did you mean {}?", near.join(", ")),
    }
}

impl Offer {
    /// The values of a call: every required argument has one, and nothing else is there but the page, where it may be
    /// named.
    ///
    /// # Errors
    ///
    /// An argument is missing, is not known, or is no value of its parameter.
    pub fn read(&self, sent: Map<String, Json>) -> Result<Called, ArgumentError> {
        let mut call = Called {
            params: Params::new(),
            page: None,
        };
        for (name, json) in sent {
            self.read_one(name, &json, &mut call)?;
        }
        let missing = self
            .takes
            .iter()
            .find(|it| it.is_required() && !call.params.contains_key(&it.name));
        match missing {
            Some(it) => Err(ArgumentError::Missing {
                name: it.name.clone(),
                description: it.description.clone(),
            }),
            None => Ok(call),
        }
    }

    fn read_one(&self, name: String, json: &Json, call: &mut Called) -> Result<(), ArgumentError> {
        let takes_page = self.takes_page();
        let argument = self.takes.iter().find(|it| it.name == name);
        if argument.is_none() && !(takes_page && name == PAGE) {
            let page = takes_page.then(|| PAGE.to_owned());
            let all: Vec<String> = self.takes.iter().map(|it| it.name.clone()).chain(page).collect();
            let near = nearest(&name, all.iter().map(String::as_str));
            return Err(ArgumentError::Unknown { name, near, all });
        }
        match (value(json), argument) {
            (Ok(value), Some(argument)) => {
                if let Some(param) = &argument.param {
                    param.fits(&value)?;
                    if matches!(param.kind, ParamKind::File) && !is_inside(&value) {
                        return Err(ArgumentError::Outside { name });
                    }
                }
                call.params.insert(name, value);
            }
            (Ok(Value::Text(page)), None) => call.page = Some(page),
            (Ok(Value::List(_)), None) => {
                return Err(ArgumentError::Kind {
                    name,
                    found: "a list",
                });
            }
            (Err(found), _) => return Err(ArgumentError::Kind { name, found }),
        }
        Ok(())
    }
}

/// Whether a path stays below the folder that it begins in.
fn is_inside(path: &Value) -> bool {
    let plain = |it: Component<'_>| matches!(it, Component::Normal(_) | Component::CurDir);
    path.texts().all(|it| Path::new(it).components().all(plain))
}

fn value(json: &Json) -> Result<Value, &'static str> {
    match json {
        Json::Array(all) => all
            .iter()
            .map(text)
            .collect::<Result<_, _>>()
            .map(Value::List)
            .map_err(|_| "a list of other things than texts"),
        other => text(other).map(Value::Text),
    }
}

fn text(json: &Json) -> Result<String, &'static str> {
    match json {
        Json::String(it) => Ok(it.clone()),
        Json::Number(it) => Ok(it.to_string()),
        Json::Null => Err("null"),
        Json::Bool(_) => Err("true or false"),
        Json::Array(_) => Err("a list"),
        Json::Object(_) => Err("an object"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use task::file::Param;
    use testkit::damaged;

    use super::*;
    use crate::offer::Taken;

    const SAMPLE: &str = r#"{"title":"plans","kind":"work","day":"2026-01-31","pages":2,"tags":["a","b"],"scan":"in/a.pdf","page_url":"https://a.example/"}"#;

    fn offer() -> Offer {
        let options = vec!["work".to_owned(), "home".to_owned()];
        let kinds = [
            ("title", ParamKind::Text { multiline: false }),
            ("kind", ParamKind::Choice { options }),
            ("day", ParamKind::Date),
            ("pages", ParamKind::Number),
            ("tags", ParamKind::List),
            ("scan", ParamKind::File),
        ];
        let takes = kinds.map(|(name, kind)| Taken {
            name: name.to_owned(),
            description: String::new(),
            is_list: matches!(kind, ParamKind::List),
            param: Some(Param {
                name: name.to_owned(),
                about: None,
                kind,
                examples: Vec::new(),
                nasty: Vec::new(),
                any_text: false,
                default: None,
                optional: name != "title",
                unique: false,
            }),
        });
        Offer {
            takes: takes.to_vec(),
            secrets: Vec::new(),
            begins_at_page: true,
            stays: true,
            is_declared: true,
            irreversible: Vec::new(),
        }
    }

    #[test]
    fn the_sample_is_taken() {
        let call = offer().read(serde_json::from_str(SAMPLE).unwrap()).unwrap();
        assert_eq!(call.params.len(), 6);
        assert_eq!(call.page.as_deref(), Some("https://a.example/"));
    }

    proptest! {
        /// Agents and programs send what they like: what is taken fits, and names no file elsewhere.
        #[test]
        fn any_arguments_are_taken_or_refused(text in damaged(SAMPLE)) {
            let Ok(sent) = serde_json::from_str(&text) else { return Ok(()) };
            let offer = offer();
            let Ok(call) = offer.read(sent) else { return Ok(()) };
            prop_assert!(call.params.contains_key("title"));
            for (name, value) in &call.params {
                let taken = offer.takes.iter().find(|it| it.name == *name).unwrap();
                prop_assert!(taken.param.as_ref().unwrap().fits(value).is_ok());
            }
            prop_assert!(call.params.get("scan").is_none_or(is_inside));
        }
    }
}
