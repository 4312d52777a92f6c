// R19–R23: the plan cards, on the home page and on the contracts page.
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { PlanCards } from "../src/sections/plan-cards.tsx";
import { PLANS } from "./fixtures/plans.ts";
import { served, show } from "./render.tsx";

const SECTION = {
  ground: "white" as const,
  heading: "Choose a contract",
  lead: "For a year.",
  choose: "Choose a contract",
  per: "a year",
  not_included: "Not included:",
  action: { label: "Compare", to: "#compare" },
  plans: PLANS,
};

const buttons = (page: Document) =>
  [...page.querySelectorAll(".plan .btn")].map((button) => button.getAttribute("href"));
const chosen = () => document.querySelector<HTMLInputElement>("input:checked")?.value;

async function follow(href: string) {
  const link = document.body.appendChild(document.createElement("a"));
  link.href = href;
  link.addEventListener("click", (event) => event.preventDefault());
  await act(async () => link.click());
}

afterEach(() => history.replaceState(null, "", "/"));

test("on the home page each card links to its plan on the contracts page (R19)", () => {
  expect(buttons(served(<PlanCards section={{ ...SECTION, cards_to: "/contracts" }} />))).toEqual([
    "/contracts#basic",
    "/contracts#premium",
    "/contracts#elite",
  ]);
});

test("on the contracts page each card links to the booking of its plan (R22)", () => {
  const asked = ["/booking?plan=basic", "/booking?plan=premium", "/booking?plan=elite"];
  expect(buttons(served(<PlanCards section={SECTION} />))).toEqual(asked);
  expect(buttons(served(<PlanCards section={{ ...SECTION, cards_to: null }} />))).toEqual(asked);
});

test("the cards have the anchors basic, premium and elite (R20)", () => {
  const cards = [...served(<PlanCards section={SECTION} />).querySelectorAll(".plan")];
  expect(cards.map(({ id }) => id)).toEqual(["basic", "premium", "elite"]);
});

test("Premium is marked, and Basic shows what is not included (R23)", () => {
  const page = served(<PlanCards section={SECTION} />);
  expect(page.querySelector("#premium .plan__tag")?.textContent).toBe("Most Popular");
  expect(page.querySelector("#basic .is-off")?.textContent).toBe("Not included: Weekend service");
});

test("Premium is selected by default (R21)", async () => {
  await show(<PlanCards section={SECTION} />);
  expect(chosen()).toBe("premium");
});

test("an address with a plan's anchor selects that plan (R20, R21)", async () => {
  history.replaceState(null, "", "/annual-maintenance-contracts#basic");
  await show(<PlanCards section={SECTION} />);
  expect(chosen()).toBe("basic");
});

test("a link on the page and going back select the plan too (R20, R21)", async () => {
  await show(<PlanCards section={SECTION} />);
  await follow("#elite");
  expect(chosen()).toBe("elite");
  await follow("/elsewhere#basic");
  expect(chosen()).toBe("elite");
  history.replaceState(null, "", "#basic");
  await act(async () => dispatchEvent(new PopStateEvent("popstate")));
  expect(chosen()).toBe("basic");
});
