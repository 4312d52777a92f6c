// The two buttons below a field: what is typed goes live, or into the draft, or it's as it was.
import { useScripts } from "../../ui/scripts.ts";
import { useKeepWords } from "./open-draft.tsx";

type Props = {
  isLocked: boolean;
  /** Nothing is typed. */
  isSame: boolean;
  /** Why it can't go live yet, after the button's name: `wakes up when the complaint is gone`. */
  waitsFor: string | null;
  /** What the button says while it's on its way. */
  sending?: string | null;
  onLeave: () => void;
  /** Without scripts. */
  leaveAddress: string;
};

export function LiveButtons(props: Props) {
  const { isLocked, isSame, waitsFor, sending = null, onLeave, leaveAddress } = props;
  const scripts = useScripts();
  const { keep, after, until } = useKeepWords();
  const isIdle = scripts && (isSame || waitsFor != null || sending != null);
  return (
    <>
      <div className="btns btns--grow">
        <button
          type="submit"
          className="btn piece__go"
          disabled={isLocked || isIdle}
          aria-keyshortcuts="Control+Enter"
        >
          {sending ?? keep}
        </button>
        {scripts ? (
          <button
            type="button"
            className="btn btn--line"
            disabled={isSame || sending != null}
            onClick={onLeave}
          >
            Leave it as it was
          </button>
        ) : (
          <a className="btn btn--line" href={leaveAddress}>
            Leave it as it was
          </a>
        )}
      </div>
      <p className="small soft" role={sending ? "status" : undefined}>
        {sending
          ? `Large pictures take a few seconds. Stay here until ${until}.`
          : waitsFor
            ? `“${keep}” ${waitsFor}.`
            : after}
      </p>
    </>
  );
}
