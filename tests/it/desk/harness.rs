//! A desk over the leads of a test site, and people who use it.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use base::clock::Clock;
use base::random::Random;
use base::site_names::SiteNames;
use blog::Post;
use blog::authoring::publish::PostPublisher;
use blog::writing::{DraftPages, Writing};
use content::{Source, Tokens};
use desk::push::sender::PushSender;
use desk::staff::cli::{StaffCommand, StaffCommandSettings, write_to};
use desk::staff::roles::Role;
use desk::{DeskBundle, DeskOptions, LaunchFacts};
use http::{HeaderMap, Request, StatusCode, header};
use leads::staff::entered::StaffIntake;
use leads::staff::mail_route::MailRoute;
use leads::staff::personal_data::PersonalData;
use responses::response_cache::MakeError;
use serde_json::Value;
use site::pages::Bundle;
use storage::mail::Mailer;
use storage::outbox::ChannelsInUse;
use tower::ServiceExt as _;

use crate::desk::site_words;
use crate::requests::harness::{DataPages, Site, mail_settings};
use engines::Engine;

pub const ORIGIN: &str = "https://amwaj.example";
/// A desk on the machine itself.
pub const LOCAL: &str = "http://localhost:1";
pub const SESSION: &str = "__Host-amwaj-desk";

/// The desk of a site.
pub struct TestDesk {
    pub site: Site,
    router: Router,
}

/// The answer to a request.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The screen as data.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text))
    }

    /// The value of a cookie that it sets; empty where it is taken away.
    pub fn cookie(&self, name: &str) -> Option<String> {
        let lines = self.headers.get_all(header::SET_COOKIE).iter().map(|line| line.to_str().expect("text"));
        let mut values =
            lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix('=')?.split(';').next());
        values.next().map(str::to_owned)
    }

    pub fn location(&self) -> &str {
        self.headers.get(header::LOCATION).map_or("", |value| value.to_str().expect("text"))
    }
}

impl TestDesk {
    pub async fn open_on(engine: Engine, clock: Clock) -> Self {
        let site = Site::open_on(engine, clock).await;
        let router = router(&site, ORIGIN, None);
        TestDesk { site, router }
    }

    /// Whose words are in the files of `folder`.
    pub async fn open_over(folder: &Path, engine: Engine, clock: Clock) -> Self {
        let site = Site::open_on(engine, clock).await;
        let router = router(&site, ORIGIN, Some(folder));
        TestDesk { site, router }
    }

    /// On this machine, where the push service of a test is too.
    pub async fn open_local(engine: Engine, clock: Clock) -> Self {
        let site = Site::open_on(engine, clock).await;
        let router = router(&site, LOCAL, None);
        TestDesk { site, router }
    }

    /// The same desk on another server.
    pub fn second_server(&self) -> Router {
        router(&self.site, ORIGIN, None)
    }

    /// `amwaj staff` with these words; what it prints.
    pub async fn command(&self, words: &[&str]) -> String {
        use clap::Parser;
        #[derive(Parser)]
        struct Cli {
            #[command(subcommand)]
            command: StaffCommand,
        }
        let cli = Cli::try_parse_from([&["staff"], words].concat()).expect("a command");
        let database = self.site.engine.database.clone();
        let settings = StaffCommandSettings { database, origin: ORIGIN.to_owned() };
        let mut out = Vec::new();
        write_to(cli.command, &settings, &self.site.clock, &mut out).await;
        String::from_utf8(out).expect("text")
    }

    /// The code of a new invitation.
    pub async fn invite(&self, name: &str, roles: &[Role]) -> String {
        let mut words = vec!["invite", name];
        for role in roles {
            words.extend(["--role", role.as_str()]);
        }
        let printed = self.command(&words).await;
        let code = printed.split("/desk/join#").nth(1).unwrap_or_else(|| panic!("a link in {printed}"));
        code.lines().next().expect("a code").to_owned()
    }

    /// Signs somebody in on a device of their own.
    pub async fn sign_in(&self, name: &str, roles: &[Role]) -> Visitor<'_> {
        let code = self.invite(name, roles).await;
        let joined = self.anybody().post("/desk/join", &[("code", &code)]).await;
        assert_eq!(joined.status, StatusCode::SEE_OTHER, "{}", joined.text);
        Visitor { desk: self, cookies: format!("{SESSION}={}", joined.cookie(SESSION).expect("a session")) }
    }

    /// Somebody who is not signed in.
    pub fn anybody(&self) -> Visitor<'_> {
        Visitor { desk: self, cookies: String::new() }
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        send(self.router.clone(), request).await
    }
}

fn router(site: &Site, origin: &str, folder: Option<&Path>) -> Router {
    desk::router(DeskOptions {
        db: site.db.clone(),
        personal_data: PersonalData {
            db: site.db.clone(),
            mail_dir: mail_dir(site),
            journal_dir: site.engine.folder.path().join("journal"),
        },
        intake: StaffIntake {
            queue: site.queue.clone(),
            pages: Arc::new(DataPages),
            observer: site.observer.clone(),
        },
        clock: site.clock.clone(),
        random: Random::system(),
        bundle: DeskBundle::new(Bundle::Embedded),
        origin: origin.to_owned(),
        site: SiteNames::new(Some(&ORIGIN.parse().expect("an address")), &[]),
        company: Arc::new(|| "Amwaj".to_owned()),
        channels: ChannelsInUse::new(false),
        notify: site.notify.clone(),
        sender: sender(site, origin),
        held_for: None,
        trusted_proxies: Vec::new(),
        mailer: Mailer::new(&mail_settings(None), mail_dir(site)).expect("a folder"),
        route: MailRoute::new(&mail_settings(None)),
        webhook_host: None,
        copies: None,
        writing: Writing {
            db: site.db.clone(),
            publisher: PostPublisher { clock: site.clock.clone(), random: Random::system() },
            content: Source::named(None),
            pages: Arc::new(PagesOfTitles),
        },
        editor: site_words::editor(site, folder),
        site_files: None,
        launch: LaunchFacts {
            is_production: true,
            is_preview: true,
            has_public_address: true,
            erases: false,
        },
    })
}

/// Where mails become files.
pub fn mail_dir(site: &Site) -> PathBuf {
    site.engine.folder.path().join("mail")
}

/// Pages with only the post's title and content: the journeys look at real ones.
struct PagesOfTitles;

impl DraftPages for PagesOfTitles {
    fn tokens(&self) -> Tokens {
        Tokens::of(&Source::named(None))
    }

    fn page(&self, post: Post) -> Pin<Box<dyn Future<Output = Result<String, MakeError>> + Send + '_>> {
        Box::pin(async move {
            Ok(format!("<script>1</script><h1>{}</h1>{}", post.words.title, post.words.content))
        })
    }
}

pub fn sender(site: &Site, origin: &str) -> PushSender {
    PushSender::new(site.db.clone(), Random::system(), site.clock.clone(), origin.to_owned())
        .expect("a client")
}

pub async fn send(router: Router, request: Request<Body>) -> Answer {
    let Ok(response) = router.oneshot(request).await;
    let (head, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, 1 << 24).await.expect("a body");
    Answer { status: head.status, headers: head.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
}

/// A browser, with its cookies.
pub struct Visitor<'a> {
    pub desk: &'a TestDesk,
    pub cookies: String,
}

impl Visitor<'_> {
    fn request(&self, method: &str, path: &str) -> http::request::Builder {
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "amwaj.example")
            .header(header::COOKIE, &self.cookies)
            .header(header::ACCEPT, "application/json")
    }

    /// A screen as data.
    pub async fn get(&self, path: &str) -> Answer {
        self.desk.send(self.request("GET", path).body(Body::empty()).expect("a request")).await
    }

    /// The same as a page.
    pub async fn page(&self, path: &str) -> Answer {
        let mut request = self.request("GET", path).body(Body::empty()).expect("a request");
        request.headers_mut().insert(header::ACCEPT, "text/html".parse().expect("a header"));
        self.desk.send(request).await
    }

    /// A form of the desk's own.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.desk.send(self.form(path, fields, ORIGIN)).await
    }

    /// A form with one file.
    pub async fn upload(&self, path: &str, field: &str, name: &str, bytes: &[u8]) -> Answer {
        self.upload_with(path, &[], field, name, bytes).await
    }

    /// A form with fields and one file.
    pub async fn upload_with(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        field: &str,
        name: &str,
        bytes: &[u8],
    ) -> Answer {
        let part = |(name, value): &(&str, &str)| {
            format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let before: String = fields.iter().map(part).collect();
        let head = format!(
            "{before}--x\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n"
        );
        let body = [head.as_bytes(), bytes, b"\r\n--x--\r\n"].concat();
        let request = self
            .request("POST", path)
            .header(header::ORIGIN, ORIGIN)
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
            .body(Body::from(body));
        self.desk.send(request.expect("a request")).await
    }

    /// A form that a page of `origin` sends.
    pub fn form(&self, path: &str, fields: &[(&str, &str)], origin: &str) -> Request<Body> {
        let body = serde_urlencoded::to_string(fields).expect("a form");
        self.request("POST", path)
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(body))
            .expect("a request")
    }
}
