// The editor: the words on the left, the true page on the right. It saves by itself.
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import type { PostEditor } from "../../../src/contract/desk.ts";
import { followKeyboard } from "../../browser/keyboard.ts";
import { listenForKeys } from "../../browser/keys.ts";
import { showAddress } from "../../browser/server.ts";
import { ActionsProvider, PostForm, useActions } from "../../ui/actions.tsx";
import { POSTS, postAction, postAddress } from "../../ui/addresses.ts";
import { Face } from "../../ui/face.tsx";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import type { ScreenProps } from "../screen.ts";
import { Address } from "./address.tsx";
import { useAids } from "./aids.ts";
import { PostConflictForm } from "./conflict.tsx";
import { type Editing, useEditing } from "./editing.ts";
import { Field, useFieldProps } from "./field.tsx";
import { Foot } from "./foot.tsx";
import { PageFrame } from "./page-frame.tsx";
import { listed } from "./paste.ts";
import { choosePicture, Pictures } from "./pictures.tsx";
import { Problems } from "./problems.tsx";
import { Revisions } from "./revisions.tsx";
import { SaidBar } from "./said.tsx";
import { SaveLine } from "./save-line.tsx";
import { TextField, textField } from "./text.tsx";
import { applyTool, Toolbar, toolOfKey } from "./toolbar.tsx";
import { FIELD_NAMES, POST_FORM } from "./words.ts";
import "./editor.css";
import "./editor-parts.css";

const CHOOSE_FIRST = "Choose first between your words and theirs.";

/** Sends the editor's forms: typed words are saved before, and go along as they are by then. */
function useSend(id: string, editing: Editing) {
  const actions = useActions();
  const settle = async (fields: Record<string, string>) => {
    const notTaken = await actions.send(postAction(id, "settle"), fields);
    if (notTaken) return notTaken;
    editing.settled();
    // After a post that could not be published, the address says which choice is open.
    showAddress(postAddress(id));
    return null;
  };
  const send: typeof actions.send = async (action, fields) => {
    await editing.save();
    if (action === postAction(id, "save")) return null;
    if (action === postAction(id, "settle")) return settle(fields);
    if (!("body" in fields)) return actions.send(action, fields);
    if (editing.isOpen()) return { why: "invalid", text: CHOOSE_FIRST };
    return actions.send(action, { ...fields, ...editing.present() });
  };
  return { ...actions, send };
}

/** The newest that is known: an answer to a look may be older than the answer to a save. */
function useNewest(screen: PostEditor): PostEditor {
  const [newest, setNewest] = useState(screen);
  if (screen !== newest && screen.number >= newest.number) setNewest(screen);
  return newest;
}

function Others({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  const who = listed(names.map(firstName));
  return (
    <div className="say ed__others">
      <Face name={names[0] ?? ""} small />
      <p>
        <b>
          {who} {names.length === 1 ? "is" : "are"} in this post too.
        </b>{" "}
        You see each other's words when you pause. Nothing is lost.
      </p>
    </div>
  );
}

type PartProps = { screen: PostEditor; editing: Editing };

function Title({ screen: { problems }, editing }: PartProps) {
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    textField()?.focus();
  };
  return (
    <>
      <label className="sr" htmlFor="title">
        {FIELD_NAMES.title}
      </label>
      <textarea
        {...useFieldProps("title", editing, problems)}
        className="ed__title"
        rows={2}
        dir="auto"
        onKeyDown={leave}
      />
      <Problems field="title" problems={problems} />
    </>
  );
}

function Write({ screen, editing, aids }: PartProps & { aids: ReturnType<typeof useAids> }) {
  const { problems, format } = screen;
  const isMarkdown = format === "markdown";
  return (
    <section className="ed__write" aria-label="Write">
      {isMarkdown && <Toolbar onPicture={choosePicture} />}
      <div className="ed__paper">
        <Title screen={screen} editing={editing} />
        <Address screen={screen} problems={problems} />
        <TextField
          editing={editing}
          problems={problems}
          isMarkdown={isMarkdown}
          onPaste={aids.onPaste}
          onDrop={aids.onDrop}
        />
      </div>
      <SaidBar aids={aids} />
    </section>
  );
}

function OtherFields({ screen: { problems }, editing }: PartProps) {
  const props = { problems, editing };
  return (
    <section className="ed__fields stack" aria-label="In search results and lists">
      <Field {...props} name="meta_description" rows={3} />
      <Field {...props} name="meta_title" hint="where it differs" />
      <Field {...props} name="excerpt" rows={3} />
      <Field {...props} name="author" />
    </section>
  );
}

type Does = { save: () => void; publish: () => void; hasTools: boolean };

/** The keys that the browser has no use for here; each with Ctrl or ⌘. */
function pressed(event: KeyboardEvent, { save, publish, hasTools }: Does): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const tool = toolOfKey(event.key);
  const isInText = event.target === textField();
  if (event.key.toLowerCase() === "s") save();
  else if (event.key === "Enter") publish();
  else if (tool && isInText && hasTools) applyTool(tool);
  else return;
  event.preventDefault();
}

export function Editor({ desk, screen }: ScreenProps<"post-editor">) {
  return <EditorOfPost key={screen.id} desk={desk} screen={screen} />;
}

function EditorOfPost({ desk, screen: read }: ScreenProps<"post-editor">) {
  const screen = useNewest(read);
  const { id, format, revisions, number } = screen;
  const hasTools = format === "markdown";
  const go = useRef<HTMLButtonElement>(null);
  const editing = useEditing(screen, desk.me?.id ?? "");
  const aids = useAids(id, hasTools);
  const actions = useSend(id, editing);
  useEffect(listenForKeys, []);
  useEffect(followKeyboard, []);
  const belongs = (event: FormEvent | FocusEvent) =>
    (event.target as HTMLInputElement).form?.id === POST_FORM;
  const does = { save: editing.save, publish: () => go.current?.click(), hasTools };
  const conflict = editing.conflict ?? (screen.conflict && { ...screen.conflict, number });
  return (
    <ActionsProvider value={actions}>
      <header className="strip strip--ed">
        <a className="icb strip__back" href={POSTS} aria-label="Back to the posts">
          <Icon name="left" />
        </a>
        <PostForm id={POST_FORM} action={postAction(id, "save")}>
          {/* For Enter in a field. */}
          <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" formNoValidate>
            Save
          </button>
        </PostForm>
        <SaveLine editing={editing} savedAt={screen.saved_at} address={postAddress(id)} />
        <a className="btn btn--bare ed__see" href={postAction(id, "page")}>
          <Icon name="see" />
          See it
        </a>
        <Foot screen={screen} editing={editing} go={go} />
      </header>
      <main
        id="main"
        className="edmain"
        onInput={(event) => belongs(event) && editing.typed()}
        onBlur={(event) => belongs(event) && editing.save()}
        onKeyDown={(event) => pressed(event, does)}
      >
        <h1 className="sr">Write: {screen.words.title || "a post"}</h1>
        <Others names={screen.others} />
        {conflict && <PostConflictForm id={id} conflict={conflict} />}
        <div className="ed">
          <Write screen={screen} editing={editing} aids={aids} />
          <div className="ed__page">
            <PageFrame id={id} number={number} />
          </div>
          <div className="ed__more">
            <OtherFields screen={screen} editing={editing} />
            <Pictures screen={screen} editing={editing} problems={screen.problems} aids={aids} />
          </div>
          <div className="ed__more">
            <Revisions id={id} revisions={revisions} present={number} />
          </div>
        </div>
      </main>
    </ActionsProvider>
  );
}
