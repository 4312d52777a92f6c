//! Editable fields that the check finds in a file.

use crate::report::Place;

/// A text that means more than text, such as a link or a picture's file.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The `format` its type asks for: `target`, `anchor`, `picture`, `phone`, `email`, `price`.
    pub format: String,
    pub text: String,
    pub place: Place,
}

/// A value that people may change, and what its type says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Where its bytes begin in the file.
    pub start: usize,
    /// Its name in the file; of an item, that of the list.
    pub name: String,
    /// Description by its type; of one of many, the description of all of them.
    pub meaning: String,
    /// Whether the meaning is that of many together.
    pub is_one_of_many: bool,
    pub kind: FieldKind,
}

/// The kind of value in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    /// A long text in Markdown.
    Document,
    /// Whole, and large enough to hold a mark in its place.
    Number,
    /// Any other number.
    SmallNumber,
    /// A table of `from` and `to`.
    Price,
    /// A table of `file` and `alt`.
    Picture,
    /// Where a link leads: a page, an anchor, another site, or one of the company's lines.
    Link,
    /// The full address of another site.
    Url,
}

/// Findings of a check beside mistakes.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// The texts that mean more than text.
    pub leaves: Vec<Leaf>,
    /// The values that people may change.
    pub fields: Vec<Field>,
}
