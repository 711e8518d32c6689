import { followed, type Parameter } from "../openapi/document.ts";
import type { Misdeed } from "./mischief.ts";
import type { Draft } from "./resolve.ts";
import { HOSTILE_TEXTS } from "./texts.ts";

const inQuery = ({ operation }: Draft) => operation.parameters.filter((one) => one.in === "query");

function withQuery(draft: Draft, name: string, value: string): Draft {
  return { ...draft, query: [...draft.query.filter(([other]) => other !== name), [name, value]] };
}

const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  "if-match": ["", "*, *", '"unclosed', "W/", ",,,", '"\u00e9"', `"${"x".repeat(4000)}"`],
  "if-none-match": ["", '"unclosed', "W/", ",,,", `"${"x".repeat(4000)}"`],
  "idempotency-key": ["", "x".repeat(256), "\u00e9", "a\tb"],
  "last-event-id": ["-1", "1.5", "abc", "99999999999999999999", ""],
  range: [
    "bytes=5-1",
    "bytes=0-0,2-3",
    "bytes=99999999-",
    "bytes=",
    "lines=1-2",
    "bytes=-",
    `bytes=${"0-1,".repeat(500)}`,
  ],
  "if-range": ["", '"other', "nonsense", 'W/"x"'],
  "if-modified-since": ["", "yesterday", "Sat, 31 Jan 99999 12:00:00 GMT", "0"],
  "x-request-id": ["", "a b", "x".repeat(200), "\u00e9<script>"],
  traceparent: ["", "nonsense", "00-00000000000000000000000000000000-0000000000000000-00"],
  accept: ["text/nothing", "", ";q=", "*/*;q=0", "application/json;q=0", "a".repeat(5000), "text/html"],
};

/** Invalid texts for the types of a query. */
function wrongTexts({ schema }: { readonly schema: Parameter["schema"] }): readonly string[] {
  const wrong: string[] = [];
  const { type, minimum, maximum, maxLength, minLength } = schema;
  if (type === "integer" || type === "number") {
    wrong.push("abc", "", "1e3", "NaN", "0x10", "1,5", "9".repeat(40));
    if (typeof minimum === "number") wrong.push(String(minimum - 1));
    if (typeof maximum === "number") wrong.push(String(maximum + 1));
    if (type === "integer") wrong.push("1.5");
  }
  if (type === "boolean") wrong.push("yes", "1", "TRUE", "");
  if (Array.isArray(schema["enum"])) wrong.push("no-such-choice");
  if (typeof maxLength === "number") wrong.push("q".repeat(maxLength + 1));
  if (typeof minLength === "number" && minLength > 0) wrong.push("");
  return wrong;
}

export const parameterMischief: Readonly<Record<string, Misdeed>> = {
  "an unknown query parameter": (draft, { at }) => {
    const name = ["nonsense", "Limit", "__proto__", "path[]", "%00", "constructor"][at % 6] ?? "";
    return {
      draft: withQuery(draft, name, "1"),
      expected: { why: `the parameter ${name}`, statuses: [400] },
    };
  },
  "a query parameter of a wrong kind": (draft, { at, hostile }, { world }) => {
    const wrong = inQuery(draft).flatMap(({ name, schema }) =>
      wrongTexts({ schema: followed(world.document, schema) }).map((text) => [name, text] as const),
    );
    const [name, text] = wrong[(at + hostile) % Math.max(1, wrong.length)] ?? [];
    if (name === undefined || text === undefined) return null;
    return {
      draft: withQuery(draft, name, encodeURIComponent(text)),
      expected: { why: `${name}=${text.slice(0, 40)}`, statuses: [400] },
    };
  },
  "a query parameter given twice": (draft, { at }) => {
    const given = draft.query[at % Math.max(1, draft.query.length)];
    if (given === undefined) return null;
    const query = [...draft.query, given];
    return { draft: { ...draft, query }, expected: { why: "given twice", statuses: [400] } };
  },
  "a query parameter that is missing": (draft, { at }) => {
    const required = inQuery(draft).filter((one) => one.required);
    const one = required[at % Math.max(1, required.length)];
    if (one === undefined) return null;
    const query = draft.query.filter(([name]) => name !== one.name);
    return { draft: { ...draft, query }, expected: { why: `without ${one.name}`, statuses: [400] } };
  },
  "a bad cursor": (draft, { at }) => {
    if (!inQuery(draft).some(({ name }) => name === "cursor")) return null;
    const cursor =
      ["nonsense", "e30", "eyJhIjoxfQ", "%00", "-".repeat(512), "W10", "%F0%9F%98%80"][at % 7] ?? "";
    return {
      draft: withQuery(draft, "cursor", cursor),
      expected: { why: `the cursor ${cursor.slice(0, 20)}`, statuses: [400] },
    };
  },
  "a hostile text in the query": (draft, { at, hostile }) => {
    const parameters = inQuery(draft);
    const one = parameters[at % Math.max(1, parameters.length)];
    if (one === undefined) return null;
    const text = (HOSTILE_TEXTS[hostile % HOSTILE_TEXTS.length] ?? "").toWellFormed();
    return {
      draft: withQuery(draft, one.name, encodeURIComponent(text)),
      expected: { why: `${one.name} with ${JSON.stringify(text.slice(0, 30))}`, mayPass: true },
    };
  },
  "a query with broken escapes": (draft, { at }) => {
    const bad = ["%", "%zz", "%ff", "%c0%ae", "%ed%a0%80", "%u0041"][at % 6] ?? "";
    const name = inQuery(draft)[0]?.name ?? "nonsense";
    return { draft: withQuery(draft, name, bad), expected: { why: `${name}=${bad}`, statuses: [400] } };
  },
  "a hostile header": (draft, { at, hostile }) => {
    const named = draft.operation.parameters
      .filter((one) => one.in === "header")
      .map((one) => one.name.toLowerCase());
    const names = [...named, "range", "x-request-id", "traceparent", "accept", "if-match", "idempotency-key"];
    const name = names[at % names.length] ?? "";
    const values = HEADER_VALUES[name] ?? ["", "nonsense"];
    const value = values[hostile % values.length] ?? "";
    return {
      draft: { ...draft, headers: { ...draft.headers, [name]: value } },
      expected: { why: `${name}: ${value.slice(0, 40)}`, mayPass: true },
    };
  },
};
