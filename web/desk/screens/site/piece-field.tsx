// The field of a piece: a text, a number, an address, or a price of two numbers. How long it is, where it should be no longer.
import { type RefObject, useId } from "react";
import type { SitePiece } from "../../../src/contract/desk.ts";
import { factsOf, filledIn } from "./facts.ts";
import { isLink } from "./links.ts";
import { joinPrice, type PriceBounds, priceWords, splitPrice } from "./price.ts";

export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type PieceFieldProps = {
  piece: SitePiece;
  value: string;
  /** Id of the check's findings. */
  describedBy: string | undefined;
  isInvalid: boolean;
  onType: (value: string) => void;
  field: RefObject<FieldElement | null>;
  /** Texts have one line. */
  isLine?: boolean;
};

function PriceField({ piece, value, describedBy, isInvalid, onType, field }: PieceFieldProps) {
  const id = useId();
  const bounds = splitPrice(value);
  const number = (name: keyof PriceBounds) => ({
    id: `${id}-${name}`,
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: bounds[name],
    "aria-describedby": [describedBy, `${id}-words`].filter(Boolean).join(" "),
    "aria-invalid": isInvalid || undefined,
    onChange: (event: { target: { value: string } }) =>
      onType(joinPrice({ ...bounds, [name]: event.target.value })),
  });
  return (
    <fieldset className="piece__price">
      <legend className="sr">{piece.name}</legend>
      <div className="field">
        <label htmlFor={`${id}-from`}>From</label>
        <input {...number("from")} ref={field as RefObject<HTMLInputElement>} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-to`}>To</label>
        <input {...number("to")} placeholder="or more" />
      </div>
      <p className="piece__words" id={`${id}-words`}>
        {priceWords(value, piece.shown)}
      </p>
    </fieldset>
  );
}

type AddressProps = {
  id: string;
  value: string;
  onType: (value: string) => void;
  ref?: RefObject<HTMLInputElement | null>;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** An address: phones offer their keys for one, and leave its letters as they are. */
export function AddressInput({ onType, ...props }: AddressProps) {
  return (
    <input
      {...props}
      inputMode="url"
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

export function PieceField(props: PieceFieldProps) {
  const { piece, value, describedBy, isInvalid, onType, field, isLine = false } = props;
  const isNumber = piece.kind === "number";
  const id = useId();
  if (piece.kind === "price") return <PriceField {...props} />;
  const own = {
    id,
    value,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
  };
  const common = {
    ...own,
    dir: "auto",
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  return (
    <div className="field">
      <label className="sr" htmlFor={id}>
        {piece.name}
      </label>
      {isLink(piece) ? (
        <AddressInput {...own} onType={onType} ref={field as RefObject<HTMLInputElement>} />
      ) : isNumber || (isLine && piece.kind === "text") ? (
        <input
          {...common}
          ref={field as RefObject<HTMLInputElement>}
          inputMode={isNumber ? "decimal" : undefined}
        />
      ) : (
        <textarea
          {...common}
          ref={field as RefObject<HTMLTextAreaElement>}
          rows={piece.kind === "long-text" ? 8 : 3}
        />
      )}
    </div>
  );
}

type CounterProps = { piece: Pick<SitePiece, "limit" | "value" | "shown">; value: string };

/** Counted as visitors read it, with the facts filled in. It only warns: nothing is cut here. */
export function Counter({ piece, value }: CounterProps) {
  if (piece.limit == null) return null;
  const length = [...filledIn(value, factsOf(piece.value, piece.shown))].length;
  const over = length - piece.limit;
  return (
    <p className={over > 0 ? "count count--over" : "count"}>
      <span>{over > 0 && `${over} ${over === 1 ? "character" : "characters"} too many`}</span>
      <b>
        {length} / {piece.limit}
      </b>
    </p>
  );
}
