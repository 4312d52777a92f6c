//! Data that a restored copy must not bring back: devices that are signed in, and people, roles, passkeys and visitors'
//! data that were taken away after it was made. The replaced database still knows of those.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, params};

/// Rows of a request stand in these tables too.
const OF_LEADS: [&str; 3] = ["delivery", "mail_recipient", "lead_event"];
/// The requests that were erased in the replaced database and are not in the copy.
const ERASED: &str = "SELECT id FROM redone";

/// Data that was ended or taken away in a copy before it became the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redone {
    /// Devices that were signed in.
    pub sessions: usize,
    /// Invitations and codes that nobody had used.
    pub invitations: usize,
    /// Names of people who no longer work here.
    pub people: Vec<String>,
    pub roles: usize,
    pub passkeys: usize,
    /// References of requests whose personal data was erased.
    pub erased: Vec<String>,
    /// Why the replaced database could not be asked; `None` if it could, or if there was no such database.
    pub unread: Option<String>,
}

/// Changes the copy, all or nothing. `replaced` is the database whose place it takes, where there is one.
pub(super) fn redo(
    connection: &mut Connection,
    replaced: Option<&Path>,
    now_ms: i64,
) -> rusqlite::Result<Redone> {
    // Erased data must not stay in free pages.
    connection.pragma_update(None, "secure_delete", true)?;
    let mut redone = Redone::default();
    end_ways_in(connection, now_ms, &mut redone)?;
    if let Some(replaced) = replaced {
        let mut taken_away = Redone::default();
        match take_away(connection, replaced, &mut taken_away) {
            Ok(()) => {
                redone = Redone { sessions: redone.sessions, invitations: redone.invitations, ..taken_away }
            }
            Err(error) => redone.unread = Some(error.to_string()),
        }
    }
    Ok(redone)
}

/// A cookie, a code or a link that somebody has from the time of the copy opens nothing.
fn end_ways_in(connection: &mut Connection, now_ms: i64, redone: &mut Redone) -> rusqlite::Result<()> {
    let write = connection.transaction()?;
    if has(&write, "main", "staff_session")? {
        let end = "UPDATE staff_session SET ended_at = ?1 WHERE ended_at IS NULL";
        redone.sessions = write.execute(end, [now_ms])?;
        redone.invitations = write.execute("DELETE FROM staff_invitation WHERE used_at IS NULL", [])?;
        write.execute("DELETE FROM staff_ceremony", [])?;
    }
    if has(&write, "main", "content_draft")? {
        write.execute("UPDATE content_draft SET link = lower(hex(randomblob(16)))", [])?;
    }
    write.commit()
}

fn take_away(connection: &mut Connection, from: &Path, redone: &mut Redone) -> rusqlite::Result<()> {
    connection.execute("ATTACH DATABASE ?1 AS replaced", [from.to_string_lossy()])?;
    let write = connection.transaction()?;
    if has(&write, "main", "staff")? && has(&write, "replaced", "staff")? {
        take_people_away(&write, redone)?;
    }
    let is_erasable = "SELECT main.lead.id, main.lead.reference FROM main.lead JOIN replaced.lead AS other USING (id) \
                       WHERE main.lead.erased_at IS NULL AND other.erased_at IS NOT NULL";
    write.execute_batch(&format!("CREATE TEMP TABLE redone AS {is_erasable}"))?;
    redone.erased = texts(&write, "SELECT reference FROM redone ORDER BY reference")?;
    erase(&write)?;
    write.execute_batch("DROP TABLE redone")?;
    write.commit()?;
    connection.execute_batch("DETACH DATABASE replaced")
}

fn take_people_away(write: &Connection, redone: &mut Redone) -> rusqlite::Result<()> {
    let ended = "FROM replaced.staff WHERE ended_at IS NOT NULL \
                 AND id IN (SELECT id FROM main.staff WHERE ended_at IS NULL)";
    redone.people = texts(write, &format!("SELECT name {ended} ORDER BY name"))?;
    let end = "UPDATE main.staff SET ended_at = (SELECT other.ended_at FROM replaced.staff AS other \
               WHERE other.id = main.staff.id)";
    write.execute(&format!("{end} WHERE id IN (SELECT id {ended})"), [])?;
    let known = "staff_id IN (SELECT id FROM replaced.staff)";
    let roles = "NOT EXISTS (SELECT 1 FROM replaced.staff_role AS other \
                 WHERE other.staff_id = main.staff_role.staff_id AND other.role = main.staff_role.role)";
    redone.roles = write.execute(&format!("DELETE FROM main.staff_role WHERE {known} AND {roles}"), [])?;
    let passkeys = "credential_id NOT IN (SELECT credential_id FROM replaced.staff_passkey)";
    redone.passkeys =
        write.execute(&format!("DELETE FROM main.staff_passkey WHERE {known} AND {passkeys}"), [])?;
    Ok(())
}

/// The replaced database has those rows as they are once they are erased.
fn erase(write: &Connection) -> rusqlite::Result<()> {
    let columns = shared_columns(write, "lead")?;
    let set = format!("UPDATE main.lead SET ({columns}) = (SELECT {columns} FROM replaced.lead AS other");
    write.execute(&format!("{set} WHERE other.id = main.lead.id) WHERE id IN ({ERASED})"), [])?;
    for table in OF_LEADS {
        if !has(write, "main", table)? || !has(write, "replaced", table)? {
            continue;
        }
        let columns = shared_columns(write, table)?;
        write.execute(&format!("DELETE FROM main.{table} WHERE lead_id IN ({ERASED})"), [])?;
        let rows = format!("SELECT {columns} FROM replaced.{table} WHERE lead_id IN ({ERASED})");
        write.execute(&format!("INSERT OR IGNORE INTO main.{table} ({columns}) {rows}"), [])?;
    }
    Ok(())
}

/// The columns that both have: a copy may be of an older version.
fn shared_columns(write: &Connection, table: &str) -> rusqlite::Result<String> {
    let columns = "SELECT '\"' || name || '\"' FROM pragma_table_info(?1, 'main') \
                   WHERE name IN (SELECT name FROM pragma_table_info(?1, 'replaced'))";
    let mut statement = write.prepare(columns)?;
    let names: Vec<String> = statement.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(names.join(", "))
}

fn texts(write: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    write.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
}

fn has(connection: &Connection, schema: &str, table: &str) -> rusqlite::Result<bool> {
    let sql = format!("SELECT 1 FROM {schema}.sqlite_master WHERE type = 'table' AND name = ?1");
    Ok(connection.query_row(&sql, params![table], |_| Ok(())).optional()?.is_some())
}
