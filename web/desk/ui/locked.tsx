// Why nothing can be changed on this screen now: a sentence of the server's.
import { Icon } from "./icon.tsx";

export function Locked({ why, className = "" }: { why: string | null; className?: string }) {
  return why ? (
    <div className={`say say--warm ${className}`}>
      <Icon name="alert" />
      <p>{why}</p>
    </div>
  ) : null;
}
