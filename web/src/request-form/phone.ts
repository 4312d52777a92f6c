// Whether a number that a visitor typed can be called. The server reads it; here it only decides whether to ask once.

/** The code points of digit zero in the scripts that visitors type in; the server (`phone.rs`) knows the same. */
const ZEROES = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** Digits, and the signs that people put between those of one number. */
const RUN = /\+?\(?\d[\d ().\-\u2010-\u2015\u2212\u00a0]*\d/g;

/** An Emirati mobile or landline, or a number that companies have, after the country's code. */
const EMIRATI = /^(?:5\d{8}|[2-4679]\d{7}|[68]00\d{2,9})$/;

function latin(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROES.find((zero) => code >= zero && code < zero + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** A number of another country, with its code: after a plus or two zeros, or as the first of at least eleven digits. */
const FOREIGN = /^(?:(?:\+|00)(?!971)[1-9]\d{7,14}|(?!971)[1-9]\d{10,14})$/;

function isNumber(run: string): boolean {
  const number = run.replace(/[^+\d]/g, "");
  return (
    EMIRATI.test(number.replace(/^(?:\+|00)?971/, "").replace(/^0/, "")) || FOREIGN.test(number)
  );
}

/** Whether the text holds a number that looks whole. */
export function isCallable(typed: string): boolean {
  const visible = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return (latin(visible).match(RUN) ?? []).some(isNumber);
}
