//! Finds the signs of Markdown that the page would show as they are, because they don't mean there what their author
//! meant: bold that didn't take, links without an address, code without an end.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use crate::authoring::markdown::{EXTENSIONS, begins_escaped, shown_lines, with_blanks};
use crate::authoring::post_file::ParsedPost;
use crate::excerpt::plain_text;
use crate::post::PostFormat;
use content::report::{Place, Report};

/// Shortcodes of WordPress that stand without a value.
const SHORTCODES: [&str; 4] = ["gallery", "caption", "embed", "playlist"];

/// Reports what the text shows of its own notation. `html` is what was made of it.
pub fn check(parsed: &ParsedPost, html: &str, report: &mut Report) {
    if parsed.format == PostFormat::Html {
        for shortcode in shortcodes(&plain_text(html)) {
            tell_shortcode(&parsed.line_of(Some(shortcode)), shortcode, report);
        }
        return;
    }
    // What is taken with its blanks isn't left over. It adds no line.
    let body = with_blanks(&parsed.body);
    let place = |offset: usize| parsed.line(parsed.body_line + body[..offset].matches('\n').count());
    let lines = shown_lines(&body);
    for line in &lines {
        let shown = &body[line.clone()];
        let at = |offset: usize| place(line.start + offset);
        if !begins_escaped(&body, line) {
            brackets(shown, &at, report);
        }
        for shortcode in shortcodes(shown) {
            tell_shortcode(&at(shown.find(shortcode).unwrap_or_default()), shortcode, report);
        }
        let starts = body[..line.start].rsplit('\n').next().is_none_or(|before| before.trim().is_empty());
        if starts {
            heading(shown, &at(0), report);
            let before = body[..line.start].lines().last().unwrap_or_default();
            let after = body[line.end..].lines().nth(1).unwrap_or_default();
            if before.contains('|') || after.contains('|') {
                ruler(shown, &at(0), report);
            }
        }
    }
    emphasis(&body, &lines, &place, report);
    for (event, range) in Parser::new_ext(&body, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => fence(&body, &range, &place, report),
            Event::Start(Tag::Table(columns)) => table(&body, &range, columns.len(), &place, report),
            _ => {}
        }
    }
}

type At<'a> = dyn Fn(usize) -> Place + 'a;

fn tell_shortcode(at: &Place, shortcode: &str, report: &mut Report) {
    let what = format!("readers see `{shortcode}…`, a shortcode of WordPress");
    report.warn(at, what, "delete it, and put in the picture or the video that it stood for");
}

/// The beginnings of shortcodes: `[gallery`, `[/caption`, `[video src="…"`.
fn shortcodes(shown: &str) -> Vec<&str> {
    let opened = shown.match_indices('[').filter_map(|(at, _)| {
        let inside = &shown[at + 1..shown[at..].find(']')? + at];
        let name = inside.trim_start_matches('/').split([' ', '=']).next().unwrap_or_default();
        let is_name = !name.is_empty()
            && name.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_' | '0'..='9'));
        let has_value =
            inside.contains("=\"") || inside.contains("='") || inside.contains("=”") || inside.contains("=″");
        let ends = at + 1 + inside.find(name)? + name.len();
        (is_name && (SHORTCODES.contains(&name) || has_value)).then(|| &shown[at..ends])
    });
    opened.collect()
}

/// A picture that is none keeps the post from being published, as a missing one does; of a link the words are there.
fn tell_brackets(before: &str, at: &Place, (what, instead): (String, &str), report: &mut Report) {
    match before.rfind('[').is_some_and(|start| before[..start].ends_with('!')) {
        true => report.error(at, what, instead),
        false => report.warn(at, what, instead),
    }
}

/// Links and pictures that are none.
fn brackets(shown: &str, at: &At<'_>, report: &mut Report) {
    for (offset, _) in shown.match_indices("](") {
        let address = shown[offset + 2..].split(')').next().unwrap_or_default();
        let has_end = shown[offset..].contains(')');
        let what = format!("readers see `]({address}{}`", if has_end { ")" } else { "" });
        let instead = match has_end {
            true => {
                "write an address without blanks and brackets, or put it into `<…>`: `[words](<the address>)`"
            }
            false => "end the address with `)` in the same line",
        };
        tell_brackets(&shown[..offset], &at(offset), (what, instead), report);
    }
    for (offset, _) in shown.match_indices("] (") {
        let address = shown[offset + 3..].split(')').next().unwrap_or_default();
        let is_address = ["https://", "http://", "www.", "/", "mailto:", "tel:", "#"]
            .iter()
            .any(|start| address.starts_with(start))
            || matches!(address, "call" | "chat")
            || [".jpg", ".jpeg", ".png", ".svg", ".webp"].iter().any(|end| address.ends_with(end));
        if is_address && !address.contains(' ') && shown[..offset].contains('[') {
            let what = format!("readers see `] ({address})`");
            let instead = "write no blank between the brackets: `[words](address)`";
            tell_brackets(&shown[..offset], &at(offset), (what, instead), report);
        }
    }
    for (offset, _) in shown.match_indices("][") {
        let start = shown[..offset].rfind('[');
        let name =
            shown[offset + 2..].split(']').next().filter(|name| shown[offset + 2..].len() > name.len());
        // `list[0][1]` is no link.
        let is_link = start.is_some_and(|start| {
            let follows_word =
                shown[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, ']' | ')'));
            !follows_word && shown[start..offset].chars().any(char::is_alphabetic)
        });
        if let Some(name) = name.filter(|_| is_link) {
            let name =
                if name.is_empty() { &shown[start.map_or(0, |start| start + 1)..offset] } else { name };
            let what = format!("readers see `][{name}]`: nothing says where `{name}` leads");
            report.warn(
                &at(offset),
                what,
                format!("add the line `[{name}]: https://…`, or write `[words](address)`"),
            );
        }
    }
    for (offset, _) in shown.match_indices("[^") {
        let what = "readers see `[^`: posts have no footnotes";
        report.warn(&at(offset), what, "put the note into the sentence, or below the text as a paragraph");
    }
}

/// A heading without a blank.
fn heading(shown: &str, at: &Place, report: &mut Report) {
    let words = shown.trim_start_matches('#');
    let signs = shown.len() - words.len();
    // `#1` is a number, `#Dubai #AC` are tags.
    let is_heading = words.starts_with(char::is_alphabetic) && (signs > 1 || !words.contains('#'));
    if (1..=6).contains(&signs) && is_heading {
        let what = format!("readers see `{}` before these words", "#".repeat(signs));
        report.warn(
            at,
            what,
            format!("write a blank after it: `{} {}`", "#".repeat(signs), first_words(words)),
        );
    }
}

/// The line of dashes of a table that is none.
fn ruler(shown: &str, at: &Place, report: &mut Report) {
    let is_ruler = shown.contains("---")
        && shown.contains('|')
        && shown.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    if is_ruler {
        let what = format!("readers see `{shown}`: this is no table");
        report.error(
            at,
            what,
            "give the line of dashes as many columns as the line above it, and a blank line before both",
        );
    }
}

fn first_words(text: &str) -> String {
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// `**`, `__` and `~~` that are left, and `*Note:*call`.
fn emphasis(body: &str, lines: &[Range<usize>], place: &At<'_>, report: &mut Report) {
    for line in lines {
        let shown = &body[line.clone()];
        let before = body[..line.start].chars().last();
        let after = body[line.end..].chars().next();
        let runs = runs(shown, before, after);
        for (offset, run, right) in &runs {
            let alike = runs.iter().filter(|(_, other, _)| other == run).count();
            let is_doubled = matches!(*run, "**" | "***" | "__" | "~~")
                && right.is_some_and(|right| right.is_alphanumeric() || alike > 1);
            let is_single = matches!(*run, "*" | "_") && single_is_meant(shown, *offset, run);
            if is_doubled || is_single {
                let what = format!("readers see `{run}`");
                let instead = format!(
                    "write it right beside the words that it marks, before and after them, and put a blank or a tag \
                     where a sign and a letter meet: `{run}Note{run}: call` or `<b>Note:</b>call`"
                );
                report.warn(&place(line.start + offset), what, instead);
                break;
            }
        }
    }
}

/// The runs of one sign, each with the letter after it where it could begin something: `99**` can't.
fn runs(shown: &str, before: Option<char>, after: Option<char>) -> Vec<(usize, &str, Option<char>)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = shown[rest..].find(['*', '_', '~']).map(|at| rest + at) {
        let sign = shown[start..].chars().next().unwrap_or_default();
        let length = shown[start..].find(|c| c != sign).unwrap_or(shown.len() - start);
        rest = start + length;
        let left = shown[..start].chars().last().or(before);
        let right = shown[rest..].chars().next().or(after).filter(|right| !right.is_whitespace());
        // Escaped signs are meant as they are.
        let begins = left.is_none_or(|left| left.is_whitespace() || "([{\"'“‘«*_~".contains(left));
        found.push((start, &shown[start..rest], right.filter(|_| begins)));
    }
    found
}

/// Whether a single sign opens a word here, and closes behind a punctuation mark at a letter.
fn single_is_meant(shown: &str, offset: usize, sign: &str) -> bool {
    let opens = shown[..offset].chars().last().is_none_or(char::is_whitespace)
        && shown[offset + 1..].starts_with(char::is_alphabetic);
    let rest = &shown[offset + 1..];
    opens
        && rest.find(sign).is_some_and(|end| {
            rest[..end].ends_with([':', '.', ',', ';', '!', '?', ')', '،', '؟'])
                && rest[end + 1..].starts_with(char::is_alphabetic)
        })
}

/// Code between fences, of which the second is missing.
fn fence(body: &str, range: &Range<usize>, place: &At<'_>, report: &mut Report) {
    let mut lines = body[range.clone()].trim_end().lines();
    let first = lines.next().unwrap_or_default().trim();
    let sign = if first.starts_with('~') { '~' } else { '`' };
    let length = first.len() - first.trim_start_matches(sign).len();
    let last = lines.next_back().unwrap_or_default();
    let last = last.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
    if last.len() < length || !last.chars().all(|c| c == sign) {
        let fence = sign.to_string().repeat(length);
        let what =
            format!("the code that begins here with `{fence}` has no end: all that follows is shown as code");
        report.error(
            &place(range.start),
            what,
            format!("write `{fence}` in a line of its own after the code"),
        );
    }
}

/// Rows that have more or fewer cells than the first.
fn table(body: &str, range: &Range<usize>, columns: usize, place: &At<'_>, report: &mut Report) {
    let mut offset = range.start;
    for row in body[range.clone()].split_inclusive('\n') {
        let cells = cells(row);
        let at = place(offset);
        offset += row.len();
        let what = format!("this row has {cells} cells, the first row {columns}");
        if cells > columns {
            report.error(
                &at,
                format!("{what}: readers don't see those at its end"),
                "give all rows as many cells, or write `\\|` for a `|` in a text",
            );
        } else if cells < columns && cells > 0 {
            report.warn(&at, what, "give all rows as many cells; a cell may be empty: `| a |  |`");
        }
    }
}

fn cells(row: &str) -> usize {
    let row = row.trim_start_matches(|c: char| c == '>' || c.is_whitespace()).trim_end();
    let inside = row.strip_prefix('|').unwrap_or(row);
    let mut is_escaped = false;
    let mut bars = 0;
    let mut ends_with_bar = false;
    for c in inside.chars() {
        ends_with_bar = c == '|' && !is_escaped;
        bars += usize::from(ends_with_bar);
        is_escaped = c == '\\' && !is_escaped;
    }
    if row.is_empty() { 0 } else { bars + usize::from(!ends_with_bar) }
}
