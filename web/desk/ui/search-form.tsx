// The search over all requests.
import { INBOX } from "./addresses.ts";

type Props = { label: string; search?: string };

export function SearchForm({ label, search = "" }: Props) {
  return (
    <search>
      <form className="search" action={INBOX}>
        <input type="hidden" name="show" value="all" />
        <input
          className="in"
          type="search"
          name="q"
          defaultValue={search}
          placeholder="Name, number, reference"
          aria-label={label}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="btn">
          Search
        </button>
      </form>
    </search>
  );
}
