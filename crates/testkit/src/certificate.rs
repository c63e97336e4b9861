//! A certificate of a test's own.

use std::{path::Path, process::Command};

/// Put `cert.pem` and `key.pem` into this folder.
pub fn certificate(folder: &Path) -> Result<(), String> {
    let made = Command::new("openssl")
        .args(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=here -keyout key.pem -out cert.pem"
                .split(' '),
        )
        .current_dir(folder)
        .output()
        .map_err(|it| it.to_string())?;
    match made.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&made.stderr).into_owned()),
    }
}
