//! Markdown of what an author pastes from Word, Google Docs or a page: `read` makes blocks of its HTML (with
//! `clipboard` and `tables`), `write` writes them, and `line` reads back each line of text, so that it says what was pasted. What Markdown
//! has no word for is named.

mod clipboard;
mod line;
#[cfg(test)]
mod property_tests;
mod read;
mod read_back;
mod runs;
mod tables;
#[cfg(test)]
mod tests;
mod write;

use runs::StyledRun;

use super::parse::parse_pasted;

/// The result of a paste.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    pub markdown: String,
    pub headings: usize,
    pub tables: usize,
    /// Lists that are in no other list.
    pub lists: usize,
    pub links: usize,
    /// `data:` URLs of its pictures, which the text names `pasted:0`, `pasted:1`, …
    pub pictures: Vec<String>,
    /// Pictures whose files were not pasted along.
    pub missing_pictures: usize,
    /// Everything else that was left out, in words: `merged cells`, `2 links that lead nowhere`.
    pub left_out: Vec<String>,
}

/// A content of a text between blank lines.
#[derive(Clone, Debug, PartialEq)]
enum Block {
    Paragraph(Vec<StyledRun>),
    /// With its level, from 2.
    Heading(usize, Vec<StyledRun>),
    /// `start` is the first number of a numbered one.
    List {
        start: Option<u32>,
        items: Vec<Vec<Block>>,
    },
    Quote(Vec<Block>),
    /// Rows of cells, all of one length.
    Table(Vec<Vec<Vec<StyledRun>>>),
    Code(String),
    Rule,
    /// The address of a video.
    Video(String),
}

/// The Markdown of `html`.
pub fn to_markdown(html: &str) -> Pasted {
    let (blocks, mut made) = read::read(&parse_pasted(html));
    count(&blocks, &mut made);
    made.markdown = write::written(&blocks);
    made
}

fn count(blocks: &[Block], made: &mut Pasted) {
    for block in blocks {
        match block {
            Block::Heading(..) => made.headings += 1,
            Block::Table(_) => made.tables += 1,
            Block::Quote(inside) => count(inside, made),
            Block::List { items, .. } => {
                made.lists += 1;
                let lists = made.lists;
                items.iter().for_each(|item| count(item, made));
                made.lists = lists;
            }
            _ => {}
        }
    }
}
