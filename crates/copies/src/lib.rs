//! Copies elsewhere of what a server on SQLite holds: the database with everything in it, and the content folder where
//! there is one. A copy is one file, encrypted for the owner; it counts once one like it was restored.
//!
//! [`Copier`] runs beside the server. [`State`] is what it knows, for `amwaj doctor`, the metrics and the desk.

mod blocking;
mod copier;
mod destination;
mod digest;
mod drill;
mod keys;
mod name;
mod pack;
mod problem;
mod retention;
mod state;
mod unpack;

pub use crate::copier::{Copier, CopiesSettings, server_key};
pub use crate::destination::{Destination, Listed, S3, S3Settings};
pub use crate::drill::{drill, open};
pub use crate::keys::{PublicKey, SecretKeys, make as make_key, public_key, read as read_keys};
pub use crate::name::CopyName;
pub use crate::pack::{CONTENT, DATABASE, Manifest, PackedFile, REQUESTS, Sources, scratch};
pub use crate::problem::CopyProblem;
pub use crate::state::{CopiesHealth, CopyFailure, Drill, Known, State};
