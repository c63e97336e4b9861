//! Pages from their templates, worded and ordered as this desk does it.

use clap::ValueEnum;
use minijinja::{Environment, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;

use crate::drift::{Drift, Drifts};

const TEMPLATES: [(&str, &str); 9] = [
    ("layout.html", include_str!("templates/layout.html")),
    ("parts.html", include_str!("templates/parts.html")),
    ("customers.html", include_str!("templates/customers.html")),
    ("customer.html", include_str!("templates/customer.html")),
    ("customer_form.html", include_str!("templates/customer_form.html")),
    (
        "customer_delete.html",
        include_str!("templates/customer_delete.html"),
    ),
    ("orders.html", include_str!("templates/orders.html")),
    ("order.html", include_str!("templates/order.html")),
    ("problem.html", include_str!("templates/problem.html")),
];

/// The templates, read once.
#[derive(Debug)]
pub struct View(Environment<'static>);

impl View {
    /// Read all templates. Values are escaped in all of them, because their names end with `.html`.
    pub fn new(drifts: &Drifts) -> Result<Self, minijinja::Error> {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()?;
        environment.set_syntax(syntax);
        for (name, source) in TEMPLATES {
            environment.add_template(name, source)?;
        }
        let it = drifts.clone();
        environment.add_function("say", move |usual: String| it.label(&usual).to_owned());
        let it = drifts.clone();
        environment.add_function("wire", move |name: String| it.wire(&name));
        let it = drifts.clone();
        environment.add_function("has", move |drift: String| {
            Drift::from_str(&drift, false).is_ok_and(|drift| it.has(drift))
        });
        let it = drifts.clone();
        environment.add_function("order", move |usual: Vec<String>| it.order(usual));
        Ok(Self(environment))
    }

    /// A page with these values.
    pub fn page(&self, name: &str, values: &impl Serialize) -> Result<String, minijinja::Error> {
        self.0.get_template(name)?.render(Serde(values))
    }
}
