// A post's author and publication date.
import { useSite } from "../ui/site.tsx";
import { Day } from "./date.tsx";

type BylineProps = { post: { author?: string | null; published_date: string } };

export function Byline({ post: { author, published_date } }: BylineProps) {
  const { blog } = useSite().words;
  return (
    <p className="byline">
      <span dir="auto">{author || blog.author}</span>
      <Day of={published_date} />
    </p>
  );
}
