// Notices that every page shows for some days: the list of them, and a form that adds one.
import type { SiteFacts, SiteNotice } from "../../../src/contract/desk.ts";
import { useNow } from "../../ui/clock.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { AddNotice } from "./add-notice.tsx";
import { type NoticeState, noticeDays, noticeState } from "./notice-days.ts";
import { RemoveItem } from "./remove-item.tsx";

export const NOTICES_ID = "notices";

const LOOKS: Record<NoticeState["kind"], { icon: IconName; className: string }> = {
  now: { icon: "published", className: "pill pill--ok" },
  later: { icon: "scheduled", className: "pill" },
  over: { icon: "history", className: "pill" },
};

function State({ kind, words }: NoticeState) {
  const { icon, className } = LOOKS[kind];
  return (
    <span className={className}>
      <Icon name={icon} />
      {words}
    </span>
  );
}

type RowProps = { notice: SiteNotice; isLocked: boolean };

function Row({ notice, isLocked }: RowProps) {
  const now = useNow();
  const { item, text } = notice;
  const state = noticeState(notice, now);
  return (
    <li>
      <p dir="auto">{text}</p>
      <p className="notices__days">
        {noticeDays(notice, now)} {state && <State {...state} />}
      </p>
      <RemoveItem item={item} name={text} isLocked={isLocked} />
    </li>
  );
}

export function NoticesSection({ screen }: { screen: SiteFacts }) {
  const { notices: all, locked } = screen;
  return (
    <section className="panel sitefacts__group" aria-labelledby={NOTICES_ID}>
      <h2 id={NOTICES_ID}>A notice on every page</h2>
      <p className="small soft">
        Stands above the header of every page from its first day to its last.
        {all.length === 0 && " There is none yet."}
      </p>
      {all.length > 0 && (
        <ul className="notices">
          {all.map((notice) => (
            <Row key={notice.item} notice={notice} isLocked={locked != null} />
          ))}
        </ul>
      )}
      <AddNotice screen={screen} />
    </section>
  );
}
