import { isRecord, type Value } from "./draft.ts";

/** A variable of the environment, or a header, as a row of the form. */
export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
  /** A secret that the instance has; what is typed replaces it, and nothing keeps it. */
  readonly isKept: boolean;
}

export function entriesOf(record: unknown): readonly Entry[] {
  if (!isRecord(record)) return [];
  return Object.entries(record).map(([name, each]) => {
    if (!isRecord(each)) return { name, value: String(each), isSecret: false, isKept: false };
    const value = typeof each["value"] === "string" ? each["value"] : null;
    return { name, value: value ?? "", isSecret: true, isKept: value === null };
  });
}

function valueOf({ value, isSecret, isKept }: Entry): unknown {
  if (!isSecret) return value;
  return isKept ? { secret: true } : { value, secret: true };
}

export function recordOf(entries: readonly Entry[]): Value {
  return Object.fromEntries(entries.map((entry) => [entry.name, valueOf(entry)]));
}

/** A name that no row has yet. */
export function freeName(names: readonly string[], base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!names.includes(name)) return name;
  }
}

/** With a row renamed where it stands; a name that another row has already changes nothing. */
export function renamed(record: Value, from: string, to: string): Value {
  if (to !== from && Object.hasOwn(record, to)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name === from ? to : name, value]),
  );
}

export function without(record: Value, name: string): Value {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}
