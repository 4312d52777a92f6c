// The key that does the same as the button it stands in.

export function Kbd({ name }: { name: string }) {
  return (
    <span className="kbd" aria-hidden="true">
      {name}
    </span>
  );
}
