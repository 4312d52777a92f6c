//! Compresses the files that the program carries, each by itself, and writes a list of them for `src/lib.rs`.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The name of each list, and the folder or file that is in it.
const CARRIED: [(&str, &str); 3] =
    [("BUNDLE", "../../web/dist"), ("CONTENT", "../../content"), ("LICENCES", "../amwaj/licences.txt")];

#[expect(clippy::disallowed_methods, reason = "Cargo tells a build script so where to write")]
fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets it"));
    let mut lists = String::new();
    for (name, root) in CARRIED {
        println!("cargo::rerun-if-changed={root}");
        let mut files = Vec::new();
        collect(Path::new(root), "", &mut files);
        files.sort();
        writeln!(lists, "pub static {name}: Files = Files(&[").expect("writing to memory does not fail");
        for (at, (path, file)) in files.iter().enumerate() {
            let packed = out.join(format!("{name}-{at}"));
            pack(file, &packed);
            writeln!(lists, "    ({path:?}, include_bytes!({packed:?})),")
                .expect("writing to memory does not fail");
        }
        lists.push_str("]);\n");
    }
    fs::write(out.join("lists.rs"), lists).expect("the list can be written");
}

/// The files below `path`, by their paths below the root; where that is a file itself, its path is empty.
fn collect(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(path) else {
        if path.is_file() {
            files.push((name.to_owned(), path.to_owned()));
        }
        return;
    };
    for entry in entries.flatten() {
        let Ok(own) = entry.file_name().into_string() else { continue };
        let name = if name.is_empty() { own } else { format!("{name}/{own}") };
        collect(&entry.path(), &name, files);
    }
}

fn pack(file: &Path, packed: &Path) {
    let bytes = fs::read(file).expect("the file can be read");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes).expect("writing to memory does not fail");
    fs::write(packed, encoder.finish().expect("writing to memory does not fail"))
        .expect("the file can be written");
}
