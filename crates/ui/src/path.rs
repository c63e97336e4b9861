//! The paths of pages, and forms that many of them have.

/// What a path has where its form has a `*`: of `/orders/17/edit`, the form `/orders/*/edit` gives `17`. `None` where the path
/// has another form, or no record stands there: `/orders/new/edit`.
pub fn in_path<'p>(path: &'p str, form: &str) -> Option<&'p str> {
    let (before, behind) = form.split_once('*')?;
    let part = path.strip_prefix(before)?.strip_suffix(behind)?;
    is_record(part).then_some(part)
}

/// Whether a part of a path may be the number or the name of a record: it has a digit.
fn is_record(part: &str) -> bool {
    !part.contains(['/', '*', '?', '#', '&', '=']) && part.bytes().any(|it| it.is_ascii_digit())
}

/// The parts of a path that may be the number or the name of a record, each with the form that gives it, the last first. What
/// stands there twice has no form.
pub fn records_in_path(path: &str) -> Vec<(&str, String)> {
    let mut all = Vec::new();
    if path.contains('*') {
        return all;
    }
    let mut from = 0;
    for part in path.split('/') {
        let to = from + part.len();
        let is_once = path.split('/').filter(|it| *it == part).count() == 1;
        if is_once && is_record(part) {
            all.push((part, format!("{}*{}", &path[..from], &path[to..])));
        }
        from = to + 1;
    }
    all.reverse();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_gives_what_a_path_has_there_and_nothing_of_another_path() {
        assert_eq!(in_path("/orders/17/edit", "/orders/*/edit"), Some("17"));
        assert_eq!(in_path("/orders/17", "/orders/*"), Some("17"));
        for other in [
            "/orders/",
            "/orders/17/edit/lines",
            "/orders/17/lines",
            "/order/17/edit",
            "/orders//edit",
            "/orders/new/edit",
        ] {
            assert_eq!(in_path(other, "/orders/*/edit"), None, "{other}");
        }
        assert_eq!(in_path("/orders/17/edit", "/orders/17/edit"), None);
    }

    #[test]
    fn what_is_a_record_in_a_path_is_given_by_its_form() {
        let path = "/v2/orders/A-17/edit";
        let all = records_in_path(path);
        assert_eq!(
            all,
            [
                ("A-17", "/v2/orders/*/edit".to_owned()),
                ("v2", "/*/orders/A-17/edit".to_owned())
            ]
        );
        for (part, form) in all {
            assert_eq!(in_path(path, &form), Some(part));
        }
        for none in ["/orders/", "/orders/17/items/17", "/a*b/17"] {
            assert!(records_in_path(none).is_empty(), "{none}");
        }
    }
}
