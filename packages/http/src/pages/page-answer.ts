import { text, type Answer } from "../answer/answer.ts";

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export function page(html: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return text("text/html; charset=utf-8", html, {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    ...headers,
  });
}
