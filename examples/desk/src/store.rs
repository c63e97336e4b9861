//! What the desk keeps: customers and their orders, in one SQLite file.

use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension, Row, ToSql, named_params, params};
use serde::Serialize;

use crate::{
    draft::Draft,
    seed::{self, SCHEMA},
};

/// Rows on one page of a list.
pub const PAGE_ROWS: u32 = 30;

/// How long a writer waits while somebody else reads the file.
const BUSY: Duration = Duration::from_secs(5);

const CUSTOMER: &str = "id, name, email, country, plan, newsletter, born, notes";
const ORDER: &str = "number, customer_id, name, status, amount, due";

/// A customer as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Customer {
    /// Its key.
    pub id: i64,
    /// Full name; several may share one.
    pub name: String,
    /// E-mail address, which is unique.
    pub email: String,
    /// Country, by its English name.
    pub country: String,
    /// What it pays for.
    pub plan: String,
    /// Whether it gets the newsletter.
    pub newsletter: bool,
    /// Date of birth as `YYYY-MM-DD`, or empty.
    pub born: String,
    /// Free text of several lines.
    pub notes: String,
}

/// An order as it is kept, with the name of its customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Its number, such as `INV-101`.
    pub number: String,
    /// Whose it is.
    pub customer_id: i64,
    /// The customer's name.
    pub customer: String,
    /// `open`, `paid` or `cancelled`.
    pub status: String,
    /// Amount in cents.
    pub cents: i64,
    /// The amount as it is shown, such as `1,234.50`.
    pub amount: String,
    /// When it is due, as `YYYY-MM-DD`.
    pub due: String,
}

/// Some rows of a list, and how many there are.
#[derive(Clone, Debug, Serialize)]
pub struct Rows<T> {
    /// Those on this page.
    pub rows: Vec<T>,
    /// How many there are on all pages.
    pub total: u32,
    /// This page, from 1.
    pub page: u32,
    /// How many pages there are, at least one.
    pub pages: u32,
}

/// The database; one connection, used by one request at a time.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Open a file; a new one gets the tables and the seed data.
    pub fn open(path: &Path) -> rusqlite::Result<Self> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let tables: i64 = connection.query_row(
            "select count(*) from sqlite_schema where name in ('customer', 'orders')",
            [],
            |row| row.get(0),
        )?;
        if tables == 0 {
            let transaction = connection.transaction()?;
            transaction.execute_batch(SCHEMA)?;
            seed::fill(&transaction)?;
            transaction.commit()?;
        }
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    /// A panic elsewhere leaves the connection usable: SQLite rolls its transaction back.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Put the seed data back, and drop everything else.
    pub fn reset(&self) -> rusqlite::Result<()> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        transaction.execute_batch("delete from orders; delete from customer;")?;
        seed::fill(&transaction)?;
        transaction.commit()
    }

    /// Customers whose name, e-mail or country contains a text, by name.
    pub fn customers(&self, search: &str, page: u32) -> rusqlite::Result<Rows<Customer>> {
        let pattern = like(search);
        let found = "from customer where name like :q escape '\\' or email like :q escape '\\' \
                     or country like :q escape '\\'";
        let sorted = format!("select {CUSTOMER} {found} order by name collate nocase, email");
        self.rows(&sorted, found, &[(":q", &pattern)], page, customer)
    }

    /// One customer.
    pub fn customer(&self, id: i64) -> rusqlite::Result<Option<Customer>> {
        let query = format!("select {CUSTOMER} from customer where id = ?");
        self.lock().query_row(&query, [id], customer).optional()
    }

    /// Customers with exactly this e-mail address: one or none.
    pub fn by_email(&self, email: &str) -> rusqlite::Result<Option<Customer>> {
        let query = format!("select {CUSTOMER} from customer where email = ? collate nocase");
        self.lock().query_row(&query, [email], customer).optional()
    }

    /// Whether a text is a day of the calendar, written `YYYY-MM-DD`, that is not in the future.
    pub fn is_past_date(&self, text: &str) -> rusqlite::Result<bool> {
        self.lock().query_row(
            "select coalesce(date(:day) is :day and :day <= date('now'), 0)",
            named_params! {":day": text},
            |row| row.get(0),
        )
    }

    /// Keep a new customer.
    pub fn insert(&self, draft: &Draft) -> rusqlite::Result<()> {
        self.lock().execute(
            "insert into customer (name, email, country, plan, newsletter, born, notes) \
             values (?, ?, ?, ?, ?, ?, ?)",
            params![
                draft.name,
                draft.email,
                draft.country,
                draft.plan,
                draft.newsletter,
                draft.born,
                draft.notes
            ],
        )?;
        Ok(())
    }

    /// Keep what was changed about a customer.
    pub fn update(&self, id: i64, draft: &Draft) -> rusqlite::Result<()> {
        self.lock().execute(
            "update customer set name = ?, email = ?, country = ?, plan = ?, newsletter = ?, born = ?, \
             notes = ? where id = ?",
            params![
                draft.name,
                draft.email,
                draft.country,
                draft.plan,
                draft.newsletter,
                draft.born,
                draft.notes,
                id
            ],
        )?;
        Ok(())
    }

    /// Drop a customer that has no orders.
    pub fn delete(&self, id: i64) -> rusqlite::Result<()> {
        self.lock().execute(
            "delete from customer where id = ?1 and not exists (select 1 from orders where customer_id = ?1)",
            [id],
        )?;
        Ok(())
    }

    /// Orders whose number or customer contains a text, of one status or (where it is empty) of all, by due date.
    pub fn orders(&self, search: &str, status: &str, page: u32) -> rusqlite::Result<Rows<Order>> {
        let pattern = like(search);
        let found = "from orders join customer on customer.id = customer_id \
                     where (number like :q escape '\\' or name like :q escape '\\') and (:status in ('', status))";
        let sorted = format!("select {ORDER} {found} order by due, length(number), number");
        self.rows(
            &sorted,
            found,
            &[(":q", &pattern), (":status", &status)],
            page,
            order,
        )
    }

    /// All orders of a customer, by due date.
    pub fn orders_of(&self, customer_id: i64) -> rusqlite::Result<Vec<Order>> {
        let query = format!(
            "select {ORDER} from orders join customer on customer.id = customer_id \
             where customer_id = ? order by due, number"
        );
        self.lock()
            .prepare(&query)?
            .query_map([customer_id], order)?
            .collect()
    }

    /// One order.
    pub fn order(&self, number: &str) -> rusqlite::Result<Option<Order>> {
        let query =
            format!("select {ORDER} from orders join customer on customer.id = customer_id where number = ?");
        self.lock().query_row(&query, [number], order).optional()
    }

    /// Mark orders as paid: those that are open.
    pub fn mark_paid(&self, numbers: &[String]) -> rusqlite::Result<()> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        for number in numbers {
            transaction.execute(
                "update orders set status = 'paid' where number = ? and status = 'open'",
                [number],
            )?;
        }
        transaction.commit()
    }

    fn rows<T>(
        &self,
        sorted: &str,
        found: &str,
        values: &[(&str, &dyn ToSql)],
        page: u32,
        read: fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Rows<T>> {
        let connection = self.lock();
        let total: u32 =
            connection.query_row(&format!("select count(*) {found}"), values, |row| row.get(0))?;
        let pages = total.div_ceil(PAGE_ROWS).max(1);
        let page = page.clamp(1, pages);
        let skipped = (page - 1) * PAGE_ROWS;
        let rows = connection
            .prepare(&format!("{sorted} limit {PAGE_ROWS} offset {skipped}"))?
            .query_map(values, read)?
            .collect::<rusqlite::Result<_>>()?;
        Ok(Rows {
            rows,
            total,
            page,
            pages,
        })
    }
}

fn customer(row: &Row<'_>) -> rusqlite::Result<Customer> {
    Ok(Customer {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get("email")?,
        country: row.get("country")?,
        plan: row.get("plan")?,
        newsletter: row.get("newsletter")?,
        born: row.get("born")?,
        notes: row.get("notes")?,
    })
}

fn order(row: &Row<'_>) -> rusqlite::Result<Order> {
    let cents: i64 = row.get("amount")?;
    Ok(Order {
        number: row.get("number")?,
        customer_id: row.get("customer_id")?,
        customer: row.get("name")?,
        status: row.get("status")?,
        cents,
        amount: money(cents),
        due: row.get("due")?,
    })
}

/// A pattern for `like` that finds a text anywhere, taken literally.
fn like(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.trim().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Cents as an amount with thousands apart.
fn money(cents: i64) -> String {
    let digits = (cents / 100).to_string();
    let mut whole = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            whole.push(',');
        }
        whole.push(digit);
    }
    format!("{whole}.{:02}", cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_thousands_apart() {
        for (cents, shown) in [
            (5, "0.05"),
            (99_900, "999.00"),
            (123_450, "1,234.50"),
            (123_456_789, "1,234,567.89"),
        ] {
            assert_eq!(money(cents), shown);
        }
    }

    #[test]
    fn what_is_searched_is_no_pattern() {
        assert_eq!(like(" 50%_a\\b "), "%50\\%\\_a\\\\b%");
    }
}
