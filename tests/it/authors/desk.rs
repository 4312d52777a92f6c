//! The desk of somebody who publishes: a folder with articles, a database, and the commands.

use std::path::{Path, PathBuf};

use amwaj::settings::Settings;
use base::clock::Clock;
use blog::commands::{CommandOutput, PostsCommand, write_to};
use blog::{Post, store};
use clap::Parser;
use storage::db::Database;
use storage::db::Db;
use storage::terminal::finish;

use engines::Engine;

pub struct PostPublisher {
    pub engine: Engine,
    pub db: Db,
    settings: Settings,
}

/// Output of a command.
pub struct Said {
    pub out: String,
    pub err: String,
    pub done: bool,
}

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: PostsCommand,
}

impl PostPublisher {
    pub async fn open(engine: Engine) -> Self {
        let database = match &engine.database {
            Database::Sqlite(path) => format!("sqlite://{}", path.display()),
            Database::Postgres(url) => url.clone(),
        };
        let set = |name: &str, value: &str| (name.to_string(), value.to_string());
        let env = [set("AMWAJ_DATABASE_URL", &database), set("AMWAJ_SITE_URL", "https://amwaj.example")];
        let settings = Settings::load(None, &env).expect("settings");
        let db = Db::open(&engine.database).await.expect("a database");
        Self { engine, db, settings }
    }

    /// Writes a file into the desk's folder.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.engine.folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, bytes).expect("written");
        path
    }

    /// `amwaj posts …`
    pub async fn run(&self, words: &[&str]) -> Said {
        self.run_at(words, &Clock::system()).await
    }

    /// The same, by another clock.
    pub async fn run_at(&self, words: &[&str], clock: &Clock) -> Said {
        let cli = Cli::try_parse_from([&["posts"], words].concat()).expect("a command");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut output = CommandOutput { out: &mut out, err: &mut err };
        let code = match cli.command {
            // As the binary does: the importer is a crate of its own.
            PostsCommand::Import { from, site } => {
                let result = old_site_import::run(&self.db, &from, site, &mut output).await;
                finish(result, output.out, output.err)
            }
            command => write_to(command, &self.settings.author_access(), clock, &mut output).await,
        };
        let text = |bytes| String::from_utf8(bytes).expect("text");
        let done = format!("{code:?}") == format!("{:?}", std::process::ExitCode::SUCCESS);
        Said { out: text(out), err: text(err), done }
    }

    /// Publishes files that are expected to come in.
    pub async fn publish(&self, files: &[&Path]) -> Said {
        let names: Vec<&str> = files.iter().map(|file| file.to_str().expect("a name")).collect();
        self.run(&[&["publish"], names.as_slice()].concat()).await
    }

    /// The post with that slug, whatever its state.
    pub async fn post(&self, slug: &str) -> Option<Post> {
        store::with_slug(self.db.reader(), slug).await.expect("a query")
    }

    pub async fn revision(&self) -> i64 {
        store::revision(self.db.reader()).await.expect("a number")
    }

    /// Whether readers find a post there now.
    pub async fn seen(&self, slug: &str) -> bool {
        let now = Clock::system().now_ms();
        store::find_visible(self.db.reader(), slug, now).await.expect("a query").is_some()
    }
}
