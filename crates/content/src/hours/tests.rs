//! Opening hours as the owner writes them, their sentences on pages, and the messages for mistakes.

use super::*;
use crate::model::{SpecialDayWords, WrittenHours};
use crate::{Tokens, node, schema};
use base::clock::day_of;

/// Sunday to Thursday, in the notation of the file; the special days of a test follow.
const WEEK: &str = "[hours]\nemergency = \"24/7\"\n\n[[hours.office]]\ndays = \"sunday to thursday\"\nopens = \"08:00\"\ncloses = \"18:00\"\n";

fn parsed(text: &str) -> Node {
    node::parse("company.toml", text, &mut Report::default()).expect("the notation is right")
}

fn hours(text: &str) -> Hours {
    let mut report = Report::default();
    let hours = read(&parsed(text), &mut report).expect("there are hours");
    assert!(report.problems.is_empty(), "{report}");
    hours
}

fn office(blocks: &[(&str, &str, &str)]) -> String {
    let block = |(days, opens, closes): &(&str, &str, &str)| {
        format!("[[hours.office]]\ndays = \"{days}\"\nopens = \"{opens}\"\ncloses = \"{closes}\"\n")
    };
    format!("[hours]\nemergency = \"24/7\"\n{}", blocks.iter().map(block).collect::<String>())
}

fn words() -> SpecialDayWords {
    SpecialDayWords {
        closed: "{name}, {days}: closed.".into(),
        open: "{name}, {days}: {hours}.".into(),
        emergency: "We still answer emergencies.".into(),
    }
}

fn notices(text: &str, today: &str) -> Vec<String> {
    hours(text).on(day_of(today).expect("a day"), &words()).notices
}

#[test]
fn the_sentence_and_the_search_engines_hours_follow_from_the_same_days() {
    let said = |blocks: &[(&str, &str, &str)]| {
        let hours = hours(&office(blocks));
        (hours.office, hours.structured.join(", "))
    };
    let expected = [
        (
            vec![("sunday to thursday", "08:00", "18:00")],
            "Sunday to Thursday, 8am to 6pm",
            "Su-Th 08:00-18:00",
        ),
        (
            vec![("Monday to Thursday", "8:00", "18:00"), ("friday", "08:00", "12:00")],
            "Monday to Thursday, 8am to 6pm; Friday, 8am to noon",
            "Mo-Th 08:00-18:00, Fr 08:00-12:00",
        ),
        (
            vec![("monday, wednesday and saturday to sunday", "08:30", "17:45")],
            "Monday, Wednesday and Saturday to Sunday, 8:30am to 5:45pm",
            "Mo,We,Sa-Su 08:30-17:45",
        ),
        (vec![("every day", "00:00", "23:59")], "Every day, all day", "Mo-Su 00:00-23:59"),
        (vec![("sunday to saturday", "12:00", "23:59")], "Every day, noon to midnight", "Su-Sa 12:00-23:59"),
        (
            vec![("sunday to thursday", "16:00", "20:00"), ("sunday to thursday", "08:00", "13:00")],
            "Sunday to Thursday, 8am to 1pm and 4pm to 8pm",
            "Su-Th 08:00-13:00, Su-Th 16:00-20:00",
        ),
        (
            vec![("every day", "08:00", "12:00"), ("friday", "14:00", "17:00")],
            "Every day, 8am to noon; Friday, 2pm to 5pm",
            "Mo-Su 08:00-12:00, Fr 14:00-17:00",
        ),
        (vec![("every day", "20:00", "02:30")], "Every day, 8pm to 2:30am", "Mo-Su 20:00-02:30"),
        (vec![("every day", "09:00", "00:00")], "Every day, 9am to midnight", "Mo-Su 09:00-00:00"),
        (
            vec![("saturday", "22:00", "04:00"), ("sunday", "04:00", "12:00")],
            "Saturday, 10pm to 4am; Sunday, 4am to noon",
            "Sa 22:00-04:00, Su 04:00-12:00",
        ),
    ];
    for (blocks, people, machines) in expected {
        assert_eq!(said(&blocks), (people.to_string(), machines.to_string()));
    }
}

#[test]
fn r18_search_engines_read_other_hours_only_while_these_are_written_down() {
    let other =
        "[[hours.search_engines]]\ndays = \"monday to friday\"\nopens = \"09:00\"\ncloses = \"17:00\"\n";
    let text = format!("{WEEK}{other}");
    assert_eq!(hours(&text).structured, ["Mo-Fr 09:00-17:00"]);
    assert_eq!(hours(&text).office, "Sunday to Thursday, 8am to 6pm");
    let (place, what) = contradiction(&parsed(&text)).expect("they contradict each other");
    assert_eq!(place.line, 8, "{what}");
    assert!(what.contains("8am to 6pm\", but search engines read \"Mo-Fr 09:00-17:00\""), "{what}");

    assert_eq!(hours(WEEK).structured, ["Su-Th 08:00-18:00"]);
    assert_eq!(contradiction(&parsed(WEEK)), None);
    let same =
        WEEK.replace("hours.office", "hours.search_engines").replace("[hours]\nemergency = \"24/7\"\n", "");
    assert_eq!(contradiction(&parsed(&format!("{WEEK}{same}"))), None);
}

#[test]
fn a_holiday_is_announced_two_weeks_before_and_gone_when_it_is_over() {
    let text = format!(
        "{WEEK}[[hours.special]]\nname = \"National Day\"\nfrom = \"2026-12-02\"\nto = \"2026-12-03\"\nclosed = true\n"
    );
    let said = ["National Day, 2 and 3 December: closed.", "We still answer emergencies."];
    for (today, shown) in [
        ("2026-11-17", false),
        ("2026-11-18", true),
        ("2026-12-02", true),
        ("2026-12-03", true),
        ("2026-12-04", false),
    ] {
        assert_eq!(notices(&text, today), if shown { &said[..] } else { &[] }, "{today}");
    }
    let on = |today: &str| hours(&text).on(day_of(today).unwrap(), &words()).special.len();
    // Search engines come by seldom, so they read of it long before.
    assert_eq!((on("2026-01-01"), on("2026-12-03"), on("2026-12-04")), (1, 1, 0));
}

#[test]
fn shorter_hours_name_the_open_days_of_a_range_and_the_first_range_comes_first() {
    let text = format!(
        "{WEEK}[[hours.special]]\nname = \"Eid\"\nfrom = 2027-03-10\nopens = \"09:00\"\ncloses = \"13:00\"\n\
         [[hours.special]]\nname = \"Ramadan\"\nfrom = \"2027-02-08\"\nto = \"2027-03-08\"\nopens = \"09:00\"\ncloses = \"15:00\"\n"
    );
    let ramadan = "Ramadan, 8 February to 8 March: Sunday to Thursday, 9am to 3pm.";
    let eid = "Eid, 10 March: 9am to 1pm.";
    assert_eq!(notices(&text, "2027-03-01"), [ramadan, eid, "We still answer emergencies."]);
    let special = hours(&text).special;
    assert_eq!(special[0].weekdays, ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"]);
    assert_eq!((special[1].from.as_str(), special[1].to.as_str()), ("2027-03-10", "2027-03-10"));
    assert!(special[1].weekdays.is_empty(), "a single day means itself");
}

#[test]
fn the_two_shifts_of_a_month_are_one_sentence_and_two_times_for_search_engines() {
    let shift = |opens: &str, closes: &str| {
        format!(
            "[[hours.special]]\nname = \"Ramadan\"\nfrom = \"2027-02-08\"\nto = \"2027-03-08\"\nopens = \"{opens}\"\ncloses = \"{closes}\"\n"
        )
    };
    let text = format!("{WEEK}{}{}", shift("20:00", "01:00"), shift("09:00", "15:00"));
    let said = "Ramadan, 8 February to 8 March: Sunday to Thursday, 9am to 3pm and 8pm to 1am.";
    assert_eq!(notices(&text, "2027-02-20"), [said, "We still answer emergencies."]);
    let times = hours(&text).special.into_iter().map(|one| (one.opens.unwrap(), one.closes.unwrap()));
    let expected = [("09:00", "15:00"), ("20:00", "01:00")];
    assert_eq!(times.collect::<Vec<_>>(), expected.map(|(opens, closes)| (opens.into(), closes.into())));
}

#[test]
fn a_mistake_in_the_hours_is_named_with_its_line_and_what_would_be_right() {
    let week = |from: &str, to: &str| WEEK.replace(from, to);
    let special = |lines: &str| format!("{WEEK}[[hours.special]]\nname = \"Eid\"\n{lines}\n");
    let twice = "[[hours.office]]\ndays = \"monday\"\nopens = \"08:00\"\ncloses = \"18:00\"\n";
    let night = "[[hours.office]]\ndays = \"sunday\"\nopens = \"17:30\"\ncloses = \"02:00\"\n";
    let again = "[[hours.special]]\nname = \"Eid\"\nfrom = \"2026-12-02\"\nto = \"2026-12-04\"\nopens = \"12:00\"\ncloses = \"15:00\"\n";
    let other = "[[hours.special]]\nname = \"Feast\"\nfrom = \"2026-12-03\"\nclosed = true\n";
    let days = "from = \"2026-12-02\"\nto = \"2026-12-04\"";
    let cases = [
        (week("\"08:00\"", "\"25:00\""), 6, "25:00 is no time", "write hours as 08:00"),
        (week("\"08:00\"", "\"8am\""), 6, "8am is no time", "write hours as 08:00"),
        (week("\"18:00\"", "\"07:00\""), 7, "it closes at 07:00, but opens at 08:00", "by 06:00"),
        (week("\"18:00\"", "\"06:00\""), 7, "it closes at 06:00, but opens at 08:00", "by 06:00"),
        (week("\"18:00\"", "\"08:00\""), 7, "it closes at 08:00, but opens at 08:00", "by 06:00"),
        (week("sunday to", "sundy to"), 5, "`sundy` is no day of the week", "did you mean sunday?"),
        (week("sunday to", "Sun to"), 5, "`sun` is no day of the week", "did you mean sunday?"),
        (week("sunday to thursday", "weekdays"), 5, "`weekdays` is no day", ""),
        (format!("{WEEK}{twice}"), 9, "Monday has hours twice: 08:00-18:00", "don't overlap"),
        (format!("{WEEK}{night}"), 9, "Sunday has hours twice: 08:00-18:00 and 17:30-02:00", "overlap"),
        (special("from = \"2026-02-30\"\nclosed = true"), 10, "there is no day 2026-02-30", "as 2026-12-02"),
        (special("from = \"2 December\"\nclosed = true"), 10, "2 December is no day", "as 2026-12-02"),
        (special(&format!("{days}\nclosed = true\nopens = \"09:00\"")), 13, "closed and has hours", "either"),
        (special(days), 8, "\"Eid\" has no hours", "add `closed = true`"),
        (special(&format!("{days}\nclosed = false")), 8, "\"Eid\" has no hours", "add `closed = true`"),
        (special(&format!("{days}\nopens = \"09:00\"")), 12, "opens, but doesn't close", "add `closes`"),
        (special(&format!("{days}\ncloses = \"09:00\"")), 12, "closes, but doesn't open", "add `opens`"),
        (
            special("from = \"2026-12-03\"\nto = \"2026-12-02\"\nclosed = true"),
            11,
            "\"Eid\" ends on 2026-12-02, before it begins on 2026-12-03",
            "swap",
        ),
        (
            special(&format!("{days}\nclosed = true\n{other}")),
            13,
            "\"Eid\" and \"Feast\" have days in common",
            "split",
        ),
        (
            special(&format!("{days}\nopens = \"09:00\"\ncloses = \"13:00\"\n{again}")),
            14,
            "\"Eid\" and \"Eid\" have days in common",
            "other hours, before or after",
        ),
    ];
    for (text, line, what, instead) in cases {
        let mut report = Report::default();
        let company = parsed(&text);
        let hours = company.get("hours").expect("there are hours");
        schema::check::<WrittenHours>(hours, &Tokens::default(), &mut report, &mut Report::default());
        assert!(!report.has_errors(), "only the hours' own check finds it: {report}");
        read(&company, &mut report);
        let [problem] = &report.problems[..] else { panic!("{what} is not the one problem of\n{report}") };
        assert!(problem.what.contains(what) && problem.instead.contains(instead), "{problem}");
        assert_eq!(problem.line, line, "{problem}");
    }
}
