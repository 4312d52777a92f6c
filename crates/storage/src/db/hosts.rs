//! The hosts of a PostgreSQL URL: `postgres://user:password@a:5432,b:5433,c/database`, as libpq writes them.

use url::Url;

/// A URL for each of the hosts, in their order; nothing where one of them is none.
pub fn split(url: &str) -> Option<Vec<String>> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let (user, hosts) = match authority.rsplit_once('@') {
        Some((user, hosts)) => (format!("{user}@"), hosts),
        None => (String::new(), authority),
    };
    let one = |host: &str| {
        let url = format!("{scheme}://{user}{host}{tail}");
        Url::parse(&url).is_ok().then_some(url)
    };
    let several = hosts.contains(',');
    hosts.split(',').map(|host| if several && host.is_empty() { None } else { one(host) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_gets_a_url_of_its_own() {
        let split = |url| split(url).unwrap_or_default();
        assert_eq!(
            split("postgres://u:p@a:1,b,[::1]:3/d?sslmode=require"),
            [
                "postgres://u:p@a:1/d?sslmode=require",
                "postgres://u:p@b/d?sslmode=require",
                "postgres://u:p@[::1]:3/d?sslmode=require"
            ]
        );
        for one in ["postgres://a/d", "postgres://u:p%40x@a:5432/d", "postgres:///d?host=/run/postgresql"] {
            assert_eq!(split(one), [one]);
        }
        for none in ["postgres://a,,b/d", "postgres://a,b:port/d", "postgres"] {
            assert_eq!(split(none), [""; 0], "{none}");
        }
    }
}
