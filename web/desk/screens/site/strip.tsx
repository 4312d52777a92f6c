// The strip above the page: the way out, which page it is, the last change's way back, and the other pages. In a draft, a
// line below says so, with the ways out of it.
import type { SiteDraft, SiteScreen } from "../../../src/contract/desk.ts";
import { Keys } from "../../shell/keys.tsx";
import { PostForm } from "../../ui/actions.tsx";
import {
  DRAFTS,
  factsAddress,
  INBOX,
  newPageAddress,
  siteAction,
  siteAddress,
} from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { DraftsLink } from "./drafts-link.tsx";
import { draftState, useSiteAddress } from "./open-draft.tsx";
import "./strip.css";

function Undo({ screen: { at, changes } }: { screen: SiteScreen }) {
  const last = changes.find((change) => change.mine && !change.is_undone && !change.is_undo);
  return last ? (
    <PostForm action={siteAction("undo")} fields={{ id: `${last.id}`, at }}>
      <button type="submit" className="btn btn--bare">
        <Icon name="undo" />
        <span className="strip__undo">Undo</span>
        <span className="sr">: {last.name}</span>
      </button>
    </PostForm>
  ) : null;
}

/** On phones, the way to the drafts is here. */
function OtherPages({ screen: { at, pages, drafts, draft, is_own } }: { screen: SiteScreen }) {
  const address = useSiteAddress();
  return (
    <details className="find">
      <summary className="icb">
        <Icon name="list" />
        <span className="sr">Other pages</span>
      </summary>
      <nav className="find__form sitepages" aria-label="Pages">
        <DraftsLink className="sitepages__drafts" drafts={drafts} />
        <ul>
          {pages.map((page) => (
            <li key={page.at}>
              <a href={address(page.at)} aria-current={page.at === at ? "page" : undefined}>
                <b>{page.title}</b> <span>{page.at}</span>
              </a>
            </li>
          ))}
        </ul>
        <a href={newPageAddress(at, draft?.id)}>
          <b>Add a page</b>
        </a>
        {is_own && (
          <PostForm action={siteAction("remove-page")} fields={{ at }}>
            <button type="submit" className="btn btn--bare">
              Remove this page
            </button>
          </PostForm>
        )}
      </nav>
    </details>
  );
}

function DraftLine({ at, draft }: { at: string; draft: SiteDraft }) {
  return (
    <div className="strip__draft">
      <p>
        <span>
          <b>Draft.</b> {draftState(draft)}
        </span>
      </p>
      <a className="btn btn--bare" href={DRAFTS}>
        Drafts
      </a>
      <a className="btn btn--bare" href={siteAddress(at)}>
        Live page
      </a>
    </div>
  );
}

export function SiteStrip({ screen }: { screen: SiteScreen }) {
  const { at, title, draft, drafts } = screen;
  return (
    <header className={draft ? "strip strip--site strip--draft" : "strip strip--site"}>
      <a className="icb strip__back" href={INBOX} aria-label="Leave editing">
        <Icon name="close" />
      </a>
      <p>
        <span>
          {draft ? (
            <>
              <b dir="auto">{draft.name}</b>, {title}
            </>
          ) : (
            <>
              <b>{title}</b>, as visitors see it
            </>
          )}
        </span>
      </p>
      {draft && <DraftLine at={at} draft={draft} />}
      <div className="strip__end">
        <Keys />
        <Undo screen={screen} />
        {!draft && <DraftsLink className="btn btn--bare strip__drafts" drafts={drafts} />}
        <a className="btn btn--bare" href={factsAddress(draft?.id)}>
          Facts
        </a>
        <OtherPages screen={screen} />
      </div>
    </header>
  );
}
