// The most urgent request, on the screen's one sun field.
import type { Row } from "../../../src/contract/desk.ts";
import { chatAddress, requestAddress } from "../../ui/addresses.ts";
import { chatLanguage, chatText, type Sender } from "../../ui/chat-text.ts";
import { useNow } from "../../ui/clock.tsx";
import { dueOf } from "../../ui/due.ts";
import { DueLine } from "../../ui/due-line.tsx";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { CallLink } from "../../ui/reach.tsx";
import { otherTags, STAGES, Tag } from "../../ui/tags.tsx";
import { Typed } from "../../ui/typed.tsx";
import { Name } from "./rows.tsx";

function Tags({ row }: { row: Row }) {
  const now = useNow();
  return (
    <div className="row">
      {row.stage !== "new" && <Tag {...STAGES[row.stage]} look="inv" />}
      {row.emergency && <Tag icon="emergency" look="inv" words="Emergency" />}
      {otherTags(row, now).map((tag) => (
        <Tag key={tag.words} icon={tag.icon} look="inv" words={tag.words} />
      ))}
      <span className="ref push">{row.reference}</span>
    </div>
  );
}

export function Next({ row, sender }: { row: Row; sender: Sender }) {
  const due = dueOf(row, useNow());
  const chat = chatAddress(row, chatText(row, sender, chatLanguage(row)));
  return (
    <section className="next" aria-labelledby="next">
      <Tags row={row} />
      <h2 id="next">
        <a href={requestAddress(row.reference)} data-row>
          <Name row={row} />
        </a>
      </h2>
      <p className="small">{row.service}</p>
      {row.message && (
        <p className="next__said">
          <Typed text={row.message} quoted />
        </p>
      )}
      <div className="next__do">
        {due && (
          <>
            <p className="ask__left">
              {due.large} <small>{due.small}</small>
            </p>
            <DueLine due={due} />
          </>
        )}
        <div className="btns btns--grow">
          <CallLink row={row} className="btn btn--big" shortcut="C">
            <Icon name="call" />
            <span className="next__call">
              Call <Typed text={firstName(row.name)} />
            </span>
            <Kbd name="C" />
          </CallLink>
          {chat && (
            <a className="btn btn--big btn--chat" href={chat} aria-keyshortcuts="W">
              <Icon name="whatsapp" />
              WhatsApp
              <Kbd name="W" />
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
