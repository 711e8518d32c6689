import type { Addresses } from "../../addresses.ts";
import { escapeHtml } from "../html.ts";
import { layout } from "../layout.ts";
import { assetPath, type AssetName, type Assets } from "./assets.ts";

/** The API reference: a viewer of the OpenAPI document without inline code or external resources. */
export function referencePage(title: string, addresses: Addresses, assets: Assets): string {
  const at = (name: AssetName) => addresses.path(assetPath(name, assets[name].version));
  const document = addresses.path("/api/docs/openapi.json");
  const errors = addresses.path("/api/docs/errors");
  return layout({
    title: `Reference · ${title}`,
    addresses,
    styles: [at("viewer.css"), at("reference.css")],
    scripts: [at("viewer.js"), at("reference.js")],
    body: `<header class="bar"><strong>${escapeHtml(title)}</strong><a href="${document}">OpenAPI document</a><a href="${errors}">Error codes</a></header>
<main id="reference" data-document="${document}" data-errors="${errors}"></main>
<noscript><p class="notice">The reference is interactive and needs JavaScript. The OpenAPI document above has the same content.</p></noscript>`,
  });
}
