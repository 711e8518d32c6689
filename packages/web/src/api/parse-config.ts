export type ConfigObject = Readonly<Record<string, unknown>>;

type ParsedConfig =
  | { readonly value: ConfigObject; readonly problem: null }
  | { readonly value: null; readonly problem: string };

export function isRecord(value: unknown): value is ConfigObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses the JSON of a config. The server validates its fields. */
export function parseConfig(text: string): ParsedConfig {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { value, problem: null };
    return { value: null, problem: "The config must be a JSON object." };
  } catch (error) {
    return { value: null, problem: `Invalid JSON: ${error instanceof Error ? error.message : ""}` };
  }
}

/** Sorts the keys of each object, for `JSON.stringify`: equal content has equal text. */
export function sortedKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function formatConfig(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
