// Roles in words.
import type { Role } from "../../../src/contract/desk.ts";

export const ROLE_NAMES: Record<Role, string> = {
  office: "Office",
  marketing: "Marketing",
  owner: "Owner",
};

export const ROLES: { role: Role; may: string }[] = [
  {
    role: "office",
    may: "Sees every request with its number, calls, answers and books. Sees the sums.",
  },
  {
    role: "marketing",
    may: "Writes posts, sees the sums. Never sees a name or a number.",
  },
  { role: "owner", may: "All of that, and people, settings, giving data out and erasing it." },
];

export const roleNames = (roles: Role[]) => roles.map((role) => ROLE_NAMES[role]).join(", ");
