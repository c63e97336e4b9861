//! The task types as lines: their suite, their name, whether there is a function, and their goal.

use crate::{Autorpa, error::Error, registry::UnknownTypes};

impl Autorpa {
    /// A line for each task type, of one suite or of all. A suite that does not say which it has is told of.
    pub fn task_lines(&self, suite: Option<&str>) -> Result<Vec<String>, Error> {
        let known = self.task_types_with_functions()?;
        if let Some(name) = suite {
            self.registry.suite(name)?;
        }
        let suites = self.registry.suites().iter();
        let mut lines = Vec::new();
        for suite in suites.filter(|it| suite.is_none_or(|name| it.name() == name)) {
            let types = match suite.task_types() {
                Ok(types) => types,
                Err(why) => {
                    let suite = suite.name().to_owned();
                    self.told.line(UnknownTypes::All { suite, why }.to_string());
                    continue;
                }
            };
            for it in UnknownTypes::left_out(suite.as_ref()) {
                self.told.line(it.to_string());
            }
            for it in types {
                let function = match known.get(&(suite.name().to_owned(), it.name.clone())) {
                    Some(true) => "verified",
                    Some(false) => "unverified",
                    None => "-",
                };
                let goal = it.template.as_deref().unwrap_or_default();
                let line = format!("{:<12} {:<32} {function:<10} {goal}", suite.name(), it.name);
                lines.push(line.trim_end().to_owned());
            }
        }
        Ok(lines)
    }
}
