//! One-time codes that a secret gives by the time (TOTP, RFC 6238), as an authenticator shows them.

use std::time::{SystemTime, UNIX_EPOCH};

use thiserror::Error;
use totp_rs::{Builder, Secret, Totp};
use url::Url;

/// For so many steps a code that was typed may still show somewhere.
const LATELY: u64 = 20;

/// What makes codes.
pub struct Codes {
    totp: Totp,
    step: u64,
}

/// A text is no secret of one-time codes. It is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "it is no secret of one-time codes: give the key as a site shows it (Base32), or the address behind its picture (otpauth://totp/...)"
)]
pub struct NoCodes;

impl Codes {
    /// From a key as sites show it, in Base32 with or without spaces, for six digits every thirty seconds; or from an address
    /// `otpauth://totp/...`, which may say otherwise.
    pub fn of(secret: &str) -> Result<Self, NoCodes> {
        let secret = secret.trim();
        let totp = match secret.starts_with("otpauth:") {
            // Many sites give shorter keys than the RFC asks for, so the rest is checked here.
            true if says_sensibly(secret) => Totp::from_url_unchecked(secret).map_err(|_| NoCodes)?,
            true => return Err(NoCodes),
            false => {
                let key: String = secret
                    .chars()
                    .filter(|it| !it.is_whitespace() && *it != '-')
                    .collect();
                let key = key.trim_end_matches('=').to_uppercase();
                if key.is_empty() {
                    return Err(NoCodes);
                }
                let key = Secret::try_from_base32(key).map_err(|_| NoCodes)?;
                Builder::new().with_secret(key).build_noncompliant()
            }
        };
        // The first step ends when one step is over.
        let step = totp.next_step(0);
        Ok(Self { totp, step })
    }

    /// The code at a time in seconds since 1970.
    fn at(&self, time: u64) -> String {
        self.totp.generate(time).to_string()
    }

    /// The code now.
    pub fn now(&self) -> String {
        self.at(seconds())
    }

    /// The codes of the last steps, and of the next one.
    pub fn lately(&self) -> impl Iterator<Item = String> {
        let now = seconds();
        (0..=LATELY + 1).map(move |it| self.at((now + self.step).saturating_sub(it * self.step)))
    }
}

/// Whether an address asks for codes of a usual length, for a usual time.
fn says_sensibly(address: &str) -> bool {
    let within =
        |value: &str, least: u64, most: u64| value.parse().is_ok_and(|it| (least..=most).contains(&it));
    Url::parse(address).is_ok_and(|url| {
        url.query_pairs().all(|(name, value)| match name.as_ref() {
            "period" => within(&value, 1, 3_600),
            "digits" => within(&value, 6, 8),
            _ => true,
        })
    })
}

fn seconds() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appendix B of RFC 6238; its keys are the digits again and again, in Base32 here.
    #[test]
    fn the_codes_of_the_rfc() {
        let sha1 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        let sha256 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";
        let of = |key: &str, algorithm: &str| {
            Codes::of(&format!(
                "otpauth://totp/Shop:ada?secret={key}&algorithm={algorithm}&digits=8&issuer=Shop"
            ))
        };
        for (time, first, second) in [
            (59, "94287082", "46119246"),
            (1_111_111_109, "07081804", "68084774"),
            (1_234_567_890, "89005924", "91819424"),
            (20_000_000_000, "65353130", "77737706"),
        ] {
            assert_eq!(of(sha1, "SHA1").unwrap().at(time), first);
            assert_eq!(of(sha256, "SHA256").unwrap().at(time), second);
        }
        // A key alone makes six digits; however a site groups its letters.
        for key in [
            sha1,
            "gezd gnbv gy3t qojq gezd gnbv gy3t qojq",
            "GEZDGNBV-GY3TQOJQ-GEZDGNBV-GY3TQOJQ",
        ] {
            assert_eq!(Codes::of(key).unwrap().at(59), "287082", "{key}");
        }
    }

    #[test]
    fn what_makes_no_codes_is_refused_and_not_repeated() {
        let odd = |what: &str| format!("otpauth://totp/ada?secret=GEZDGNBVGY3TQOJQ&{what}");
        let (never, short, long) = (odd("period=0"), odd("digits=0"), odd("digits=60"));
        let other = "otpauth://hotp/ada?secret=GEZDGNBV";
        for text in [
            "",
            "hunter2!",
            "otpauth:",
            other,
            "otpauth://totp/ada",
            &never,
            &short,
            &long,
        ] {
            let said = Codes::of(text).map(|_| ()).unwrap_err().to_string();
            assert!(!said.contains("hunter2") && !said.contains("GEZD"), "{said}");
        }
    }

    #[test]
    fn a_code_is_hidden_for_as_long_as_it_may_show() {
        let codes = Codes::of("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        assert!(codes.lately().any(|it| it == codes.now()));
        assert_eq!(codes.lately().count(), 22);
    }
}
