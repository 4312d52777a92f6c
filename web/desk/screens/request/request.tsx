// One request: person, clock, their words, history, and the dock. On wide screens the list stays beside it.
import type { RequestScreen, Row } from "../../../src/contract/desk.ts";
import { numberOf, readablePhone } from "../../ui/addresses.ts";
import type { Sender } from "../../ui/chat-text.ts";
import { useNow } from "../../ui/clock.tsx";
import { dateOf } from "../../ui/dubai.ts";
import { CallLink } from "../../ui/reach.tsx";
import { otherTags, Tag } from "../../ui/tags.tsx";
import { Typed } from "../../ui/typed.tsx";
import type { ScreenKind, ScreenProps } from "../screen.ts";
import { About } from "./about.tsx";
import { Beside } from "./beside.tsx";
import { ChatField, useDraft } from "./chat.tsx";
import { Dock } from "./dock.tsx";
import { Note } from "./note.tsx";
import { Says } from "./says.tsx";
import { Clock, Slip } from "./words.tsx";
import "./request.css";

function Tags({ row }: { row: Row }) {
  const now = useNow();
  const tags = otherTags(row, now).filter(({ icon }) => icon === "repeat");
  if (!row.emergency && tags.length === 0) return null;
  return (
    <p className="row ask__tags">
      {row.emergency && <Tag icon="emergency" look="sos" words="Emergency" />}
      {tags.map((tag) => (
        <Tag key={tag.words} {...tag} />
      ))}
    </p>
  );
}

/** What was typed, where the numbers above don't say all of it. */
function AsTyped({ row }: { row: Row }) {
  const { phone, phone_e164, doubtful_number } = row;
  if (phone_e164 && /^[\s\d+().-]*$/.test(phone) && row.other_numbers.length === 0) return null;
  const mail = /^\S+@\S+\.\S+$/.test(phone.trim());
  return (
    <p className="small">
      They typed:{" "}
      {mail ? <a href={`mailto:${phone.trim()}`}>{phone}</a> : <Typed text={phone} quoted />}
      {!phone_e164 &&
        (doubtful_number ? ". This number may be wrong." : ". No number can be read.")}
    </p>
  );
}

function Who({ row }: { row: Row }) {
  return (
    <div className="wide">
      <Tags row={row} />
      <h1>
        <Typed text={row.name} />
      </h1>
      <p className="row ask__who">
        {[numberOf(row) ?? [], row.other_numbers].flat().map((number) => (
          <CallLink key={number} row={row} number={number} className="tel">
            <bdi dir="ltr">{readablePhone(number)}</bdi>
          </CallLink>
        ))}
        <span className="small soft">{row.service}</span>
      </p>
      <AsTyped row={row} />
    </div>
  );
}

function Ask({ screen, sender }: { screen: RequestScreen; sender: Sender }) {
  const draft = useDraft(screen, sender);
  const { row } = screen;
  return (
    <article className="split__in ask">
      <Who row={row} />
      <div className="stack words">
        <Says screen={screen} />
        <Clock screen={screen} />
        <Slip screen={screen} />
        {row.phone_e164 && <ChatField draft={draft} />}
        <Note screen={screen} />
      </div>
      <About screen={screen} />
      <Dock key={row.stage} screen={screen} draft={draft} />
    </article>
  );
}

function Erased({ screen }: { screen: RequestScreen }) {
  const now = useNow();
  const { reference, service, erased_at } = screen.row;
  return (
    <article className="split__in ask">
      <div className="wide">
        <h1>{reference}</h1>
        <p className="small soft">{service}</p>
      </div>
      <div className="stack words">
        <p>
          Their data was erased on {dateOf(erased_at ?? now, now)}. Reference, times and service
          stay.
        </p>
      </div>
      <About screen={screen} />
    </article>
  );
}

function RequestView({ desk, screen }: ScreenProps<"request">) {
  const { row, waiting } = screen;
  const sender = { me: desk.me?.name ?? "", company: desk.company, texts: screen.chat };
  return (
    <main id="main" className="split">
      {waiting.length > 0 && <Beside waiting={waiting} current={row.reference} />}
      {row.erased_at == null ? (
        <Ask key={row.reference} screen={screen} sender={sender} />
      ) : (
        <Erased screen={screen} />
      )}
    </main>
  );
}

export const request: ScreenKind<"request"> = {
  view: RequestView,
  title: ({ row }) => row.name || row.reference,
  layout: "has-dock",
};
