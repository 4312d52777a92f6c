//! Names of copies: the time each was made, and the digest of its bytes, so that a changed or renamed one is found out.

use std::fmt;

use jiff::Timestamp;
use jiff::tz::TimeZone;

const PREFIX: &str = "amwaj-";
const SUFFIX: &str = ".tar.zst.age";
/// To the millisecond, so that two copies are never of one moment.
const TIME: &str = "%Y%m%dT%H%M%S%.3fZ";
/// Length of the digest in a name, in hexadecimal digits.
const DIGEST_CHARS: usize = 16;

/// `amwaj-20261125T084500.123Z-0123456789abcdef.tar.zst.age`
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CopyName {
    /// In Unix milliseconds.
    pub made_at: i64,
    /// The beginning of the SHA-256 of the copy's bytes, in hexadecimal.
    pub digest: String,
}

impl CopyName {
    /// `sha256` is in hexadecimal.
    pub fn new(made_at: i64, sha256: &str) -> Self {
        let digest = sha256.chars().take(DIGEST_CHARS).collect();
        CopyName { made_at, digest }
    }

    /// `None` if it is not a copy's name.
    pub fn parse(name: &str) -> Option<Self> {
        let (time, digest) = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-')?;
        let is_digest = digest.len() == DIGEST_CHARS && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let made = jiff::civil::DateTime::strptime(TIME, time).ok().filter(|_| is_digest)?;
        let made_at = made.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond();
        Some(CopyName { made_at, digest: digest.to_owned() })
    }

    /// Whether bytes with this SHA-256 are the ones that it names.
    pub fn names(&self, sha256: &str) -> bool {
        sha256.starts_with(&self.digest)
    }
}

impl fmt::Display for CopyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = Timestamp::from_millisecond(self.made_at).unwrap_or_default();
        write!(f, "{PREFIX}{}-{}{SUFFIX}", made.strftime(TIME), self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_when_and_what_and_is_read_back() {
        let name = CopyName::new(1_795_000_000_120, "0123456789abcdef0123");
        let text = "amwaj-20261118T110640.120Z-0123456789abcdef.tar.zst.age";
        assert_eq!((name.to_string().as_str(), CopyName::parse(text)), (text, Some(name.clone())));
        assert!(name.names("0123456789abcdefffff") && !name.names("1123456789abcdef"));
        for other in [
            "",
            "amwaj-.tar.zst.age",
            ".amwaj-part",
            "amwaj-20261318T110640.000Z-0123456789abcdef.tar.zst.age",
        ] {
            assert_eq!(CopyName::parse(other), None, "{other}");
        }
    }
}
