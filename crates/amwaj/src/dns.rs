//! Questions to the name server that this machine uses.

use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{LookupIpStrategy, ResolveHosts};
use hickory_resolver::net::NetError;

/// For one answer of the name server.
const DNS_TIMEOUT: Duration = Duration::from_secs(4);

/// Asks what visitors' machines would hear: `/etc/hosts` of this one doesn't count, in which Debian gives a machine's own
/// name a loopback address.
///
/// # Errors
/// When the system names no name server.
pub(crate) fn resolver() -> Result<TokioResolver, NetError> {
    TokioResolver::builder_tokio().and_then(|mut builder| {
        let options = builder.options_mut();
        options.timeout = DNS_TIMEOUT;
        options.attempts = 1;
        options.use_hosts_file = ResolveHosts::Never;
        options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        builder.build()
    })
}
