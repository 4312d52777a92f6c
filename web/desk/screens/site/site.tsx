// A page of the site as visitors see it, and the sheet in which its pieces are changed. The page shows at once what
// is typed.
import { useEffect, useEffectEvent, useRef } from "react";
import { followKeyboard } from "../../browser/keyboard.ts";
import { ActionsProvider } from "../../ui/actions.tsx";
import type { ScreenProps } from "../screen.ts";
import { useCheck } from "./check.ts";
import { type Editing, useEditing } from "./editing.ts";
import { SiteFrame, useFrame } from "./frame.tsx";
import { markedPiece } from "./links.ts";
import { pressOn } from "./live-buttons.tsx";
import { DraftScope } from "./open-draft.tsx";
import { useEditActions } from "./send.ts";
import { SHEET_ID, Sheet } from "./sheet.tsx";
import { SiteStrip } from "./strip.tsx";
import "./site.css";

/** In a Mac's fields these keys move the caret by words. */
const movesCaret = ({ target }: KeyboardEvent) =>
  /^(Mac|iP)/.test(navigator.platform) &&
  (target as Element).matches?.("input, textarea, [contenteditable]");

/** Alt and an arrow lead to the piece before or after, wherever the focus is. */
function useSteps({ before, after, choose }: Editing) {
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: before, ArrowRight: after }[event.key];
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.shiftKey || movesCaret(event)) return;
    // Otherwise the browser would go back to another page.
    event.preventDefault();
    if (step) choose(step.id);
  };
  const pressed = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return press;
}

export function SiteView({ desk, screen }: ScreenProps<"site">) {
  const { at, draft } = screen;
  return (
    <DraftScope draft={draft}>
      <SiteOfPage key={`${draft?.id} ${at}`} desk={desk} screen={screen} />
    </DraftScope>
  );
}

function SiteOfPage({ desk, screen }: ScreenProps<"site">) {
  const editing = useEditing(screen, desk.me?.id ?? "");
  const check = useCheck(screen, editing.piece, editing.value);
  const onKey = useSteps(editing);
  const frame = useFrame({
    chosen: editing.piece && markedPiece(editing.piece, screen.pieces).id,
    html: check.html,
    onTap: editing.tap,
    onKey,
  });
  const actions = useEditActions(editing.sends);
  const go = useRef<HTMLButtonElement>(null);
  useEffect(followKeyboard, []);
  return (
    <ActionsProvider value={actions}>
      <SiteStrip screen={screen} />
      <main id="main" className="onpage" onKeyDown={(event) => pressOn(go, event)}>
        <h1 className="sr">Change {screen.title}</h1>
        <a className="skip" href={`#${SHEET_ID}`}>
          Skip to what can be changed
        </a>
        <SiteFrame at={screen.at} title={screen.title} frame={frame} />
        <Sheet
          screen={screen}
          editing={editing}
          check={check}
          surroundings={frame.surroundings}
          go={go}
        />
      </main>
    </ActionsProvider>
  );
}
