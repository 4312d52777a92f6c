// Opening texts of the desk's WhatsApp chats, and names for people.
import { describe, expect, test } from "vitest";
import { chatAddress, numberOf, readablePhone } from "../desk/ui/addresses.ts";
import { chatLanguage, chatText } from "../desk/ui/chat-text.ts";
import { firstName, initials } from "../desk/ui/first-name.ts";

const ROW = {
  reference: "AMW-7K3F9",
  name: "Fatima Al Mansoori",
  service: "AC Repair & Maintenance",
  message: "No cooling at all.",
};
const TEXTS = {
  english:
    "Hello {name}, this is {sender} from {company}. We have your request {reference}: {service}. When may we ring you?",
  arabic:
    "مرحباً {name}، معك {sender} من {company}. وصلنا طلبك رقم {reference}: {service}. متى يناسبك أن نتصل بك؟",
};
const SENDER = { me: "Mariam Haddad", company: "Amwaj", texts: TEXTS };

describe("the text", () => {
  test("greets by first name, says who writes, and names the request", () => {
    expect(chatText(ROW, SENDER, "english")).toBe(
      "Hello Fatima, this is Mariam from Amwaj. We have your request AMW-7K3F9: AC Repair & Maintenance. When may we ring you?",
    );
  });

  test("says the same in Arabic", () => {
    const text = chatText(
      { ...ROW, name: "أحمد المرزوقي", service: "Electrical" },
      SENDER,
      "arabic",
    );
    expect(text).toBe(
      "مرحباً أحمد، معك Mariam من Amwaj. وصلنا طلبك رقم AMW-7K3F9: Electrical. متى يناسبك أن نتصل بك؟",
    );
  });

  test("does without a name and without a service", () => {
    const text = chatText({ ...ROW, name: "", service: "" }, SENDER, "english");
    expect(text).toBe(
      "Hello, this is Mariam from Amwaj. We have your request AMW-7K3F9. When may we ring you?",
    );
  });
});

describe("an owner's own text", () => {
  const saying = (english: string) =>
    chatText(ROW, { ...SENDER, texts: { ...TEXTS, english } }, "english");

  test("is filled in as often as it asks, and otherwise left alone", () => {
    expect(saying("{name}, {name}: {reference} at 10:30 ...")).toBe(
      "Fatima, Fatima: AMW-7K3F9 at 10:30...",
    );
    expect(saying("{unknown} $& {service}")).toBe("{unknown} $& AC Repair & Maintenance");
  });
});

describe("the language", () => {
  test("is English unless something is Arabic", () => {
    expect(chatLanguage(ROW, "en-GB")).toBe("english");
    expect(chatLanguage(ROW)).toBe("english");
  });

  test("is Arabic if the name, the message or the page was", () => {
    expect(chatLanguage({ ...ROW, name: "أحمد" })).toBe("arabic");
    expect(chatLanguage({ ...ROW, message: "القاطع يفصل" })).toBe("arabic");
    expect(chatLanguage(ROW, "ar-AE")).toBe("arabic");
    expect(chatLanguage(ROW, "arn")).toBe("english");
  });
});

describe("a name", () => {
  test.each([
    ["Fatima Al Mansoori", "Fatima"],
    ["  Omar ", "Omar"],
    ["Abdul Rahman Khan", "Abdul Rahman"],
    ["عبد الله العامري", "عبد الله"],
    ["Mr. Smith", "Mr. Smith"],
    ["", ""],
  ])("%j is called %j", (name, first) => expect(firstName(name)).toBe(first));

  test.each([
    ["Mariam Haddad", "MH"],
    ["Yusuf", "Y"],
    ["خالد العامري", "خ"],
    ["", ""],
  ])("%j is %j in a circle", (name, letters) => expect(initials(name)).toBe(letters));
});

describe("a number", () => {
  const known = { phone_e164: "+971500000142", doubtful_number: null };
  const doubtful = { phone_e164: null, doubtful_number: "0455512" };

  test("is called and written to internationally", () => {
    expect(numberOf(known)).toBe("+971500000142");
    expect(chatAddress(known, "a & b")).toBe("https://wa.me/971500000142?text=a%20%26%20b");
    expect(readablePhone("+971500000142")).toBe("+971 50 000 0142");
  });

  test("that can't be read is called if only these digits can be meant, and not written to", () => {
    expect(numberOf(doubtful)).toBe("0455512");
    expect(chatAddress(doubtful, "Hello")).toBeNull();
    expect(readablePhone("0455512")).toBe("0455512");
    expect(numberOf({ phone_e164: null, doubtful_number: null })).toBeNull();
  });
});
