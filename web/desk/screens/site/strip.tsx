// The strip above the page: the way out, which page it is, the last change's way back, and the other pages.
import type { SiteScreen } from "../../../src/contract/desk.ts";
import { Keys } from "../../shell/keys.tsx";
import { PostForm } from "../../ui/actions.tsx";
import { FACTS, INBOX, siteAction, siteAddress } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";

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

/** Opens without scripts too. */
function OtherPages({ screen: { at, pages } }: { screen: SiteScreen }) {
  return (
    <details className="find">
      <summary className="icb">
        <Icon name="list" />
        <span className="sr">Other pages</span>
      </summary>
      <nav className="find__form sitepages" aria-label="Pages">
        <ul>
          {pages.map((page) => (
            <li key={page.at}>
              <a href={siteAddress(page.at)} aria-current={page.at === at ? "page" : undefined}>
                <b>{page.title}</b> <span>{page.at}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

export function SiteStrip({ screen }: { screen: SiteScreen }) {
  return (
    <header className="strip strip--site">
      <a className="icb strip__back" href={INBOX} aria-label="Leave editing">
        <Icon name="close" />
      </a>
      <p>
        <span>
          <b>{screen.title}</b>, as visitors see it
        </span>
      </p>
      <div className="strip__end">
        <Keys />
        <Undo screen={screen} />
        <a className="btn btn--bare" href={FACTS}>
          Facts
        </a>
        <OtherPages screen={screen} />
      </div>
    </header>
  );
}
