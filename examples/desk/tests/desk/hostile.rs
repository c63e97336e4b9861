//! Clients that send too much, too little, or what no browser sends. The desk answers, keeps nothing, and goes on.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use crate::client::{Running, read, usual};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[track_caller]
fn untouched(desk: &Running) {
    assert_eq!(desk.get("/customers").status, 200);
    assert_eq!(desk.value("select count(*) from customer"), "80");
    assert_eq!(desk.value("select count(*) from orders"), "60");
    assert_eq!(
        desk.value("select count(*) from sqlite_schema where type = 'table' and name like 'customer'"),
        "1"
    );
}

#[test]
fn too_long_is_refused() {
    let desk = usual();
    assert_eq!(
        desk.get(&format!("/customers?q={}", "x".repeat(1900))).status,
        200
    );
    assert_eq!(
        desk.get(&format!("/customers?q={}", "x".repeat(2000))).status,
        414
    );
    assert_eq!(desk.get(&"/customers".repeat(300)).status, 414);
    assert_eq!(desk.get(&"/a".repeat(900)).status, 404);
    let large = format!("name={}", "x".repeat(70_000));
    assert_eq!(desk.post_raw("/customers/new", "", large.as_bytes()).status, 413);
    // Only said to be large, and large without saying so.
    let head = format!("POST /customers/new HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n{FORM}");
    let said = desk.send(format!("{head}Content-Length: 9000000000\r\n\r\nname=x").as_bytes());
    assert_eq!(said.status, 413);
    let chunk = format!("8000\r\n{}\r\n", "x".repeat(0x8000));
    let chunked = format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n",
        chunk.repeat(3)
    );
    assert_eq!(desk.send(chunked.as_bytes()).status, 413);
    let within = format!("{head}Transfer-Encoding: chunked\r\n\r\n{chunk}0\r\n\r\n");
    assert_eq!(desk.send(within.as_bytes()).status, 422);
    untouched(&desk);
}

#[test]
fn a_body_that_is_no_form_is_refused() {
    let desk = usual();
    for kind in [
        "application/json",
        "multipart/form-data; boundary=x",
        "text/plain",
    ] {
        let request = format!(
            "POST /customers/new HTTP/1.1\r\nHost: desk\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Content-Length: 13\r\n\r\n{{\"name\":\"Li\"}}"
        );
        assert_eq!(desk.send(request.as_bytes()).status, 415, "{kind}");
    }
    untouched(&desk);
}

#[test]
fn forms_of_other_sites_are_refused() {
    let desk = usual();
    for origin in [
        "http://evil.example",
        "null",
        "https://desk",
        "http://desk.evil.example",
    ] {
        let answer = desk.post_raw("/customers/2/delete", &format!("Origin: {origin}\r\n"), b"");
        assert_eq!(answer.status, 403, "{origin}");
    }
    untouched(&desk);
    assert_eq!(
        desk.post_raw("/customers/2/delete", "Origin: http://desk\r\n", b"")
            .status,
        303
    );
}

#[test]
fn broken_escapes_stand_for_themselves() {
    let desk = usual();
    let rest = "&country=Poland&plan=Pro";
    for (at, (sent, kept)) in [
        ("100%", "100%"),
        ("%zz", "%zz"),
        ("%4", "%4"),
        ("a%2", "a%2"),
        ("%u0041", "%u0041"),
    ]
    .into_iter()
    .enumerate()
    {
        let body = format!("name={sent}&email=n{at}%40b.example{rest}");
        assert_eq!(
            desk.post_raw("/customers/new", "", body.as_bytes()).status,
            303,
            "{sent}"
        );
        assert_eq!(
            desk.value("select name from customer order by id desc limit 1"),
            kept
        );
    }
    // What is no UTF-8 is no text.
    for sent in [&b"name=%ff%fe"[..], b"name=\xff", b"name=%c3", b"name=%ed%a0%80"] {
        let body = [sent, b"&email=x%40b.example", rest.as_bytes()].concat();
        let answer = desk.post_raw("/customers/new", "", &body);
        assert_eq!(answer.status, 422, "{sent:?}");
        answer.shows("characters that can&#x27;t be kept");
    }
    for path in [
        "/customers?q=%",
        "/customers?q=%ff",
        "/customers?%zz=%zz&&&=&q",
        "/customers?q=%00",
    ] {
        assert_eq!(desk.get(path).status, 200, "{path}");
    }
}

#[test]
fn repeated_unknown_and_many_fields() {
    let desk = usual();
    let fields = [
        ("name", "First"),
        ("name", "Second"),
        ("email", "a@b.example"),
        ("country", "Poland"),
        ("plan", "Pro"),
        ("id", "2"),
        ("admin", "1"),
    ];
    assert_eq!(desk.post("/customers/new", &fields).status, 303);
    assert_eq!(desk.value("select name from customer where id = 81"), "First");
    assert_eq!(
        desk.post_raw("/customers/new", "", "a=&".repeat(20_000).as_bytes())
            .status,
        422
    );
    assert_eq!(
        desk.post_raw("/customers/new", "", "&".repeat(60_000).as_bytes())
            .status,
        422
    );
    let picked = "number=INV-10&".repeat(4_000);
    assert_eq!(desk.post_raw("/orders/paid", "", picked.as_bytes()).status, 303);
    assert_eq!(
        desk.value("select count(*) from orders where status = 'paid'"),
        "14"
    );
}

#[test]
fn addresses_are_no_sql_and_no_files() {
    let desk = usual();
    for path in [
        "/customers/2%20or%201=1",
        "/customers/2;drop",
        "/customers/-2",
        "/orders/'%20or%20'1'='1",
        "/orders/INV-10'--",
        "/../../etc/passwd",
        "/customers/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//customers",
        "/api/customers/2'",
        "*",
    ] {
        assert_eq!(desk.get(path).status, 404, "{path}");
    }
    assert_eq!(desk.get("/api/customers?email='+or+'1'='1").body, "[]");
    assert_eq!(desk.get("/orders?status='+or+1=1--").status, 200);
    untouched(&desk);
}

#[test]
fn what_is_no_http_is_refused_or_hung_up_on() {
    let desk = usual();
    for (bytes, status) in [
        (&b""[..], 0),
        (b"\r\n\r\n", 0),
        (b"hello\r\n\r\n", 400),
        (b"GET\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /\xff\xfe HTTP/1.1\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        (
            b"POST /reset HTTP/1.1\r\nContent-Length: -1\r\nConnection: close\r\n\r\n",
            400,
        ),
        (
            b"POST /customers/new HTTP/1.1\r\nContent-Length: many\r\nConnection: close\r\n\r\n",
            400,
        ),
        (b"BREW /customers HTTP/1.1\r\nConnection: close\r\n\r\n", 405),
    ] {
        assert_eq!(
            desk.send(bytes).status,
            status,
            "{:?}",
            String::from_utf8_lossy(bytes)
        );
    }
    untouched(&desk);
}

#[test]
fn half_requests_hold_up_nobody() {
    let desk = usual();
    let half_body =
        format!("POST /customers/new HTTP/1.1\r\nHost: desk\r\n{FORM}Content-Length: 5000\r\n\r\nname=");
    let mut open = Vec::new();
    for _ in 0..10 {
        for half in ["", "GET /cust", "GET /customers HTTP/1.1\r\nHost: de", &half_body] {
            let mut stream = desk.connect();
            stream.write_all(half.as_bytes()).unwrap();
            open.push(stream);
        }
    }
    untouched(&desk);
    // One that comes in two parts is answered once it is whole.
    let mut slow = open.swap_remove(1);
    slow.write_all(b"omers HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n")
        .unwrap();
    assert_eq!(read(&mut slow).status, 200);
    // One whose client gives up within the body is not kept.
    drop(open.swap_remove(3));
    untouched(&desk);
    let begin = Instant::now();
    drop(desk);
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "it stops although clients are connected"
    );
}

#[test]
fn many_clients_at_once() {
    let desk = usual();
    std::thread::scope(|scope| {
        for client in 0..8 {
            let desk = &desk;
            scope.spawn(move || {
                for at in 0..5 {
                    let email = format!("c{client}.{at}@b.example");
                    let fields = [
                        ("name", "Li"),
                        ("email", &email),
                        ("country", "Poland"),
                        ("plan", "Pro"),
                    ];
                    assert_eq!(desk.post("/customers/new", &fields).status, 303);
                    assert_eq!(desk.get("/customers?page=3").status, 200);
                }
            });
        }
    });
    assert_eq!(
        desk.value("select count(*) from customer where name = 'Li'"),
        "40"
    );
}
