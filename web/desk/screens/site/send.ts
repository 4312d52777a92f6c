// Sends the forms of the site's screens; remembers what an edit sent until the response arrives.
import { useActions } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import type { SentEdit } from "./drafts.ts";

/** `sends` is told before an edit is posted, and of nothing once that has failed. */
export function useEditActions(sends: (edit: SentEdit | null) => void) {
  const actions = useActions();
  const send: typeof actions.send = async (action, fields) => {
    const { piece, value } = fields;
    const isEdit = action === siteAction("save") && piece != null && value != null;
    if (isEdit) sends({ piece, value });
    const notTaken = await actions.send(action, fields);
    if (isEdit && notTaken) sends(null);
    return notTaken;
  };
  return { ...actions, send };
}
