//! Drawings by people who mean harm (tests/hostile/drawings), and as drawing programs export them (tests/drawings): what
//! comes out. `e2e/drawings-hostile.spec.ts` opens the same files in a browser.

use std::path::Path;
use std::time::{Duration, Instant};

use regex::Regex;

use super::*;

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let drawings =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "svg"));
    let named =
        |path: std::path::PathBuf| (path.display().to_string(), std::fs::read(&path).expect("a file"));
    drawings.map(named).collect()
}

/// The first part of a drawing that may act, or leads out of it.
fn harm(drawing: &[u8]) -> Option<String> {
    let drawing = String::from_utf8_lossy(drawing).replacen(SVG, "", 1).to_lowercase();
    let parts = r#"<[a-z]*:|<!|<\?|<(script|foreignobject|iframe|a|set|animate\w*|handler|audio|video|meta|link|base)\b
        |\son\w+\s*=|(href|src|xmlns)\s*=\s*"[^"]*(:[^i]|//)|href="data:image/svg|javascript:|url\(\s*[^\#]|@|\\|evil\.example"#;
    // Between quotes or tags, only styles and addresses are read by anyone.
    let spoken =
        Regex::new(r#"(id|class|aria-label)="[^"]*"|<(text|title)\b[^>]*>[^<]*<"#).expect("a pattern");
    let parts = Regex::new(&format!("(?x){parts}")).expect("a pattern");
    parts.find(&spoken.replace_all(&drawing, "")).map(|found| found.as_str().to_owned())
}

#[test]
fn nothing_of_a_hostile_drawing_comes_out_that_acts_or_leads_elsewhere() {
    let hostile = files("tests/hostile/drawings");
    assert!(hostile.len() >= 40, "{}", hostile.len());
    let acts = |bytes: &[u8]| std::str::from_utf8(bytes).is_err() || harm(bytes).is_some();
    assert!(hostile.iter().filter(|(_, bytes)| acts(bytes)).count() >= 40, "the files are harmless");
    for (name, bytes) in hostile {
        let Ok(drawing) = Drawing::rebuilt(&bytes) else { continue };
        let text = String::from_utf8_lossy(&drawing.bytes);
        assert_eq!(harm(&drawing.bytes), None, "{name}: {text}");
        Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
    }
}

#[test]
fn what_shows_and_cannot_be_kept_is_refused_with_a_sentence() {
    let outcome = |inner: &str| {
        let drawing = format!("<svg xmlns='{SVG}' xmlns:xlink='{XLINK}' width='4' height='3'>{inner}</svg>");
        let rebuilt = Drawing::rebuilt(drawing.as_bytes()).and_then(Drawing::whole);
        rebuilt.err().map(|refused| format!("{}; {}", refused.describe("a.svg"), refused.instead()))
    };
    for (inner, said) in [
        ("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>", "foreignObject"),
        ("<rect><animate attributeName='x'/></rect>", "still drawing"),
        ("<image href='photo.jpg'/>", "embed the picture"),
        ("<use href='other.svg#a'/>", "in one file"),
        ("<rect fill='url(other.svg#a)'/>", "in one file"),
        ("<style>@font-face{font-family:x}</style>", "texts into paths"),
        ("<rect style='fill:image-set(\"a.png\" 1x)'/>", "`image-set(`"),
        ("<image href='data:image/png;base64,AAAA'/>", "can't be read"),
    ] {
        let refused = outcome(inner).unwrap_or_else(|| panic!("{inner} was taken"));
        assert!(refused.contains(said), "{inner}: {refused}");
    }
    for kept in [
        "<script>1</script>",
        "<rect onload='x()'/>",
        "<a href='https://example.com'><rect/></a>",
        "<metadata/><g/>",
        "<style>/* @import */ .a{fill:url( '#b' )}</style>",
        "<filter id='f'/><rect filter=\"url('#f')\" style='filter:drop-shadow(1px 1px rgb(0 0 0/.5))'/>",
    ] {
        assert_eq!(outcome(kept), None, "{kept}");
    }
}

#[test]
fn a_drawing_from_a_drawing_program_is_taken_and_stays_as_it_is_once_rebuilt() {
    let exported = files("tests/drawings");
    assert!(exported.len() >= 3);
    for (name, bytes) in exported.into_iter().chain(files("content/illustrations")) {
        let drawing = Drawing::rebuilt(&bytes)
            .and_then(Drawing::whole)
            .unwrap_or_else(|lost| panic!("{name}: {lost:?}"));
        drawing.size().unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let again = Drawing::rebuilt(&drawing.bytes).expect("it is SVG still");
        assert_eq!(again.bytes, drawing.bytes, "{name}");
    }
}

#[test]
fn a_part_that_is_used_by_its_xlink_address_is_still_used() {
    let drawing = br##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><rect id="a"/><use x:href="#a"/></svg>"##;
    let rebuilt = Drawing::rebuilt(drawing).expect("SVG").bytes;
    assert!(String::from_utf8_lossy(&rebuilt).contains("<use href=\"#a\"/>"), "{rebuilt:?}");
}

#[test]
fn a_drawing_has_its_size_in_attributes_or_in_its_view_box() {
    let size = |root: &str| Drawing::rebuilt(root.as_bytes()).expect("SVG").size().ok();
    assert_eq!(size(r#"<svg width="8" height="6px" viewBox="0 0 1 1"/>"#), Some((8, 6)));
    assert_eq!(size(r#"<svg width="8mm" height="6mm" viewBox="0 0 115,28"/>"#), Some((115, 28)));
    assert_eq!(size("<svg width='8' height='6'/>"), Some((8, 6)));
    assert_eq!(size("<svg/>"), None);
}

#[test]
fn no_drawing_takes_the_server_long() {
    let svg = |inner: String| format!("<svg xmlns='{SVG}'>{inner}</svg>");
    let many = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<String>();
    let entity =
        |value: &str, inner: String| format!("<!DOCTYPE svg [<!ENTITY a \"{value}\">]>{}", svg(inner));
    for drawing in [
        svg(many(5000, &|n| format!("<g xmlns:a{n}='b'>")) + &"</g>".repeat(5000)),
        svg(format!("<g {}/>", many(20_000, &|n| format!(" a{n}=''")))),
        svg("<g>".repeat(150_000) + &"</g>".repeat(150_000)),
        svg("<g/>".repeat(250_000)),
        entity(&"it's".repeat(100_000), "&a;".repeat(100_000)),
        entity("'<g/>", "&a;".repeat(100_000)),
        "<!DOCTYPE svg [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>".to_owned(),
        "<!DOCTYPE svg [<!ENTITY a 'x".to_owned(),
    ] {
        let began = Instant::now();
        Drawing::rebuilt(drawing.as_bytes()).expect_err(&drawing[..20]);
        // Milliseconds; where time grew with the square of the length it would be minutes.
        assert!(began.elapsed() < Duration::from_secs(30), "{}", &drawing[..20]);
    }
}
