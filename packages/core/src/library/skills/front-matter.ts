import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from "yaml";

/** What a field of the front matter holds. Every scalar is its text: `version: 1.0` is "1.0". */
export type FrontMatterValue =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "list"; readonly items: readonly FrontMatterValue[] }
  | { readonly type: "map"; readonly entries: ReadonlyMap<string, FrontMatterValue> };

export type FrontMatter =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, FrontMatterValue>; readonly body: string }
  | { readonly ok: false; readonly fault: string };

/** Ten times what the longest allowed fields take. Bounds what the parser can be made to do, too. */
const MAX_LENGTH = 32_768;
/** A map of lists is the deepest that any field may be. */
const MAX_DEPTH = 4;

const OPENING = /^---[ \t]*\n/;
const CLOSING = /^---[ \t]*$/m;

const fault = (detail: string): FrontMatter => ({ ok: false, fault: detail });

function valueOf(node: unknown, depth = 0): FrontMatterValue {
  if (depth > MAX_DEPTH) return { type: "text", text: "" };
  if (isMap(node)) {
    const entries = node.items.map(({ key, value }): [string, FrontMatterValue] => [
      isScalar(key) ? String(key.value) : "",
      valueOf(value, depth + 1),
    ]);
    return { type: "map", entries: new Map(entries) };
  }
  if (isSeq(node)) return { type: "list", items: node.items.map((item) => valueOf(item, depth + 1)) };
  return { type: "text", text: isScalar(node) ? String(node.value) : "" };
}

/** Escapes of YAML can make them; tabs and line ends may be. */
const UNWANTED = /[^\P{Cc}\t\r\n]/u;

const isUnwanted = (value: unknown) =>
  typeof value === "string" && (UNWANTED.test(value) || !value.isWellFormed());

/** What YAML can do and a skill may not: names for parts that are used again, types, and texts that are none. */
function oddityOf(document: Document): string | null {
  const odd = new Set<string>();
  visit(document, (_, node) => {
    if (!isNode(node)) return;
    if (isAlias(node) || node.anchor !== undefined) odd.add("uses anchors or aliases");
    else if (node.tag !== undefined && !/^tag:yaml\.org,2002:(str|map|seq)$/.test(node.tag))
      odd.add("uses a tag");
    else if (isScalar(node) && isUnwanted(node.value)) odd.add("holds control characters or half characters");
  });
  return [...odd][0] ?? null;
}

function parse(text: string): FrontMatter {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    stringKeys: true,
    prettyErrors: false,
    logLevel: "silent",
    lineCounter,
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    // The line of the opening `---` comes before what was parsed.
    const line = lineCounter.linePos(problem.pos[0]).line + 1;
    return fault(`the front matter is not valid YAML at line ${line}: ${problem.message.slice(0, 200)}`);
  }
  const odd = oddityOf(document);
  if (odd !== null) return fault(`the front matter ${odd}, which is not allowed`);
  const value = valueOf(document.contents);
  return value.type === "map"
    ? { ok: true, fields: value.entries, body: "" }
    : fault("the front matter is no map of fields");
}

/** The front matter of a `SKILL.md` and what follows it. Line ends may be CRLF, and a byte order mark may come first. */
export function readFrontMatter(markdown: string): FrontMatter {
  const text = markdown.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const opening = OPENING.exec(text);
  if (opening === null) return fault("the file does not begin with a line --- and front matter");
  const rest = text.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (closing === null) return fault("the front matter is not ended by a line ---");
  if (closing.index > MAX_LENGTH) return fault(`the front matter is longer than ${MAX_LENGTH} characters`);
  const read = parse(rest.slice(0, closing.index));
  return read.ok ? { ...read, body: rest.slice(closing.index + closing[0].length + 1) } : read;
}
