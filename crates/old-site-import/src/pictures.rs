//! The pictures of an imported post: downloaded, or reused where an earlier import stored them.

use std::collections::{BTreeMap, HashMap};

use percent_encoding::percent_decode_str;
use url::Url;

use crate::fetch::Fetcher;
use blog::authoring::pictures;
use blog::authoring::pictures::{MAX_PHOTO_BYTES, PreparedPicture};
use blog::authoring::post_file::ParsedPost;
use blog::{StoredPicture, html};
use content::Photos;
use content::media::PictureError;

/// The most pictures of one post.
const MAX_PICTURES_PER_POST: usize = 100;
/// Failures in a row after which a host is given up.
const MAX_FAILURES_PER_HOST: u32 = 3;

/// Downloads pictures for an import.
pub struct PictureDownloader {
    fetcher: Fetcher,
    /// The site that addresses without a host belong to.
    site: Option<Url>,
    /// Number of failed downloads in a row, by host.
    failures: HashMap<String, u32>,
}

/// The pictures of one post by their names, or why they are missing.
pub struct DownloadedPictures(HashMap<String, Result<PreparedPicture, PictureError>>);

impl DownloadedPictures {
    /// The picture of a name.
    ///
    /// # Errors
    /// When it could not be downloaded or prepared.
    pub fn take(&mut self, name: &str) -> Result<PreparedPicture, PictureError> {
        // A text may name a picture that failed twice.
        if let Some(Err(why)) = self.0.get(name) {
            return Err(why.clone());
        }
        self.0.remove(name).unwrap_or_else(|| Err(missing("one of too many")))
    }
}

impl PictureDownloader {
    pub fn new(fetcher: Fetcher, site: Option<Url>) -> Self {
        Self { fetcher, site, failures: HashMap::new() }
    }

    /// Every picture that the post names; those in `known` were imported before and are not downloaded again.
    pub async fn download(
        &mut self,
        post: &ParsedPost,
        known: &BTreeMap<String, StoredPicture>,
    ) -> DownloadedPictures {
        let in_text = html::content(&post.body, &|_| None).pictures.into_iter().map(|named| named.src);
        let names = post.image.iter().map(|cover| cover.file.clone()).chain(in_text);
        let mut pictures = HashMap::new();
        for name in names {
            if pictures.len() >= MAX_PICTURES_PER_POST || pictures.contains_key(&name) {
                continue;
            }
            let picture = match known.get(&name) {
                Some(picture) => {
                    let is_photo = picture.srcset.is_some();
                    let picture = StoredPicture { alt: String::new(), ..picture.clone() };
                    Ok(PreparedPicture { picture, files: Vec::new(), is_photo })
                }
                None => self.fetch(&name).await,
            };
            pictures.insert(name, picture);
        }
        DownloadedPictures(pictures)
    }

    async fn fetch(&mut self, name: &str) -> Result<PreparedPicture, PictureError> {
        if name.starts_with("data:") {
            let (file, bytes) = pictures::decode_data_url(name)?;
            return prepare(file, bytes).await;
        }
        let url = match (Url::parse(name), &self.site) {
            (Ok(url), _) => url,
            (Err(_), Some(site)) => site.join(name).map_err(|_| missing("no address"))?,
            (Err(_), None) => {
                return Err(missing("without a host; name the site it belongs to with `--site`"));
            }
        };
        let host = url.host_str().unwrap_or_default().to_string();
        let failures = self.failures.entry(host).or_default();
        if *failures >= MAX_FAILURES_PER_HOST {
            return Err(missing("on a site that does not answer"));
        }
        let bytes = match self.fetcher.get(&url, MAX_PHOTO_BYTES).await {
            Ok(bytes) => {
                *failures = 0;
                bytes
            }
            Err(why) => {
                *failures += u32::from(!why.starts_with("the other site answers"));
                return Err(missing(&why));
            }
        };
        let ending = pictures::extension_of(&bytes).ok_or_else(|| missing("no JPEG, PNG, WebP or SVG"))?;
        let stem = percent_decode_str(url.path_segments().and_then(Iterator::last).unwrap_or_default());
        let stem = stem.decode_utf8_lossy();
        let stem = stem.rsplit_once('.').map_or(&*stem, |(stem, _)| stem);
        prepare(format!("{stem}.{ending}"), bytes).await
    }
}

/// Prepares a picture on a thread that may take its time.
async fn prepare(file: String, bytes: bytes::Bytes) -> Result<PreparedPicture, PictureError> {
    let made = tokio::task::spawn_blocking(move || pictures::prepare(&file, &bytes, &mut Photos::default()));
    made.await.unwrap_or_else(|_| Err(missing("too odd to be read")))
}

fn missing(why: &str) -> PictureError {
    PictureError::new(format!("could not be had: {why}"), "it was left out")
}
