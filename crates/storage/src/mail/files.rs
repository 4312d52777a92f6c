//! Mail as `.eml` files, for a site without a mail server yet. Any mail program opens them. `lettre`'s own file transport
//! neither flushes a file to disk nor names it after the lead.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::mail::MailMessage;

/// A folder that mails are written into.
#[derive(Clone, Debug)]
pub struct MailFolder(PathBuf);

impl MailFolder {
    pub fn new(folder: PathBuf) -> Self {
        MailFolder(folder)
    }

    pub(super) async fn write(&self, mail: &MailMessage) -> Result<String, String> {
        let folder = self.0.clone();
        let shown = folder.display().to_string();
        let (bytes, name) = (mail.message.formatted(), format!("{}.eml", mail.name));
        let written = tokio::task::spawn_blocking(move || write_durably(&folder, &name, &bytes));
        match written.await {
            Ok(Ok(path)) => Ok(format!("written to {}", path.display())),
            Ok(Err(error)) => Err(format!("cannot write a mail into {shown}: {error}")),
            Err(_) => Err(format!("writing a mail into {shown} was interrupted")),
        }
    }
}

/// Writes atomically and durably: after a power cut the file is complete, or it does not exist.
fn write_durably(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{name}.part"));
    let path = folder.join(name);
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, &path)?;
    File::open(folder)?.sync_all()?;
    Ok(path)
}
