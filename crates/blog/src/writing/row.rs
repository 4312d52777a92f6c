//! The tables of working copies and of their texts.

/// One row for each post that was opened for writing.
pub mod copy {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_working_copy")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: String,
        pub number: i64,
        pub live_number: i64,
        pub live_digest: String,
        pub taken_off: bool,
        pub pictures: String,
        pub mistakes: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The texts of working copies, by number.
pub mod text {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_text")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        pub at: i64,
        pub began_at: i64,
        pub staff_id: Option<String>,
        pub by_name: Option<String>,
        pub kind: String,
        pub based_on: i64,
        pub superseded: bool,
        pub words: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
