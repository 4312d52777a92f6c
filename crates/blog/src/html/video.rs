//! Videos in posts: the sites that may be embedded, and the addresses of their players.

use url::Url;

/// The origins of the players. The page's PostHtml-Security-Policy allows the same ones.
pub const VIDEO_SITES: [&str; 2] = ["https://www.youtube-nocookie.com", "https://player.vimeo.com"];

/// The player's address for the video of an `iframe`; `None` if it isn't a video of a known site.
pub fn embed(src: &str) -> Option<String> {
    let src = src.trim();
    let src = if src.starts_with("//") { format!("https:{src}") } else { src.to_string() };
    let url = Url::parse(&src).ok()?;
    if !matches!(url.scheme(), "http" | "https") || url.port().is_some() || !url.username().is_empty() {
        return None;
    }
    let mut parts = url.path_segments()?;
    let parameter =
        |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    match url.host_str()?.trim_start_matches("www.") {
        "youtube.com" | "m.youtube.com" | "youtube-nocookie.com" => {
            let id = match parts.next()? {
                "embed" | "shorts" | "v" | "live" => parts.next()?.to_string(),
                "watch" => parameter("v")?,
                _ => return None,
            };
            youtube(&id, parameter("start").or_else(|| parameter("t")))
        }
        "youtu.be" => youtube(parts.next()?, parameter("t")),
        "player.vimeo.com" => {
            vimeo(parts.next().filter(|part| *part == "video").and(parts.next())?, parameter("h"))
        }
        "vimeo.com" => vimeo(parts.next()?, parts.next().map(str::to_string)),
        _ => None,
    }
}

fn youtube(id: &str, start: Option<String>) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let known = (6..=20).contains(&id.len()) && id.chars().all(plain);
    let start =
        start.and_then(|start| start.trim_end_matches('s').parse::<u32>().ok()).filter(|start| *start > 0);
    let start = start.map_or_else(String::new, |start| format!("?start={start}"));
    known.then(|| format!("{}/embed/{id}{start}", VIDEO_SITES[0]))
}

fn vimeo(id: &str, hash: Option<String>) -> Option<String> {
    let known = (1..=12).contains(&id.len()) && id.chars().all(|c| c.is_ascii_digit());
    let plain =
        |hash: &String| (1..=32).contains(&hash.len()) && hash.chars().all(|c| c.is_ascii_alphanumeric());
    let hash = hash.filter(plain).map_or_else(String::new, |hash| format!("?h={hash}"));
    known.then(|| format!("{}/video/{id}{hash}", VIDEO_SITES[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_video_is_shown_from_the_address_that_sets_no_cookies() {
        let shown = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
        for src in [
            shown,
            "https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://youtu.be/dQw4w9WgXcQ",
            "//www.youtube.com/embed/dQw4w9WgXcQ",
            "http://m.youtube.com/watch?feature=x&v=dQw4w9WgXcQ",
        ] {
            assert_eq!(embed(src).as_deref(), Some(shown), "{src}");
        }
        let from = "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s";
        assert_eq!(embed(from), Some(format!("{shown}?start=42")));
        let vimeo = Some("https://player.vimeo.com/video/76979871?h=8272103f6e".to_string());
        assert_eq!(embed("https://player.vimeo.com/video/76979871?h=8272103f6e&title=0"), vimeo);
        assert_eq!(embed("https://vimeo.com/76979871/8272103f6e"), vimeo);
    }

    #[test]
    fn a_frame_shows_nothing_else() {
        for src in [
            "https://evil.example/embed/dQw4w9WgXcQ",
            "https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ",
            "https://www.youtube-nocookie.com@evil.example/embed/dQw4w9WgXcQ",
            "https://www.youtube-nocookie.com:8443/embed/dQw4w9WgXcQ",
            "https://www.yоutube.com/embed/dQw4w9WgXcQ",
            "https://www.youtube.com/redirect?q=https://evil.example",
            "https://www.youtube.com/embed/../redirect",
            "https://www.youtube.com/embed/\"onload=alert(1)",
            "javascript:alert(1)//www.youtube.com/embed/dQw4w9WgXcQ",
            "data:text/html,<p>",
            "https://player.vimeo.com/video/../../x",
            "",
        ] {
            assert_eq!(embed(src), None, "{src}");
        }
    }
}
