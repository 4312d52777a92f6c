// Whether a page may be fetched before the visitor asks for it: what is fetched too early is paid for by them.

/** Links of one visit that are fetched ahead: more is somebody who moves over a menu. */
const MOST = 12;

const prepared = new Set<string>();

/** Not every browser tells. */
type Line = { saveData?: boolean; effectiveType?: string };

/** True for a few links, and for none where the visitor saves data or the line is slow. */
export function mayPrepare(path: string): boolean {
  const line: Line = (navigator as { connection?: Line }).connection ?? {};
  if (line.saveData || line.effectiveType?.endsWith("2g")) return false;
  if (prepared.size < MOST) prepared.add(path);
  return prepared.has(path);
}
