// The request form.
import type { GroupComponents } from "../groups.ts";
import { Request } from "../request.tsx";

export default {
  request: Request,
} satisfies GroupComponents<"request">;
