/** Characters that count as plain ones. Each replaces one character, so that positions stay the same. */
const LOOK_ALIKES: readonly (readonly [plain: string, others: string])[] = [
  ["'", "\u2018\u2019\u201a\u201b\u2032\u02bc\uff07"],
  ['"', "\u201c\u201d\u201e\u201f\u2033\uff02"],
  ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"],
  [" ", "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"],
];

const PLAIN = new Map(
  LOOK_ALIKES.flatMap(([plain, others]) => Array.from(others, (other) => [other, plain] as const)),
);
const ANY = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "g");

/** Replaces look-alikes of quotes, dashes and spaces. The length stays the same. */
export function plainForm(text: string): string {
  return text.replace(ANY, (character) => PLAIN.get(character) ?? character);
}
