// States of the blog without posts (R39, R42): `Loading...`, and a retry button after a failure.
import type { LoadState } from "../sections/page-view.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import "./states.css";

/** `heading` makes it the page's h1, where there is no other. */
export function Loading({ heading = false }: { heading?: boolean }) {
  const { blog } = useSite().words;
  const words = (
    <>
      <Icon name="busy" className="spin" />
      {blog.loading}
    </>
  );
  return (
    <div className="blog-state" role="status">
      {heading ? (
        <h1 className="blog-loading">{words}</h1>
      ) : (
        <p className="blog-loading">{words}</p>
      )}
    </div>
  );
}

type TryAgainProps = {
  /** The failed fetch; undefined in a document from the server, where the button reloads the page. */
  loadState: LoadState | undefined;
  /** The page's address. */
  address: string;
};

/** The retry button. It is a form, so that without scripts it loads the page again. */
export function TryAgain({ loadState, address }: TryAgainProps) {
  const { blog } = useSite().words;
  return (
    <form
      className="try-again"
      action={address}
      onSubmit={(event) => {
        if (loadState?.state !== "failed") return;
        event.preventDefault();
        loadState.retry();
      }}
    >
      <button className={buttonClass()} type="submit">
        {blog.try_again}
      </button>
    </form>
  );
}
