//! Work that takes a while, outside of asynchronous code.

use crate::problem::CopyProblem;

/// # Errors
/// The error of `work`; or that it broke down.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CopyProblem> + Send + 'static,
) -> Result<T, CopyProblem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(CopyProblem::new(error.to_string())))
}
