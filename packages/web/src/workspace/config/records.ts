import { isRecord, type ConfigObject } from "../../api/parse-config.ts";

/** The value of an environment variable or a header. */
export interface SecretValue {
  readonly value: string;
  readonly isSecret: boolean;
  /** A secret whose value only the server has. */
  readonly isStored: boolean;
}

export function parseValue(value: unknown): SecretValue {
  if (!isRecord(value)) return { value: String(value), isSecret: false, isStored: false };
  const text = typeof value["value"] === "string" ? value["value"] : null;
  return { value: text ?? "", isSecret: true, isStored: text === null };
}

export function formatValue({ value, isSecret, isStored }: SecretValue): unknown {
  if (!isSecret) return value;
  return isStored ? { secret: true } : { value, secret: true };
}

export function unusedName(names: readonly string[], base: string): string {
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
