// The text of a post: a field that grows, and behind it the same text with marks in grey and problems underlined. Both have
// the same metrics, so that each letter lies on its like.
import { type ClipboardEvent, type DragEvent, memo } from "react";
import type { PostProblem } from "../../../src/contract/desk.ts";
import type { Editing } from "./editing.ts";
import { useFieldProps } from "./field.tsx";
import { piecesOf } from "./marks.ts";
import { Problems } from "./problems.tsx";
import { FIELD_NAMES } from "./words.ts";

const LINES_ID = "lines";

export const textField = () => document.getElementById("body") as HTMLTextAreaElement | null;

/** Selects a line of the text, from 1 on, and brings it into sight. */
function goToLine(line: number): void {
  const field = textField();
  if (!field) return;
  const before = field.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, { length }) => sum + length + 1, 0);
  const end = field.value.indexOf("\n", start);
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end < 0 ? field.value.length : end);
  document.getElementById(LINES_ID)?.children[line - 1]?.scrollIntoView({ block: "center" });
}

type LineProps = { text: string; isMarkdown: boolean; isWrong: boolean };

/** Typing in one line draws only that line anew. */
const Line = memo(function Line({ text, isMarkdown, isWrong }: LineProps) {
  const pieces = isMarkdown ? piecesOf(text) : [{ text, isMark: false }];
  return (
    <span className={isWrong ? "md__wrong" : undefined}>
      {pieces.map(({ text: piece, isMark }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
        isMark ? <i key={index}>{piece}</i> : <span key={index}>{piece}</span>,
      )}
      {"\n"}
    </span>
  );
});

type Props = {
  editing: Editing;
  problems: PostProblem[];
  isMarkdown: boolean;
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  onDrop: (event: DragEvent<HTMLTextAreaElement>) => void;
};

export function TextField({ editing, problems, isMarkdown, onPaste, onDrop }: Props) {
  const props = useFieldProps("body", editing, problems);
  const wrong = new Set(problems.map(({ field, line }) => (field === "body" ? line : null)));
  return (
    <>
      <label className="sr" htmlFor="body">
        {FIELD_NAMES.body}
      </label>
      <div className="md">
        <div className="md__lines" id={LINES_ID} dir="auto" aria-hidden="true">
          {editing.words.body.split("\n").map((text, index) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              key={index}
              text={text}
              isMarkdown={isMarkdown}
              isWrong={wrong.has(index + 1)}
            />
          ))}
        </div>
        <textarea
          {...props}
          className="md__field"
          dir="auto"
          rows={12}
          placeholder="Write here"
          onPaste={onPaste}
          onDrop={onDrop}
          onDragOver={(event) => {
            // Otherwise the browser would open the file.
            if (event.dataTransfer.types.includes("Files")) event.preventDefault();
          }}
        />
      </div>
      <Problems field="body" problems={problems} onLine={goToLine} />
    </>
  );
}
