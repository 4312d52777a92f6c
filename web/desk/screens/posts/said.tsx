// Says below the text what became of a paste or a picture, and asks what a picture shows.
import { type FormEvent, useEffect, useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { Aids, Said } from "./aids.ts";
import { undo } from "./toolbar.tsx";

type PictureSaid = Extract<Said, { said: "picture" }>;

function AskPicture({ said, aids }: { said: PictureSaid; aids: Aids }) {
  const field = useRef<HTMLInputElement>(null);
  const { name, words, isPhoto } = said;
  useEffect(() => field.current?.focus(), []);
  const answer = (event: FormEvent) => {
    event.preventDefault();
    aids.describe(name, field.current?.value ?? "");
    aids.close();
  };
  return (
    <form className="ed__ask" onSubmit={answer}>
      <p>
        <b>{name}</b> {words}
      </p>
      <div className="field">
        <label htmlFor="shows">
          What does it show?{" "}
          <span>{isPhoto ? "for people who can't see it" : "may stay empty"}</span>
        </label>
        <input id="shows" ref={field} dir="auto" autoComplete="off" enterKeyHint="done" />
      </div>
      <button type="submit" className="btn">
        Put it there
      </button>
    </form>
  );
}

function Words({ said, aids }: { said: Said; aids: Aids }) {
  if (said.said === "picture") return <AskPicture key={said.name} said={said} aids={aids} />;
  const undoPaste = () => {
    undo();
    aids.close();
  };
  return (
    <>
      <p role={said.said === "problem" ? "alert" : undefined}>{said.words}</p>
      {said.said === "pasted" && (
        <button type="button" className="btn btn--bare" onClick={undoPaste}>
          Undo
        </button>
      )}
    </>
  );
}

export function SaidBar({ aids }: { aids: Aids }) {
  const { said, close } = aids;
  return (
    <div className="ed__said" role="status">
      {said && (
        <div className={said.said === "problem" ? "ed__card ed__card--bad" : "ed__card"}>
          <Words said={said} aids={aids} />
          {said.said !== "busy" && (
            <button type="button" className="icb" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
