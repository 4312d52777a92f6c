//! A bar chart in plain characters: one bar a day, or one a month for a long time.

use std::collections::BTreeMap;
use std::io::{self, Write};

/// With more days than this, each month gets one bar.
const MAX_BARS: usize = 62;
/// The length of `2026-11` at the beginning of a day.
const MONTH_CHARS: usize = 7;

/// Draws numbers by day, such as `2026-11-22`, at most `width` characters wide.
pub(super) fn write(days: &BTreeMap<String, u64>, width: usize, out: &mut impl Write) -> io::Result<()> {
    let mut bars: BTreeMap<&str, u64> = BTreeMap::new();
    for (day, number) in days {
        let name = if days.len() > MAX_BARS { day.get(..MONTH_CHARS).unwrap_or(day) } else { day };
        *bars.entry(name).or_default() += number;
    }
    let most = bars.values().copied().max().unwrap_or_default().max(1);
    let digits = most.to_string().len();
    let name_width = bars.keys().map(|name| name.len()).max().unwrap_or_default();
    let room = width.saturating_sub(name_width + digits + 4).max(1) as u64;
    for (name, number) in bars {
        // Whatever there is shows: one view has a bar too.
        let length = (number * room).div_ceil(most) as usize;
        writeln!(out, "{}", format!("{name}  {number:digits$}  {}", "#".repeat(length)).trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(days: &[(&str, u64)], width: usize) -> String {
        let days = days.iter().map(|(day, number)| ((*day).to_owned(), *number)).collect();
        let mut out = Vec::new();
        write(&days, width, &mut out).expect("written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_longest_bar_fills_the_width_and_the_shortest_can_be_seen() {
        let chart = drawn(&[("2026-11-01", 200), ("2026-11-02", 0), ("2026-11-03", 1)], 37);
        let bar = "#".repeat(20);
        assert_eq!(chart, format!("2026-11-01  200  {bar}\n2026-11-02    0\n2026-11-03    1  #\n"));
    }

    #[test]
    fn a_long_time_has_a_bar_for_each_month() {
        let days: Vec<String> =
            (0..70).map(|day| format!("2026-{:02}-{:02}", 1 + day / 28, 1 + day % 28)).collect();
        let days: Vec<(&str, u64)> = days.iter().map(|day| (day.as_str(), 1)).collect();
        assert_eq!(drawn(&days, 20), "2026-01  28  #######\n2026-02  28  #######\n2026-03  14  ####\n");
    }
}
