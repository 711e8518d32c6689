/** Compares names, `file2` before `file10`. */
export const { compare: compareNames } = new Intl.Collator("en", { numeric: true });
