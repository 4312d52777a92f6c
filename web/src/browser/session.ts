// Small values kept for one visit. The browser's own session storage may be switched off or full and
// then throws: the values live in memory instead, and the page goes on.

const memory = new Map<string, string>();

/** The value kept under `name`, or nothing. */
export function recall<T>(name: string): T | null {
  let text = memory.get(name) ?? null;
  try {
    text = sessionStorage.getItem(name) ?? text;
  } catch {
    // Memory has the answer.
  }
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Keeps `value` under `name`, until the visit ends or it is forgotten. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Memory has it.
  }
}

export function forget(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Memory has forgotten it.
  }
}
