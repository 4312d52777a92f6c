// R14, R43–R47: the states of the request form.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeDocument, comeBack, field, form, openDocument, show, type, words } from "./form.tsx";

const STORED = "Message sent successfully. Reference AMW-7K2M.";
const TYPED = {
  name: "Aisha",
  phone: "050 123 4567",
  service: "Plumbing Services",
  message: "A leak",
};

const alerts: string[] = [];
const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();

const button = () => form().querySelector("button") as HTMLButtonElement;
const said = (role: string) => form().querySelector(`[role="${role}"]`)?.textContent;

async function submit() {
  await act(async () => {
    form().dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  });
}

const keyOf = (call: number) =>
  new Headers(fetched.mock.calls[call]?.[1].headers).get("Idempotency-Key");

beforeEach(() => {
  openDocument();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("alert", (sentence: string) => alerts.push(sentence));
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response(STORED));
  alerts.length = 0;
});

afterEach(closeDocument);

test("R45 the way out after a failure stays short enough for a phone, cut at a whole letter", async () => {
  fetched.mockRejectedValue(new TypeError("offline"));
  await show();
  for (const message of ["م".repeat(9_000), "😀".repeat(3_000), "short"]) {
    await type({ ...TYPED, message });
    await submit();
    const href = form().querySelector<HTMLAnchorElement>('a[href^="https://wa.me/"]')?.href ?? "";
    const text = new URL(href).searchParams.get("text") ?? "";
    expect(href.length).toBeLessThan(2_100);
    expect(text).toContain(TYPED.phone);
    expect(text).not.toContain("\uFFFD");
    expect(text.endsWith(message === "short" ? "short" : `${[...message][0]}…`)).toBe(true);
  }
});

test("R43 the form asks for name, phone and service, and offers six services", async () => {
  await show();
  expect(["name", "phone", "service", "message"].map((name) => field(name).required)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(field("phone")).toMatchObject({ type: "tel", placeholder: "+971 XX XXX XXXX" });
  const choices = [...(field("service") as HTMLSelectElement).options].map(({ text }) => text);
  expect(choices.slice(1)).toEqual(words.services);
});

test("R44 blank fields raise the alert, are marked invalid, and the first one gets the focus", async () => {
  await show();
  await type({ name: "  ", phone: " ", service: "Carpentry Work" });
  await submit();
  expect(alerts).toEqual(["Please fill in all required fields."]);
  expect(said("alert")).toBe("Please fill in all required fields.");
  expect(field("name").getAttribute("aria-invalid")).toBe("true");
  const reason = document.getElementById(field("phone").getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe(words.missing_phone);
  expect(field("service").hasAttribute("aria-invalid")).toBe(false);
  expect(document.activeElement).toBe(field("name"));
  expect(fetched).not.toHaveBeenCalled();
});

test("R44 a name of characters that nobody sees is blank, and one of any script is not", async () => {
  await show();
  await type({ ...TYPED, name: "\u200B\u2060\uFEFF \u3164" });
  await submit();
  expect(alerts).toEqual(["Please fill in all required fields."]);
  expect(fetched).not.toHaveBeenCalled();
  await type({ ...TYPED, name: "\u200Fمحمد" });
  await submit();
  expect(fetched).toHaveBeenCalledOnce();
});

test("R45 while sending, the button says so and ignores a second click", async () => {
  let arrive = (_: Response) => {};
  fetched.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  await show();
  await type(TYPED);
  await submit();
  await submit();
  expect(button().textContent).toBe("Submitting...");
  expect(button().disabled).toBe(true);
  expect(form().getAttribute("aria-busy")).toBe("true");
  await act(async () => arrive(new Response(STORED)));
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("R45 a stored request clears the form, and shows the thanks and its reference", async () => {
  await show();
  await type(TYPED);
  await submit();
  expect(said("status")).toBe("Request submitted successfully! We'll contact you shortly.");
  expect(form().querySelector(".status__reference")?.textContent).toBe(
    "Your reference: AMW-7K2M. Quote it if you call.",
  );
  const chat = new URL(form().querySelector<HTMLAnchorElement>(".status a")?.href ?? "");
  expect(chat.searchParams.get("text")).toBe("Hello, my request is AMW-7K2M.");
  expect(["name", "phone", "service", "message"].map((name) => field(name).value)).toEqual([
    "",
    "",
    "",
    "",
  ]);
});

test.each([
  ["an error status", async () => new Response(STORED, { status: 503 })],
  ["a 200 without the agreed sentence", async () => new Response("OK")],
  ["a lost connection", async () => Promise.reject(new TypeError("offline"))],
])("R45 after %s, the form keeps what was typed and offers call and chat", async (_, answer) => {
  fetched.mockImplementation(answer);
  await show();
  await type(TYPED);
  await submit();
  expect(said("alert")).toBe("Error submitting request. Please try again or call us directly.");
  expect(field("name").value).toBe("Aisha");
  const [call, chat] = form().querySelectorAll<HTMLAnchorElement>(".status a");
  expect(call?.href).toBe("tel:+97140000000");
  const written = new URL(chat?.href ?? "").searchParams.get("text");
  for (const value of Object.values(TYPED)) expect(written).toContain(value);
});

test("R47 where the server rejects the input, its sentence is shown below ours", async () => {
  const sentence = "The name is longer than 200 characters.";
  fetched.mockImplementation(async () => new Response(sentence, { status: 422 }));
  await show();
  await type(TYPED);
  await submit();
  expect(said("alert")).toBe(words.failure);
  expect(form().querySelector(".status")?.textContent).toContain(sentence);
});

test("R45 a new submit clears the earlier result", async () => {
  fetched.mockImplementationOnce(async () => new Response("no", { status: 500 }));
  await show();
  await type(TYPED);
  await submit();
  await submit();
  expect(said("alert")).toBeUndefined();
  expect(said("status")).toBeDefined();
});

test("R46 a retry of the same content keeps its key, changed content gets a new one", async () => {
  fetched.mockImplementation(async () => new Response("no", { status: 500 }));
  await show();
  await type(TYPED);
  await submit();
  await submit();
  await type({ message: "Two leaks" });
  await submit();
  expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(0));
});

test("where the server fails, its number for the request is shown", async () => {
  await show();
  const headers = { "X-Request-Id": "4f2a-91c0" };
  fetched.mockImplementation(async () => new Response("no", { status: 503, headers }));
  await type(TYPED);
  await submit();
  expect(form().textContent).toContain("its number is 4f2a-91c0.");
});

test("R43 a number that looks wrong is asked about once, and may be sent as it is", async () => {
  await show();
  await type({ ...TYPED, phone: "050 123 456" });
  await submit();
  expect(fetched).not.toHaveBeenCalled();
  expect(said("alert")).toBe(words.doubtful_phone.replace("{phone}", "050 123 456"));
  await submit();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("R46 without scripts the form is an ordinary form post", async () => {
  await show();
  expect(form().method).toBe("post");
  expect(form().getAttribute("action")).toBe("/sendMail.php");
});

test("R46 the answer to a form post without scripts keeps the values and the key", async () => {
  await show(null, {
    outcome: "failed",
    sentence: null,
    reference: null,
    missing: [],
    doubtful_phone: null,
    values: TYPED,
    key: "given",
    request_id: "4f2a-91c0",
  });
  expect(form().textContent).toContain("its number is 4f2a-91c0.");
  expect(said("alert")).toBe(words.failure);
  expect(field("service").value).toBe(TYPED.service);
  expect(field("idempotency_key").value).toBe("given");
  await submit();
  expect(keyOf(0)).toBe("given");
});

test("a draft survives a reload", async () => {
  await show();
  await type(TYPED);
  await comeBack(null);
  expect(field("name").value).toBe("Aisha");
  expect(field("service").value).toBe("Plumbing Services");
});

test("a request carries where the visit came from", async () => {
  await show();
  await type(TYPED);
  await submit();
  const body = JSON.parse(String(fetched.mock.calls[0]?.[1].body));
  expect(body).toMatchObject({ ...TYPED, page: "/", referrer: "", campaign: {} });
  expect(body.language).toBe(navigator.language);
});
