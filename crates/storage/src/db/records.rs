//! Reads the records of a SQLite file page by page, without its tables: for a file so damaged that SQLite doesn't read it.
//!
//! The format is at sqlite.org/fileformat2.html, sections 1.6 (pages) and 2.1 (records). A record that doesn't fit its own
//! lengths is skipped.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use rusqlite::types::Value;

/// The page size of a new file.
const DEFAULT_PAGE_BYTES: usize = 4096;
/// The first page begins with the header of the file.
const FILE_HEADER_BYTES: usize = 100;
const PAGE_HEADER_BYTES: usize = 8;
/// The type of a page with rows of a table.
const TABLE_LEAF: u8 = 13;
/// The longest record that is read.
const MAX_RECORD_BYTES: usize = 1 << 20;

/// The records of all tables, in the order of the pages.
pub(super) struct Records {
    file: File,
    page_bytes: usize,
    pages: usize,
    next_page: usize,
    /// The rest of the current page.
    found: std::vec::IntoIter<Vec<Value>>,
}

impl Records {
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let bytes = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        let mut header = [0; 18];
        let page_bytes = match file.read_exact_at(&mut header, 0) {
            Ok(()) => match u16_at(&header, 16) {
                Some(1) => 65_536,
                Some(size) if size.is_power_of_two() && size >= 512 => size,
                _ => DEFAULT_PAGE_BYTES,
            },
            Err(_) => DEFAULT_PAGE_BYTES,
        };
        let pages = bytes.div_ceil(page_bytes);
        Ok(Records { file, page_bytes, pages, next_page: 0, found: Vec::new().into_iter() })
    }

    /// A page, counted from 0. What is missing of the last one is zeroes.
    fn page(&self, number: usize) -> Option<Vec<u8>> {
        let mut page = vec![0; self.page_bytes];
        let (mut read, start) = (0, (number * self.page_bytes) as u64);
        while read < page.len() {
            match self.file.read_at(&mut page[read..], start + read as u64) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A place that the disk cannot read any more.
                Err(_) => return None,
            }
        }
        Some(page)
    }

    fn records_of(&self, number: usize) -> Vec<Vec<Value>> {
        let Some(page) = self.page(number) else { return Vec::new() };
        let start = if number == 0 { FILE_HEADER_BYTES } else { 0 };
        if page[start] != TABLE_LEAF {
            return Vec::new();
        }
        let cells = u16_at(&page, start + 3).unwrap_or(0);
        let pointers = (0..cells).map_while(|cell| u16_at(&page, start + PAGE_HEADER_BYTES + 2 * cell));
        pointers.filter_map(|at| values(&self.payload(page.get(at..)?)?)).collect()
    }

    /// The bytes of a record, of which the end may be in other pages.
    fn payload(&self, cell: &[u8]) -> Option<Vec<u8>> {
        let (length, cell) = varint(cell)?;
        let (_row_id, cell) = varint(cell)?;
        let length = usize::try_from(length).ok().filter(|length| *length <= MAX_RECORD_BYTES)?;
        let usable = self.page_bytes;
        let max_local = usable - 35;
        if length <= max_local {
            return cell.get(..length).map(<[u8]>::to_vec);
        }
        let min_local = (usable - 12) * 32 / 255 - 23;
        let fits = min_local + (length - min_local) % (usable - 4);
        let local = if fits <= max_local { fits } else { min_local };
        let mut payload = cell.get(..local)?.to_vec();
        let mut next = u32_at(cell, local)?;
        while payload.len() < length {
            let page = self.page(next.checked_sub(1).filter(|page| *page < self.pages)?)?;
            next = u32_at(&page, 0)?;
            let rest = Ord::min(length - payload.len(), usable - 4);
            payload.extend_from_slice(page.get(4..4 + rest)?);
        }
        Some(payload)
    }
}

impl Iterator for Records {
    type Item = Vec<Value>;

    fn next(&mut self) -> Option<Vec<Value>> {
        loop {
            if let Some(record) = self.found.next() {
                return Some(record);
            }
            if self.next_page == self.pages {
                return None;
            }
            self.found = self.records_of(self.next_page).into_iter();
            self.next_page += 1;
        }
    }
}

/// The values of a record; nothing if its lengths do not fit or a text is not UTF-8.
fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let (header, after_length) = varint(payload)?;
    let header = usize::try_from(header).ok()?;
    let mut types = payload.get(payload.len() - after_length.len()..header)?;
    let mut body = payload.get(header..)?;
    let mut values = Vec::new();
    while !types.is_empty() {
        let (serial_type, rest) = varint(types)?;
        types = rest;
        let length = match serial_type {
            0 | 8 | 9 => 0,
            1..=4 => usize::try_from(serial_type).ok()?,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            _ => usize::try_from((serial_type - 12) / 2).ok()?,
        };
        let (value, rest) = body.split_at_checked(length)?;
        body = rest;
        values.push(match serial_type {
            0 => Value::Null,
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            1..=6 => Value::Integer(integer(value)),
            7 => Value::Real(f64::from_be_bytes(value.try_into().ok()?)),
            _ if serial_type % 2 == 0 => Value::Blob(value.to_vec()),
            _ => Value::Text(String::from_utf8(value.to_vec()).ok()?),
        });
    }
    body.is_empty().then_some(values)
}

/// A big-endian number in two's complement, of one to eight bytes.
fn integer(bytes: &[u8]) -> i64 {
    let negative = bytes.first().is_some_and(|first| first & 0x80 != 0);
    bytes.iter().fold(if negative { -1 } else { 0 }, |number, byte| (number << 8) | i64::from(*byte))
}

/// A variable-length integer of one to nine bytes, and what follows it.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0_u64;
    for (at, byte) in bytes.iter().take(9).enumerate() {
        if at == 8 {
            return Some(((number << 8) | u64::from(*byte), &bytes[9..]));
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    let two = bytes.get(at..at + 2)?;
    Some(usize::from(u16::from_be_bytes([two[0], two[1]])))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(four.try_into().ok()?) as usize)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn each_record_of_a_file_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("taps.db");
        let connection = Connection::open(&path).expect("a file");
        connection
            .execute_batch("CREATE TABLE tap (id TEXT PRIMARY KEY, drips, share, text)")
            .expect("a table");
        let mut expected = Vec::new();
        for (number, drips) in
            [0, 1, -1, 127, 128, -40_000, 1 << 40, i64::MIN, i64::MAX].into_iter().enumerate()
        {
            // Lengths around those at which a record goes on in other pages.
            for length in [0, 1, 100, 3_900, 4_020, 4_061, 4_100, 8_200, 60_000] {
                let row = vec![
                    Value::Text(format!("{number}-{length}")),
                    Value::Integer(drips),
                    if number == 0 { Value::Null } else { Value::Real(0.5) },
                    Value::Text("ص".repeat(length)),
                ];
                connection
                    .execute("INSERT INTO tap VALUES (?, ?, ?, ?)", rusqlite::params_from_iter(row.clone()))
                    .expect("a row");
                expected.push(row);
            }
        }
        connection.close().expect("closed");
        let mut found: Vec<Vec<Value>> =
            Records::open(&path).expect("a file").filter(|row| row.len() == 4).collect();
        found.sort_by_key(|row| expected.iter().position(|wanted| wanted == row));
        assert!(found == expected, "{} of {}", found.len(), expected.len());
    }
}
