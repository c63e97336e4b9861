//! The pages: which address answers with what, and what a posted form changes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::{
    drift::{Drift, Drifts},
    http::{Incoming, Method, Reply, query},
    store::{Rows, Store},
    view::View,
};

/// How long after the answer a slow desk keeps a change, and how late it answers.
const SLOW: Duration = Duration::from_millis(400);

/// Why a page can't be made although the request is right.
#[derive(Debug, Error)]
pub enum AppError {
    /// The database.
    #[error("database: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A template.
    #[error("template: {0:#}")]
    Template(#[from] minijinja::Error),
    /// An answer as JSON.
    #[error("JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// The desk behind its server.
#[derive(Debug)]
pub struct App {
    pub(crate) store: Store,
    pub(crate) drifts: Drifts,
    view: View,
    resettable: bool,
    /// How often the data was put back: a change that is still to be kept is dropped then.
    resets: AtomicU64,
}

impl App {
    /// Pages over a store.
    pub fn new(store: Store, drifts: Drifts, resettable: bool) -> Result<Self, minijinja::Error> {
        Ok(Self {
            store,
            view: View::new(&drifts)?,
            drifts,
            resettable,
            resets: AtomicU64::new(0),
        })
    }

    /// The answer to a request.
    pub fn answer(self: &Arc<Self>, request: &Incoming) -> Result<Reply, AppError> {
        let parts: Vec<&str> = request.path.split('/').skip(1).collect();
        match (request.method, parts.as_slice()) {
            (Method::Get, [""]) => Ok(Reply::see("/customers")),
            (Method::Get, ["style.css"]) => Ok(text("text/css", include_str!("static/style.css"))),
            (Method::Get, ["look.css"]) if self.drifts.has(Drift::Look) => {
                Ok(text("text/css", include_str!("static/look.css")))
            }
            (Method::Get, ["desk.js"]) => Ok(text("text/javascript", include_str!("static/desk.js"))),
            (Method::Get, ["customers"]) => self.customers(request),
            (_, ["customers", "new"]) => self.new_customer(request),
            (Method::Get, ["customers", id]) => self.with_customer(request, id, Self::customer),
            (_, ["customers", id, "edit"]) => self.with_customer(request, id, Self::edit_customer),
            (_, ["customers", id, "delete"]) => self.with_customer(request, id, Self::delete_customer),
            (Method::Get, ["orders"]) => self.orders(request),
            (Method::Post, ["orders", "paid"]) => self.orders_paid(request),
            (Method::Get, ["orders", number]) => self.order(request, number),
            (Method::Post, ["orders", number, "paid"]) => self.order_paid(request, number),
            (Method::Get, ["api", "customers"]) => self.api_customers(request),
            (Method::Get, ["api", "customers", id]) => match id.parse() {
                Ok(id) => found(self.store.customer(id)?.as_ref()),
                Err(_) => found::<Value>(None),
            },
            (Method::Get, ["api", "orders"]) => {
                let number = request.query.text("number");
                Ok(Reply::json(
                    &self.store.order(number)?.into_iter().collect::<Vec<_>>(),
                )?)
            }
            (Method::Get, ["api", "orders", number]) => found(self.store.order(number)?.as_ref()),
            (Method::Post, ["reset"]) if self.resettable => self.reset(),
            (_, path) => self.nothing_here(request, path),
        }
    }

    fn reset(&self) -> Result<Reply, AppError> {
        self.resets.fetch_add(1, Ordering::SeqCst);
        self.store.reset()?;
        Ok(Reply::empty(204))
    }

    /// Keep a change as this desk does it: at once, after the answer, or not at all.
    pub(crate) fn keep(
        self: &Arc<Self>,
        change: impl FnOnce(&Store) -> rusqlite::Result<()> + Send + 'static,
    ) -> rusqlite::Result<()> {
        if self.drifts.has(Drift::LostSave) {
            return Ok(());
        }
        if !self.drifts.has(Drift::SlowSave) {
            return change(&self.store);
        }
        let (app, resets) = (Arc::clone(self), self.resets.load(Ordering::SeqCst));
        thread::spawn(move || {
            #[expect(clippy::disallowed_methods, reason = "the change is late on purpose")]
            thread::sleep(SLOW);
            if app.resets.load(Ordering::SeqCst) == resets {
                // Nobody waits for it any more: a failure is a lost save, as it is in such applications.
                change(&app.store).ok();
            }
        });
        Ok(())
    }

    /// A page with what all pages have.
    pub(crate) fn page(
        &self,
        request: &Incoming,
        status: u16,
        template: &str,
        mut values: Value,
    ) -> Result<Reply, AppError> {
        if self.drifts.has(Drift::SlowPages) {
            #[expect(clippy::disallowed_methods, reason = "the page is late on purpose")]
            thread::sleep(SLOW);
        }
        let area = request.path.split('/').nth(1).unwrap_or_default();
        values["area"] = json!(area);
        values["banner"] = json!(self.drifts.has(Drift::Banner) && !request.banner_closed);
        values["toast"] = json!(toast(request.query.text("done")));
        Ok(Reply::html(status, self.view.page(template, &values)?))
    }

    /// A page that says that something can't be done.
    pub fn problem(
        &self,
        request: &Incoming,
        status: u16,
        title: &str,
        text: &str,
    ) -> Result<Reply, AppError> {
        self.page(
            request,
            status,
            "problem.html",
            json!({"title": title, "text": text}),
        )
    }

    /// An address that has no such page: none at all, or only one for the other method.
    fn nothing_here(&self, request: &Incoming, path: &[&str]) -> Result<Reply, AppError> {
        let allowed = match path {
            [""] | ["style.css" | "desk.js" | "customers" | "orders"] | ["customers", _] => "GET, HEAD",
            ["orders", number] if *number != "paid" => "GET, HEAD",
            ["orders", "paid"] | ["orders", _, "paid"] => "POST",
            ["reset"] if self.resettable => "POST",
            ["api", "customers" | "orders"] | ["api", "customers" | "orders", _] => "GET, HEAD",
            _ => return self.problem(request, 404, "Not found", "There is no such page."),
        };
        let mut reply = self.problem(request, 405, "Not possible", "This page can't be asked that way.")?;
        reply.headers.push(("Allow", allowed.to_owned()));
        Ok(reply)
    }

    fn api_customers(&self, request: &Incoming) -> Result<Reply, AppError> {
        let email = request.query.text("email");
        if email.is_empty() {
            let found = self.store.customers(request.query.text("q"), page_of(request))?;
            return Ok(Reply::json(&found.rows)?);
        }
        Ok(Reply::json(
            &self.store.by_email(email)?.into_iter().collect::<Vec<_>>(),
        )?)
    }
}

/// The page of a list that is asked for; nonsense is the first one.
pub(crate) fn page_of(request: &Incoming) -> u32 {
    request.query.text("page").parse().unwrap_or(1)
}

/// What asks for the pages before and after this one, where there are such: the address behind its question mark.
pub(crate) fn neighbours<T>(list: &Rows<T>, filters: &[(&str, &str)]) -> (Option<String>, Option<String>) {
    let at = |page: u32| query(&[filters, &[("page", &page.to_string())]].concat());
    (
        (list.page > 1).then(|| at(list.page - 1)),
        (list.page < list.pages).then(|| at(list.page + 1)),
    )
}

fn toast(done: &str) -> Option<&'static str> {
    match done {
        "created" => Some("Customer saved"),
        "saved" => Some("Changes saved"),
        "deleted" => Some("Customer deleted"),
        "paid" => Some("Marked as paid"),
        _ => None,
    }
}

fn text(content_type: &str, body: &str) -> Reply {
    Reply::new(200, &format!("{content_type}; charset=utf-8"), body.to_owned())
}

fn found<T: Serialize>(value: Option<&T>) -> Result<Reply, AppError> {
    match value {
        Some(value) => Ok(Reply::json(value)?),
        None => Ok(Reply {
            status: 404,
            ..Reply::json(&json!({"error": "not found"}))?
        }),
    }
}
