//! What was learned of apps by exploring them: their screens without data, and what the actions on them do.
//!
//! It is kept between searches and task types, and forgotten when an app's version changes.

mod file;

use std::collections::{BTreeMap, BTreeSet};

/// What happened when one kind of action was done on one kind of screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// How often something changed.
    pub changed: u32,
    /// How often nothing changed.
    pub unchanged: u32,
    /// How often it was the last action of an episode with reward.
    pub rewarded: u32,
    /// How often it was an action on the way to a reward, once nothing needless was left in the episode.
    pub useful: u32,
    /// How often it ended an episode without reward.
    pub failed: u32,
    /// The kinds of screens it led to, with how often.
    pub leads_to: BTreeMap<u64, u32>,
}

impl Effect {
    /// The kind of screen that it led to most often.
    pub fn destination(&self) -> Option<u64> {
        self.leads_to
            .iter()
            .max_by_key(|(_, times)| **times)
            .map(|(screen, _)| *screen)
    }

    /// Add what was counted between `then` and `now`.
    fn add(&mut self, then: &Effect, now: &Effect) {
        let counted = |known: &mut u32, then: u32, now: u32| *known += now.saturating_sub(then);
        counted(&mut self.changed, then.changed, now.changed);
        counted(&mut self.unchanged, then.unchanged, now.unchanged);
        counted(&mut self.rewarded, then.rewarded, now.rewarded);
        counted(&mut self.useful, then.useful, now.useful);
        counted(&mut self.failed, then.failed, now.failed);
        for (screen, count) in &now.leads_to {
            let before = then.leads_to.get(screen).copied().unwrap_or(0);
            counted(self.leads_to.entry(*screen).or_default(), before, *count);
        }
    }
}

/// An app's map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct App {
    /// Version of the app it was learned from.
    version: String,
    /// Screen by [`ui::Screen::structure`], then action by kind and target.
    screens: BTreeMap<u64, BTreeMap<String, Effect>>,
    /// Words that elements of a kind of screen are named by, those that were there at every visit.
    words: BTreeMap<u64, BTreeSet<String>>,
}

impl App {
    /// Note the words of a visit. Kept are those of every visit.
    fn note_words(&mut self, screen: u64, words: BTreeSet<String>) {
        match self.words.get_mut(&screen) {
            Some(known) => known.retain(|it| words.contains(it)),
            None => _ = self.words.insert(screen, words),
        }
    }
}

/// Apps, their screens, and what actions do there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    apps: BTreeMap<String, App>,
    /// Suites whose environments end episodes by themselves.
    self_ending: BTreeSet<String>,
}

impl Graph {
    /// Forget what was learned of another version of this app.
    pub fn use_version(&mut self, app: &str, version: &str) {
        let known = self.apps.entry(app.to_owned()).or_default();
        if known.version != version {
            *known = App {
                version: version.to_owned(),
                ..App::default()
            };
        }
    }

    /// Whether no app's screens are known.
    pub fn is_empty(&self) -> bool {
        self.apps
            .values()
            .all(|it| it.screens.is_empty() && it.words.is_empty())
    }

    /// The apps' versions and the suites, and nothing of any screen.
    pub fn without_screens(&self) -> Self {
        let bare = |app: &App| App {
            version: app.version.clone(),
            ..App::default()
        };
        Self {
            apps: self
                .apps
                .iter()
                .map(|(name, app)| (name.clone(), bare(app)))
                .collect(),
            self_ending: self.self_ending.clone(),
        }
    }

    /// What is known of an action on a kind of screen.
    pub fn effect(&self, app: &str, screen: u64, action: &str) -> Option<&Effect> {
        self.apps.get(app)?.screens.get(&screen)?.get(action)
    }

    /// The place to note what an action did.
    pub fn effect_mut(&mut self, app: &str, screen: u64, action: &str) -> &mut Effect {
        let app = self.apps.entry(app.to_owned()).or_default();
        app.screens
            .entry(screen)
            .or_default()
            .entry(action.to_owned())
            .or_default()
    }

    /// Note the words that elements of a screen are named by. Kept are those of every visit: what is data goes.
    pub fn note_words(&mut self, app: &str, screen: u64, words: BTreeSet<String>) {
        self.apps
            .entry(app.to_owned())
            .or_default()
            .note_words(screen, words);
    }

    /// The words of each kind of screen.
    pub fn words(&self) -> impl Iterator<Item = (u64, &BTreeSet<String>)> {
        let all = self.apps.values().flat_map(|it| &it.words);
        all.map(|(screen, words)| (*screen, words))
    }

    /// How many actions lead from each kind of screen to the nearest of some kinds of screens; only
    /// what is at most `most` away.
    pub fn distances(&self, wanted: impl Fn(u64) -> bool, most: usize) -> BTreeMap<u64, usize> {
        let known = self.apps.values().flat_map(|it| it.words.keys());
        let mut away: BTreeMap<u64, usize> = known.filter(|it| wanted(**it)).map(|it| (*it, 0)).collect();
        if away.is_empty() {
            return away;
        }
        for distance in 1..=most {
            let screens = self.apps.values().flat_map(|it| &it.screens);
            let next: Vec<u64> = screens
                .filter(|(screen, _)| !away.contains_key(screen))
                .filter(|(_, actions)| {
                    let mut ways = actions.values().filter_map(Effect::destination);
                    ways.any(|it| away.get(&it) == Some(&(distance - 1)))
                })
                .map(|(screen, _)| *screen)
                .collect();
            away.extend(next.into_iter().map(|it| (it, distance)));
        }
        away
    }

    /// Whether episodes of this suite were seen to end by themselves.
    pub fn ends_itself(&self, suite: &str) -> bool {
        self.self_ending.contains(suite)
    }

    /// Note that an episode of this suite ended by itself.
    pub fn note_ends_itself(&mut self, suite: &str) {
        if !self.ends_itself(suite) {
            self.self_ending.insert(suite.to_owned());
        }
    }

    /// Add what `now` learned since it was `then`: two searches that began with the same graph and learned side by
    /// side are both kept. What they learned of an app's other version than this graph's replaces what is here.
    pub fn add(&mut self, then: &Graph, now: &Graph) {
        for (name, app) in &now.apps {
            let known = self.apps.entry(name.clone()).or_default();
            if known.version != app.version {
                known.clone_from(app);
                continue;
            }
            for (screen, words) in &app.words {
                known.note_words(*screen, words.clone());
            }
            let before = then.apps.get(name).filter(|it| it.version == app.version);
            for (screen, actions) in &app.screens {
                let before = before.and_then(|it| it.screens.get(screen));
                let known = known.screens.entry(*screen).or_default();
                for (action, effect) in actions {
                    let before = before.and_then(|it| it.get(action)).cloned().unwrap_or_default();
                    known.entry(action.clone()).or_default().add(&before, effect);
                }
            }
        }
        self.self_ending.extend(now.self_ending.iter().cloned());
    }

    /// How many kinds of screens of an app are known.
    pub fn screens(&self, app: &str) -> usize {
        self.apps.get(app).map_or(0, |it| it.screens.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_is_read_as_it_was_written() {
        let mut graph = Graph::default();
        let effect = graph.effect_mut("notes", 7, "click|add");
        effect.changed = 2;
        effect.leads_to.insert(u64::MAX, 2);
        let read = Graph::from_json(&graph.to_json());
        assert_eq!(
            read.effect("notes", 7, "click|add"),
            graph.effect("notes", 7, "click|add")
        );
        assert_eq!(Graph::from_json(&read.to_json()), read);
    }

    #[test]
    fn a_damaged_text_gives_an_empty_graph() {
        assert_eq!(
            Graph::from_json("{\"version\":1,\"apps\":{\"no"),
            Graph::default()
        );
        assert_eq!(Graph::from_json("{\"version\":99,\"apps\":{}}"), Graph::default());
    }

    #[test]
    fn what_two_searches_learned_side_by_side_is_both_kept() {
        let mut then = Graph::default();
        then.effect_mut("notes", 7, "click|add").changed = 2;
        let (mut one, mut other) = (then.clone(), then.clone());
        one.effect_mut("notes", 7, "click|add").changed += 1;
        let effect = other.effect_mut("notes", 7, "click|add");
        effect.changed += 3;
        effect.leads_to.insert(8, 3);
        other.effect_mut("mail", 1, "click|send").failed = 1;
        other.note_ends_itself("pages");
        let mut kept = then.clone();
        kept.add(&then, &one);
        kept.add(&then, &other);
        let effect = kept.effect("notes", 7, "click|add").expect("all three know it");
        assert_eq!((effect.changed, effect.leads_to[&8]), (6, 3));
        assert_eq!(
            kept.effect("mail", 1, "click|send")
                .expect("one learned it")
                .failed,
            1
        );
        assert!(kept.ends_itself("pages"));
        // Another version of an app has nothing in common with what was known.
        let mut newer = kept.clone();
        newer.use_version("notes", "2.0");
        kept.add(&then, &newer);
        assert_eq!(kept.effect("notes", 7, "click|add"), None);
    }

    #[test]
    fn the_nearest_way_to_a_screen_with_a_word() {
        let mut graph = Graph::default();
        for (from, action, to) in [(1, "click|menu", 2), (2, "click|more", 3), (4, "click|back", 1)] {
            graph.effect_mut("notes", from, action).leads_to.insert(to, 1);
        }
        graph.note_words("notes", 3, ["move", "monday"].map(str::to_owned).into());
        graph.note_words("notes", 3, ["move", "friday"].map(str::to_owned).into());
        let words: Vec<_> = graph.words().collect();
        assert_eq!(words, [(3, &BTreeSet::from(["move".to_owned()]))]);
        let away = graph.distances(|it| it == 3, 2);
        assert_eq!(away, BTreeMap::from([(3, 0), (2, 1), (1, 2)]));
        assert!(graph.distances(|it| it == 5, 2).is_empty());
    }

    #[test]
    fn another_version_of_an_app_is_unknown() {
        let mut graph = Graph::default();
        graph.use_version("notes", "1.0");
        graph.effect_mut("notes", 7, "click|add").changed = 1;
        graph.use_version("notes", "1.0");
        assert_eq!(graph.screens("notes"), 1);
        graph.use_version("notes", "2.0");
        assert_eq!(graph.screens("notes"), 0);
    }
}
