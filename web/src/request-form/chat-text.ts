// The request as a chat message, offered when it couldn't be sent.
import type { Form } from "../contract/content.ts";
import type { RequestValues } from "./answer.ts";

export function chatText(greeting: string, words: Form, values: RequestValues): string {
  const lines = [
    [words.name, values.name],
    [words.phone, values.phone],
    [words.service, values.service],
    [words.message, values.message],
  ];
  const filled = lines.filter(([, value]) => value?.trim()).map((line) => line.join(": "));
  return [greeting, ...filled].join("\n");
}
