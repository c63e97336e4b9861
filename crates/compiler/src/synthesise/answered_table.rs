//! An answer that is all rows of a table: the table is named, and its rows are read anew.

use serde_json::{Map, Value};
use ui::{Action, Pager, TableAnswer, onward, rows_as_json};

use crate::{
    program::{Kind, Stmt},
    soft::{SoftTrajectory, Step},
};

/// What all trajectories answer at their end with the rows of one table, and the trajectories without that step. `None` where one
/// of them does not.
pub(super) fn taken_out(trajectories: &[SoftTrajectory]) -> Option<(Stmt, Vec<SoftTrajectory>)> {
    let mut rest = trajectories.to_vec();
    let mut sources = Vec::new();
    let mut known: Option<TableAnswer> = None;
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
    Some((Stmt::new(Kind::AnswerTable(known?), sources), rest))
}

/// The table whose rows a step answers with, its columns, and what leads to its further pages where it shows that there are some.
fn table_of(step: &Step) -> Option<TableAnswer> {
    let Action::Answer { .. } = &step.action else {
        return None;
    };
    let text = step.value.as_deref()?;
    let rows: Vec<Map<String, Value>> = serde_json::from_str(text).ok()?;
    let columns: Vec<String> = rows.first()?.keys().cloned().collect();
    let all = ui::tables(&step.screen);
    let mut own = all.iter().filter(|it| rows_as_json(&it.rows, &columns) == text);
    let (Some(table), None) = (own.next(), own.next()) else {
        return None;
    };
    let answer = TableAnswer {
        list: table.name.clone(),
        columns,
        pages: onward(&step.screen, table).and_then(|_| Pager::of(&step.screen, table)),
    };
    // The same table, by what it is told by later.
    (answer.of_table().on(&step.screen).as_ref() == Ok(table)).then_some(answer)
}
