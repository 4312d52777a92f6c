// The list that a request was opened from, remembered by its query as long as the tab is open.

const NAME = "desk-list";

/** Remembers a list; the empty query is that of those who wait. Storage may be forbidden. */
export function rememberList(query: string): void {
  try {
    sessionStorage.setItem(NAME, query);
  } catch {
    // Then those who wait are beside every request.
  }
}

export function rememberedList(): string {
  try {
    return sessionStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}
