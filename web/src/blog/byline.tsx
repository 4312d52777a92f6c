// A post's author and publication date; on its own page also how long it takes to read, and when somebody last
// checked what it says.

import "./byline.css";
import { fill } from "../../ui/fill.ts";
import { useSite } from "../ui/site.tsx";
import { Day, dayInDubai } from "./date.tsx";

/** Adults' speed of silent reading in English (Brysbaert 2019: 238 words a minute), rounded down a little. */
const WORDS_PER_MINUTE = 220;

/** Minutes it takes to read the text of `html`, at least one. */
export function readingMinutes(html: string): number {
  const words = html
    .replace(/<[^>]*>/g, " ")
    .trim()
    .split(/\s+/);
  return Math.ceil(words.length / WORDS_PER_MINUTE);
}

type BylineProps = {
  post: {
    author?: string | null;
    published_date: string;
    checked_date?: string | null;
    content?: string;
  };
};

export function Byline({ post: { author, published_date, checked_date, content } }: BylineProps) {
  const { blog } = useSite().words;
  return (
    <p className="byline">
      <span dir="auto">{author || blog.author}</span>
      <Day of={published_date} />
      {content && <span>{fill(blog.reading, { minutes: `${readingMinutes(content)}` })}</span>}
      {checked_date && <span>{fill(blog.checked, { date: dayInDubai(checked_date) })}</span>}
    </p>
  );
}
