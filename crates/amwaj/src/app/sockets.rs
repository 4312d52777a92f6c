//! The sockets that the settings name.

use tokio::net::TcpListener;

use crate::app::derived::StartError;
use crate::process::Listeners;
use crate::settings::{DeskPlace, Settings};

pub(super) struct Sockets {
    pub site: TcpListener,
    pub admin: Option<TcpListener>,
    pub desk: Option<TcpListener>,
}

impl Sockets {
    /// # Errors
    /// When an address is taken, or not this machine's.
    pub async fn open(settings: &Settings, listeners: &mut Listeners) -> Result<Self, StartError> {
        let site = listeners.open("AMWAJ_LISTEN", settings.listen).await?;
        let admin = match settings.admin_listen {
            Some(address) => Some(listeners.open("AMWAJ_ADMIN_LISTEN", address).await?),
            None => None,
        };
        let desk = match settings.desk {
            DeskPlace::Own(address) => Some(listeners.open("AMWAJ_DESK_LISTEN", address).await?),
            DeskPlace::Site | DeskPlace::Nowhere => None,
        };
        listeners.close_unused();
        Ok(Sockets { site, admin, desk })
    }
}
