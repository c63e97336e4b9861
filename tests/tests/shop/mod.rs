//! A small shop on a port of its own: a table of orders, each with a button, and what the shop does with a press.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// An order of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub number: String,
    pub customer: String,
    pub status: String,
}

/// Orders of these numbers, customers and states.
pub fn orders(all: &[(&str, &str, &str)]) -> Vec<Order> {
    all.iter()
        .map(|(number, customer, status)| Order {
            number: (*number).to_owned(),
            customer: (*customer).to_owned(),
            status: (*status).to_owned(),
        })
        .collect()
}

/// What the shop does, and how it shows its orders.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// An order that was approved is no more in the table.
    pub hides: bool,
    /// Each press turns the table round.
    pub turns: bool,
    /// The next press brings this order in, at the top.
    pub gains: Option<Order>,
    /// A press of this order takes another one away: somebody else works there.
    pub takes_away: Option<(String, String)>,
    /// A press says that it was approved, and nothing is kept.
    pub loses: bool,
    /// A press changes nothing in the table.
    pub silent: bool,
    /// So many orders on a page.
    pub page: Option<usize>,
    /// The pages have numbers that lead to them, and no words.
    pub numbers: bool,
    /// What an order becomes that is approved; `approved` where it is empty.
    pub becomes: &'static str,
    /// An order is opened in a panel beside the table, which comes so many milliseconds later; until then the one before stays.
    pub panel: Option<u64>,
    /// The panel says which order it is of.
    pub panel_says: bool,
    /// So many rows are there at first; more come as the page is scrolled to its end.
    pub endless: Option<usize>,
    /// A field above the table hides the rows of other states, so many milliseconds after it is typed into.
    pub filter: Option<u64>,
    /// A number before each row, as it stands.
    pub numbered: bool,
    /// A row of heads stands in the middle of the table as well.
    pub heads_again: bool,
    /// The rows are drawn as they come into view.
    pub windowed: bool,
    /// Rows come later than the page.
    pub late: bool,
    /// The page says above the table which order was approved last.
    pub says: bool,
    /// What the button of a row says.
    pub button: &'static str,
    /// Heads in the place of its own.
    pub heads: Option<&'static str>,
    /// A second table of the same columns.
    pub closed: Vec<Order>,
}

#[derive(Default)]
struct State {
    orders: Vec<Order>,
    ways: Ways,
    /// The orders that were approved, in order.
    took: Vec<String>,
}

/// The shop.
#[derive(Clone)]
pub struct Shop {
    at: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Shop {
    /// Open it with these orders.
    pub fn open(orders: &[Order]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State {
            orders: orders.to_vec(),
            ..State::default()
        }));
        let shop = Self {
            at,
            state: Arc::clone(&state),
        };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&state);
                // A browser opens connections that it says nothing on.
                thread::spawn(move || serve(&state, stream));
            }
        });
        shop
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.at)
    }

    /// Have other orders.
    pub fn has(&self, orders: &[Order]) {
        self.state.lock().unwrap().orders = orders.to_vec();
    }

    /// Do things another way.
    pub fn does(&self, ways: Ways) {
        self.state.lock().unwrap().ways = ways;
    }

    /// The orders that were approved, in order.
    pub fn took(&self) -> Vec<String> {
        self.state.lock().unwrap().took.clone()
    }
}

fn serve(state: &Mutex<State>, stream: TcpStream) {
    let mut reader = BufReader::new(&stream);
    let mut first = String::new();
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return;
    }
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(it) = line.to_lowercase().strip_prefix("content-length:") {
            length = it.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    let body = String::from_utf8_lossy(&body).into_owned();
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
    let mut state = state.lock().unwrap();
    let reply = match (method, path.split('?').next().unwrap_or("/")) {
        ("POST", "/approve") => {
            let number = body.strip_prefix("number=").unwrap_or("").to_owned();
            approve(&mut state, &number);
            let query = if state.ways.silent {
                String::new()
            } else {
                format!("?done={number}")
            };
            format!(
                "HTTP/1.1 303 See Other\r\nLocation: /{query}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
        }
        ("POST", path) if path.starts_with("/order/") => {
            let number = path.trim_start_matches("/order/").to_owned();
            approve(&mut state, &number);
            format!(
                "HTTP/1.1 303 See Other\r\nLocation: /?done={number}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
        }
        ("GET", path) if path.starts_with("/order/") => {
            page(&order(&state, path.trim_start_matches("/order/")))
        }
        ("GET", "/") => page(&list(&state, path)),
        ("GET", "/start") => {
            page("<!doctype html><title>Shop</title><h1>Shop</h1><p><a href=/>All orders</a></p>")
        }
        _ => "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_owned(),
    };
    drop(state);
    let _ = (&stream).write_all(reply.as_bytes());
}

fn approve(state: &mut State, number: &str) {
    state.took.push(number.to_owned());
    let ways = state.ways.clone();
    if !ways.loses && !ways.silent {
        let mut all = state.orders.iter_mut();
        if let Some(order) = all.find(|it| it.number == number) {
            order.status = match ways.becomes {
                "" => "approved",
                other => other,
            }
            .to_owned();
        }
    }
    if ways.hides {
        state.orders.retain(|it| it.status != "approved");
    }
    if ways.turns {
        state.orders.reverse();
    }
    if let Some(new) = state.ways.gains.take() {
        state.orders.insert(0, new);
    }
    if let Some((_, other)) = ways.takes_away.filter(|it| it.0 == number) {
        state.orders.retain(|it| it.number != other);
    }
}

fn page(body: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn order(state: &State, number: &str) -> String {
    let order = state.orders.iter().find(|it| it.number == number);
    let Some(order) = order else {
        return "<!doctype html><title>Gone</title><p>There is no such order.</p>".to_owned();
    };
    format!(
        "<!doctype html><title>Order {number}</title><h1>Order</h1><p>{number}, {}</p><form method=post>\
         <label for=s>State</label> <select id=s name=state><option>late<option>paid<option>approved</select> \
         <button>Save</button></form><p><a href=/>Back to the list</a></p>",
        order.customer
    )
}

fn list(state: &State, path: &str) -> String {
    let ways = &state.ways;
    let value = |name: &str| {
        let query = path.split_once('?').map_or("", |it| it.1);
        let mut all = query.split('&').filter_map(|it| it.split_once('='));
        all.find(|it| it.0 == name).map(|it| it.1.to_owned())
    };
    let done = value("done").unwrap_or_default();
    let at: usize = value("page").and_then(|it| it.parse().ok()).unwrap_or(1);
    let most = ways.page.unwrap_or(usize::MAX);
    let shown: Vec<&Order> = state
        .orders
        .iter()
        .skip((at - 1).saturating_mul(most))
        .take(most)
        .collect();
    let heads = || heads(ways);
    let row = |(nth, it): (usize, &&Order)| row(ways, nth, it);
    let mut rows: Vec<String> = shown.iter().enumerate().map(row).collect();
    if ways.heads_again {
        rows.insert(1, heads());
    }
    let title = format!("Orders {done}");
    let mut body = format!("<!doctype html><title>{}</title><h1>Shop</h1>", title.trim());
    if ways.says && !done.is_empty() {
        body += &format!("<p>Last: <b>{done}</b></p>");
    }
    let table = |name: &str, rows: &str| {
        format!(
            "<h2>{name}</h2><table><thead>{}</thead><tbody>{rows}</tbody></table>",
            heads()
        )
    };
    if ways.filter.is_some() {
        body += "<p><label for=f>State</label> <input id=f>";
    }
    if ways.windowed {
        body += &windowed(&rows, &heads());
    } else if let Some(first) = ways.endless {
        let rest: Vec<String> = rows.iter().skip(first).map(|it| format!("`{it}`")).collect();
        rows.truncate(first);
        body += &table("Open orders", &rows.concat());
        body += &endless(&rest.join(","));
    } else if ways.late {
        let rows = rows.concat().replace('`', "");
        body += &table("Open orders", "");
        body += &format!(
            "<script>setTimeout(() => document.querySelector('tbody').innerHTML = `{rows}`, 1200)</script>"
        );
    } else {
        body += &table("Open orders", &rows.concat());
    }
    if !ways.closed.is_empty() {
        let closed = ways.closed.iter().collect::<Vec<_>>();
        let rows: Vec<String> = closed.iter().enumerate().map(row).collect();
        body += &table("Closed orders", &rows.concat());
    }
    body += &pages(ways, at, state.orders.len().div_ceil(most));
    body += &scripts(ways);
    body
}

fn heads(ways: &Ways) -> String {
    if let Some(heads) = ways.heads {
        return format!("<tr>{heads}");
    }
    let place = if ways.numbered { "<th>#" } else { "" };
    format!("<tr>{place}<th>Number<th>Customer<th>Status<th>Action")
}

fn row(ways: &Ways, nth: usize, it: &Order) -> String {
    let button = if ways.button.is_empty() {
        "Approve"
    } else {
        ways.button
    };
    let place = if ways.numbered {
        format!("<td>{}", nth + 1)
    } else {
        String::new()
    };
    let action = match ways.panel {
        Some(_) => format!("<button onclick=\"show('{}')\">Open</button>", it.number),
        None => format!(
            "<form method=post action=/approve><button name=number value={}>{button}</button></form>",
            it.number
        ),
    };
    format!(
        "<tr>{place}<td><a href=/order/{0}>{0}</a><td>{1}<td><span class=badge>{2}</span><td>{action}",
        it.number, it.customer, it.status
    )
}

/// What leads to other pages.
fn pages(ways: &Ways, at: usize, pages: usize) -> String {
    let mut body = String::new();
    if ways.numbers {
        let number = |it: usize| match it == at {
            true => format!("<span>{it}</span> "),
            false => format!("<a href=/?page={it}>{it}</a> "),
        };
        body += &format!("<p>{}</p>", (1..=pages).map(number).collect::<String>());
    } else {
        if at > 1 {
            body += &format!("<p><a href=/?page={}>Previous</a></p>", at - 1);
        }
        if at < pages {
            body += &format!("<p><a href=/?page={}>Next</a></p>", at + 1);
        }
    }
    body
}

/// What a panel and a filter do.
fn scripts(ways: &Ways) -> String {
    let mut body = String::new();
    if let Some(after) = ways.panel {
        let says = if ways.panel_says {
            "'Order ' + it"
        } else {
            "'Order'"
        };
        body += &format!(
            "<section id=panel></section><script>{}</script>",
            PANEL.replace("AFTER", &after.to_string()).replace("SAYS", says)
        );
    }
    if let Some(after) = ways.filter {
        body += &format!("<script>{}</script>", FILTER.replace("AFTER", &after.to_string()));
    }
    body
}

/// An order is opened beside the table, some time after it was asked for; what it shows until then is the one before. The first comes
/// at once.
const PANEL: &str = "const show = (it) => setTimeout(() => { panel.innerHTML = `<h3></h3><button id=save>Approve</button>`;
 panel.querySelector('h3').textContent = SAYS; panel.querySelector('button').onclick = async () => {
 const page = await (await fetch('/approve', { method: 'POST', body: 'number=' + it })).text();
 document.querySelector('tbody').innerHTML = new DOMParser().parseFromString(page, 'text/html').querySelector('tbody').innerHTML;
 if (window.f) f.oninput(); document.title = 'Orders ' + it; }; }, panel.innerHTML ? AFTER : 0);";

/// Rows of other states are hidden, some time after the field was typed into.
const FILTER: &str = "let last = 0; f.oninput = () => { clearTimeout(last); last = setTimeout(async () => { await fetch('/start');
 for (const it of document.querySelectorAll('tbody tr')) it.hidden = !!f.value && it.querySelector('.badge').textContent !== f.value; }, AFTER); };";

/// More rows come as the page is scrolled to its end.
fn endless(rest: &str) -> String {
    format!(
        "<div style=\"height:900px\"></div><script>const rest = [{rest}]; let busy = false; addEventListener('scroll', () => {{\
         if (busy || !rest.length || innerHeight + scrollY < document.body.scrollHeight - 40) return; busy = true;\
         setTimeout(() => {{ document.querySelector('tbody').insertAdjacentHTML('beforeend', rest.splice(0, 7).join('')); busy = false; }}, 150); }});</script>"
    )
}

/// A table that draws the rows near what is in view.
fn windowed(rows: &[String], heads: &str) -> String {
    let rows: Vec<String> = rows.iter().map(|it| format!("`{it}`")).collect();
    format!(
        "<h2>Open orders</h2><div id=list style=\"height:300px; overflow-y:auto\"><table style=\"width:100%\"><thead>{heads}</thead>\
         <tbody id=all></tbody></table></div><script>const rows = [{}], ROW = 40;\
         const draw = () => {{ const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 2), last = Math.min(rows.length, first + 12);\
         const gap = (n) => `<tr style=\"height:${{n * ROW}}px\"></tr>`;\
         all.innerHTML = gap(first) + rows.slice(first, last).join('') + gap(rows.length - last);\
         for (const it of all.rows) if (it.cells.length) it.style.height = ROW + 'px'; }};\
         list.addEventListener('scroll', draw); draw();</script>",
        rows.join(",")
    )
}
