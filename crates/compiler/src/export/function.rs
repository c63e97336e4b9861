//! The function of a script, and the elements that the script declares.

use rhai::AST;

use super::{
    code::{Declared, Function},
    error::ExportError,
};
use crate::check;

/// The only function of a script, beside those that declare elements.
pub(super) fn only_function(ast: &AST) -> Result<Function, ExportError> {
    let elements = check::declared(ast);
    let functions = ast.iter_functions();
    let all: Vec<_> = functions.filter(|it| !elements.contains_key(it.name)).collect();
    let [function] = all.as_slice() else {
        return Err(ExportError::Functions { count: all.len() });
    };
    Ok(Function {
        name: function.name.to_owned(),
        params: function.params.iter().map(|it| (*it).to_owned()).collect(),
        statements: check::body(ast, function.name),
    })
}

/// The elements that a script declares, by name.
pub(super) fn declared(ast: &AST) -> Vec<Declared> {
    let mut elements = check::declared(ast);
    let mut all: Vec<Declared> = ast
        .iter_functions()
        .filter_map(|it| {
            Some(Declared {
                name: it.name.to_owned(),
                params: it.params.iter().map(|it| (*it).to_owned()).collect(),
                entries: elements.remove(it.name)?.0,
            })
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}
