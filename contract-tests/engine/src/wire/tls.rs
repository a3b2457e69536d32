//! The TLS configuration: trusted certificates and the client's own.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use rustls::ClientConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls_platform_verifier::Verifier;

use crate::reach::Reach;

/// Builds the TLS configuration. Certificates are always verified, against those of this machine
/// and those in the configured file.
///
/// # Errors
/// Returns an error if a file or the machine's certificates cannot be used.
pub(super) fn config(reach: &Reach) -> Result<ClientConfig> {
    let provider = Arc::new(default_provider());
    let extra = reach.ca.as_deref().map(certificates).transpose()?;
    let verifier = Verifier::new_with_extra_roots(extra.unwrap_or_default(), Arc::clone(&provider))
        .context("cannot use the certificates of this machine")?;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("cannot set up TLS")?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    let Some((certificate, key)) = &reach.client else {
        return Ok(config.with_no_client_auth());
    };
    let chain = certificates(certificate)?;
    let shown = key.display();
    let key = PrivateKeyDer::from_pem_file(key)
        .with_context(|| format!("{shown} has no private key in PEM"))?;
    config.with_client_auth_cert(chain, key).with_context(|| {
        format!(
            "{} and {shown} do not belong together",
            certificate.display()
        )
    })
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let shown = path.display();
    let all = CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("cannot read certificates in PEM from {shown}"))?;
    ensure!(!all.is_empty(), "{shown} has no certificate in PEM");
    Ok(all)
}
