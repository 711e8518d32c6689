import type { Addresses } from "../../addresses.ts";
import { escapeHtml } from "../html.ts";
import { assetPath, type AssetName, type Assets } from "./assets.ts";

/** The reference: a viewer of this instance's own document, with nothing inline and nothing from elsewhere. */
export function referencePage(title: string, addresses: Addresses, assets: Assets): string {
  const at = (name: AssetName) => escapeHtml(addresses.path(assetPath(name, assets[name].version)));
  const document = addresses.path("/api/docs/openapi.json");
  const errors = addresses.path("/api/docs/errors");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Reference · ${escapeHtml(title)}</title>
<link rel="icon" href="${addresses.path("/favicon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${at("viewer.css")}">
<link rel="stylesheet" href="${at("reference.css")}">
<script src="${at("viewer.js")}" defer></script>
<script src="${at("reference.js")}" defer></script>
</head>
<body>
<header class="bar"><strong>${escapeHtml(title)}</strong><a href="${document}">OpenAPI document</a><a href="${errors}">Error codes</a></header>
<main id="reference" data-document="${document}" data-errors="${errors}"></main>
<noscript><p class="notice">The reference is interactive and needs JavaScript. The OpenAPI document above says the same.</p></noscript>
</body>
</html>
`;
}
