//! What a browser sends, held against what a function takes.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use autorpa::{Offer, Params, Taken, Token, Value};
use axum::{body::Bytes, extract::Multipart};
use serde::Serialize;
use task::file::ParamKind;
use thiserror::Error;

/// What stands before a parameter's name in the name of its field.
pub const VALUE: &str = "value.";
/// What stands there in the name of the box that makes its text an empty one.
const EMPTY: &str = "empty.";

/// What was sent.
#[derive(Debug, Default)]
pub struct Sent {
    texts: Vec<(String, String)>,
    files: Vec<Upload>,
}

/// A file that was handed in.
#[derive(Debug)]
pub struct Upload {
    field: String,
    /// What it is called there.
    pub name: String,
    /// What is in it.
    pub bytes: Bytes,
}

/// Something that does not fit, beside the field that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The id of the field; empty where it is about all.
    pub field: String,
    /// What is wrong, and what would be right.
    pub text: String,
}

/// A form can't be read.
#[derive(Debug, Error)]
#[error("what was sent is no form: {0}")]
pub struct NoForm(String);

/// A field of the form, as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    id: String,
    name: String,
    label: String,
    about: String,
    /// `text`, `lines`, `list`, `number`, `date`, `choice` or `file`.
    kind: &'static str,
    required: bool,
    /// The name of the box that makes it an empty text, and whether that is ticked; left blank it is left out.
    empty: Option<(String, bool)>,
    value: String,
    options: Vec<String>,
    examples: Vec<String>,
    problem: Option<String>,
}

impl Sent {
    /// Read a form.
    pub async fn read(mut form: Multipart) -> Result<Self, NoForm> {
        let bad = |it: axum::extract::multipart::MultipartError| NoForm(it.body_text());
        let mut sent = Self::default();
        while let Some(part) = form.next_field().await.map_err(bad)? {
            let field = part.name().unwrap_or_default().to_owned();
            match part.file_name().map(str::to_owned) {
                Some(name) => {
                    let bytes = part.bytes().await.map_err(bad)?;
                    // A field of a file that nobody chose is sent without a name.
                    if !name.is_empty() {
                        sent.files.push(Upload { field, name, bytes });
                    }
                }
                None => {
                    let text = part.text().await.map_err(bad)?;
                    sent.texts.push((field, text.replace("\r\n", "\n")));
                }
            }
        }
        Ok(sent)
    }

    /// The text of a field; empty where it was left out.
    pub fn text(&self, field: &str) -> &str {
        let found = self.texts.iter().find(|(name, _)| name == field);
        found.map_or("", |(_, it)| it.as_str())
    }

    /// The file of a field.
    pub fn file(&self, field: &str) -> Option<&Upload> {
        self.files.iter().find(|it| it.field == field)
    }

    /// The values of a call. What is left blank is left out where `blanks` says that something else has a value for it.
    /// Files are kept below a folder, and given by their paths.
    pub fn params(&self, offer: &Offer, blanks: bool, folder: &Path) -> Result<Params, Vec<Problem>> {
        let mut params = Params::new();
        let mut problems = self.unknown(offer);
        for taken in &offer.takes {
            match self.value(taken, folder) {
                Ok(Some(value)) => match taken.param.as_ref().map(|it| it.fits(&value)) {
                    Some(Err(error)) => problems.push(problem(taken, error.to_string())),
                    Some(Ok(())) | None => drop(params.insert(taken.name.clone(), value)),
                },
                Ok(None) if taken.is_required() && !blanks => {
                    problems.push(problem(taken, format!("{} needs a value.", taken.name)));
                }
                Ok(None) => {}
                Err(error) => problems.push(problem(taken, format!("the file can't be kept: {error}"))),
            }
        }
        match problems.is_empty() {
            true => Ok(params),
            false => Err(problems),
        }
    }

    /// Values for what the function does not take: an old page, or a secret that somebody wants to give.
    fn unknown(&self, offer: &Offer) -> Vec<Problem> {
        let names = self.texts.iter().map(|(name, _)| name);
        let names = names.chain(self.files.iter().map(|it| &it.field));
        let values = names.filter_map(|it| it.strip_prefix(VALUE));
        let unknown = values.filter(|name| offer.takes.iter().all(|it| it.name != **name));
        let said = unknown.map(|name| match offer.secrets.iter().find(|it| it.name == name) {
            Some(secret) => format!(
                "{name} is a secret: it is taken from {}, never from a page.",
                secret.from
            ),
            None => format!("The function takes no {name}."),
        });
        said.map(|text| Problem {
            field: String::new(),
            text,
        })
        .collect()
    }

    /// Whether an empty text is meant, and not that it is left out. What is typed is meant, whatever the box says.
    fn says_empty(&self, taken: &Taken) -> bool {
        let is_blank = self.text(&id(taken)).trim().is_empty();
        has_empty(taken) && is_blank && !self.text(&format!("{EMPTY}{}", taken.name)).is_empty()
    }

    fn value(&self, taken: &Taken, folder: &Path) -> io::Result<Option<Value>> {
        let field = format!("{VALUE}{}", taken.name);
        if kind(taken) == "file" {
            let Some(file) = self.file(&field) else {
                return Ok(None);
            };
            let path = keep(folder, file)?;
            return Ok(Some(Value::from(path.display().to_string().as_str())));
        }
        let text = self.text(&field);
        if text.trim().is_empty() {
            let is_empty = self.says_empty(taken);
            return Ok(is_empty.then(|| Value::from("")));
        }
        Ok(Some(match taken.is_list {
            true => Value::List(
                text.lines()
                    .filter(|it| !it.trim().is_empty())
                    .map(str::to_owned)
                    .collect(),
            ),
            false => Value::from(text),
        }))
    }
}

/// Keep a file in a new folder below another one, under its own name; its path.
pub fn keep(folder: &Path, file: &Upload) -> io::Result<PathBuf> {
    let new = Token::made().map_err(io::Error::other)?;
    let folder = folder.join(&new.reveal()[..16]);
    fs::create_dir_all(&folder)?;
    let path = folder.join(plain_name(&file.name));
    fs::write(&path, &file.bytes)?;
    Ok(path)
}

/// A file's name without the folders before it. What a browser says is no path here.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|it| !it.is_control()).take(100).collect();
    let is_name = matches!(Path::new(&plain).components().next(), Some(Component::Normal(_)));
    match is_name {
        true => plain,
        false => "file".to_owned(),
    }
}

fn id(taken: &Taken) -> String {
    format!("{VALUE}{}", taken.name)
}

fn problem(taken: &Taken, text: String) -> Problem {
    Problem {
        field: id(taken),
        text,
    }
}

/// How a value is typed in.
fn kind(taken: &Taken) -> &'static str {
    let Some(param) = &taken.param else {
        return if taken.is_list { "list" } else { "lines" };
    };
    match &param.kind {
        ParamKind::Text { multiline: true } => "lines",
        // No secret is offered; were one, it would be typed nowhere.
        ParamKind::Text { multiline: false } | ParamKind::Secret(_) | ParamKind::Totp(_) => "text",
        ParamKind::List => "list",
        ParamKind::Number => "number",
        ParamKind::Date => "date",
        ParamKind::Choice { .. } => "choice",
        ParamKind::File => "file",
    }
}

/// Whether an empty text is one of its values.
fn has_empty(taken: &Taken) -> bool {
    matches!(kind(taken), "text" | "lines")
}

/// The fields of a function's form, with what was typed last and what was wrong with it.
pub fn fields(offer: &Offer, blanks: bool, sent: &Sent, problems: &[Problem]) -> Vec<Field> {
    let field = |taken: &Taken| {
        let param = taken.param.as_ref();
        let id = id(taken);
        let default = param.and_then(|it| it.default.as_ref());
        let typed = sent.text(&id);
        let texts = |all: &[Value]| all.iter().map(ToString::to_string).collect();
        Field {
            kind: kind(taken),
            required: taken.is_required() && !blanks,
            empty: has_empty(taken).then(|| (format!("{EMPTY}{}", taken.name), sent.says_empty(taken))),
            value: match (typed, default) {
                _ if sent.says_empty(taken) => String::new(),
                ("", Some(default)) => default.texts().collect::<Vec<_>>().join("\n"),
                (typed, _) => typed.to_owned(),
            },
            options: match param.map(|it| &it.kind) {
                Some(ParamKind::Choice { options }) => options.clone(),
                _ => Vec::new(),
            },
            examples: param.map_or_else(Vec::new, |it| texts(&it.examples)),
            problem: problems
                .iter()
                .find(|it| it.field == id)
                .map(|it| it.text.clone()),
            label: taken.name.replace('_', " "),
            about: taken.description.clone(),
            name: id.clone(),
            id,
        }
    };
    offer.takes.iter().map(field).collect()
}

#[cfg(test)]
mod tests {
    use autorpa::Secret;
    use axum::{
        body::Body,
        extract::{FromRequest, Request},
    };
    use proptest::{collection::vec, prelude::*, sample::select};
    use task::file::Param;
    use testkit::damaged;

    use super::*;

    fn param(name: &str, kind: ParamKind) -> Taken {
        let param = Param {
            name: name.to_owned(),
            about: None,
            kind,
            examples: Vec::new(),
            nasty: Vec::new(),
            any_text: false,
            default: None,
            optional: false,
            unique: false,
        };
        Taken {
            name: name.to_owned(),
            description: param.description(),
            is_list: matches!(param.kind, ParamKind::List),
            param: Some(param),
        }
    }

    fn offer() -> Offer {
        let options = vec!["red".to_owned(), "blue".to_owned()];
        let mut kinds = vec![
            param("amount", ParamKind::Number),
            param("day", ParamKind::Date),
            param("color", ParamKind::Choice { options }),
            param("names", ParamKind::List),
        ];
        kinds.push(Taken {
            name: "note".to_owned(),
            description: String::new(),
            is_list: false,
            param: None,
        });
        Offer {
            takes: kinds,
            secrets: vec![Secret {
                name: "password".to_owned(),
                from: "a file".to_owned(),
            }],
            begins_at_page: false,
            stays: true,
            is_declared: true,
            irreversible: Vec::new(),
        }
    }

    fn sent(texts: &[(&str, &str)]) -> Sent {
        let texts = texts
            .iter()
            .map(|(name, it)| (format!("{VALUE}{name}"), (*it).to_owned()));
        Sent {
            texts: texts.collect(),
            files: Vec::new(),
        }
    }

    const GOOD: [(&str, &str); 5] = [
        ("amount", "12.50"),
        ("day", "2026-01-31"),
        ("color", "red"),
        ("names", "Ada\n\nBob\n"),
        ("note", "<script>\ntwo"),
    ];

    #[test]
    fn values_are_taken_as_they_are_typed() {
        let params = sent(&GOOD).params(&offer(), false, Path::new("")).unwrap();
        assert_eq!(params["amount"], Value::from("12.50"));
        assert_eq!(
            params["names"],
            Value::List(vec!["Ada".to_owned(), "Bob".to_owned()])
        );
        assert_eq!(params["note"], Value::from("<script>\ntwo"));
    }

    #[test]
    fn what_does_not_fit_is_said_beside_its_field() {
        let wrong = [
            ("amount", "twelve", "is a number"),
            ("day", "31.1.2026", "is a date"),
            ("color", "green", "red, blue"),
            ("note", " ", "needs a value"),
        ];
        for (name, value, words) in wrong {
            let mut all = GOOD;
            all.iter_mut()
                .filter(|it| it.0 == name)
                .for_each(|it| it.1 = value);
            let sent = sent(&all);
            let problems = sent.params(&offer(), false, Path::new("")).unwrap_err();
            assert_eq!(problems.len(), 1);
            assert!(problems[0].text.contains(words), "{problems:?}");
            let fields = fields(&offer(), false, &sent, &problems);
            let of = fields
                .iter()
                .find(|it| it.id == format!("{VALUE}{name}"))
                .unwrap();
            assert!(of.problem.is_some() && of.value == value, "{of:?}");
        }
        // A blank is an empty text where that is said, and only of a text.
        let ticked: Vec<(String, String)> = GOOD
            .iter()
            .filter(|it| !["note", "day"].contains(&it.0))
            .map(|(name, it)| (format!("{VALUE}{name}"), (*it).to_owned()))
            .chain([("empty.note".to_owned(), "yes".to_owned())])
            .chain([("value.day".to_owned(), "2026-01-31".to_owned())])
            .collect();
        let ticked = Sent {
            texts: ticked,
            files: Vec::new(),
        };
        let params = ticked.params(&offer(), false, Path::new("")).unwrap();
        assert_eq!(params["note"], Value::from(""));
        let none = Sent {
            texts: vec![("empty.day".to_owned(), "yes".to_owned())],
            files: Vec::new(),
        };
        assert!(none.params(&offer(), true, Path::new("")).unwrap().is_empty());
        // A blank is left out where an instance has a value for it.
        assert!(
            sent(&[])
                .params(&offer(), true, Path::new(""))
                .unwrap()
                .is_empty()
        );
    }

    proptest! {
        /// Whatever else is sent under whatever names: what is taken are values of the function, each of which fits.
        #[test]
        fn only_values_that_fit_are_taken(others in vec((name(), typed()), 0..4)) {
            // The first of a name counts.
            let good = GOOD.map(|(name, it)| (format!("{VALUE}{name}"), it.to_owned()));
            let sent = Sent { texts: others.into_iter().chain(good).collect(), files: Vec::new() };
            let offer = offer();
            match sent.params(&offer, false, Path::new("")) {
                Ok(params) => for taken in &offer.takes {
                    let value = params.get(&taken.name);
                    prop_assert!(value.is_some() || !taken.is_required());
                    let fits = taken.param.as_ref().zip(value).map(|(it, value)| it.fits(value));
                    prop_assert!(fits.is_none_or(|it| it.is_ok()));
                },
                Err(problems) => prop_assert!(!problems.is_empty()),
            }
            let _shown = fields(&offer, true, &sent, &[]);
        }

        /// Whatever comes as a form is read, or is said to be none.
        #[test]
        fn any_bytes_are_a_form_or_none(body in damaged(FORM)) {
            let request = Request::builder()
                .header("content-type", "multipart/form-data; boundary=xyz")
                .body(Body::from(body.clone()))
                .unwrap();
            let read = async {
                let form = Multipart::from_request(request, &()).await.expect("its head says that it is one");
                Sent::read(form).await
            };
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let read = runtime.block_on(read);
            if let Ok(sent) = read {
                // What was read has a name and a value each, and files have one as well.
                prop_assert!(sent.files.iter().all(|it| !it.name.is_empty()));
            } else {
                prop_assert!(body != FORM);
            }
        }
    }

    const FORM: &str = "--xyz\r\nContent-Disposition: form-data; name=\"value.note\"\r\n\r\ntwo\r\nlines\r\n--xyz\r\n\
        Content-Disposition: form-data; name=\"rows\"; filename=\"a.csv\"\r\nContent-Type: text/csv\r\n\r\na,b\r\n--xyz--\r\n";

    /// Texts, half of which fit some field.
    fn typed() -> impl Strategy<Value = String> {
        let fitting = ["12", "2027-02-03", "blue", "a\nb", "", "x"].map(str::to_owned);
        prop_oneof![select(fitting.to_vec()), any::<String>()]
    }

    /// Names of fields, most of which the function takes.
    fn name() -> impl Strategy<Value = String> {
        let known = ["amount", "day", "color", "names", "note", "password"];
        let known = known
            .iter()
            .flat_map(|it| [format!("{VALUE}{it}"), format!("{EMPTY}{it}")]);
        prop_oneof![4 => select(known.collect::<Vec<_>>()), 1 => any::<String>()]
    }

    #[test]
    fn a_secret_is_never_typed_into_a_page() {
        assert!(
            fields(&offer(), false, &Sent::default(), &[])
                .iter()
                .all(|it| !it.name.contains("password"))
        );
        let given: Vec<_> = GOOD.into_iter().chain([("password", "hunter2")]).collect();
        let problems = sent(&given).params(&offer(), false, Path::new("")).unwrap_err();
        assert!(
            problems[0].text.contains("is a secret: it is taken from a file"),
            "{problems:?}"
        );
        assert!(!format!("{problems:?}").contains("hunter2"));
    }

    #[test]
    fn a_file_is_kept_in_a_folder_of_its_own_whatever_it_is_called() {
        let dir = tempfile::tempdir().unwrap();
        for (name, kept) in [
            ("a b.csv", "a b.csv"),
            ("../../etc/passwd", "passwd"),
            ("C:\\temp\\x.csv", "x.csv"),
            ("..", "file"),
            ("", "file"),
        ] {
            let upload = Upload {
                field: String::new(),
                name: name.to_owned(),
                bytes: Bytes::from_static(b"x"),
            };
            let path = keep(dir.path(), &upload).unwrap();
            assert!(
                path.starts_with(dir.path()) && path.ends_with(kept),
                "{}",
                path.display()
            );
        }
    }
}
