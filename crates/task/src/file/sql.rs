//! The `:names` in a statement, which stand for values.

use std::ops::Range;

/// Where the names stand in a statement, each with its colon. What is quoted, a comment, or behind two colons (a cast)
/// is no name.
pub fn sql_names(sql: &str) -> Vec<Range<usize>> {
    let bytes = sql.as_bytes();
    let is_name = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    let mut names = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &sql.as_bytes()[at..];
        at += match rest {
            [quote @ (b'\'' | b'"'), tail @ ..] => past(tail, &[*quote]) + 1,
            [b'-', b'-', tail @ ..] => past(tail, b"\n") + 2,
            [b'/', b'*', tail @ ..] => past(tail, b"*/") + 2,
            [b':', b':', ..] => 2,
            [b':', first, ..] if is_name(*first) && !first.is_ascii_digit() => {
                let length = rest[1..].iter().take_while(|it| is_name(**it)).count() + 1;
                names.push(at..at + length);
                length
            }
            _ => 1,
        };
    }
    names
}

/// How many bytes reach behind the next end, or all there are.
fn past(bytes: &[u8], end: &[u8]) -> usize {
    bytes
        .windows(end.len())
        .position(|window| window == end)
        .map_or(bytes.len(), |start| start + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_outside_quotes_and_comments_are_names() {
        let sql = "select ':no', \":no\", a::text /* :no */ from t -- :no\nwhere x = :yes and y=:also_2 and z = '12:30'";
        let names: Vec<&str> = sql_names(sql).into_iter().map(|range| &sql[range]).collect();
        assert_eq!(names, [":yes", ":also_2"]);
    }
}
