// What stands in the place of posts while they are on their way, and when they did not come.
import type { LoadState } from "../sections/page-view.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import "./states.css";

/** `heading` where the page has no other one. */
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
  /** What a failed call left; a document from the server has none, and the button loads it again. */
  loadState: LoadState | undefined;
  /** The page's own address. */
  address: string;
};

/** A button that is there without scripts too: then it asks for the page once more. */
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
