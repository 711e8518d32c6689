import type { FieldError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import type { Config, ConfigInput, StoredValue, StoredValues } from "../domain/workspaces/config.ts";
import type { SecretBox } from "../domain/secrets/secret-box.ts";

/** The context of named values. */
interface ValuePlace {
  /** The context that a secret is sealed for. It cannot be unsealed in another one. */
  context(name: string): string;
  /** Where the values are in the body. */
  readonly at: readonly string[];
}

/** How many previous values of a secret are stored. */
const KEPT_VALUES = 3;

/** The unsealed value. Null: the host has another key. */
async function opened(sealed: string, box: SecretBox, context: string): Promise<string | null> {
  try {
    return await box.open(sealed, context);
  } catch {
    return null;
  }
}

/** A secret with its new value, and previous values, which files and processes may still contain. */
async function sealAnew(
  value: string,
  before: StoredValue | undefined,
  box: SecretBox,
  context: string,
): Promise<StoredValue> {
  if (before === undefined || typeof before === "string")
    return { secret: true, sealed: await box.seal(value, context) };
  if ((await opened(before.sealed, box, context)) === value) return before;
  const replaced = [before.sealed, ...(before.replaced ?? [])].slice(0, KEPT_VALUES);
  return { secret: true, sealed: await box.seal(value, context), replaced };
}

/** The values for the store. A secret without a value keeps the stored one; where there is none, it is reported in `errors`. */
export async function sealValues(
  given: ConfigInput["env"],
  before: StoredValues,
  box: SecretBox,
  place: ValuePlace,
  { errors, noValue }: { readonly errors: FieldError[]; readonly noValue: string },
): Promise<Record<string, StoredValue>> {
  const stored: Record<string, StoredValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const kept = Object.hasOwn(before, name) ? before[name] : undefined;
    if (typeof value === "string") stored[name] = value;
    else if (value.value !== undefined)
      stored[name] = await sealAnew(value.value, kept, box, place.context(name));
    else if (kept !== undefined && typeof kept !== "string") stored[name] = kept;
    else errors.push({ pointer: toPointer([...place.at, name]), detail: noValue });
  }
  return stored;
}

/** Values for a response: secrets have names and no values. */
export function showValues(stored: StoredValues): Config["env"] {
  const shown = Object.entries(stored).map(
    ([name, value]) => [name, typeof value === "string" ? value : { secret: true as const }] as const,
  );
  return Object.fromEntries(shown);
}

export interface OpenedValues {
  readonly all: Readonly<Record<string, string>>;
  /** Values to redact, by the names that replace them. They include previous values. */
  readonly secrets: Readonly<Record<string, string>>;
}

export async function openValues(
  stored: StoredValues,
  box: SecretBox,
  context: (name: string) => string,
): Promise<OpenedValues> {
  const all: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const [name, held] of Object.entries(stored)) {
    if (typeof held === "string") all[name] = held;
    else {
      const { sealed, replaced } = held;
      const value = await box.open(sealed, context(name));
      all[name] = value;
      secrets[name] = value;
      for (const [index, before] of (replaced ?? []).entries()) {
        const old = await opened(before, box, context(name));
        if (old !== null) secrets[`${name} before${index === 0 ? "" : ` (${index + 1})`}`] = old;
      }
    }
  }
  return { all, secrets };
}
