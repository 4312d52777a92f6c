//! The two names of a lead: the short reference that people say on the telephone, and the id that sorts by arrival.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use base::random::Random;

/// Digits and capitals that nobody confuses with each other: no 0 O, 1 I L, U V.
const ALPHABET: &[u8; 29] = b"23456789ABCDEFGHJKMNPQRSTWXYZ";
/// Prefix of every reference.
pub(crate) const PREFIX: &str = "AMW-";
/// Fewest and most letters that follow.
const MIN_LETTERS: usize = 5;
const MAX_LETTERS: usize = 12;
/// Collisions after which references have a letter more.
const COLLISIONS_PER_LETTER: usize = 3;

/// A reference such as `AMW-7K3F9`, unique among all leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference(String);

impl Reference {
    /// Reads a typed reference: lower case and a missing `AMW-` are forgiven.
    pub fn read(typed: &str) -> Self {
        let upper = typed.trim().to_uppercase();
        if upper.starts_with(PREFIX) { Reference(upper) } else { Reference(format!("{PREFIX}{upper}")) }
    }

    /// One that was read from the disk.
    pub(crate) fn from_stored(text: String) -> Self {
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

/// Draws references at random. Clones share the number of collisions.
#[derive(Clone)]
pub(crate) struct ReferenceGenerator {
    random: Random,
    collisions: Arc<AtomicUsize>,
}

impl ReferenceGenerator {
    pub fn new(random: Random) -> Self {
        ReferenceGenerator { random, collisions: Arc::default() }
    }

    /// A new one. Five letters are 20 million references. After some collisions there are so many leads that the next
    /// references get a letter more: each collision costs its batch a second try.
    pub fn draw(&self) -> Reference {
        self.with_letters(MIN_LETTERS + self.collisions.load(Ordering::Relaxed) / COLLISIONS_PER_LETTER)
    }

    /// Another one after a collision. Each further `attempt` has one letter more, so that drawing ends however many leads
    /// there are.
    pub fn draw_again(&self, attempt: usize) -> Reference {
        let collisions = self.collisions.fetch_add(1, Ordering::Relaxed);
        self.with_letters(MIN_LETTERS + collisions / COLLISIONS_PER_LETTER + attempt)
    }

    fn with_letters(&self, letters: usize) -> Reference {
        let chance = self.random.bytes::<{ 2 * MAX_LETTERS }>();
        let picked = chance.chunks_exact(2).take(letters).map(|pair| {
            let number = usize::from(u16::from_be_bytes([pair[0], pair[1]]));
            char::from(ALPHABET[number % ALPHABET.len()])
        });
        Reference(PREFIX.chars().chain(picked).collect())
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

/// Lower bound of every id of this time (Unix milliseconds) and later, for queries about recent leads.
pub(crate) fn first_id_of(time_ms: i64) -> String {
    let hex = hex::encode(u64::try_from(time_ms).unwrap_or(0).to_be_bytes());
    format!("{}-{}", &hex[4..12], &hex[12..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r47_a_reference_is_short_and_has_no_letter_that_looks_like_another() {
        let references = ReferenceGenerator::new(Random::scripted(7));
        for _ in 0..500 {
            let reference = references.draw();
            let letters = reference.as_str().strip_prefix(PREFIX).expect("starts with AMW-");
            assert_eq!(letters.len(), 5);
            assert!(!letters.contains(['0', 'O', '1', 'I', 'L', 'U', 'V']), "{letters}");
        }
    }

    #[test]
    fn after_collisions_the_next_references_are_longer() {
        let references = ReferenceGenerator::new(Random::scripted(7));
        let letters = |reference: Reference| reference.as_str().len() - PREFIX.len();
        for taken in 0..3 {
            assert_eq!(letters(references.draw()), 5, "after {taken}");
            assert_eq!(letters(references.clone().draw_again(1)), 6);
        }
        assert_eq!(letters(references.draw()), 6);
        assert_eq!(letters(references.draw_again(2)), 8);
        (0..100).for_each(|_| drop(references.draw_again(1)));
        assert_eq!(letters(references.draw()), 12);
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
        assert!(first_id_of(1_798_747_200_000) < early && early < first_id_of(1_798_747_200_001));
        assert!(first_id_of(-1) < early, "a clock that was never set");
    }
}
