// The screens of the desk as an owner gets them, without a browser.
import { expect } from "vitest";
import { referenceIn, sendMail } from "../../scripts/send-mail.mjs";
import { ask } from "../site/http.ts";
import type { Site } from "../site/site.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** Signs an owner in, and returns the cookie. */
async function signIn(site: Site): Promise<string> {
  const { stdout } = await site.server.command("staff", "invite", "Nu", "--role", "owner");
  const [, code = ""] = /#(\S+)$/m.exec(stdout) ?? [];
  const joined = await ask(site.at("/desk/join"), {
    method: "POST",
    headers: { ...FORM, Origin: site.server.url },
    body: `code=${code}`,
  });
  expect(joined.status).toBe(303);
  const cookies = [joined.headers["set-cookie"] ?? []].flat();
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The documents of all kinds of screens, by their addresses. */
export async function deskScreens(site: Site): Promise<Record<string, string>> {
  const read = async (path: string, Cookie = "") => {
    const { status, text } = await ask(site.at(path), { headers: { Cookie, Accept: "text/html" } });
    expect([200, 401, 404], path).toContain(status);
    return [`desk: ${path}`, text] as const;
  };
  const { text } = await sendMail(site.server.url, {
    name: "فاطمة & Nu",
    phone: "050 000 0142",
    service: "Plumbing Services",
    message: "<b>A drain</b>",
  });
  const outside = await Promise.all(
    ["/desk/", "/desk/join", "/desk/join?mailed=true"].map((path) => read(path)),
  );
  await site.server.command("staff", "settings", "mail-link", "on");
  const cookie = await signIn(site);
  const [, list] = await read("/desk/posts", cookie);
  const [post = ""] = /\/desk\/posts\/[0-9a-f]{8,}/.exec(list) ?? [];
  const paths = [
    "/desk/",
    `/desk/requests/${referenceIn(text)}`,
    "/desk/held",
    "/desk/posts",
    "/desk/posts/new",
    post,
    `${post}/page`,
    "/desk/numbers",
    "/desk/people",
    "/desk/settings",
    "/desk/nothing-here",
  ];
  const inside = await Promise.all(paths.map((path) => read(path, cookie)));
  return Object.fromEntries([
    ...outside.map(([name, html]) => [`${name}, signed out`, html]),
    ...inside,
  ]);
}
