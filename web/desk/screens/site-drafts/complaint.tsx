// Reason for a refusal, under its field.
import { Icon } from "../../ui/icon.tsx";

export function Complaint({ id, words }: { id: string; words: string | undefined }) {
  return (
    <div role="alert" id={id} className="complaints">
      {words && (
        <p className="complaint">
          <Icon name="alert" />
          <span>{words}</span>
        </p>
      )}
    </div>
  );
}
