//! A web page that belongs to no suite, as an environment without tasks.

use device::{Bare, Environment, EnvironmentError};
use device_web::Web;

use crate::error::CliError;

/// What stands for a suite in recordings of pages that belong to none.
pub const SUITE: &str = "page";

/// Open an address in Chromium.
pub fn open(url: &str) -> Result<Box<dyn Environment>, CliError> {
    let web = Web::open(url).map_err(EnvironmentError::from)?;
    Ok(Box::new(Bare::new(Box::new(web), SUITE)))
}
