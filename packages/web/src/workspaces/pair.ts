/** Whether a text is a label or a pair of metadata, as `key:value`. The API refuses those that are too long. */
export const isPair = (text: unknown): text is string => typeof text === "string" && text.indexOf(":") > 0;

export const pairProblem = (text: string): string | null => (isPair(text) ? null : "Write it as key:value.");

/** The pair as a text. Null: keys with a colon cannot be searched. */
export const pairOf = (key: string, value: string): string | null =>
  key.includes(":") ? null : `${key}:${value}`;
