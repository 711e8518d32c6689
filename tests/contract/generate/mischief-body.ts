import { LIMITS } from "../world/world.ts";
import type { Misdeed } from "./mischief.ts";
import { bytesOf } from "./resolve.ts";
import { isSchema } from "./schema-arbitrary.ts";
import { HOSTILE_TEXTS } from "./texts.ts";

const NOT_JSON = ["", "{", '{"a":1,}', "{'a':1}", "nul", "[1", '"\u0001"', "{}{}", "NaN", "[".repeat(20_000)];
const BAD_UTF8 = [[0xff], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]];
const OTHER_TYPES = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "nonsense",
  "application/jsonp",
];

export const bodyMischief: Readonly<Record<string, Misdeed>> = {
  "a body that its schema refuses": (draft, { at }, { breaker }) => {
    if (draft.body?.form !== "json") return null;
    const broken = breaker.break(draft.body.schema, draft.body.value, at);
    if (broken === null) return null;
    return {
      draft: { ...draft, body: { ...draft.body, value: broken.value } },
      // A load reports errors per item.
      expected: { why: broken.why, mayPass: draft.operation.path.endsWith("/bulk") },
    };
  },
  "a hostile text in the body": (draft, { at, hostile }) => {
    if (draft.body === null || draft.body.form === "bytes") return null;
    const text = HOSTILE_TEXTS[hostile % HOSTILE_TEXTS.length] ?? "";
    const count = textsIn(draft.body.value);
    if (count === 0) return null;
    const value = withText(draft.body.value, at % count, text);
    return {
      draft: { ...draft, body: { ...draft.body, value } },
      expected: { why: `the text ${JSON.stringify(text.slice(0, 30))}`, mayPass: true },
    };
  },
  "a hostile name in the body": (draft, { hostile }) => {
    if (draft.body?.form !== "json" || !isSchema(draft.body.value)) return null;
    const name = HOSTILE_TEXTS[hostile % HOSTILE_TEXTS.length] ?? "";
    const value = JSON.stringify(draft.body.value)
      .replace(/^\{/, `{${JSON.stringify(name)}:1,`)
      .replace(",}", "}");
    return {
      draft,
      bytes: Buffer.from(value),
      // A condition that fails is refused before the content is checked (RFC 9110, section 13.2.1).
      expected: { why: `the name ${JSON.stringify(name.slice(0, 30))}`, statuses: [400, 412, 413] },
    };
  },
  "a body that is not JSON": (draft, { at }) => {
    if (draft.body?.form !== "json") return null;
    const text = NOT_JSON[at % NOT_JSON.length] ?? "";
    if (text === "" && draft.operation.requestBody?.required !== true) return null;
    return { draft, bytes: Buffer.from(text), expected: { why: "not JSON", statuses: [400, 413] } };
  },
  "a body that is not UTF-8": (draft, { at }) => {
    if (draft.body?.form !== "json") return null;
    const bad = Buffer.from(BAD_UTF8[at % BAD_UTF8.length] ?? []);
    const bytes = Buffer.concat([Buffer.from('{"name":"'), bad, Buffer.from('"}')]);
    return { draft, bytes, expected: { why: "not UTF-8", statuses: [400] } };
  },
  "lines that are broken": (draft, { at, hostile }) => {
    if (draft.body?.form !== "lines") return null;
    const bad = [...NOT_JSON, ...HOSTILE_TEXTS][hostile % (NOT_JSON.length + HOSTILE_TEXTS.length)] ?? "";
    const lines = Buffer.from(bytesOf(draft.body) ?? [])
      .toString()
      .split("\n");
    const bytes = Buffer.from([...lines.slice(0, at % 3), bad, ...lines.slice(at % 3)].join("\n"));
    return { draft, bytes, expected: { why: "a broken line", mayPass: true } };
  },
  "bytes that are no archive": (draft, { at, hostile }) => {
    if (draft.body?.form !== "bytes") return null;
    const whole = Buffer.from(bytesOf(draft.body) ?? []);
    const cut = whole.subarray(0, at % Math.max(1, whole.length));
    const flipped = Buffer.from(whole);
    if (flipped.length > 0) flipped[at % flipped.length] = hostile % 256;
    const bytes = [cut, flipped, Buffer.from("PK"), Buffer.alloc(0)][hostile % 4] ?? cut;
    return { draft, bytes: Uint8Array.from(bytes), expected: { why: "broken bytes", mayPass: true } };
  },
  "a wrong content type": (draft, { at }) => {
    if (draft.body?.form !== "json") return null;
    const { "content-type": _, ...others } = draft.headers;
    const type = OTHER_TYPES[at % (OTHER_TYPES.length + 1)];
    const headers = type === undefined ? others : { ...others, "content-type": type };
    return { draft: { ...draft, headers }, expected: { why: `the type ${type ?? "none"}`, statuses: [415] } };
  },
  "a body that is too long": (draft, { at }) => {
    const isStreamed = draft.body?.form !== "json";
    if (draft.body === null || draft.body.form === "lines") return null;
    const size = Math.max(...Object.values(LIMITS)) + 1 + (at % 1000);
    const bytes = isStreamed ? new Uint8Array(size) : Buffer.from(JSON.stringify({ name: "z".repeat(size) }));
    // With another limit it is not an archive, or has an unknown member; a volume may refuse it first, and so may a key that was used.
    const { "if-match": _, "if-none-match": __, ...headers } = draft.headers;
    const ofKey = "idempotency-key" in headers ? [422] : [];
    const expected = { why: "too long", statuses: [400, 403, 409, 413, ...ofKey] };
    return { draft: { ...draft, headers }, bytes: Uint8Array.from(bytes), expected };
  },
};

function textsIn(value: unknown): number {
  if (typeof value === "string") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member: unknown) => sum + textsIn(member), 0);
}

/** The value with its n-th text replaced. */
function withText(value: unknown, index: number, text: string): unknown {
  let left = index;
  const visit = (part: unknown): unknown => {
    if (typeof part === "string") return left-- === 0 ? text : part;
    if (Array.isArray(part)) return part.map(visit);
    if (!isSchema(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value);
}
