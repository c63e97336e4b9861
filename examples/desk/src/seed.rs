//! The data that the desk begins with: names and numbers that are easily taken for each other, among many others.

use rusqlite::{Transaction, params};

/// The tables.
pub const SCHEMA: &str = "
create table customer (
    id integer primary key autoincrement,
    name text not null,
    email text not null unique collate nocase,
    country text not null,
    plan text not null,
    newsletter integer not null,
    born text not null,
    notes text not null
);
create table orders (
    id integer primary key,
    number text not null unique,
    customer_id integer not null references customer (id),
    status text not null,
    amount integer not null,
    due text not null
);
";

/// Countries that can be chosen.
pub const COUNTRIES: [&str; 8] = [
    "Austria",
    "Belgium",
    "Côte d'Ivoire",
    "France",
    "Germany",
    "Netherlands",
    "Poland",
    "United Kingdom",
];

/// Plans that can be chosen.
pub const PLANS: [&str; 3] = ["Basic", "Pro", "Team"];

/// Name, e-mail, country and plan of those that look alike.
const ALIKE: [(&str, &str, &str, &str); 14] = [
    ("Ann", "ann@example.org", "Germany", "Basic"),
    ("Ann Lee", "ann.lee@example.org", "Germany", "Basic"),
    ("Ann Lee", "ann.lee@example.com", "Germany", "Basic"),
    ("Ann Leeson", "ann.leeson@example.org", "France", "Pro"),
    ("Joann Lee", "joann.lee@example.org", "Germany", "Pro"),
    ("Anne-Marie O'Brien", "am.obrien@example.org", "Belgium", "Team"),
    ("Chris Martin", "chris@martin.example", "United Kingdom", "Pro"),
    ("Chris Martin", "c.martin@example.net", "France", "Basic"),
    ("Chris Martinez", "chris.martinez@example.net", "France", "Basic"),
    ("Zoë Čapek", "zoe.capek@example.org", "Austria", "Pro"),
    ("Zoe Capek", "zoe.capek@example.net", "Austria", "Pro"),
    ("李 雷", "li.lei@example.org", "Netherlands", "Team"),
    ("R&D <Lab>", "lab@example.org", "Netherlands", "Team"),
    ("Max 100%", "max_100@example.org", "Poland", "Basic"),
];

const FIRST: [&str; 10] = [
    "Bruno", "Clara", "David", "Elif", "Farid", "Grete", "Hugo", "Ines", "Jonas", "Klara",
];
const LAST: [&str; 8] = [
    "Adler", "Berger", "Costa", "Dupont", "Evers", "Fischer", "Garcia", "Huber",
];
/// How many customers are made of these names.
const MADE: usize = 66;

/// Number, id of the customer, status, cents and due date of the orders that look alike.
const ALIKE_ORDERS: [(u32, i64, &str, i64, &str); 12] = [
    (10, 16, "open", 9_900, "2026-01-05"),
    (101, 17, "open", 99_000, "2026-01-09"),
    (1010, 18, "open", 990_000, "2026-01-13"),
    (11, 19, "open", 12_345, "2026-01-17"),
    (110, 20, "open", 123_450, "2026-01-21"),
    (111, 21, "open", 123_405, "2026-01-25"),
    (1011, 22, "open", 1_234_500, "2026-01-29"),
    (12, 4, "open", 12_345, "2026-02-02"),
    (120, 4, "paid", 12_345, "2026-02-02"),
    (21, 6, "cancelled", 45_000, "2026-02-06"),
    (201, 5, "open", 45_000, "2026-02-10"),
    (210, 5, "open", 54_000, "2026-02-10"),
];
/// How many other orders there are, from this number on.
const MADE_ORDERS: u32 = 48;
const FIRST_MADE_ORDER: u32 = 3001;

/// Fill empty tables.
pub fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut add = transaction.prepare(
        "insert into customer (id, name, email, country, plan, newsletter, born, notes) \
         values (?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (at, (name, email, country, plan)) in ALIKE.iter().enumerate() {
        let born = day(1960 + at, at);
        let id = at as i64 + 1;
        add.execute(params![id, name, email, country, plan, at % 2 == 0, born, ""])?;
    }
    for at in 0..MADE {
        let (first, last) = (FIRST[at % FIRST.len()], LAST[at / FIRST.len() % LAST.len()]);
        let email = format!("{}.{}@example.com", first.to_lowercase(), last.to_lowercase());
        let (country, plan) = (COUNTRIES[at * 3 % COUNTRIES.len()], PLANS[at % PLANS.len()]);
        let notes = if at % 7 == 0 {
            "Prefers e-mail.\nNo calls before noon."
        } else {
            ""
        };
        add.execute(params![
            (ALIKE.len() + 1 + at) as i64,
            format!("{first} {last}"),
            email,
            country,
            plan,
            at % 3 == 0,
            day(1950 + at, at),
            notes
        ])?;
    }
    let mut add = transaction
        .prepare("insert into orders (number, customer_id, status, amount, due) values (?, ?, ?, ?, ?)")?;
    for (number, customer, status, cents, due) in ALIKE_ORDERS {
        add.execute(params![format!("INV-{number}"), customer, status, cents, due])?;
    }
    for at in 0..MADE_ORDERS {
        let status = ["open", "paid", "open", "cancelled"][at as usize % 4];
        let cents = i64::from(at * 7_919 % 250_000 + 1_000);
        let due = day(2026, 60 + at as usize);
        // Behind those that look alike, so that some customers have no order and can be deleted.
        let customer = ALIKE.len() as u32 + 1 + at * 5 % 40;
        add.execute(params![
            format!("INV-{}", FIRST_MADE_ORDER + at),
            customer,
            status,
            cents,
            due
        ])?;
    }
    Ok(())
}

/// A day of a year; months have 28 days here.
fn day(year: usize, at: usize) -> String {
    format!("{year}-{:02}-{:02}", at / 28 % 12 + 1, at % 28 + 1)
}
