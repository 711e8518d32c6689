import { format } from "prettier";
import { expect, test } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../packages/core/src/domain/errors/codes.ts";
import { testApi } from "../packages/http/src/test-api.test-support.ts";

/** More operations than this are not listed. */
const MOST_LISTED = 12;

interface Answer {
  readonly $ref?: string;
  readonly "x-error-codes"?: readonly string[];
  readonly content?: {
    readonly "application/problem+json"?: {
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
    };
  };
}
type Answers = Readonly<Record<string, Answer>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: Answers }>>>>;
  readonly components: { readonly responses: Answers };
}

interface Occurrence {
  readonly operation: string;
  readonly example: unknown;
}

/** Each operation that may return a code, with its example. */
function occurrencesOf(code: ErrorCode, { paths, components }: Document): readonly Occurrence[] {
  const shared = ({ $ref }: Answer) => components.responses[$ref?.split("/").at(-1) ?? ""];
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses = {} }]) =>
      Object.values(responses)
        .map((answer) => shared(answer) ?? answer)
        .filter((answer) => answer["x-error-codes"]?.includes(code) === true)
        .map(({ content }) => ({
          operation: `\`${method.toUpperCase()} ${path}\``,
          example: content?.["application/problem+json"]?.examples?.[code]?.value,
        })),
    ),
  );
}

function section(code: ErrorCode, document: Document): string {
  const { status, title, help, retryable } = ERROR_CODES[code];
  const occurrences = occurrencesOf(code, document);
  const example = occurrences.find((each) => each.example !== undefined)?.example;
  const operations = occurrences.map(({ operation }) => `- ${operation}`).join("\n");
  const where =
    occurrences.length === 0
      ? "No operation returns it; the service does if a request matches no operation."
      : occurrences.length > MOST_LISTED
        ? "Many operations return it; the OpenAPI document lists them."
        : `Returned by:\n\n${operations}`;
  return [
    `## ${code}`,
    `**${status}** ${title}. ${help}${retryable ? " The same request may succeed later." : ""}`,
    ...(example === undefined ? [] : ["```json", JSON.stringify(example), "```", ""]),
    where,
  ].join("\n\n");
}

const HEAD = `<!-- Made by pnpm generate:errors from packages/core/src/domain/errors/codes.ts; not edited. -->

# Errors

An error response is \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). Its \`code\` is stable: use it in your code, not the texts. \`errors\` names each invalid field by a JSON Pointer, and \`request_id\` finds the request in the operator's log. An instance serves this list at \`/api/docs/errors\`, also as JSON. In code, errors are \`DomainError\`s with the same \`code\` and \`status\`.`;

test("the page of errors matches the registry (else: pnpm generate:errors)", async () => {
  await using api = await testApi();
  const document = (await api.call("GET", "/api/docs/openapi.json")).json as Document;
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  const text = [HEAD, ...codes.map((code) => section(code, document))].join("\n\n");
  await expect(await format(text, { parser: "markdown", printWidth: 110 })).toMatchFileSnapshot(
    "../docs/errors.md",
  );
});
