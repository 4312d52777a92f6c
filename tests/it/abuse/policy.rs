//! The content security policy allows the frames that pages and posts show, and no others.

use blog::html::VIDEO_SITES;
use edge::security_headers::page_headers;
use http::header::CONTENT_SECURITY_POLICY;

#[test]
fn frames_show_the_map_and_the_videos_that_posts_may_hold_and_nothing_else() {
    let headers = page_headers(None, "", &[]);
    let policy = headers.iter().find(|(name, _)| name == CONTENT_SECURITY_POLICY).expect("a policy");
    let policy = policy.1.to_str().expect("text");
    let frames = policy.split("; ").find_map(|part| part.strip_prefix("frame-src "));
    let mut sources: Vec<&str> = frames.expect("a list").split(' ').collect();
    sources.retain(|source| *source != "https://www.openstreetmap.org");
    assert_eq!(sources, VIDEO_SITES);
}
