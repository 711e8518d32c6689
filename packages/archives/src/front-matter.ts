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

/** The value of a field. A scalar is its text: `version: 1.0` is "1.0". */
export type FrontMatterValue =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "list"; readonly items: readonly FrontMatterValue[] }
  | { readonly type: "map"; readonly entries: ReadonlyMap<string, FrontMatterValue> };

export type FrontMatter =
  | {
      readonly ok: true;
      readonly fields: ReadonlyMap<string, FrontMatterValue>;
      readonly body: string;
      /** What is wrong, but could be understood. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly fault: string };

/** Ten times what the longest allowed fields take. It limits the work of the parser, too. */
const MAX_LENGTH = 32_768;
/** A map of lists is the deepest that any field may be. */
const MAX_DEPTH = 4;

const OPENING = /^\s*---[ \t]*\n/;
const CLOSING = /^---[ \t]*$/m;

const fault = (detail: string): FrontMatter => ({ ok: false, fault: detail });

function valueOf(node: unknown, depth = 0): FrontMatterValue {
  if (depth > MAX_DEPTH) return { type: "text", text: "" };
  if (isMap(node)) {
    const entries = new Map<string, FrontMatterValue>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      // The first of several wins.
      if (!entries.has(name)) entries.set(name, valueOf(value, depth + 1));
    }
    return { type: "map", entries };
  }
  if (isSeq(node)) return { type: "list", items: node.items.map((item) => valueOf(item, depth + 1)) };
  return { type: "text", text: isScalar(node) ? String(node.value) : "" };
}

/** Control characters, which escapes of YAML can create, except for tabs and line ends. */
const UNWANTED = /[^\P{Cc}\t\r\n]/u;

const isUnwanted = (value: unknown) =>
  typeof value === "string" && (UNWANTED.test(value) || !value.isWellFormed());

/** What YAML allows and front matter may not have: anchors, tags, control characters and lone surrogates. */
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

interface Parsed {
  readonly document: Document;
  /** Null where it is valid. */
  readonly problem: string | null;
}

function parseYaml(text: string): Parsed {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    stringKeys: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
    lineCounter,
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem === undefined) return { document, problem: null };
  // The line of the opening `---` comes before what was parsed.
  const line = lineCounter.linePos(problem.pos[0]).line + 1;
  return {
    document,
    problem: `the front matter is not valid YAML at line ${line}: ${problem.message.slice(0, 200)}`,
  };
}

/** Front matter that is longer or has more fields is not repaired: each field would be parsed by itself. */
const MOST_QUOTED = 16_384;
const MOST_FIELDS = 64;

const FIELD = /^([A-Za-z][\w-]*):[ \t]+(\S[^]*)$/;

/** A field whose value is no YAML, such as `description: Use this: it helps`, with its value quoted. */
function quoted(field: string): string {
  const [, name, value] = FIELD.exec(field) ?? [];
  if (name === undefined || value === undefined || parseYaml(field).document.errors.length === 0)
    return field;
  const lines = value.split("\n").map((line) => line.trim());
  return `${name}: ${JSON.stringify(lines.filter((line) => line !== "").join(" "))}`;
}

/** The text with each field that is no YAML quoted; null where that is too much work. */
function withQuotes(text: string): string | null {
  const fields = text.split(/\n(?=[^\s#-])/);
  return text.length > MOST_QUOTED || fields.length > MOST_FIELDS ? null : fields.map(quoted).join("\n");
}

function parse(text: string): FrontMatter {
  const warnings: string[] = [];
  let { document, problem } = parseYaml(text);
  if (problem !== null) {
    const before = problem;
    const changed = withQuotes(text);
    if (changed === null) return fault(before);
    warnings.push(`${before}; values that need quotes were read as texts`);
    ({ document, problem } = parseYaml(changed));
    if (problem !== null) return fault(before);
  }
  const odd = oddityOf(document);
  if (odd !== null) return fault(`the front matter ${odd}, which is not allowed`);
  const value = valueOf(document.contents);
  if (isMap(document.contents) && value.type === "map" && value.entries.size < document.contents.items.length)
    warnings.push("the front matter has a field twice, of which the first counts");
  return value.type === "map"
    ? { ok: true, fields: value.entries, body: "", warnings }
    : fault("the front matter is no map of fields");
}

/** The front matter of a Markdown file and the text after it. Line ends may be CRLF, and a byte order mark may come first. */
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
