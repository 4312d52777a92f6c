// What is typed into the form of something new on the facts' screen. It stays until it is live.
import { useState } from "react";

export type Adding<T> = {
  typed: T;
  type: (name: keyof T, value: string) => void;
  /** Whether the form is unfolded. */
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
};

type Listed<I> = {
  all: I[];
  /** Why the last one was refused. */
  refused: object | null;
};

/** Begins with `nothing`, and again once one that `isSame` is among `all`. */
export function useAdding<T extends Record<string, string>, I>(
  nothing: T,
  { all, refused }: Listed<I>,
  isSame: (typed: T, listed: I) => boolean,
): Adding<T> {
  const [typed, setTyped] = useState(nothing);
  const [isOpen, setIsOpen] = useState(false);
  const [seen, setSeen] = useState({ all, refused });
  if (seen.all !== all || seen.refused !== refused) {
    setSeen({ all, refused });
    if (refused && refused !== seen.refused) setIsOpen(true);
    const isAdded = all.length > seen.all.length && all.some((one) => isSame(typed, one));
    if (isAdded && !refused) {
      setTyped(nothing);
      setIsOpen(false);
    }
  }
  const type = (name: keyof T, value: string) =>
    setTyped((present) => ({ ...present, [name]: value }));
  return { typed, type, isOpen, setIsOpen };
}
