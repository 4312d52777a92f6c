//! Background tasks: tell publishing when a folder has changed, watch that requests arrive and that the
//! proxies in front are set right, and make copies.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use url::Url;

use crate::app::derived::StartError;
use crate::monitoring::breakdowns::BreakdownWatch;
use crate::monitoring::metrics::Watched;
use crate::monitoring::proxies;
use crate::settings::Settings;
use base::random::Random;
use base::supervisor::{self, Task};
use blog::authoring::seed;
use content::watch;
use copies::Copier;
use leads::canary::{Prober, ProberOptions};
use leads::staff::silence;
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

/// Sends canaries, listens to the silence and makes copies, as the settings ask, until they are dropped.
///
/// # Errors
/// When the site's own address cannot be called.
pub fn beside(settings: &Settings, watched: &Watched) -> Result<Vec<Task>, StartError> {
    let mut tasks = Vec::new();
    let (db, clock) = (watched.db.clone(), watched.clock.clone());
    let breakdowns = BreakdownWatch::new(db.clone(), clock.clone());
    tasks.push(supervisor::spawn("breakdowns", breakdowns, |watch| Box::pin(watch.run())));
    if let Some(period) = settings.silence_hours {
        let state = (db.clone(), clock.clone());
        tasks.push(supervisor::spawn("silence", state, move |(db, clock)| {
            Box::pin(silence::watch(db.clone(), clock.clone(), period))
        }));
    }
    if let (Some(set), Some(sources)) = (settings.copies(), settings.copied()) {
        let copier = Copier::new(set, sources, clock.clone());
        tasks.push(supervisor::spawn("copies", copier, |copier| Box::pin(copier.run())));
    }
    // Without a public address it is somebody's own machine, where nobody needs a proxy.
    if settings.site_url.is_some() {
        let state = (watched.stats.clone(), db.clone(), clock.clone());
        tasks.push(supervisor::spawn("proxies", state, |(stats, db, clock)| {
            Box::pin(proxies::watch(stats.clone(), db.clone(), clock.clone()))
        }));
    }
    if let (Some(every), Some(board)) = (settings.canary_every, watched.canary.clone()) {
        let options = ProberOptions {
            db,
            clock,
            random: Random::system(),
            target: target(settings)?,
            node: format!("{} {}", rustix::system::uname().nodename().to_string_lossy(), settings.listen),
            every,
            health: board,
        };
        let prober = Prober::new(options)?;
        tasks.push(supervisor::spawn("canary", prober, |prober| Box::pin(prober.run())));
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
