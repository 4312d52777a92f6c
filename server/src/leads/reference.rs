//! The two names of a lead: the short one people say on the telephone, and the one the machine sorts by.

use std::fmt;

use crate::random::Random;

/// Digits and capitals that cannot be taken for each other: no 0 O, 1 I L, U V.
const ALPHABET: &[u8; 29] = b"23456789ABCDEFGHJKMNPQRSTWXYZ";
const PREFIX: &str = "AMW-";

/// A reference such as `AMW-7K3F9`, unique among all leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(String);

impl Reference {
    /// Draws a new one. Five letters are 20 million references; each further `attempt` (after a clash with
    /// a stored one) draws one letter more, so that drawing ends however many leads there are.
    pub fn draw(random: &Random, attempt: usize) -> Self {
        let letters = (5 + attempt).min(12);
        let chance = random.bytes::<24>();
        let picked = chance.chunks_exact(2).take(letters).map(|pair| {
            let number = usize::from(u16::from_be_bytes([pair[0], pair[1]]));
            char::from(ALPHABET[number % ALPHABET.len()])
        });
        Reference(PREFIX.chars().chain(picked).collect())
    }

    /// Reads what a person typed: lower case and a missing `AMW-` are forgiven.
    pub fn read(typed: &str) -> Self {
        let upper = typed.trim().to_uppercase();
        if upper.starts_with(PREFIX) { Reference(upper) } else { Reference(format!("{PREFIX}{upper}")) }
    }

    /// One that was stored.
    pub(super) fn stored(text: String) -> Self {
        Reference(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A lead's id: time-ordered (UUID version 7, RFC 9562 §5.7), so that sorting by id is sorting by arrival.
pub fn lead_id(now_ms: i64, random: &Random) -> String {
    let mut bytes = random.bytes::<16>();
    let time = u64::try_from(now_ms).unwrap_or(0).to_be_bytes();
    bytes[..6].copy_from_slice(&time[2..]);
    bytes[6] = 0x70 | (bytes[6] & 0x0F);
    bytes[8] = 0x80 | (bytes[8] & 0x3F);
    let hex = hex::encode(bytes);
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r47_a_reference_is_short_and_has_no_letter_that_looks_like_another() {
        let random = Random::scripted(7);
        for _ in 0..500 {
            let reference = Reference::draw(&random, 0);
            let letters = reference.as_str().strip_prefix(PREFIX).expect("starts with AMW-");
            assert_eq!(letters.len(), 5);
            assert!(!letters.contains(['0', 'O', '1', 'I', 'L', 'U', 'V']), "{letters}");
        }
    }

    #[test]
    fn a_reference_is_found_however_it_is_typed() {
        assert_eq!(Reference::read(" amw-7k3f9 "), Reference::read("7K3F9"));
    }

    #[test]
    fn ids_sort_by_arrival() {
        let random = Random::scripted(1);
        let early = lead_id(1_798_747_200_000, &random);
        let late = lead_id(1_798_747_200_001, &random);
        assert!(early < late);
        assert_eq!((early.len(), &early[14..15]), (36, "7"));
    }
}
