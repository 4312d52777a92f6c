//! Publishing posts: `post_file` parses the author's file (with `front_matter`), `prepare` makes it storable (with
//! `markdown`, what it left over, and the pictures), `publish` stores it. `seed` does that with the posts that the content brings.

mod exported_pictures;
mod front_matter;
mod left_over;
#[cfg(test)]
mod left_over_tests;
pub mod markdown;
pub mod picture_finder;
pub mod pictures;
pub mod post_file;
pub mod prepare;
pub mod publish;
pub mod seed;
