//! What a front end has to know of a function before it offers it: what it takes, and where it runs.

use library::Function;
use task::file::{Param, ParamKind, SecretSource};

use crate::registry::Registry;

/// What a function takes, and where it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The values that a call may give, in order. Secrets are not among them.
    pub takes: Vec<Taken>,
    /// The secrets that it types.
    pub secrets: Vec<Secret>,
    /// Whether whoever calls it names the page that it begins on. A task file says itself where it begins.
    pub begins_at_page: bool,
    /// Whether what is done on its device stays: it is somebody's.
    pub stays: bool,
    /// Whether its parameters are those of a task file: it is run and judged as that says.
    pub is_declared: bool,
    /// What it can do that nothing takes back, a line each.
    pub irreversible: Vec<String>,
}

/// A value that a call may give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Whether it is a list of texts, as far as that can be told.
    pub is_list: bool,
    /// What the task file says of it, where there is one.
    pub param: Option<Param>,
}

/// A secret of a task file: no call gives its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// Its name.
    pub name: String,
    /// Where its value comes from, in words.
    pub from: String,
}

impl Taken {
    /// Whether a call must give it.
    pub fn is_required(&self) -> bool {
        !self.param.as_ref().is_some_and(Param::may_be_missing)
    }
}

impl Registry {
    /// What a function takes, and where it runs. Of a task file that can't be read the receipt is all that is known; of a
    /// device that is not registered the more careful is believed.
    pub fn offer(&self, function: &Function) -> Offer {
        let receipt = &function.receipt;
        let suite = self.find_suite(&receipt.suite);
        let declared = suite
            .as_ref()
            .and_then(|it| it.parameters(&receipt.task_type).ok().flatten());
        let driver = self.device(&receipt.device).ok();
        let mut irreversible = receipt.irreversible.clone();
        let of_task = suite
            .map(|it| it.irreversible(&receipt.task_type))
            .unwrap_or_default();
        let unsaid = || "a step that its task file names".to_owned();
        irreversible.extend(of_task.into_iter().map(|it| it.say.unwrap_or_else(unsaid)));
        Offer {
            takes: match &declared {
                Some(params) => params.iter().filter(|it| !it.is_secret()).map(declares).collect(),
                None => names(function),
            },
            secrets: declared.iter().flatten().filter_map(secret).collect(),
            begins_at_page: declared.is_none() && driver.as_ref().is_some_and(|it| it.needs_url()),
            stays: !driver.is_some_and(|it| it.forgets()),
            is_declared: declared.is_some(),
            irreversible,
        }
    }
}

/// A parameter that a task file declares.
fn declares(param: &Param) -> Taken {
    Taken {
        name: param.name.clone(),
        description: param.description(),
        is_list: matches!(param.kind, ParamKind::List),
        param: Some(param.clone()),
    }
}

/// The parameters that a receipt names.
fn names(function: &Function) -> Vec<Taken> {
    let named = function.receipt.params.iter().map(|it| Taken {
        // A script's parameter is called so.
        name: strings::identifier(&it.name),
        description: it.description.clone(),
        is_list: takes_list(&function.source, &it.name),
        param: None,
    });
    named.collect()
}

/// Whether a script goes through a parameter entry by entry.
pub(crate) fn takes_list(source: &str, param: &str) -> bool {
    let name = strings::identifier(param);
    source.contains(&format!(" in {name} {{")) || source.contains(&format!("{name}["))
}

fn secret(param: &Param) -> Option<Secret> {
    let (ParamKind::Secret(source) | ParamKind::Totp(source)) = &param.kind else {
        return None;
    };
    let from = match source {
        SecretSource::Env(name) => format!("the environment variable {name}"),
        SecretSource::File(_) => "a file".to_owned(),
        SecretSource::Command(_) => "a command".to_owned(),
    };
    Some(Secret {
        name: param.name.clone(),
        from,
    })
}
