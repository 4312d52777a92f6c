// The two buttons below a field: one puts the value live, or into the draft; the other restores it.
import type { KeyboardEvent, Ref, RefObject } from "react";
import { useKeepWords } from "./open-draft.tsx";

type Props = {
  /** The button that puts it live. */
  ref: Ref<HTMLButtonElement>;
  isLocked: boolean;
  /** Nothing is typed. */
  isSame: boolean;
  /** Why it can't go live yet, after the button's name: `wakes up when the complaint is gone`. */
  waitsFor: string | null;
  /** Label of the button while the change is on its way. */
  sending?: string | null;
  onLeave: () => void;
};

/** Ctrl and Enter press the button that puts it live. */
export function pressOn(go: RefObject<HTMLButtonElement | null>, event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  go.current?.click();
}

export function LiveButtons(props: Props) {
  const { ref, isLocked, isSame, waitsFor, sending = null, onLeave } = props;
  const { keep, after, until } = useKeepWords();
  const isIdle = isSame || waitsFor != null || sending != null;
  return (
    <>
      <div className="btns btns--grow">
        <button
          ref={ref}
          type="submit"
          className="btn piece__go"
          disabled={isLocked || isIdle}
          aria-keyshortcuts="Control+Enter"
        >
          {sending ?? keep}
        </button>
        <button
          type="button"
          className="btn btn--line"
          disabled={isSame || sending != null}
          onClick={onLeave}
        >
          Leave it as it was
        </button>
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
