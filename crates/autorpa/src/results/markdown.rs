//! Markdown as it is printed.

/// A table in Markdown. What could be read as part of it is escaped.
pub fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells
            .iter()
            .map(|it| it.replace('|', "\\|").replace('<', "&lt;"))
            .collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = line(heads.iter().map(|&it| it.to_owned()).collect());
    text += &line(heads.iter().map(|_| "---".to_owned()).collect());
    text.extend(rows.map(line));
    text
}
