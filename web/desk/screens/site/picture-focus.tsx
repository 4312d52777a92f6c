// The part of a photo that stays visible where a page crops it: nine places, laid over the photo.
import { type ReactNode, useId } from "react";

/** In the order of the rows, as the content names them. */
const PLACES = [
  "top-left",
  "top",
  "top-right",
  "left",
  "middle",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
];

/** `Top left` */
const words = (place: string) =>
  `${place.charAt(0).toUpperCase()}${place.slice(1)}`.replace("-", " ");

export type FocusProps = { focus: string; isDisabled: boolean; onFocus: (focus: string) => void };

export function FocusField(props: FocusProps & { children: ReactNode }) {
  const { focus, isDisabled, onFocus, children } = props;
  const id = useId();
  return (
    <fieldset className="sight" disabled={isDisabled} aria-describedby={id}>
      <legend>What should stay in sight?</legend>
      <p className="small soft" id={id}>
        Cards and page tops cut photos to their own shape; this part stays.
      </p>
      <div className="sight__photo">
        {children}
        <div className="sight__places">
          {PLACES.map((place) => (
            <input
              key={place}
              type="radio"
              name="focus"
              value={place}
              aria-label={words(place)}
              checked={place === focus}
              onChange={() => onFocus(place)}
            />
          ))}
        </div>
      </div>
    </fieldset>
  );
}
