// Adds a passkey on this phone: a card for whoever has just come in with an invitation, and a line among one's devices.
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Me } from "../../../src/contract/desk.ts";
import { answerOffer, offerAnswer, onOfferAnswer } from "../../browser/passkey-offer.ts";
import { addPasskey, canUsePasskeys } from "../../browser/passkeys.ts";
import { thisDevice } from "../../browser/this-device.ts";
import { useCeremony } from "../../ui/ceremony.ts";
import { Icon } from "../../ui/icon.tsx";
import { PasskeyButton } from "../../ui/passkey-button.tsx";
import { PASSKEY_WORDS } from "../../ui/passkey-words.ts";
import "./passkeys.css";

const DONE = "Done. Next time press “Sign in”.";

const useOfferAnswer = (person: string) =>
  useSyncExternalStore(onOfferAnswer, () => offerAnswer(person));

function useAdding(person: string) {
  const said = useRef<HTMLParagraphElement>(null);
  const { state, failure, start } = useCeremony(addPasskey);
  const isThere = state === "done" || failure === "known";
  useEffect(() => {
    if (isThere) answerOffer(person, "added");
    // The button that had the focus is gone.
    said.current?.focus();
  }, [isThere, person]);
  /** The result stays visible when the server's next answer no longer asks for a passkey. */
  const isUnderWay = state !== "ready" || failure != null;
  return { state, failure, start, said, isThere, isUnderWay };
}

type Adding = ReturnType<typeof useAdding>;

/** The result; empty until then. */
function Said({ adding: { failure, said, isThere } }: { adding: Adding }) {
  if (isThere)
    return (
      <p role="status" tabIndex={-1} ref={said}>
        <b>{failure ? PASSKEY_WORDS[failure] : DONE}</b>
      </p>
    );
  return failure ? (
    <p className="small" role="alert">
      {PASSKEY_WORDS[failure]}
    </p>
  ) : null;
}

function AddButton({ adding, className }: { adding: Adding; className: string }) {
  return (
    <PasskeyButton className={className} asking={adding.state === "asking"} onPress={adding.start}>
      {`Use this ${thisDevice()}'s finger or face`}
    </PasskeyButton>
  );
}

export function PasskeyCard({ me }: { me: Me | null }) {
  return canUsePasskeys() && me ? <Card me={me} /> : null;
}

function Card({ me }: { me: Me }) {
  const adding = useAdding(me.id);
  const answer = useOfferAnswer(me.id);
  const isOffered = me.may_add_passkey && !me.has_passkey && !answer;
  if (answer === "later" || !(isOffered || adding.isUnderWay)) return null;
  const isDone = adding.isThere;
  return (
    <section className="say say--under passkey" aria-label="Sign in without an invitation">
      <Icon name={isDone ? "spoke" : "finger"} />
      <div className="passkey__words">
        {!isDone && (
          <p>
            <b>Next time, your finger opens the desk.</b> Or your face, or the code that unlocks
            this {thisDevice()}.
          </p>
        )}
        <Said adding={adding} />
      </div>
      {!isDone && (
        <div className="btns">
          <AddButton adding={adding} className="btn btn--line" />
          <button
            type="button"
            className="btn btn--bare"
            onClick={() => answerOffer(me.id, "later")}
          >
            Not now
          </button>
        </div>
      )}
    </section>
  );
}

/** Below one's own devices. */
export function PasskeyLine({ me }: { me: Me }) {
  return canUsePasskeys() ? <Line me={me} /> : null;
}

function Line({ me }: { me: Me }) {
  const adding = useAdding(me.id);
  const answer = useOfferAnswer(me.id);
  // As long as the card is there, it would say the same.
  const isNews = me.has_passkey ? answer !== "added" : answer === "later";
  if (!(me.may_add_passkey && isNews) && !adding.isUnderWay) return null;
  const device = thisDevice();
  const { isThere } = adding;
  return (
    <div className="passkey__line small">
      {!isThere && (
        <p>
          {me.has_passkey
            ? `You have a passkey. This ${device} can have its own too.`
            : `This ${device}: no passkey yet`}
        </p>
      )}
      <Said adding={adding} />
      {!isThere && <AddButton adding={adding} className="btn btn--line" />}
    </div>
  );
}
