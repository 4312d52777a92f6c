// Forms that change something: they are posted in the background, each tap with a key of its own.
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
  /** Fields that every form here sends. */
  fields?: Record<string, string>;
};

const ActionsContext = createContext<Actions | null>(null);
export const ActionsProvider = ActionsContext.Provider;

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("no ActionsProvider above");
  return actions;
}

type Props = {
  action: string;
  /** Sent beside what the form's own fields have. */
  fields?: Record<string, string>;
  /** For buttons elsewhere on the screen that submit this form. */
  id?: string;
  className?: string;
  /** After the server has taken it, or it is kept for later. */
  onSent?: () => void;
  /** With the fields of what was kept and is not to be sent after all. */
  onDropped?: (fields: Record<string, string>) => void;
  children?: ReactNode;
};

/** A posted form: `key` stays the same when it is tried again, so that it counts once. */
type Post = { action: string; fields: Record<string, string> };

function postOf(event: FormEvent<HTMLFormElement>, { action, fields }: Post): Post {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const typed = [...new FormData(event.currentTarget, submitter)];
  return {
    action: submitter?.getAttribute("formaction") ?? action,
    fields: {
      ...fields,
      ...Object.fromEntries(typed.map(([name, value]) => [name, String(value)])),
      key: crypto.randomUUID(),
    },
  };
}

export function PostForm({ action, fields, id, className, onSent, onDropped, children }: Props) {
  const { send, drop, fields: common } = useActions();
  const busy = useRef(false);
  const [unsent, setUnsent] = useState<{ post: Post; notTaken: NotTaken } | null>(null);
  const attempt = async (post: Post) => {
    if (busy.current) return;
    busy.current = true;
    const notTaken = await send(post.action, post.fields);
    busy.current = false;
    setUnsent(notTaken && { post, notTaken });
    if (!notTaken || notTaken.why === "kept") onSent?.();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt(postOf(event, { action, fields: { ...common, ...fields } }));
  };
  return (
    <form id={id} className={className} onSubmit={submit}>
      {children}
      {unsent && (
        <Unsent
          notTaken={unsent.notTaken}
          onRetry={() => attempt(unsent.post)}
          onDrop={() => {
            drop(unsent.post.action, unsent.post.fields);
            onDropped?.(unsent.post.fields);
            setUnsent(null);
          }}
          onClose={() => setUnsent(null)}
        />
      )}
    </form>
  );
}
