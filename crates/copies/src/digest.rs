//! Counts and digests what goes through a writer or reader.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// Passes bytes on, and knows how many there were and their SHA-256.
pub struct Digested<T> {
    inner: T,
    bytes: u64,
    sha256: Sha256,
}

impl<T> Digested<T> {
    pub fn new(inner: T) -> Self {
        Digested { inner, bytes: 0, sha256: Sha256::new() }
    }

    /// The inner reader or writer, the number of bytes, and their SHA-256 in hexadecimal.
    pub fn finish(self) -> (T, u64, String) {
        (self.inner, self.bytes, hex::encode(self.sha256.finalize()))
    }

    fn note(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
    }
}

impl<T: Write> Write for Digested<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.note(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Digested<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.note(&buffer[..read]);
        Ok(read)
    }
}

/// The SHA-256 of a file, in hexadecimal.
pub fn of_file(file: &Path) -> io::Result<String> {
    let mut reader = Digested::new(BufReader::new(File::open(file)?));
    io::copy(&mut reader, &mut io::sink())?;
    Ok(reader.finish().2)
}
