//! An answer that is all rows of a table: the table is named, and its rows are read anew.

use serde_json::{Map, Value};
use ui::{Action, Screen, TableName, rows_as_json};

use crate::{
    program::{Kind, Stmt},
    soft::{SoftTrajectory, Step},
};

/// What all trajectories answer at their end with the rows of one table, and the trajectories without that step. `None` where one
/// of them does not.
pub(super) fn taken_out(trajectories: &[SoftTrajectory]) -> Option<(Stmt, Vec<SoftTrajectory>)> {
    let mut rest = trajectories.to_vec();
    let mut sources = Vec::new();
    let mut known: Option<(String, Vec<String>)> = None;
    for it in &mut rest {
        let step = it.steps.pop()?;
        let answered = table_of(&step)?;
        match &known {
            Some(known) if *known != answered => return None,
            Some(_) => {}
            None => known = Some(answered),
        }
        sources.push(step.source);
    }
    let (list, columns) = known?;
    Some((Stmt::new(Kind::AnswerTable { list, columns }, sources), rest))
}

/// The table whose rows a step answers with, and the columns of it.
fn table_of(step: &Step) -> Option<(String, Vec<String>)> {
    let Action::Answer { .. } = &step.action else {
        return None;
    };
    let text = step.value.as_deref()?;
    let rows: Vec<Map<String, Value>> = serde_json::from_str(text).ok()?;
    let columns: Vec<String> = rows.first()?.keys().cloned().collect();
    let list = shows(&step.screen, text, &columns)?;
    Some((list, columns))
}

/// What the one table is called whose rows are this text.
fn shows(screen: &Screen, text: &str, columns: &[String]) -> Option<String> {
    let all = ui::tables(screen);
    let mut own = all.iter().filter(|it| rows_as_json(&it.rows, columns) == text);
    let (Some(table), None) = (own.next(), own.next()) else {
        return None;
    };
    let name = TableName {
        list: table.name.clone(),
        columns: columns.iter().cloned().collect(),
    };
    // The same table, by what it is told by later.
    (name.on(screen).as_ref() == Ok(table)).then(|| table.name.clone())
}
