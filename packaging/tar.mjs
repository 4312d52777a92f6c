// Writes tar archives (POSIX ustar) from what is in memory: each entry has exactly the owner, mode and date that it's given,
// whatever the umask, the user and the clock of the machine that packs.

/**
 * `content`: of a file; without it the entry is a folder.
 * @typedef {{path: string, content?: Buffer, mode?: number, owner?: number}} Entry
 */
const BLOCK = 512;

/** @param {number} value @param {number} length of the field */
const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** @param {Entry} entry @param {number} date */
function header({ path, content, mode, owner = 0 }, date) {
  const name = content ? path : `${path}/`;
  if (Buffer.byteLength(name) > 100) throw new Error(`${name}: tar's headers hold 100 bytes`);
  const bytes = Buffer.alloc(BLOCK);
  bytes.write(name, 0);
  bytes.write(octal(mode ?? (content ? 0o644 : 0o755), 8), 100);
  bytes.write(octal(owner, 8), 108);
  bytes.write(octal(owner, 8), 116);
  bytes.write(octal(content?.length ?? 0, 12), 124);
  bytes.write(octal(date, 12), 136);
  // The sum counts its own field as spaces.
  bytes.write(" ".repeat(8), 148);
  bytes.write(content ? "0" : "5", 156);
  bytes.write("ustar\x0000", 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 7)} `, 148);
  return bytes;
}

/** @param {Entry[]} entries @param {number} date in seconds, of every entry */
export function tar(entries, date) {
  const pieces = entries.flatMap((entry) => {
    const { content = Buffer.alloc(0) } = entry;
    return [header(entry, date), content, Buffer.alloc(-content.length & (BLOCK - 1))];
  });
  return Buffer.concat([...pieces, Buffer.alloc(2 * BLOCK)]);
}

/** The folders that lead to the files, before them, in the order of their paths. @param {Entry[]} entries */
export function withFolders(entries) {
  const all = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path } of entries) {
    const names = path.split("/");
    for (let depth = 1; depth < names.length; depth += 1) {
      const folder = names.slice(0, depth).join("/");
      if (!all.has(folder)) all.set(folder, { path: folder });
    }
  }
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
