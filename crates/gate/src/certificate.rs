//! The files by which a server shows who it is, and encrypts.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject},
    },
};
use thiserror::Error;
use tokio_rustls::TlsAcceptor;

/// A certificate and its key, each a PEM file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The certificate, with those that vouch for it behind it.
    pub chain: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Why a certificate can't be used.
#[derive(Debug, Error)]
pub enum BadCertificate {
    /// A file can't be read, or is no PEM file of this.
    #[error("{}: {found}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        found: pem::Error,
    },
    /// There is no certificate in the file.
    #[error("{}: it has no certificate", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Certificate and key do not go together.
    #[error("{} and {}: {found}", chain.display(), key.display())]
    Pair {
        /// The certificate.
        chain: PathBuf,
        /// The key.
        key: PathBuf,
        /// What is wrong.
        found: rustls::Error,
    },
}

impl Certificate {
    /// The one of these files, where both are named.
    pub fn of(chain: Option<PathBuf>, key: Option<PathBuf>) -> Option<Self> {
        chain.zip(key).map(|(chain, key)| Self { chain, key })
    }

    pub(crate) fn acceptor(&self) -> Result<TlsAcceptor, BadCertificate> {
        let chain = CertificateDer::pem_file_iter(&self.chain)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|it| wrong(&self.chain, it))?;
        if chain.is_empty() {
            let path = self.chain.clone();
            return Err(BadCertificate::Empty { path });
        }
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|it| wrong(&self.key, it))?;
        let pair = |found| BadCertificate::Pair {
            chain: self.chain.clone(),
            key: self.key.clone(),
            found,
        };
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(pair)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(pair)?;
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

fn wrong(path: &Path, found: pem::Error) -> BadCertificate {
    BadCertificate::File {
        path: path.to_owned(),
        found,
    }
}
