//! Tables: every cell in its column, whatever was merged.

use super::Block;
use super::runs::{Style, StyledRun, tidy};

/// The most cells of a table, with the empty ones.
const MAX_CELLS: usize = 100_000;

/// A cell as it was written. It spans 1 column and row or more.
pub struct SpanningCell {
    pub blocks: Vec<Block>,
    pub columns: usize,
    pub rows: usize,
}

type Line = Vec<StyledRun>;

/// What becomes of a table's rows, and whether it lost merged cells: its title rows before it; its content alone, where
/// the table was there for its looks.
pub fn blocks(mut rows: Vec<Vec<SpanningCell>>) -> (Vec<Block>, bool) {
    let width = |row: &Vec<SpanningCell>| row.iter().map(|cell| cell.columns).sum::<usize>();
    let columns = rows.iter().map(width).max().unwrap_or_default();
    if is_layout(&rows, columns) || columns * rows.len() > MAX_CELLS {
        return (rows.into_iter().flatten().flat_map(|cell| cell.blocks).collect(), false);
    }
    let titles = rows.iter().take_while(|row| columns > 1 && is_title(row, columns)).count();
    let rest = rows.split_off(titles);
    let mut made: Vec<Block> = rows.into_iter().flatten().flat_map(|cell| cell.blocks).map(bold).collect();
    let is_merged = rest.iter().flatten().any(|cell| cell.columns > 1 || cell.rows > 1);
    let mut grid = grid(rest);
    grid.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    let width = grid.iter().filter_map(|row| row.iter().rposition(|cell| !cell.is_empty())).max();
    if let Some(last) = width {
        grid.iter_mut().for_each(|row| row.resize(last + 1, Vec::new()));
        // The page shows the first row in bold anyway.
        for cell in &mut grid[0] {
            cell.iter_mut().for_each(|run| run.style.bold = false);
            *cell = tidy(cell);
        }
        made.push(Block::Table(grid));
    }
    (made, is_merged)
}

/// Whether a table only puts things in their places: one cell, or one thing a row and something no cell can hold.
fn is_layout(rows: &[Vec<SpanningCell>], columns: usize) -> bool {
    let is_alone = |row: &Vec<SpanningCell>| row.iter().filter(|cell| !cell.blocks.is_empty()).count() <= 1;
    let holds_blocks =
        |cell: &SpanningCell| cell.blocks.iter().any(|block| !matches!(block, Block::Paragraph(_)));
    (rows.len() == 1 && columns == 1)
        || (rows.iter().all(is_alone) && rows.iter().flatten().any(holds_blocks))
}

fn is_title(row: &[SpanningCell], columns: usize) -> bool {
    matches!(row, [title] if title.columns >= columns && title.rows == 1)
}

fn bold(block: Block) -> Block {
    match block {
        Block::Paragraph(mut runs) => {
            runs.iter_mut().for_each(|run| run.style.bold = true);
            Block::Paragraph(tidy(&runs))
        }
        other => other,
    }
}

/// Each cell in its column. What spans rows is in all of them, what spans columns in the first.
fn grid(rows: Vec<Vec<SpanningCell>>) -> Vec<Vec<Line>> {
    let mut grid: Vec<Vec<Line>> = Vec::new();
    // For each column how many more rows a cell from above takes, and its text.
    let mut from_above: Vec<(usize, Line)> = Vec::new();
    for row in rows {
        let mut cells: Vec<Line> = Vec::new();
        let take_from_above = |cells: &mut Vec<Line>, from_above: &mut Vec<(usize, Line)>| {
            while let Some((rows, text)) = from_above.get_mut(cells.len()).filter(|(rows, _)| *rows > 0) {
                *rows -= 1;
                cells.push(text.clone());
            }
        };
        for cell in row {
            take_from_above(&mut cells, &mut from_above);
            let text = one_line(&cell.blocks);
            for column in 0..cell.columns {
                if from_above.len() <= cells.len() {
                    from_above.resize(cells.len() + 1, (0, Vec::new()));
                }
                let text = if column == 0 { text.clone() } else { Vec::new() };
                let (rows, above) = &mut from_above[cells.len()];
                *rows = rows.saturating_sub(1);
                if cell.rows > *rows + 1 {
                    (*rows, *above) = (cell.rows - 1, text.clone());
                }
                cells.push(text);
            }
        }
        while cells.len() < from_above.len() {
            take_from_above(&mut cells, &mut from_above);
            if cells.len() < from_above.len() {
                cells.push(Vec::new());
            }
        }
        grid.push(cells);
    }
    grid
}

/// What a cell can hold of blocks: one line, in which line ends part paragraphs, items and rows.
fn one_line(blocks: &[Block]) -> Line {
    let mut lines: Vec<Line> = Vec::new();
    add_lines(blocks, &mut lines);
    tidy(&lines.join(&StyledRun::line_break()))
}

fn add_lines(blocks: &[Block], lines: &mut Vec<Line>) {
    for block in blocks {
        match block {
            Block::Paragraph(runs) | Block::Heading(_, runs) => lines.push(runs.clone()),
            Block::Quote(inside) => add_lines(inside, lines),
            Block::List { start, items } => {
                for (number, item) in (start.unwrap_or_default()..).zip(items) {
                    let first = lines.len();
                    add_lines(item, lines);
                    if let (Some(_), Some(line)) = (start, lines.get_mut(first)) {
                        line.insert(0, StyledRun::text(format!("{number}. "), &Style::default()));
                    }
                }
            }
            Block::Table(rows) => {
                let comma = StyledRun::text(", ", &Style::default());
                let filled = |row: &Vec<Line>| row.iter().filter(|cell| !cell.is_empty()).cloned().collect();
                lines.extend(rows.iter().map(|row| {
                    let cells: Vec<Line> = filled(row);
                    cells.join(&comma)
                }));
            }
            Block::Code(text) => {
                let code = Style { code: true, ..Style::default() };
                lines.extend(text.lines().map(|line| vec![StyledRun::text(line, &code)]));
            }
            Block::Video(address) => {
                let link = Style { link: Some(address.as_str().into()), ..Style::default() };
                lines.push(vec![StyledRun::text(address, &link)]);
            }
            Block::Rule => {}
        }
    }
}
