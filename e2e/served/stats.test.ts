// Visits over plain HTTP that are counted, and those that are none. Clicks are in ../stats.spec.ts.
import { describe, test } from "vitest";
import { sendMail } from "../../scripts/shared/send-mail.mjs";
import { ask } from "../site/http.ts";
import { CHROME, sumsOnceCounted } from "../site/sums.ts";
import { ownSite } from "./site.ts";

const visitor = { "User-Agent": CHROME, "Sec-Fetch-Dest": "document" };

// These wait for the server's clock, so they do it at the same time.
describe.concurrent("visits", () => {
  const scriptless = ownSite();
  const machines = ownSite();

  test("pages and requests are counted without scripts, and nothing can be said of clicks", async ({
    expect,
  }) => {
    for (const path of ["/contact-us", "/"]) await ask(scriptless.at(path), { headers: visitor });
    const answer = await ask(scriptless.at("/sendMail.php"), {
      method: "POST",
      headers: {
        ...visitor,
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
        Referer: scriptless.at("/"),
      },
      body: "name=Scriptless+Suha&phone=050+123+4567&service=Plumbing+Services",
    });
    expect(answer.status).toBe(200);
    expect(await sumsOnceCounted(scriptless, 3)).toEqual(
      ["view /contact-us 1", "view / 1", "sent / 1"].toSorted(),
    );
  });

  test("prefetches, robots, HEAD, unknown addresses and other sites' reports count nothing", async ({
    expect,
  }) => {
    const get = (path: string, headers: Record<string, string>, method = "GET") =>
      ask(machines.at(path), { method, headers });
    await get("/", { ...visitor, "Sec-Purpose": "prefetch" });
    await get("/", { ...visitor, "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
    await get("/", visitor, "HEAD");
    await get("/", {});
    await get("/no-such-page", visitor);
    await get("/blogs/no-such-post", visitor);
    await get("/favicon.svg", visitor);
    const report = async (body: string, from: string) => {
      const headers = { "User-Agent": CHROME, "Sec-Fetch-Site": from };
      return (await ask(machines.at("/_stats"), { method: "POST", headers, body })).status;
    };
    expect(await report("call\n/", "cross-site")).toBe(204);
    expect(await report("sent\n/", "same-origin")).toBe(204);
    expect(await report("x".repeat(5000), "same-origin")).toBe(204);
    // The page again, this time only asked whether it has changed: 304, and another view.
    const first = await get("/about-us", visitor);
    const again = await get("/about-us", { ...visitor, "If-None-Match": first.headers.etag ?? "" });
    expect(again.status).toBe(304);
    const program = { name: "Api", phone: "0501234567", service: "Plumbing Services" };
    await sendMail(machines.server.url, program);
    expect(await sumsOnceCounted(machines, 2)).toEqual(["sent other 1", "view /about-us 2"]);
  });
});
