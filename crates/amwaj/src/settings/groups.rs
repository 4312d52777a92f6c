//! The settings as those who use them take them: one struct for each.

use std::time::Duration;

use url::{Host, Url};

use crate::settings::{CertificateOrigin, CopiesPlace, Settings, TlsSettings};
use blog::commands::PostsCommandSettings;
use certificates::acme::AcmeOptions;
use certificates::own_files::OwnFiles;
use copies::{CopiesSettings, Destination, S3, S3Settings};
use desk::staff::cli::StaffCommandSettings;
use leads::CareSettings;
use leads::staff::cli::StaffAccess;
use site::indexnow::IndexNowSettings;
use storage::mail::MailSettings;
use storage::outbox::OutboxSettings;
use storage::webhook::WebhookSettings;

/// The timeout of sending one mail to one recipient.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest delay between two retries of a delivery.
const MAX_RETRY: Duration = Duration::from_secs(3600);

impl Settings {
    /// TLS inside the binary; `None` where it is left to a proxy.
    pub fn tls(&self) -> Option<TlsSettings> {
        let host = match self.site_url.as_ref()?.host()? {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        let mut names = vec![host];
        names.extend(
            self.tls_names.iter().flatten().filter(|name| **name != names[0]).cloned().collect::<Vec<_>>(),
        );
        let certificate = match (&self.tls_certificate, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                let (certificate, key) = (certificate.clone(), key.clone());
                CertificateOrigin::OwnFiles(OwnFiles { certificate, key })
            }
            _ => CertificateOrigin::Acme(AcmeOptions {
                directory: self.acme_directory.clone(),
                contact: self.acme_contact.clone()?,
                root: self.acme_root.clone(),
                names: names.clone(),
            }),
        };
        Some(TlsSettings { listen: self.tls_listen?, names, certificate })
    }

    /// Where copies of a SQLite database go; `None` if not set.
    pub fn copies(&self) -> Option<CopiesSettings> {
        let destination = match self.copies_to.clone()? {
            CopiesPlace::Folder(folder) => Destination::Folder(folder),
            CopiesPlace::Bucket { name: bucket, prefix } => {
                let region = self.copies_s3_region.clone();
                let of_amazon = || Url::parse(&format!("https://s3.{region}.amazonaws.com")).ok();
                let endpoint = self.copies_s3_endpoint.clone().or_else(of_amazon)?;
                let (key_id, secret) = (self.copies_s3_key_id.clone()?, self.copies_s3_secret.clone()?);
                let settings = S3Settings { endpoint, region, bucket, prefix, key_id, secret };
                Destination::S3(Box::new(S3::new(&settings)?))
            }
        };
        Some(CopiesSettings { destination, owner: self.copies_key.clone()?, every: self.copy_every })
    }

    pub fn mail(&self) -> MailSettings {
        MailSettings {
            smtp_url: self.smtp_url.clone(),
            own_name: self.own_name(),
            smtp_timeout: SMTP_TIMEOUT,
            first_retry: self.outbox_first_retry,
            to: self.mail_to.clone().unwrap_or_default(),
            from: self.mail_from.clone(),
        }
    }

    /// How this server calls itself to others: the site's host, else the domain of the sender of its mails.
    pub fn own_name(&self) -> String {
        let host = self.site_url.as_ref().and_then(Url::host_str);
        let domain = self.mail_from.as_ref().map(|from| from.email.domain());
        host.or(domain).unwrap_or("localhost").to_owned()
    }

    pub fn outbox(&self) -> OutboxSettings {
        OutboxSettings { first_retry: self.outbox_first_retry, max_retry: MAX_RETRY }
    }

    pub fn webhook(&self) -> Option<WebhookSettings> {
        Some(WebhookSettings { url: self.webhook_url.clone()?, secret: self.webhook_secret.clone()? })
    }

    pub fn care(&self) -> CareSettings {
        CareSettings { digest_at: self.digest_at, retention_days: self.retention_days }
    }

    pub fn indexnow(&self) -> Option<IndexNowSettings> {
        Some(IndexNowSettings { key: self.indexnow_key.clone()?, endpoint: self.indexnow_endpoint.clone() })
    }

    /// Settings of `amwaj leads`.
    pub fn staff_access(&self) -> StaffAccess {
        StaffAccess {
            database: self.database(),
            mail_dir: self.mail_dir(),
            journal_dir: self.journal_dir(),
            channels: self.channels(),
            copies: self.copies_health(),
        }
    }

    /// Settings of `amwaj staff`.
    pub fn staff_settings(&self) -> StaffCommandSettings {
        StaffCommandSettings { database: self.database(), origin: self.desk_origin() }
    }

    /// Settings of `amwaj posts`.
    pub fn author_access(&self) -> PostsCommandSettings {
        let origin = self.site_url.as_ref().map(|url| url.as_str().trim_end_matches('/').to_owned());
        PostsCommandSettings {
            database: self.database(),
            content_dir: self.content_dir.clone(),
            origin: origin.unwrap_or_default(),
        }
    }
}
