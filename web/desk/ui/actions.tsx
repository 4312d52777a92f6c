// Forms that change something: with scripts they are posted in the background, without them by the browser.
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import type { Desk } from "../../src/contract/desk.ts";
import type { NotTaken } from "../browser/send.ts";
import { Unsent } from "./unsent.tsx";

type Actions = {
  /** Posts a form: nothing, or why it changed nothing. */
  send: (action: string, fields: Record<string, string>) => Promise<NotTaken | null>;
  /** Takes a form that is kept for later off the pile. */
  drop: (action: string, fields: Record<string, string>) => void;
  /** Shows what the server has answered. */
  take: (answer: Desk) => void;
  /** Takes away what says what the last action did. */
  dismiss: () => void;
  /** The key of forms that are sent without scripts. */
  key: string;
  /** Hidden fields that every form here has. */
  fields?: Record<string, string>;
};

const ActionsContext = createContext<Actions | null>(null);
export const ActionsProvider = ActionsContext.Provider;

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("no ActionsProvider above");
  return actions;
}

/** A key for one tap, in the form of the server's keys. */
const newKey = () => crypto.randomUUID();

type Props = {
  action: string;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /** For buttons elsewhere on the screen that submit this form. */
  id?: string;
  className?: string;
  /** After the server has taken it. */
  onSent?: () => void;
  children?: ReactNode;
};

/** What was posted: `key` stays the same when it is tried again, so that it counts once. */
type Post = { action: string; fields: Record<string, string> };

function postOf(event: FormEvent<HTMLFormElement>, action: string): Post {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const typed = [...new FormData(event.currentTarget, submitter)];
  const fields = Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
  return {
    action: submitter?.getAttribute("formaction") ?? action,
    fields: { ...fields, key: newKey() },
  };
}

export function PostForm({ action, fields = {}, id, className, onSent, children }: Props) {
  const { send, drop, key, fields: common } = useActions();
  const busy = useRef(false);
  const [unsent, setUnsent] = useState<{ post: Post; notTaken: NotTaken } | null>(null);
  const attempt = async (post: Post) => {
    if (busy.current) return;
    busy.current = true;
    const notTaken = await send(post.action, post.fields);
    busy.current = false;
    setUnsent(notTaken && { post, notTaken });
    if (!notTaken) onSent?.();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt(postOf(event, action));
  };
  return (
    <form method="post" action={action} id={id} className={className} onSubmit={submit}>
      <input type="hidden" name="key" value={key} />
      {Object.entries({ ...common, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {unsent && (
        <Unsent
          notTaken={unsent.notTaken}
          onRetry={() => attempt(unsent.post)}
          onDrop={() => {
            drop(unsent.post.action, unsent.post.fields);
            setUnsent(null);
          }}
          onClose={() => setUnsent(null)}
        />
      )}
    </form>
  );
}
