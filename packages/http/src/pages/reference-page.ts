import type { Addresses } from "../addresses.ts";
import type { OpenApiDocument } from "../openapi/document-types.ts";
import { operationsOf, type ListedOperation } from "../openapi/operations.ts";
import { escapeHtml, prose } from "./html.ts";
import { layout } from "./layout.ts";
import { operationArticle } from "./reference-operation.ts";

/** The reference as one static page, made from the document: no script, nothing from elsewhere. */
export function referencePage(document: OpenApiDocument, addresses: Addresses): string {
  const operations = operationsOf(document);
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter((operation) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  return layout({
    title: `Reference · ${document.info.title}`,
    addresses,
    body: `<div class="frame">
<nav aria-label="Operations">
${groups.map(({ name, operations }) => navigation(name, operations)).join("\n")}
<a href="#schemas"><strong>Schemas</strong></a>
</nav>
<main>
<h1>${escapeHtml(document.info.title)} <span class="muted">${escapeHtml(document.info.version)}</span></h1>
<p>${prose(document.info.description)}</p>
<p><a href="${addresses.path("/api/docs/openapi.json")}">OpenAPI document</a> · <a href="${addresses.path("/api/docs/errors")}">Error codes</a></p>
${groups.map((group) => section(group.name, group.description, group.operations)).join("\n")}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaDetails(name, schema)).join("\n")}
</main>
</div>`,
  });
}

function navigation(name: string, operations: readonly ListedOperation[]): string {
  const links = operations.map(
    ({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
  );
  return `<strong>${escapeHtml(name)}</strong>\n<ul>${links.join("")}</ul>`;
}

function section(name: string, description: string, operations: readonly ListedOperation[]): string {
  return `<section><h2>${escapeHtml(name)}</h2>\n<p class="muted">${prose(description)}</p>\n${operations.map(operationArticle).join("\n")}</section>`;
}

function schemaDetails(name: string, schema: unknown): string {
  return `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, null, 2))}</code></pre></details>`;
}
