//! Files that pages give to save: they go into a folder that goes with the page, under names that nobody else has.

use std::{
    fs, io,
    time::{Duration, Instant},
};

use device::{DeviceError, Saved};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    browser::{Browser, text_of},
    cdp::{Cdp, CdpError},
};

const BEGINS: &str = "Browser.downloadWillBegin";
const CHANGES: &str = "Browser.downloadProgress";
/// Longest wait for files where whoever asks has no limit.
const MOST: Duration = Duration::from_secs(120);

/// What the pages of one context are given to save.
pub(crate) struct Downloads {
    cdp: Cdp,
    context: Option<String>,
    folder: TempDir,
    limit: Option<Instant>,
    coming: Vec<Coming>,
    whole: Vec<Saved>,
    /// What did not come whole, with the reason.
    broken: Vec<(String, String)>,
}

/// A file that is under way.
struct Coming {
    id: String,
    name: String,
}

impl Downloads {
    /// Have what is saved in a context come here; `None` is the browser's own.
    pub(crate) fn of(browser: &Browser, context: Option<&str>) -> Result<Self, DeviceError> {
        let folder = tempfile::Builder::new()
            .prefix("saved-")
            .tempdir_in(browser.profile());
        let folder = folder.map_err(|it| DeviceError::NoStart {
            reason: format!("no folder for what pages give to save: {it}"),
            help: "free some space in the temporary directory".to_owned(),
        })?;
        let mut cdp = browser.hear()?;
        let params =
            json!({ "behavior": "allowAndName", "eventsEnabled": true, "downloadPath": folder.path() });
        let params = in_context(params, context);
        cdp.call("Browser.setDownloadBehavior", params)?;
        Ok(Self {
            cdp,
            context: context.map(str::to_owned),
            folder,
            limit: None,
            coming: Vec::new(),
            whole: Vec::new(),
            broken: Vec::new(),
        })
    }

    /// How long the next wait may take; `None` is as long as it needs.
    pub(crate) fn limit(&mut self, left: Option<Duration>) {
        self.limit = left.map(|it| Instant::now() + it);
    }

    /// What has come whole since this was asked last.
    pub(crate) fn take(&mut self) -> Result<Vec<Saved>, DeviceError> {
        self.catch_up()?;
        Ok(std::mem::take(&mut self.whole))
    }

    /// Wait for what is under way. The error names what did not come whole, once.
    pub(crate) fn rest(&mut self) -> Result<(), DeviceError> {
        self.catch_up()?;
        let began = Instant::now();
        let until = self.limit.unwrap_or(began + MOST);
        while !self.coming.is_empty() && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            match self.cdp.wait_event(CHANGES, left) {
                Ok(event) => {
                    self.begun();
                    self.ended(&event);
                }
                Err(CdpError::Late { .. }) => {}
                Err(error) => return Err(error.into()),
            }
            self.begun();
        }
        for it in std::mem::take(&mut self.coming) {
            // A part of it is of no use to anybody.
            let params = in_context(json!({ "guid": it.id }), self.context.as_deref());
            if let Err(error) = self.cdp.call("Browser.cancelDownload", params) {
                tracing::debug!(%error, "download not ended");
            }
            let waited = began.elapsed().as_secs();
            let reason = format!("it had not come to its end when {waited} s were waited for it");
            self.broken.push((it.name, reason));
        }
        match self.broken.drain(..).next() {
            Some((name, reason)) => Err(DeviceError::NotSaved { name, reason }),
            None => Ok(()),
        }
    }

    /// Hear all that the browser has said so far.
    fn catch_up(&mut self) -> Result<(), CdpError> {
        // The answer comes behind it.
        self.cdp.call("Browser.getVersion", json!({}))?;
        self.begun();
        while let Some(event) = self.cdp.take_event(CHANGES) {
            self.ended(&event);
        }
        Ok(())
    }

    /// Take what was heard of files that begin to come.
    fn begun(&mut self) {
        while let Some(event) = self.cdp.take_event(BEGINS) {
            self.coming.push(Coming {
                id: text_of(&event, "guid"),
                name: text_of(&event, "suggestedFilename"),
            });
        }
    }

    /// Take that a file has come to its end.
    fn ended(&mut self, event: &Value) {
        let id = text_of(event, "guid");
        let Some(at) = self.coming.iter().position(|it| it.id == id) else {
            return;
        };
        let name = self.coming.remove(at).name;
        let path = self.folder.path().join(id);
        let length = |it: io::Result<fs::Metadata>| it.map(|it| it.len()).map_err(|it| it.to_string());
        let came = match text_of(event, "state").as_str() {
            "completed" => length(fs::metadata(&path)),
            _ => Err("it broke off, or the browser refused it".to_owned()),
        };
        match came {
            Ok(bytes) => self.whole.push(Saved { name, path, bytes }),
            Err(reason) => self.broken.push((name, reason)),
        }
    }
}

fn in_context(mut params: Value, context: Option<&str>) -> Value {
    if let Some(context) = context {
        params["browserContextId"] = json!(context);
    }
    params
}
