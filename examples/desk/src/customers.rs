//! Pages of customers: the list, one of them, and the forms that add, change and delete.

use std::sync::Arc;

use serde_json::json;

use crate::{
    app::{App, AppError, neighbours, page_of},
    draft::{Draft, FIELDS, Problems},
    http::{Incoming, Method, Reply},
    seed::{COUNTRIES, PLANS},
    store::Customer,
};

type Page = fn(&Arc<App>, &Incoming, &Customer) -> Result<Reply, AppError>;

impl App {
    /// The page of the customer with an id; without one, a page that says so.
    pub(crate) fn with_customer(
        self: &Arc<Self>,
        request: &Incoming,
        id: &str,
        page: Page,
    ) -> Result<Reply, AppError> {
        let customer = match id.parse() {
            Ok(id) => self.store.customer(id)?,
            Err(_) => None,
        };
        match customer {
            Some(customer) => page(self, request, &customer),
            None => self.problem(request, 404, "Not found", "There is no such customer."),
        }
    }

    pub(crate) fn customers(&self, request: &Incoming) -> Result<Reply, AppError> {
        let search = request.query.text("q");
        let list = self.store.customers(search, page_of(request))?;
        let (previous, next) = neighbours(&list, &[("q", search)]);
        let values = json!({"q": search, "list": list, "previous": previous, "next": next});
        self.page(request, 200, "customers.html", values)
    }

    pub(crate) fn customer(self: &Arc<Self>, request: &Incoming, own: &Customer) -> Result<Reply, AppError> {
        let orders = self.store.orders_of(own.id)?;
        let values = json!({"customer": own, "orders": orders});
        self.page(request, 200, "customer.html", values)
    }

    pub(crate) fn new_customer(self: &Arc<Self>, request: &Incoming) -> Result<Reply, AppError> {
        if request.method == Method::Get {
            return self.form(request, None, &Draft::empty(), &Problems::new());
        }
        let draft = Draft::read(&request.form, &self.drifts);
        let problems = draft.problems(&self.store, None)?;
        if !problems.is_empty() {
            return self.form(request, None, &draft, &problems);
        }
        self.keep(move |store| store.insert(&draft))?;
        Ok(Reply::see("/customers?done=created"))
    }

    pub(crate) fn edit_customer(
        self: &Arc<Self>,
        request: &Incoming,
        own: &Customer,
    ) -> Result<Reply, AppError> {
        if request.method == Method::Get {
            return self.form(request, Some(own), &Draft::of(own), &Problems::new());
        }
        let draft = Draft::read(&request.form, &self.drifts);
        let problems = draft.problems(&self.store, Some(own.id))?;
        if !problems.is_empty() {
            return self.form(request, Some(own), &draft, &problems);
        }
        let id = own.id;
        self.keep(move |store| store.update(id, &draft))?;
        Ok(Reply::see(&format!("/customers/{id}?done=saved")))
    }

    pub(crate) fn delete_customer(
        self: &Arc<Self>,
        request: &Incoming,
        own: &Customer,
    ) -> Result<Reply, AppError> {
        let orders = self.store.orders_of(own.id)?.len();
        if request.method == Method::Get || orders > 0 {
            let status = if request.method == Method::Get { 200 } else { 409 };
            let values = json!({"customer": own, "orders": orders});
            return self.page(request, status, "customer_delete.html", values);
        }
        let id = own.id;
        self.keep(move |store| store.delete(id))?;
        Ok(Reply::see("/customers?done=deleted"))
    }

    /// The form of a new customer or of one that is there.
    fn form(
        &self,
        request: &Incoming,
        own: Option<&Customer>,
        draft: &Draft,
        problems: &Problems,
    ) -> Result<Reply, AppError> {
        let (heading, button, back) = match own {
            Some(own) => ("Edit customer", "Save changes", format!("/customers/{}", own.id)),
            None => ("New customer", "Save customer", "/customers".to_owned()),
        };
        let values = json!({
            "heading": heading,
            "button": button,
            "back": back,
            "fields": FIELDS,
            "draft": draft,
            "problems": problems,
            "countries": COUNTRIES,
            "plans": PLANS,
        });
        let status = if problems.is_empty() { 200 } else { 422 };
        self.page(request, status, "customer_form.html", values)
    }
}
