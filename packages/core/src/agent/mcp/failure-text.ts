import { cleanText } from "../../runtime/text.ts";

const MAX_FAILURE = 200;

/** Why a server failed, in one line without secrets: it may be in the server's own words. */
export function failureText(said: string, redact: (text: string) => string): string {
  // What could be a secret is looked for before lines are joined, and after.
  const text = redact(redact(cleanText(said)).replace(/[\s\p{Cc}]+/gu, " ")).trim();
  return text.length <= MAX_FAILURE ? text : `${text.slice(0, MAX_FAILURE).toWellFormed()} […]`;
}
