//! Whether a database really takes what is written, which a question alone doesn't prove.

use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ConnectionTrait as _, DbErr};

use crate::db::Db;

impl Db {
    /// Writes one row of no meaning, at `now_ms` (Unix milliseconds), and looks into the table of leads.
    ///
    /// # Errors
    /// When a lead could not be stored now.
    pub async fn test_write(&self, now_ms: i64) -> Result<(), DbErr> {
        let write = self.begin_write().await?;
        let mut insert = Query::insert();
        insert
            .into_table("doctor_probe")
            .columns(["id", "written_at"])
            .values_panic([1.into(), now_ms.into()])
            .on_conflict(OnConflict::column("id").update_column("written_at").to_owned());
        write.connection().execute(&insert).await?;
        write.connection().execute_unprepared("SELECT id FROM lead LIMIT 1").await?;
        write.commit().await
    }
}
