import { content, type Answer } from "../answer/answer.ts";

/** Additional permissions of a page. */
export interface PageRights {
  /** It submits a form to this instance. */
  readonly form?: boolean;
  /** It is the web interface: it sets its own base URL, shows pictures that it creates, and submits a form to a program on the reader's computer. */
  readonly app?: boolean;
}

/** No external resources, no inline code, no frames. */
function policy({ form = false, app = false }: PageRights): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${app ? " data: blob:" : ""}`,
    "font-src 'self'",
    "connect-src 'self'",
    `base-uri ${app ? "'self'" : "'none'"}`,
    `form-action ${form ? "'self'" : app ? "http://127.0.0.1:*" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export function page(
  html: string,
  headers: Readonly<Record<string, string>> = {},
  rights: PageRights = {},
): Answer {
  return content("text/html; charset=utf-8", html, {
    "content-security-policy": policy(rights),
    "referrer-policy": "no-referrer",
    ...headers,
  });
}
