// The header's Services dropdown (R5): opens on hover, click, tap and by keyboard; without scripts on hover and focus.
import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Icon, type IconName, Tile } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import "./services-menu.css";

type EntryProps = {
  to: string;
  name: string;
  note: string;
  icon: IconName;
  path: string | null;
  onFollow: () => void;
};

function Entry({ to, name, note, icon, path, onFollow }: EntryProps) {
  return (
    <a href={to} onClick={onFollow} aria-current={to === path ? "page" : undefined}>
      <Tile name={icon} />
      <span>
        {name}
        <small>{note}</small>
      </span>
    </a>
  );
}

/**
 * The dropdown's state for the style sheet. `by-focus`: before hydration, focus opens it. `closed`: hovering opens it.
 * `dismissed`: hovering doesn't open it until the pointer has left.
 */
type State = "by-focus" | "closed" | "open" | "dismissed";

function useDropdown() {
  const ref = useRef<HTMLLIElement>(null);
  const [state, setState] = useState<State>("by-focus");
  /** Closes it; a pointer that is still over it must not open it again. */
  function dismiss() {
    setState(ref.current?.matches(":hover") ? "dismissed" : "closed");
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    const { current: menu } = ref;
    if (menu?.contains(document.activeElement)) menu.querySelector("button")?.focus();
    dismiss();
  });
  useEffect(() => {
    const opened = ref.current?.contains(document.activeElement);
    setState(opened ? "open" : "closed");
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return { ref, state, setState, dismiss };
}

export function ServicesMenu({ label, path }: { label: string; path: string | null }) {
  const { navigation, services } = useSite();
  const { contracts } = navigation;
  const { ref, state, setState, dismiss } = useDropdown();
  const open = state === "open";

  function closeOnBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // A followed link moves the focus to the page while the pointer may still be over the dropdown.
    setState((before) => (before === "dismissed" ? before : "closed"));
  }
  function closeOnMouseLeave(event: PointerEvent) {
    if (event.pointerType === "mouse") setState("closed");
  }

  return (
    <li
      className="has-menu"
      ref={ref}
      data-state={state}
      onPointerLeave={closeOnMouseLeave}
      onBlur={closeOnBlur}
    >
      <button
        type="button"
        tabIndex={0}
        aria-expanded={open}
        aria-controls="services-menu"
        onClick={() => setState(open ? "closed" : "open")}
      >
        {label} <Icon name="chevron-down" />
      </button>
      <div className="drop" id="services-menu">
        <ul>
          {services.map(({ slug, path: to, name, menu_note, icon }) => (
            <li key={slug}>
              <Entry
                to={to}
                name={name}
                note={menu_note}
                icon={icon}
                path={path}
                onFollow={dismiss}
              />
            </li>
          ))}
          <li className="drop__all">
            <Entry
              to={contracts.to}
              name={contracts.label}
              note={contracts.note}
              icon="calendar-check"
              path={path}
              onFollow={dismiss}
            />
          </li>
        </ul>
      </div>
    </li>
  );
}
