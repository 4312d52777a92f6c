//! The check that `amwaj posts publish` makes of an author's words, and the post that they make.

use std::collections::BTreeMap;

use crate::authoring::picture_finder::PictureFinder;
use crate::authoring::pictures::PreparedPicture;
use crate::authoring::post_file;
use crate::authoring::prepare::{PreparedPost, draw};
use crate::facts;
use crate::post::{NewPost, Post, PostFormat, StoredPicture};
use crate::writing::words::{AuthorWords, WordField};
use crate::writing::{WorkingCopy, Writing};
use content::{Report, Severity, Source, Tokens};

/// A problem in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordProblem {
    /// Whether it keeps the post from being published.
    pub is_mistake: bool,
    pub field: WordField,
    /// The line of the body, from 1 on.
    pub line: Option<usize>,
    pub what: String,
    /// A suggestion.
    pub instead: String,
}

/// Words that were checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Mistakes first, then in the order of the text.
    pub problems: Vec<WordProblem>,
    /// The post as far as it can be drawn; publishable if there is no mistake.
    pub drawn: Option<PreparedPost>,
}

impl Checked {
    pub fn mistakes(&self) -> usize {
        self.problems.iter().filter(|problem| problem.is_mistake).count()
    }

    /// The post, unless there is a mistake.
    pub fn publishable(&self) -> Option<&PreparedPost> {
        self.drawn.as_ref().filter(|_| self.mistakes() == 0)
    }
}

impl Writing {
    /// Checks words as those of this post. Photos are encoded on a thread that may take its time.
    pub async fn check(&self, copy: &WorkingCopy, words: AuthorWords) -> Checked {
        let (content, tokens) = (self.content.clone(), self.pages.tokens());
        let (slug, format, pictures) =
            (copy.post.words.slug.clone(), copy.post.words.format, copy.pictures.clone());
        let checking =
            tokio::task::spawn_blocking(move || check(&words, &slug, format, &pictures, &content, &tokens));
        checking.await.unwrap_or_else(|error| Checked {
            problems: vec![WordProblem {
                is_mistake: true,
                field: WordField::Body,
                line: None,
                what: format!("the check broke down: {error}"),
                instead: "take back what you changed last, and tell whoever runs this site".to_owned(),
            }],
            drawn: None,
        })
    }
}

impl Writing {
    /// The post with words that were checked, as far as it can be drawn, for a look at its page.
    pub fn drawn(&self, copy: &WorkingCopy, checked: &Checked) -> Option<Post> {
        let drawn = checked.drawn.as_ref()?;
        let (before, now) = (&copy.post.words, self.publisher.clock.now_ms());
        let words = NewPost {
            slug: before.slug.clone(),
            published_at: before.published_at,
            checked_at: before.checked_at,
            draft: before.draft,
            ..drawn.words.clone()
        };
        Some(Post { words, updated_at: now, ..copy.post.clone() })
    }
}

fn check(
    words: &AuthorWords,
    slug: &str,
    format: PostFormat,
    pictures: &BTreeMap<String, StoredPicture>,
    content: &Source,
    tokens: &Tokens,
) -> Checked {
    let name = match format {
        PostFormat::Markdown => format!("{slug}.md"),
        PostFormat::Html => format!("{slug}.html"),
    };
    let (mut report, mut finder) = (Report::default(), PictureFinder::new(content));
    let parsed = post_file::parse(&name, &name, words.file(slug).as_bytes(), &mut report);
    let drawn = parsed.map(|parsed| {
        facts::check_tokens(&parsed, tokens, &mut report);
        facts::check_figures(&parsed, tokens, &mut report);
        let mut find = |name: &str| match pictures.get(name) {
            Some(stored) => Ok(already_stored(stored)),
            None => finder.find(name),
        };
        draw(&parsed, &mut find, &mut report)
    });
    let mut problems: Vec<WordProblem> = report
        .problems
        .into_iter()
        .map(|problem| {
            let (field, line) = AuthorWords::place(problem.line);
            let is_mistake = problem.severity == Severity::Error;
            WordProblem { is_mistake, field, line, what: problem.what, instead: problem.instead }
        })
        .collect();
    problems.sort_by_key(|problem| (!problem.is_mistake, problem.line));
    Checked { problems, drawn }
}

/// A picture whose files are in the database.
fn already_stored(stored: &StoredPicture) -> PreparedPicture {
    PreparedPicture { picture: stored.clone(), files: Vec::new(), is_photo: stored.srcset.is_some() }
}
