// The prefetch budget: how much may load before a click. It is the visitor who pays for the data.

/** Pages prefetched per document: a pointer that passes over more than these is only crossing a menu. */
const MAX_PREFETCHES = 12;

const prefetched = new Set<string>();

/** The Network Information API, which not every browser has. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** True for the first few pages; false where the visitor saves data or the connection is slow. */
export function mayPrefetch(path: string): boolean {
  const connection: Connection = (navigator as { connection?: Connection }).connection ?? {};
  if (connection.saveData || connection.effectiveType?.endsWith("2g")) return false;
  if (prefetched.size < MAX_PREFETCHES) prefetched.add(path);
  return prefetched.has(path);
}
