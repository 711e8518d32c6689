import type { Addresses } from "../addresses.ts";
import { escapeHtml } from "./html.ts";

export interface PageParts {
  readonly title: string;
  readonly addresses: Addresses;
  /** HTML. */
  readonly body: string;
  /** URLs of style sheets. Default: the one of the pages. */
  readonly styles?: readonly string[];
  /** URLs of scripts of this instance. */
  readonly scripts?: readonly string[];
}

/** A complete page, which only loads files of this instance. */
export function layout(parts: PageParts): string {
  const { title, addresses, body, scripts = [] } = parts;
  const styles = parts.styles ?? [addresses.path("/pages.css")];
  const loaded = [
    ...styles.map((address) => `<link rel="stylesheet" href="${escapeHtml(address)}">`),
    ...scripts.map((address) => `<script src="${escapeHtml(address)}" defer></script>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${addresses.path("/favicon.svg")}" type="image/svg+xml">
${loaded.join("\n")}
</head>
<body>
${body}
</body>
</html>
`;
}
