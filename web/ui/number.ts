// Numbers as people read them. Intl.NumberFormat would do this, but the server's JavaScript engine (QuickJS) has no Intl.

/** 1999 → "1,999". */
export const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
