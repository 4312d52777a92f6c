// The browsers in which somebody is signed in.
import type { Device } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { Icon } from "../../ui/icon.tsx";
import { isPhone } from "./ringing.ts";
import { Rings } from "./rings.tsx";

/** A device used this recently is in use, in milliseconds. */
const NOW_MS = 2 * 60_000;

type Props = {
  devices: Device[];
  /** Whose they are. */
  of: string;
  /** Whether all of them were just asked if they ring. */
  isAsked?: boolean;
};

export function Devices({ devices, of, isAsked = false }: Props) {
  return (
    <ul className="dev">
      {devices.map((device) => (
        <DeviceLine key={device.id} device={device} of={of} isAsked={isAsked} />
      ))}
    </ul>
  );
}

type LineProps = { device: Device; of: string; isAsked: boolean };

function DeviceLine({ device, of, isAsked }: LineProps) {
  const now = useNow();
  const { id, label, used_at: usedAt, is_this: isThis, ringing } = device;
  const kind = isPhone(device) ? "phone" : "laptop";
  const noun = isPhone(device) ? "phone" : "computer";
  const used = now - usedAt < NOW_MS ? "used now" : `used ${when(usedAt, now)}`;
  return (
    <li className={isThis ? "dev__this" : undefined}>
      <Icon name={kind} />
      <p>
        <b>{label}</b>
        <br />
        {isThis ? `this ${noun}, ${used}` : used}
        {ringing && <Rings ringing={ringing} isAsked={isAsked} />}
      </p>
      <PostForm action={isThis ? "/desk/sign-out" : `/desk/devices/${id}/end`}>
        <button type="submit" className="btn btn--bare">
          {isThis ? `Sign out this ${noun}` : "Sign out"}
          {!isThis && (
            <span className="sr">
              : {label}, {of}
            </span>
          )}
        </button>
      </PostForm>
    </li>
  );
}
