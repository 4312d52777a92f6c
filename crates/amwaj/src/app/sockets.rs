//! The sockets that the settings name.

use tokio::net::TcpListener;

use crate::app::derived::StartError;
use crate::process::{LateListener, Listeners};
use crate::settings::Settings;

pub(super) struct Sockets {
    pub site: TcpListener,
    pub tls: Option<TcpListener>,
    pub admin: Option<LateListener>,
    pub desk: Option<LateListener>,
}

impl Sockets {
    /// # Errors
    /// When the site's own address is taken, or not this machine's.
    pub async fn open(settings: &Settings, listeners: &mut Listeners) -> Result<Self, StartError> {
        let site = listeners.open("AMWAJ_LISTEN", settings.listen).await?;
        let tls = match settings.tls_listen {
            Some(address) => Some(listeners.open("AMWAJ_TLS_LISTEN", address).await?),
            None => None,
        };
        let admin = match settings.admin_listen {
            Some(address) => Some(listeners.open_later("AMWAJ_ADMIN_LISTEN", address).await?),
            None => None,
        };
        let desk = match settings.desk_listen {
            Some(address) => Some(listeners.open_later("AMWAJ_DESK_LISTEN", address).await?),
            None => None,
        };
        listeners.close_unused();
        Ok(Sockets { site, tls, admin, desk })
    }

    /// The settings with the ports that the system chose where they are 0.
    ///
    /// # Errors
    /// When the system does not know them.
    pub fn in_use(&self, mut settings: Settings) -> Result<Settings, StartError> {
        settings.listen = self.site.local_addr()?;
        if let Some(socket) = &self.tls {
            settings.tls_listen = Some(socket.local_addr()?);
        }
        Ok(settings)
    }
}
