// The pictures of a post: to add one, to put one at the top, and how the text names them.
import { type ChangeEvent, useState } from "react";
import type { EditorPicture, PostEditor, PostProblem } from "../../../src/contract/desk.ts";
import type { Aids } from "./aids.ts";
import type { Editing } from "./editing.ts";
import { ChoiceField, Field } from "./field.tsx";
import { fieldOf, postForm } from "./words.ts";
import "./pictures.css";

const FILE_ID = "picture";
const TYPES = "image/jpeg,image/png,image/webp,image/svg+xml";

export const choosePicture = () => document.getElementById(FILE_ID)?.click();

/** A chosen file goes at once. */
function AddPicture({ aids }: { aids: Aids }) {
  const add = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(field.files ?? [])];
    field.value = "";
    aids.addPictures(chosen);
  };
  return (
    <div className="field">
      <label htmlFor={FILE_ID}>
        Add a picture <span>JPEG, PNG, WebP or SVG</span>
      </label>
      <input id={FILE_ID} type="file" accept={TYPES} multiple onChange={add} />
    </div>
  );
}

type PictureProps = { picture: EditorPicture; isTop: boolean; onTop: () => void };

function Picture({ picture: { name, src, width, height }, isTop, onTop }: PictureProps) {
  return (
    <li>
      <img src={src} width={width} height={height} alt="" loading="lazy" />
      <p>
        <b>{name}</b>
        <code>![What it shows]({name})</code>
      </p>
      {isTop ? (
        <span className="hist__now">at the top</span>
      ) : (
        <button type="button" className="btn btn--bare" onClick={onTop}>
          Use at the top<span className="sr">: {name}</span>
        </button>
      )}
    </li>
  );
}

type Props = { screen: PostEditor; editing: Editing; problems: PostProblem[]; aids: Aids };

export function Pictures({ screen: { pictures, words }, editing, problems, aids }: Props) {
  // The chosen picture may belong to the site rather than to this post.
  const [first] = useState(words.image);
  const { image } = editing.words;
  const known = pictures.map(({ name }) => name);
  const names = new Set([first, words.image, image, ...known].filter(Boolean));
  const putAtTop = (name: string) => {
    const field = fieldOf(postForm(), "image");
    if (!field) return;
    field.value = name;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <section className="panel stack" aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      <ChoiceField name="image" editing={editing} problems={problems}>
        <option value="">No picture</option>
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </ChoiceField>
      <Field name="image_alt" editing={editing} problems={problems} />
      <AddPicture aids={aids} />
      {pictures.length > 0 && (
        <ul className="pictures">
          {pictures.map((picture) => (
            <Picture
              key={picture.name}
              picture={picture}
              isTop={picture.name === image}
              onTop={() => putAtTop(picture.name)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
