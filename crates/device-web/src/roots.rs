//! Closed shadow roots: scripts can't look into them, the browser can, and hands them to the script that reads pages.

use device::DeviceError;
use serde_json::{Value, json};

use crate::{cdp::CdpError, page::Page};

/// Called on a closed root in the world of the reading script.
pub(crate) const ADOPT: &str = "function () { autorpa.adopt(this); }";

/// The closed root of an element, as the browser describes that.
pub(crate) fn closed_root(described: &Value) -> Option<&Value> {
    let roots = described.pointer("/node/shadowRoots")?.as_array()?;
    let closed = |it: &&Value| it.get("shadowRootType").and_then(Value::as_str) == Some("closed");
    roots.iter().find(closed)?.get("backendNodeId")
}

impl Page {
    /// Hand over the closed roots of so many elements that may have one; whether there was any.
    pub(crate) fn open_roots(&mut self, count: usize) -> Result<bool, DeviceError> {
        let mut any = false;
        for at in 0..count {
            let Some(host) = self.handle(&format!("autorpa.suspect({at})"))? else {
                continue;
            };
            match self.open_root(&host) {
                Ok(opened) => any |= opened,
                // It is gone, or of a document in a frame: what is in it stays unseen.
                Err(CdpError::Refused { message, .. }) => tracing::debug!(message, "closed root not opened"),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(any)
    }

    fn open_root(&mut self, host: &str) -> Result<bool, CdpError> {
        let described = self.cdp.call("DOM.describeNode", json!({ "objectId": host }))?;
        let Some(root) = closed_root(&described) else {
            return Ok(false);
        };
        let params = json!({ "backendNodeId": root, "executionContextId": self.world });
        let root = self.cdp.call("DOM.resolveNode", params)?;
        let object = root.pointer("/object/objectId").cloned().unwrap_or_default();
        let params = json!({ "objectId": object, "functionDeclaration": ADOPT });
        self.cdp.call("Runtime.callFunctionOn", params).map(|_| true)
    }
}
