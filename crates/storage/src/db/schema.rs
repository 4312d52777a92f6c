//! Which steps of the migrations a database has, beside those that this program knows, and who may use it as it is.

use std::fmt;
use std::path::PathBuf;

use sea_orm::{ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, Statement};
use sea_orm_migration::{MigratorTrait, SchemaManager};

use crate::db::migrations::OF_A_PREVIEW;
use crate::db::reader::{Reader, in_time};

/// The table in which the migrations note each step.
const STEPS: &str = "seaql_migrations";

/// Why a command cannot use the database.
#[derive(Debug)]
pub enum OpenError {
    /// There is no such file.
    Missing(PathBuf),
    /// No server has made its tables yet.
    Empty,
    /// Its tables are of an older version: the newest step that it has, and the one that this program needs.
    Older(String, String),
    /// The server can't be reached or used: why, and what would be right.
    Unreachable(String),
    Failed(DbErr),
}

/// The steps of a database.
pub(super) struct Schema {
    applied: Vec<String>,
    known: Vec<String>,
}

impl Schema {
    /// # Errors
    /// When the database cannot be reached, or could not hold every language's letters.
    pub async fn read<M: MigratorTrait>(reader: &Reader) -> Result<Self, DbErr> {
        in_time(Box::pin(Self::read_from::<M>(&reader.0))).await
    }

    async fn read_from<M: MigratorTrait>(db: &DatabaseConnection) -> Result<Self, DbErr> {
        check_encoding(db).await?;
        let known = M::migrations().iter().map(|step| step.name().to_owned()).collect();
        if !SchemaManager::new(db).has_table(STEPS).await? {
            return Ok(Schema { applied: Vec::new(), known });
        }
        let sql = format!("SELECT version FROM {STEPS} ORDER BY version");
        let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await?;
        let applied = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        Ok(Schema { applied, known })
    }

    /// The newest step that the database has.
    pub fn newest(&self) -> Option<&str> {
        self.applied.last().map(String::as_str)
    }

    /// The first known step that the database lacks.
    fn missing(&self) -> Option<&String> {
        self.known.iter().find(|step| !self.applied.contains(step))
    }

    /// Whether it has every step. Those of a newer version only add to the tables, so that this one goes on with them
    /// until the newer one is back.
    ///
    /// # Errors
    /// When it has steps of a newer version and lacks some of this one: no version has made it so.
    pub fn is_complete(&self) -> Result<bool, DbErr> {
        let newer: Vec<&str> =
            self.applied.iter().filter(|step| !self.known.contains(step)).map(String::as_str).collect();
        match (self.missing(), newer.as_slice()) {
            (missing, []) => Ok(missing.is_none()),
            (None, newer) => {
                tracing::warn!(
                    steps = newer.join(", "),
                    "the database was brought up to date by a newer version"
                );
                Ok(true)
            }
            (Some(_), newer) if newer.contains(&OF_A_PREVIEW) => Err(DbErr::Custom(
                "the database was made by a preview of this program, whose tables this version does not read; take what \
                 is in it out with that version (`amwaj leads export`, `amwaj content export`), and start this one with an \
                 empty database"
                    .to_owned(),
            )),
            (Some(missing), newer) => Err(DbErr::Custom(format!(
                "the database has steps of another version ({}) and lacks {missing}; use the version that made them",
                newer.join(", ")
            ))),
        }
    }

    /// Whether commands may use it: they never change tables.
    pub fn fit_for_commands(&self) -> Result<(), OpenError> {
        let Some(newest) = self.newest() else { return Err(OpenError::Empty) };
        let wanted = self.known.last().cloned().unwrap_or_default();
        match self.is_complete()? {
            true => Ok(()),
            false => Err(OpenError::Older(newest.to_owned(), wanted)),
        }
    }
}

/// Any other encoding refuses letters, and with them requests.
async fn check_encoding(db: &DatabaseConnection) -> Result<(), DbErr> {
    if db.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let encoding = Statement::from_string(DbBackend::Postgres, "SHOW server_encoding");
    let row = db.query_one_raw(encoding).await?;
    let encoding: String = row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
    match encoding.as_str() {
        "UTF8" => Ok(()),
        other => Err(DbErr::Custom(format!(
            "the PostgreSQL database has the encoding {other}, which cannot hold every visitor's name; make one with \
             `createdb --encoding=UTF8 --template=template0 NAME` and move the tables there"
        ))),
    }
}

impl From<DbErr> for OpenError {
    fn from(error: DbErr) -> Self {
        OpenError::Failed(error)
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Missing(path) => write!(
                f,
                "there is no database {}; run this in the server's folder, or name its data folder with \
                 AMWAJ_DATA_DIR or the database with AMWAJ_DATABASE_URL; a new site gets its database from `amwaj serve`",
                path.display()
            ),
            OpenError::Empty => f.write_str(
                "the database has no tables yet; `amwaj serve` makes them, or AMWAJ_DATABASE_URL is wrong",
            ),
            OpenError::Older(newest, wanted) => write!(
                f,
                "the database is of an older version than this program (its newest step is {newest}, {wanted} is \
                 needed); start this version with `amwaj serve`, which copies the database and brings it up to date, \
                 or use the version that the server runs"
            ),
            OpenError::Unreachable(why) => f.write_str(why),
            OpenError::Failed(error) => write!(f, "the database cannot be used: {error}"),
        }
    }
}

impl std::error::Error for OpenError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(applied: &[&str], known: &[&str]) -> Schema {
        let owned = |steps: &[&str]| steps.iter().map(ToString::to_string).collect();
        Schema { applied: owned(applied), known: owned(known) }
    }

    #[test]
    fn commands_refuse_older_tables_and_say_which_step_is_missing() {
        let told = with(&["m1"], &["m1", "m2"]).fit_for_commands().expect_err("older").to_string();
        assert!(told.contains("its newest step is m1, m2 is needed"), "{told}");
        assert!(matches!(with(&[], &["m1"]).fit_for_commands(), Err(OpenError::Empty)));
        with(&["m1", "m2"], &["m1", "m2"]).fit_for_commands().expect("up to date");
        with(&["m1", "m3"], &["m1"]).fit_for_commands().expect("a newer version only adds");
    }
}
