//! The database tables of the posts, and the conversion between their rows and posts.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;

use crate::post::{NewPost, Post, PostFormat, StoredPicture};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub slug: String,
    pub title: String,
    pub meta_title: Option<String>,
    pub meta_description: Option<String>,
    pub excerpt: Option<String>,
    /// A [`StoredPicture`] as JSON.
    pub picture: Option<String>,
    pub author: Option<String>,
    pub draft: bool,
    pub published_at: i64,
    pub checked_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
    pub content: String,
    pub original: String,
    pub format: String,
    /// The pictures of the original as a JSON object.
    pub pictures: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl From<Model> for Post {
    fn from(row: Model) -> Self {
        Post {
            id: row.id,
            created_at: row.created_at,
            updated_at: row.updated_at,
            words: NewPost {
                slug: row.slug,
                title: row.title,
                meta_title: row.meta_title,
                meta_description: row.meta_description,
                excerpt: row.excerpt,
                picture: row.picture.and_then(|json| serde_json::from_str(&json).ok()),
                author: row.author,
                draft: row.draft,
                published_at: row.published_at,
                checked_at: row.checked_at,
                content: row.content,
                original: row.original,
                format: if row.format == "html" { PostFormat::Html } else { PostFormat::Markdown },
                pictures: serde_json::from_str(&row.pictures).unwrap_or_default(),
            },
        }
    }
}

impl From<&Post> for ActiveModel {
    fn from(post: &Post) -> Self {
        let words = post.words.clone();
        let json = |picture: &StoredPicture| serde_json::to_string(picture).expect("a picture is plain data");
        ActiveModel {
            id: Set(post.id.clone()),
            slug: Set(words.slug),
            title: Set(words.title),
            meta_title: Set(words.meta_title),
            meta_description: Set(words.meta_description),
            excerpt: Set(words.excerpt),
            picture: Set(words.picture.as_ref().map(json)),
            author: Set(words.author),
            draft: Set(words.draft),
            published_at: Set(words.published_at),
            checked_at: Set(words.checked_at),
            created_at: Set(post.created_at),
            updated_at: Set(post.updated_at),
            content: Set(words.content),
            original: Set(words.original),
            format: Set(match words.format {
                PostFormat::Html => "html".to_owned(),
                PostFormat::Markdown => "markdown".to_owned(),
            }),
            pictures: Set(serde_json::to_string(&words.pictures).expect("pictures are plain data")),
        }
    }
}

/// Former slugs of posts: readers are redirected from them.
pub mod moved {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_moved")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        pub post_id: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Files of the posts' pictures, by the last part of their address.
pub mod file {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_file")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub content_type: String,
        pub bytes: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One row with the revision, a number that grows with every change of the posts: servers poll it.
pub mod revision {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_revision")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub number: i64,
        /// Whether the posts that the content folder brings were imported.
        pub seeded: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
