//! Finds the company's figures that somebody typed by hand: a price, a phone number or a time in a sentence goes stale
//! when the fact changes, so a sentence should use the fact's token instead.

use std::sync::LazyLock;

use regex::Regex;

use crate::promised_times::duration;
use crate::tokens::Tokens;

/// Suffixes of a fact's other forms: `electrician-words`.
pub const OTHER_FORMS: [&str; 4] = ["-words", "-hour", "-from", "-to"];

/// A figure in a text that is not a token.
#[derive(Debug, PartialEq, Eq)]
pub struct TypedFigure {
    /// As it is written.
    pub written: String,
    pub what: String,
    pub instead: String,
}

static MONEY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:AED|Dhs?\.?|dirhams?)\s*(\d[\d,]*)"));
static PHONE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:\+971|\b0\d)[\d ()-]{6,}\d"));
static EMAIL: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\w.+-]+@[\w-]+\.[\w.-]*\w"));
static RANGE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(\d+)\s*(?:–|-|to)\s*(\d+)[ -](min|hour|day|month)"));
static RESPONSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(\d+)[ -]?h(?:ours?)?\b[^.;]{0,30}\brespon\w*|\brespon[^.;]{0,30}\b(\d+)[ -]?h(?:ours?)?\b",
    )
});
static DISCOUNT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(\d+)\s*%[^.;]{0,25}\bdiscount|\bdiscount[^.;]{0,25}\b(\d+)\s*%"));
static SINCE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:since|founded in|started in)\s+(\d{4})\b"));
static RATING: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(\d\.\d)\s*(?:from|out of|stars|of 5|/)"));

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant that the tests use")
}

/// The figures in a text whose tokens are not filled in yet.
pub fn typed(text: &str, tokens: &Tokens) -> Vec<TypedFigure> {
    let mut found = Vec::new();
    money(text, tokens, &mut found);
    contacts(text, tokens, &mut found);
    for figure in RANGE.captures_iter(text) {
        let (numbers, unit) = ([&figure[1], &figure[2]], figure[3].to_lowercase());
        let same = |value: &str| numbers_in(value) == numbers && value.to_lowercase().contains(&unit);
        if let Some((token, _)) =
            tokens.iter().find(|(token, value)| token.starts_with("times.") && same(value))
        {
            found.push(by_hand(&figure[0], token));
        }
    }
    let near = [
        (&*RESPONSE, "times.response-", "no contract's response time in facts.toml"),
        (&*DISCOUNT, "plans.", "no contract's discount in plans.toml"),
    ];
    for (pattern, family, contradiction) in near {
        for figure in pattern.captures_iter(text) {
            let number = figure.get(1).or_else(|| figure.get(2)).map_or("", |number| number.as_str());
            let fits = |token: &str| {
                token.starts_with(family) && (family != "plans." || token.ends_with(".discount"))
            };
            let token = tokens.iter().find(|(token, value)| fits(token) && numbers_in(value) == [number]);
            found.push(match token {
                Some((token, _)) => by_hand(&figure[0], token),
                None => contradicts(&figure[0], contradiction),
            });
        }
    }
    for (pattern, token) in [(&*SINCE, "company.since"), (&*RATING, "company.rating")] {
        let value = tokens.iter().find(|(name, _)| *name == token).map(|(_, value)| value);
        let figures = pattern.captures_iter(text).filter(|figure| Some(&figure[1]) == value);
        found.extend(figures.map(|figure| by_hand(&figure[0], token)));
    }
    found
}

/// Amounts of money: each has to be a fact, since visitors hold the company to it.
fn money(text: &str, tokens: &Tokens, found: &mut Vec<TypedFigure>) {
    for figure in MONEY.captures_iter(text) {
        let number = figure[1].replace(',', "");
        let same = |value: &str| numbers_in(value).first().is_some_and(|first| *first == number);
        let is_price = |token: &str| token.starts_with("prices.") || token.ends_with(".price");
        let token = tokens.iter().find(|(token, value)| is_price(token) && same(&value.replace(',', "")));
        found.push(match token {
            Some((token, _)) => by_hand(&figure[0], token),
            None => contradicts(figure[0].trim_end_matches(','), "no price in facts.toml or plans.toml"),
        });
    }
}

/// Phone numbers and e-mail addresses.
fn contacts(text: &str, tokens: &Tokens, found: &mut Vec<TypedFigure>) {
    for figure in PHONE.find_iter(text) {
        // Without the country's code or the zero that stands for it inside the country.
        let own = |text: &str| {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            digits.trim_start_matches("971").trim_start_matches('0').to_string()
        };
        let same = |token: &str, value: &str| {
            ["company.phone", "company.landline", "company.chat"].contains(&token)
                && own(value) == own(figure.as_str())
        };
        let token = tokens.iter().find(|(token, value)| same(token, value));
        found.push(match token {
            Some((token, _)) => by_hand(figure.as_str(), token),
            None => contradicts(figure.as_str(), "no phone number in company.toml"),
        });
    }
    for figure in EMAIL.find_iter(text) {
        let token =
            tokens.iter().find(|(token, value)| *token == "company.email" && *value == figure.as_str());
        found.push(match token {
            Some((token, _)) => by_hand(figure.as_str(), token),
            None => contradicts(figure.as_str(), "not the e-mail address in company.toml"),
        });
    }
}

/// Pairs of times or counts that say the same in other words, and differ: `electrician` and `electrician-words`. Names and
/// what is wrong with the second.
pub fn disagreements(tokens: &Tokens) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (token, value) in
        tokens.iter().filter(|(token, _)| token.starts_with("times.") || token.starts_with("counts."))
    {
        let whole = tokens
            .iter()
            .filter(|(whole, _)| token.strip_prefix(whole).is_some_and(|form| OTHER_FORMS.contains(&form)));
        for (whole, all) in whole {
            let (numbers, all_numbers) = (numbers_in(value), numbers_in(all));
            let part = token.ends_with("-from") || token.ends_with("-to");
            let agrees = match (duration(value), duration(all)) {
                _ if part => numbers.iter().all(|number| all_numbers.contains(number)),
                // "24 h" and "24 days" have the same numbers; "within the hour" has no number. Of a range both ends
                // count.
                (Some(time), Some(whole)) => time == whole && (numbers.len() < 2 || numbers == all_numbers),
                _ => numbers.is_empty() || numbers == all_numbers,
            };
            if !agrees {
                let name = token.split_once('.').map_or(token, |(_, name)| name).to_string();
                let other = whole.split_once('.').map_or(whole, |(_, name)| name);
                found.push((name, format!("\"{value}\" and `{other}` (\"{all}\") say different things")));
            }
        }
    }
    found
}

pub fn numbers_in(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect()
}

fn by_hand(written: &str, token: &str) -> TypedFigure {
    TypedFigure {
        written: written.to_string(),
        what: format!("\"{written}\" is typed by hand"),
        instead: format!("write {{{token}}} (or one of its forms), so that it changes with the fact"),
    }
}

fn contradicts(written: &str, why: &str) -> TypedFigure {
    TypedFigure {
        written: written.to_string(),
        what: format!("\"{written}\" is {why}"),
        instead: "write a fact's token, such as {prices.ac-cleaning}; add the fact where it is missing"
            .to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node;
    use crate::report::Report;

    fn tokens(facts: &str) -> Tokens {
        let mut report = Report::default();
        let company = "since = 2005\nphone = \"+971 4 000 0000\"\nemail = \"info@example.com\"\nrating = { value = 4.8 }";
        let plans = "[[plans]]\nid = \"basic\"\nprice = 1999\nfacts = { discount = \"10%\" }";
        let [company, facts, plans] =
            [company, facts, plans].map(|text| node::parse("x.toml", text, &mut report));
        Tokens::gather([company.as_ref(), facts.as_ref(), plans.as_ref(), None])
    }

    fn usual() -> Tokens {
        tokens(
            "[prices]\nac = { from = 150, to = 300 }\n[times]\nelectrician = \"60–90 min\"\nresponse-basic = \"24 h\"\n[counts]",
        )
    }

    #[test]
    fn a_fact_that_is_typed_by_hand_is_named_with_its_token() {
        let cases = [
            ("It costs AED 1,999 a year", "{plans.basic.price}"),
            ("from Dhs 150 on", "{prices.ac}"),
            ("with you in 60 to 90 minutes", "{times.electrician}"),
            ("a 60-90 min wait", "{times.electrician}"),
            ("A 24-hour response", "{times.response-basic}"),
            ("We respond within 24 hours", "{times.response-basic}"),
            ("10% discount on parts", "{plans.basic.discount}"),
            ("a discount of 10%", "{plans.basic.discount}"),
            ("Call 04 000 0000 now", "{company.phone}"),
            ("Call +971 4 000 0000", "{company.phone}"),
            ("Write to info@example.com.", "{company.email}"),
            ("In Dubai since 2005", "{company.since}"),
            ("4.8 from 35 ratings", "{company.rating}"),
        ];
        for (text, token) in cases {
            let found = typed(text, &usual());
            assert!(found.len() == 1 && found[0].instead.contains(token), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_figure_that_contradicts_the_facts_is_named() {
        for text in
            ["only AED 99", "a 48-hour response", "30% discount", "+971 4 111 1111", "me@elsewhere.ae"]
        {
            let found = typed(text, &usual());
            assert!(found.len() == 1 && found[0].what.contains("is no"), "{text}: {found:?}");
        }
    }

    #[test]
    fn other_numbers_and_tokens_are_nobodys_fact() {
        for text in [
            "every 2 to 4 weeks",
            "set it to 24 °C",
            "call 997",
            "40% to 60% humidity",
            "since 2010",
            "{prices.ac} each",
        ] {
            assert_eq!(typed(text, &usual()), [], "{text}");
        }
    }

    #[test]
    fn two_forms_of_a_time_have_to_agree() {
        let facts = "[times]\nx = \"60–90 min\"\nx-words = \"60 to 80 minutes\"\ny = \"4 to 5 months\"\ny-from = \"4\"\ny-to = \"6 months\"\nz = \"1 h\"\nz-words = \"within the hour\"\nq = \"45 min\"\nq-words = \"within the hour\"\nr = \"24 days\"\nr-words = \"24 hours\"";
        let names: Vec<String> = disagreements(&tokens(facts)).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["q-words", "r-words", "x-words", "y-to"]);
    }
}
