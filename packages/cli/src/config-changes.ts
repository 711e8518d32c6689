import { wrongUse } from "./exit-codes.ts";
import { isObject } from "./json.ts";

/** A value for a path of keys. Undefined removes it. */
export interface Change {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** `limits.max_steps` as its keys. */
export function keysOf(path: string): readonly string[] {
  const keys = path.split(".");
  if (keys.includes("")) throw wrongUse(`${JSON.stringify(path)} is no key of a config.`);
  return keys;
}

export function valueAt(config: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    config,
  );
}

function changed(config: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const before = isObject(config) ? config : {};
  const entries = Object.entries(before).filter(([name]) => name !== key);
  const next = changed(Object.hasOwn(before, key) ? before[key] : undefined, rest, value);
  return Object.fromEntries(next === undefined ? entries : [...entries, [key, next]]);
}

/** The config with the changes, in their order. */
export function changedConfig(config: object, changes: readonly Change[]): unknown {
  return changes.reduce<unknown>((before, { keys, value }) => changed(before, keys, value), config);
}
