import type { FieldError } from "../errors/domain-error.ts";
import { toPointer } from "../errors/pointer.ts";
import type { StoredValue, StoredValues } from "./config.ts";
import type { SecretBox } from "./secret-box.ts";

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

/** The values for the store; a secret that has neither a value nor one stored before is told in `errors`. */
export async function sealValues(
  given: Readonly<Record<string, GivenValue>>,
  before: StoredValues,
  box: SecretBox,
  place: ValuePlace,
  { errors, noValue }: { readonly errors: FieldError[]; readonly noValue: string },
): Promise<Record<string, StoredValue>> {
  const stored: Record<string, StoredValue> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "string") stored[name] = value;
    else if (value.value !== undefined)
      stored[name] = { secret: true, sealed: await box.seal(value.value, place.context(name)) };
    else {
      const kept = Object.hasOwn(before, name) ? before[name] : undefined;
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
  readonly secrets: Readonly<Record<string, string>>;
}

export async function openValues(
  stored: StoredValues,
  box: SecretBox,
  context: (name: string) => string,
): Promise<OpenedValues> {
  const all: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value === "string") all[name] = value;
    else {
      const opened = await box.open(value.sealed, context(name));
      all[name] = opened;
      secrets[name] = opened;
    }
  }
  return { all, secrets };
}
