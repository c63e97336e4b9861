//! Every form: what it keeps, and what it refuses.

use crate::client::{Running, usual};

/// A new customer with one field changed.
fn filled<'a>(field: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![
        ("name", "Ada Lovelace"),
        ("email", "ada@example.net"),
        ("country", "Netherlands"),
        ("plan", "Pro"),
        ("newsletter", "yes"),
        ("born", "1815-12-10"),
        ("notes", "Wants a quote."),
    ];
    for it in &mut fields {
        if it.0 == field {
            it.1 = value;
        }
    }
    fields
}

const ALL: &str = "select name || '|' || email || '|' || country || '|' || plan || '|' || newsletter || '|' || born \
                   || '|' || notes from customer where id > 80";

#[test]
fn a_new_customer_is_kept_with_every_field() {
    let desk = usual();
    let answer = desk.post("/customers/new", &filled("notes", "  one\r\n\r\n\ttwo  "));
    assert_eq!(
        (answer.status, answer.header("Location")),
        (303, Some("/customers?done=created"))
    );
    assert_eq!(
        desk.value(ALL),
        "Ada Lovelace|ada@example.net|Netherlands|Pro|1|1815-12-10|one\n\n\ttwo"
    );
    desk.get("/customers?done=created").shows("Customer saved");
    desk.get("/customers/81")
        .shows("<dd>yes</dd>")
        .shows("1815-12-10");
}

#[test]
fn what_may_be_left_out() {
    let desk = usual();
    let fields = [
        ("name", "Li"),
        ("email", "li@b.example"),
        ("country", "Poland"),
        ("plan", "Basic"),
    ];
    assert_eq!(desk.post("/customers/new", &fields).status, 303);
    assert_eq!(desk.value(ALL), "Li|li@b.example|Poland|Basic|0||");
}

#[test]
fn values_are_values() {
    let desk = usual();
    for (at, name) in [
        "Robert'); drop table customer;--",
        "<script>alert('x')</script>",
        "{{ 7 * 7 }} {% raw %}",
        "王小明 🙂",
        "e\u{301} and \u{202e}abc",
        "100% \\ _ & + = ;",
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("n{at}@example.net");
        let mut fields = filled("name", name);
        fields[1].1 = &email;
        assert_eq!(desk.post("/customers/new", &fields).status, 303, "{name}");
        let stored = desk.value(&format!("select name from customer where email = '{email}'"));
        assert_eq!(stored, name);
        let id = desk.value("select max(id) from customer");
        desk.get(&format!("/customers/{id}/edit"))
            .lacks("<script>alert")
            .lacks("49");
    }
}

#[test]
fn each_field_says_what_is_wrong_with_it() {
    let desk = usual();
    let (long, notes) = ("x".repeat(81), "ü".repeat(1001));
    for (field, value, problem) in [
        ("name", "", "Enter a name."),
        ("name", "   ", "Enter a name."),
        ("name", &long, "Use at most 80 characters."),
        ("name", "a\u{0}b", "This has characters that can&#x27;t be kept."),
        (
            "name",
            "two\nlines",
            "This has characters that can&#x27;t be kept.",
        ),
        ("email", "", "Enter an e-mail address."),
        ("email", "ada", "This is not an e-mail address."),
        ("email", "ada@example", "This is not an e-mail address."),
        (
            "email",
            "ada lovelace@example.net",
            "This is not an e-mail address.",
        ),
        (
            "email",
            "ann.lee@example.org",
            "Another customer has this e-mail address.",
        ),
        (
            "email",
            "ANN.LEE@example.ORG",
            "Another customer has this e-mail address.",
        ),
        ("country", "", "Choose a country."),
        ("country", "Atlantis", "Choose a country."),
        ("plan", "", "Choose a plan."),
        ("plan", "pro", "Choose a plan."),
        ("born", "10.12.1815", "This is not a date in the past."),
        ("born", "2023-02-30", "This is not a date in the past."),
        ("born", "2999-01-01", "This is not a date in the past."),
        ("born", "now", "This is not a date in the past."),
        ("notes", &notes, "Use at most 1000 characters."),
        (
            "notes",
            "bell\u{7}",
            "This has characters that can&#x27;t be kept.",
        ),
    ] {
        let answer = desk.post("/customers/new", &filled(field, value));
        assert_eq!(answer.status, 422, "{field} {value}");
        answer
            .shows(&format!(
                "<p class=\"problem\" id=\"{field}-problem\">{problem}</p>"
            ))
            .shows("This was not saved.");
        assert_eq!(
            answer.body.matches("class=\"field wrong\"").count(),
            1,
            "{field} {value}"
        );
        // What was typed elsewhere is still there.
        if field != "born" {
            answer.shows("value=\"1815-12-10\"");
        }
    }
    assert_eq!(desk.value("select count(*) from customer"), "80");
    let empty = desk.post("/customers/new", &[]);
    assert_eq!(empty.body.matches("class=\"field wrong\"").count(), 4);
}

#[test]
fn the_longest_values_fit() {
    let desk = usual();
    let (name, notes) = ("ü".repeat(80), "ü".repeat(1000));
    let mut fields = filled("name", &name);
    fields[6].1 = &notes;
    assert_eq!(desk.post("/customers/new", &fields).status, 303);
}

#[test]
fn a_change_changes_one_customer() {
    let desk = usual();
    let before = others(&desk);
    let mut fields = filled("email", "ann.lee@example.org");
    assert_eq!(
        desk.post("/customers/2/edit", &fields).header("Location"),
        Some("/customers/2?done=saved")
    );
    assert_eq!(
        desk.value("select name from customer where id = 2"),
        "Ada Lovelace"
    );
    desk.get("/customers/2?done=saved")
        .shows("Changes saved")
        .shows("<h1>Ada Lovelace</h1>");
    fields[1].1 = "ann.lee@example.com";
    let taken = desk.post("/customers/2/edit", &fields);
    assert_eq!(taken.status, 422);
    taken
        .shows("Another customer has this e-mail address.")
        .shows("Save changes");
    assert_eq!(desk.post("/customers/999/edit", &fields).status, 404);
    assert_eq!(others(&desk), before);
}

fn others(desk: &Running) -> String {
    desk.value(
        "select group_concat(id || name || email || country || plan || notes) from customer where id <> 2",
    )
}

#[test]
fn one_of_two_is_deleted_and_those_with_orders_stay() {
    let desk = usual();
    let before = others(&desk);
    assert_eq!(desk.get("/customers/2/delete").status, 200);
    assert_eq!(desk.value("select count(*) from customer where id = 2"), "1");
    let answer = desk.post("/customers/2/delete", &[]);
    assert_eq!(answer.header("Location"), Some("/customers?done=deleted"));
    assert_eq!(
        desk.value("select count(*) from customer where name = 'Ann Lee'"),
        "1"
    );
    assert_eq!(others(&desk), before);
    assert_eq!(desk.post("/customers/2/delete", &[]).status, 404);
    let refused = desk.post("/customers/4/delete", &[]);
    assert_eq!(refused.status, 409);
    refused.shows("has 2 orders");
    assert_eq!(others(&desk), before);
}

const PAID: &str = "select group_concat(number, ' ') from (select number from orders where status = 'paid' \
                    and number < 'INV-3' order by number)";

#[test]
fn orders_are_paid_one_by_one_or_together() {
    let desk = usual();
    let answer = desk.post("/orders/INV-10/paid", &[]);
    assert_eq!(answer.header("Location"), Some("/orders/INV-10?done=paid"));
    desk.get("/orders/INV-10?done=paid")
        .shows("Marked as paid")
        .shows("<dd>paid</dd>");
    assert_eq!(desk.value(PAID), "INV-10 INV-120");
    let fields = [
        ("q", "INV-1"),
        ("status", ""),
        ("page", "1"),
        ("number", "INV-101"),
        ("number", "INV-11"),
    ];
    let answer = desk.post("/orders/paid", &fields);
    assert_eq!(
        answer.header("Location"),
        Some("/orders?q=INV-1&page=1&done=paid")
    );
    assert_eq!(desk.value(PAID), "INV-10 INV-101 INV-11 INV-120");
}

#[test]
fn all_orders_or_none_are_paid() {
    let desk = usual();
    for (numbers, problem) in [
        (vec![], "Select at least one order."),
        (
            vec!["INV-10", "INV-120"],
            "INV-120 is paid: only open orders can be paid.",
        ),
        (
            vec!["INV-10", "INV-21"],
            "INV-21 is cancelled: only open orders can be paid.",
        ),
        (vec!["INV-10", "INV-0"], "One of these orders does not exist."),
        (
            vec!["INV-10", "' or 1=1--"],
            "One of these orders does not exist.",
        ),
    ] {
        let fields: Vec<(&str, &str)> = numbers.iter().map(|it| ("number", *it)).collect();
        let answer = desk.post("/orders/paid", &fields);
        assert_eq!(answer.status, 422, "{numbers:?}");
        answer.shows(problem);
        if !numbers.is_empty() {
            answer.shows("aria-label=\"Select INV-10\" checked");
        }
        assert_eq!(desk.value(PAID), "INV-120", "{numbers:?}");
    }
    assert_eq!(desk.post("/orders/INV-120/paid", &[]).status, 409);
    assert_eq!(desk.post("/orders/INV-21/paid", &[]).status, 409);
    assert_eq!(desk.post("/orders/INV-0/paid", &[]).status, 404);
    assert_eq!(
        desk.value("select status from orders where number = 'INV-21'"),
        "cancelled"
    );
}
