/** The limits of the API for labels and metadata. It says which of them a longer text exceeds. */
const PAIR = /^[^:]{1,64}:[\s\S]{0,512}$/;

/** Whether a text is a label or a pair of metadata, as `key:value`. */
export const isPair = (text: unknown): text is string => typeof text === "string" && PAIR.test(text);

export const pairProblem = (text: string): string | null => (isPair(text) ? null : "Write it as key:value.");

/** The pair as a text. Null: keys with a colon cannot be searched. */
export const pairOf = (key: string, value: string): string | null =>
  key.includes(":") ? null : `${key}:${value}`;
