import { text, type Answer } from "../answer/answer.ts";

/** What a page may do beyond showing itself. */
export interface PageRights {
  /** It sends a form to this instance. */
  readonly form?: boolean;
  /** It has pictures in its style sheets. */
  readonly pictures?: boolean;
  /** It shows pictures that it has made of answers. */
  readonly blobs?: boolean;
  /** It says itself what its relative addresses are relative to. */
  readonly base?: boolean;
}

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
function policy({ form = false, pictures = false, blobs = false, base = false }: PageRights): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${pictures ? " data:" : ""}${blobs ? " blob:" : ""}`,
    "font-src 'self'",
    "connect-src 'self'",
    `base-uri ${base ? "'self'" : "'none'"}`,
    `form-action ${form ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export function page(
  html: string,
  headers: Readonly<Record<string, string>> = {},
  rights: PageRights = {},
): Answer {
  return text("text/html; charset=utf-8", html, {
    "content-security-policy": policy(rights),
    "referrer-policy": "no-referrer",
    ...headers,
  });
}
