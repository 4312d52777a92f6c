//! The site's palette, read from the design tokens of its style sheet, so that each colour is written once.

use std::collections::HashMap;
use std::sync::LazyLock;

const TOKENS: &str = include_str!("../../../web/src/styles/tokens.css");

/// Colours by the name behind `--color-`, such as `sun`, as CSS has them.
static COLOURS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let declarations = TOKENS.lines().filter_map(|line| line.trim().strip_prefix("--color-"));
    declarations.filter_map(|line| line.split_once(';')?.0.split_once(": ")).collect()
});

/// The colour of the token `--color-{name}`, such as `#ffb71b`.
pub fn colour(name: &str) -> &'static str {
    COLOURS.get(name).copied().expect("the tests render every colour of the template")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_the_template_is_a_token() {
        for name in ["sun", "ink", "lagoon", "gulf", "glass"] {
            let colour = colour(name);
            let digits = colour.strip_prefix('#').unwrap_or_default();
            assert!(digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{name}: {colour}");
        }
    }
}
