// The Nu HTML checker reports no error on what the server sends.
import { expect, test } from "@playwright/test";
import { checkHtml } from "./site/html-checker.ts";
import { ask } from "./site/http.ts";
import { serveSite } from "./site/serve.ts";

const site = serveSite();

test("the HTML checker finds no error on home, a wish, not-found and the answers to a form post", async () => {
  test.setTimeout(90_000);
  const post = (body: string) =>
    ask(site.at("/sendMail.php"), {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
  const said = await checkHtml({
    home: (await ask(site.at("/"))).text,
    wish: (await ask(site.at("/?plan=elite"))).text,
    "not-found": (await ask(site.at("/no-such-page"))).text,
    thanks: (await post("name=Nu&phone=1&service=Plumbing+Services")).text,
    missing: (await post("name=+&phone=&service=")).text,
  });
  expect(said.filter((line) => line.startsWith("error"))).toEqual([]);
  console.log(
    said.length ? said.slice(0, 10).join("\n") : "The HTML checker has no warning either.",
  );
});

test("the HTML checker would find an error", async () => {
  const said = await checkHtml({
    wrong:
      '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><p><div></p></body></html>',
  });
  expect(said.some((line) => line.startsWith("error"))).toBe(true);
});
