//! Reads the other site's posts: a list that may come in pages, or the export file of WordPress or Ghost. The bytes say which it
//! is, whatever the name.

use std::collections::HashSet;

use serde_json::Value as Json;
use url::Url;

use crate::fetch::Fetcher;
use crate::old_list::OldList;
use crate::{ghost, wordpress, wxr};

/// The most bytes of a list.
const MAX_LIST_BYTES: usize = 256 * 1024 * 1024;
/// The most posts of a list.
const MAX_POSTS: usize = 50_000;
const NEEDS_ADDRESS: &str =
    "it is one page of a longer list; import the address of the list instead, and all its pages are read";

/// One page of a list, or all of it.
struct ListPage {
    list: OldList,
    /// The address of the next page.
    next: Option<String>,
    /// It says that there are more posts than it holds.
    is_part: bool,
}

/// The posts of a list in a file.
///
/// # Errors
/// Half a sentence that says why it cannot be read.
pub fn read_file(path: &str, site: Option<&Url>) -> Result<OldList, String> {
    let page = parse(&std::fs::read(path).map_err(|error| error.to_string())?, site)?;
    if page.next.is_some() || page.is_part { Err(NEEDS_ADDRESS.to_string()) } else { Ok(page.list) }
}

/// The posts of a list, and of the pages that it leads to.
///
/// # Errors
/// Half a sentence that says why they cannot be read.
pub async fn download(fetcher: &Fetcher, first: &Url, site: Option<&Url>) -> Result<OldList, String> {
    let mut list = OldList::default();
    let mut read = HashSet::new();
    let mut next = Some(first.clone());
    while let Some(url) = next.filter(|url| read.insert(url.clone())) {
        let page = parse(&fetcher.get(&url, MAX_LIST_BYTES).await?, site)?;
        if page.next.is_none() && page.is_part && read.len() == 1 {
            return Err(
                "it holds only a part of the posts, and does not say where the others are".to_string()
            );
        }
        list.posts.extend(page.list.posts);
        list.left_out.append(page.list.left_out);
        list.site = list.site.or(page.list.site);
        if list.posts.len() > MAX_POSTS {
            return Err(format!("it has more than {MAX_POSTS} posts"));
        }
        next = page
            .next
            .map(|next| url.join(&next).map_err(|_| format!("`{next}` is no address")))
            .transpose()?;
    }
    Ok(list)
}

/// An export, or a list: a JSON array, alone or as the field `data`, beside which some sites say where the next page is.
fn parse(bytes: &[u8], site: Option<&Url>) -> Result<ListPage, String> {
    if bytes.len() > MAX_LIST_BYTES {
        return Err(format!("it has more than {} MB", MAX_LIST_BYTES >> 20));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let whole = |list| ListPage { list, next: None, is_part: false };
    let page = if wxr::is_export(bytes) {
        whole(wordpress::read(wxr::read(bytes)?))
    } else {
        let mut parsed: Json = serde_json::from_slice(bytes).map_err(|error| not_json(bytes, &error))?;
        match ghost::tables(&mut parsed) {
            Some(tables) => whole(ghost::read(tables, site)),
            None => json_list(parsed)?,
        }
    };
    if page.list.posts.len() > MAX_POSTS {
        return Err(format!("it has {} posts, the most is {MAX_POSTS}", page.list.posts.len()));
    }
    Ok(page)
}

/// Why a file that is neither a list nor an export cannot be read.
fn not_json(bytes: &[u8], error: &serde_json::Error) -> String {
    let begins = |with: &[u8]| bytes.trim_ascii_start().starts_with(with);
    if begins(b"PK\x03\x04") || begins(b"\x1F\x8B") {
        "it is packed; unpack it, and import the file inside".to_string()
    } else if begins(b"<") {
        "it is no JSON, and no export of WordPress; there it is made by Tools, Export, All content"
            .to_string()
    } else {
        format!("it is no JSON: {error}")
    }
}

fn json_list(parsed: Json) -> Result<ListPage, String> {
    Ok(match parsed {
        Json::Array(posts) => page_of(posts, &serde_json::Map::new()),
        Json::Object(mut fields) => match fields.remove("data") {
            Some(Json::Array(posts)) => page_of(posts, &fields),
            // A page inside an answer.
            Some(Json::Object(mut inner)) => match inner.remove("data") {
                Some(Json::Array(posts)) => page_of(posts, &inner),
                _ => return Err("it is no list of posts".to_string()),
            },
            _ => return Err("it is no list of posts".to_string()),
        },
        _ => return Err("it is no list of posts".to_string()),
    })
}

/// What Laravel's pages say beside their posts, and others like them.
fn page_of(posts: Vec<Json>, fields: &serde_json::Map<String, Json>) -> ListPage {
    let inside = |key: &str, name: &str| fields.get(key).and_then(|inner| inner.get(name));
    let next = [fields.get("next_page_url"), inside("links", "next"), fields.get("next")];
    let next = next.into_iter().flatten().find_map(Json::as_str).map(str::to_owned);
    let total = [fields.get("total"), inside("meta", "total")].into_iter().flatten().find_map(Json::as_u64);
    let is_part = total.is_some_and(|total| total > posts.len() as u64);
    ListPage { list: OldList { posts, ..OldList::default() }, next, is_part }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_says_that_there_are_more_and_where() {
        let (post, next) = (json!({ "id": 1 }), "https://old.example/blogs?page=2");
        for (list, expected, is_part) in [
            (json!([post]), None, false),
            (json!({ "data": [post] }), None, false),
            (json!({ "data": [post], "total": 1, "next_page_url": null }), None, false),
            (json!({ "data": [post], "total": 9, "next_page_url": next }), Some(next), true),
            (json!({ "data": [post], "links": { "next": next }, "meta": { "total": 9 } }), Some(next), true),
            (json!({ "data": { "data": [post], "total": 9, "next_page_url": next } }), Some(next), true),
            (json!({ "data": [post], "next": next }), Some(next), false),
            (json!({ "data": [post], "total": 9 }), None, true),
        ] {
            let page = parse(list.to_string().as_bytes(), None).expect("a list");
            assert_eq!(
                (page.list.posts.len(), page.next.as_deref(), page.is_part),
                (1, expected, is_part),
                "{list}"
            );
        }
        for no_list in ["{}", "5", "{\"data\":{}}", "<html>"] {
            assert!(parse(no_list.as_bytes(), None).is_err(), "{no_list}");
        }
    }
}
