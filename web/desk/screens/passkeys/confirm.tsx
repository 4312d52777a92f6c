// In the place of something that needs a fresh proof of identity, such as a visitor's data: asks for the passkey, and goes
// back.
import { signIn } from "../../browser/passkeys.ts";
import { useCeremony } from "../../ui/ceremony.ts";
import { PasskeyButton } from "../../ui/passkey-button.tsx";
import { PASSKEY_WORDS } from "../../ui/passkey-words.ts";
import { Complaint } from "../entry-page.tsx";

const INVITE = "amwaj staff invite";

function goBack() {
  if (history.length > 1) history.back();
  else location.assign("/desk/");
}

export function Confirm({ hasPasskey }: { hasPasskey: boolean }) {
  if (!hasPasskey)
    return (
      <p>
        Only somebody who has just come in with an invitation, or who has a passkey, may do this.
        Ask an owner for a new link, or type <code>{INVITE}</code> on the server.
      </p>
    );
  return <ConfirmButton />;
}

function ConfirmButton() {
  const { state, failure, start } = useCeremony(signIn, goBack);
  return (
    <>
      <p>Nothing was changed yet. Afterwards you're back where you were.</p>
      {failure && (
        <Complaint mild={failure === "cancelled"} icon="finger">
          {PASSKEY_WORDS[failure]}
        </Complaint>
      )}
      <div className="btns">
        <PasskeyButton className="btn btn--big" asking={state === "asking"} onPress={start}>
          Confirm with your finger or face
        </PasskeyButton>
      </div>
    </>
  );
}
