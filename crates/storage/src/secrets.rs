//! Secrets that the servers of one database share: made at random when they are first asked for.

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ConnectionTrait, DbErr};

use crate::db::Db;
use base::random::Random;

/// The secret of that name, 32 bytes.
///
/// # Errors
/// When the database cannot be used.
pub async fn load_or_create(db: &Db, name: &str, random: &Random) -> Result<Vec<u8>, DbErr> {
    let mut insert = Query::insert();
    insert
        .into_table("secret")
        .columns(["name", "value"])
        .values_panic([name.into(), hex::encode(random.bytes::<32>()).into()])
        // Whoever comes first decides for all servers.
        .on_conflict(OnConflict::new().do_nothing().to_owned());
    let mut stored = Query::select();
    stored.column("value").from("secret").and_where(ExprTrait::eq(Expr::col("name"), name));
    let write = db.begin_write().await?;
    write.connection().execute(&insert).await?;
    let row = write.connection().query_one(&stored).await?;
    write.commit().await?;
    let missing = || DbErr::RecordNotFound(format!("the secret {name}"));
    let text: String = row.ok_or_else(missing)?.try_get_by_index(0)?;
    hex::decode(text).map_err(|error| DbErr::Type(error.to_string()))
}
