//! What runs beside the site: tells publishing when a folder has changed, watches that requests arrive and that the
//! proxies in front are set right, and makes copies.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use tokio::task::JoinSet;
use url::Url;

use crate::app::derived::StartError;
use crate::monitoring::metrics::Watched;
use crate::monitoring::proxies;
use crate::settings::Settings;
use base::random::Random;
use blog::authoring::seed;
use copies::Copier;
use leads::canary::{Prober, ProberOptions};
use leads::staff::silence;
use site::content::watch;
use site::pages::Change;

/// Watches each folder from now on.
///
/// # Errors
/// When the system cannot watch one of them.
pub fn start(folders: &[(PathBuf, Change)], changes: &Sender<Change>) -> Result<(), StartError> {
    for (folder, change) in folders {
        let (changes, change) = (changes.clone(), *change);
        let mut reminded = false;
        let changed = move |paths: &[PathBuf]| {
            // A file in the folder is not the article that readers see, which is easily forgotten: once is enough.
            let article = paths.iter().find(|path| change == Change::Content && seed::is_first_post(path));
            if let Some(file) = article.filter(|_| !reminded) {
                tracing::warn!(file = %file.display(), "{}", seed::reminder());
                reminded = true;
            }
            changes.send(change).is_ok()
        };
        watch(vec![folder.clone()], changed)
            .map_err(|error| format!("the folder {} cannot be watched: {error}", folder.display()))?;
    }
    Ok(())
}

/// Sends canaries, listens to the silence and makes copies, as the settings ask, until the set is dropped.
///
/// # Errors
/// When the site's own address cannot be called.
pub fn beside(settings: &Settings, watched: &Watched) -> Result<JoinSet<()>, StartError> {
    let mut tasks = JoinSet::new();
    let (db, clock) = (watched.db.clone(), watched.clock.clone());
    if let Some(period) = settings.watch.silence {
        tasks.spawn(silence::watch(db.clone(), clock.clone(), period));
    }
    if let (Some(set), Some(sources)) = (settings.copies.clone(), settings.copied()) {
        tasks.spawn(Copier::new(set, sources, clock.clone()).run());
    }
    // Without a public address it is somebody's own machine, where nobody needs a proxy.
    if settings.site_url.is_some() {
        tasks.spawn(proxies::watch(watched.stats.clone(), db.clone(), clock.clone()));
    }
    if let (Some(every), Some(board)) = (settings.watch.canary_every, watched.canary.clone()) {
        let options = ProberOptions {
            db,
            clock,
            random: Random::system(),
            target: target(settings)?,
            node: format!("{} {}", rustix::system::uname().nodename().to_string_lossy(), settings.listen),
            every,
            health: board,
        };
        tasks.spawn(Prober::new(options)?.run());
    }
    Ok(tasks)
}

/// Where visitors' requests go: through the proxy where a public address is set, else straight to the listener.
fn target(settings: &Settings) -> Result<Url, url::ParseError> {
    let base = match &settings.site_url {
        Some(url) => url.clone(),
        None => {
            let mut own = settings.listen;
            if own.ip().is_unspecified() {
                own.set_ip(if own.is_ipv4() {
                    [127, 0, 0, 1].into()
                } else {
                    std::net::Ipv6Addr::LOCALHOST.into()
                });
            }
            Url::parse(&format!("http://{own}"))?
        }
    };
    base.join(leads::PATH)
}
