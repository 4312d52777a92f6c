// Signs in with the passkey of this phone, or of another one beside it.
import { signIn } from "../../browser/passkeys.ts";
import { useCeremony } from "../../ui/ceremony.ts";
import { PasskeyButton } from "../../ui/passkey-button.tsx";
import { PASSKEY_WORDS } from "../../ui/passkey-words.ts";
import { Complaint } from "../entry-page.tsx";

/** Only the desk's own addresses: the address that was asked for stands in a link that anybody can write. */
export const safeNext = (next: string) => (next.startsWith("/desk/") ? next : "/desk/");

export function SignInButton({ next }: { next: string }) {
  const { state, failure, start } = useCeremony(signIn, () => location.assign(safeNext(next)));
  return (
    <>
      <PasskeyButton className="btn btn--big btn--full" asking={state === "asking"} onPress={start}>
        {state === "done" ? "Opening the desk…" : "Sign in"}
      </PasskeyButton>
      {failure && (
        <Complaint mild={failure === "cancelled"} icon="finger">
          {PASSKEY_WORDS[failure]}
        </Complaint>
      )}
    </>
  );
}
