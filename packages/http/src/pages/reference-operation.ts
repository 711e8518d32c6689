import type { Content, Parameter } from "../openapi/document-types.ts";
import type { ListedOperation } from "../openapi/operations.ts";
import { escapeHtml, prose } from "./html.ts";

export function operationArticle(operation: ListedOperation): string {
  const { method, path, operationId, summary, description, parameters, requestBody, responses } = operation;
  return `<article id="${operationId}">
<h3>${escapeHtml(summary)}</h3>
<div class="call"><span class="method ${method}">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code></div>
${description === undefined ? "" : `<p>${prose(description)}</p>`}
${parameters === undefined ? "" : parameterTable(parameters)}
${requestBody === undefined ? "" : `<h4>Body</h4>\n${contentList(requestBody.content)}`}
<h4>Answers</h4>
<table><tbody>${Object.entries(responses)
    .map(
      ([status, response]) =>
        `<tr><td><code>${status}</code></td><td>${prose(response.description)} ${contentList(response.content ?? {})}</td></tr>`,
    )
    .join("")}</tbody></table>
</article>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td>${prose(description ?? "")}</td></tr>`,
  );
  return `<h4>Parameters</h4>\n<table><tbody>${rows.join("")}</tbody></table>`;
}

function contentList(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<span class="muted">${escapeHtml(type)}</span> ${schemaLink(schema)}`)
    .join(" · ");
}

/** The component's name where there is one; other schemas are short enough to stand here. */
function schemaLink(schema: Readonly<Record<string, unknown>>): string {
  const items = schema["items"];
  if (typeof items === "object" && items !== null && "$ref" in items) {
    return `${schemaLink({ $ref: items.$ref })}<code>[]</code>`;
  }
  const ref = schema["$ref"];
  if (typeof ref !== "string") return `<code>${escapeHtml(JSON.stringify(schema))}</code>`;
  const name = escapeHtml(ref.slice(ref.lastIndexOf("/") + 1));
  return `<a href="#schema-${name}"><code>${name}</code></a>`;
}
