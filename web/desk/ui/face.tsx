// A person's initials in a circle, in a colour of their own. Decorative: the name stands beside it or in a label.
import { initials } from "./first-name.ts";
import "./face.css";

const COLOURS = ["face--b", "face--c", "face--d"];

/** The same for the same name, on every screen. */
function colourOf(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return COLOURS[sum % COLOURS.length] ?? "";
}

type Props = {
  name: string;
  /** The user signed in has a colour that nobody else has. */
  me?: boolean;
  small?: boolean;
};

export function Face({ name, me = false, small = false }: Props) {
  const classes = ["face", me ? "" : colourOf(name), small ? "face--s" : ""].filter(Boolean);
  return (
    <span className={classes.join(" ")} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
