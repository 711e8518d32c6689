import { isRecord, type ConfigObject } from "../../api/parse-config.ts";

/** An environment variable or a header. */
export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
  /** A secret whose value only the server has. */
  readonly isStored: boolean;
}

export function entriesOf(record: unknown): readonly Entry[] {
  if (!isRecord(record)) return [];
  return Object.entries(record).map(([name, each]) => {
    if (!isRecord(each)) return { name, value: String(each), isSecret: false, isStored: false };
    const value = typeof each["value"] === "string" ? each["value"] : null;
    return { name, value: value ?? "", isSecret: true, isStored: value === null };
  });
}

function valueOf({ value, isSecret, isStored }: Entry): unknown {
  if (!isSecret) return value;
  return isStored ? { secret: true } : { value, secret: true };
}

export function recordOf(entries: readonly Entry[]): ConfigObject {
  return Object.fromEntries(entries.map((entry) => [entry.name, valueOf(entry)]));
}

/** A name that no row has. */
export function freeName(names: readonly string[], base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!names.includes(name)) return name;
  }
}

/** Renames a row in place, unless another row has the name. */
export function renamed(record: ConfigObject, from: string, to: string): ConfigObject {
  if (to !== from && Object.hasOwn(record, to)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name === from ? to : name, value]),
  );
}

export function without(record: ConfigObject, name: string): ConfigObject {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}
