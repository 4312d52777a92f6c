// The list of keys, and their switch.
import { useEffect, useRef, useState } from "react";
import { keysAreOn, listenForKeys, switchKeys } from "../browser/keys.ts";
import { Icon } from "../ui/icon.tsx";
import "./keys.css";

const KEYS = [
  ["J, K", "next, previous request"],
  ["Enter, Esc", "open, back"],
  ["C, W", "call, WhatsApp"],
  ["S, B, L", "spoke, booked, lost"],
  ["N", "note"],
  ["Z", "undo"],
  ["/", "search name, number, reference, note"],
  ["G, then R H P S N", "requests, held, posts, site, numbers"],
  ["Ctrl Enter", "publish, or put it live"],
  ["Alt ← →", "previous, next piece of the page"],
  ["?", "this list"],
] as const;

function Switch() {
  const [on, setOn] = useState(keysAreOn);
  const change = (wanted: boolean) => {
    switchKeys(wanted);
    setOn(wanted);
  };
  return (
    <label className="keys__switch">
      <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} />
      Single letters work on this device
    </label>
  );
}

function List() {
  return (
    <>
      <h2 id="keys">Keys</h2>
      <dl className="facts">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch />
      <form method="dialog">
        <button type="submit" className="btn">
          Close
        </button>
      </form>
    </>
  );
}

export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(listenForKeys, []);
  const open = () => {
    setIsOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button
        type="button"
        className="icb keys__open"
        aria-keyshortcuts="?"
        aria-label="Keys"
        onClick={open}
      >
        <Icon name="keyboard" />
      </button>
      <dialog
        className="keys"
        ref={dialog}
        aria-labelledby={isOpen ? "keys" : undefined}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && <List />}
      </dialog>
    </>
  );
}
