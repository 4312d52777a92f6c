//! Contents of the mail about a lead, as text and as HTML: first how to answer the visitor, then what they wrote.

use std::fmt::Write as _;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::lead::LeadField;
use crate::phone;
use crate::staff::answer_links::{ANSWERS, AnswerLinks};
use crate::staff::mail_html::{self, BUTTON, HEADING, INK, LABEL, VALUE};
use crate::stored_lead::Lead;
use base::clock::dubai_text;
use base::text::{escape_html, is_bidi_control};

const UNREADABLE_NUMBER: &str = "Number could not be read";

const NUMBER: &str = "margin:0 0 12px;font-size:26px;line-height:32px;font-weight:bold";
const URGENT: &str = "margin:0 0 12px;padding:10px 14px;border-radius:8px;background:#a81d4c;color:#ffffff;\
                      font-weight:bold";
const CHAT: &str = "#0a7a47";
const ANSWER: &str = "display:inline-block;margin:0 8px 8px 0;padding:12px 14px;border:1px solid #d3dedf;\
                      border-radius:10px;color:#08252d;line-height:20px;text-decoration:none";
const QUOTE: &str = "margin:0;padding:10px 14px;border-left:4px solid #d3dedf";

/// Data of the mail.
#[derive(Clone, Copy)]
pub(super) struct EmailBody<'a> {
    pub lead: &'a Lead,
    /// Number of earlier leads with the same number.
    pub earlier: u64,
    /// `None` where staff cannot reach the site by a name.
    pub answer_links: Option<&'a AnswerLinks>,
}

/// Every run of white space, line ends and control or direction characters becomes one space.
pub(crate) fn one_line(text: &str) -> String {
    let harmless = |c: char| {
        let marks = matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}');
        if c.is_control() || c.is_whitespace() || marks || is_bidi_control(c) { ' ' } else { c }
    };
    let spaced: String = text.chars().map(harmless).collect();
    spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The lines of a message, without what could not be shown.
fn lines(text: &str) -> Vec<String> {
    let unified = text.replace("\r\n", "\n").replace(['\r', '\u{0085}', '\u{2028}', '\u{2029}'], "\n");
    let shown = |c: char| c == '\t' || !c.is_control();
    unified.split('\n').map(|line| line.chars().filter(|c| shown(*c)).collect()).collect()
}

/// Links that answer the visitor with one tap; only for a number that could be read.
struct ContactLinks {
    /// As people write it, with its country.
    number: String,
    tel: String,
    chat: String,
}

impl ContactLinks {
    fn to(lead: &Lead) -> Option<Self> {
        let e164 = lead.phone_e164.as_deref()?;
        let greeting = format!("Hello, this is Amwaj about your request {}.", lead.reference);
        let greeting = utf8_percent_encode(&greeting, NON_ALPHANUMERIC);
        Some(ContactLinks {
            number: phone::international(e164),
            tel: format!("tel:{e164}"),
            chat: format!("https://wa.me/{}?text={greeting}", e164.trim_start_matches('+')),
        })
    }
}

impl EmailBody<'_> {
    /// First line of an emergency's mail.
    fn urgent(self) -> Option<String> {
        let due = self.lead.due_at.filter(|_| self.lead.emergency)?;
        Some(format!("Urgent: answer by {}", dubai_text(due)))
    }

    /// `Third request from this number`; `None` for a first one.
    fn repetition(self) -> Option<String> {
        const ORDINALS: [&str; 9] =
            ["Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];
        let earlier = usize::try_from(self.earlier).ok()?;
        let ordinal = ORDINALS.get(earlier.checked_sub(1)?);
        Some(match ordinal {
            Some(ordinal) => format!("{ordinal} request from this number"),
            None => format!("{} earlier requests from this number", self.earlier),
        })
    }

    /// The fields of one line each, as label and text.
    fn facts(self) -> Vec<(&'static str, String)> {
        let lead = self.lead;
        let mut facts =
            vec![("Reference", lead.reference.to_string()), ("Received", dubai_text(lead.received_at))];
        facts.extend(lead.due_at.map(|due| ("Answer due", dubai_text(due))));
        for (label, field) in
            [("Name", LeadField::Name), ("Phone as typed", LeadField::Phone), ("Service", LeadField::Service)]
        {
            facts.push((label, one_line(lead.typed.get(field))));
        }
        if let Some(quarantined) = &lead.quarantined {
            facts.push(("Held", one_line(&quarantined.reasons)));
        }
        facts
    }

    /// Details of the visit, as label and text.
    fn visit(self) -> Vec<(&'static str, String)> {
        let context = &self.lead.context;
        let known = [
            ("Page", &context.page),
            ("Came from", &context.referrer),
            ("Language", &context.language),
            ("Campaign source", &context.utm_source),
            ("Campaign medium", &context.utm_medium),
            ("Campaign", &context.utm_campaign),
            ("Campaign term", &context.utm_term),
            ("Campaign content", &context.utm_content),
            ("Google click id", &context.gclid),
            ("Google click id (gbraid)", &context.gbraid),
            ("Google click id (wbraid)", &context.wbraid),
            ("Facebook click id", &context.fbclid),
            ("First page", &context.landing),
            ("Last came back to", &context.last_landing),
            ("Last came back from", &context.last_referrer),
        ];
        known.into_iter().filter_map(|(label, value)| Some((label, one_line(value.as_deref()?)))).collect()
    }

    /// The links by which staff say how it went: what each says, and its address.
    fn answers(self) -> Vec<(&'static str, String)> {
        let links = self.answer_links.into_iter();
        let each = |links: &AnswerLinks| {
            ANSWERS.map(|(stage, words)| (words, links.url(&self.lead.reference, stage)))
        };
        links.flat_map(each).collect()
    }

    /// A visitor's lines are marked, so that none of them can pass for one of ours.
    pub fn text(self) -> String {
        let mut text = String::new();
        match ContactLinks::to(self.lead) {
            Some(ContactLinks { number, tel, chat }) => {
                for ours in [number, format!("Call: {tel}"), format!("Chat: {chat}")] {
                    line(&mut text, &ours);
                }
            }
            None => line(&mut text, UNREADABLE_NUMBER),
        }
        for ours in self.urgent().into_iter().chain(self.repetition()) {
            line(&mut text, &ours);
        }
        line(&mut text, "");
        for (label, value) in self.facts() {
            line(&mut text, &format!("{label}: {value}"));
        }
        if !self.lead.typed.message.is_empty() {
            line(&mut text, "\r\nMessage:");
            for written in lines(&self.lead.typed.message) {
                line(&mut text, &format!("> {written}"));
            }
        }
        let answers = self.answers();
        if !answers.is_empty() {
            line(&mut text, "\r\nHow did it go?");
            for (words, url) in answers {
                line(&mut text, &format!("  {words}: {url}"));
            }
        }
        let visit = self.visit();
        if !visit.is_empty() {
            line(&mut text, "\r\nHow they found us:");
            for (label, value) in visit {
                line(&mut text, &format!("  {label}: {value}"));
            }
        }
        text
    }

    pub fn html(self) -> String {
        let mut html = String::new();
        match ContactLinks::to(self.lead) {
            Some(ContactLinks { number, tel, chat }) => {
                // Isolated, so that a name from right to left beside it does not turn it round.
                let _ = write!(
                    html,
                    "<p style=\"{NUMBER}\"><bdi dir=\"ltr\">{}</bdi></p>\r\n",
                    escape_html(&number)
                );
                for (label, colour, link) in [("Call", INK, tel), ("Chat on WhatsApp", CHAT, chat)] {
                    let link = escape_html(&link);
                    let _ = write!(
                        html,
                        "<a href=\"{link}\" style=\"{BUTTON};background:{colour}\">{label}</a>\r\n"
                    );
                }
            }
            None => {
                let _ = write!(html, "<p style=\"{NUMBER}\">{UNREADABLE_NUMBER}</p>\r\n");
            }
        }
        if let Some(urgent) = self.urgent() {
            let _ = write!(html, "<p style=\"{URGENT}\">{urgent}</p>\r\n");
        }
        if let Some(repetition) = self.repetition() {
            let _ = write!(html, "<p style=\"{HEADING}\">{repetition}</p>\r\n");
        }
        rows(&mut html, self.facts());
        if !self.lead.typed.message.is_empty() {
            let _ = write!(
                html,
                "<p style=\"{HEADING}\">Message</p>\r\n<blockquote dir=\"auto\" style=\"{QUOTE}\">"
            );
            let shown: Vec<String> =
                lines(&self.lead.typed.message).iter().map(|line| escape_html(line)).collect();
            html.push_str(&shown.join("<br>\r\n"));
            html.push_str("</blockquote>\r\n");
        }
        let answers = self.answers();
        if !answers.is_empty() {
            let _ = write!(html, "<p style=\"{HEADING}\">How did it go?</p>\r\n<p style=\"margin:0\">");
            for (words, url) in answers {
                let url = escape_html(&url);
                let _ = write!(html, "<a href=\"{url}\" style=\"{ANSWER}\">{words}</a>\r\n");
            }
            html.push_str("</p>\r\n");
        }
        let visit = self.visit();
        if !visit.is_empty() {
            let _ = write!(html, "<p style=\"{HEADING}\">How they found us</p>\r\n");
            rows(&mut html, visit);
        }
        mail_html::page("Request", &html)
    }
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push_str("\r\n");
}

fn rows(html: &mut String, facts: Vec<(&'static str, String)>) {
    html.push_str("<table cellpadding=\"0\" cellspacing=\"0\">\r\n");
    for (label, value) in facts {
        let value = escape_html(&value);
        let _ = write!(
            html,
            "<tr><th style=\"{LABEL}\">{label}</th><td style=\"{VALUE}\"><bdi>{value}</bdi></td></tr>\r\n"
        );
    }
    html.push_str("</table>\r\n");
}
