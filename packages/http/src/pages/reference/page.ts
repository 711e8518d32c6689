import type { Addresses } from "../../addresses.ts";
import { operationsOf, type OpenApiDocument } from "../../openapi-document.ts";
import { escapeHtml, prose } from "../html.ts";
import { layout } from "../layout.ts";
import { guideHtml } from "./guide-html.ts";
import { messageSection, operationSection, typeSection } from "./operation-html.ts";

interface ReferenceParts {
  readonly document: OpenApiDocument;
  readonly addresses: Addresses;
  /** Where the web interface is. Null: there is none. */
  readonly home: string | null;
}

/** The API reference: the OpenAPI document as a page that needs no script, except to search and to try calls. */
export function referencePage({ document, addresses, home }: ReferenceParts): string {
  const { title, description, version } = document.info;
  const operations = operationsOf(document);
  const messages = Object.entries(document.webhooks);
  const groups = document.tags.map(({ name, description: text }) => {
    const id = `/${encodeURIComponent(name)}`;
    const items = [
      ...operations.filter(({ tags }) => tags[0] === name).map((each) => operationSection(each, addresses)),
      ...messages
        .filter(([, { post }]) => post.tags[0] === name)
        .map(([event, { post }]) => messageSection(event, post, addresses)),
    ];
    return {
      link: `<li><a href="#${id}">${escapeHtml(name)}</a></li>`,
      section: `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(name)}</h2><p>${prose(text)}</p>
${items.join("\n")}
</section>`,
    };
  });
  const types = Object.entries(document.components.schemas).map(([name, schema]) =>
    typeSection(name, schema),
  );
  const back = home === null ? "" : `<p><a href="${escapeHtml(home)}">← ${escapeHtml(title)}</a></p>\n`;
  return layout({
    title: `Reference · ${title}`,
    addresses,
    styles: [addresses.path("/pages.css"), addresses.path("/api/docs/reference.css")],
    scripts: [addresses.path("/api/docs/reference.js")],
    body: `<div class="frame" data-prefix="${escapeHtml(addresses.prefix)}">
<nav aria-label="Reference">
${back}<label for="search">Search operations</label>
<input id="search" type="search" autocomplete="off">
<ul>${groups.map(({ link }) => link).join("")}<li><a href="#types">Types</a></li></ul>
<p><a href="${addresses.path("/api/docs/openapi.json")}">OpenAPI document</a></p>
<p><a href="${addresses.path("/api/docs/errors")}">Error codes</a></p>
</nav>
<main>
<h1>${escapeHtml(title)} <span class="status">${escapeHtml(version)}</span></h1>
<div id="guide">${guideHtml(description)}</div>
${groups.map(({ section }) => section).join("\n")}
<section aria-labelledby="types"><h2 id="types">Types</h2>
${types.join("\n")}
</section>
<p id="nothing" role="status"></p>
</main>
</div>`,
  });
}
