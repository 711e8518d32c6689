import { isRecord, parseConfig, sortedKeys, type ConfigObject } from "../../api/parse-config.ts";

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), value);
}

/** Replaces the value at a path, and keeps everything else in order. */
export function withValueAt(
  value: ConfigObject,
  [first, ...rest]: readonly string[],
  next: unknown,
): ConfigObject {
  if (first === undefined) return isRecord(next) ? next : value;
  const below = value[first];
  return {
    ...value,
    [first]: rest.length === 0 ? next : withValueAt(isRecord(below) ? below : {}, rest, next),
  };
}

/** Whether two JSON texts have the same content, in any order and formatting. */
export function isSameConfig(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [parseConfig(a), parseConfig(b)];
  return one.value !== null && other.value !== null && canonical(one.value) === canonical(other.value);
}

const canonical = (value: unknown) => JSON.stringify(value, sortedKeys);
