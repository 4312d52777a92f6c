// The page that a request was sent from, in words.

const INITIALS = /\bac\b/g;

/** `AC repair and maintenance page`, `home page`; the path where there is no short name in it. */
export function pageWords(address: string): string {
  const path = address.replace(/[?#].*$/, "");
  const segments = path.split("/").filter(Boolean);
  if (segments.length === 0) return "home page";
  if (segments.length > 2 || segments[0] === "blog") return `page ${path}`;
  const words = (segments.at(-1) ?? "").replace(/(-in|-service)?-dubai$/, "").replaceAll("-", " ");
  return `${words.replace(INITIALS, "AC")} page`;
}

const LANGUAGES: Record<string, string> = {
  ar: "Arabic",
  en: "English",
  ru: "Russian",
  hi: "Hindi",
  ur: "Urdu",
  fr: "French",
  zh: "Chinese",
};

/** `Arabic`, by a BCP 47 code; the code itself where it is another. */
export function languageWords(code: string): string {
  return LANGUAGES[code.toLowerCase().split("-")[0] ?? ""] ?? code;
}
