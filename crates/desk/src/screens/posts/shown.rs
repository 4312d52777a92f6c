//! Posts of the blog, as the screens show them.

use crate::view::{
    ChangedLine, ChangedSide, ConflictPlace, EditorField, PostProblem, PostStatus, PostWords, RevisionChange,
};
use blog::writing::{AuthorWords, ClashingPlace, TextChange, WordField, WordProblem};
use blog::{Post, writing};

impl From<WordField> for EditorField {
    fn from(field: WordField) -> Self {
        match field {
            WordField::Title => EditorField::Title,
            WordField::Slug => EditorField::Slug,
            WordField::Excerpt => EditorField::Excerpt,
            WordField::MetaTitle => EditorField::MetaTitle,
            WordField::MetaDescription => EditorField::MetaDescription,
            WordField::Author => EditorField::Author,
            WordField::Image => EditorField::Image,
            WordField::ImageAlt => EditorField::ImageAlt,
            WordField::Body => EditorField::Body,
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

impl From<writing::DifferentLine> for ChangedLine {
    fn from(line: writing::DifferentLine) -> Self {
        let side = match line.side {
            writing::LineSide::Both => ChangedSide::Both,
            writing::LineSide::Earlier => ChangedSide::Earlier,
            writing::LineSide::Present => ChangedSide::Present,
            writing::LineSide::Skipped => ChangedSide::Skipped,
        };
        ChangedLine { side, text: line.text }
    }
}

/// A post's status for readers at this moment; `taken_off` says that they saw it before.
pub fn state(post: &Post, taken_off: bool, now_ms: i64) -> PostStatus {
    match post.words.state(now_ms) {
        blog::PostState::Draft if taken_off => PostStatus::TakenOff,
        blog::PostState::Draft => PostStatus::Draft,
        blog::PostState::Scheduled => PostStatus::Scheduled,
        blog::PostState::Published => PostStatus::Published,
    }
}

/// When a post appears or appeared; `None` for a draft.
pub fn published_at(post: &Post) -> Option<i64> {
    (!post.words.draft).then_some(post.words.published_at)
}
