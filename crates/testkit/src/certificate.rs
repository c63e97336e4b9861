//! A certificate of a test's own.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Put `cert.pem` and `key.pem` into this folder: of `127.0.0.1` and `localhost`, and of nobody who could sign others.
pub fn certificate(folder: &Path) -> Result<(), String> {
    let made = Command::new("openssl")
        .args(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=here -keyout key.pem -out cert.pem \
             -addext subjectAltName=IP:127.0.0.1,DNS:localhost -addext basicConstraints=critical,CA:FALSE"
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

/// What is answered to this text on a port of this machine, to a client that trusts `cert.pem` of this folder and nobody else.
pub fn encrypted(folder: &Path, port: &str, text: &str) -> Result<String, String> {
    let mut client = Command::new("openssl")
        .args("s_client -quiet -CAfile cert.pem -verify_return_error -connect".split(' '))
        .arg(format!("127.0.0.1:{port}"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|it| it.to_string())?;
    let mut typed = client.stdin.take();
    let sent = typed.as_mut().map(|it| it.write_all(text.as_bytes()));
    sent.transpose().map_err(|it| it.to_string())?;
    drop(typed);
    let said = client.wait_with_output().map_err(|it| it.to_string())?;
    Ok(String::from_utf8_lossy(&said.stdout).into_owned())
}
