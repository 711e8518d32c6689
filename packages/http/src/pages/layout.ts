import type { Addresses } from "../addresses.ts";
import { escapeHtml } from "./html.ts";

export interface PageParts {
  readonly title: string;
  readonly addresses: Addresses;
  /** HTML. */
  readonly body: string;
  /** HTML for the head: scripts of this instance only. */
  readonly head?: string;
}

/** A whole page. Everything that it loads comes from this instance. */
export function layout({ title, addresses, body, head = "" }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${addresses.path("/favicon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${addresses.path("/pages.css")}">
${head}</head>
<body>
${body}
</body>
</html>
`;
}
