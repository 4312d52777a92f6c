// Session storage with a fallback in memory: the browser's may be switched off or full, and then throws.

const memory = new Map<string, string>();

/** The value stored under `name`, or null. */
export function recall<T>(name: string): T | null {
  let text = memory.get(name) ?? "null";
  try {
    text = sessionStorage.getItem(name) ?? text;
  } catch {
    // The copy in memory is used.
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Stores `value` under `name` for this session. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The copy in memory remains.
  }
}

export function forget(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // The copy in memory is gone already.
  }
}
