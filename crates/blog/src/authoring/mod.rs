//! TODO head

pub mod exported;
pub mod first;
pub mod front_matter;
pub mod library;
pub mod markdown;
pub mod pictures;
pub mod prepare;
pub mod publish;
pub mod source;
