//! The site's domain, and whether it leads to this machine.

use std::net::{IpAddr, TcpListener, UdpSocket};

use url::Url;

use crate::dns;
use crate::settings::is_public;
use crate::setup::dialogue::Proof;

/// A name, and its addresses in the DNS.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Domain {
    pub name: String,
    pub addresses: Vec<IpAddr>,
}

/// That the same name without `www.`, or with it, has no address, where visitors would type it.
pub(super) async fn missing_sibling(name: &str) -> Option<String> {
    let sibling = match name.strip_prefix("www.") {
        Some(bare) => bare.to_owned(),
        None if name.matches('.').count() == 1 => format!("www.{name}"),
        // Hardly anybody types www. before shop.example.com.
        None => return None,
    };
    let found = dns::resolver().ok()?.lookup_ip(format!("{sibling}.")).await;
    found.is_err_and(|error| error.is_no_records_found()).then(|| {
        format!("note  {sibling} has no address: make the same record for it, since visitors type it as well")
    })
}

/// Behind a proxy it's right that the name leads elsewhere.
pub(super) async fn prove(answer: &str, behind_proxy: bool) -> Proof<Domain> {
    let Some(name) = name(answer) else {
        return Proof::Wrong(format!("`{answer}` is no domain: it must be a name such as www.example.com"));
    };
    let found = match dns::resolver() {
        Ok(resolver) => match resolver.lookup_ip(format!("{name}.")).await {
            Ok(found) => Ok(found.iter().collect()),
            Err(error) if error.is_no_records_found() => Ok(Vec::new()),
            Err(error) => Err(error.to_string()),
        },
        Err(error) => Err(error.to_string()),
    };
    judge(name, found, &own_addresses(), is_own, behind_proxy)
}

/// A domain as a person types or pastes it, without `https://` and in the DNS's spelling.
fn name(answer: &str) -> Option<String> {
    let bare = answer.trim().trim_start_matches("https://").trim_start_matches("http://");
    let url = Url::parse(&format!("https://{}", bare.trim_end_matches('/'))).ok()?;
    let is_bare =
        url.path() == "/" && url.query().is_none() && url.port().is_none() && url.username().is_empty();
    (is_bare && is_public(&url)).then(|| url.host_str().map(|name| name.trim_end_matches('.').to_owned()))?
}

fn judge(
    name: String,
    found: Result<Vec<IpAddr>, String>,
    own: &[IpAddr],
    is_own: impl Fn(IpAddr) -> bool,
    behind_proxy: bool,
) -> Proof<Domain> {
    let here = listed(own);
    let addresses = match found {
        Ok(addresses) if !addresses.is_empty() => addresses,
        found => {
            let why = found.err().map(|error| format!(" ({error})")).unwrap_or_default();
            let problem = format!(
                "{name} has no address in the DNS{why}: make an A or AAAA record with this machine's, {here}"
            );
            return Proof::Doubtful(Domain { name, addresses: Vec::new() }, problem);
        }
    };
    let there = listed(&addresses);
    if addresses.iter().all(|address| is_own(*address)) {
        let found = format!("{name} leads to this machine ({there})");
        return Proof::Holds(Domain { name, addresses }, found);
    }
    if behind_proxy {
        let found = format!("{name} leads to {there}, which is the proxy's then");
        return Proof::Holds(Domain { name, addresses }, found);
    }
    let problem = format!(
        "{name} leads to {there}, and this machine has {here}. Behind a proxy or NAT that's right; otherwise mend \
         the DNS first"
    );
    Proof::Doubtful(Domain { name, addresses }, problem)
}

fn listed(addresses: &[IpAddr]) -> String {
    match addresses {
        [] => "no public address".to_owned(),
        some => some.iter().map(IpAddr::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// Only an address of this machine can be listened on.
fn is_own(address: IpAddr) -> bool {
    TcpListener::bind((address, 0)).is_ok()
}

/// The addresses from which this machine reaches others. Connecting a UDP socket chooses one and sends nothing.
fn own_addresses() -> Vec<IpAddr> {
    let of = |local: &str, anybody: &str| {
        let socket = UdpSocket::bind(local).ok()?;
        socket.connect(anybody).ok()?;
        socket.local_addr().ok().map(|address| address.ip())
    };
    // Addresses for documentation (RFC 5737, RFC 3849).
    [of("0.0.0.0:0", "203.0.113.1:9"), of("[::]:0", "[2001:db8::1]:9")].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_a_public_name_however_it_is_pasted() {
        for right in ["www.example.com", "https://WWW.example.com/", " www.example.com. "] {
            assert_eq!(name(right).as_deref(), Some("www.example.com"), "{right}");
        }
        for wrong in ["", "localhost", "192.0.2.1", "www.example.com:8080", "www.example.com/shop", "a b.com"]
        {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_told_with_both_addresses_and_is_right_behind_a_proxy() {
        let (here, there): (IpAddr, IpAddr) =
            ("192.0.2.1".parse().expect("right"), "192.0.2.9".parse().expect("right"));
        let judged = |found: Result<Vec<IpAddr>, String>, behind_proxy| {
            judge("a.example".to_owned(), found, &[here], |address| address == here, behind_proxy)
        };
        assert!(matches!(judged(Ok(vec![here]), false), Proof::Holds(..)));
        assert!(matches!(judged(Ok(vec![there]), true), Proof::Holds(..)));
        let Proof::Doubtful(domain, problem) = judged(Ok(vec![here, there]), false) else {
            panic!("one of two addresses is another machine's");
        };
        assert_eq!(domain.addresses, [here, there]);
        assert!(
            problem.contains("leads to 192.0.2.1, 192.0.2.9, and this machine has 192.0.2.1"),
            "{problem}"
        );
        for (found, words) in
            [(Ok(Vec::new()), "no address in the DNS: make"), (Err("refused".to_owned()), "(refused)")]
        {
            let Proof::Doubtful(_, problem) = judged(found, true) else { panic!("it can't be reached") };
            assert!(problem.contains(words) && problem.contains("this machine's, 192.0.2.1"), "{problem}");
        }
    }

    #[test]
    fn loopback_is_this_machine_and_an_address_for_documentation_is_not() {
        assert!(is_own("127.0.0.1".parse().expect("right")));
        assert!(!is_own("203.0.113.1".parse().expect("right")));
    }
}
