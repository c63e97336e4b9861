//! Devices that workers on several machines can reach: each is one worker's at a time. An entry says whose, and is changed by
//! compare-and-set. It is touched as rows are, and before each step that may write; by the server's clock it is nobody's any more
//! once it was not touched for a lease.

use std::{collections::BTreeMap, fmt::Write, time::Duration};

use queue::QueueError;
use tokio::time::Instant;

use crate::{
    LEASE, Shared,
    file::{DeviceV1, FORMAT},
    link::Set,
    locked,
};

/// How this program stands with a device that it has taken.
#[derive(Clone, Copy)]
pub enum Hold {
    /// It is its own; the revision of its entry.
    Own(u64),
    /// It was another one's since.
    Lost,
}

/// Where the entry of a device stands.
fn key(device: &str) -> String {
    let mut key = "device.".to_owned();
    for byte in device.bytes() {
        match byte {
            b'-' | b'_' => key.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => key.push(char::from(byte)),
            _ => {
                // A text takes what is written to it.
                let _taken = write!(key, "={byte:02x}");
            }
        }
    }
    key
}

impl Shared {
    fn own(&self, device: &str) -> DeviceV1 {
        DeviceV1 {
            version: FORMAT,
            device: device.to_owned(),
            worker: self.who.clone(),
            lease_ms: u64::try_from(LEASE.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Note what became of a device. Another thread may have noted a later change already.
    fn note(&self, device: &str, hold: Hold) {
        let mut devices = locked(&self.devices);
        if let (Some(Hold::Own(known)), Hold::Own(new)) = (devices.get(device), &hold)
            && known > new
        {
            return;
        }
        devices.insert(device.to_owned(), hold);
    }

    /// Have a device from now on, where no other worker has it.
    pub async fn take_device(&self, device: &str) -> Result<(), QueueError> {
        if let Some(Hold::Own(_)) = locked(&self.devices).get(device) {
            return Ok(());
        }
        let (key, own) = (key(device), self.own(device));
        let began = Instant::now();
        loop {
            self.link.still_tries(began)?;
            let Some(found) = self.link.get::<DeviceV1>(&key).await? else {
                self.link.create(&key, &own).await?;
                continue;
            };
            if found.value.worker == self.who {
                self.note(device, Hold::Own(found.revision));
                return Ok(());
            }
            let lease = Duration::from_millis(found.value.lease_ms);
            let left = self.left_of_lease(lease, found.created).await?;
            if !left.is_zero() {
                return Err(QueueError::DeviceTaken {
                    device: device.to_owned(),
                    worker: found.value.worker,
                    seconds: left.as_secs() + 1,
                });
            }
            // Whether it was taken is seen when it is looked at again.
            let _looks: Set = self.link.set(&key, &own, found.revision).await;
        }
    }

    /// Touch all devices of this program: none of them was another one's since.
    pub async fn keep_devices(&self) -> Result<(), QueueError> {
        let all: BTreeMap<String, Hold> = locked(&self.devices).clone();
        for (device, hold) in all {
            match hold {
                Hold::Own(revision) => self.keep_device(&device, revision).await?,
                Hold::Lost => return Err(QueueError::DeviceGone { device }),
            }
        }
        Ok(())
    }

    async fn keep_device(&self, device: &str, mut revision: u64) -> Result<(), QueueError> {
        let (key, own) = (key(device), self.own(device));
        let began = Instant::now();
        loop {
            self.link.still_tries(began)?;
            if let Set::Done(revision) = self.link.set(&key, &own, revision).await {
                self.note(device, Hold::Own(revision));
                return Ok(());
            }
            // Another thread of this program may have been faster.
            match self.link.get::<DeviceV1>(&key).await? {
                Some(it) if it.value.worker == self.who => revision = it.revision,
                Some(_) | None => {
                    self.note(device, Hold::Lost);
                    return Err(QueueError::DeviceGone {
                        device: device.to_owned(),
                    });
                }
            }
        }
    }

    /// Refuse to go on where a device was lost, as far as it is known.
    pub fn none_is_lost(&self) -> Result<(), QueueError> {
        let devices = locked(&self.devices);
        match devices.iter().find(|it| matches!(it.1, Hold::Lost)) {
            Some((device, _)) => Err(QueueError::DeviceGone {
                device: device.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Let all devices go. One that is not let go of is another one's after a lease.
    pub async fn let_devices_go(&self) {
        let all: BTreeMap<String, Hold> = locked(&self.devices).clone();
        for (device, hold) in all {
            if let Hold::Own(revision) = hold {
                let gone = self
                    .link
                    .bucket
                    .delete_expect_revision(key(&device), Some(revision));
                if let Err(error) = gone.await {
                    tracing::debug!(%error, device, "a device is not let go of");
                }
            }
        }
    }
}
