//! Why something built in does not begin as it is asked to.

use settings::Setting;
use thiserror::Error;

/// Why something built in does not begin as it is asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadStart {
    /// An address, on a device without pages.
    #[error("{} is for a device of pages, as `web` is: this one has none", Setting::Url)]
    Url,
    /// No address, on a device of pages.
    #[error(
        "the device `web` needs a page: {:#}, or a task type of a suite of pages",
        Setting::Url
    )]
    NoPage,
    /// Instances of another suite.
    #[error("`instances` are files of AndroidWorld; the pages of miniwob make their instances from seeds")]
    InstancesOfPages,
}
