// R45: what was filled in before the page's code works stays.
import { beforeEach, expect, test } from "vitest";
import { keepEarlyInput } from "../src/browser/early-input.ts";

const FORM = `<input name="name"><textarea name="message"></textarea>
  <select name="service"><option value="" selected></option><option>Plumbing</option></select>
  <input type="checkbox" name="agreed">`;

const at = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;

function type(name: string, text: string) {
  at(name).value = text;
  at(name).dispatchEvent(new Event("input", { bubbles: true }));
}

/** What React does to a document that something else has changed. */
const makeAnew = () => {
  document.body.innerHTML = FORM;
};

beforeEach(makeAnew);

test("R45 what is filled in without an event while the page wakes up stays", () => {
  const restore = keepEarlyInput();
  type("name", "Aisha");
  at("name").value = "Aisha Khan";
  at("message").value = "The AC is broken";
  at("service").value = "Plumbing";
  at("agreed").checked = true;
  restore();
  expect(at("name").value).toBe("Aisha Khan");
  expect(at("message").value).toBe("The AC is broken");
  expect(at("service").value).toBe("Plumbing");
  expect(at("agreed").checked).toBe(true);
});

test("R45 so does what was filled in when React makes the document anew", () => {
  const restore = keepEarlyInput();
  at("message").value = "The AC is broken";
  at("service").value = "Plumbing";
  makeAnew();
  restore();
  expect(at("message").value).toBe("The AC is broken");
  expect(at("service").value).toBe("Plumbing");
});

test("R45 what was typed or chosen comes back where React sets the served value", () => {
  type("name", "Aisha");
  const restore = keepEarlyInput();
  type("message", "The AC");
  at("service").value = "Plumbing";
  at("service").dispatchEvent(new Event("change", { bubbles: true }));
  for (const name of ["name", "message", "service"]) at(name).value = "";
  restore();
  expect(at("name").value).toBe("Aisha");
  expect(at("message").value).toBe("The AC");
  expect(at("service").value).toBe("Plumbing");
});

test("R45 what was emptied again stays empty", () => {
  const restore = keepEarlyInput();
  type("name", "Aisha");
  type("name", "");
  makeAnew();
  restore();
  expect(at("name").value).toBe("");
});
