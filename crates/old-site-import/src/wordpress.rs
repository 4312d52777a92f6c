//! The posts of WordPress' export file, in the fields of a list of posts.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};
use url::Url;

use crate::old_list::OldList;
use crate::wordpress_text::{self, Attachment};
use crate::wxr::{Export, WordPressItem};

/// The date of what has none.
const NO_DATE: &str = "0000-00-00 00:00:00";

/// The posts of an export, and what else is in it.
pub fn read(export: Export) -> OldList {
    let mut list = OldList { site: Url::parse(export.site.trim()).ok(), ..OldList::default() };
    let attachments: HashMap<&str, Attachment> = export.items.iter().filter_map(attachment).collect();
    for (kind, names) in [("categories", &export.categories), ("tags", &export.tags)] {
        names.iter().for_each(|name| list.left_out.add(kind, name));
    }
    for item in &export.items {
        let name = [item.field("title"), item.field("wp:post_name"), item.field("link")];
        let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or("without a name");
        for _ in 0..item.comment_count {
            list.left_out.add("comments", format!("on “{name}”"));
        }
        match (item.field("wp:post_type"), item.field("wp:status")) {
            ("post", "trash") => list.left_out.add("posts in the bin", name),
            ("post", "auto-draft" | "inherit") => {
                list.left_out.add("posts that WordPress keeps for itself", name)
            }
            ("post", _) => list.posts.push(post(item, &export, &attachments)),
            ("page", _) => list.left_out.add("pages", name),
            ("attachment", _) => {
                list.left_out.add("attachments (pictures come in with the posts that show them)", name);
            }
            ("nav_menu_item", _) => list.left_out.add("menu items", name),
            ("wp_block", _) => list.left_out.add("reusable blocks", name),
            (other, _) => list.left_out.add(format!("items of the type `{other}`"), name),
        }
    }
    list
}

fn post(item: &WordPressItem, export: &Export, attachments: &HashMap<&str, Attachment>) -> Json {
    let mut notes = Vec::new();
    // Files that people wrote have none.
    let id = Some(item.field("wp:post_id")).filter(|id| !id.is_empty());
    let number = id.map(|id| format!("/?p={id}"));
    let thumbnail = item.meta("_thumbnail_id");
    let featured = attachments.get(thumbnail);
    if featured.is_none() && !thumbnail.is_empty() {
        notes.push("its featured picture is not in this file".to_string());
    }
    if item.field("wp:is_sticky") == "1" {
        notes.push("it stands first on the other site; here the newest does".to_string());
    }
    let moment = date(item);
    let status = item.field("wp:status");
    // It appears here at its time, too.
    let status = if status == "future" && moment.is_some() { "publish" } else { status };
    let creator = item.field("dc:creator");
    // Templates of the plugin mean nothing here.
    let search = |key: &str| Some(item.meta(key)).filter(|text| !text.contains("%%"));
    json!({
        "id": id.map(|id| format!("wp-{id}")),
        "slug": slug(item.field("wp:post_name")),
        "title": item.field("title"),
        "content": wordpress_text::html(item.field("content:encoded"), id.unwrap_or_default(), attachments, &mut notes),
        "excerpt": item.field("excerpt:encoded"),
        "image": featured.map(|picture| &picture.address),
        "image_alt": featured.map(|picture| &picture.alt),
        "author": export.authors.get(creator).map_or(creator, String::as_str),
        "meta_title": search("_yoast_wpseo_title"),
        "meta_description": search("_yoast_wpseo_metadesc"),
        "published_date": moment,
        "status": status,
        "password": item.field("wp:post_password"),
        "addresses": [item.field("link"), item.field("guid"), number.as_deref().unwrap_or_default()],
        "notes": notes,
    })
}

/// As it was meant: in the file, letters that are not Latin are percent-encoded, and cut to 200 bytes.
fn slug(name: &str) -> String {
    percent_decode_str(name).decode_utf8_lossy().trim_end_matches('\u{fffd}').to_string()
}

/// The moment of its publication; drafts have none in UTC.
fn date(item: &WordPressItem) -> Option<String> {
    let given = |field: &str| Some(item.field(field)).filter(|date| !date.is_empty() && *date != NO_DATE);
    let utc = given("wp:post_date_gmt").map(|date| format!("{}Z", date.replace(' ', "T")));
    utc.or_else(|| given("wp:post_date").map(str::to_string))
}

fn attachment(item: &WordPressItem) -> Option<(&str, Attachment)> {
    if item.field("wp:post_type") != "attachment" {
        return None;
    }
    let address =
        [item.field("wp:attachment_url"), item.field("guid")].into_iter().find(|url| !url.is_empty())?;
    let text = |text: &str| text.to_string();
    Some((
        item.field("wp:post_id"),
        Attachment {
            address: text(address),
            alt: text(item.meta("_wp_attachment_image_alt")),
            caption: text(item.field("excerpt:encoded")),
            post_id: text(item.field("wp:post_parent")),
            order: item.field("wp:menu_order").parse().unwrap_or(0),
        },
    ))
}
