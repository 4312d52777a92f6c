//! The options of `amwaj setup`: each answer can be given by one.

use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct SetupCommand {
    /// The site's domain, such as www.example.com
    #[arg(long)]
    pub domain: Option<String>,
    /// The mail server, such as smtps://user@mail.example.com
    #[arg(long, value_name = "URL")]
    pub mail_server: Option<String>,
    /// A file with the mail server's password in its first line
    #[arg(long, value_name = "FILE")]
    pub mail_password_file: Option<PathBuf>,
    /// Who receives requests: one or more mail addresses, separated by commas
    #[arg(long, value_name = "ADDRESSES")]
    pub send_to: Option<String>,
    /// Who the mails come from [default: the mail server's user where it's an address, else website@DOMAIN]
    #[arg(long, value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// A proxy in front does TLS: listen on 127.0.0.1:8080 without it
    #[arg(long)]
    pub behind_proxy: bool,
    /// This machine's address to listen on [default: every one]
    #[arg(long, value_name = "IP", conflicts_with = "behind_proxy")]
    pub address: Option<IpAddr>,
    /// Another certificate authority than Let's Encrypt
    #[arg(long, value_name = "URL")]
    pub acme_directory: Option<String>,
    /// A PEM file with the root certificate of that authority's own address, where it isn't a public one
    #[arg(long, value_name = "FILE")]
    pub acme_root: Option<PathBuf>,
    /// Write the settings although something could not be proved
    #[arg(long)]
    pub anyway: bool,
    /// Replace a settings file; the former one is kept beside it
    #[arg(long)]
    pub replace: bool,
}
