//! Dates of posts: written as RFC 3339 and as front matter, parsed in the ways that people and other sites write them.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::fmt::rfc2822;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;

use base::clock::{DUBAI, dubai_time};

/// Unix times from this number on are milliseconds: as seconds this would be the year 5138.
const MIN_MILLISECONDS: i64 = 100_000_000_000;
/// Other years are typing errors, such as `0026` for `2026`.
const PLAUSIBLE_YEARS: std::ops::RangeInclusive<i16> = 1970..=2199;

/// Ways to write a date, beside RFC 3339. The day comes before the month, as in Dubai.
const DATE_FORMATS: [&str; 9] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d/%m/%Y",
    "%d-%m-%Y",
    "%d.%m.%Y",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d, %Y",
    "%b %d, %Y",
];
/// Ways to write a time after it.
const TIME_FORMATS: [&str; 6] = [" %H:%M", "T%H:%M", " %H:%M:%S", " %I:%M %p", " at %I:%M %p", ", %I:%M %p"];
/// Ways to write a moment with its zone: Jekyll's, Ruby's, and JavaScript's without the zone's name behind it.
const ZONED_FORMATS: [&str; 3] =
    ["%Y-%m-%d %H:%M:%S %z", "%a %b %d %H:%M:%S %z %Y", "%a %b %d %Y %H:%M:%S GMT%z"];

/// `2026-10-05T04:00:00Z` of Unix milliseconds; parts of a second are left out.
pub fn rfc3339(unix_ms: i64) -> String {
    let second = Timestamp::from_second(unix_ms.div_euclid(1000));
    second.unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

/// The time without parts of a second, which no date of a post shows.
pub fn whole_seconds(unix_ms: i64) -> i64 {
    unix_ms.div_euclid(1000) * 1000
}

/// `2026-10-05 09:30` in Dubai, or `2026-10-05` at midnight there: as front matter has it.
pub fn front_matter_date(unix_ms: i64) -> String {
    let text = dubai_time(unix_ms);
    let short = text.strip_suffix(" 00:00:00").or_else(|| text.strip_suffix(":00"));
    short.unwrap_or(&text).to_owned()
}

/// Unix milliseconds of a date as people and other sites write it: RFC 3339, RFC 2822, `2026-05-12`, `2026-05-12
/// 10:00:00`, `12 May 2026`, `May 12, 2026`, `12/05/2026` (day first), Unix seconds or milliseconds. `None` if it is
/// not a date, or its year is implausible.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<i64>()
        && text.len() > 4
    {
        return from_number(number);
    }
    let time = text.parse::<Timestamp>().ok().or_else(|| rfc2822::parse(text).ok().map(|at| at.timestamp()));
    let time = time.or_else(|| parse_zoned(text.split(" (").next()?));
    let time = time.or_else(|| parse_local(text).and_then(|local| DUBAI.to_timestamp(local).ok()))?;
    plausible_ms(time)
}

/// The same of a date without a zone, in that zone: `Asia/Dubai`, `UTC`, or an offset such as `+04:00`.
pub fn parse_in(text: &str, zone: &str) -> Option<i64> {
    match zone {
        "Asia/Dubai" => plausible_ms(DUBAI.to_timestamp(parse_local(text.trim())?).ok()?),
        "UTC" | "Etc/UTC" | "GMT" | "Z" => parse(&format!("{}Z", text.trim())),
        offset => parse(&format!("{}{offset}", text.trim())),
    }
}

fn parse_zoned(text: &str) -> Option<Timestamp> {
    ZONED_FORMATS.iter().find_map(|format| BrokenDownTime::parse(format, text).ok()?.to_timestamp().ok())
}

/// Unix milliseconds of a count of seconds or of milliseconds since 1970.
pub fn from_number(number: i64) -> Option<i64> {
    let ms = if number >= MIN_MILLISECONDS { number } else { number.checked_mul(1000)? };
    plausible_ms(Timestamp::from_millisecond(ms).ok()?)
}

fn plausible_ms(time: Timestamp) -> Option<i64> {
    let year = time.to_zoned(TimeZone::UTC).year();
    PLAUSIBLE_YEARS.contains(&year).then(|| time.as_millisecond())
}

/// A date, or a date with a time, that names no time zone.
fn parse_local(text: &str) -> Option<DateTime> {
    if let Ok(local) = text.parse::<DateTime>() {
        return Some(local);
    }
    DATE_FORMATS.iter().find_map(|day| {
        let date = || Date::strptime(day, text).ok().map(DateTime::from);
        let timed = |time: &&str| {
            let parsed = BrokenDownTime::parse(format!("{day}{time}"), text).ok()?;
            parsed.to_datetime().ok()
        };
        date().or_else(|| TIME_FORMATS.iter().find_map(timed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 12 May 2026, 00:00 in Dubai.
    const MIDNIGHT: i64 = 1_778_529_600_000;

    #[test]
    fn r48_a_date_goes_out_as_rfc_3339() {
        assert_eq!(rfc3339(1_791_172_800_000), "2026-10-05T04:00:00Z");
        assert_eq!(rfc3339(1_791_172_800_999), "2026-10-05T04:00:00Z");
        assert_eq!(rfc3339(-1), "1969-12-31T23:59:59Z");
    }

    #[test]
    fn a_date_is_parsed_however_people_write_it() {
        let ten = MIDNIGHT + 10 * 3_600_000;
        for text in ["2026-05-12", "12 May 2026", "May 12, 2026", "12/05/2026", "12-05-2026", "12 may 2026"] {
            assert_eq!(parse(text), Some(MIDNIGHT), "{text}");
        }
        for text in ["2026-05-12 10:00:00", "2026-05-12T10:00", "2026-05-12 10:00", "12/05/2026 10:00"] {
            assert_eq!(parse(text), Some(ten), "{text}");
        }
        let same_moment = [
            "2026-05-12T06:00:00Z",
            "2026-05-12T06:00:00.000000Z",
            "2026-05-12T10:00:00+04:00",
            "2026-05-12 06:00:00+00:00",
            "Tue, 12 May 2026 06:00:00 GMT",
            "2026-05-12 10:00:00 +0400",
            "Tue May 12 2026 10:00:00 GMT+0400 (Gulf Standard Time)",
            "May 12, 2026 10:00 am",
            "May 12, 2026 at 10:00 AM",
            "1778565600",
            "1778565600000",
        ];
        for text in same_moment {
            assert_eq!(parse(text), Some(ten), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_rejected() {
        for text in
            ["", "soon", "2026-13-01", "31/02/2026", "0026-05-12", "05/13/2026", "2026", "99999999999999"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_in_front_matter_is_parsed_back_to_the_same_time() {
        for moment in [MIDNIGHT, MIDNIGHT + 9 * 3_600_000 + 30 * 60_000, MIDNIGHT + 1000] {
            assert_eq!(parse(&front_matter_date(moment)), Some(moment), "{}", front_matter_date(moment));
        }
        assert_eq!(front_matter_date(MIDNIGHT), "2026-05-12");
    }
}
