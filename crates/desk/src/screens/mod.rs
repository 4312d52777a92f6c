//! The handlers, one file for each screen: they read, check the request, write, and make the screen's data.

pub mod answers;
pub mod changes;
pub mod held;
pub mod inbox;
pub mod launch;
pub mod me;
pub mod new_request;
pub mod numbers;
pub mod passkeys;
pub mod people;
pub mod personal_data;
pub mod phone;
pub mod posts;
pub mod request;
mod rows;
pub mod settings;
pub mod sign_in;
pub mod site;
