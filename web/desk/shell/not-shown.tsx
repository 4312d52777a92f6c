// In the place of a screen that can't be shown: the server does not answer, or the files of the screen can't be loaded,
// such as those of an earlier version after an update.
import { Component, type ReactNode, useEffect } from "react";
import { INBOX } from "../ui/addresses.ts";
import { Icon } from "../ui/icon.tsx";
import "./not-shown.css";

const reload = () => location.reload();

export function NotShown() {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener("online", reload, { signal });
    // Whoever has gone on to another screen is not brought back to this one.
    addEventListener("beforeunload", () => stop.abort(), { signal });
    return () => stop.abort();
  }, []);
  return (
    <main id="main">
      <div className="problem">
        <span className="problem__icon">
          <Icon name="alert" />
        </span>
        <div className="stack">
          <h1>The desk can't be shown just now</h1>
          <p>Requests are still being taken. Please check your connection, then try again.</p>
          <div className="btns">
            <button type="button" className="btn" onClick={reload}>
              Try again
            </button>
            {location.pathname + location.search !== INBOX && (
              <a className="btn btn--line" href={INBOX}>
                Open the first screen
              </a>
            )}
          </div>
        </div>
      </div>
    </main>
  );
}

export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render(): ReactNode {
    return this.state.failed ? <NotShown /> : this.props.children;
  }
}
