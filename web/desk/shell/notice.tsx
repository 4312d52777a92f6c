// Result of the last action, with a way back. It goes after a while; the way back stays in the request.
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { Desk, Notice, Screen } from "../../src/contract/desk.ts";
import { PostForm, useActions } from "../ui/actions.tsx";
import { draftAction, heldAction, postAction, requestAction, siteAction } from "../ui/addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Conflict } from "./conflict.tsx";
import { noticeWords } from "./notice-words.ts";
import "./notice.css";

const SHOWN_MS = 8000;
/** Whoever has the pointer or the focus on it gets more time. */
const MORE_MS = 2000;

/** Notices that stay until seen. */
const STAYING: ReadonlySet<Notice["notice"]> = new Set([
  "conflict",
  "last-owner",
  "post-refused",
  "site-refused",
]);

function Undo({ action, fields }: { action: string; fields?: Record<string, string> }) {
  return (
    <PostForm action={action} fields={fields}>
      <button type="submit" className="btn" aria-keyshortcuts="Z">
        <Icon name="undo" />
        Undo
        <Kbd name="Z" />
      </button>
    </PostForm>
  );
}

/** Ids of the changes of the site that can be taken back. */
function changesOf(notice: Notice): number[] {
  if (notice.notice === "site-undone") return notice.ids;
  return notice.notice === "site-changed" || notice.notice === "draft-changed" ? [notice.id] : [];
}

function wayBack(notice: Notice, screen: Screen): ReactNode {
  if (notice.notice === "answered")
    return (
      <Undo
        action={requestAction(notice.reference, "answer")}
        fields={{ stage: notice.was, note: "", undo: "true" }}
      />
    );
  if (notice.notice === "decided")
    return (
      <Undo
        action={heldAction(notice.reference)}
        fields={{ decision: notice.spam ? "pass" : "spam" }}
      />
    );
  if (notice.notice === "settings-changed") return <Undo action="/desk/settings/put-back" />;
  if (notice.notice === "post-shown") {
    const { live, draft, published_at } = notice.undo;
    const fields = { live: `${live}`, draft: `${draft}`, published_at: `${published_at}` };
    return <Undo action={postAction(notice.id, "put-back")} fields={fields} />;
  }
  const changes = changesOf(notice);
  if (changes.length > 0) {
    const at = screen.name === "site" ? screen.at : "/";
    // It comes back to where it was tapped.
    const back = screen.name === "site-facts" && { back: "facts" };
    const draft = notice.notice === "draft-changed" && { draft: notice.draft };
    const fields = { id: changes.join(), at, ...back, ...draft };
    return <Undo action={siteAction("undo")} fields={fields} />;
  }
  if (notice.notice === "draft-put-aside")
    return <Undo action={draftAction(notice.id, "take-up")} />;
  return null;
}

function Toast({ notice, screen }: { notice: Notice; screen: Screen }) {
  const { dismiss } = useActions();
  const toast = useRef<HTMLDivElement>(null);
  const stays = STAYING.has(notice.notice);
  const end = useEffectEvent(dismiss);
  useEffect(() => {
    if (STAYING.has(notice.notice)) return;
    let timer = setTimeout(function leave() {
      if (toast.current?.matches(":hover, :focus-within")) timer = setTimeout(leave, MORE_MS);
      else end();
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div className={stays ? "toast" : "toast toast--going"} ref={toast}>
      <b>{noticeWords(notice, screen)}</b>
      {wayBack(notice, screen)}
      {stays && (
        <button type="button" className="icb" onClick={dismiss} aria-label="Close">
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

export function NoticeBar({ desk: { notice, screen } }: { desk: Desk }) {
  return (
    <div role="status">
      {notice?.notice === "conflict" ? (
        <Conflict notice={notice} />
      ) : (
        notice && <Toast notice={notice} screen={screen} />
      )}
    </div>
  );
}
