import type { Addresses } from "../../addresses.ts";
import type { Content, ListedOperation, Operation } from "../../openapi-document.ts";
import { escapeHtml, prose } from "../html.ts";
import { fieldsOf, typeOf, type Described, type Notation } from "./describe.ts";

const typeId = (name: string) => `type-${escapeHtml(name)}`;

const NOTATION: Notation = {
  code: (text) => `<code>${escapeHtml(text)}</code>`,
  named: (name) => `<a href="#${typeId(name)}">${escapeHtml(name)}</a>`,
};

const typeHtml = (schema: Described) => typeOf(schema, NOTATION);

/** A table whose first column names the rows. */
function table(label: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const titles = head.map((title) => `<th scope="col">${title}</th>`).join("");
  const body = rows.map(
    ([first = "", ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table><thead><tr>${titles}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

export function typeSection(name: string, schema: Described): string {
  const rows = fieldsOf(schema).map(({ path, schema: field, isRequired }) => [
    `<code>${escapeHtml(path)}</code>`,
    typeHtml(field) + (isRequired ? "" : ' <span class="muted">optional</span>'),
    prose(field.description ?? ""),
  ]);
  return `<details id="${typeId(name)}" class="item">
<summary><strong>${escapeHtml(name)}</strong> <span class="muted">${prose(schema.description ?? "")}</span></summary>
${rows.length === 0 ? `<p>${typeHtml(schema)}</p>` : table(`Fields of ${name}`, ["Field", "Type", "Meaning"], rows)}
</details>`;
}

function contentHtml(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${typeHtml(schema)} <span class="muted">${escapeHtml(type)}</span>`)
    .join(", ");
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** The examples of a body that are JSON, each with its name. */
function examplesOf(content: Content = {}): readonly (readonly [string, string])[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).flatMap(({ summary, value }) =>
      typeof value === "object" ? [[summary, pretty(value)] as const] : [],
    ),
  );
}

/** A body as text or as a file, for the content type that the reader chooses. */
function bodyFields(id: string, content: Content = {}): string {
  const types = Object.entries(content);
  if (types.length === 0) return "";
  const fields = types.map(([type, { examples = {} }], index) => {
    const field = `${id}-body-${index}`;
    const [{ value } = { value: "" }] = Object.values(examples);
    const text = typeof value === "string" ? value : pretty(value);
    const control = type.includes("json")
      ? `<textarea id="${field}" rows="8" spellcheck="false">${escapeHtml(text)}</textarea>`
      : `<input id="${field}" type="file">`;
    return `<div data-type="${escapeHtml(type)}"${index === 0 ? "" : " hidden"}><label for="${field}">Body</label>\n${control}</div>`;
  });
  const options = types.map(([type]) => `<option>${escapeHtml(type)}</option>`);
  return `<label for="${id}-type">Content type</label>
<select id="${id}-type">${options.join("")}</select>
${fields.join("\n")}`;
}

function tryForm({ operationId: id, parameters = [], requestBody }: Operation): string {
  const fields = parameters.map(({ name, in: place, required }) => {
    const field = `${id}-${place}-${name}`.replaceAll(/[^\w-]/g, "-");
    return `<label for="${field}"><code>${escapeHtml(name)}</code> <span class="muted">${place}${required ? ", required" : ""}</span></label>
<input id="${field}" name="${escapeHtml(name)}" data-in="${place}" autocomplete="off" spellcheck="false"${required ? " required" : ""}>`;
  });
  return `<details class="try"><summary>Try it</summary>
<form novalidate>
${fields.join("\n")}
${bodyFields(id, requestBody?.content)}
<p><button type="submit">Send</button> <button type="button" hidden>Stop</button></p>
<output aria-label="Response"></output>
</form>
</details>`;
}

function responsesHtml(responses: Operation["responses"], addresses: Addresses): string {
  const rows = Object.entries(responses).map(([status, { description, content, "x-error-codes": codes }]) => [
    escapeHtml(status),
    codes === undefined
      ? `${prose(description)} ${contentHtml(content)}`
      : codes.map((code) => `<a href="${addresses.error(code)}">${code}</a>`).join(", "),
  ]);
  return table("Responses", ["Status", "Response"], rows);
}

const idOf = ({ tags, operationId }: Operation) => `/${encodeURIComponent(tags[0] ?? "")}/${operationId}`;

/** What is sent, and what is answered. */
function exchange(operation: Operation, addresses: Addresses): string {
  const { description = "", parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(({ name, in: place, required, schema, description: text }) => [
    `<code>${escapeHtml(name)}</code>`,
    `${place}${required ? ", required" : ""}`,
    typeHtml(schema),
    prose(text ?? ""),
  ]);
  const examples = examplesOf(requestBody?.content).map(
    ([name, text]) =>
      `<details><summary>Example: ${escapeHtml(name)}</summary><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></details>`,
  );
  return `<p>${prose(description)}</p>
${table("Parameters", ["Parameter", "In", "Type", "Meaning"], rows)}
${requestBody === undefined ? "" : `<p><strong>Body</strong>: ${contentHtml(requestBody.content)}. ${prose(requestBody.description)}</p>`}
${examples.join("\n")}
${responsesHtml(responses, addresses)}`;
}

export function operationSection(operation: ListedOperation, addresses: Addresses): string {
  const path = escapeHtml(operation.path);
  const method = operation.method.toUpperCase();
  return `<details id="${idOf(operation)}" class="item operation" data-method="${method}" data-path="${path}">
<summary><span class="method" data-method="${method}">${method}</span> <code>${path}</code> <span>${escapeHtml(operation.summary)}</span></summary>
${exchange(operation, addresses)}
${tryForm(operation)}
</details>`;
}

/** A message that the endpoint of a webhook receives. */
export function messageSection(event: string, message: Operation, addresses: Addresses): string {
  return `<details id="${idOf(message)}" class="item">
<summary><span class="method">Message</span> <code>${escapeHtml(event)}</code> <span>${escapeHtml(message.summary)}</span></summary>
${exchange(message, addresses)}
</details>`;
}
