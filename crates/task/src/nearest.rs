//! Which known names a wrong name may have meant.

/// At most three known names that resemble this one, the most similar first.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let name = name.to_lowercase();
    let mut near: Vec<(f64, &str)> = known
        .into_iter()
        .map(|it| {
            let lower = it.to_lowercase();
            // A name that only lacks a part (`CreateNote`) is meant even where it is much shorter.
            let part = name.len() >= 3 && (lower.contains(&name) || name.contains(&lower));
            (
                strsim::jaro_winkler(&name, &lower) + if part { 0.5 } else { 0.0 },
                it,
            )
        })
        .filter(|(similarity, _)| *similarity > 0.75)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    near.into_iter().take(3).map(|(_, it)| it.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_parts_and_case_are_recognised_and_strangers_are_not() {
        let known = ["MarkorCreateNote", "MarkorMoveNote", "ContactsAddContact"];
        assert_eq!(nearest("MarkorCreatNote", known)[0], "MarkorCreateNote");
        assert_eq!(nearest("createnote", known)[0], "MarkorCreateNote");
        assert_eq!(nearest("addcontact", known)[0], "ContactsAddContact");
        assert!(nearest("zzzz", known).is_empty());
    }
}
