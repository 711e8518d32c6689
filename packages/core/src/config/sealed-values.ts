import type { FieldError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import type { StoredValue, StoredValues } from "../domain/workspaces/config.ts";
import type { SecretBox } from "../domain/secrets/secret-box.ts";

/** A text, or a secret; without a `value` it is the one stored before. */
export type GivenValue = string | { readonly value?: string | undefined; readonly secret: true };

export type ShownValue = string | { secret: true };

/** Where named values belong. */
export interface ValuePlace {
  /** What a secret of that name is sealed for; it opens nowhere else. */
  context(name: string): string;
  /** Where the values are in the body. */
  readonly at: readonly string[];
}

/** So many values that a secret had before are kept. */
const KEPT_VALUES = 3;

/** What was sealed; null where it cannot be opened, for the host has another key. */
async function opened(sealed: string, box: SecretBox, context: string): Promise<string | null> {
  try {
    return await box.open(sealed, context);
  } catch {
    return null;
  }
}

/** A secret with its new value, and those that files and processes may still hold. */
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

/** The values for the store; a secret that has neither a value nor one stored before is reported in `errors`. */
export async function sealValues(
  given: Readonly<Record<string, GivenValue>>,
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
    else {
      if (kept !== undefined && typeof kept !== "string") stored[name] = kept;
      else errors.push({ pointer: toPointer([...place.at, name]), detail: noValue });
    }
  }
  return stored;
}

/** As they are answered: secrets are named and not shown. */
export function showValues(stored: StoredValues): Record<string, ShownValue> {
  const shown = Object.entries(stored).map(([name, value]): [string, ShownValue] => [
    name,
    typeof value === "string" ? value : { secret: true },
  ]);
  return Object.fromEntries(shown);
}

export interface OpenedValues {
  readonly all: Readonly<Record<string, string>>;
  /** To be taken out of texts, by what takes their places: also values that were replaced. */
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
