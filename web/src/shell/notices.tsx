// The company's notices of the day, on every page between the emergency banner and the header. Mostly there are none.
import { Icon } from "../ui/icon.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { useSite } from "../ui/site.tsx";
import "./notices.css";

export function Notices() {
  const { name, notices } = useSite().company;
  if (notices.length === 0) return null;
  return (
    // Its name is who says it: a landmark needs one, and one of its own.
    <aside className="notices g-glass" aria-label={name}>
      {notices.map(({ text }) => (
        <p className="wrap" dir="auto" key={text}>
          <Icon name="info" />
          <span>
            <Sentence text={text} />
          </span>
        </p>
      ))}
    </aside>
  );
}
