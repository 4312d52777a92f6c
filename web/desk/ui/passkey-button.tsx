// The button that makes the phone ask for its finger, face or code. It keeps the focus while the phone asks.
import { thisDevice } from "../browser/this-device.ts";
import { Icon } from "./icon.tsx";

type Props = {
  className: string;
  asking: boolean;
  onPress: () => void;
  /** Label while the phone isn't asking. */
  children: string;
};

export function PasskeyButton({ className, asking, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={asking ? `${className} is-asking` : className}
      aria-disabled={asking || undefined}
      onClick={onPress}
    >
      <Icon name="finger" />
      {asking ? `Your ${thisDevice()} is asking…` : children}
    </button>
  );
}
