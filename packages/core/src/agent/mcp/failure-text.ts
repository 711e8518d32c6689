import { cleanText } from "../../runtime/text.ts";

const MAX_FAILURE = 200;

/** A server's failure in one redacted line. The text may come from the server. */
export function failureText(said: string, redact: (text: string) => string): string {
  // A secret may be found before lines are joined, or only after.
  const text = redact(redact(cleanText(said)).replace(/[\s\p{Cc}]+/gu, " ")).trim();
  return text.length <= MAX_FAILURE ? text : `${text.slice(0, MAX_FAILURE).toWellFormed()} […]`;
}
