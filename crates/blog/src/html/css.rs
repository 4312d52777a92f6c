//! What a style says of an element's words: emphasis, raised and hidden text, and what Word notes of its lists.

use std::collections::HashMap;

/// The meaning of a style; `None` where it says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub bold: Option<bool>,
    pub italic: Option<bool>,
    pub is_struck: bool,
    /// `sup` or `sub`.
    pub script: Option<&'static str>,
    pub is_hidden: bool,
    /// A comment of Word's margin.
    pub is_comment: bool,
}

/// The declarations of a style, in small letters.
fn declarations(style: &str) -> impl Iterator<Item = (String, String)> {
    let pairs = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    pairs.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase()))
}

/// The value of the last declaration with that name, in small letters.
pub fn value(style: &str, wanted: &str) -> Option<String> {
    declarations(style).filter(|(name, _)| name == wanted).last().map(|(_, value)| value)
}

pub fn look(style: &str) -> Look {
    let mut look = Look::default();
    for (name, value) in declarations(style) {
        let has = |word: &str| value.split_whitespace().any(|one| one == word);
        match name.as_str() {
            "font-weight" => look.bold = weight(&value).or(look.bold),
            "font-style" => look.italic = Some(value.starts_with("italic") || value.starts_with("oblique")),
            "font" => {
                look.bold = (has("bold") || has("700")).then_some(true).or(look.bold);
                look.italic = has("italic").then_some(true).or(look.italic);
            }
            "text-decoration" | "text-decoration-line" => look.is_struck |= has("line-through"),
            "vertical-align" if value == "super" => look.script = Some("sup"),
            "vertical-align" if value == "sub" => look.script = Some("sub"),
            "display" => look.is_hidden = value.starts_with("none"),
            "mso-hide" => look.is_hidden |= value == "all",
            "visibility" => look.is_hidden |= value == "hidden",
            "mso-element" => look.is_comment |= value.starts_with("comment"),
            _ => {}
        }
    }
    look
}

fn weight(value: &str) -> Option<bool> {
    match value.split_whitespace().next()? {
        "bold" | "bolder" => Some(true),
        "normal" | "lighter" => Some(false),
        number => number.parse::<f32>().ok().map(|weight| weight >= 600.0),
    }
}

/// The style of each class that a style sheet names by itself (`.xl65`) or with an element (`span.s1`).
pub fn classes(sheet: &str) -> HashMap<String, String> {
    let mut classes: HashMap<String, String> = HashMap::new();
    for (selectors, style) in sheet.split('}').filter_map(|rule| rule.split_once('{')) {
        let selectors = selectors.rsplit(['{', ';', '>']).next().unwrap_or_default();
        let selectors = selectors.rsplit("--").next().unwrap_or_default();
        for selector in selectors.split(',') {
            let Some((element, class)) = selector.trim().split_once('.') else { continue };
            let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            if plain(element) && plain(class) {
                let known = classes.entry(class.to_owned()).or_default();
                known.push(';');
                known.push_str(style);
            }
        }
    }
    classes
}

/// A length in points; `None` for one that depends on letters or the screen.
pub fn points(length: &str) -> Option<f32> {
    let end = length.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(length.len());
    let number: f32 = length[..end].parse().ok()?;
    let unit = match &length[end..] {
        "in" => 72.0,
        "cm" => 28.35,
        "mm" => 2.835,
        "px" => 0.75,
        "pt" => 1.0,
        _ => return (number == 0.0).then_some(0.0),
    };
    Some(number * unit)
}

/// How far a paragraph stands from its margin, in points.
pub fn indent(style: &str) -> f32 {
    let left = value(style, "margin-left").or_else(|| {
        let margin = value(style, "margin")?;
        margin.split_whitespace().nth(3).map(str::to_owned)
    });
    left.and_then(|left| points(&left)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_says_what_is_bold_slanted_struck_raised_or_hidden() {
        assert_eq!(look("font-weight:700").bold, Some(true));
        assert_eq!(look("FONT-WEIGHT: normal").bold, Some(false));
        assert_eq!(look("font: italic bold 12px Arial").bold, Some(true));
        assert_eq!(look("font-weight:inherit").bold, None);
        assert!(look("text-decoration: underline line-through").is_struck);
        assert_eq!(look("vertical-align:super").script, Some("sup"));
        assert!(look("mso-hide:all").is_hidden && look("display:none !important").is_hidden);
        assert!(!look("display:inline;color:red").is_hidden);
    }

    #[test]
    fn classes_of_a_style_sheet_have_their_styles() {
        let sheet =
            "<!--\ntd{padding:0}\n.xl65, .xl66 {font-weight:700;}\n@page {margin:1in}\nspan.s1{x:y}--><";
        let classes = classes(sheet);
        assert!(look(&classes["xl66"]).bold == Some(true) && classes["s1"].contains("x:y"), "{classes:?}");
        assert_eq!((indent("margin-left:.5in"), indent("margin:0cm 0cm 0cm 36.0pt")), (36.0, 36.0));
    }
}
