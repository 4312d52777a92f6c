// An invitation that was just made: to be scanned, sent or read out. It is shown this once.
import { useEffect, useRef, useState } from "react";
import type { Invitation, People, Person } from "../../../src/contract/desk.ts";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { Typed } from "../../ui/typed.tsx";

/** The last invitation that the server sent, until it's used or runs out: later answers don't repeat it. */
export function useInvitation({ invitation: sent, people }: People): Invitation | null {
  const now = useNow();
  const [kept, keep] = useState(sent);
  if (sent && sent.code !== kept?.code) keep(sent);
  return sent ?? (kept && isOpen(kept, people, now) ? kept : null);
}

const isOpen = ({ person, until }: Invitation, people: Person[], now: number) =>
  until > now && people.some(({ id, invited_until }) => id === person && invited_until != null);

export function InvitationPanel({ invitation }: { invitation: Invitation }) {
  const { name, link, code, qr, until } = invitation;
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const time = when(until, now);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel stack" aria-labelledby="fresh">
      <h2 id="fresh" tabIndex={-1} ref={heading}>
        Let <Typed text={firstName(name)} /> scan this
      </h2>
      <div className="qr">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          width={152}
          height={152}
          alt={`QR code of the link for ${name}`}
        />
        <p>Or send the link, or read out the code. It works once, until {time}.</p>
      </div>
      <div className="field">
        <label htmlFor="link">The link</label>
        <input
          id="link"
          value={link}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <p className="qr__code">
        <span className="small">The code</span> <b className="code">{code}</b>
      </p>
      <div className="btns btns--grow">
        <CopyButton text={link} />
        {/* A window of its own: leaving this one would lose the code. */}
        <a
          className="btn btn--chat"
          href={whatsAppLink(link, time)}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="whatsapp" />
          Send by WhatsApp
        </a>
      </div>
    </section>
  );
}

function whatsAppLink(link: string, until: string): string {
  const text = `Your way in to the desk: ${link}\nOpen it on your phone. It works once, until ${until}.`;
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Only where the browser can copy. */
function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // Refused: the link is still there to be selected.
      () => setCopied(false),
    );
  return (
    <button type="button" className="btn btn--line" onClick={copy}>
      <Icon name={copied ? "spoke" : "copy"} />
      <span aria-live="polite">{copied ? "Copied" : "Copy link"}</span>
    </button>
  );
}
