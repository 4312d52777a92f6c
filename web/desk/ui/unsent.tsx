// Says that a form changed nothing, and why; the words typed are still there. Where it may help, it can be sent again.
import type { NotTaken } from "../browser/send.ts";
import { Icon } from "./icon.tsx";
import { PASSKEY_WORDS } from "./passkey-words.ts";
import { Typed } from "./typed.tsx";

function Words({ notTaken }: { notTaken: NotTaken }) {
  switch (notTaken.why) {
    case "away":
      return (
        <p>
          <b>We couldn't save that.</b> The server didn't answer.
        </p>
      );
    case "kept":
      return (
        <p>
          <b>Kept.</b> It goes out by itself.
        </p>
      );
    case "invalid":
      return <p>{notTaken.text}</p>;
    case "unconfirmed":
      return (
        <p>
          {notTaken.failure === "cancelled" ? "That's fine." : PASSKEY_WORDS[notTaken.failure]}{" "}
          <b>Nothing was changed.</b>
        </p>
      );
    case "somebody-else":
      return (
        <p>
          <b>Nothing was changed.</b> That was the passkey of <Typed text={notTaken.name} />, who is
          signed in here now.
        </p>
      );
  }
}

/** Label of the button that sends it again; nothing where the answer would be the same. */
function againWords(notTaken: NotTaken): string | null {
  if (notTaken.why === "away") return "Try now";
  return notTaken.why === "unconfirmed" && notTaken.failure !== "too-old" ? "Try again" : null;
}

type Props = {
  notTaken: NotTaken;
  onRetry: () => void;
  /** Takes what is kept off the pile. */
  onDrop: () => void;
  onClose: () => void;
};

export function Unsent({ notTaken, onRetry, onDrop, onClose }: Props) {
  const again = againWords(notTaken);
  return (
    <div className={notTaken.why === "kept" ? "toast" : "toast toast--bad"} role="alert">
      <Words notTaken={notTaken} />
      {notTaken.why === "kept" && (
        <button type="button" className="btn" onClick={onDrop}>
          Undo
        </button>
      )}
      {again && (
        <button type="button" className="btn" onClick={onRetry}>
          {again}
        </button>
      )}
      <button type="button" className="icb" onClick={onClose} aria-label="Close">
        <Icon name="close" />
      </button>
    </div>
  );
}
