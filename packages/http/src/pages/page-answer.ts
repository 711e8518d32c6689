import { text, type Answer } from "../answer/answer.ts";

/** Additional permissions of a page. */
export interface PageRights {
  /** It submits a form to this instance. */
  readonly form?: boolean;
  /** Its style sheets contain images. */
  readonly pictures?: boolean;
  /** It displays images that it creates from responses. */
  readonly blobs?: boolean;
  /** It sets its own base URL. */
  readonly base?: boolean;
}

/** No external resources, no inline code, no frames. */
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
