// The link at which anybody can look at a draft: copied, or passed on by what the phone has for that.
import { useId, useState } from "react";
import { Icon } from "../../ui/icon.tsx";

type Props = { name: string; link: string };

/** Phones pass links on; with a mouse, they are pasted. */
const isPassedOn = () => "share" in navigator && matchMedia("(hover: none)").matches;

function CopyButton({ name, link }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const passOn = isPassedOn();
  if (!passOn && !navigator.clipboard) return null;
  const press = async () => {
    try {
      if (passOn) return await navigator.share({ title: name, url: link });
      await navigator.clipboard.writeText(link);
      setIsCopied(true);
    } catch {
      // Refused, or not passed on after all: the link is still there to be selected.
    }
  };
  return (
    <button type="button" className="btn btn--soft" onClick={press}>
      <Icon name={isCopied ? "spoke" : passOn ? "send" : "copy"} />
      <span aria-live="polite">
        {isCopied ? "Copied." : passOn ? "Send the link" : "Copy the link"}
      </span>
    </button>
  );
}

export function Share(props: Props) {
  const id = useId();
  return (
    <div>
      <div className="sitedraft__row">
        <div className="field">
          <label htmlFor={id}>The link to it</label>
          <input
            id={id}
            value={props.link}
            readOnly
            dir="ltr"
            aria-describedby={`${id}-who`}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <CopyButton {...props} />
      </div>
      <p className="small soft" id={`${id}-who`}>
        Whoever has the link sees the draft, without an account, until it's live or put aside, or
        unchanged for 30 days. Taken up again it has another link.
      </p>
    </div>
  );
}
