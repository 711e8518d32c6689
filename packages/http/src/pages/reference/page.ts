import type { Addresses } from "../../addresses.ts";
import { escapeHtml, prose } from "../html.ts";
import { layout } from "../layout.ts";
import type { ShownDocument, ShownOperation } from "./document.ts";
import { guideHtml } from "./guide-html.ts";
import { messageSection, operationSection, typeSection } from "./operation-html.ts";

interface ReferenceParts {
  readonly document: ShownDocument;
  readonly addresses: Addresses;
  /** Where the web interface is. Null: there is none. */
  readonly home: string | null;
}

function operationsOf(name: string, { document, addresses }: ReferenceParts): readonly string[] {
  const { paths, webhooks, components } = document;
  const isIn = ({ tags }: ShownOperation) => tags[0] === name;
  const operations = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath)
      .filter(([, operation]) => isIn(operation))
      .map(([method, operation]) =>
        operationSection(operation, { path, method: method.toUpperCase(), addresses, components }),
      ),
  );
  const messages = Object.entries(webhooks)
    .filter(([, { post }]) => isIn(post))
    .map(([event, { post }]) => messageSection(event, post, { addresses, components }));
  return [...operations, ...messages];
}

/** The API reference: the OpenAPI document as a page that needs no script, except to search and to try calls. */
export function referencePage(parts: ReferenceParts): string {
  const { document, addresses, home } = parts;
  const { title, description, version } = document.info;
  const groups = document.tags.map(({ name, description: text }) => {
    const id = `/${encodeURIComponent(name)}`;
    return {
      link: `<li><a href="#${id}">${escapeHtml(name)}</a></li>`,
      section: `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(name)}</h2><p>${prose(text)}</p>
${operationsOf(name, parts).join("\n")}
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
