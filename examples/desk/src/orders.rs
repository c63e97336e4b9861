//! Pages of orders: the list, one of them, and marking them as paid.

use std::sync::Arc;

use serde_json::json;

use crate::{
    app::{App, AppError, neighbours, page_of},
    http::{Form, Incoming, Reply, query},
};

impl App {
    pub(crate) fn orders(&self, request: &Incoming) -> Result<Reply, AppError> {
        let page = page_of(request);
        self.order_list(request, 200, &request.query, page, &[], None)
    }

    /// The list; where marking was refused, with what was picked and why.
    fn order_list(
        &self,
        request: &Incoming,
        status: u16,
        filter: &Form,
        page: u32,
        picked: &[String],
        problem: Option<&str>,
    ) -> Result<Reply, AppError> {
        let (search, chosen) = (filter.text("q"), filter.text("status"));
        let list = self.store.orders(search, chosen, page)?;
        let (previous, next) = neighbours(&list, &[("q", search), ("status", chosen)]);
        let values = json!({
            "q": search,
            "chosen": chosen,
            "list": list,
            "previous": previous,
            "next": next,
            "picked": picked,
            "problem": problem,
        });
        self.page(request, status, "orders.html", values)
    }

    pub(crate) fn order(&self, request: &Incoming, number: &str) -> Result<Reply, AppError> {
        match self.store.order(number)? {
            Some(order) => self.page(request, 200, "order.html", json!({"it": order})),
            None => self.problem(request, 404, "Not found", "There is no such order."),
        }
    }

    pub(crate) fn order_paid(self: &Arc<Self>, request: &Incoming, number: &str) -> Result<Reply, AppError> {
        let Some(order) = self.store.order(number)? else {
            return self.problem(request, 404, "Not found", "There is no such order.");
        };
        if order.status != "open" {
            let text = format!(
                "{} is {}: only open orders can be paid.",
                order.number, order.status
            );
            return self.problem(request, 409, "Not possible", &text);
        }
        let back = format!("/orders/{}?done=paid", order.number);
        self.keep(move |store| store.mark_paid(&[order.number]))?;
        Ok(Reply::see(&back))
    }

    pub(crate) fn orders_paid(self: &Arc<Self>, request: &Incoming) -> Result<Reply, AppError> {
        let form = &request.form;
        let name = self.drifts.wire("number");
        let numbers: Vec<String> = form.texts(&name).map(str::to_owned).collect();
        let page = form.text("page");
        if let Some(problem) = self.why_not(&numbers)? {
            let page = page.parse().unwrap_or(1);
            return self.order_list(request, 422, form, page, &numbers, Some(&problem));
        }
        self.keep(move |store| store.mark_paid(&numbers))?;
        let back = query(&[
            ("q", form.text("q")),
            ("status", form.text("status")),
            ("page", page),
            ("done", "paid"),
        ]);
        Ok(Reply::see(&format!("/orders?{back}")))
    }

    /// Why these orders can't all be marked as paid.
    fn why_not(&self, numbers: &[String]) -> rusqlite::Result<Option<String>> {
        if numbers.is_empty() {
            return Ok(Some("Select at least one order.".to_owned()));
        }
        for number in numbers {
            match self.store.order(number)? {
                None => return Ok(Some("One of these orders does not exist.".to_owned())),
                Some(order) if order.status != "open" => {
                    let text = format!(
                        "{} is {}: only open orders can be paid.",
                        order.number, order.status
                    );
                    return Ok(Some(text));
                }
                Some(_) => {}
            }
        }
        Ok(None)
    }
}
