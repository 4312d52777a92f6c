// The toolbar of the text, and the keys that do the same.
import { type KeyboardEvent, useState } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { type Edit, editFor, type Selected, type Tool } from "./edits.ts";
import { textField } from "./text.tsx";

type Field = HTMLTextAreaElement;

export const selectedIn = ({ value, selectionStart, selectionEnd }: Field): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Replaces a stretch as if it were typed, so that the browser's own undo takes it back. */
export function applyEdit(field: Field, { from, to, insert, start, end }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isTyped = document.execCommand?.(insert ? "insertText" : "delete", false, insert);
  if (!isTyped) {
    field.setRangeText(insert, from, to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

export function applyTool(tool: Tool): void {
  const field = textField();
  if (field) applyEdit(field, editFor(tool, selectedIn(field)));
}

export function undo(): void {
  textField()?.focus();
  document.execCommand?.("undo");
}

type Button = { icon: IconName; words: string; key?: string; does: Tool | "picture" | "undo" };

const GROUPS: Button[][] = [
  [
    { icon: "heading", words: "Heading", key: "2", does: "heading" },
    { icon: "bold", words: "Bold", key: "B", does: "bold" },
    { icon: "italic", words: "Italic", key: "I", does: "italic" },
  ],
  [
    { icon: "link", words: "Link", key: "K", does: "link" },
    { icon: "list", words: "List", key: "8", does: "list" },
    { icon: "quote", words: "Quote", does: "quote" },
    { icon: "table", words: "Table", does: "table" },
    { icon: "picture", words: "Picture: choose, take or drop one", does: "picture" },
  ],
  [{ icon: "undo", words: "Undo", key: "Z", does: "undo" }],
];

const BUTTONS = GROUPS.flat();

/** The tool of a key that is pressed with Ctrl, or ⌘. */
export const toolOfKey = (key: string): Tool | undefined =>
  BUTTONS.find((button) => button.key === key.toUpperCase() && button.does !== "undo")
    ?.does as Tool;

type Props = { onPicture: () => void };

export function Toolbar({ onPicture }: Props) {
  const [current, setCurrent] = useState(0);
  const act = ({ does }: Button) => {
    if (does === "picture") onPicture();
    else if (does === "undo") undo();
    else applyTool(does);
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = (current + (isMirrored ? -step : step) + BUTTONS.length) % BUTTONS.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div className="ed__bar" role="toolbar" aria-label="Text" onKeyDown={move}>
      {GROUPS.map((group) => (
        <span key={group[0]?.does}>
          {group.map((button) => {
            const { icon, words, key, does } = button;
            const name = key ? `${words}, Ctrl ${key}` : words;
            return (
              <button
                key={does}
                type="button"
                className="icb"
                aria-label={name}
                title={name}
                tabIndex={BUTTONS.indexOf(button) === current ? 0 : -1}
                // The text keeps the focus, and a phone its keyboard.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => act(button)}
                onFocus={() => setCurrent(BUTTONS.indexOf(button))}
              >
                <Icon name={icon} />
              </button>
            );
          })}
        </span>
      ))}
    </div>
  );
}
