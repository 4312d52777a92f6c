//! Where copies are kept: a folder of another disk, or a bucket of S3.

mod folder;
mod s3;

use std::path::{Path, PathBuf};

pub use s3::{S3, S3Settings};

use crate::blocking::blocking;
use crate::name::CopyName;
use crate::problem::CopyProblem;

/// A place for copies.
#[derive(Clone, Debug)]
pub enum Destination {
    Folder(PathBuf),
    S3(Box<S3>),
}

/// A copy that is in the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub name: CopyName,
    pub bytes: u64,
}

impl Destination {
    /// Puts a whole copy there; under its name it is whole or not at all.
    ///
    /// # Errors
    /// When the place does not take it.
    pub async fn put(&self, name: &CopyName, file: &Path) -> Result<(), CopyProblem> {
        match self {
            Destination::Folder(folder) => {
                let (folder, name, file) = (folder.clone(), name.clone(), file.to_owned());
                blocking(move || folder::put(&folder, &name, &file)).await
            }
            Destination::S3(bucket) => bucket.put(name, file).await,
        }
    }

    /// The copies that are there, the newest first.
    ///
    /// # Errors
    /// When the place does not answer.
    pub async fn list(&self) -> Result<Vec<Listed>, CopyProblem> {
        let mut listed = match self {
            Destination::Folder(folder) => folder::list(folder)?,
            Destination::S3(bucket) => bucket.list().await?,
        };
        listed.sort_by(|a, b| b.name.cmp(&a.name));
        Ok(listed)
    }

    /// Brings a copy to a file of this machine.
    ///
    /// # Errors
    /// When it is not there, or the place does not answer.
    pub async fn get(&self, name: &CopyName, to: &Path) -> Result<(), CopyProblem> {
        match self {
            Destination::Folder(folder) => {
                let (folder, name, to) = (folder.clone(), name.clone(), to.to_owned());
                blocking(move || folder::get(&folder, &name, &to)).await
            }
            Destination::S3(bucket) => bucket.get(name, to).await,
        }
    }

    /// # Errors
    /// When the place does not answer. A copy that is already gone is no error.
    pub async fn delete(&self, name: &CopyName) -> Result<(), CopyProblem> {
        match self {
            Destination::Folder(folder) => folder::delete(folder, name),
            Destination::S3(bucket) => bucket.delete(name).await,
        }
    }
}
