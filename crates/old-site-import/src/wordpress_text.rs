//! WordPress' own notation in a post's text, as the HTML that it means: shortcodes, addresses of videos, and paragraphs that
//! only an empty line parts.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use url::Url;

use blog::excerpt::plain_text;

/// A picture of WordPress' media library, by its number in the export.
pub struct Attachment {
    pub address: String,
    pub alt: String,
    pub caption: String,
    /// The post that it was uploaded for.
    pub post_id: String,
    pub order: i64,
}

type Pattern = LazyLock<Regex>;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// A block that WordPress fills when a page is read.
static DYNAMIC_BLOCK: Pattern = LazyLock::new(|| pattern(r"<!-- wp:([a-z0-9/-]+)(?: \{[^\n]*?\})? /-->"));
static CAPTION: Pattern =
    LazyLock::new(|| pattern(r"(?s)\[(?:wp_)?caption(\s[^\]]*)?\](.*?)\[/(?:wp_)?caption\]"));
/// The picture of a caption, in its link, and the words behind it.
static CAPTIONED: Pattern =
    LazyLock::new(|| pattern(r"(?s)^\s*((?:<a\s[^>]*>\s*)?<img\s[^>]*>(?:\s*</a>)?)(.*)$"));
/// A shortcode of media, and what it encloses.
static MEDIA: Pattern = LazyLock::new(|| {
    pattern(
        r"(?s)\[(embed|video|audio|youtube|vimeo)([\s=][^\]]*)?\](?:([^\[\]]*)\[/(?:embed|video|audio|youtube|vimeo)\])?",
    )
});
static ADDRESS: Pattern = LazyLock::new(|| pattern(r#"https?://[^\s"'<>\[\]]+"#));
/// An address alone in a line is shown as what it leads to.
static ADDRESS_ALONE: Pattern =
    LazyLock::new(|| pattern(r#"(?m)^[ \t]*(?:<p>)?(https?://[^\s<>"\[\]]+)(?:</p>)?[ \t\r]*$"#));
/// A picture that leads to its own file.
static ENLARGED: Pattern = LazyLock::new(|| {
    pattern(r#"<a\s[^>]*href=["'][^"']+\.(?:jpe?g|png|gif|webp|JPE?G|PNG)["'][^>]*>\s*(<img\s[^>]*>)\s*</a>"#)
});
static SHORTCODE: Pattern =
    LazyLock::new(|| pattern(r"\[(\[?)(/?)([A-Za-z][A-Za-z0-9_-]*)((?:\s[^\[\]]*?)?)\s*/?\](\]?)"));
static ATTRIBUTE: Pattern =
    LazyLock::new(|| pattern(r#"([A-Za-z_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))"#));
static PREFORMATTED: Pattern = LazyLock::new(|| pattern(r"(?s)<pre\b.*?</pre>"));
/// A tag that begins or ends a block.
static BLOCK_TAG: Pattern = LazyLock::new(|| {
    pattern(
        "</?(?:address|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|form|\
         h[1-6]|header|hr|iframe|legend|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video)\
         (?:\\s[^>]*)?/?>",
    )
});
static EMPTY_LINES: Pattern = LazyLock::new(|| pattern(r"\n\s*\n"));

/// The HTML of a post's text. `notes` names what was left out.
pub fn html(
    text: &str,
    post_id: &str,
    attachments: &HashMap<&str, Attachment>,
    notes: &mut Vec<String>,
) -> String {
    let mut note = |text: String| {
        if !notes.contains(&text) {
            notes.push(text);
        }
    };
    let text = text.replace("\r\n", "\n");
    for found in DYNAMIC_BLOCK.captures_iter(&text) {
        note(format!("the block `{}` is filled by WordPress; it was left out", &found[1]));
    }
    let has_blocks = text.contains("<!-- wp:");
    let text = CAPTION.replace_all(&text, caption);
    let text = MEDIA.replace_all(&text, |found: &Captures<'_>| {
        let given = [found.get(3), found.get(2)].into_iter().flatten();
        let address = given.filter_map(|given| ADDRESS.find(given.as_str())).next();
        address.map_or_else(|| found[0].to_string(), |address| format!("\n\n{}\n\n", address.as_str()))
    });
    let text = SHORTCODE.replace_all(&text, |found: &Captures<'_>| {
        if !found[1].is_empty() && !found[5].is_empty() {
            return found[0][1..found[0].len() - 1].to_string();
        }
        let name = &found[3];
        let around = format!("{}{}", &found[1], &found[5]);
        if name == "gallery" {
            let shown = gallery(&found[4], post_id, attachments);
            if shown.is_empty() {
                note("the pictures of its gallery are not in this file".to_string());
            }
            return format!("{around}{shown}");
        }
        let is_shortcode = !found[2].is_empty()
            || found[4].contains('=')
            || name.contains(['_', '-'])
            || text.contains(&format!("[/{name}]"));
        if !is_shortcode {
            return found[0].to_string();
        }
        note(format!("the shortcode `[{name}]` means nothing here; it was left out, words inside it stay"));
        around
    });
    let text = ENLARGED.replace_all(&text, "$1");
    let text = ADDRESS_ALONE.replace_all(&text, |found: &Captures<'_>| player_or_link(&found[1]));
    if has_blocks { text.into_owned() } else { paragraphs(&text) }
}

/// `[caption]` as a figure.
fn caption(found: &Captures<'_>) -> String {
    let given = found.get(1).map_or("", |given| given.as_str());
    let Some(parts) = CAPTIONED.captures(&found[2]) else { return found[2].to_string() };
    let words = match parts[2].trim() {
        "" => attribute(given, "caption").unwrap_or_default(),
        words => words.to_string(),
    };
    format!("<figure>{}<figcaption>{words}</figcaption></figure>", &parts[1])
}

/// The pictures of a `[gallery]`: those that it names, or all that were uploaded for the post.
fn gallery(given: &str, post_id: &str, attachments: &HashMap<&str, Attachment>) -> String {
    let named = attribute(given, "ids").or_else(|| attribute(given, "include"));
    let pictures: Vec<&Attachment> = match &named {
        Some(ids) => ids.split(',').filter_map(|id| attachments.get(id.trim())).collect(),
        None => {
            let excluded = attribute(given, "exclude").unwrap_or_default();
            let is_shown = |id: &str| !excluded.split(',').any(|other| other.trim() == id);
            let parent = attribute(given, "id").unwrap_or_else(|| post_id.to_string());
            let own = attachments.iter().filter(|(id, one)| one.post_id == parent && is_shown(id));
            let mut own: Vec<_> = own.collect();
            own.sort_by_key(|(id, one)| (one.order, id.parse::<u64>().unwrap_or(0)));
            own.into_iter().map(|(_, one)| one).collect()
        }
    };
    let figure = |one: &&Attachment| {
        let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let words = if one.caption.is_empty() {
            String::new()
        } else {
            format!("<figcaption>{}</figcaption>", one.caption)
        };
        format!("<figure><img src=\"{}\" alt=\"{}\">{words}</figure>", quoted(&one.address), quoted(&one.alt))
    };
    pictures.iter().map(figure).collect::<Vec<_>>().join("\n")
}

fn attribute(given: &str, name: &str) -> Option<String> {
    let found = ATTRIBUTE.captures_iter(given).find(|found| &found[1] == name)?;
    (2..=4).find_map(|part| found.get(part)).map(|value| value.as_str().to_string())
}

/// The player of a video, or a link.
fn player_or_link(address: &str) -> String {
    let plain = plain_text(address);
    let host = Url::parse(&plain).ok().and_then(|url| url.host_str().map(str::to_string)).unwrap_or_default();
    let is_video = matches!(
        host.trim_start_matches("www."),
        "youtube.com" | "m.youtube.com" | "youtu.be" | "vimeo.com" | "player.vimeo.com"
    );
    match is_video {
        true => format!("<iframe src=\"{address}\"></iframe>"),
        false => format!("<a href=\"{address}\">{address}</a>"),
    }
}

/// HTML in which empty lines part paragraphs, as posts of before 2018 have it.
fn paragraphs(text: &str) -> String {
    let mut made = String::new();
    let mut rest = 0;
    for kept in PREFORMATTED.find_iter(text) {
        made.push_str(&marked(&text[rest..kept.start()]));
        made.push_str(kept.as_str());
        rest = kept.end();
    }
    made + &marked(&text[rest..])
}

fn marked(text: &str) -> String {
    let apart = BLOCK_TAG.replace_all(text, |tag: &Captures<'_>| match tag[0].starts_with("</") {
        true => format!("\n\n{}\n\n", &tag[0]),
        false => format!("\n\n{}", &tag[0]),
    });
    let mut made = String::new();
    for chunk in EMPTY_LINES.split(&apart).map(str::trim).filter(|chunk| !chunk.is_empty()) {
        let is_block = BLOCK_TAG.find(chunk).is_some_and(|tag| tag.start() == 0) || chunk.starts_with("<!--");
        match is_block {
            true => made.push_str(chunk),
            false => made.push_str(&format!("<p>{}</p>", chunk.replace('\n', "<br>\n"))),
        }
        made.push('\n');
    }
    made
}
