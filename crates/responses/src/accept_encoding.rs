//! Reads `Accept-Encoding`: which codings a client accepts, and how gladly.

/// The weights that `Accept-Encoding` gives each coding, in thousandths (RFC 9110, section 12.5.3).
#[derive(Debug, PartialEq, Eq)]
pub struct Weights {
    /// zstd with a shared dictionary (RFC 9842).
    pub dcz: u16,
    pub brotli: u16,
    pub gzip: u16,
    pub identity: u16,
}

impl Weights {
    pub fn of(accept: &str) -> Self {
        // Nearly every browser sends one of these; anything else is parsed with its q-values.
        match accept {
            "gzip, deflate, br, zstd" | "gzip, deflate, br" => {
                Self { dcz: 0, brotli: 1000, gzip: 1000, identity: 1 }
            }
            "gzip" | "gzip, deflate" => Self { dcz: 0, brotli: 0, gzip: 1000, identity: 1 },
            other => Self::parse(other),
        }
    }

    fn parse(accept: &str) -> Self {
        let (mut dcz, mut brotli, mut gzip, mut identity, mut any) = (None, None, None, None, None);
        for part in accept.split(',') {
            let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
            let slot = match name.trim().to_ascii_lowercase().as_str() {
                "dcz" => &mut dcz,
                "br" => &mut brotli,
                "gzip" | "x-gzip" => &mut gzip,
                "identity" => &mut identity,
                "*" => &mut any,
                _ => continue,
            };
            let quality = parameters.split(';').find_map(|parameter| {
                let (key, value) = parameter.split_once('=')?;
                key.trim().eq_ignore_ascii_case("q").then(|| value.trim().parse::<f32>().ok())
            });
            // An unreadable weight counts as a refusal: the uncompressed bytes are always right.
            let weight = quality.map_or(1.0, |quality| quality.unwrap_or(0.0)).clamp(0.0, 1.0);
            *slot = Some((weight * 1000.0).round() as u16);
        }
        Self {
            // Only to those who ask for it by its name: not everybody who accepts anything knows it.
            dcz: dcz.unwrap_or(0),
            brotli: brotli.or(any).unwrap_or(0),
            gzip: gzip.or(any).unwrap_or(0),
            // Refusing every coding leaves nothing to send; the uncompressed bytes are the kinder answer.
            identity: identity.unwrap_or(1),
        }
    }
}
