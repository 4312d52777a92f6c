//! Reads the export file of Ghost (JSON) as a list of posts.

use std::collections::HashMap;

use serde_json::{Value as Json, json};
use url::Url;

use crate::old_list::OldList;

/// What Ghost writes instead of its own address.
const OWN_ADDRESS: &str = "__GHOST_URL__";

/// The tables of an export; `None` if it is none.
pub fn tables(parsed: &mut Json) -> Option<Json> {
    let data = match parsed.pointer_mut("/db/0/data") {
        Some(data) => data,
        None => parsed.get_mut("data")?,
    };
    data["posts"].is_array().then(|| data.take())
}

/// The posts of an export. `site` is the address that it had.
pub fn read(mut tables: Json, site: Option<&Url>) -> OldList {
    let mut list = OldList::default();
    let posts = tables["posts"].take();
    let names = authors(&tables);
    let more = by_key(&tables["posts_meta"], "post_id");
    let address = site.map_or("", |site| site.as_str().trim_end_matches('/'));
    for tag in rows(&tables["tags"]) {
        list.left_out.add("tags", text(tag, "name"));
    }
    for post in rows(&posts) {
        let title = text(post, "title");
        if text(post, "type") == "page" || matches!(&post["page"], Json::Bool(true)) || post["page"] == 1 {
            list.left_out.add("pages", title);
            continue;
        }
        let own_format = ["lexical", "mobiledoc"].into_iter().find(|format| !text(post, format).is_empty());
        if let Some(format) = own_format.filter(|_| text(post, "html").is_empty()) {
            list.left_out.add(format!("posts whose text is only in Ghost's own format ({format})"), title);
            continue;
        }
        let id = key(post, "id");
        let more = more.get(&id).copied().unwrap_or(&Json::Null);
        let with_address = |field: &str| text(post, field).replace(OWN_ADDRESS, address);
        let meta =
            |field: &str| if post[field].is_string() { post[field].clone() } else { more[field].clone() };
        let is_scheduled = text(post, "status") == "scheduled" && post["published_at"].is_string();
        let author = names.get(&id).or_else(|| names.get(&key(post, "author_id")));
        list.posts.push(json!({
            "id": format!("ghost-{id}"),
            "slug": post["slug"],
            "title": post["title"],
            "content": with_address("html"),
            "excerpt": post["custom_excerpt"],
            "image": with_address("feature_image"),
            "image_alt": more["feature_image_alt"],
            "author": author,
            "meta_title": meta("meta_title"),
            "meta_description": meta("meta_description"),
            "published_date": post["published_at"],
            "created_at": post["created_at"],
            "status": if is_scheduled { &Json::Null } else { &post["status"] },
            "visibility": post["visibility"],
            "addresses": [format!("{address}/{}/", text(post, "slug"))],
        }));
    }
    list
}

/// Names of authors: by the posts' ids, and by their own.
fn authors(tables: &Json) -> HashMap<String, String> {
    let users = rows(&tables["users"]).map(|user| (key(user, "id"), text(user, "name").to_string()));
    let mut names: HashMap<String, String> = users.collect();
    for row in rows(&tables["posts_authors"]) {
        let is_first = row["sort_order"].as_i64().unwrap_or(0) == 0;
        if let Some(name) = names.get(&key(row, "author_id")).cloned().filter(|_| is_first) {
            names.insert(key(row, "post_id"), name);
        }
    }
    names
}

fn rows(table: &Json) -> impl Iterator<Item = &Json> {
    table.as_array().into_iter().flatten()
}

fn by_key<'a>(table: &'a Json, name: &str) -> HashMap<String, &'a Json> {
    rows(table).map(|row| (key(row, name), row)).collect()
}

fn text<'a>(row: &'a Json, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}

/// An id, which earlier versions write as a number.
fn key(row: &Json, field: &str) -> String {
    match &row[field] {
        Json::String(id) => id.clone(),
        other => other.to_string(),
    }
}
