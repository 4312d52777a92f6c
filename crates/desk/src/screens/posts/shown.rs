//! What the blog knows of a post, as the screens show it.

use crate::view::{
    ConflictPlace, DifferentLine, LineSide, PostField, PostProblem, PostState, PostWords, RevisionChange,
};
use blog::writing::{AuthorWords, ClashingPlace, TextChange, WordField, WordProblem};
use blog::{Post, writing};

impl From<WordField> for PostField {
    fn from(field: WordField) -> Self {
        match field {
            WordField::Title => PostField::Title,
            WordField::Slug => PostField::Slug,
            WordField::Excerpt => PostField::Excerpt,
            WordField::MetaTitle => PostField::MetaTitle,
            WordField::MetaDescription => PostField::MetaDescription,
            WordField::Author => PostField::Author,
            WordField::Image => PostField::Image,
            WordField::ImageAlt => PostField::ImageAlt,
            WordField::Body => PostField::Body,
        }
    }
}

impl From<AuthorWords> for PostWords {
    fn from(words: AuthorWords) -> Self {
        let AuthorWords { title, body, excerpt, meta_title, meta_description, author, image, image_alt } =
            words;
        PostWords { title, body, excerpt, meta_title, meta_description, author, image, image_alt }
    }
}

impl From<WordProblem> for PostProblem {
    fn from(problem: WordProblem) -> Self {
        PostProblem {
            is_mistake: problem.is_mistake,
            field: problem.field.into(),
            line: problem.line.map(|line| line as u64),
            what: problem.what,
            instead: problem.instead,
        }
    }
}

impl From<ClashingPlace> for ConflictPlace {
    fn from(place: ClashingPlace) -> Self {
        ConflictPlace { field: place.field.into(), mine: place.mine, theirs: place.theirs }
    }
}

impl From<TextChange> for RevisionChange {
    fn from(change: TextChange) -> Self {
        match change {
            TextChange::Added(text) => RevisionChange::Added { text },
            TextChange::Removed(text) => RevisionChange::Removed { text },
            TextChange::Reworded(text) => RevisionChange::Reworded { text },
            TextChange::Field(field) => RevisionChange::Field { field: field.into() },
            TextChange::Nothing => RevisionChange::Nothing,
        }
    }
}

impl From<writing::DifferentLine> for DifferentLine {
    fn from(line: writing::DifferentLine) -> Self {
        let side = match line.side {
            writing::LineSide::Both => LineSide::Both,
            writing::LineSide::Earlier => LineSide::Earlier,
            writing::LineSide::Present => LineSide::Present,
            writing::LineSide::Skipped => LineSide::Skipped,
        };
        DifferentLine { side, text: line.text }
    }
}

/// What readers see of a post at this moment; `taken_off` says that they saw it before.
pub fn state(post: &Post, taken_off: bool, now_ms: i64) -> PostState {
    match post.words.state(now_ms) {
        blog::PostState::Draft if taken_off => PostState::TakenOff,
        blog::PostState::Draft => PostState::Draft,
        blog::PostState::Scheduled => PostState::Scheduled,
        blog::PostState::Published => PostState::Published,
    }
}

/// When a post appears or appeared; nothing of one that is on no list.
pub fn published_at(post: &Post) -> Option<i64> {
    (!post.words.draft).then_some(post.words.published_at)
}
