// Additions to the text other than by typing: something pasted, and pictures. Each reports its result.
import { type ClipboardEvent, type DragEvent, useState } from "react";
import { postAction } from "../../ui/addresses.ts";
import { sizeWords } from "../../ui/size.ts";
import { blockAt, type Selected } from "./edits.ts";
import { isRich, pastedWords } from "./paste.ts";
import { convert, type SentPicture, sendPicture } from "./server.ts";
import { textField } from "./text.tsx";
import { applyEdit, selectedIn } from "./toolbar.tsx";

export type Said =
  | { said: "busy"; words: string }
  | { said: "pasted"; words: string }
  | { said: "problem"; words: string }
  /** Asks what the picture shows. */
  | { said: "picture"; words: string; name: string; isPhoto: boolean };

type Field = HTMLTextAreaElement;

/** The stretch that was selected then; where the text is another one by now, the one that is selected. */
function insertAt(field: Field, then: Selected, insert: string): void {
  const { start, end } = field.value === then.text ? then : selectedIn(field);
  const caret = start + insert.length;
  applyEdit(field, { from: start, to: end, insert, start: caret, end: caret });
}

const bracketsOf = (name: string) => `![](${name})`;

/** Fills the brackets of a picture that was just put in. */
function describe(name: string, words: string): void {
  const field = textField();
  const at = field?.value.indexOf(bracketsOf(name)) ?? -1;
  const insert = words.replace(/[[\]\s]+/g, " ").trim();
  if (!field || at < 0 || insert === "") return;
  const { start, end } = selectedIn(field);
  const shift = (caret: number) => (caret > at ? caret + insert.length : caret);
  applyEdit(field, { from: at + 2, to: at + 2, insert, start: shift(start), end: shift(end) });
}

function putPicture({ name, was_bytes, bytes, is_photo }: SentPicture): Said {
  const field = textField();
  if (field) applyEdit(field, blockAt(selectedIn(field), bracketsOf(name)));
  const words =
    bytes < was_bytes ? `${sizeWords(was_bytes)} became ${sizeWords(bytes)}.` : "It's in.";
  return { said: "picture", words, name, isPhoto: is_photo };
}

export type Aids = ReturnType<typeof useAids>;

export function useAids(id: string, isMarkdown: boolean) {
  /** The current messages, and the pictures whose descriptions are still missing. */
  const [said, setSaid] = useState<Said[]>([]);
  const say = (next: Said) =>
    setSaid((before) => [...before.filter((one) => one.said === "picture"), next]);

  const pasteRich = async (field: Field, html: string, plain: string) => {
    const then = selectedIn(field);
    say({ said: "busy", words: "Pasting…" });
    const pasted = await convert(postAction(id, "paste"), html);
    insertAt(field, then, pasted?.markdown ?? plain);
    const words = "Pasted as plain words: the server didn't answer.";
    say(pasted ? { said: "pasted", words: pastedWords(pasted) } : { said: "pasted", words });
  };

  const addPictures = async (files: File[]) => {
    for (const file of files) {
      say({ said: "busy", words: `Sending ${file.name || "the picture"}…` });
      const sent = await sendPicture(postAction(id, "pictures"), file);
      say(typeof sent === "string" ? { said: "problem", words: sent } : putPicture(sent));
    }
  };

  const onPaste = (event: ClipboardEvent<Field>) => {
    const { clipboardData: data, currentTarget: field } = event;
    const html = data.getData("text/html");
    const pictures = [...data.files].filter(({ type }) => type.startsWith("image/"));
    const plain = data.getData("text/plain");
    if (isMarkdown && isRich(html) && (plain || pictures.length === 0)) {
      event.preventDefault();
      pasteRich(field, html, plain);
    } else if (pictures.length > 0) {
      event.preventDefault();
      addPictures(pictures);
    }
  };

  const onDrop = (event: DragEvent<Field>) => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    addPictures(files);
  };

  return {
    said: said.at(-1) ?? null,
    close: () => setSaid((before) => before.slice(0, -1)),
    describe,
    addPictures,
    onPaste,
    onDrop,
  };
}
