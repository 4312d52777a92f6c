// Numbers as one reads them.

/** `18,412`. */
export const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
