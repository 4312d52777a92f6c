// The field of a link: one of the places that it can lead to, or any other address.
import { type RefObject, useId, useState } from "react";
import type { SiteScreen } from "../../../src/contract/desk.ts";
import { targetGroups } from "./links.ts";
import { AddressInput, type PieceFieldProps } from "./piece-field.tsx";

type Props = PieceFieldProps & { screen: Pick<SiteScreen, "pages" | "anchors"> };

const OTHER = "other";

/** An address that is typed stays typed, whatever it reads meanwhile, until something else changes it. */
function useTarget({ piece, screen, value, onType }: Props) {
  const groups = targetGroups(piece, screen);
  const isKnown = (target: string) =>
    groups.some(({ targets }) => targets.some(({ to }) => to === target));
  const [own, setOwn] = useState({ value, isTyped: !isKnown(value) });
  const change = (target: string, isTyped: boolean) => {
    setOwn({ value: target, isTyped });
    onType(target);
  };
  return {
    groups,
    isTyped: own.value === value ? own.isTyped : !isKnown(value),
    choose: (choice: string) => (choice === OTHER ? change(value, true) : change(choice, false)),
    type: (address: string) => change(address, true),
  };
}

export function LinkField(props: Props) {
  const { piece, value, describedBy, isInvalid, field } = props;
  const id = useId();
  const { groups, isTyped, choose, type } = useTarget(props);
  const said = { "aria-describedby": describedBy, "aria-invalid": isInvalid || undefined };
  return (
    <>
      <div className="field">
        <label className="sr" htmlFor={`${id}-to`}>
          {piece.name}
        </label>
        <select
          id={`${id}-to`}
          value={isTyped ? OTHER : value}
          ref={field as RefObject<HTMLSelectElement | null>}
          onChange={({ target }) => choose(target.value)}
          {...(!isTyped && said)}
        >
          {groups.map(({ name, targets }) => (
            <optgroup key={name} label={name}>
              {targets.map(({ to, words }) => (
                <option key={to} value={to}>
                  {words}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={OTHER}>Another address…</option>
        </select>
      </div>
      {isTyped && (
        <div className="field">
          <label htmlFor={id}>
            Address <span>like /blogs or https://…</span>
          </label>
          <AddressInput {...said} id={id} value={value} onType={type} />
        </div>
      )}
    </>
  );
}
