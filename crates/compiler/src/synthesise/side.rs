//! Which of several is meant, by the side at which it stands.

use strings::Expr;
use ui::{Found, Key, Locator, Side, find};

use crate::locator::fill;

use super::{member::Member, target::kinds};

/// Where nothing else tells which of several entries is meant in several recordings: the last or the first of those at one
/// side, while others stand at the other, as one's own messages do and those of others in a conversation.
pub(super) fn at_one_side(members: &[Member]) -> Option<Locator<Expr>> {
    let mut recordings: Vec<usize> = members.iter().map(|it| it.trajectory).collect();
    recordings.dedup();
    if members.len() < 2 || recordings.len() < members.len() {
        return None;
    }
    let first = members.first()?;
    let target = first.step.target?;
    let side = Side::of(&first.step.screen, target)?;
    let asked = |kind: &Locator<Expr>, it: &Member, side: Side| {
        let at_side = kind.clone().and(Key::Side, Expr::from(side.name()));
        fill(&at_side, &it.params).map_or(Found::None, |asked| find(&it.step.screen, &asked))
    };
    // Entries of a list share their id; buttons at the two ends of a bar do not.
    let entries = kinds(&first.step.screen, target).into_iter();
    let kind = entries
        .filter(|it| it.get(Key::ResourceName).is_some())
        .find(|kind| {
            let mut others = Side::ALL.into_iter().filter(|it| *it != side);
            others.any(|other| members.iter().any(|it| asked(kind, it, other) != Found::None))
        })?;
    let placed = |nth: &str| Locator {
        nth: Some(Expr::from(nth)),
        ..kind.clone().and(Key::Side, Expr::from(side.name()))
    };
    let fits = |it: &Locator<Expr>| members.iter().all(|member| member.finds_target(it));
    let description = first.step.target_description.clone();
    let found = ["-1", "1"].map(placed).into_iter().find(fits);
    found.map(|it| it.described(description))
}
