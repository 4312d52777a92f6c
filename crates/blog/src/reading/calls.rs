//! What the calls for posts can be asked (R48, R49), and what they answer: JSON, whatever carries it.

use serde_json::{Map, Value as Json, json};

use crate::dates::rfc3339;
use crate::store::Order;
use crate::{Post, summary};

/// Posts on one page where the call does not say (R51).
pub const PER_PAGE: u32 = 12;
/// Posts on one page at most.
pub const MOST_PER_PAGE: u32 = 100;

/// What a post can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
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
    /// What a card says of the post (R37): only on demand.
    Summary,
    /// The picture with its sizes: only on demand, and in the call for one post.
    Picture,
    /// Only in the call for one post.
    UpdatedAt,
}

use Field::*;

/// Every field in the order of the answers. The first eleven are what a bare call answers (R48), the first
/// thirteen what `fields` may name; all but the summary are the call for one post (R49).
const FIELDS: [Field; 14] = [
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
];
const BARE: usize = 11;
const ON_DEMAND: usize = 13;

impl Field {
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
        }
    }
}

/// An address with the site's own in front, where it is only a path.
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
    /// How many posts come before it.
    pub fn skip(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.per_page)
    }
}

/// A call for the list: all of it, or the part and the fields that the query string names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListCall {
    pub paging: Option<Paging>,
    pub order: Order,
    /// In the order of the answer, each once.
    fields: Vec<Field>,
}

impl ListCall {
    /// Reads a query string. What it does not know, such as a campaign's marks, changes nothing.
    ///
    /// # Errors
    /// One sentence that says what would be right.
    pub fn parse(query: &str) -> Result<Self, String> {
        let (mut page, mut per_page, mut fields) = (None, None, FIELDS[..BARE].to_vec());
        let mut order = Order::default();
        for (name, value) in form_urlencoded(query) {
            match name.as_str() {
                "page" => page = Some(number(&value, u32::MAX, "page must be a whole number from 1.")?),
                "per_page" => {
                    let right = format!("per_page must be a whole number from 1 to {MOST_PER_PAGE}.");
                    per_page = Some(number(&value, MOST_PER_PAGE, &right)?);
                }
                "sort" => order = sorted(&value)?,
                "fields" => fields = named(&value)?,
                _ => {}
            }
        }
        let paging = (page.is_some() || per_page.is_some())
            .then(|| Paging { page: page.unwrap_or(1), per_page: per_page.unwrap_or(PER_PAGE) });
        Ok(Self { paging, order, fields })
    }

    /// Whether the answer has the posts' whole texts.
    pub fn wants_content(&self) -> bool {
        self.fields.contains(&Content)
    }

    /// The same call, however it was spelt.
    pub fn key(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name()).collect();
        let paging = self.paging.map(|paging| format!("page={}&per_page={}&", paging.page, paging.per_page));
        let sort = if self.order == Order::Created { "sort=created_at&" } else { "" };
        format!("{}{sort}fields={}", paging.unwrap_or_default(), names.join(","))
    }

    /// What the call answers of one post: a JSON object. `origin` is the site's public address.
    pub fn entry(&self, post: &Post, origin: &str) -> String {
        object(&self.fields, post, origin).to_string()
    }
}

/// What the call for one post answers (R49).
pub fn one(post: &Post, origin: &str) -> String {
    let fields: Vec<Field> = FIELDS.into_iter().filter(|field| *field != Summary).collect();
    json!({ "data": object(&fields, post, origin) }).to_string()
}

/// What it answers where there is no such post: no data (R49).
pub const NOT_FOUND: &str = r#"{"message":"Blog not found"}"#;

fn object(fields: &[Field], post: &Post, origin: &str) -> Json {
    let entries = fields.iter().map(|field| (field.name().to_owned(), field.value(post, origin)));
    Json::Object(entries.collect::<Map<_, _>>())
}

fn number(text: &str, most: u32, right: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && (1..=most).contains(number));
    number.ok_or_else(|| right.to_owned())
}

fn named(list: &str) -> Result<Vec<Field>, String> {
    let known = |name: &str| FIELDS[..ON_DEMAND].iter().copied().find(|field| field.name() == name);
    let fields: Option<Vec<Field>> = list.split(',').map(|name| known(name.trim())).collect();
    let mut fields = fields.ok_or_else(|| {
        let names: Vec<&str> = FIELDS[..ON_DEMAND].iter().map(|field| field.name()).collect();
        format!("fields must be some of {}, separated by commas.", names.join(", "))
    })?;
    fields.sort_unstable();
    fields.dedup();
    Ok(fields)
}

fn sorted(by: &str) -> Result<Order, String> {
    match by {
        "published_date" => Ok(Order::Published),
        "created_at" => Ok(Order::Created),
        _ => Err("sort must be published_date or created_at; the newest come first.".to_owned()),
    }
}

fn form_urlencoded(query: &str) -> impl Iterator<Item = (String, String)> {
    url::form_urlencoded::parse(query.as_bytes()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(query: &str) -> String {
        ListCall::parse(query).unwrap().key()
    }

    #[test]
    fn r48_a_bare_call_is_for_everything_and_a_query_narrows_it() {
        assert_eq!(ListCall::parse("").unwrap().paging, None);
        assert_eq!(ListCall::parse("utm_source=mail").unwrap(), ListCall::parse("").unwrap());
        let paging = |query| ListCall::parse(query).unwrap().paging.unwrap();
        assert_eq!(paging("page=3"), Paging { page: 3, per_page: 12 });
        assert_eq!(paging("per_page=100"), Paging { page: 1, per_page: 100 });
        assert_eq!(paging("page=3&per_page=5").skip(), 10);
        assert!(!ListCall::parse("fields=slug,summary").unwrap().wants_content());
    }

    #[test]
    fn r48_one_call_has_one_key_however_it_is_spelt() {
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
    fn r48_a_wrong_query_is_told_what_would_be_right() {
        for query in ["page=0", "page=-1", "page=x", "page=", "page=+1", "page=4294967296"] {
            assert_eq!(ListCall::parse(query).unwrap_err(), "page must be a whole number from 1.");
        }
        for query in ["per_page=0", "per_page=101", "per_page=all"] {
            let told = ListCall::parse(query).unwrap_err();
            assert_eq!(told, "per_page must be a whole number from 1 to 100.");
        }
        for query in ["sort=", "sort=title", "sort=-created_at"] {
            let told = ListCall::parse(query).unwrap_err();
            assert_eq!(told, "sort must be published_date or created_at; the newest come first.");
        }
        for query in ["fields=", "fields=slug,", "fields=password", "fields=updated_at"] {
            let told = ListCall::parse(query).unwrap_err();
            assert!(told.starts_with("fields must be some of id, slug, title,"), "{told}");
            assert!(told.ends_with("summary, picture, separated by commas."), "{told}");
        }
    }
}
