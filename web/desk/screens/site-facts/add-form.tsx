// The folded form of something new on the facts' screen, with what the check has against it.
import { type ReactNode, useId } from "react";
import type { SiteProblem } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { useKeepWords } from "../site/open-draft.tsx";
import { SiteProblems } from "../site/problems.tsx";
import type { Adding } from "./use-adding.ts";

type Props = {
  action: "special-days" | "notice";
  words: string;
  className: string;
  adding: { isOpen: boolean; setIsOpen: (isOpen: boolean) => void };
  problems: SiteProblem[];
  isLocked: boolean;
  children: ReactNode;
};

export function AddForm(props: Props) {
  const { action, words, className, adding, problems, isLocked, children } = props;
  const problemsId = useId();
  const { keep } = useKeepWords();
  return (
    <details
      className={className}
      open={adding.isOpen}
      onToggle={(event) => adding.setIsOpen(event.currentTarget.open)}
    >
      <summary className="btn btn--soft">
        <Icon name="add" />
        {words}
      </summary>
      <PostForm action={siteAction(action)} fields={{ back: "facts" }} className="piece__form">
        <fieldset className="piece__form" disabled={isLocked}>
          {children}
          <SiteProblems id={problemsId} value="" problems={problems} onFix={null} />
          <button type="submit" className="btn" aria-describedby={problemsId}>
            {keep}
          </button>
        </fieldset>
      </PostForm>
    </details>
  );
}

type FieldProps<T> = {
  adding: Pick<Adding<T>, "typed" | "type">;
  name: keyof T & string;
  label: ReactNode;
  type?: "date" | "time";
  required?: boolean;
  min?: string;
};

export function Field<T extends Record<string, string>>(props: FieldProps<T>) {
  const { adding, name, label, type, required, min } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type ?? "text"}
        dir={type ? undefined : "auto"}
        autoComplete="off"
        required={required}
        min={min}
        value={adding.typed[name]}
        onChange={(event) => adding.type(name, event.target.value)}
      />
    </div>
  );
}
