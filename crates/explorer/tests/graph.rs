//! Graphs of every version are read, and those of the newest are written to the same bytes.

use autorpa_explorer::graph::Graph;

const V1: &str = include_str!("samples/graph-v1.json");

#[test]
fn a_graph_of_version_1() {
    let mut graph = Graph::default();
    graph.use_version("net.example.notes", "1.0");
    let effect = graph.effect_mut("net.example.notes", 7, "click|add");
    (effect.changed, effect.unchanged, effect.rewarded) = (2, 1, 3);
    (effect.useful, effect.failed) = (4, 5);
    effect.leads_to.insert(u64::MAX, 2);
    graph.effect_mut("net.example.notes", 7, "click|bare");
    graph.note_words("net.example.notes", 7, ["move", "add"].map(str::to_owned).into());
    graph.note_ends_itself("pages");
    assert_eq!(graph.to_json() + "\n", V1);
    let read = Graph::from_json(V1);
    assert_eq!(read.to_json() + "\n", V1);
    assert_eq!(
        read.effect("net.example.notes", 7, "click|add"),
        graph.effect("net.example.notes", 7, "click|add")
    );
    assert!(read.ends_itself("pages"));
}

/// What is in it can be learned again, so a graph that can't be read is an empty one.
#[test]
fn another_version_is_not_read_as_this_one() {
    for version in ["0", "2", "null"] {
        let other = V1.replacen("\"version\":1", &format!("\"version\":{version}"), 1);
        assert_eq!(Graph::from_json(&other), Graph::default(), "{version}");
    }
    assert_eq!(Graph::from_json("{\"version\":2,\"apps\":[]}"), Graph::default());
}
