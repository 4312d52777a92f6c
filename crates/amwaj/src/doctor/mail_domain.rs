//! Whether receivers will believe that the company's mail comes from the company: SPF (RFC 7208), DKIM (RFC 6376) and
//! DMARC (RFC 7489) of the sender's domain, as its DNS has them.
//!
//! The envelope has the same sender as the `From` line, so whatever SPF lets pass is also aligned for DMARC.

use hickory_resolver::TokioResolver;
use hickory_resolver::proto::rr::RData;
use storage::db::PATIENCE;

use crate::dns;
use crate::doctor::check::Check;
use crate::settings::Settings;

/// Selectors that mail companies use, tried where the settings name none.
const USUAL_SELECTORS: [&str; 8] =
    ["default", "google", "selector1", "selector2", "s1", "k1", "mail", "dkim"];
/// Domains that are in nobody's DNS (RFC 6761).
const RESERVED: [&str; 4] = ["example", "test", "localhost", "invalid"];

/// A line each for SPF, DKIM and DMARC; empty where mails become files, or come from a domain that cannot be in the
/// DNS.
pub(super) async fn lines(settings: &Settings) -> Vec<Check> {
    let (Some(_), Some(from)) = (&settings.smtp_url, &settings.mail_from) else {
        return Vec::new();
    };
    let domain = from.email.domain();
    if !domain.contains('.') || domain.rsplit('.').next().is_some_and(|top| RESERVED.contains(&top)) {
        return Vec::new();
    }
    match dns::resolver() {
        Ok(resolver) => {
            let examined = examine(&resolver, domain, settings.dkim_selector.as_deref());
            let silent =
                || vec![unanswered("SPF", &format!("no answer within {} s", PATIENCE.as_secs_f32()))];
            tokio::time::timeout(PATIENCE, examined).await.unwrap_or_else(|_| silent())
        }
        Err(error) => vec![unanswered("SPF", &error.to_string())],
    }
}

async fn examine(resolver: &TokioResolver, domain: &str, selector: Option<&str>) -> Vec<Check> {
    let (records, dkim, dmarc) =
        tokio::join!(texts(resolver, domain), dkim(resolver, domain, selector), dmarc(resolver, domain));
    let spf = match records {
        Ok(records) => spf(domain, &records),
        // Without a name server once is enough.
        Err(error) => return vec![unanswered("SPF", &error)],
    };
    let dkim = dkim.unwrap_or_else(|error| unanswered("DKIM", &error));
    let dmarc = dmarc.unwrap_or_else(|error| unanswered("DMARC", &error));
    vec![spf, dkim, dmarc]
}

fn unanswered(about: &str, error: &str) -> Check {
    Check::warn(about, format!("could not be asked for ({error})"), "see that this machine has a name server")
}

/// The TXT records of a name; empty if the name does not exist.
async fn texts(resolver: &TokioResolver, name: &str) -> Result<Vec<String>, String> {
    let answer = match resolver.txt_lookup(format!("{name}.")).await {
        Ok(answer) => answer,
        Err(error) if error.is_no_records_found() => return Ok(Vec::new()),
        Err(error) => return Err(error.to_string()),
    };
    let text = |data: &RData| match data {
        RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
        _ => None,
    };
    Ok(answer.answers().iter().filter_map(|record| text(&record.data)).collect())
}

fn spf(domain: &str, records: &[String]) -> Check {
    let about = "SPF";
    let is_spf =
        |record: &&String| record.split(' ').next().is_some_and(|v| v.eq_ignore_ascii_case("v=spf1"));
    let own: Vec<&String> = records.iter().filter(is_spf).collect();
    let record = match own.as_slice() {
        [] => {
            let remedy = "add the TXT record that your mail company names, such as `v=spf1 include:… ~all`";
            return Check::warn(
                about,
                format!("{domain} has no record, so its mail may be taken for spam"),
                remedy,
            );
        }
        [one] => one.to_lowercase(),
        more => {
            let text = format!("{domain} has {} records, and receivers believe none of them", more.len());
            return Check::fail(about, text, "join them to one: a domain has a single `v=spf1` record");
        }
    };
    let mut words = record.split_whitespace().skip(1);
    let last = words.find(|word| word.trim_start_matches(['+', '-', '~', '?']) == "all");
    match last {
        Some("all" | "+all" | "?all") => {
            let text = format!("the record of {domain} lets anybody send in its name: {record}");
            Check::warn(about, text, "let it end with `~all` or `-all`")
        }
        None if !record.contains("redirect=") => {
            let text = format!("the record of {domain} says nothing of other senders: {record}");
            Check::warn(about, text, "let it end with `~all` or `-all`")
        }
        _ => Check::ok(about, format!("{domain}: {record}")),
    }
}

async fn dkim(resolver: &TokioResolver, domain: &str, selector: Option<&str>) -> Result<Check, String> {
    let about = "DKIM";
    let selectors = selector.map_or_else(|| USUAL_SELECTORS.to_vec(), |one| vec![one]);
    for selector in &selectors {
        let name = format!("{selector}._domainkey.{domain}");
        let records = texts(resolver, &name).await?;
        let Some(key) = records.iter().find_map(|record| tag(record, "p")) else { continue };
        if key.is_empty() {
            let text = format!("the key at {name} is withdrawn (`p=` is empty)");
            return Ok(Check::fail(about, text, "put your mail company's present key there"));
        }
        return Ok(Check::ok(about, format!("a key is at {name}")));
    }
    let remedy = "add the TXT record that your mail company names, and its selector as AMWAJ_DKIM_SELECTOR";
    let tried = selectors.join(", ");
    Ok(Check::warn(about, format!("no key of {domain} was found (selectors tried: {tried})"), remedy))
}

/// The policy of the domain, or of the nearest one above it.
async fn dmarc(resolver: &TokioResolver, domain: &str) -> Result<Check, String> {
    let about = "DMARC";
    let mut at = domain;
    while at.contains('.') {
        let records = texts(resolver, &format!("_dmarc.{at}")).await?;
        let policies: Vec<&String> =
            records.iter().filter(|record| tag(record, "v").as_deref() == Some("DMARC1")).collect();
        match policies.as_slice() {
            [] => at = at.split_once('.').map_or("", |(_, above)| above),
            [one] if tag(one, "p").is_some() => {
                return Ok(Check::ok(about, format!("{at}: {one}; the envelope's sender is {domain} too")));
            }
            [one] => {
                let text = format!("the record of {at} has no policy: {one}");
                return Ok(Check::warn(about, text, "let it say `p=none`, or a stricter one"));
            }
            _ => {
                let text = format!("{at} has {} records, and receivers believe none", policies.len());
                return Ok(Check::fail(about, text, "leave a single `v=DMARC1` record"));
            }
        }
    }
    let remedy = format!("add a TXT record at _dmarc.{domain}: `v=DMARC1; p=none`, and a stricter one later");
    Ok(Check::warn(about, format!("{domain} has no policy, which large mail companies ask for"), remedy))
}

/// The value of a tag in a record such as `v=DKIM1; p=…`, without white space.
fn tag(record: &str, name: &str) -> Option<String> {
    let mut tags = record.split(';').filter_map(|part| part.split_once('='));
    let value = tags.find(|(found, _)| found.trim() == name)?.1;
    Some(value.split_whitespace().collect())
}

#[cfg(test)]
#[path = "mail_domain_tests.rs"]
mod tests;
