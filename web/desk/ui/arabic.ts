// Whether a text is written with Arabic letters.

const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;

export const hasArabic = (text: string) => ARABIC.test(text);
