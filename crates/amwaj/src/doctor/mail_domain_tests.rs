//! SPF, DKIM and DMARC as a name server on this machine answers them.

use std::collections::HashMap;
use std::net::Ipv4Addr;

use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::op::{Message, ResponseCode};
use hickory_resolver::proto::rr::rdata::TXT;
use hickory_resolver::proto::rr::{RData, Record};
use tokio::net::UdpSocket;

use super::*;
use crate::doctor::check::Verdict;

type Zone = HashMap<&'static str, Vec<&'static str>>;

/// A name server with these TXT records, and no other names.
async fn name_server(zone: Zone) -> TokioResolver {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let mut udp = ConnectionConfig::udp();
    udp.port = socket.local_addr().expect("an address").port();
    tokio::spawn(async move {
        let mut packet = [0; 4096];
        while let Ok((length, from)) = socket.recv_from(&mut packet).await {
            let asked = Message::from_vec(&packet[..length]).expect("a question");
            let mut answer = Message::response(asked.metadata.id, asked.metadata.op_code);
            let query = asked.queries[0].clone();
            let texts = zone.get(query.name().to_utf8().trim_end_matches('.'));
            for text in texts.into_iter().flatten() {
                let data = RData::TXT(TXT::new(vec![(*text).to_owned()]));
                answer.add_answer(Record::from_rdata(query.name().clone(), 60, data));
            }
            if texts.is_none() {
                answer.metadata.response_code = ResponseCode::NXDomain;
            }
            answer.add_query(query);
            socket.send_to(&answer.to_vec().expect("a packet"), from).await.expect("sent");
        }
    });
    let mut server = NameServerConfig::udp(Ipv4Addr::LOCALHOST.into());
    server.connections = vec![udp];
    let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default()).build().expect("a resolver")
}

async fn verdicts(
    zone: &[(&'static str, &[&'static str])],
    selector: Option<&str>,
) -> Vec<(Verdict, String)> {
    let zone = zone.iter().map(|(name, texts)| (*name, texts.to_vec())).collect();
    let lines = examine(&name_server(zone).await, "mail.amwaj.ae", selector).await;
    lines.into_iter().map(|line| (line.verdict, line.to_string())).collect()
}

const SPF: &[&str] = &["google-site-verification=x", "v=spf1 include:_spf.mail.ae ~all"];
const KEY: &[&str] = &["v=DKIM1; k=rsa; p=MIGf MA0"];
const POLICY: &[&str] = &["v=DMARC1; p=quarantine; rua=mailto:d@amwaj.ae"];

#[tokio::test]
async fn a_domain_with_all_three_is_well_and_the_policy_may_stand_above_it() {
    let found = verdicts(
        &[("mail.amwaj.ae", SPF), ("selector1._domainkey.mail.amwaj.ae", KEY), ("_dmarc.amwaj.ae", POLICY)],
        None,
    )
    .await;
    assert!(found.len() == 3 && found.iter().all(|(verdict, _)| *verdict == Verdict::Ok), "{found:?}");
    assert!(
        found[1].1.contains("selector1._domainkey") && found[2].1.contains("amwaj.ae: v=DMARC1"),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_domain_with_none_gets_a_warning_for_each_with_the_record_to_add() {
    let found = verdicts(&[], Some("mx7")).await;
    assert!(found.iter().all(|(verdict, _)| *verdict == Verdict::Warn), "{found:?}");
    assert!(found[0].1.contains("v=spf1 include:") && found[1].1.contains("tried: mx7"), "{found:?}");
    assert!(found[2].1.contains("_dmarc.mail.amwaj.ae"), "{found:?}");
}

#[tokio::test]
async fn what_receivers_would_not_believe_is_said() {
    let two = &["v=spf1 -all", "v=spf1 mx -all"];
    let withdrawn = &["v=DKIM1; p="];
    let found = verdicts(
        &[
            ("mail.amwaj.ae", two),
            ("mx7._domainkey.mail.amwaj.ae", withdrawn),
            ("_dmarc.mail.amwaj.ae", &["v=DMARC1"]),
        ],
        Some("mx7"),
    )
    .await;
    let verdicts: Vec<Verdict> = found.iter().map(|(verdict, _)| *verdict).collect();
    assert_eq!(verdicts, [Verdict::Fail, Verdict::Fail, Verdict::Warn], "{found:?}");
}

#[test]
fn a_record_that_lets_anybody_send_is_a_warning() {
    for (record, verdict) in [
        ("v=spf1 +all", Verdict::Warn),
        ("v=spf1 mx ?all", Verdict::Warn),
        ("v=spf1 mx", Verdict::Warn),
        ("v=spf1 mx -all", Verdict::Ok),
        ("V=SPF1 redirect=_spf.mail.ae", Verdict::Ok),
    ] {
        assert_eq!(spf("amwaj.ae", &[record.to_owned()]).verdict, verdict, "{record}");
    }
}
