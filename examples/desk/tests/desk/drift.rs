//! Each way in which a desk can differ, and that it differs in nothing else.

use std::{
    thread,
    time::{Duration, Instant},
};

use desk::Drift;

use crate::client::{Running, drifted, usual};

const NEW: [(&str, &str); 5] = [
    ("name", "Ada"),
    ("email", "ada@example.net"),
    ("country", "Poland"),
    ("plan", "Pro"),
    ("newsletter", "yes"),
];

/// Where these texts begin, one behind the other.
fn in_order(body: &str, texts: &[&str]) -> bool {
    let places: Vec<usize> = texts
        .iter()
        .map(|it| body.find(it).unwrap_or_else(|| panic!("no `{it}` in:\n{body}")))
        .collect();
    places.is_sorted()
}

/// The name under which the field with a label is posted.
fn posted_as(body: &str, label: &str) -> String {
    let before = body.split_once(&format!("\">{label}</label>")).unwrap().0;
    before.rsplit_once("for=\"").unwrap().1.to_owned()
}

#[test]
fn ids_say_nothing_and_forms_still_work() {
    let desk = drifted(&[Drift::Ids]);
    let form = desk.get("/customers/new");
    form.lacks("id=\"name\"")
        .lacks("name=\"email\"")
        .shows(">E-mail</label>");
    let (name, email, country) = (
        posted_as(&form.body, "Name"),
        posted_as(&form.body, "E-mail"),
        posted_as(&form.body, "Country"),
    );
    let plan = form.body.split("type=\"radio\"").nth(1).unwrap();
    let plan = plan.split("name=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(desk.post("/customers/new", &NEW).status, 422);
    let fields = [
        (&*name, "Ada"),
        (&*email, "ada@example.net"),
        (&*country, "Poland"),
        (plan, "Pro"),
    ];
    assert_eq!(desk.post("/customers/new", &fields).status, 303);
    assert_eq!(
        desk.value("select name || plan from customer where id = 81"),
        "AdaPro"
    );
    let list = desk.get("/orders");
    let pick = list.body.split("value=\"INV-10\"").next().unwrap();
    let pick = pick.rsplit("name=\"").next().unwrap().split('"').next().unwrap();
    assert_eq!(desk.post("/orders/paid", &[(pick, "INV-10")]).status, 303);
    assert_eq!(
        desk.value("select status from orders where number = 'INV-10'"),
        "paid"
    );
    // The same ids after a restart: a page that was read before can still be posted.
    assert_eq!(drifted(&[Drift::Ids]).get("/customers/new").body, form.body);
}

#[test]
fn labels_are_other_words_and_ids_stay() {
    let desk = drifted(&[Drift::Labels]);
    desk.get("/customers/new")
        .shows("<label for=\"email\">Mail address</label>")
        .shows("<button class=\"primary\">Store</button>")
        .lacks("E-mail")
        .lacks("Save customer");
    desk.get("/customers")
        .shows("Add a contact")
        .shows(">Change</a>")
        .lacks("New customer");
    desk.get("/orders")
        .shows("Settle")
        .shows("Invoice no.")
        .lacks("Mark as paid");
    assert_eq!(desk.post("/customers/new", &NEW).status, 303);
    desk.get("/customers?done=created").shows("Contact stored");
}

#[test]
fn fields_and_columns_stand_elsewhere() {
    let (plain, other) = (usual(), drifted(&[Drift::Order]));
    let fields = ["id=\"name\"", "id=\"email\"", "id=\"country\"", "id=\"notes\""];
    assert!(in_order(&plain.get("/customers/new").body, &fields));
    assert!(!in_order(&other.get("/customers/new").body, &fields));
    let columns = ["<th>Name", "<th>E-mail", "<th>Country", "<th>Plan"];
    assert!(in_order(&plain.get("/customers").body, &columns));
    assert!(!in_order(&other.get("/customers").body, &columns));
    let columns = ["<th>Number", "<th>Customer", "<th>Due", "<th>Status"];
    assert!(in_order(&plain.get("/orders").body, &columns));
    assert!(!in_order(&other.get("/orders").body, &columns));
    assert_eq!(other.post("/customers/new", &NEW).status, 303);
}

#[test]
fn a_banner_covers_the_page_until_it_is_closed() {
    let desk = drifted(&[Drift::Banner]);
    for path in ["/customers", "/customers/new", "/orders", "/nowhere"] {
        desk.get(path).shows("class=\"banner\"").shows("Got it");
    }
    let closed =
        "GET /orders HTTP/1.1\r\nHost: desk\r\nCookie: a=b; banner=closed\r\nConnection: close\r\n\r\n";
    desk.send(closed.as_bytes()).lacks("class=\"banner\"");
    usual().get("/customers").lacks("class=\"banner\"");
}

/// Wait until a query gives a value; how long that took.
fn wait_for(desk: &Running, query: &str, value: &str) -> Duration {
    let begin = Instant::now();
    while desk.value(query) != value {
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "{query} never gives {value}"
        );
        #[expect(
            clippy::disallowed_methods,
            reason = "until the query gives the value, or ten seconds are over"
        )]
        thread::sleep(Duration::from_millis(10));
    }
    begin.elapsed()
}

#[test]
fn a_slow_desk_answers_before_it_keeps() {
    let desk = drifted(&[Drift::SlowSave]);
    let count = "select count(*) from customer";
    let begin = Instant::now();
    assert_eq!(desk.post("/customers/new", &NEW).status, 303);
    let answered = begin.elapsed();
    let waited = wait_for(&desk, count, "81");
    assert!(
        answered + waited >= Duration::from_millis(400),
        "{answered:?} {waited:?}"
    );
    desk.post("/orders/INV-10/paid", &[]);
    wait_for(&desk, "select status from orders where number = 'INV-10'", "paid");
    desk.post("/customers/2/delete", &[]);
    wait_for(&desk, count, "80");
    // What is wrong is said at once.
    assert_eq!(desk.post("/customers/new", &NEW).status, 422);
}

#[test]
fn a_reset_drops_what_is_still_to_be_kept() {
    let desk = drifted(&[Drift::SlowSave]);
    desk.post("/customers/2/delete", &[]);
    desk.post("/reset", &[]);
    desk.post("/customers/3/delete", &[]);
    // The later change is kept after the earlier one would have been.
    wait_for(&desk, "select count(*) from customer where id = 3", "0");
    assert_eq!(desk.value("select count(*) from customer where id = 2"), "1");
}

#[test]
fn a_lost_save_says_saved() {
    let desk = drifted(&[Drift::LostSave]);
    let everything = "select (select group_concat(id || name || email) from customer) || \
                      (select group_concat(number || status) from orders)";
    let before = desk.value(everything);
    for (path, fields) in [
        ("/customers/new", &NEW[..]),
        ("/customers/2/edit", &NEW[..]),
        ("/customers/2/delete", &[]),
        ("/orders/INV-10/paid", &[]),
        ("/orders/paid", &[("number", "INV-10")]),
    ] {
        let answer = desk.post(path, fields);
        let target = answer.header("Location").unwrap().to_owned();
        desk.get(&target).shows("class=\"toast\"");
    }
    assert_eq!(desk.value(everything), before);
}

#[test]
fn drifts_add_up() {
    let desk = drifted(&[Drift::Ids, Drift::Labels, Drift::Order, Drift::Banner]);
    let form = desk.get("/customers/new");
    form.shows("Mail address").shows("Got it").lacks("id=\"email\"");
    assert_ne!(posted_as(&form.body, "Full name"), "name");
}
