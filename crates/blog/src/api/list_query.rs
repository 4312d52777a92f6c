//! Query strings of lists (R48), and posts as JSON objects (R48, R49). Knows nothing of HTTP.

use serde_json::{Map, Value as Json, json};

use crate::dates::rfc3339;
use crate::post::POSTS_PER_PAGE;
use crate::store::Order;
use crate::{Post, summary};

/// The most posts on one page.
const MAX_POSTS_PER_PAGE: u32 = 100;

/// A field of a post's JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PostField {
    Id,
    Slug,
    Title,
    MetaTitle,
    MetaDescription,
    Excerpt,
    Image,
    Author,
    PublishedDate,
    CreatedAt,
    Content,
    /// The text of the post's card (R37): only where `fields` names it.
    Summary,
    /// The picture with its sizes: only where `fields` names it, and in the answer for one post.
    Picture,
    /// Only in the answer for one post.
    UpdatedAt,
    /// Only in the answer for one post.
    CheckedDate,
}

use PostField::*;

/// Every field in the order of the answers. A list has the first eleven unless `fields` says otherwise (R48), and
/// `fields` may name the first thirteen. The answer for one post has all but the summary (R49).
const FIELDS: [PostField; 15] = [
    Id,
    Slug,
    Title,
    MetaTitle,
    MetaDescription,
    Excerpt,
    Image,
    Author,
    PublishedDate,
    CreatedAt,
    Content,
    Summary,
    Picture,
    UpdatedAt,
    CheckedDate,
];
const DEFAULT_FIELDS: usize = 11;
const NAMEABLE_FIELDS: usize = 13;

impl PostField {
    fn name(self) -> &'static str {
        match self {
            Id => "id",
            Slug => "slug",
            Title => "title",
            MetaTitle => "meta_title",
            MetaDescription => "meta_description",
            Excerpt => "excerpt",
            Image => "image",
            Author => "author",
            PublishedDate => "published_date",
            CreatedAt => "created_at",
            Content => "content",
            Summary => "summary",
            Picture => "picture",
            UpdatedAt => "updated_at",
            CheckedDate => "checked_date",
        }
    }

    fn value(self, post: &Post, origin: &str) -> Json {
        let words = &post.words;
        match self {
            Id => json!(post.id),
            Slug => json!(words.slug),
            Title => json!(words.title),
            MetaTitle => json!(words.meta_title),
            MetaDescription => json!(words.meta_description),
            Excerpt => json!(words.excerpt),
            Image => json!(words.picture.as_ref().map(|picture| absolute(origin, &picture.src))),
            Author => json!(words.author),
            PublishedDate => json!(rfc3339(words.published_at)),
            CreatedAt => json!(rfc3339(post.created_at)),
            Content => json!(words.content),
            Summary => json!(summary(words)),
            Picture => json!(words.picture),
            UpdatedAt => json!(rfc3339(post.updated_at)),
            CheckedDate => json!(words.checked_at.map(rfc3339)),
        }
    }
}

/// A whole address, made with the site's own where it is only a path.
fn absolute(origin: &str, address: &str) -> String {
    if address.starts_with('/') { format!("{origin}{address}") } else { address.to_owned() }
}

/// One page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paging {
    /// From 1.
    pub page: u32,
    pub per_page: u32,
}

impl Paging {
    /// Number of posts before this page.
    pub fn skip(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.per_page)
    }
}

/// The list to answer: everything, or the page and the fields that the query string names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    pub paging: Option<Paging>,
    pub order: Order,
    /// In the order of the answer, each once.
    fields: Vec<PostField>,
}

impl ListQuery {
    /// Parses a query string. Unknown parameters, such as `utm_source`, are ignored.
    ///
    /// # Errors
    /// One sentence that says what would be right.
    pub fn parse(query: &str) -> Result<Self, String> {
        let (mut page, mut per_page, mut fields) = (None, None, FIELDS[..DEFAULT_FIELDS].to_vec());
        let mut order = Order::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "page" => page = Some(parse_number(&value, u32::MAX, "page must be a whole number from 1.")?),
                "per_page" => {
                    let right = format!("per_page must be a whole number from 1 to {MAX_POSTS_PER_PAGE}.");
                    per_page = Some(parse_number(&value, MAX_POSTS_PER_PAGE, &right)?);
                }
                "sort" => order = parse_sort(&value)?,
                "fields" => fields = parse_fields(&value)?,
                _ => {}
            }
        }
        let paging = (page.is_some() || per_page.is_some())
            .then(|| Paging { page: page.unwrap_or(1), per_page: per_page.unwrap_or(POSTS_PER_PAGE) });
        Ok(Self { paging, order, fields })
    }

    /// Whether the answer has the posts' whole texts.
    pub fn wants_content(&self) -> bool {
        self.fields.contains(&Content)
    }

    /// The key of the answer in the response cache: the same for the same list, however its query was spelt.
    pub fn cache_key(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name()).collect();
        let paging = self.paging.map(|paging| format!("page={}&per_page={}&", paging.page, paging.per_page));
        let sort = if self.order == Order::Created { "sort=created_at&" } else { "" };
        format!("{}{sort}fields={}", paging.unwrap_or_default(), names.join(","))
    }

    /// One post of the list as a JSON object. `origin` is the site's public address.
    pub fn object(&self, post: &Post, origin: &str) -> String {
        object(&self.fields, post, origin).to_string()
    }
}

/// The answer for one post (R49).
pub fn single(post: &Post, origin: &str) -> String {
    let fields: Vec<PostField> = FIELDS.into_iter().filter(|field| *field != Summary).collect();
    json!({ "data": object(&fields, post, origin) }).to_string()
}

/// The answer where there is no such post: no data (R49).
pub const NOT_FOUND: &str = r#"{"message":"Blog not found"}"#;

fn object(fields: &[PostField], post: &Post, origin: &str) -> Json {
    let entries = fields.iter().map(|field| (field.name().to_owned(), field.value(post, origin)));
    Json::Object(entries.collect::<Map<_, _>>())
}

fn parse_number(text: &str, max: u32, right: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && (1..=max).contains(number));
    number.ok_or_else(|| right.to_owned())
}

fn parse_fields(list: &str) -> Result<Vec<PostField>, String> {
    let known = |name: &str| FIELDS[..NAMEABLE_FIELDS].iter().copied().find(|field| field.name() == name);
    let fields: Option<Vec<PostField>> = list.split(',').map(|name| known(name.trim())).collect();
    let mut fields = fields.ok_or_else(|| {
        let names: Vec<&str> = FIELDS[..NAMEABLE_FIELDS].iter().map(|field| field.name()).collect();
        format!("fields must be some of {}, separated by commas.", names.join(", "))
    })?;
    fields.sort_unstable();
    fields.dedup();
    Ok(fields)
}

fn parse_sort(by: &str) -> Result<Order, String> {
    match by {
        "published_date" => Ok(Order::Published),
        "created_at" => Ok(Order::Created),
        _ => Err("sort must be published_date or created_at; the newest come first.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(query: &str) -> String {
        ListQuery::parse(query).unwrap().cache_key()
    }

    #[test]
    fn r48_without_a_query_everything_is_listed_and_a_query_narrows_it() {
        assert_eq!(ListQuery::parse("").unwrap().paging, None);
        assert_eq!(ListQuery::parse("utm_source=mail").unwrap(), ListQuery::parse("").unwrap());
        let paging = |query| ListQuery::parse(query).unwrap().paging.unwrap();
        assert_eq!(paging("page=3"), Paging { page: 3, per_page: 12 });
        assert_eq!(paging("per_page=100"), Paging { page: 1, per_page: 100 });
        assert_eq!(paging("page=3&per_page=5").skip(), 10);
        assert!(!ListQuery::parse("fields=slug,summary").unwrap().wants_content());
    }

    #[test]
    fn r48_one_list_has_one_cache_key_however_its_query_is_spelt() {
        let key = "page=2&per_page=12&fields=slug,title,summary";
        assert_eq!(keys("page=2&fields=slug,title,summary"), key);
        assert_eq!(keys("fields=summary,title,slug,title&x=1&per_page=012&page=02"), key);
        assert_eq!(keys("fields=slug%2C+title%2Csummary&page=2&sort=published_date"), key);
        assert_eq!(
            keys("fields=slug&sort=created_at&page=1"),
            "page=1&per_page=12&sort=created_at&fields=slug"
        );
    }

    #[test]
    fn r48_a_wrong_query_gets_a_sentence_with_what_would_be_right() {
        for query in ["page=0", "page=-1", "page=x", "page=", "page=+1", "page=4294967296"] {
            assert_eq!(ListQuery::parse(query).unwrap_err(), "page must be a whole number from 1.");
        }
        for query in ["per_page=0", "per_page=101", "per_page=all"] {
            let sentence = ListQuery::parse(query).unwrap_err();
            assert_eq!(sentence, "per_page must be a whole number from 1 to 100.");
        }
        for query in ["sort=", "sort=title", "sort=-created_at"] {
            let sentence = ListQuery::parse(query).unwrap_err();
            assert_eq!(sentence, "sort must be published_date or created_at; the newest come first.");
        }
        for query in ["fields=", "fields=slug,", "fields=password", "fields=updated_at"] {
            let sentence = ListQuery::parse(query).unwrap_err();
            assert!(sentence.starts_with("fields must be some of id, slug, title,"), "{sentence}");
            assert!(sentence.ends_with("summary, picture, separated by commas."), "{sentence}");
        }
    }
}
