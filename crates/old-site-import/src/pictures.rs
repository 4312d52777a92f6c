//! The pictures of an imported post: fetched, or taken from what stands here already.

use std::collections::{BTreeMap, HashMap};

use url::Url;

use crate::fetch::Fetcher;
use blog::authoring::pictures;
use blog::authoring::pictures::{MOST_PHOTO, Made};
use blog::authoring::source::Draft;
use blog::{Picture, html};
use site::content::Photos;
use site::content::media::PictureError;

/// The most pictures of one post.
const MOST_PICTURES: usize = 100;
/// After so many failures in a row a host is not asked again.
const MOST_FAILURES: u32 = 3;

/// Finds pictures for an import.
pub struct Pictures {
    fetcher: Fetcher,
    /// What addresses without a host belong to.
    site: Option<Url>,
    /// How often in a row a host did not answer well.
    failures: HashMap<String, u32>,
}

/// The pictures of one post by their names, or why there is none.
pub struct Found(HashMap<String, Result<Made, PictureError>>);

impl Found {
    /// The picture of a name.
    ///
    /// # Errors
    /// When it could not be fetched or made.
    pub fn take(&mut self, name: &str) -> Result<Made, PictureError> {
        self.0.remove(name).unwrap_or_else(|| Err(left_out("one of too many")))
    }
}

impl Pictures {
    pub fn new(fetcher: Fetcher, site: Option<Url>) -> Self {
        Self { fetcher, site, failures: HashMap::new() }
    }

    /// Every picture that the draft names; those in `known` came in before and are not fetched again.
    pub async fn make(&mut self, draft: &Draft, known: &BTreeMap<String, Picture>) -> Found {
        let of_text = html::content(&draft.body, &|_| None).pictures.into_iter().map(|named| named.src);
        let names = draft.image.iter().map(|cover| cover.file.clone()).chain(of_text);
        let mut found = HashMap::new();
        for name in names {
            if found.len() >= MOST_PICTURES || found.contains_key(&name) {
                continue;
            }
            let made = match known.get(&name) {
                Some(picture) => {
                    let is_photo = picture.srcset.is_some();
                    let picture = Picture { alt: String::new(), ..picture.clone() };
                    Ok(Made { picture, files: Vec::new(), is_photo })
                }
                None => self.fetch(&name).await,
            };
            found.insert(name, made);
        }
        Found(found)
    }

    async fn fetch(&mut self, name: &str) -> Result<Made, PictureError> {
        if name.starts_with("data:") {
            let (file, bytes) = pictures::inlined(name)?;
            return make(file, bytes).await;
        }
        let url = match (Url::parse(name), &self.site) {
            (Ok(url), _) => url,
            (Err(_), Some(site)) => site.join(name).map_err(|_| left_out("no address"))?,
            (Err(_), None) => {
                return Err(left_out("without a host; name the site it belongs to with `--site`"));
            }
        };
        let host = url.host_str().unwrap_or_default().to_string();
        let failures = self.failures.entry(host).or_default();
        if *failures >= MOST_FAILURES {
            return Err(left_out("on a site that does not answer"));
        }
        let bytes = match self.fetcher.get(&url, MOST_PHOTO).await {
            Ok(bytes) => {
                *failures = 0;
                bytes
            }
            Err(why) => {
                *failures += u32::from(!why.starts_with("the other site answers"));
                return Err(left_out(&why));
            }
        };
        let ending = pictures::ending_of(&bytes).ok_or_else(|| left_out("no JPEG, PNG, WebP or SVG"))?;
        let stem = url.path_segments().and_then(Iterator::last).unwrap_or_default();
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        make(format!("{stem}.{ending}"), bytes).await
    }
}

/// Makes it on a thread that may take its time.
async fn make(file: String, bytes: bytes::Bytes) -> Result<Made, PictureError> {
    let made = tokio::task::spawn_blocking(move || pictures::make(&file, &bytes, &mut Photos::default()));
    made.await.unwrap_or_else(|_| Err(left_out("too odd to be read")))
}

fn left_out(why: &str) -> PictureError {
    PictureError::new(format!("could not be had: {why}"), "it was left out")
}
