// The pictures of a post: to add one, to put one at the top, and how the text names them. It works without scripts too.
import { useEffect, useRef, useState } from "react";
import type { PostEditor, PostPicture, PostProblem } from "../../../src/contract/desk.ts";
import { useActions } from "../../ui/actions.tsx";
import { postAction } from "../../ui/addresses.ts";
import { useScripts } from "../../ui/scripts.ts";
import type { Aids } from "./aids.ts";
import type { Editing } from "./editing.ts";
import { ChoiceField, Field } from "./field.tsx";
import { fieldOf, POST_FORM } from "./words.ts";

const FILE_ID = "picture";
const TYPES = "image/jpeg,image/png,image/webp,image/svg+xml";

export const choosePicture = () => document.getElementById(FILE_ID)?.click();

/** With scripts, what is chosen goes at once. */
function AddPicture({ id, aids }: { id: string; aids: Aids }) {
  const { key } = useActions();
  const scripts = useScripts();
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    const chosen = [...(field.current?.files ?? [])];
    if (!field.current || chosen.length === 0) return;
    field.current.value = "";
    aids.addPictures(chosen);
  };
  // What was chosen before the scripts were there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(add, []);
  return (
    <form
      method="post"
      action={postAction(id, "pictures")}
      encType="multipart/form-data"
      className="field"
    >
      <input type="hidden" name="key" value={key} />
      <label htmlFor={FILE_ID}>
        Add a picture <span>JPEG, PNG, WebP or SVG</span>
      </label>
      <input
        id={FILE_ID}
        type="file"
        name="picture"
        accept={TYPES}
        multiple={scripts}
        ref={field}
        onChange={add}
      />
      {!scripts && (
        <button type="submit" className="btn btn--line">
          Add a picture
        </button>
      )}
    </form>
  );
}

type PictureProps = { picture: PostPicture; isTop: boolean; onTop: () => void };

function Picture({ picture: { name, src, width, height }, isTop, onTop }: PictureProps) {
  const scripts = useScripts();
  return (
    <li>
      <img src={src} width={width} height={height} alt="" loading="lazy" />
      <p>
        <b>{name}</b>
        <code>![What it shows]({name})</code>
      </p>
      {scripts &&
        (isTop ? (
          <span className="hist__now">at the top</span>
        ) : (
          <button type="button" className="btn btn--bare" onClick={onTop}>
            Use at the top<span className="sr">: {name}</span>
          </button>
        ))}
    </li>
  );
}

type Props = { screen: PostEditor; editing: Editing; problems: PostProblem[]; aids: Aids };

export function Pictures({ screen: { id, pictures, words }, editing, problems, aids }: Props) {
  // What is chosen may be a picture of the site rather than of this post.
  const [first] = useState(words.image);
  const names = new Set([first, words.image, ...pictures.map(({ name }) => name)].filter(Boolean));
  const { image } = editing.words;
  const putAtTop = (name: string) => {
    const form = document.getElementById(POST_FORM) as HTMLFormElement | null;
    const field = form && fieldOf(form, "image");
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
      <AddPicture id={id} aids={aids} />
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
