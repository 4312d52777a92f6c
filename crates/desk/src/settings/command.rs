//! `amwaj staff settings`: shows the owners' settings, or changes one.

use std::io::Write;

use crate::settings::{self, DeskSettings};
use crate::staff::audit::{self, AuditAction, COMMAND_LINE, Entry};
use base::text::shown;
use storage::db::Db;
use storage::terminal::CommandError;

/// Without a name, writes all settings; with a value, sets that one first.
///
/// # Errors
/// When there is no such setting, the value is wrong, or the database cannot be used.
pub async fn run(
    db: &Db,
    name: Option<&str>,
    value: Option<&str>,
    now: i64,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    if let (Some(name), Some(value)) = (name, value) {
        let write = db.begin_write().await?;
        let mut changed = settings::read(write.connection()).await?;
        changed.set(name, value).map_err(CommandError::Other)?;
        if settings::change(&write, &changed).await? {
            let (by, action) = (COMMAND_LINE, AuditAction::SettingsChanged);
            audit::append(&write, Entry { by, action, subject: name, lead_id: None, key: None }, now).await?;
        }
        write.commit().await?;
    }
    let settings = settings::read(db.reader()).await?;
    let wanted = |known: &&str| name.is_none_or(|name| name == *known);
    let names: Vec<&str> = DeskSettings::NAMES.into_iter().filter(wanted).collect();
    if names.is_empty() {
        let text = DeskSettings::default().set(name.unwrap_or_default(), "").err().unwrap_or_default();
        return Err(CommandError::Other(text));
    }
    for name in names {
        writeln!(out, "{name}: {}", shown(&settings.get(name)))?;
    }
    Ok(())
}
