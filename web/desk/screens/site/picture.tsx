// A picture of the page: the present one, a replacement, its description, and the part that stays visible.
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useState,
} from "react";
import type { SitePicture, SitePiece, SiteScreen } from "../../../src/contract/desk.ts";
import { Icon } from "../../ui/icon.tsx";
import { sizeWords } from "../../ui/size.ts";
import type { Editing } from "./editing.ts";
import { LiveButtons } from "./live-buttons.tsx";
import { altOf } from "./marks.ts";
import { usePictureDraft } from "./picture-drafts.ts";
import { FocusField, type FocusProps } from "./picture-focus.tsx";
import { useSendPicture } from "./picture-send.ts";
import { PieceLink } from "./piece-link.tsx";
import { Failed, SiteProblems } from "./problems.tsx";
import "./picture.css";

const TYPES = "image/jpeg,image/png,image/webp,image/svg+xml";
/** Other phones offer their HEIC pictures only if it's named, and are told then what to do about them. */
const WITH_HEIC = `${TYPES},.heic`;
/** Apple's send a JPEG of a HEIC picture, but not where HEIC is named (WebKit 25443). */
const isApple = () => /^(Mac|iP)/.test(navigator.platform);

const isDrawing = ({ type, name }: File) => type === "image/svg+xml" || /\.svg$/i.test(name);

export type PictureProps = {
  screen: SiteScreen;
  editing: Editing;
  piece: SitePiece;
  /** The button that puts it live. */
  go: RefObject<HTMLButtonElement | null>;
};

type SeenProps = {
  /** For the photo being placed. */
  focus: FocusProps | null;
};

/** A picture, with what stays in sight of it. */
function Seen({ focus, children }: SeenProps & { children: ReactNode }) {
  return focus ? <FocusField {...focus}>{children}</FocusField> : children;
}

function Present({ picture, focus }: SeenProps & { picture: SitePicture }) {
  const { src, width, height, alt } = picture;
  return (
    <figure>
      <Seen focus={focus}>
        <img src={src} width={width} height={height} alt="" />
      </Seen>
      <figcaption>
        <b>Now</b> {alt ? `“${alt}”` : "It only decorates."}
      </figcaption>
    </figure>
  );
}

function Chosen({ file, focus }: SeenProps & { file: File }) {
  // The file has an address for as long as it is shown.
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
  const [isUnknown, setIsUnknown] = useState(false);
  return (
    <figure>
      {isUnknown ? (
        <p className="shots__none">This browser can't show it.</p>
      ) : (
        <Seen focus={focus}>
          <img ref={show} alt="" onError={() => setIsUnknown(true)} />
        </Seen>
      )}
      <figcaption>
        <b>New</b> {file.name}, {sizeWords(file.size)}
      </figcaption>
    </figure>
  );
}

type ChooseProps = { describedBy: string | undefined; words: string; onFile: (file: File) => void };

function Choose({ describedBy, words, onFile }: ChooseProps) {
  const choose = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const [file] = field.files ?? [];
    if (!file) return;
    // The same file may be chosen once more.
    field.value = "";
    onFile(file);
  };
  return (
    <div className="field">
      <label className="btn btn--line shots__choose">
        <Icon name="picture" />
        {words}
        <input
          type="file"
          className="sr"
          accept={isApple() ? TYPES : WITH_HEIC}
          aria-describedby={describedBy}
          onChange={choose}
        />
      </label>
      <p className="small soft">JPEG, PNG, WebP or SVG</p>
    </div>
  );
}

type ShowsProps = { alt: string; mayBeEmpty: boolean; onType: (alt: string) => void };

function Shows({ alt, mayBeEmpty, onType }: ShowsProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        What does it show?{" "}
        <span>{mayBeEmpty ? "may stay empty" : "for people who can't see it"}</span>
      </label>
      <textarea
        id={id}
        dir="auto"
        autoComplete="off"
        rows={2}
        value={alt}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

function Words({ screen: { at, pieces }, editing, piece }: Omit<PictureProps, "go">) {
  const words = pieces.find(({ id }) => id === altOf(piece.id));
  return words ? (
    <p>
      <PieceLink className="btn btn--soft" at={at} to={words.id} choose={editing.choose}>
        Change only its words
      </PieceLink>
    </p>
  ) : null;
}

export function PictureForm(props: PictureProps) {
  const { screen, piece, go } = props;
  const problemsId = useId();
  const drafting = usePictureDraft(props);
  const send = useSendPicture(screen.at, piece.id, drafting);
  const { draft, focus, isMoved, change, move, leave } = drafting;
  const { file, alt, problems, isSending, failed } = draft;
  const isLocked = screen.locked != null;
  const isDisabled = isLocked || isSending;
  const mayBeEmpty = file ? isDrawing(file) : piece.picture?.is_photo === false;
  const isWaiting = file != null && !mayBeEmpty && alt.trim() === "";
  const waitsFor = file ? isWaiting && "what it shows" : alt !== "" && !isMoved && "a picture";
  // A drawing is made for its place.
  const placed = mayBeEmpty ? null : { focus, isDisabled, onFocus: move };
  // Another file has nothing to do with what was said of the last one.
  const choose = (chosen: File) =>
    change({ file: chosen, focus: null, problems: [], failed: null });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWaiting) send();
  };
  return (
    <>
      <form className="piece__form" onSubmit={submit}>
        <div className="shots">
          {piece.picture && <Present picture={piece.picture} focus={file ? null : placed} />}
          {file && <Chosen key={`${file.name} ${file.lastModified}`} file={file} focus={placed} />}
        </div>
        <fieldset className="piece__form" disabled={isDisabled}>
          <Choose
            words={file ? "Choose another picture" : "Choose a picture"}
            describedBy={problems.length > 0 ? problemsId : undefined}
            onFile={choose}
          />
          <SiteProblems id={problemsId} value={alt} problems={problems} onFix={null} />
          <Shows alt={alt} mayBeEmpty={mayBeEmpty} onType={(words) => change({ alt: words })} />
        </fieldset>
        <Failed words={failed} />
        <LiveButtons
          ref={go}
          isLocked={isLocked}
          isSame={!file && alt === "" && !isMoved}
          waitsFor={waitsFor ? `waits for ${waitsFor}` : null}
          sending={isSending && file ? `Sending ${sizeWords(file.size)}…` : null}
          onLeave={leave}
        />
      </form>
      <Words {...props} />
    </>
  );
}
