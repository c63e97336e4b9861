//! Every page that is asked for.

use desk::{Desk, Options};

use crate::client::{Running, usual};

fn names(desk: &Running, path: &str) -> Vec<String> {
    let answer = desk.get(path);
    assert_eq!(answer.status, 200);
    let links = answer.body.split("<td><a href=\"/").skip(1);
    links
        .map(|it| {
            it.split_once('>')
                .unwrap()
                .1
                .split_once('<')
                .unwrap()
                .0
                .to_owned()
        })
        .collect()
}

#[test]
fn every_page_answers() {
    let desk = usual();
    for (path, status, shows) in [
        ("/customers", 200, "<h1>Customers</h1>"),
        ("/customers/new", 200, "Save customer"),
        ("/customers/2", 200, "ann.lee@example.org"),
        ("/customers/2/edit", 200, "value=\"ann.lee@example.org\""),
        ("/customers/2/delete", 200, "This can't be undone."),
        ("/customers/4/delete", 200, "has 2 orders and can't be deleted"),
        ("/orders", 200, "<h1>Orders</h1>"),
        ("/orders/INV-1010", 200, "9,900.00"),
        ("/style.css", 200, ".toast"),
        ("/desk.js", 200, "use strict"),
        ("/", 303, ""),
        ("/nowhere", 404, "There is no such page."),
        ("/customers/", 404, "There is no such customer."),
        ("/customers/9999", 404, "There is no such customer."),
        (
            "/customers/99999999999999999999",
            404,
            "There is no such customer.",
        ),
        ("/customers/2x/edit", 404, "There is no such customer."),
        ("/customers/2/other", 404, "There is no such page."),
        ("/orders/INV-0", 404, "There is no such order."),
        ("/orders/inv-10", 404, "There is no such order."),
    ] {
        let answer = desk.get(path);
        assert_eq!(answer.status, status, "{path}");
        answer.shows(shows);
        assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"), "{path}");
    }
    assert_eq!(desk.get("/").header("Location"), Some("/customers"));
}

#[test]
fn methods_that_a_page_does_not_know_are_named() {
    let desk = usual();
    for (method, path, allow) in [
        ("POST", "/customers", Some("GET, HEAD")),
        ("POST", "/customers/2", Some("GET, HEAD")),
        ("POST", "/orders/INV-10", Some("GET, HEAD")),
        ("GET", "/orders/INV-10/paid", Some("POST")),
        ("GET", "/orders/paid", None),
        ("GET", "/reset", Some("POST")),
        ("PUT", "/customers/2", None),
        ("DELETE", "/customers/2", None),
    ] {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n");
        let answer = desk.send(request.as_bytes());
        let expected = if path == "/orders/paid" { 404 } else { 405 };
        assert_eq!(
            (answer.status, answer.header("Allow")),
            (expected, allow),
            "{method} {path}"
        );
    }
    assert_eq!(desk.value("select count(*) from customer"), "80");
}

#[test]
fn a_head_has_no_body() {
    let answer = usual().send(b"HEAD /customers HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n");
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
}

#[test]
fn customers_stand_on_three_pages() {
    let desk = usual();
    let (one, two, three) = (
        names(&desk, "/customers"),
        names(&desk, "/customers?page=2"),
        names(&desk, "/customers?page=3"),
    );
    assert_eq!((one.len(), two.len(), three.len()), (30, 30, 20));
    assert_eq!(one[..4], ["Ann", "Ann Lee", "Ann Lee", "Ann Leeson"]);
    assert!(three.contains(&"Joann Lee".to_owned()), "{three:?}");
    desk.get("/customers")
        .shows("Page 1 of 3, 80 in all")
        .shows("href=\"?page=2\"")
        .lacks("Previous");
    desk.get("/customers?page=3")
        .shows("href=\"?page=2\"")
        .lacks("Next");
    // Pages that are not there are the nearest one, or the first.
    for (page, shown) in [
        ("0", 1),
        ("99", 3),
        ("-1", 1),
        ("two", 1),
        ("", 1),
        ("18446744073709551615", 1),
    ] {
        desk.get(&format!("/customers?page={page}"))
            .shows(&format!("Page {shown} of 3"));
    }
}

#[test]
fn a_search_finds_texts_as_they_are() {
    let desk = usual();
    for (search, found) in [
        ("ann+lee", vec!["Ann Lee", "Ann Lee", "Ann Leeson", "Joann Lee"]),
        ("ANN.LEE%40example.org", vec!["Ann Lee", "Joann Lee"]),
        ("%25", vec!["Max 100%"]),
        ("max_", vec!["Max 100%"]),
        ("li+lei", vec![]),
        ("%E6%9D%8E", vec!["李 雷"]),
        ("O%27Brien", vec!["Anne-Marie O&#x27;Brien"]),
        ("%3CLab", vec!["R&amp;D &lt;Lab&gt;"]),
        ("'+or+1%3D1--", vec![]),
    ] {
        assert_eq!(names(&desk, &format!("/customers?q={search}")), found, "{search}");
    }
    desk.get("/customers?q=nobody")
        .shows("No customers found.")
        .shows("Page 1 of 1, 0 in all");
    let paged = desk.get("/customers?q=example.com&page=2");
    paged.shows("href=\"?q=example.com&amp;page=1\"");
}

#[test]
fn orders_are_found_by_number_customer_and_status() {
    let desk = usual();
    assert_eq!(names(&desk, "/orders").len(), 30);
    assert_eq!(
        names(&desk, "/orders?q=INV-10"),
        ["INV-10", "INV-101", "INV-1010", "INV-1011"]
    );
    assert_eq!(names(&desk, "/orders?q=Ann+Leeson"), ["INV-12", "INV-120"]);
    assert_eq!(names(&desk, "/orders?q=Ann+Leeson&status=paid"), ["INV-120"]);
    assert_eq!(names(&desk, "/orders?status=nonsense"), [""; 0]);
    desk.get("/orders?q=INV-30&status=open&page=1")
        .shows("<option selected>open</option>")
        .shows("name=\"q\" value=\"INV-30\"");
    desk.get("/orders/INV-120").lacks("Mark as paid");
}

#[test]
fn what_is_kept_is_text_and_no_markup() {
    let desk = usual();
    for path in [
        "/customers?q=Lab",
        "/customers/13",
        "/customers/13/edit",
        "/customers/13/delete",
    ] {
        desk.get(path).shows("R&amp;D &lt;Lab&gt;").lacks("<Lab>");
    }
    desk.get("/customers?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        .lacks("<script>alert");
}

#[test]
fn programs_get_json() {
    let desk = usual();
    let json = |path: &str| -> serde_json::Value { serde_json::from_str(&desk.get(path).body).unwrap() };
    assert_eq!(json("/api/customers/2")["email"], "ann.lee@example.org");
    assert_eq!(json("/api/customers?email=ann.lee%40example.org")[0]["id"], 2);
    assert_eq!(json("/api/customers?email=ann.lee")[0], serde_json::Value::Null);
    assert_eq!(json("/api/customers?q=Ann+Lee").as_array().unwrap().len(), 4);
    assert_eq!(json("/api/orders/INV-10")["amount"], "99.00");
    assert_eq!(json("/api/orders?number=INV-10").as_array().unwrap().len(), 1);
    for path in ["/api/orders/INV-0", "/api/customers/0", "/api/customers/x"] {
        assert_eq!(desk.get(path).status, 404, "{path}");
    }
}

#[test]
fn the_seed_comes_back_where_that_is_allowed() {
    let desk = usual();
    desk.post("/customers/2/delete", &[]);
    assert_eq!(desk.value("select count(*) from customer"), "79");
    assert_eq!(desk.post("/reset", &[]).status, 204);
    assert_eq!(
        desk.value("select email from customer where id = 2"),
        "ann.lee@example.org"
    );

    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("kept.db");
    let options = || Options {
        port: 0,
        database: database.clone(),
        drifts: Vec::new(),
        resettable: false,
    };
    let start = || Running::over(Desk::start(options()).unwrap(), database.clone());
    let kept = start();
    kept.post("/customers/2/delete", &[]);
    assert_eq!(kept.post("/reset", &[]).status, 404);
    drop(kept);
    // It is another process's turn: what was kept is still there.
    assert_eq!(start().value("select count(*) from customer"), "79");
}

#[test]
fn a_desk_that_can_not_start_says_why() {
    let desk = usual();
    let options = |port, name: &str| Options {
        port,
        database: desk.database.with_file_name(name),
        drifts: Vec::new(),
        resettable: false,
    };
    let taken = Desk::start(options(desk.desk.address().port(), "other.db")).unwrap_err();
    assert!(taken.to_string().contains("can't be listened on"), "{taken}");
    let nowhere = Desk::start(options(0, "no/folder.db")).unwrap_err();
    assert!(
        nowhere.to_string().contains("can't be used as database"),
        "{nowhere}"
    );
    std::fs::write(
        desk.database.with_file_name("text.db"),
        "this is no database, only text",
    )
    .unwrap();
    let text = Desk::start(options(0, "text.db")).unwrap_err();
    assert!(text.to_string().contains("can't be used as database"), "{text}");
}
