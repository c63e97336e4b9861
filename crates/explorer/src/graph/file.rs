//! A graph to its file and back.

mod v1;

use trajectory::file::{Head, Kept};

use super::Graph;

/// Version of the text that [`Graph::to_json`] writes.
const VERSION: u32 = 1;

impl Graph {
    /// Read what [`Graph::to_json`] wrote. A text that is damaged or from another version gives an
    /// empty graph: everything in it can be learned again.
    pub fn from_json(text: &str) -> Self {
        let read = |text| -> serde_json::Result<Option<Self>> {
            let Head { version } = serde_json::from_str(text)?;
            match version {
                1 => Ok(Some(serde_json::from_str::<v1::Graph>(text)?.restore())),
                found => {
                    tracing::warn!(
                        found,
                        reads = VERSION,
                        "the interaction graph has another version and starts anew"
                    );
                    Ok(None)
                }
            }
        };
        read(text)
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "the interaction graph can't be read and starts anew");
                None
            })
            .unwrap_or_default()
    }

    /// The graph as a text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&v1::Graph::keep(self)).expect("a graph has text keys and numbers only")
    }
}
