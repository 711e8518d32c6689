import { lineOfFault } from "./json-fault.ts";

/** A config that is being written, as JSON: the form reads and writes the same text that stands beside it. */
export type Value = Readonly<Record<string, unknown>>;

export type Parsed =
  { readonly value: Value; readonly problem: null } | { readonly value: null; readonly problem: string };

export function isRecord(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What a text says, or what is wrong with it and in which line. */
export function parseDraft(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value)
      ? { value, problem: null }
      : { value: null, problem: "A config is an object: { … }." };
  } catch {
    return { value: null, problem: `This is not JSON: look at line ${lineOfFault(text) ?? 1}.` };
  }
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), value);
}

/** With another value at a path; all else, and the order of all, is as it was. */
export function withValueAt(value: Value, [first, ...rest]: readonly string[], next: unknown): Value {
  if (first === undefined) return isRecord(next) ? next : value;
  const below = value[first];
  return {
    ...value,
    [first]: rest.length === 0 ? next : withValueAt(isRecord(below) ? below : {}, rest, next),
  };
}

/** Whether two texts say the same, however they are written. */
export function saysTheSame(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [parseDraft(a), parseDraft(b)];
  return one.value !== null && other.value !== null && canonical(one.value) === canonical(other.value);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
