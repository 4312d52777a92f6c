// The page as readers will see it, drawn by the server, beside the text. It's read again after a save, and stays where it
// was scrolled to.
import { useEffect, useRef, useState } from "react";
import { postAction } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";

/** At most so often is it read again, in milliseconds. */
const EVERY_MS = 2_000;

export function PageFrame({ id, number }: { id: string; number: number }) {
  const address = (of: number) => `${postAction(id, "page")}?number=${of}`;
  const [first] = useState(address(number));
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const shown = useRef({ number, at: 0 });
  useEffect(() => {
    if (shown.current.number === number) return;
    const wait = Math.max(0, shown.current.at + EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      const page = frame.current?.contentWindow;
      // Phones don't show it.
      if (!page || frame.current?.getClientRects().length === 0) return;
      shown.current = { number, at: Date.now() };
      scrolled.current = page.scrollY;
      // Another `src` would be a step of the browser's history.
      page.location.replace(`${postAction(id, "page")}?number=${number}`);
    }, wait);
    return () => clearTimeout(timer);
  }, [id, number]);
  const scroll = () => frame.current?.contentWindow?.scrollTo(0, scrolled.current);
  return (
    <div className="frame">
      <p className="frame__bar">
        <Icon name="see" />
        This is the page as it stands, drawn by the server
      </p>
      <iframe
        ref={frame}
        title="This is the page"
        src={first}
        sandbox="allow-same-origin"
        loading="lazy"
        onLoad={scroll}
      />
    </div>
  );
}
