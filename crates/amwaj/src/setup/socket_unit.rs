//! The addresses of `amwaj.socket`: systemd opens ports below 1024, so that the server needs no right to.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::setup::listening::Listening;

/// Changes the packaged unit without editing it.
pub(super) const DROP_IN: &str = "/etc/systemd/system/amwaj.socket.d/addresses.conf";
/// Is there where systemd runs: sd_booted(3).
const SYSTEMD: &str = "/run/systemd/system";

pub(super) fn is_possible() -> bool {
    rustix::process::geteuid().is_root() && Path::new(SYSTEMD).is_dir()
}

/// Behind a proxy the unit's own address is right, so a drop-in of former settings goes.
pub(super) fn write(drop_in: &Path, listening: &Listening) -> Result<(), String> {
    put(drop_in, listening).map_err(|error| format!("{} can't be written: {error}", drop_in.display()))
}

fn put(drop_in: &Path, listening: &Listening) -> io::Result<()> {
    let Listening::Itself { plain, tls } = listening else {
        return match fs::remove_file(drop_in) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    };
    if let Some(folder) = drop_in.parent() {
        fs::create_dir_all(folder)?;
        fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    }
    // The empty one takes the unit's own address away.
    let text = format!(
        "# Written by `amwaj setup`: the addresses of listen and tls_listen in amwaj.toml.\n[Socket]\nListenStream=\n\
         ListenStream={plain}\nListenStream={tls}\n"
    );
    fs::write(drop_in, text)?;
    fs::set_permissions(drop_in, Permissions::from_mode(0o644))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drop_in_has_both_addresses_and_goes_when_a_proxy_comes() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("amwaj.socket.d/addresses.conf");
        let itself = Listening::Itself {
            plain: "[::]:80".parse().expect("right"),
            tls: "[::]:443".parse().expect("right"),
        };
        assert_eq!(write(&file, &itself), Ok(()));
        let text = fs::read_to_string(&file).expect("written");
        assert!(text.ends_with("\nListenStream=\nListenStream=[::]:80\nListenStream=[::]:443\n"), "{text}");
        assert_eq!(write(&file, &Listening::BehindProxy), Ok(()));
        assert!(!file.exists());
        assert_eq!(write(&file, &Listening::BehindProxy), Ok(()));
    }
}
