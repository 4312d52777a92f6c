//! Token expansion, and the error for unknown tokens.

use crate::node;
use crate::report::Report;
use crate::tokens::Tokens;

fn tokens(company: &str, facts: &str, plans: &str) -> Tokens {
    let mut report = Report::default();
    let [company, facts, plans] =
        [company, facts, plans].map(|text| node::parse("x.toml", text, &mut report));
    assert_eq!(report, Report::default());
    Tokens::gather([company.as_ref(), facts.as_ref(), plans.as_ref(), None])
}

#[test]
fn communities_are_counted_by_list() {
    let areas = "[[bands]]\nareas = [{ name = \"A\", lists = [\"core\", \"ac\"] }, { name = \"B\", lists = [\"ac\"] }]\n\
                 [[bands]]\nareas = [{ name = \"C\", lists = [\"ac\"] }]\n[[bands]]\nareas = []";
    let areas = node::parse("areas.toml", areas, &mut Report::default());
    let tokens = Tokens::gather([None, None, None, areas.as_ref()]);
    assert_eq!(
        tokens.fill("{counts.areas-ac}, {counts.areas-core}, {counts.areas-x}"),
        "3, 1, {counts.areas-x}"
    );
}

fn usual() -> Tokens {
    tokens(
        "since = 2005\nname = \"Amwaj & Co\"",
        "[prices]\na = { from = 150, to = 300 }\nb = { from = 5000 }\n[times]\nx = \"1 h\"\n[counts]\ny = 50",
        "[[plans]]\nid = \"basic\"\nprice = 1999\nfacts = { discount = \"10%\" }",
    )
}

#[test]
fn prices_read_as_people_write_them() {
    let cases = [
        ("{prices.a}", "AED 150–300"),
        ("{prices.a.words}", "AED 150 to 300"),
        ("{prices.a.from}, {prices.a.to}", "AED 150, AED 300"),
        ("{prices.b}", "AED 5,000 or more"),
        ("{prices.b.words}", "AED 5,000 or more"),
        ("{plans.basic.price} less {plans.basic.discount}", "AED 1,999 less 10%"),
        ("{times.x} since {company.since}, {counts.y}", "1 h since 2005, 50"),
        ("{prices.b.to} { company.since } {name}", "{prices.b.to} { company.since } {name}"),
    ];
    for (text, filled) in cases {
        assert_eq!(usual().fill(text), filled);
    }
    assert_eq!(usual().fill_html("<b>{company.name}</b>"), "<b>Amwaj &amp; Co</b>");
}

#[test]
fn what_stands_for_nothing_is_named_with_what_was_meant() {
    let cases = [
        ("{since}", "did you mean {company.since}?"),
        ("{ company.since }", "did you mean {company.since}?"),
        ("{plan.basic.price}", "did you mean {plans.basic.price}?"),
        ("{prices.aa}", "did you mean {prices.a}?"),
        ("{nmae}", "did you mean {name}?"),
    ];
    for (text, instead) in cases {
        let (_, found) = usual().left_over(text, &["name"]).unwrap_or_else(|| panic!("{text} passes"));
        assert_eq!(found, instead, "{text}");
    }
    assert!(usual().left_over("from {prices.a", &[]).is_some_and(|(what, _)| what.contains("partner")));
    assert_eq!(usual().left_over("Call {name}", &["name"]), None);
}

#[test]
fn an_article_may_have_other_words_in_braces() {
    assert_eq!(usual().unknown("a {b} and {c.d} and {prices.a}"), None);
    let (what, _) = usual().unknown("from {prices.c}").expect("no price has that name");
    assert_eq!(what, "nothing is called {prices.c}");
}

#[test]
fn a_value_of_the_wrong_type_still_has_its_name() {
    let broken = tokens("since = [1]", "prices = 1\n[times]\nx = { a = 1 }", "");
    for text in ["{company.since}", "{prices.any}", "{times.x}", "{plans.basic.price}"] {
        assert_eq!(broken.left_over(&broken.fill(text), &[]), None, "{text}");
    }
}
