const MARKER = Symbol.for("workspace-agent.web.items-refusal");

/** Why items cannot be sent, in words for the user. */
export class ItemsRefusal extends Error {
  override readonly name = "ItemsRefusal";
  readonly [MARKER] = true;

  static isInstance(value: unknown): value is ItemsRefusal {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

/** The items of a batch as NDJSON. */
export interface BatchItems {
  readonly lines: Blob;
  readonly count: number;
}

const MAX_ITEMS = 100_000;
const MAX_KEY = 128;
/** The page has to hold an array as one value. */
const MAX_ARRAY_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 1024;
/** As the server counts: a blank line is no item. */
const BLANK = /^[ \t\r]*$/;

/**
 * Reads NDJSON or a JSON array, and checks that each item is an object with a key of its own. The server checks the rest. Lines are read
 * piece by piece and sent as they are, so that a large file is never in memory. Throws `ItemsRefusal` with the number of the item, from 1.
 */
export async function readItems(source: Blob): Promise<BatchItems> {
  try {
    const head = new TextDecoder().decode(await source.slice(0, HEAD_BYTES).arrayBuffer());
    return head.trimStart().startsWith("[") ? await readArray(source) : await readLines(source);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotReadableError")
      throw new ItemsRefusal("The file cannot be read. Choose it again if it has changed.");
    if (error instanceof TypeError) throw new ItemsRefusal("The items are not UTF-8 text.");
    throw error;
  }
}

async function readLines(source: Blob): Promise<BatchItems> {
  const check = itemCheck();
  let count = 0;
  for await (const line of linesOf(source)) {
    if (BLANK.test(line)) continue;
    count += 1;
    check(parsed(line, `Item ${count}`), count);
  }
  assertSome(count);
  const mark = new Uint8Array(await source.slice(0, 3).arrayBuffer());
  const hasMark = mark[0] === 0xef && mark[1] === 0xbb && mark[2] === 0xbf;
  return { lines: hasMark ? source.slice(3) : source, count };
}

async function readArray(source: Blob): Promise<BatchItems> {
  if (source.size > MAX_ARRAY_BYTES)
    throw new ItemsRefusal("The array is larger than 64 MiB. Save it with one item per line (NDJSON).");
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await source.arrayBuffer());
  const items = parsed(text, "The array");
  if (!Array.isArray(items)) throw new ItemsRefusal("The items are not an array.");
  const check = itemCheck();
  items.forEach((item: unknown, index) => check(item, index + 1));
  assertSome(items.length);
  return {
    lines: new Blob(items.map((item: unknown) => `${JSON.stringify(item)}\n`)),
    count: items.length,
  };
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ItemsRefusal(`${what} is not JSON: ${error instanceof Error ? error.message : "invalid"}`);
  }
}

function assertSome(count: number): void {
  if (count === 0) throw new ItemsRefusal("There are no items.");
}

/** Checks the items of one batch in their order. */
function itemCheck(): (item: unknown, number: number) => void {
  const numbers = new Map<string, number>();
  return (item, number) => {
    const refuse = (problem: string) => new ItemsRefusal(`Item ${number} ${problem}.`);
    if (number > MAX_ITEMS) throw new ItemsRefusal("There are more than 100,000 items.");
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw refuse("is not an object");
    const key: unknown = "key" in item ? item.key : undefined;
    if (typeof key !== "string" || key === "") throw refuse('has no "key" that is a text');
    if (key.length > MAX_KEY) throw refuse("has a key of more than 128 characters");
    const earlier = numbers.get(key);
    if (earlier !== undefined) throw refuse(`has the key "${key}", as item ${earlier} does`);
    numbers.set(key, number);
  };
}

async function* linesOf(source: Blob): AsyncGenerator<string, void> {
  const reader = source
    .stream()
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
    .getReader();
  let open = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (open + value).split("\n");
      open = lines.pop() ?? "";
      yield* lines;
    }
    yield open;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
