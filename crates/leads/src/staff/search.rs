//! Finds requests by what staff type: words of the name, the message, the service, a note or the reference, or digits of
//! the number. Texts are compared here rather than by the database, of which one engine knows only the case of English
//! letters, and none that Ñandú and nandu are the same to who types.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::phone;
use crate::queue::row::{Column, Entity};
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;

/// Requests that a search finds, at most: the newest.
const MAX_FOUND: usize = 1_000;
/// Requests that are read at once.
const PAGE: u64 = 2_000;

/// The columns of a request that are searched.
type Searched = (String, String, String, String, String, String, Option<String>);

/// The ids of the requests that hold every word, or the number, among those that `condition` selects.
///
/// # Errors
/// When the database cannot be read.
pub(super) async fn find(
    db: &impl ConnectionTrait,
    condition: &Condition,
    typed: &str,
) -> Result<Vec<String>, DbErr> {
    let wanted = words(typed);
    let mut found = Vec::new();
    let mut before: Option<String> = None;
    loop {
        let mut page = Entity::find().filter(condition.clone());
        if let Some(id) = &before {
            page = page.filter(Column::Id.lt(id));
        }
        let columns = [Column::Id, Column::Name, Column::Message, Column::Service, Column::Reference];
        let page = page.select_only().columns(columns).columns([Column::Phone, Column::PhoneE164]);
        let rows: Vec<Searched> = page.order_by_desc(Column::Id).limit(PAGE).into_tuple().all(db).await?;
        let Some((last, ..)) = rows.last() else { return Ok(found) };
        before = Some(last.clone());
        let mut notes = notes(db, rows.iter().map(|(id, ..)| id.as_str())).await?;
        for (id, name, message, service, reference, number, e164) in rows {
            let noted = notes.remove(&id).unwrap_or_default();
            let text = folded(&[name, message, service, reference, noted].join("\n"));
            let numbers = format!("{}\n{}", phone::digits(&number), e164.unwrap_or_default());
            if wanted.iter().all(|word| text.contains(word) || numbers.contains(word)) {
                found.push(id);
            }
            if found.len() == MAX_FOUND {
                return Ok(found);
            }
        }
    }
}

/// What staff wrote about each of them.
async fn notes<'a>(
    db: &impl ConnectionTrait,
    ids: impl Iterator<Item = &'a str>,
) -> Result<HashMap<String, String>, DbErr> {
    let written = ["note", "contacted", "booked", "lost"].map(str::to_owned).into_iter();
    let kinds = written.chain([TimelineEvent::Repeated.kind()]);
    let rows: Vec<(String, String)> = timeline::Entity::find()
        .select_only()
        .columns([timeline::Column::LeadId, timeline::Column::Text])
        .filter(timeline::Column::LeadId.is_in(ids))
        .filter(timeline::Column::Kind.is_in(kinds))
        .into_tuple()
        .all(db)
        .await?;
    let mut notes: HashMap<String, String> = HashMap::new();
    for (id, text) in rows {
        let all = notes.entry(id).or_default();
        all.push_str(&text);
        all.push('\n');
    }
    Ok(notes)
}

/// The words to look for; one number, without signs and the zeros in front, where nothing else was typed.
fn words(typed: &str) -> Vec<String> {
    let text = folded(typed);
    let is_number = text.chars().all(|c| c.is_ascii_digit() || "+ -().".contains(c));
    let digits = phone::digits(&text);
    if is_number && digits.len() >= 3 {
        return vec![digits.trim_start_matches('0').to_owned()];
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// The text as it is compared: small letters, without accents, vowel signs and invisible marks, with Latin digits.
pub(super) fn folded(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).filter_map(plain).collect()
}

/// The letter that people type for this one.
fn plain(c: char) -> Option<char> {
    Some(match c {
        'ı' => 'i',
        'ø' => 'o',
        'đ' => 'd',
        'ł' => 'l',
        // Arabic, with the letters that Persian and Urdu keyboards have in their place.
        'ى' | 'ی' => 'ي',
        'ة' | 'ہ' | 'ھ' => 'ه',
        'ک' => 'ك',
        'ـ' => return None,
        other => return phone::to_latin(other),
    })
}

#[cfg(test)]
mod tests {
    use super::{folded, words};

    #[test]
    fn a_name_is_found_as_people_type_it() {
        for (stored, typed) in [
            ("Ольга Петрова", "ОЛЬГА"),
            ("Ünal Öztürk", "unal"),
            ("José Ñandú", "ñandu jose"),
            ("İsmail Işık", "ismail isik"),
            ("Søren Łukasz Đorđe", "soren lukasz dorde"),
            ("أحمد الهاشمي", "احمد"),
            ("فاطِمَة", "فاطمه"),
            ("مـــريم", "مريم"),
            ("علی", "علي"),
            ("Nguyễn Thị Hằng", "nguyen hang"),
            ("Алёна", "алена"),
            ("ﬁlter", "filter"),
            ("ＡＣ", "ac"),
            ("Re\u{301}sume", "résume"),
            ("flat ١٢٠٣", "flat 1203"),
            ("अनिल", "अनिल"),
        ] {
            let text = folded(stored);
            assert!(words(typed).iter().all(|word| text.contains(word)), "{stored}: {typed}");
        }
        assert!(!folded("Omar").contains("layla"));
    }

    #[test]
    fn a_number_is_looked_for_by_its_digits() {
        assert_eq!(words("٠٥٠ ١٢٣-٤٥"), ["5012345"]);
        assert_eq!(words("+971 (50) 123.4567"), ["971501234567"]);
        assert_eq!(words("00971501234567"), ["971501234567"]);
        assert_eq!(words("12"), ["12"]);
        assert_eq!(words("apt 1203"), ["apt", "1203"]);
    }
}
