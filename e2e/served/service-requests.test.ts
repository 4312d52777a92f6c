// A request from each service's page without scripts: the page's button leads to the form with the service in it.
import { expect, test } from "vitest";
import { all } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { formStarts } from "../site/words.ts";
import { hrefOf, open } from "./parts.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();

/** Values of a form that nobody has touched. */
function startOf(document: Document) {
  const form = all(document, 'form[action="/sendMail.php"]')[0]!;
  const [chosen] = all(form, "option[selected]");
  return {
    service: chosen?.getAttribute("value") ?? chosen?.textContent ?? "",
    message: all(form, "textarea")[0]!.textContent,
  };
}

for (const { slug, service, message } of formStarts)
  test(`R4 R14 R46 without scripts, a request from ${slug} arrives with its service`, async () => {
    const address = `/?service=${slug}`;
    const page = await open(site, `/services/${slug}`);
    const links = all(page.main, 'a[href*="service="]').map(hrefOf);
    // The renovation page's buttons go to /contact-us (R28).
    expect(new Set(links)).toEqual(
      new Set(slug.startsWith("villa-") ? [] : [`${address}#contact`]),
    );
    const { document } = await open(site, address);
    expect(startOf(document)).toEqual({ service, message });
    const name = `Visitor of ${slug}`;
    const fields = { name, phone: "1", service: service || "Villa Renovation", message };
    const answer = await ask(site.at("/sendMail.php"), {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    expect(answer.status).toBe(200);
    const [lead] = await site.leadsOf(name);
    expect([lead.service, lead.message]).toEqual([fields.service, message]);
    expect(answer.text).toContain("Quote it if you call.");
    const chat = encodeURIComponent(`Hello, my request is ${lead.reference}.`);
    expect(answer.text).toContain(`?text=${chat}"`);
  });

test("R14 an unknown service leaves the form empty", async () => {
  const { document } = await open(site, "/?service=no-such-service");
  expect(startOf(document)).toEqual({ service: "", message: "" });
});
