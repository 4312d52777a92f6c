// A post's author, its publication date and, on its own page, when somebody last checked what it says.

import { fill } from "../ui/fill.ts";
import { useSite } from "../ui/site.tsx";
import { Day, dayInDubai } from "./date.tsx";

type BylineProps = {
  post: { author?: string | null; published_date: string; checked_date?: string | null };
};

export function Byline({ post: { author, published_date, checked_date } }: BylineProps) {
  const { blog } = useSite().words;
  return (
    <p className="byline">
      <span dir="auto">{author || blog.author}</span>
      <Day of={published_date} />
      {checked_date && <span>{fill(blog.checked, { date: dayInDubai(checked_date) })}</span>}
    </p>
  );
}
