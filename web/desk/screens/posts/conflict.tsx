// Two writers changed the same place: both are shown side by side, and somebody chooses.
import type { ConflictPlace } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { postAction } from "../../ui/addresses.ts";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import type { OpenConflict } from "./autosave.ts";
import { FIELD_NAMES } from "./words.ts";
import "./conflict.css";

type PlaceProps = { place: ConflictPlace; index: number; theirs: string };

function Place({ place, index, theirs }: PlaceProps) {
  const choices = [
    { value: "mine", words: "Mine", text: place.mine },
    { value: "theirs", words: theirs, text: place.theirs },
    { value: "both", words: "Both", text: null },
  ];
  return (
    <fieldset className="clash">
      <legend>{FIELD_NAMES[place.field]}</legend>
      {choices.map(({ value, words, text }) => (
        <label key={value}>
          <input type="radio" name={`choice-${index}`} value={value} required />
          <b>{words}</b>
          {text != null && (
            <span className="clash__text" dir="auto">
              {text || <i>nothing</i>}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

type Props = { id: string; conflict: OpenConflict };

export function PostConflictForm({ id, conflict }: Props) {
  const { mine, number, by, places } = conflict;
  const them = by ? firstName(by) : "Somebody else";
  return (
    <section className="panel stack ed__clash" aria-labelledby="clash">
      <div role="alert" className="say say--warm">
        <Icon name="repeat" />
        <p>
          <b>{them} changed the same place.</b> Both are kept. Choose what stays in the post.
        </p>
      </div>
      <h2 id="clash" className="sr">
        Choose
      </h2>
      <PostForm
        action={postAction(id, "settle")}
        fields={{ mine: String(mine), number: String(number) }}
        className="stack"
      >
        {places.map((place, index) => (
          <Place
            // biome-ignore lint/suspicious/noArrayIndexKey: the server counts them so
            key={index}
            place={place}
            index={index}
            theirs={by ? `${firstName(by)}'s` : "Theirs"}
          />
        ))}
        <button type="submit" className="btn clash__keep">
          Keep these
        </button>
      </PostForm>
    </section>
  );
}
