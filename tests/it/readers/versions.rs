//! Pages that were made by another version of the site still get their scripts, styles and pictures.

use std::time::Duration;

use base::clock::Clock;
use reqwest::StatusCode;

use crate::readers::harness::{NOW, Site, until};
use engines::{Engine, every_engine, sqlite};

const OLD: (&str, &str) = ("/assets/page-0ld.js", "export const version = 'the old one';");
const NEW: (&str, &str) = ("/assets/page-n3w.js", "export const version = 'the new one';");

async fn open(engine: Engine, clock: &Clock, file: (&str, &str)) -> Site {
    Site::open_version(engine, clock.clone(), &[], &[file]).await
}

/// The same database, for a server with a data folder of its own.
fn beside(engine: &Engine) -> Engine {
    let folder = tempfile::tempdir().expect("a folder");
    Engine { name: engine.name, database: engine.database.clone(), folder }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_open_during_an_upgrade_gets_its_files_from_the_new_version() {
    for engine in every_engine().await {
        let (name, clock) = (engine.name, Clock::manual(NOW));
        let old = open(engine, &clock, OLD).await;
        until("the file is kept", async || stored(&old).await.contains(&OLD.0.into())).await;
        let own = old.get(OLD.0).await;
        let new = open(old.end().await, &clock, NEW).await;
        let former = new.get(OLD.0).await;
        assert_eq!(former.status(), StatusCode::OK, "{name}");
        for header in ["cache-control", "content-type", "x-content-type-options"] {
            assert_eq!(former.headers().get(header), own.headers().get(header), "{name}: {header}");
        }
        assert_eq!(former.text().await.expect("a text"), OLD.1, "{name}");
        assert_eq!(new.text(NEW.0).await, NEW.1, "{name}");
        assert_eq!(new.status("/assets/nobodys.js").await, StatusCode::NOT_FOUND, "{name}");
        new.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_versions_that_run_side_by_side_serve_each_others_files() {
    for engine in every_engine().await.into_iter().filter(|engine| engine.name != "SQLite") {
        let (second, clock) = (beside(&engine), Clock::manual(NOW));
        let old = open(engine, &clock, OLD).await;
        let new = open(second, &clock, NEW).await;
        // At once: whoever gets a page from one server may ask the other for its files the next moment.
        assert_eq!(old.text(NEW.0).await, NEW.1);
        assert_eq!(new.text(OLD.0).await, OLD.1);
        new.close().await;
        old.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_no_server_has_had_for_two_weeks_is_forgotten() {
    let clock = Clock::manual(NOW);
    let old = open(sqlite(), &clock, OLD).await;
    until("the file is kept", async || stored(&old).await.contains(&OLD.0.into())).await;
    let engine = old.end().await;
    clock.advance(Duration::from_secs(15 * 24 * 3600));
    let new = open(engine, &clock, NEW).await;
    until("the new one is kept", async || stored(&new).await.contains(&NEW.0.into())).await;
    assert!(!stored(&new).await.contains(&OLD.0.into()));
    assert_eq!(new.status(OLD.0).await, StatusCode::NOT_FOUND);
    new.close().await;
}

/// The paths of the files that are in the database.
async fn stored(site: &Site) -> Vec<String> {
    use sea_orm::{EntityTrait as _, QuerySelect as _};
    use site::former_files::{Column, Entity};
    let paths = Entity::find().select_only().column(Column::Path).into_tuple();
    paths.all(site.db.reader()).await.expect("readable")
}
