//! The mail about a lead: whole, answerable, and deaf to whatever a visitor types (R47, R50).

use proptest::prelude::*;

use super::*;
use crate::context::Context;
use crate::lead::Typed;
use crate::reference::Reference;
use crate::stored_lead::Quarantined;

const NOW: i64 = 1_794_890_700_000;

fn lead(name: &str, phone: &str, service: &str, message: &str) -> Lead {
    Lead {
        id: "0190a000-0000-7000-8000-000000000001".into(),
        reference: Reference::read("AMW-7K3F9"),
        received_at: NOW,
        phone_e164: crate::phone::normalise(phone),
        typed: Typed {
            name: name.into(),
            phone: phone.into(),
            service: service.into(),
            message: message.into(),
        },
        quarantined: None,
        context: Context { page: Some("/contact-us".into()), ..Context::default() },
        stage: crate::Stage::New,
        due_at: Some(NOW + 24 * 3_600_000),
        erased_at: None,
        canary: false,
        emergency: false,
    }
}

fn route() -> MailRoute {
    MailRoute {
        from: "Amwaj website <website@amwaj.example>".parse().expect("an address"),
        to: vec!["office@amwaj.example".parse().expect("an address")],
        canary: "canary@amwaj.example".parse().expect("an address"),
    }
}

fn content(lead: &Lead) -> EmailBody<'_> {
    EmailBody { lead, earlier: 0, answer_links: None }
}

fn text_part(lead: &Lead) -> String {
    content(lead).text()
}

fn html_part(lead: &Lead) -> String {
    content(lead).html()
}

fn mail(lead: &Lead) -> String {
    let mail = compose(content(lead), &route(), NOW).expect("a mail");
    String::from_utf8(mail.message.formatted()).expect("mails are ASCII")
}

/// Header lines by name, unfolded.
fn headers(mail: &str) -> Vec<(String, String)> {
    let head = mail.split("\r\n\r\n").next().expect("a head").replace("\r\n ", " ");
    head.split("\r\n")
        .map(|line| line.split_once(": ").expect("a header line"))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn r47_the_mail_is_from_the_company_to_the_company_with_service_name_and_reference() {
    let mail = mail(&lead("Aisha Khan", "050 123 4567", "Plumbing Services", "A tap drips"));
    let headers = headers(&mail);
    let get = |name: &str| {
        let found = headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str()).expect("the header")
    };
    assert_eq!(get("From"), "\"Amwaj website\" <website@amwaj.example>");
    assert_eq!(get("To"), "office@amwaj.example");
    assert_eq!(get("Subject"), "Plumbing Services: request from Aisha Khan (AMW-7K3F9)");
    assert_eq!(get("Message-ID"), "<0190a000-0000-7000-8000-000000000001@amwaj.example>");
    assert!(mail.contains("A tap drips") && mail.contains("/contact-us"));
}

#[test]
fn every_mail_is_marked_as_a_machines_so_that_no_machine_answers() {
    let plain = route().plain_mail("x".into(), "x".into(), "x".into(), NOW).expect("a mail");
    let html = route().html_mail("x".into(), "x".into(), "x".into(), "x".into(), NOW).expect("a mail");
    let texts = [plain, html].map(|mail| String::from_utf8(mail.message.formatted()).expect("ASCII"));
    for text in texts.into_iter().chain([mail(&lead("Aisha", "050 123 4567", "x", "x"))]) {
        let headers = headers(&text);
        for (name, value) in [("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All")] {
            assert!(headers.contains(&(name.to_owned(), value.to_owned())), "{name}: {headers:?}");
        }
    }
}

#[test]
fn the_mail_says_when_the_visitor_should_have_heard_from_us() {
    let lead = lead("Aisha", "050 123 4567", "Plumbing Services", "");
    assert!(text_part(&lead).contains("\r\nAnswer due: 18 November 2026, 08:45 (Dubai)\r\n"));
    assert!(html_part(&lead).contains("18 November 2026, 08:45 (Dubai)"));
    assert!(!text_part(&Lead { due_at: None, ..lead }).contains("Answer due"));
}

#[test]
fn r50_one_tap_answers_where_the_number_could_be_read() {
    let known = lead("A", "٠٥٠١٢٣٤٥٦٧", "x", "");
    for part in [text_part(&known), html_part(&known)] {
        assert!(part.contains("tel:+971501234567"), "{part}");
        assert!(part.contains("https://wa.me/971501234567"), "{part}");
        assert!(part.contains("٠٥٠١٢٣٤٥٦٧"), "as typed too: {part}");
    }
    let unknown = lead("A", "javascript:alert(1)", "x", "");
    for part in [text_part(&unknown), html_part(&unknown)] {
        assert!(!part.contains("tel:") && !part.contains("wa.me") && !part.contains("href"), "{part}");
    }
}

#[test]
fn an_emergency_is_urgent_in_its_subject_and_its_mail_says_by_when_to_answer() {
    let ordinary = lead("Aisha", "0501234567", "Plumbing Services", "m");
    let urgent = Lead { due_at: Some(NOW + 3_600_000), emergency: true, ..ordinary };
    assert_eq!(subject(&urgent), "[URGENT] Plumbing Services: request from Aisha (AMW-7K3F9)");
    for part in [text_part(&urgent), html_part(&urgent)] {
        assert!(part.contains("Urgent: answer by 17 November 2026, 09:45 (Dubai)"), "{part}");
    }
    assert!(subject(&Lead { canary: true, ..urgent }).starts_with("[canary] Plumbing"));
    assert!(!html_part(&lead("A", "0", "x", "")).contains("Urgent"));
}

#[test]
fn the_number_stands_first_and_its_buttons_are_for_thumbs() {
    let known = lead("عائشة", "٠٥٠١٢٣٤٥٦٧", "x", "");
    assert!(text_part(&known).starts_with("+971 50 123 4567\r\n"));
    let html = html_part(&known);
    let at = |what: &str| html.find(what).unwrap_or_else(|| panic!("{what} in {html}"));
    assert!(at("<bdi dir=\"ltr\">+971 50 123 4567</bdi>") < at(">Call</a>"));
    assert!(at(">Call</a>") < at(">Chat on WhatsApp</a>") && at(">Chat on WhatsApp</a>") < at("Reference"));
    assert_eq!(html.matches("padding:14px 16px").count(), 2, "with a line of 24 pixels, 52 pixels high");
    let greeting = "https://wa.me/971501234567?text=Hello%2C%20this%20is%20Amwaj%20about%20your%20request%20AMW%2D7K3F9%2E";
    assert!(html.contains(greeting) && text_part(&known).contains(greeting), "{html}");
    let unknown = lead("A", "call me", "x", "");
    assert!(text_part(&unknown).starts_with("Number could not be read\r\n"));
    assert!(html_part(&unknown).contains(">Number could not be read</p>"));
}

#[test]
fn who_asks_again_is_known_as_somebody_who_does() {
    let lead = lead("A", "0501234567", "x", "");
    let with = |earlier| EmailBody { lead: &lead, earlier, answer_links: None };
    assert!(!with(0).text().contains("from this number"));
    assert!(with(1).text().contains("\r\nSecond request from this number\r\n"));
    assert!(with(2).html().contains(">Third request from this number</p>"));
    assert!(with(30).text().contains("\r\n30 earlier requests from this number\r\n"));
}

#[test]
fn a_request_that_was_quarantined_says_so_in_its_subject_and_why_in_its_mail() {
    let mut lead = lead("Aisha", "0501234567", "Plumbing Services", "m");
    assert!(!subject(&lead).contains("[held]") && !text_part(&lead).contains("Held:"));
    lead.quarantined = Some(Quarantined {
        reasons: "4 links, random letters".into(),
        released_at: Some(NOW),
        dismissed_at: None,
    });
    assert_eq!(subject(&lead), "[held] Plumbing Services: request from Aisha (AMW-7K3F9)");
    assert!(text_part(&lead).contains("Held: 4 links, random letters\r\n"));
    assert!(html_part(&lead).contains("4 links, random letters"));
}

#[test]
fn the_time_is_dubais() {
    assert!(text_part(&lead("A", "0", "x", "")).contains("Received: 17 November 2026, 08:45 (Dubai)"));
}

#[test]
fn r47_nothing_a_visitor_types_becomes_a_header() {
    let ends = ["\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\u{b}", "\u{c}", "\r\n\r\n"];
    for end in ends {
        let nasty = format!("x{end}Bcc: evil@example.com{end}{end}<b>body");
        let built = mail(&lead(&nasty, &nasty, &nasty, &nasty));
        let names: Vec<String> = headers(&built).into_iter().map(|(name, _)| name).collect();
        let (head, marks) =
            (["From", "Subject", "Date", "Message-ID"], ["Auto-Submitted", "X-Auto-Response-Suppress"]);
        let expected = [&head[..], &marks, &["To", "MIME-Version", "Content-Type"]].concat();
        assert_eq!(names, expected, "{end:?}");
        let mail = compose(content(&lead(&nasty, "0", &nasty, "")), &route(), NOW).expect("a mail");
        assert_eq!(mail.message.envelope().to().len(), 1, "{end:?}");
    }
}

#[test]
fn r47_encoded_words_of_a_visitor_stay_text() {
    let word = "=?utf-8?q?x=0D=0ABcc:_evil@example.com?=";
    let built = mail(&lead(word, "0", word, word));
    let subject = headers(&built).into_iter().find(|(name, _)| name == "Subject").expect("one").1;
    assert!(!subject.contains("=?utf-8?q?"), "{subject}");
    let again = header_text("==??utf-8?q?x??==", 100);
    assert!(!again.contains("=?") && !again.contains("?="), "{again}");
}

#[test]
fn r47_nothing_a_visitor_types_becomes_markup_or_a_line_of_ours() {
    let nasty = "</td><script>alert('1')</script>\" onload=\"x&";
    let html = html_part(&lead(nasty, nasty, nasty, nasty));
    assert!(!html.contains("<script") && !html.contains("\" onload"), "{html}");
    assert!(html.contains("&lt;script&gt;alert(&#39;1&#39;)"), "{html}");
    let text = text_part(&lead("x\r\nName: 1", "0", "x", "m\nName: 2\u{2028}Name: 3\rName: 4"));
    let names: Vec<&str> = text.lines().filter(|line| line.starts_with("Name:")).collect();
    assert_eq!(names, ["Name: x Name: 1"]);
}

#[test]
fn a_long_subject_is_cut_and_the_mail_has_it_all() {
    let name = "ش".repeat(200);
    let lead = lead(&name, "0", &"s".repeat(120), "");
    assert!(subject(&lead).chars().count() < 180);
    assert!(text_part(&lead).contains(&name));
}

proptest! {
    #[test]
    fn r47_any_lead_becomes_a_mail_with_our_headers_only(
        name in "(?s).{1,80}", phone in "(?s).{1,40}", service in "(?s).{1,80}", message in "(?s).{0,400}",
    ) {
        let built = mail(&lead(&name, &phone, &service, &message));
        prop_assert_eq!(headers(&built).len(), 9);
        prop_assert!(built.lines().all(|line| line.len() <= 998));
        prop_assert!(!built.replace("\r\n", "").contains(['\r', '\n', '\0']));
        prop_assert!(html_part(&lead(&name, &phone, &service, &message)).matches("<script").count() == 0);
    }
}
