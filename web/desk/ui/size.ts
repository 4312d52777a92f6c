// File sizes in words.

/** `4.1 MB`, `86 kB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 999_500 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${size < 10 && unit === "MB" ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
