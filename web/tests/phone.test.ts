// Which numbers the form asks about once (R43): those that nobody could call.
import { expect, test } from "vitest";
import { isCallable } from "../src/request-form/phone.ts";

test.each([
  "0501234567",
  "050 123 4567",
  "+971 50 123 4567",
  "00971501234567",
  "971-50-123-4567",
  "501234567",
  "+971 (0)50 123 4567",
  "(050) 123-4567",
  "٠٥٠١٢٣٤٥٦٧",
  "۰۵۰ ۱۲۳ ۴۵۶۷",
  "०५०१२३४५६७",
  "\u202a+971 50 123 4567\u202c",
  "+971\u201150\u2011123\u20114567",
  "04 332 1234",
  "+9714-3321234",
  "800 123456",
  "600 54 0000",
  "+44 20 7946 0018",
  "0044 20 7946 0018",
  "+91 98765 43210",
  "91 98765 43210",
  "+966 50 123 4567",
  "+1 (415) 555-2671",
  "+63 917 123 4567",
  "050 123 4567 (WhatsApp)",
  "050 123 4567 / 04 332 1234",
  "Call 050-123-4567 after 6",
])("R43 %s is sent without a question", (typed) => {
  expect(isCallable(typed)).toBe(true);
});

test.each([
  "hello",
  "ahmed.k@example.org",
  "050123456",
  "050 123 45678",
  "+971 50 123 456",
  "0",
  "12",
  "call me",
  "+",
  "1234567",
  "",
])("R43 %j is asked about", (typed) => {
  expect(isCallable(typed)).toBe(false);
});
