import { format } from "prettier";
import { expect, test } from "vitest";
import {
  fieldsOf,
  nameOf,
  typeOf as typeIn,
  type Described,
  type Notation,
} from "../packages/http/src/pages/reference/describe.ts";
import type {
  ShownContent,
  ShownDocument,
  ShownOperation,
} from "../packages/http/src/pages/reference/document.ts";
import { testApi } from "../packages/http/src/test-api.test-support.ts";

/** Codes that any call may return. */
const COMMON = [
  ...["invalid_request", "unauthenticated", "invalid_token", "insufficient_scope", "forbidden_origin"],
  ...["misdirected_host", "payload_too_large", "unsupported_media_type", "rate_limited", "internal"],
];

const code = (text: string) => `\`${text}\``;
/** A text in a cell of a table. */
const cell = (text = "") => text.replaceAll("|", String.raw`\|`).replaceAll(/\s+/g, " ");

const linkTo = (name: string) => `[${name}](rest-types.md#${name.toLowerCase()})`;

const NOTATION: Notation = { code, named: linkTo };
const typeOf = (schema: Described) => typeIn(schema, NOTATION);

function typeSection([name, schema]: readonly [string, Described]): string {
  const rows = fieldsOf(schema).map(
    ({ path, schema: field, isRequired }) =>
      `| ${code(path)} | ${cell(typeOf(field))} | ${isRequired ? "" : "optional"} | ${cell(field.description)} |`,
  );
  const { description = "" } = schema;
  const values = (schema.enum ?? []).map((value) => `- ${code(JSON.stringify(value))}`);
  const table = ["| Field | Type | | |", "| - | - | - | - |", ...rows];
  const shape = values.length > 0 ? values : rows.length > 0 ? table : [`${typeOf(schema)}.`];
  return [`## ${name}`, description, shape.join("\n")].filter((part) => part !== "").join("\n\n");
}

const errorLinks = (codes: readonly string[]) =>
  codes.map((each) => `[${code(each)}](errors.md#${each})`).join(", ");

const bodyText = (content: ShownContent = {}) =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      schema === undefined || typeOf(schema) === "string" ? code(type) : `${typeOf(schema)} (${code(type)})`,
    )
    .join(", or ");

function operationSection(
  path: string,
  method: string,
  operation: ShownOperation,
  { components }: ShownDocument,
): string {
  const { summary, description = "", parameters = [], requestBody, responses } = operation;
  const resolved = parameters.map((each) =>
    each.$ref === undefined ? each : (components.parameters[nameOf(each.$ref)] ?? each),
  );
  const rows = resolved
    .filter(({ in: place }) => place !== "path")
    .map(
      (each) =>
        `| ${code(each.name)} | ${each.in} | ${cell(typeOf(each.schema))}${each.required === true ? ", required" : ""} | ${cell(each.description)} |`,
    );
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      [
        status,
        answer.$ref === undefined ? answer : (components.responses[nameOf(answer.$ref)] ?? answer),
      ] as const,
  );
  const good = answers
    .filter(([status]) => /^2/.test(status))
    .map(([status, { description: text = "", content }]) =>
      [`- **${status}** ${text.replace(/\.$/, "")}`, bodyText(content)]
        .filter((part) => part !== "")
        .join(": "),
    );
  const codes = new Set<string>(answers.flatMap(([, answer]) => answer["x-error-codes"] ?? []));
  for (const common of COMMON) codes.delete(common);
  const example = Object.values(requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
    Object.values(examples),
  )[0]?.value;
  const body =
    requestBody === undefined
      ? ""
      : `Body: ${bodyText(requestBody.content)}. ${requestBody.description ?? ""}`;
  return [
    `### ${code(`${method.toUpperCase()} ${path}`)}`,
    `**${summary}.** ${description}`,
    rows.length === 0 ? "" : ["| Parameter | In | Type | |", "| - | - | - | - |", ...rows].join("\n"),
    body,
    example === undefined || typeof example !== "object"
      ? ""
      : `\`\`\`json\n${JSON.stringify(example)}\n\`\`\``,
    good.join("\n"),
    codes.size === 0 ? "" : `Errors: ${errorLinks([...codes])}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const REST_HEAD = `<!-- Made by pnpm generate:pages from the OpenAPI document; not edited. -->

# The REST API

With this page you find each call of the API: its parameters, its body and its responses. [Types](rest-types.md) has the objects, [errors](errors.md) the codes, and [events](events.md) the streams. An instance serves the same at \`/api/docs\`, where you can try the calls, and as an OpenAPI 3.1 document at \`/api/docs/openapi.json\`.

Send a token as \`authorization: Bearer wat_…\`, bodies as JSON, and an \`idempotency-key\` with what you may send again. Lists have a header \`Link\` with the next page. Any call may fail with ${errorLinks(COMMON)}; other codes are listed with it.`;

const TYPES_HEAD = `<!-- Made by pnpm generate:pages from the OpenAPI document; not edited. -->

# Types of the REST API

With this page you look up the objects of [the REST API](rest.md). A field is always present unless it says "optional".`;

async function documentOf(): Promise<ShownDocument> {
  await using api = await testApi();
  return (await api.call("GET", "/api/docs/openapi.json")).json as ShownDocument;
}

const formatted = (parts: readonly string[]) =>
  format(parts.join("\n\n"), { parser: "markdown", printWidth: 110 });

test("the page of the REST API matches the document (else: pnpm generate:pages)", async () => {
  const document = await documentOf();
  const sections = document.tags.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}`,
    ...Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => tags[0] === name)
        .map(([method, operation]) => operationSection(path, method, operation, document)),
    ),
  ]);
  await expect(await formatted([REST_HEAD, ...sections])).toMatchFileSnapshot("../docs/rest.md");
});

test("the page of types matches the document (else: pnpm generate:pages)", async () => {
  const { components } = await documentOf();
  const sections = Object.entries(components.schemas).map(typeSection);
  await expect(await formatted([TYPES_HEAD, ...sections])).toMatchFileSnapshot("../docs/rest-types.md");
});
