//! Names that are nearly a name.

/// How the things of a collection are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tasks) enum Grammar {
    /// Files: a stem and an extension.
    File,
    /// Titles, folders and people: words.
    Words,
    /// Phone numbers.
    Number,
}

/// Names that contain a name, precede it, or share its stem. None of them is the name itself.
pub(super) fn kin(grammar: Grammar, name: &str) -> Vec<String> {
    let mut all = match grammar {
        Grammar::File => of_file(name),
        Grammar::Words => of_words(name),
        Grammar::Number => of_number(name),
    };
    all.retain(|it| it != name && !it.trim().is_empty());
    all.dedup();
    all
}

fn of_file(name: &str) -> Vec<String> {
    let (stem, extension) = name.rfind('.').map_or((name, ""), |dot| name.split_at(dot));
    let other = match extension {
        ".md" => ".txt",
        "" | ".txt" => ".md",
        _ => ".zip",
    };
    let mut all = vec![
        format!("{stem}{other}"),
        format!("{stem}_2{extension}"),
        format!("copy_{name}"),
        format!("{stem}{extension}{other}"),
        format!("{} 1{extension}", stem.replace('_', " ")),
    ];
    if let Some((first, _)) = stem.rsplit_once('_') {
        all.push(format!("{first}{extension}"));
    }
    all.push(shorter(stem) + extension);
    all
}

fn of_words(name: &str) -> Vec<String> {
    let mut all = vec![
        format!("{name} 2"),
        format!("{name}s"),
        format!("New {name}"),
        shorter(name),
    ];
    all.extend(name.rsplit_once(' ').map(|it| it.0.to_owned()));
    all.extend(name.split_once(' ').map(|it| format!("{} Other", it.0)));
    all
}

fn of_number(name: &str) -> Vec<String> {
    let bare = name.trim_start_matches('+');
    let last = bare.chars().last().and_then(|it| it.to_digit(10)).unwrap_or(0);
    vec![
        format!("{name}0"),
        shorter(name),
        format!("{}{}", shorter(name), (last + 1) % 10),
        format!("+4{bare}"),
    ]
}

/// A name without its last letter.
fn shorter(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    letters.pop();
    letters.into_iter().collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kin_contain_precede_and_share_a_stem() {
        let file = kin(Grammar::File, "calm_owl_2.md").join(" | ");
        assert_eq!(
            file,
            "calm_owl_2.txt | calm_owl_2_2.md | copy_calm_owl_2.md | calm_owl_2.md.txt | calm owl 2 1.md | \
             calm_owl.md | calm_owl_.md"
        );
        let words = kin(Grammar::Words, "Anna Lee").join(" | ");
        assert_eq!(
            words,
            "Anna Lee 2 | Anna Lees | New Anna Lee | Anna Le | Anna | Anna Other"
        );
        assert_eq!(kin(Grammar::Words, "A"), ["A 2", "As", "New A"]);
        let number = kin(Grammar::Number, "+159").join(" | ");
        assert_eq!(number, "+1590 | +15 | +150 | +4159");
    }
}
