//! The ID of an HTTP request: a number in every line of the log about it, and in what a visitor is shown when it fails, so
//! that one leads to the other.

use std::fmt;

use http::HeaderName;

use crate::random::Random;

/// Such as `4f2a-91c0`: short enough to be read out over the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId(u32);

impl RequestId {
    /// The header of a response that says why something failed.
    pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");
    /// Stands in a page that is drawn before the request; as long as a number.
    pub const PLACEHOLDER: &str = "0000-0000";

    pub fn new(random: &Random) -> Self {
        // Never the placeholder's.
        RequestId(u32::from_be_bytes(random.bytes()).max(1))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}-{:04x}", self.0 >> 16, self.0 & 0xffff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_as_long_as_its_placeholder() {
        let random = Random::scripted(7);
        let (one, two) = (RequestId::new(&random), RequestId::new(&random));
        assert_ne!(one, two);
        for id in [one, two, RequestId(1)] {
            assert_eq!(id.to_string().len(), RequestId::PLACEHOLDER.len());
        }
    }
}
