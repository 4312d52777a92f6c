//! The migrations, in order. A published migration is never changed; a change to the tables is a new migration.

mod m0001_leads_and_outbox;
mod m0002_posts;
mod m0003_care;
mod m0004_held;
mod m0005_canary;
mod m0006_stats;
mod m0007_search;
mod m0008_screening;
mod m0009_mail_recipients;
mod m0010_touches;
mod m0011_secrets;
mod m0012_post_checked;
mod m0013_staff;
mod m0014_post_texts;
mod m0015_desk_settings;
mod m0016_site_files;
mod m0017_content;
mod m0018_drafts;

use sea_orm_migration::prelude::*;

/// All migrations in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_leads_and_outbox::LeadsAndOutbox),
            Box::new(m0002_posts::Posts),
            Box::new(m0003_care::Care),
            Box::new(m0004_held::Held),
            Box::new(m0005_canary::Canary),
            Box::new(m0006_stats::CreateStats),
            Box::new(m0007_search::Search),
            Box::new(m0008_screening::Screening),
            Box::new(m0009_mail_recipients::MailRecipients),
            Box::new(m0010_touches::Touches),
            Box::new(m0011_secrets::Secrets),
            Box::new(m0012_post_checked::PostChecked),
            Box::new(m0013_staff::Staff),
            Box::new(m0014_post_texts::PostTexts),
            Box::new(m0015_desk_settings::CreateDeskSettings),
            Box::new(m0016_site_files::SiteFiles),
            Box::new(m0017_content::CreateContent),
            Box::new(m0018_drafts::CreateDrafts),
        ]
    }
}
