//! Keys that open copies: the owner's, which is never on this machine, and this server's, which has to prove each week
//! that its copies can be opened.

use std::fs;
use std::io::{self, BufReader, Write as _};
use std::path::Path;
use std::sync::Arc;

use age::secrecy::ExposeSecret as _;
use age::x25519;
use tempfile::NamedTempFile;

use crate::problem::CopyProblem;

/// The public half of a key: `age1…`
pub type PublicKey = x25519::Recipient;
pub type SecretKeys = Arc<Vec<Box<dyn age::Identity + Send + Sync>>>;

/// `None` if it is not a public key.
pub fn public_key(text: &str) -> Option<PublicKey> {
    text.parse().ok()
}

/// Writes a new secret key to a file that only its owner can read, and returns the public one.
///
/// # Errors
/// When there is a file of that name, or it cannot be written.
pub fn make(file: &Path) -> Result<PublicKey, CopyProblem> {
    let key = x25519::Identity::generate();
    let public = key.to_public();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Only its owner may read what tempfile makes, and the name is there once the key is.
    let mut written = NamedTempFile::new_in(folder).map_err(CopyProblem::io(folder))?;
    let text = format!("# public key: {public}\n{}\n", key.to_string().expose_secret());
    let flushed = written.write_all(text.as_bytes()).and_then(|()| written.as_file().sync_all());
    flushed.map_err(CopyProblem::io(file))?;
    written.persist_noclobber(file).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => {
            CopyProblem::new(format!("{} is there already; choose another name", file.display()))
        }
        _ => CopyProblem::io(file)(error.error),
    })?;
    Ok(public)
}

/// The secret keys of a file as `amwaj copies key` and `age-keygen` write it.
///
/// # Errors
/// When it cannot be read, or has no key.
pub fn read(file: &Path) -> Result<SecretKeys, CopyProblem> {
    let open = fs::File::open(file).map_err(CopyProblem::io(file))?;
    let none = || {
        CopyProblem::new(format!(
            "{} has no secret key; it has a line that begins with AGE-SECRET-KEY-",
            file.display()
        ))
    };
    let found = age::IdentityFile::from_buffer(BufReader::new(open)).map_err(|_| none())?;
    let keys = found.into_identities().map_err(|_| none())?;
    if keys.is_empty() { Err(none()) } else { Ok(Arc::new(keys)) }
}

/// This server's own key, made if missing: its public half, and the secret keys that open copies.
///
/// # Errors
/// When its file cannot be written or read.
pub fn of_server(file: &Path) -> Result<(PublicKey, SecretKeys), CopyProblem> {
    if !file.exists() {
        make(file)?;
    }
    let text = fs::read_to_string(file).map_err(CopyProblem::io(file))?;
    let key = text.lines().find_map(|line| line.parse::<x25519::Identity>().ok());
    let key = key.ok_or_else(|| {
        CopyProblem::new(format!("{} is damaged; delete it, and a new one is made", file.display()))
    })?;
    Ok((key.to_public(), Arc::new(vec![Box::new(key)])))
}
