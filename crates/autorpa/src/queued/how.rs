//! How the rows of a job are run, as the queue keeps it. No model, no key and no secret stands in it.

use std::path::PathBuf;

use queue::JobId;
use serde::{Deserialize, Serialize};
use task::Params;
use url::Url;

use super::request::{NoHow, NotQueued};
use crate::{
    error::Error,
    ready::Ready,
    request::{ExecRequest, Pictures},
};

/// The file's part, version 1.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HowV1 {
    version: u32,
    script: PathBuf,
    params: Params,
    device: Option<String>,
    task_type: Option<String>,
    suite: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    url: Option<String>,
    pictures: PicturesV1,
    timeout: u64,
    steps: usize,
}

/// Of any version.
#[derive(Deserialize)]
pub(super) struct Head {
    /// Which.
    pub version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PicturesV1 {
    Each,
    Ends,
    Failed,
    None,
}

/// A request that a queue may keep: on what is really there, by names that mean the same elsewhere.
pub(super) fn checked(exec: &ExecRequest) -> Result<ExecRequest, Error> {
    let kept = |what| Err(Error::usage(NotQueued::Kept { what }));
    if !exec.perturb.is_none() {
        return kept("perturbation");
    }
    if exec.instances.is_some() {
        return kept("file of instances");
    }
    if exec.fallback.is_some() {
        return kept("agent that takes over");
    }
    let url = exec.url.as_deref().and_then(|it| Url::parse(it).ok());
    if url.is_some_and(|it| !it.username().is_empty() || it.password().is_some()) {
        return Err(Error::usage(NotQueued::Password));
    }
    let script = match exec.script.is_file() {
        // It may be run from another folder.
        true => exec.script.canonicalize().unwrap_or_else(|_| exec.script.clone()),
        false => exec.script.clone(),
    };
    Ok(ExecRequest {
        script,
        keep: true,
        ..exec.clone()
    })
}

/// For machines that have the library of nobody: the function is named as it travels, and what its receipt says of its task is
/// said, so that it holds whatever device a worker has.
pub(super) fn for_others(exec: &mut ExecRequest, ready: &Ready) {
    if exec.script.is_absolute() {
        exec.script = exec.script.file_name().map(PathBuf::from).unwrap_or_default();
    }
    if let (None, Some(task_type)) = (&exec.task_type, ready.own_task_type()) {
        exec.task_type = Some(task_type.to_owned());
    }
}

/// As it is kept.
pub(super) fn kept(exec: &ExecRequest) -> String {
    let how = HowV1 {
        version: 1,
        script: exec.script.clone(),
        params: exec.params.clone(),
        device: exec.device.clone(),
        task_type: exec.task_type.clone(),
        suite: exec.suite.clone(),
        seed: exec.seed,
        url: exec.url.clone(),
        pictures: match exec.pictures {
            Pictures::Each => PicturesV1::Each,
            Pictures::Ends => PicturesV1::Ends,
            Pictures::Failed => PicturesV1::Failed,
            Pictures::None => PicturesV1::None,
        },
        timeout: exec.timeout,
        steps: exec.steps,
    };
    // Text with text as keys always is JSON.
    serde_json::to_string(&how).unwrap_or_default()
}

/// What was kept.
pub(super) fn read(job: JobId, text: &str) -> Result<ExecRequest, Error> {
    // It is the job that this program can't run: nothing of this machine is at fault.
    let bad = |reason: NoHow| Error::usage(NotQueued::How { job, reason });
    // What a newer one has besides is no matter: its version says more.
    let Head { version } = serde_json::from_str(text).map_err(|it| bad(NoHow::Form(it)))?;
    if version != 1 {
        return Err(bad(NoHow::Version(version)));
    }
    let how: HowV1 = serde_json::from_str(text).map_err(|it| bad(NoHow::Form(it)))?;
    Ok(ExecRequest {
        device: how.device,
        task_type: how.task_type,
        suite: how.suite,
        seed: how.seed,
        url: how.url,
        pictures: match how.pictures {
            PicturesV1::Each => Pictures::Each,
            PicturesV1::Ends => Pictures::Ends,
            PicturesV1::Failed => Pictures::Failed,
            PicturesV1::None => Pictures::None,
        },
        timeout: how.timeout,
        steps: how.steps,
        keep: true,
        ..ExecRequest::new(how.script, how.params)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const V1: &str = include_str!("../../tests/samples/how-v1.json");

    /// A request that has every part.
    fn whole() -> ExecRequest {
        let params = Params::from([
            ("name".to_owned(), "Ada \"Lovelace\"".into()),
            (
                "tags".to_owned(),
                task::Value::List(vec!["a".to_owned(), "b".to_owned()]),
            ),
        ]);
        ExecRequest {
            device: Some("web".to_owned()),
            task_type: Some("AddCustomer".to_owned()),
            suite: Some("desk".to_owned()),
            seed: Some(u64::MAX),
            url: Some("http://127.0.0.1:8731/customers".to_owned()),
            pictures: Pictures::Each,
            timeout: 60,
            steps: 50,
            keep: true,
            ..ExecRequest::new("desk/add_customer", params)
        }
    }

    /// What an earlier program has put in a queue is read, and written to the same bytes.
    #[test]
    fn the_kept_sample_is_read_and_written() {
        let read = read(JobId(1), V1.trim_end()).unwrap();
        assert_eq!(kept(&read), V1.trim_end());
        assert_eq!(format!("{read:?}"), format!("{:?}", whole()));
    }

    #[test]
    fn another_version_is_refused_by_its_number() {
        let newer = V1.replace("\"version\":1", "\"version\":2,\"mood\":\"new\"");
        let said = super::read(JobId(1), &newer).unwrap_err().to_string();
        assert!(said.contains("version 2"), "{said}");
    }
}
