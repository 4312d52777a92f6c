// A link that chooses a piece: the page stays as it is, unless somebody opens it in a tab of its own.
import type { ComponentProps, MouseEvent } from "react";
import { useSiteAddress } from "./open-draft.tsx";

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type Props = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  at: string;
  /** Id of the piece. */
  to: string;
  choose: (id: string) => void;
};

export function PieceLink({ at, to, choose, ...link }: Props) {
  const siteAddress = useSiteAddress();
  const click = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    choose(to);
  };
  return <a {...link} href={siteAddress(at, to)} onClick={click} />;
}
